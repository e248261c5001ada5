"""What the network shows. Plain values, no Qt."""

from __future__ import annotations

from dataclasses import dataclass, field

from desktop.run.figures import MemberFigure


@dataclass(frozen=True, slots=True)
class EdgeFigure:
    """A pair's affinity at the shown turn (0.10 to 0.95), what this run changed, why, and how often they answered
    each other (a to b, b to a). Those who are not `linked` have no line but where answers are shown."""

    a: int
    b: int
    affinity: float
    change: float = 0.0
    reason: str = ""
    a_to_b: int = 0
    b_to_a: int = 0
    linked: bool = True


@dataclass(frozen=True, slots=True)
class NetworkFigure:
    """The affinity network. `community[i]` numbers the group of member i, `centrality[i]` is in 0 to 1.

    `history` maps a pair (indices) to its affinities over earlier runs and this one, oldest first. Where the `measure`
    is "trust", an affinity of 0 to 1 stands for a trust of −100 to 100, and a history for this story.
    """

    members: tuple[MemberFigure, ...] = ()
    edges: tuple[EdgeFigure, ...] = ()
    community: tuple[int, ...] = ()
    centrality: tuple[float, ...] = ()
    history: dict[tuple[int, int], tuple[float, ...]] = field(default_factory=dict)
    measure: str = "affinity"
