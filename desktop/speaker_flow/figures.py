"""What the speaker flow shows. Plain values, no Qt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop.run.figures import MemberFigure

if TYPE_CHECKING:
    from core.log.events.turn import Candidate


@dataclass(frozen=True, slots=True)
class WhyFigure:
    """Why this speaker. `draw` in [0, 1), or −1 where nothing was drawn."""

    turn: int
    member: str
    policy: str
    reason: str
    draw: float
    bars: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class TopologyFigure:
    """Who can hear whom, as (speaker, hearer) indices into `members`; `hub` is an index, −1 where there is none.

    `edges` that go both ways are there twice. `title` is what the topology is called.
    """

    members: tuple[MemberFigure, ...] = ()
    edges: tuple[tuple[int, int], ...] = ()
    hub: int = -1
    title: str = ""


@dataclass(frozen=True, slots=True)
class FlowFigure:
    """Who spoke when. `lanes[i]` is the index into `members` of turn i + 1 (−1: the director), `words[i]` its length.

    `shown` is the turn that all views show (0: before the first); `planned` the turns the run will have.
    `answers[i][j]` counts how often i spoke right after j, up to the shown turn. `bands` are the scenes as (number,
    first turn, last turn). In a duologue `hears` is who can hear whom.
    """

    members: tuple[MemberFigure, ...] = ()
    lanes: tuple[int, ...] = ()
    words: tuple[int, ...] = ()
    shown: int = 0
    planned: int = 0
    why: WhyFigure | None = None
    answers: tuple[tuple[int, ...], ...] = ()
    bands: tuple[tuple[int, int, int], ...] = ()
    hears: TopologyFigure | None = None
