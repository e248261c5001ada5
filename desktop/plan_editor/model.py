"""The plan that is edited: what is selected, what is wrong, and every step back."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtGui import QUndoStack

from parley.core.office.plan import Plan
from parley.core.office.shapes import Opening
from parley.desktop.plan_editor.draft import (
    DOOR,
    FURNITURE,
    RING,
    ROOM,
    SEAT,
    WHOLE,
    Draft,
    Fault,
    ItemKey,
    Thing,
    draft_of,
    snapped,
)
from parley.desktop.widgets.undo import Step

SEAT_SIZE = 2.6
"""A chair's edge, in plan units."""
State = tuple[Draft, ItemKey, str | None]
"""A draft, what is selected in it, and its file's name where that changes with it."""

_TEXTS = frozenset({"name", "name_de", "id", "x", "y", "width", "height", "along", "door_width"})
"""Fields of which one edit after another is one step back."""


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
    thing: Thing
    place: Opening | None = None


class PlanEditor(QObject):
    """Edits one plan after another; to open another is a step that can be taken back, too.

    Attributes: `draft`, the plan as it is now, and its `items`, the rooms first; `selected`; `name`, under which it was
    opened or saved last, empty for a plan that is in no file yet; `language` of what rooms are called; `stack`, the
    steps. Signal: `changed()`, any of it.
    """

    changed = Signal()

    def __init__(self, plan: Plan, name: str, language: str = "en", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.name = name
        self.language = language
        self.draft = draft_of(plan)
        self.items = _items(self.draft, language)
        self.selected = WHOLE
        self.stack = QUndoStack(self)
        # A step tells the stack before it is counted: only now do undo and redo know what they would do.
        self.stack.indexChanged.connect(self._tell)
        self.stack.cleanChanged.connect(self._tell)
        self._before: tuple[Draft, ItemKey] | None = None

    # Showing --------------------------------------------------------------------------------------------------------

    def item(self, key: ItemKey | None) -> ItemFigure | None:
        """The item with that key."""
        return next((item for item in self.items if item.key == key), None)

    @property
    def fault(self) -> Fault:
        """What is wrong with the plan: an empty sentence where nothing is."""
        return _fault(self.draft) or Fault("")

    @property
    def modified(self) -> bool:
        """Whether there is something to save."""
        return not self.stack.isClean()

    def _tell(self) -> None:
        self.items = _items(self.draft, self.language)
        self.changed.emit()

    def plan(self, name: str) -> Plan:
        """The plan under a name. Raises `ValidationError` while something is wrong with it."""
        return self.draft.plan(name)

    def saved(self, name: str) -> None:
        """All there is has been written, under that name."""
        self.name = name
        self.stack.setClean()
        self._tell()

    # Edits ----------------------------------------------------------------------------------------------------------

    def select(self, key: ItemKey | None) -> None:
        """Another item is selected; None: the plan itself."""
        self.selected = key or WHOLE
        self._tell()

    def open(self, plan: Plan, name: str = "") -> None:
        """Edit another plan; without a name it is in no file yet."""
        before, after = (self.draft, self.selected, self.name), (draft_of(plan), WHOLE, name)
        self.stack.push(Step(self.tr("Open"), before, after, self._take))
        if name:
            self.saved(name)

    def grab(self) -> None:
        """Dragging begins."""
        self._before = self.draft, self.selected

    def drag(self, dx: float, dy: float) -> None:
        """The selected item, so far from where it was grabbed; it snaps to the grid, a door to the walls."""
        if self._before is None:
            return
        draft, key = self._before
        x, y, _, _ = draft.box(key)
        if key.kind != DOOR:
            dx, dy = snapped(x + dx) - x, snapped(y + dy) - y
        self._show(draft.moved(key, dx, dy))

    def pull(self, left: float, top: float, right: float, bottom: float) -> None:
        """The selected item's edges, each so far from where it was grabbed; they snap to the grid."""
        if self._before is None:
            return
        draft, key = self._before
        x, y, width, height = draft.box(key)
        x1, y1 = snapped(x + left) if left else x, snapped(y + top) if top else y
        x2 = snapped(x + width + right) if right else x + width
        y2 = snapped(y + height + bottom) if bottom else y + height
        x1, y1 = min(x1, x2 - 1 if left else x1), min(y1, y2 - 1 if top else y1)
        self._show(draft.boxed(key, x1, y1, x2 - x1, y2 - y1))

    def drop(self) -> None:
        """Dragging ends: one step, however long the way was."""
        if self._before is None:
            return
        (before, key), self._before = self._before, None
        after, now = self.draft.settled(key)
        self.draft = before
        if after != before:
            self._do(self.tr("Move"), after, now)

    def let_go(self) -> None:
        """Dragging is given up: everything is where it was."""
        if self._before is not None:
            (draft, _), self._before = self._before, None
            self._show(draft)

    def move(self, dx: float, dy: float) -> None:
        """Move the selected item by so much."""
        if self.selected != WHOLE:
            after = self.draft.moved(self.selected, dx, dy)
            self._do(self.tr("Move"), *after.settled(self.selected), merge=f"move {self.selected}")

    def grow(self, dx: float, dy: float) -> None:
        """Make the selected item wider and higher by so much."""
        if self.selected.kind in {ROOM, FURNITURE, RING}:
            x, y, width, height = self.draft.box(self.selected)
            after = self.draft.boxed(self.selected, x, y, width + dx, height + dy)
            self._do(self.tr("Resize"), after, self.selected, merge=f"grow {self.selected}")

    def change(self, field: str, value: object) -> None:
        """Another value in a field of the selected item."""
        merge = f"{field} {self.selected}" if field in _TEXTS else ""
        if field == "ellipse":
            field, value = "kind", "ellipse" if value else "rectangle"
        after = self.draft.changed(self.selected, "at" if field == "along" else field, value)
        self._do(self.tr("Change"), after, self.selected, merge=merge)

    def delete(self) -> None:
        """Take the selected item out."""
        if self.selected != WHOLE:
            self._do(self.tr("Delete"), self.draft.without(self.selected), WHOLE)

    def add(self, kind: str, what: str = "desk") -> None:
        """Add something where there is space: in or beside the room that is selected, or of what is selected."""
        draft, key = self.draft, self.selected
        here = key.room
        if key.kind == DOOR:
            door = draft.doors[key.room]
            names = door.between or (door.room,)
            here = next((i for i, room in enumerate(draft.rooms) if room.id in names), 0)
        if kind == ROOM:
            self._do(self.tr("Add a room"), *draft.with_room(None if key == WHOLE else here, self.tr("Room")))
        elif kind == SEAT:
            self._do(self.tr("Add a seat"), *draft.with_seat(here))
        elif kind == FURNITURE:
            self._do(self.tr("Add furniture"), *draft.with_thing(here, what))
        elif kind == RING:
            self._do(self.tr("Add a talk circle"), *draft.with_ring(here))
        elif kind == DOOR:
            self._do(self.tr("Add a door"), *draft.with_door(here))

    def _show(self, draft: Draft) -> None:
        self.draft = draft
        self._tell()

    def _do(self, text: str, draft: Draft, selected: ItemKey, *, merge: str = "") -> None:
        if draft == self.draft:
            self.select(selected)
            return
        self.stack.push(Step(text, (self.draft, self.selected, None), (draft, selected, None), self._take, merge))

    def _take(self, state: State) -> None:
        """The draft and the selection of a step; the stack tells of it."""
        self.draft, self.selected, name = state
        if name is not None:
            self.name = name


@lru_cache(maxsize=64)
def _fault(draft: Draft) -> Fault | None:
    return draft.fault()


def _items(draft: Draft, language: str) -> tuple[ItemFigure, ...]:
    """Rooms first, then what is in them, then doors: as they are drawn."""

    def made(key: ItemKey, label: str = "") -> ItemFigure:
        x, y, width, height = draft.box(key)
        if key.kind == SEAT:
            x, y, width, height = x - SEAT_SIZE / 2, y - SEAT_SIZE / 2, SEAT_SIZE, SEAT_SIZE
        return ItemFigure(key, x, y, width, height, label, draft.thing(key))

    ring = QCoreApplication.translate("PlanEditor", "Talk circle")
    seat = QCoreApplication.translate("PlanEditor", "Seat {0}")
    items = [made(ItemKey(ROOM, i), room.title(language)) for i, room in enumerate(draft.rooms)]
    for i, room in enumerate(draft.rooms):
        items += [made(ItemKey(FURNITURE, i, j)) for j in range(len(room.furniture))]
        items += [made(ItemKey(RING, i), ring)] if room.ring else []
        items += [made(ItemKey(SEAT, i, j), seat.format(one.id)) for j, one in enumerate(room.seats)]
    return (*items, *(_door(draft, i, language) for i in range(len(draft.doors))))


def _door(draft: Draft, number: int, language: str) -> ItemFigure:
    x, y, place = draft.door_place(number)
    door, titles = draft.doors[number], {room.id: room.title(language) for room in draft.rooms}
    rooms = [titles.get(name, name) for name in (place.rooms if place else door.between or (door.room,))]
    across = place is None or place.horizontal
    width, height = (draft.door_width, 1.0) if across else (1.0, draft.door_width)
    outside = QCoreApplication.translate("PlanEditor", "outside")
    label = " – ".join(rooms if len(rooms) > 1 else (*rooms, outside))
    return ItemFigure(ItemKey(DOOR, number), x - width / 2, y - height / 2, width, height, label, door, place)
