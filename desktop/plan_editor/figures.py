"""Frozen figures of the plan editor: what it shows."""

from __future__ import annotations

from dataclasses import dataclass

from core.office.shapes import Door, Furniture, Opening, Ring, Room, Seat

PLAN, ROOM, SEAT, FURNITURE, RING, DOOR = "plan", "room", "seat", "furniture", "ring", "door"
"""The kinds of items."""

SIDES = ("north", "east", "south", "west")
FURNITURE_KINDS = ("desk", "table", "sofa", "shelf", "counter", "plant", "screen")


@dataclass(frozen=True, slots=True)
class ItemKey:
    """Which item: its kind, its room's number (a door's: its own), and its number in the room."""

    kind: str
    room: int = 0
    number: int = 0


WHOLE = ItemKey(PLAN)
"""The plan itself: what is selected where nothing is."""


@dataclass(frozen=True, slots=True)
class ItemFigure:
    """Something of the plan, as its rectangle in plan units (a seat's and a door's is about their middle).

    `label` is how lists call it, `thing` what it is, and `place` where a door is; None for one that is on no wall.
    """

    key: ItemKey
    x: float
    y: float
    width: float
    height: float
    label: str
    thing: Room | Seat | Furniture | Ring | Door
    place: Opening | None = None


@dataclass(frozen=True, slots=True)
class PlanEditFigure:
    """The plan that is edited. `fault` is what is wrong with it, `at` the item at fault (None: the whole plan).

    `opened` is the name of the plan that is edited, empty for one that is in no file yet. `items` begin with the
    rooms; `changed`: there is something to save.
    """

    opened: str = ""
    name: str = ""
    name_de: str = ""
    door_width: float = 3.0
    items: tuple[ItemFigure, ...] = ()
    selected: ItemKey = WHOLE
    fault: str = ""
    at: ItemKey | None = None
    changed: bool = False
    undo: str = ""
    redo: str = ""

    def item(self, key: ItemKey | None) -> ItemFigure | None:
        """The item with that key."""
        return next((item for item in self.items if item.key == key), None)
