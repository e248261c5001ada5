"""What the speaker flow shows. Plain values, no Qt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from parley.desktop.run.figures import MarkFigure, MemberFigure, PartFigure

if TYPE_CHECKING:
    from parley.core.log.events.turn import Candidate


@dataclass(frozen=True, slots=True)
class WhyFigure:
    """Why this speaker. `draw` in [0, 1), or −1 where nothing was drawn."""

    turn: int
    member: str
    policy: str
    reason: str
    draw: float
    bars: tuple[Candidate, ...]


def said_to_all(_turn: int) -> tuple[int, ...]:
    """Return the members that a turn was said to, as indices; empty: all who heard it."""
    return ()


@dataclass(frozen=True, slots=True)
class FlowFigure:
    """Who spoke when. `lanes[i]` is the index into `members` of turn i + 1 (−1: the director), `words[i]` its length.

    `shown` is the turn that all views show (0: before the first); `planned` the turns the run will have. `drawn` is the
    index of who was selected for the turn that comes and has not begun, −1: nobody. Where there is a `span` of
    chosen turns the counts of the members are of it. `bands` are the scenes. `addressed` finds to whom a turn was said
    where somebody looks: a long run is not read for it.
    """

    members: tuple[MemberFigure, ...] = ()
    lanes: tuple[int, ...] = ()
    words: tuple[int, ...] = ()  # The same object while no turn came: views ask with `is`
    shown: int = 0
    planned: int = 0
    bands: tuple[PartFigure, ...] = ()
    addressed: Callable[[int], tuple[int, ...]] = said_to_all
    marks: tuple[MarkFigure, ...] = ()
    drawn: int = -1
    span: range = range(0)
