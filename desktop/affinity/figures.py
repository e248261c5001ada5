"""What the network shows. Plain values, no Qt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from parley.desktop.run.figures import MemberFigure

Span = Literal["chosen", "talk", "today", "start"]
"""When something is counted: in the turns that somebody chose, since the office's morning, or since the run began; or
not what moved, but who did what to whom in the talk under way."""


@dataclass(frozen=True, slots=True)
class EdgeFigure:
    """A pair's affinity at the shown turn (0.10 to 0.95), what this run, its day and the chosen turns changed, and why.
    Those who are not `linked` stand as strangers do: they have no line. In the `talk` under way they backed each other
    so much more often than they objected."""

    a: int
    b: int
    affinity: float
    change: float = 0.0
    reason: str = ""
    linked: bool = True
    today: float = 0.0
    chosen: float = 0.0
    talk: float = 0.0

    def drift(self, span: Span) -> float:
        """Return how far the pair moved in that span."""
        return {"chosen": self.chosen, "talk": self.talk, "today": self.today, "start": self.change}[span]


@dataclass(frozen=True, slots=True)
class MoveFigure:
    """A move of a pair (a < b), after `turn`. `by` are those whose feeling it was, empty where that is not known."""

    turn: int
    a: int
    b: int
    before: float
    after: float
    reason: str = ""
    by: tuple[int, ...] = ()

    @property
    def change(self) -> float:
        """How far, and which way."""
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class NetworkFigure:
    """The affinity network. `community[i]` numbers the group of member i, `centrality[i]` is in 0 to 1.

    Where the `measure` is "trust", an affinity of 0 to 1 stands for a trust of −100 to 100.

    `moves` are all of this run until the shown `turn`, oldest first; those from `morning` on are of today, −1 where
    there are no days. `reach` is the farthest that a pair gets in the whole run, within a day and since the start.
    `chosen` are the turns that somebody chose, if any. `deeds` are what one did to another in the talk under way, as if
    they were moves; those of the shown turn have a reason, which says so.
    `versus`: it is two runs, and a drift is how far this one stands from the other.
    """

    members: tuple[MemberFigure, ...] = ()
    edges: tuple[EdgeFigure, ...] = ()
    community: tuple[int, ...] = ()
    centrality: tuple[float, ...] = ()
    measure: str = "affinity"
    turn: int = 0
    moves: tuple[MoveFigure, ...] = ()
    morning: int = -1
    reach: tuple[float, float] = (0.0, 0.0)
    chosen: range = range(0)
    versus: bool = False
    deeds: tuple[MoveFigure, ...] = ()

    @property
    def spans(self) -> tuple[Span, ...]:
        """The spans to choose from, the one that is shown at first in front: the talk, as long as nobody has moved."""
        since: tuple[Span, ...] = ("today", "start") if self.morning >= 0 else ("start",)
        if self.deeds:
            since = (*since, "talk") if self.moves else ("talk", *since)
        return ("chosen", *since) if self.chosen else since

    def find_moves_in(self, span: Span) -> tuple[MoveFigure, ...]:
        """Return the moves of that span, oldest first."""
        if span == "chosen":
            return tuple(move for move in self.moves if move.turn in self.chosen)
        if span == "talk":
            return self.deeds
        return self.moves[self.morning :] if span == "today" and self.morning >= 0 else self.moves

    def choose_scale(self, span: Span) -> float:
        """Return the drift that has the full colour: the least of a few round values that no pair exceeds in the whole
        run, so that a colour says the same at every turn.
        """
        if span == "talk":
            return OFTEN
        farthest = self.reach[0 if span == "today" else 1]
        return next((most for most in SCALES if farthest <= most + 1e-9), SCALES[-1])  # `farthest` is a sum of floats

    @property
    def sizes(self) -> tuple[float, ...]:
        """The words that each member said; their share where nobody counted them."""
        return tuple(float(member.words) or member.share for member in self.members)


SCALES = (0.02, 0.04, 0.1, 0.2, 0.5, 1.0)
"""Drifts at which the colour of a line may end. The first is what two scenes can do."""
OFTEN = 3.0
"""Times from which who backed, or objected, has the full colour."""
