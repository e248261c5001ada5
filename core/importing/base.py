"""What every importer gives: a configuration, the events after it, and what it could not read."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from parley.core.base.line import keep_visible, repair_text
from parley.core.base.sentences import Sentence
from parley.core.cast.colours import fill_gaps
from parley.core.cast.member import Member, make_slug
from parley.core.formats import Format, Localised
from parley.core.log.codec import with_message
from parley.core.log.config import RunConfig
from parley.core.log.events.base import Event
from parley.core.log.events.run import RunEnded, RunStarted
from parley.core.log.events.turn import Swipe, TurnEnded, TurnStarted, Usage, VoiceReplied

LONGEST_NAME = 80
MOST_TOLD = 8
"""Lines of a file that are told one by one."""

FORMAT = Format(
    id="imported",
    name=Localised(en="Imported talk", de="Importiertes Gespräch"),
    purpose=Localised(en="To go on as it began.", de="So weitergehen, wie es begonnen hat."),
    members=(1, 10_000),  # no bounds in effect: the talk was had already
    turns=(1, 10_000_000),
    temperature=0.7,
    opening=Localised(en="", de=""),
    closing=Localised(en="", de=""),
    distils=(),
    cap=0,
    room="",
)


@dataclass
class Draft:
    """A run in the making. `warnings` are sentences about what was left out or had to be guessed."""

    config: RunConfig
    events: list[Event] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    turns: int = 0

    def begin(self, at: datetime) -> None:
        """Append the first event. The run's id follows from what was imported, so that it is known the second time."""
        self.events.insert(0, RunStarted.begin(at=at, config=self.config.as_json()))

    def say(
        self,
        at: datetime,
        member: str,
        text: str,
        *,
        thoughts: tuple[str, ...] = (),
        by_person: bool = False,
        hidden: bool = False,
        swipes: tuple[Swipe, ...] = (),
        swipe: int = 0,
        model: str = "",
        provider: str = "",
        usage: Usage | None = None,
        latency: float = 0.0,
    ) -> None:
        """Append one line, as it was said; `by_person`: by whoever sat there, not by a voice."""
        self.turns += 1
        text = repair_text(text)
        self.events.append(TurnStarted(at=at, turn=self.turns, member=member))
        if not by_person:
            self.events.append(
                VoiceReplied(
                    at=at, turn=self.turns, member=member, text=text, provider=provider, model=model,
                    usage=usage or Usage(), latency=latency,
                )
            )  # fmt: skip
        self.events.append(
            TurnEnded(
                at=at, turn=self.turns, member=member, text=text, thoughts=tuple(repair_text(one) for one in thoughts),
                author="user" if by_person else "voice", hidden=hidden, swipes=swipes, swipe=swipe,
            )
        )  # fmt: skip

    def end_run(self, at: datetime, detail: str) -> None:
        """Append the last event."""
        self.events.append(with_message(RunEnded(at=at, reason="turns", detail=detail)))


def hash_data(data: bytes) -> str:
    """Return ten hexadecimal digits of what was imported."""
    return hashlib.blake2b(data, digest_size=5).hexdigest()


def members_named(names: Sequence[str], ids: Sequence[str] = ()) -> tuple[Member, ...]:
    """Return a member for each name, with ids made of the names where none are given, and distinct colours."""
    made: list[Member] = []
    for place, name in enumerate(names):
        shown = keep_visible(name)[:LONGEST_NAME].strip() or f"Member {place + 1}"
        one = ids[place] if ids else make_slug(shown)
        taken = {member.id for member in made} | {"director", "player"}  # ids that mean somebody else
        several = (one, *(f"{one[:36]}-{number}" for number in range(2, len(names) + 4)))
        made.append(Member(id=next(each for each in several if each not in taken), name=shown))
    colours = fill_gaps(["" for _ in made])
    return tuple(member.model_copy(update={"colour": colour}) for member, colour in zip(made, colours, strict=True))


def describe_lines(lines: Sequence[int], what: str) -> list[str]:
    """Return a sentence for each of the lines, as long as they are few."""
    sentences: list[str] = [Sentence("Line {number} {what}", number=number, what=what) for number in lines[:MOST_TOLD]]
    more = len(lines) - MOST_TOLD
    return [*sentences, Sentence("And {count} more lines.", count=more)] if more > 0 else sentences


def in_utc(moment: datetime) -> datetime:
    """Return the moment with its zone; without one it is taken as UTC."""
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
