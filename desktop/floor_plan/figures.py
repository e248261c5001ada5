"""What the floor plan shows. Plain values, no Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from parley.desktop.run.figures import MemberFigure, SceneFigure

if TYPE_CHECKING:
    from parley.core.office.plan import Plan
    from parley.core.office.shapes import Point


@dataclass(frozen=True, slots=True)
class PlaceFigure:
    """Where a member is, and the way they take there (points in plan units, the first where they come from)."""

    member: MemberFigure
    x: float
    y: float
    room: str
    path: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardFigure:
    """What stands on the board of the room in which people talk: the `topic`, and `facts` about the talk that the log
    has, such as what it is and how far it has come. What was `put_in` stands there until somebody takes it up."""

    topic: str
    facts: tuple[str, ...] = ()
    put_in: bool = False


@dataclass(frozen=True, slots=True)
class Occupancy:
    """Where everybody is, in a mode that says so: `spots` are rooms and points by member.

    A `scene` is under way in `room`; `bystanders` are there and do not hear; those who are `thinking` were asked for
    their part and have not replied, and `murmurs` is how far each of them is, as pairs of id and text. Between two
    scenes there is only the office's `clock`. `doing` tells of each what they work on and how they feel, as (id, task,
    mood); whose task is done is among the `finished`. At the desks `left_open` ("room/seat") somebody works who is
    elsewhere now; in the room `left` a scene was before this one. `routes` are the ways by which people came to the
    last scene (points in plan units), by member; `heat` is how many minutes people were in a room today, all added up,
    by room.
    """

    spots: Mapping[str, tuple[str, Point]] = field(default_factory=dict)
    room: str = ""
    scene: SceneFigure | None = None
    bystanders: frozenset[str] = frozenset()
    thinking: frozenset[str] = frozenset()
    murmurs: tuple[tuple[str, str], ...] = ()
    clock: str = ""
    doing: tuple[tuple[str, str, str], ...] = ()
    finished: frozenset[str] = frozenset()
    left_open: frozenset[str] = frozenset()
    left: str = ""
    routes: tuple[tuple[str, tuple[Point, ...]], ...] = ()
    heat: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class FloorFigure(Occupancy):
    """The floor plan at the shown turn. `speaker`, `line` and `acts` (what is done meanwhile) make the bubble, which is
    a slip of paper where the line is `staged`; `hearers` are who hears it, `to` are those of them whom it was said to,
    empty where it was said to all. The `board` hangs in the active room; `stances` say where those who talk there
    stand to what is on it: 1 for it, −1 against it, 0 undecided.

    Rooms are named in `language`. While `streaming`, the line is still growing. `why_empty` says why a mode has no plan
    at all. `screens` are the desks ("room/seat") that are in use or were left in use. `put_in` is by member what the
    director put in that nobody has taken up yet, and whether they have heard it. `jumped`: it does not follow from what
    was shown before, so that nothing moves on the way to it.
    """

    plan: Plan | None = None
    language: str = "en"
    places: tuple[PlaceFigure, ...] = ()
    active_room: str = ""
    speaker: str = ""
    line: str = ""
    thoughts: tuple[str, ...] = ()
    acts: tuple[str, ...] = ()
    hearers: frozenset[str] = frozenset()
    to: tuple[str, ...] = ()
    board: BoardFigure | None = None
    stances: Mapping[str, int] = field(default_factory=dict)
    staged: bool = False
    streaming: bool = False
    screens: frozenset[str] = frozenset()
    put_in: Mapping[str, tuple[str, bool]] = field(default_factory=dict)
    jumped: bool = False
    why_empty: str = ""

    @property
    def hour(self) -> str:
        """The office's clock, "19:30"; "" in a mode that has none."""
        return self.scene.clock if self.scene is not None else self.clock
