"""What is selected, as a list and as a form."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop.plan_editor.figures import (
    DOOR,
    FURNITURE,
    FURNITURE_KINDS,
    PLAN,
    RING,
    ROOM,
    SEAT,
    SIDES,
    ItemFigure,
    ItemKey,
    PlanEditFigure,
)
from desktop.widgets.plain import tooltip

KEY = Qt.ItemDataRole.UserRole


def furniture_name(what: str) -> str:
    """A kind of furniture in the interface's language."""
    names = {
        "desk": QCoreApplication.translate("PlanPanel", "Desk"),
        "table": QCoreApplication.translate("PlanPanel", "Table"),
        "sofa": QCoreApplication.translate("PlanPanel", "Sofa"),
        "shelf": QCoreApplication.translate("PlanPanel", "Shelf"),
        "counter": QCoreApplication.translate("PlanPanel", "Counter"),
        "plant": QCoreApplication.translate("PlanPanel", "Plant"),
        "screen": QCoreApplication.translate("PlanPanel", "Screen"),
    }
    return names.get(what, what)


def side_name(side: str) -> str:
    """A point of the compass in the interface's language."""
    names = {
        "north": QCoreApplication.translate("PlanPanel", "North"),
        "east": QCoreApplication.translate("PlanPanel", "East"),
        "south": QCoreApplication.translate("PlanPanel", "South"),
        "west": QCoreApplication.translate("PlanPanel", "West"),
    }
    return names.get(side, side)


