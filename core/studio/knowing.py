"""What a member knew when they took a turn, and what of it the same member of another run did not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from parley.core.log.played import behaviour_of
from parley.core.log.replay import Replay
from parley.core.log.state import State, Turn


@dataclass(frozen=True)
class Known:
    """Something that a member had before them: what somebody (`speaker`, an id) said, what was put in, or a memory."""

    kind: Literal["line", "topic", "scene", "observation", "event", "calls", "memory", "direction"]
    text: str
    speaker: str = ""


@dataclass(frozen=True)
class Knowing:
    """What `member` knew at turn `turn` of one run and not of the other, and how much of it both knew."""

    member: str
    turn: int
    alone: tuple[Known, ...]
    both: int


def known(replay: Replay, turn: int) -> tuple[str, list[Known]]:
    """Return who took a turn, and all that they had witnessed and remembered when it began, oldest first.

    Nothing is told of a turn that there is not.
    """
    if not 1 <= turn <= len(replay.live.turns):
        return "", []
    said = replay.live.turns[turn - 1]
    state = replay.state_at(said.started_seq)
    return said.member, [
        *_list_memories(state, said.member),
        *_list_witnessed_entries(state, said.member),
        *_list_stage_directions(said),
    ]


def _list_witnessed_entries(state: State, member: str) -> list[Known]:
    return [
        Known(entry.kind, entry.text, entry.speaker)
        for entry in state.entries
        if entry.text and entry.witnessed_by(member)
    ]


def _list_memories(state: State, member: str) -> list[Known]:
    return [Known("memory", each.text) for each in behaviour_of(state.setup).remembers(state, member)]


def _list_stage_directions(said: Turn) -> list[Known]:
    """Return the stage direction, which is sent last and never again."""
    direction = said.started.direction if said.started is not None else ""
    return [Known("direction", direction)] if direction else []


def knowing(one: Replay, other: Replay, turn: int, other_turn: int) -> tuple[Knowing, Knowing]:
    """Return what whoever took a turn of each of two runs knew that whoever took that of the other did not."""
    (left, mine), (right, yours) = known(one, turn), known(other, other_turn)
    return _compare_knowledge(left, turn, mine, yours), _compare_knowledge(right, other_turn, yours, mine)


def _compare_knowledge(member: str, turn: int, mine: list[Known], yours: list[Known]) -> Knowing:
    rest: Mapping[Known, int] = Counter(yours)
    left = dict(rest)
    alone = []
    for each in mine:
        if left.get(each, 0):
            left[each] -= 1
        else:
            alone.append(each)
    return Knowing(member, turn, tuple(alone), len(mine) - len(alone))
