"""How the window is laid out for a mode: which docks are in sight, where they stand, what is in the middle."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Place:
    """Docks in one place, tabs of one another, the first in front; `share` of its column's height or its row's width,
    0: what the others leave."""

    docks: tuple[str, ...]
    share: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Workspace:
    """A layout. `name` is what one's own changes of it are remembered by; docks that it does not name are hidden until
    somebody wants them.

    `stage` is the dock in the middle, empty: the floor plan; `behind` are tabs of it. `left` and `right` are columns
    from top to bottom, `bottom` a row from left to right; `left_width` and `right_width` are shares of the window's
    width, `height` the row's share of its height.
    """

    name: str
    stage: str = ""
    behind: tuple[str, ...] = ()
    left: tuple[Place, ...] = (Place(("library",), 0.55), Place(("cast",), 0.45))
    right: tuple[Place, ...] = ()
    bottom: tuple[Place, ...] = ()
    left_width: float = 0.15
    right_width: float = 0.28
    height: float = 0.28

    @property
    def docks(self) -> tuple[str, ...]:
        """All docks that are in sight or behind one that is."""
        return (*self.behind, *(name for place in (*self.left, *self.right, *self.bottom) for name in place.docks))


TALK = Workspace(
    name="talk",
    right=(Place(("transcript",), 0.69), Place(("inspector",), 0.31)),
    bottom=(Place(("speaker_flow",), 0.62), Place(("affinity",), 0.38)),
    right_width=0.33,
    height=0.255,
)
"""A roundtable, and any mode that says nothing else: the plan in the middle with the flow of the talk and the network
below it; words and reasons beside them, as high as the window, so that some lines of the talk are in sight at once."""

CANVAS = Workspace(name="network", stage="affinity", left=())
"""The network alone, for as long as somebody wants all of the window for it."""

FOLDED, BESIDE = 0.34, 0.52
"""The height of the row of tabs that all docks become in a small window; its width, where it stands beside the plan."""


def fold_docks(workspace: Workspace, *, beside: bool = False) -> Workspace:
    """Return the same for a window without room for docks side by side: those of the right and the bottom are tabs of
    one place, below the middle or `beside` it or, where a dock is the middle, behind it; those of the left are hidden.
    """
    docks = [name for place in (*workspace.right, *workspace.bottom) for name in place.docks]
    # The sort is stable: docks in front of their places come first, in their order, then those behind others.
    docks.sort(key=[place.docks[0] for place in (*workspace.right, *workspace.bottom)].count, reverse=True)
    if workspace.stage:
        return replace(workspace, left=(), right=(), bottom=(), behind=(*workspace.behind, *docks))
    row = (Place(tuple(docks), 1.0),) if docks else ()
    if beside:
        return replace(workspace, left=(), right=row, bottom=(), right_width=BESIDE)
    return replace(workspace, left=(), right=(), bottom=row, height=FOLDED)
