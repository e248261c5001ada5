"""What is selected, as a list and as a form."""

from __future__ import annotations

from functools import partial
from typing import get_args

from PySide6.QtCore import QCoreApplication, QModelIndex, QSignalBlocker, Qt
from PySide6.QtWidgets import QAbstractItemView, QDoubleSpinBox, QFormLayout, QTreeWidget, QTreeWidgetItem, QWidget

from parley.core.office.shapes import Door, Furniture, Seat, Side
from parley.desktop.plan_editor.draft import DOOR, FURNITURE, PLAN, RING, ROOM, SEAT, SIZES, SMALLEST, ItemKey
from parley.desktop.plan_editor.model import ItemFigure, PlanEditor
from parley.desktop.widgets.forms.editors import answer, labelled
from parley.desktop.widgets.forms.field import Field
from parley.desktop.widgets.forms.form import Form
from parley.desktop.widgets.layouts import upright
from parley.desktop.widgets.plain import tooltip

KEY = Qt.ItemDataRole.UserRole
FARTHEST = 9999.0
"""Plan units that can be typed."""
translate = QCoreApplication.translate


def furniture_name(what: str) -> str:
    """A kind of furniture in the interface's language."""
    names = {
        "desk": translate("PlanPanel", "Desk"), "table": translate("PlanPanel", "Table"),
        "sofa": translate("PlanPanel", "Sofa"), "shelf": translate("PlanPanel", "Shelf"),
        "counter": translate("PlanPanel", "Counter"), "plant": translate("PlanPanel", "Plant"),
        "screen": translate("PlanPanel", "Screen"),
    }  # fmt: skip
    return names.get(what, what)


def side_name(side: str) -> str:
    """A point of the compass in the interface's language."""
    return {
        "north": translate("PlanPanel", "North"), "east": translate("PlanPanel", "East"),
        "south": translate("PlanPanel", "South"), "west": translate("PlanPanel", "West"),
    }[side]  # fmt: skip


def kind_name(kind: str) -> str:
    """A kind of item in the interface's language."""
    return {
        PLAN: translate("ItemForm", "Plan"), ROOM: translate("ItemForm", "Room"), SEAT: translate("ItemForm", "Seat"),
        FURNITURE: translate("ItemForm", "Furniture"), RING: translate("ItemForm", "Talk circle"),
        DOOR: translate("ItemForm", "Door"),
    }[kind]  # fmt: skip


class ItemTree(QTreeWidget):
    """Everything in the plan, by rooms."""

    def __init__(self, editor: PlanEditor) -> None:
        super().__init__()
        self._editor = editor
        self.setHeaderHidden(True)
        self.setIndentation(14)
        self.setUniformRowHeights(True)
        self.setAccessibleName(self.tr("Rooms and what is in them"))
        self.setStyleSheet("QTreeView { show-decoration-selected: 1; } QTreeView::item { border-radius: 0px; }")
        self._shown: dict[ItemKey, str] = {}
        self._rows: dict[ItemKey, QTreeWidgetItem] = {}
        self.currentItemChanged.connect(self._on_current)

    def follow(self) -> None:
        """The same rows while only places change; what is at fault has a sign."""
        named, faulty = {item.key: item_name(item) for item in self._editor.items}, self._editor.fault.at
        with QSignalBlocker(self):
            if list(named.items()) != list(self._shown.items()):
                self._shown = named
                self._fill(named)
            for key, text in named.items():
                self._rows[key].setText(0, f"{text}  ⚠" if key == faulty else text)
            row = self._rows.get(self._editor.selected)
            if row is None:
                self.clearSelection()
                self.setCurrentIndex(QModelIndex())
            elif row is not self.currentItem():
                self.setCurrentItem(row)
                self.scrollToItem(row, QAbstractItemView.ScrollHint.PositionAtCenter)

    def _fill(self, named: dict[ItemKey, str]) -> None:
        opened = [key for key, row in self._rows.items() if row.isExpanded()]
        self.clear()
        doors = QTreeWidgetItem([self.tr("Doors")])
        doors.setFlags(Qt.ItemFlag.ItemIsEnabled)
        self._rows = {}
        for key, text in named.items():
            row = self._rows[key] = QTreeWidgetItem([text])
            row.setData(0, KEY, key)
            row.setToolTip(0, tooltip(text))
            if key.kind == ROOM:
                self.addTopLevelItem(row)
            else:
                (doors if key.kind == DOOR else self._rows[ItemKey(ROOM, key.room)]).addChild(row)
        if doors.childCount():
            self.addTopLevelItem(doors)
        for key in opened:
            if key in self._rows:
                self._rows[key].setExpanded(True)

    def _on_current(self, row: QTreeWidgetItem | None) -> None:
        if row is not None and (key := row.data(0, KEY)) is not None:
            self._editor.select(key)


