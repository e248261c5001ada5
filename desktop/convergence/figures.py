"""Frozen figures of the convergence and of the measures: what their views are shown. Plain values, no core, no Qt."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from parley.desktop.run.figures import MemberFigure

COMPONENTS = ("content", "length", "sentences", "structure", "punctuation")
"""What a convergence is made of, in the order of `ConvergenceFigure.components`."""
NO_PAIR = (-1, -1)


@dataclass(frozen=True, slots=True)
class StopFigure:
    """Where a duologue stops or pauses (`action`): at a convergence of `threshold`, by this calculator and profile."""

    threshold: float
    calculator: str
    profile: str
    action: str = "stop"


@dataclass(frozen=True, slots=True)
class ConvergenceFigure:
    """How alike a pair sounds over the turns in which one of the two answers the other.

    `pairs` are those that can be chosen, as (index, index, answers) of `members`, the busiest first; `pair` is the
    shown one. `turns`, `scores` and each of the `components` are of one length; scores are in [0, 1]. `weights` are
    those of the profile. `reached` are the turns at which the run noticed convergence, as (turn, score); `trend` is
    "rising", "falling", "steady", "wavering" or "" at the `shown` turn. `last` is the run's newest turn, `measured` how
    much of the run has been measured, 0 to 1. `speakers` are who spoke at each of `turns`, as indices; up to
    `open_until` turns are yet to be played (0: the run is over, or has no end). Of a fork, `forked` is the turn from
    which it goes on (0: no fork), `ghost` are the turns and scores of its parent from there on. `holds` are the
    breakpoints at a convergence.
    All is told of the turns in `span` alone, where somebody chose some.
    """

    members: tuple[MemberFigure, ...] = ()
    pairs: tuple[tuple[int, int, int], ...] = ()
    pair: tuple[int, int] = NO_PAIR
    calculator: str = "parley"
    profile: str = "balanced"
    turns: tuple[int, ...] = ()
    scores: tuple[float, ...] = ()
    components: tuple[tuple[float, ...], ...] = ((),) * len(COMPONENTS)
    weights: tuple[float, ...] = (0.0,) * len(COMPONENTS)
    stop: StopFigure | None = None
    reached: tuple[tuple[int, float], ...] = ()
    trend: str = ""
    shown: int = 0
    last: int = 0
    measured: float = 1.0
    holds: tuple[StopFigure, ...] = ()
    span: range = range(0)
    speakers: tuple[int, ...] = ()
    open_until: int = 0
    forked: int = 0
    ghost: tuple[tuple[int, ...], tuple[float, ...]] = ((), ())

    def list_thresholds(self) -> tuple[float, ...]:
        """Return where the run stops or pauses by the shown score, and at which breakpoints it does: each level
        once.
        """
        stops = (*((self.stop,) if self.stop else ()), *self.holds)
        meant = (self.calculator, self.profile)
        return tuple(dict.fromkeys(each.threshold for each in stops if (each.calculator, each.profile) == meant))

    @property
    def place(self) -> int:
        """Where among `turns` the shown turn's values stand; −1 for nowhere."""
        return bisect_right(self.turns, self.shown) - 1  # Others may have spoken since: the last answer before it
