"""What the floor plan shows. Plain values, no Qt."""

from __future__ import annotations

from dataclasses import dataclass, field

from desktop.run.figures import MemberFigure, SceneFigure


@dataclass(frozen=True, slots=True)
class RoomFigure:
    """A room in plan units: a rectangle, and its name in the interface's language."""

    id: str
    name: str
    x: float
    y: float
    width: float
    height: float
    corridor: bool = False


@dataclass(frozen=True, slots=True)
class FurnitureFigure:
    """A table, desk or shelf: `kind` rectangle or ellipse, `what` it is (desk, table, sofa, shelf, plant, chair …)."""

    x: float
    y: float
    width: float
    height: float
    kind: str = "rectangle"
    what: str = "desk"


@dataclass(frozen=True, slots=True)
class PlanFigure:
    """The floor plan itself; it changes only with the plan. Doors are (x, y, horizontal), all `door_width` wide."""

    id: str = ""
    width: float = 0.0
    height: float = 0.0
    rooms: tuple[RoomFigure, ...] = ()
    doors: tuple[tuple[float, float, bool], ...] = ()
    furniture: tuple[FurnitureFigure, ...] = ()
    door_width: float = 3.0


@dataclass(frozen=True, slots=True)
class PlaceFigure:
    """Where a member is, and the way they take there (points in plan units, the first where they come from)."""

    member: MemberFigure
    x: float
    y: float
    room: str
    path: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class FloorFigure:
    """The floor plan at the shown turn. `speaker` and `line` make the bubble; `hearers` are who hears it.

    While `streaming`, the line is still growing. In a `scene`, `bystanders` are in its room and do not hear; those who
    are `thinking` were asked for their part and have not replied, and `murmurs` is how far each of them is, as pairs
    of id and text. Between two scenes there is only the office's `clock`. `doing` tells of each what they work on and
    how they feel, as (id, task, mood). `why_empty` says why a mode has no plan at all.
    """

    plan: PlanFigure = field(default_factory=PlanFigure)
    places: tuple[PlaceFigure, ...] = ()
    active_room: str = ""
    speaker: str = ""
    line: str = ""
    thoughts: tuple[str, ...] = ()
    hearers: frozenset[str] = frozenset()
    streaming: bool = False
    scene: SceneFigure | None = None
    bystanders: frozenset[str] = frozenset()
    thinking: frozenset[str] = frozenset()
    murmurs: tuple[tuple[str, str], ...] = ()
    clock: str = ""
    doing: tuple[tuple[str, str, str], ...] = ()
    why_empty: str = ""