class ItemForm(QWidget):
    """The fields of what is selected. Attributes: `pages` by the kind of item."""

    def __init__(self, editor: PlanEditor) -> None:
        super().__init__()
        self._editor = editor
        self.title, self.joined = labelled(role="strong"), labelled(role="")
        self._titles = {kind: kind_name(kind) for kind in (PLAN, ROOM, SEAT, FURNITURE, RING, DOOR)}
        self.pages: dict[str, Form] = {}
        column = upright(self.title, within=self, margins=(0, 0, 4, 0), spacing=8)
        # Not stacked: a short page would scroll like the longest.
        for kind, fields in self._fields().items():
            self.pages[kind] = page = Form(across=12, down=7)
            page.rows.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
            if kind == DOOR:
                page.rows.addRow(self.tr("Between"), self.joined)
            for field in fields:
                box = page.add(field)
                if isinstance(box, QDoubleSpinBox):
                    # Whoever types 42 does not mean 4 first.
                    box.setKeyboardTracking(False)
            page.changed.connect(partial(self._on_changed, page))
            page.hide()
            column.addWidget(page)
        note = self.tr(
            "Click on something to change it, drag it to move it. Arrow keys move it as well, with Shift they "
            "resize it, Del deletes it; Page Up and Page Down choose the next."
        )
        self.pages[PLAN].add_note(note, "small")
        column.addStretch(1)

    def _on_changed(self, page: Form, name: str) -> None:
        value = answer(page.editors[name])
        self._editor.change(name, value / 100 if name == "along" else value)

    def field(self, kind: str, name: str) -> QWidget:
        """The widget of a field."""
        return self.pages[kind].editors[name]

    def follow(self) -> None:
        """Show the values; a field in which somebody types is left alone while it says the same."""
        item = self._editor.item(self._editor.selected)
        kind = item.key.kind if item else PLAN
        for of, page in self.pages.items():
            page.setVisible(of == kind)
        self.title.setText(self._titles[kind])
        self.joined.setText(item.label if item else "")
        shown = self.pages[kind]
        shown.show_values({name: _value(self._editor, item, name) for name in shown.editors})

    def _fields(self) -> dict[str, tuple[Field, ...]]:
        """Kind of item -> its fields."""
        sides = tuple((side, side_name(side)) for side in get_args(Side))
        kinds = tuple((what, furniture_name(what)) for what in SIZES)
        names = _text("name", self.tr("Name")), _text("name_de", self.tr("Name in German"))
        place = _number("x", self.tr("From the west"), -FARTHEST), _number("y", self.tr("From the north"), -FARTHEST)
        size = _number("width", self.tr("Width"), SMALLEST), _number("height", self.tr("Depth"), SMALLEST)
        corridor = Field(name="corridor", title="", kind="bool", label=self.tr("Corridor: for walking"))
        looks = Field(name="facing", title=self.tr("Looks"), kind="choice", choices=sides)
        what = Field(name="what", title=self.tr("What"), kind="choice", choices=kinds)
        ellipse = Field(name="ellipse", title="", kind="bool", label=self.tr("Round"))
        along = self.tr("Along the wall")
        return {
            PLAN: (*names, _number("door_width", self.tr("Width of doors"), SMALLEST)),
            ROOM: (*names, _text("id", self.tr("Id")), corridor, *place, *size),
            SEAT: (_text("id", self.tr("Number or name")), looks, *place),
            FURNITURE: (what, ellipse, *place, *size),
            RING: (*place, *size),
            DOOR: (Field(name="along", title=along, kind="float", high=100, step=5, unit=" %", extra={"decimals": 0}),),
        }


def item_name(item: ItemFigure) -> str:
    if isinstance(item.thing, Furniture):
        return furniture_name(item.thing.what)
    return item.label or str(getattr(item.thing, "id", ""))


def _text(name: str, title: str) -> Field:
    return Field(name=name, title=title, longest=60)


def _number(name: str, title: str, low: float) -> Field:
    return Field(name=name, title=title, kind="float", low=low, high=FARTHEST, step=0.5)


def _value(editor: PlanEditor, item: ItemFigure | None, name: str) -> object:
    if item is None:
        value = getattr(editor.draft, name)
    elif isinstance(item.thing, Door):
        value = item.thing.at * 100
    elif name == "ellipse":
        value = isinstance(item.thing, Furniture) and item.thing.kind == "ellipse"
    else:
        # A seat is where its middle is.
        own = name not in {"x", "y", "width", "height"} or isinstance(item.thing, Seat)
        value = getattr(item.thing if own else item, name)
    return round(value, 0 if name == "along" else 2) if isinstance(value, float) else value
