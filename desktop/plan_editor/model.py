"""The plan that is edited: what is selected, what is wrong, and every step back."""

from __future__ import annotations

from functools import lru_cache
from weakref import proxy

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from core.office.plan import Plan
from core.office.shapes import Furniture, Ring, Room, Seat
from desktop.plan_editor.draft import Draft, draft_of, snapped
from desktop.plan_editor.faults import Fault
from desktop.plan_editor.figures import DOOR, FURNITURE, RING, ROOM, SEAT, WHOLE, ItemFigure, ItemKey, PlanEditFigure

SEAT_SIZE = 2.6
"""A chair's edge, in plan units."""

_TEXTS = frozenset({"name", "name_de", "id", "x", "y", "width", "height", "along", "door_width"})
"""Fields of which one edit after another is one step back."""


class PlanEditor(QObject):
    """Edits one plan after another; to open another is a step that can be taken back, too.

    Attributes: `draft`, the plan as it is now; `name`, under which it was opened or saved last; `language` of what
    rooms are called; `stack`, the steps.
    Signal: `changed()`, with another `figure()`.
    """

    changed = Signal()

    def __init__(self, plan: Plan, name: str, language: str = "en", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.name = name
        self.language = language
        self.draft = draft_of(plan)
        self.selected = WHOLE
        self.stack = QUndoStack(self)
        # A step tells the stack before it is counted: only now do undo and redo know what they would do.
        self.stack.indexChanged.connect(self.changed)
        self.stack.cleanChanged.connect(self.changed)
        self._before: tuple[Draft, ItemKey] | None = None

    # Showing --------------------------------------------------------------------------------------------------------

    def figure(self) -> PlanEditFigure:
        """The plan as it is now."""
        draft, fault = self.draft, self.fault()
        return PlanEditFigure(
            opened=self.name,
            name=draft.name,
            name_de=draft.name_de,
            door_width=draft.door_width,
            items=_items(draft, self.language),
            selected=self.selected,
            fault=fault.sentence if fault else "",
            at=fault.at if fault else None,
            changed=not self.stack.isClean(),
            undo=self.stack.undoText() if self.stack.canUndo() else "",
            redo=self.stack.redoText() if self.stack.canRedo() else "",
        )

    def fault(self) -> Fault | None:
        """What is wrong with the plan."""
        return _fault(self.draft)

    def plan(self, name: str) -> Plan:
        """The plan under a name. Raises `ValidationError` while something is wrong with it."""
        return self.draft.plan(name)

    def saved(self, name: str) -> None:
        """All there is has been written, under that name."""
        self.name = name
        self.stack.setClean()
        self.changed.emit()

    # Edits ----------------------------------------------------------------------------------------------------------

    def select(self, key: ItemKey | None) -> None:
        """Another item is selected; None: the plan itself."""
        self.selected = key or WHOLE
        self.changed.emit()

    def open(self, plan: Plan, name: str = "") -> None:
        """Edit another plan; without a name it is in no file yet."""
        before, after = (self.draft, self.selected), (draft_of(plan), WHOLE)
        self.stack.push(_Opening(self, self.tr("Open"), before, after, (self.name, name)))
        if name:
            self.saved(name)

    def grab(self) -> None:
        """Dragging begins."""
        self._before = self.draft, self.selected

    def drag(self, dx: float, dy: float) -> None:
        """The selected item, so far from where it was grabbed; it snaps to the grid."""
        if self._before is None:
            return
        draft, key = self._before
        x, y, _, _ = draft.box(key)
        if key.kind == DOOR:
            self._show(draft.door_at(key.room, (x + dx, y + dy)))
        else:
            self._show(draft.moved(key, snapped(x + dx) - x, snapped(y + dy) - y))

    def pull(self, left: float, top: float, right: float, bottom: float) -> None:
        """The selected item's edges, each so far from where it was grabbed; they snap to the grid."""
        if self._before is None:
            return
        draft, key = self._before
        x, y, width, height = draft.box(key)
        x1 = snapped(x + left) if left else x
        y1 = snapped(y + top) if top else y
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
        field = "at" if field == "along" else "kind" if field == "ellipse" else field
        if field == "kind":
            value = "ellipse" if value else "rectangle"
        after = self.draft.changed(self.selected, field, value)
        merge = f"{field} {self.selected}" if field in _TEXTS else ""
        self._do(self.tr("Change"), after, self.selected, merge=merge)

    def delete(self) -> None:
        """Take the selected item out."""
        if self.selected != WHOLE:
            self._do(self.tr("Delete"), self.draft.without(self.selected), WHOLE)

    def add(self, kind: str, what: str = "desk") -> None:
        """Add something where there is space: in or beside the room that is selected, or of what is selected."""
        here = self._here()
        if kind == ROOM:
            beside = None if self.selected == WHOLE else here
            self._do(self.tr("Add a room"), *self.draft.with_room(beside, self.tr("Room")))
        elif kind == SEAT:
            self._do(self.tr("Add a seat"), *self.draft.with_seat(here))
        elif kind == FURNITURE:
            self._do(self.tr("Add furniture"), *self.draft.with_thing(here, what))
        elif kind == RING:
            self._do(self.tr("Add a talk circle"), *self.draft.with_ring(here))
        elif kind == DOOR:
            self._do(self.tr("Add a door"), *self.draft.with_door(here))

    def _here(self) -> int:
        if self.selected == WHOLE:
            return 0
        if self.selected.kind != DOOR:
            return self.selected.room
        door = self.draft.doors[self.selected.room]
        names = door.between or (door.room,)
        return next((i for i, room in enumerate(self.draft.rooms) if room.id in names), 0)

    def _show(self, draft: Draft) -> None:
        self.draft = draft
        self.changed.emit()

    def _do(self, text: str, draft: Draft, selected: ItemKey, *, merge: str = "") -> None:
        if draft == self.draft:
            self.select(selected)
            return
        self.stack.push(_Step(self, text, (self.draft, self.selected), (draft, selected), merge))

    def take(self, state: tuple[Draft, ItemKey]) -> None:
        """The draft and the selection of a step; the stack tells of it."""
        self.draft, self.selected = state


class _Step(QUndoCommand):
    """One edit: what there was before and after it. Steps of the same `merge` that follow each other are one.

    Qt owns a step, and a step must not own its editor: in a circle the garbage collector takes the step away from
    under the stack, which then deletes it once more and brings the process down.
    """

    def __init__(
        self, editor: PlanEditor, text: str, before: tuple[Draft, ItemKey], after: tuple[Draft, ItemKey], merge: str
    ) -> None:
        super().__init__(text)
        self._editor: PlanEditor = proxy(editor)
        self._before = before
        self._after = after
        self._merge = merge

    def id(self) -> int:
        return 1 if self._merge else -1

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, _Step) or other._merge != self._merge:
            return False
        self._after = other._after
        return True

    def undo(self) -> None:
        self._editor.take(self._before)

    def redo(self) -> None:
        self._editor.take(self._after)


