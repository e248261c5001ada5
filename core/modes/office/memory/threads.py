"""Loose ends of a scene: questions that nobody answered, and promises."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.modes.office.memory.played import Heard, Played
from core.modes.office.memory.sentences import asks, sentences

SAID = 140
"""Characters of a quoted line."""


@dataclass(frozen=True, slots=True)
class Thread:
    """What `member` owes `other`: an answer or what was promised. `turn` is where it came up, 0 where not known."""

    kind: Literal["question", "promise"]
    member: str
    other: str
    said: str
    turn: int = 0


def threads(played: Played) -> tuple[Thread, ...]:
    """The scene's loose ends, the latest of a kind for each member; none where all were for themselves."""
    if not played.talk:
        return ()
    found: dict[tuple[str, str], Thread] = {}
    for at, line in enumerate(played.spoken):
        other = played.addressed(line)
        if not other:
            continue
        if line.promise:
            said = next((each for each in sentences(line.said) if line.promise[:20] in each), line.said)
            found[line.member, "promise"] = Thread("promise", line.member, other, said, line.turn)
        if line.question and _unanswered(played.spoken[at + 1 :], line, other):
            said = next((each for each in reversed(sentences(line.said)) if asks(each)), line.said)
            found[other, "question"] = Thread("question", other, line.member, said, line.turn)
    order = {member: number for number, member in enumerate(played.members)}
    return tuple(sorted(found.values(), key=lambda each: (order.get(each.member, 0), each.kind)))


def _unanswered(after: tuple[Heard, ...], line: Heard, other: str) -> bool:
    """Whether the one who was asked said no more, and the one who asked did not go on to something else."""
    return all(each.member not in {other, line.member} for each in after)
