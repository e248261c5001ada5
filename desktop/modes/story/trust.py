"""Trust between the player and the characters of a story, as the network shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

from core.cast.member import PLAYER
from core.log.events.base import Event
from core.log.state import State
from core.modes.story.events import TrustChanged
from core.modes.story.state import StoryState
from desktop.affinity.figures import EdgeFigure, NetworkFigure
from desktop.run.figures import MemberFigure

FOE = "foe"


def as_affinity(trust: int) -> float:
    """−100 to 100 as 0 to 1, which is what lines are drawn by."""
    return (trust + 100) / 200


class Change(NamedTuple):
    """A change of trust: after `seq` events it was there. `text` says what it came of."""

    seq: int
    character: str
    trust: int
    text: str


class Trusts:
    """All changes of trust in a run, kept up from event to event."""

    def __init__(self) -> None:
        self._changes: list[Change] = []
        self._read = 0

    def follow(self, events: Sequence[Event]) -> None:
        """Take in what is new at the end."""
        for seq in range(self._read, len(events)):
            event = events[seq]
            for effect in getattr(event, "effects", ()):
                if isinstance(effect, TrustChanged):
                    text = str(getattr(event, "text", ""))
                    self._changes.append(Change(seq + 1, effect.character, effect.after, text))
        self._read = len(events)

    def of(self, character: str, seq: int) -> list[Change]:
        """The changes of one character's trust in the first `seq` events, oldest first."""
        return [change for change in self._changes if change.character == character and change.seq <= seq]


def trust_figure(
    members: Sequence[MemberFigure], state: State, trusts: Trusts, answers: Sequence[Sequence[int]] = ()
) -> NetworkFigure:
    """The network of a story at `state`: the player's trust with every character, and who answers whom.

    `answers[i][j]` counts how often i spoke right after j. A pair's history begins with what the character thought of
    the player at first.
    """
    ids = [member.id for member in members]
    edges: list[EdgeFigure] = []
    history: dict[tuple[int, int], tuple[float, ...]] = {}
    for a, first in enumerate(ids):
        for b in range(a + 1, len(ids)):
            other = ids[b] if first == PLAYER else first if ids[b] == PLAYER else ""
            a_to_b, b_to_a = (answers[a][b], answers[b][a]) if answers else (0, 0)
            points = _points(state, trusts, other)
            if points:
                history[a, b] = tuple(as_affinity(trust) for trust in points)
                change = round(as_affinity(points[-1]) - as_affinity(points[0]), 6)
                reason = _reason(state, trusts, other)
                edges.append(EdgeFigure(a, b, as_affinity(points[-1]), change, reason, a_to_b, b_to_a))
            elif a_to_b or b_to_a:
                edges.append(EdgeFigure(a, b, 0.5, a_to_b=a_to_b, b_to_a=b_to_a, linked=False))
    nobody = (-1,) * len(ids)
    return NetworkFigure(tuple(members), tuple(edges), nobody, (), history, measure="trust")


def _points(state: State, trusts: Trusts, other: str) -> list[int]:
    """How a character's trust went; empty for who has none: agents, foes, the player."""
    standing = state[StoryState].people.get(other) if other else None
    if standing is None or standing.person.archetype == FOE:
        return []
    return [standing.person.trust, *(change.trust for change in trusts.of(other, state.seq))]


def _reason(state: State, trusts: Trusts, other: str) -> str:
    changes = trusts.of(other, state.seq)
    if not changes:
        return QCoreApplication.translate("Tale", "{name} has not changed their mind yet.").format(
            name=state.name_of(other)
        )
    return changes[-1].text