class _Opening(_Step):
    """Another plan instead of the one before: the name goes with it."""

    def __init__(
        self,
        editor: PlanEditor,
        text: str,
        before: tuple[Draft, ItemKey],
        after: tuple[Draft, ItemKey],
        names: tuple[str, str],
    ) -> None:
        super().__init__(editor, text, before, after, "")
        self._names = names

    def undo(self) -> None:
        self._editor.name = self._names[0]
        super().undo()

    def redo(self) -> None:
        self._editor.name = self._names[1]
        super().redo()


@lru_cache(maxsize=64)
def _fault(draft: Draft) -> Fault | None:
    return draft.fault()


def _items(draft: Draft, language: str) -> tuple[ItemFigure, ...]:
    """Rooms first, then what is in them, then doors: as they are drawn."""

    def made(key: ItemKey, thing: Room | Seat | Furniture | Ring, label: str = "") -> ItemFigure:
        return ItemFigure(key, *_about(draft.box(key), SEAT_SIZE if key.kind == SEAT else 0.0), label, thing)

    ring, seat = (
        QCoreApplication.translate("PlanEditor", "Talk circle"),
        QCoreApplication.translate("PlanEditor", "Seat {0}"),
    )
    rooms = [made(ItemKey(ROOM, i), room, room.title(language)) for i, room in enumerate(draft.rooms)]
    inside: list[ItemFigure] = []
    for i, room in enumerate(draft.rooms):
        inside += [made(ItemKey(FURNITURE, i, j), thing) for j, thing in enumerate(room.furniture)]
        if room.ring:
            inside.append(made(ItemKey(RING, i), room.ring, ring))
        inside += [made(ItemKey(SEAT, i, j), one, seat.format(one.id)) for j, one in enumerate(room.seats)]
    return (*rooms, *inside, *(_door(draft, i, language) for i in range(len(draft.doors))))


def _about(box: tuple[float, float, float, float], edge: float) -> tuple[float, float, float, float]:
    """A box; with an `edge` a square of that size around its corner."""
    x, y, width, height = box
    return (x - edge / 2, y - edge / 2, edge, edge) if edge else (x, y, width, height)


def _door(draft: Draft, number: int, language: str) -> ItemFigure:
    x, y, place = draft.door_place(number)
    door, titles = draft.doors[number], {room.id: room.title(language) for room in draft.rooms}
    rooms = [titles.get(name, name) for name in (place.rooms if place else door.between or (door.room,))]
    across = place is None or place.horizontal
    width, height = (draft.door_width, 1.0) if across else (1.0, draft.door_width)
    outside = QCoreApplication.translate("PlanEditor", "outside")
    label = " – ".join(rooms if len(rooms) > 1 else (*rooms, outside))
    return ItemFigure(ItemKey(DOOR, number), x - width / 2, y - height / 2, width, height, label, door, place)