class ItemTree(QTreeWidget):
    """Everything in the plan, by rooms. Signal: `chosen(ItemKey)`."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setHeaderHidden(True)
        self.setIndentation(14)
        self.setUniformRowHeights(True)
        self.setAccessibleName(self.tr("Rooms and what is in them"))
        self.setStyleSheet("QTreeView { show-decoration-selected: 1; } QTreeView::item { border-radius: 0px; }")
        self._shown: tuple[tuple[ItemKey, str], ...] = ()
        self._rows: dict[ItemKey, QTreeWidgetItem] = {}
        self.currentItemChanged.connect(self._on_current)

    def show_figure(self, figure: PlanEditFigure) -> None:
        """The same rows while only places change; what is at fault has a sign."""
        named = tuple((item.key, self._name(item)) for item in figure.items)
        blocked = QSignalBlocker(self)
        if named != self._shown:
            self._shown = named
            self._fill(named)
        for key, text in named:
            told = f"{text}  ⚠" if key == figure.at else text
            if self._rows[key].text(0) != told:
                self._rows[key].setText(0, told)
        row = self._rows.get(figure.selected)
        if row is None:
            self.clearSelection()
            self.setCurrentIndex(QModelIndex())
        elif row is not self.currentItem():
            self.setCurrentItem(row)
            self.scrollToItem(row, QAbstractItemView.ScrollHint.PositionAtCenter)
        blocked.unblock()

    def _fill(self, named: tuple[tuple[ItemKey, str], ...]) -> None:
        opened = {
            key.room for key, row in self._rows.items() if key.kind == ROOM and row.isExpanded()
        }  # fmt: skip
        self.clear()
        self._rows = {}
        doors = QTreeWidgetItem([self.tr("Doors")])
        doors.setFlags(Qt.ItemFlag.ItemIsEnabled)
        for key, text in named:
            row = QTreeWidgetItem([text])
            row.setData(0, KEY, key)
            row.setToolTip(0, tooltip(text))
            self._rows[key] = row
            if key.kind == ROOM:
                self.addTopLevelItem(row)
            elif key.kind == DOOR:
                doors.addChild(row)
            else:
                self._rows[ItemKey(ROOM, key.room)].addChild(row)
        if doors.childCount():
            self.addTopLevelItem(doors)
        for number in opened:
            if room := self._rows.get(ItemKey(ROOM, number)):
                room.setExpanded(True)

    def _name(self, item: ItemFigure) -> str:
        return furniture_name(item.what) if item.key.kind == FURNITURE else item.label or item.id

    def _on_current(self, row: QTreeWidgetItem | None, _before: QTreeWidgetItem | None) -> None:
        if row is not None and (key := row.data(0, KEY)) is not None:
            self.chosen.emit(key)


class ItemForm(QWidget):
    """The fields of what is selected. Signal: `edited(field, value)`."""

    edited = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = QLabel()
        self.title.setProperty("role", "strong")
        self._fields: dict[tuple[str, str], QWidget] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 4, 0)
        column.setSpacing(8)
        column.addWidget(self.title)
        # Not stacked: a short page would scroll like the longest.
        self.pages: dict[str, QWidget] = {}
        for kind, fields in self._plan_of_pages().items():
            self.pages[kind] = page = self._page(kind, fields)
            page.hide()
            column.addWidget(page)
        column.addStretch(1)

    def field(self, kind: str, name: str) -> QWidget:
        """The widget of a field."""
        return self._fields[kind, name]

    def show_figure(self, figure: PlanEditFigure) -> None:
        """Show the values; a field in which somebody types is left alone while it says the same."""
        item = figure.item(figure.selected)
        kind = item.key.kind if item else PLAN
        for of, shown in self.pages.items():
            shown.setVisible(of == kind)
        self.title.setText(self._titles()[kind])
        for (page, name), widget in self._fields.items():
            if page == kind:
                _set(widget, _value(figure, item, name))

    def _titles(self) -> dict[str, str]:
        return {
            PLAN: self.tr("Plan"), ROOM: self.tr("Room"), SEAT: self.tr("Seat"), FURNITURE: self.tr("Furniture"),
            RING: self.tr("Talk circle"), DOOR: self.tr("Door"),
        }  # fmt: skip

    def _plan_of_pages(self) -> dict[str, tuple[tuple[str, str, str], ...]]:
        """Kind of item -> its fields, each as name, label and kind of field."""
        names = (("name", self.tr("Name"), "text"), ("name_de", self.tr("Name in German"), "text"))
        place = (("x", self.tr("From the west"), "number"), ("y", self.tr("From the north"), "number"))
        size = (("width", self.tr("Width"), "size"), ("height", self.tr("Depth"), "size"))
        seat = ("id", self.tr("Number or name"), "text")
        return {
            PLAN: (*names, ("door_width", self.tr("Width of doors"), "size")),
            ROOM: (*names, ("id", self.tr("Id"), "text"), ("corridor", self.tr("Corridor: for walking"), "yes"),
                   *place, *size),
            SEAT: (seat, ("facing", self.tr("Looks"), "side"), *place),
            FURNITURE: (("what", self.tr("What"), "what"), ("ellipse", self.tr("Round"), "yes"), *place, *size),
            RING: (*place, *size),
            DOOR: (("rooms", self.tr("Between"), "words"), ("along", self.tr("Along the wall"), "part")),
        }  # fmt: skip

    def _page(self, kind: str, fields: tuple[tuple[str, str, str], ...]) -> QWidget:
        page = QWidget()
        form = QFormLayout(page)
        form.setContentsMargins(0, 0, 0, 0)
        form.setHorizontalSpacing(12)
        form.setVerticalSpacing(7)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for name, label, what in fields:
            widget = self._field(name, label, what)
            self._fields[kind, name] = widget
            form.addRow("" if what == "yes" else label, widget)
        if kind == PLAN:
            form.addRow(self._hint())
        return page

    def _hint(self) -> QLabel:
        hint = QLabel(
            self.tr(
                "Click on something to change it, drag it to move it. Arrow keys move it as well, with Shift they "
                "resize it, Del deletes it; Page Up and Page Down choose the next."
            )
        )
        hint.setWordWrap(True)
        hint.setProperty("role", "small")
        return hint

    def _field(self, name: str, label: str, what: str) -> QWidget:
        if what == "yes":
            box = QCheckBox(label)
            box.toggled.connect(lambda on: self.edited.emit(name, on))
            return box
        if what in {"side", "what"}:
            choice = QComboBox()
            for value in SIDES if what == "side" else FURNITURE_KINDS:
                choice.addItem(side_name(value) if what == "side" else furniture_name(value), value)
            choice.activated.connect(lambda _row: self.edited.emit(name, choice.currentData()))
            choice.setAccessibleName(label)
            return choice
        if what == "words":
            words = QLabel()
            words.setWordWrap(True)
            return words
        if what == "text":
            text = QLineEdit()
            text.setMaxLength(60)
            text.setAccessibleName(label)
            text.textEdited.connect(lambda written: self.edited.emit(name, written))
            return text
        number = QDoubleSpinBox()
        number.setAccessibleName(label)
        # Whoever types 42 does not mean 4 first.
        number.setKeyboardTracking(False)
        number.setRange(0.5 if what == "size" else -9999.0, 9999.0)
        number.setDecimals(2)
        number.setSingleStep(0.5)
        if what == "part":
            number.setRange(0.0, 100.0)
            number.setDecimals(0)
            number.setSingleStep(5)
            number.setSuffix(" %")
        number.valueChanged.connect(lambda value: self.edited.emit(name, value / 100 if what == "part" else value))
        return number


def _value(figure: PlanEditFigure, item: ItemFigure | None, name: str) -> object:
    if item is None:
        return getattr(figure, name)
    if name == "rooms":
        return item.label
    if name == "along":
        return item.along * 100
    if item.key.kind == SEAT and name in {"x", "y"}:
        # A seat is where its middle is.
        return item.x + item.width / 2 if name == "x" else item.y + item.height / 2
    return getattr(item, name)


def _set(widget: QWidget, value: object) -> None:
    with QSignalBlocker(widget):
        if isinstance(widget, QCheckBox):
            widget.setChecked(bool(value))
        elif isinstance(widget, QComboBox):
            widget.setCurrentIndex(widget.findData(value))
        elif isinstance(widget, QDoubleSpinBox):
            if abs(widget.value() - float(str(value))) > 0.004:
                widget.setValue(float(str(value)))
        elif isinstance(widget, QLabel | QLineEdit) and widget.text() != str(value):
            widget.setText(str(value))
            if isinstance(widget, QLineEdit) and not widget.hasFocus():
                # A long name is read from its beginning.
                widget.setCursorPosition(0)
