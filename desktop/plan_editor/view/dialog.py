"""The plan editor's dialog: tools above, the sheet, the list and form beside it, save below."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QSplitter,
    QToolButton,
    QWidget,
)

from desktop.plan_editor.figures import DOOR, FURNITURE, FURNITURE_KINDS, RING, ROOM, SEAT, PlanEditFigure
from desktop.plan_editor.model import PlanEditor
from desktop.plan_editor.view.panel import ItemForm, ItemTree, furniture_name
from desktop.plan_editor.view.sheet import Sheet
from desktop.widgets.forms.dialog import FormDialog
from desktop.widgets.icons import icon
from desktop.widgets.layouts import across, upright
from desktop.widgets.parts import scrolled
from desktop.widgets.plain import tooltip
from desktop.widgets.themed import Themed

NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")


class PlanEditorDialog(Themed, FormDialog):
    """Edits a plan. What needs files is asked of whoever opened it.

    Signals: `open_wanted(name)`, `import_wanted(path)`, `save_wanted(name, replace)`; `replace`: the person has been
    told that there is such a plan, and pressed Save again.
    """

    open_wanted = Signal(str)
    import_wanted = Signal(str)
    save_wanted = Signal(str, bool)

    def __init__(self, editor: PlanEditor, plans: Sequence[str], name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Floor plan editor"))
        self.setModal(True)
        self.resize(1120, 740)
        self.editor = editor
        self.figure = PlanEditFigure()
        self._warned_of = ""
        self._told = ""
        self._opened = name
        self._icons: list[tuple[QToolButton, str]] = []
        self._build(name)
        self._connect()
        self.show_plans(plans, name)
        self._restyle()
        self._on_changed()
        self.sheet.setFocus()

    # Building -------------------------------------------------------------------------------------------------------

    def _build(self, name: str) -> None:
        self.sheet = Sheet()
        self.tree = ItemTree()
        self.form = ItemForm()
        side = QWidget()
        beside = upright((self.tree, 1), within=side, margins=0, spacing=10)
        form = scrolled(self.form)
        form.setMinimumHeight(150)
        form.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        beside.addWidget(form, 1)
        parts = QSplitter(Qt.Orientation.Horizontal)
        parts.setChildrenCollapsible(False)
        parts.setHandleWidth(12)
        parts.addWidget(self.sheet)
        parts.addWidget(side)
        parts.setStretchFactor(0, 1)
        parts.setSizes([800, 300])
        side.setMinimumWidth(250)
        self._side = side
        upright(self._tools(), (parts, 1), self._foot(name), within=self, margins=(18, 14, 18, 14), spacing=10)

    def _tools(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(4)
        self.plans = QComboBox()
        self.plans.setAccessibleName(self.tr("Open a plan"))
        self.plans.setMinimumWidth(130)
        self.import_button = self._tool("ph.download-simple", self.tr("Import…"), self.tr("Import a map of Tiled"))
        row.addWidget(self.plans)
        row.addWidget(self.import_button)
        row.addSpacing(14)
        self.add_buttons = {
            ROOM: self._tool("ph.square", self.tr("Room"), self.tr("Add a room")),
            DOOR: self._tool("ph.door", self.tr("Door"), self.tr("Add a door to the room that is selected")),
            SEAT: self._tool("ph.armchair", self.tr("Seat"), self.tr("Add a seat to the room that is selected")),
            FURNITURE: self._tool("ph.table", self.tr("Furniture"), self.tr("Add furniture")),
            RING: self._tool("ph.circle-dashed", self.tr("Talk circle"), self.tr("Where a talk sits around the table")),
        }
        for button in self.add_buttons.values():
            row.addWidget(button)
        menu = QMenu(self)
        for what in FURNITURE_KINDS:
            menu.addAction(furniture_name(what)).setData(what)
        menu.triggered.connect(lambda action: self.editor.add(FURNITURE, action.data()))
        self.add_buttons[FURNITURE].setMenu(menu)
        self.add_buttons[FURNITURE].setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        row.addStretch(1)
        self.undo = self._tool("ph.arrow-counter-clockwise", "", self.tr("Undo"))
        self.redo = self._tool("ph.arrow-clockwise", "", self.tr("Redo"))
        self.delete = self._tool("ph.trash", "", self.tr("Delete what is selected"))
        self.fit = self._tool("ph.corners-out", "", self.tr("Show all"))
        for button in (self.undo, self.redo, self.delete, self.fit):
            row.addWidget(button)
        return row

    def _tool(self, picture: str, text: str, tip: str) -> QToolButton:
        button = QToolButton()
        button.setText(text)
        button.setToolTip(tooltip(tip))
        button.setAccessibleName(tip)
        button.setIconSize(QSize(18, 18))
        button.setToolButtonStyle(
            Qt.ToolButtonStyle.ToolButtonTextBesideIcon if text else Qt.ToolButtonStyle.ToolButtonIconOnly
        )
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._icons.append((button, picture))
        return button

    def _foot(self, name: str) -> QHBoxLayout:
        self.message = QLabel()
        self.message.setWordWrap(True)
        self.message.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.message.setMinimumHeight(36)
        self.name = QLineEdit(name)
        self.name.setMaxLength(40)
        self.name.setFixedWidth(150)
        self.name.setAccessibleName(self.tr("Save under this name"))
        self.name.setToolTip(self.tr("Small letters, digits and dashes"))
        self.save = QPushButton(self.tr("Save"))
        self.save.setProperty("primary", True)
        self.close_button = QPushButton(self.tr("Close"))
        for button in (self.save, self.close_button):
            button.setAutoDefault(False)
        label = QLabel(self.tr("Save as"))
        label.setProperty("role", "secondary")
        label.setBuddy(self.name)
        return across((self.message, 1), label, self.name, self.save, self.close_button, spacing=10)

    def _connect(self) -> None:
        editor, sheet = self.editor, self.sheet
        editor.changed.connect(self._on_changed)
        for signal, slot in (
            (sheet.chosen, editor.select), (sheet.grabbed, editor.grab), (sheet.dragged, editor.drag),
            (sheet.pulled, editor.pull), (sheet.dropped, editor.drop), (sheet.let_go, editor.let_go),
            (sheet.moved, editor.move), (sheet.grown, editor.grow), (self.tree.chosen, editor.select),
            (self.form.edited, editor.change),
        ):  # fmt: skip
            signal.connect(slot)
        for kind in (ROOM, DOOR, SEAT, RING):
            self.add_buttons[kind].clicked.connect(lambda _=False, kind=kind: editor.add(kind))
        self.undo.clicked.connect(editor.stack.undo)
        self.redo.clicked.connect(editor.stack.redo)
        self.delete.clicked.connect(editor.delete)
        self.fit.clicked.connect(sheet.fit)
        self.plans.activated.connect(lambda row: self.open_wanted.emit(self.plans.itemText(row)))
        self.import_button.clicked.connect(self._ask_import)
        self.name.textEdited.connect(self._on_name)
        self.save.clicked.connect(self._ask_save)
        self.close_button.clicked.connect(self.reject)
        # Written out: what the system calls its standard keys leaves out one or the other.
        self._shortcut(("Ctrl+Z",), editor.stack.undo)
        self._shortcut(("Ctrl+Shift+Z", "Ctrl+Y"), editor.stack.redo)
        self._shortcut(("Ctrl+S",), self.save.click)
        # On the sheet and the list alone: in a field, Del is for letters.
        for widget in (self.sheet, self.tree):
            for key in (QKeySequence.StandardKey.Delete, QKeySequence(Qt.Key.Key_Backspace)):
                shortcut = QShortcut(QKeySequence(key), widget)
                shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
                shortcut.activated.connect(editor.delete)

    def _shortcut(self, keys: Sequence[str], slot: Callable[[], object]) -> None:
        for key in keys:
            QShortcut(QKeySequence(key), self).activated.connect(slot)

    # Showing --------------------------------------------------------------------------------------------------------

    def _restyle(self) -> None:
        theme = self.theme
        for button, picture in self._icons:
            button.setIcon(icon(picture, theme.colour("secondary"), theme.colour("neutral")))
        # Large letters leave no space for words beside the pictures; their tips say the same.
        style = (
            Qt.ToolButtonStyle.ToolButtonIconOnly if self.scale > 1.2 else Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        )
        for button in self.add_buttons.values():
            button.setToolButtonStyle(style)
        self._side.setMinimumWidth(round(250 * min(self.scale, 1.4)))

    def show_plans(self, plans: Sequence[str], current: str) -> None:
        """The plans that can be opened."""
        with QSignalBlocker(self.plans):
            self.plans.clear()
            self.plans.addItems(list(plans))
            self.plans.setCurrentText(current)
            self.plans.setCurrentIndex(self.plans.findText(current))

    def suggest(self, name: str) -> None:
        """A name for a plan that is in no file yet."""
        self.name.setText(name)
        self._on_name()

    def show_saved(self, where: str) -> None:
        """It was written."""
        self._warned_of = ""
        self.tell(self.tr("Saved: {0}").format(where))

    def ask_replace(self, name: str) -> None:
        """There is another plan of that name: to save again is to mean it."""
        self._warned_of = name
        self.tell(self.tr("There is a plan called “{0}” already. Save again to write over it.").format(name), bad=True)

    def tell(self, sentence: str, *, bad: bool = False) -> None:
        """Say something until the plan changes."""
        self._told = sentence
        self._say(sentence, "bad" if bad else "secondary")

    def _on_changed(self) -> None:
        self.figure = figure = self.editor.figure()
        if figure.opened != self._opened:
            self._opened = figure.opened
            self._warned_of = ""
            self.name.setText(figure.opened or self.name.text())
            with QSignalBlocker(self.plans):
                self.plans.setCurrentIndex(self.plans.findText(figure.opened))
            self.sheet.fit()
        self.sheet.show_figure(figure)
        self.tree.show_figure(figure)
        self.form.show_figure(figure)
        self._told = ""
        self._follow()

    def _on_name(self) -> None:
        self._warned_of = ""
        self._told = ""
        self._follow()

    def _follow(self) -> None:
        figure = self.figure
        self.undo.setEnabled(bool(figure.undo))
        self.redo.setEnabled(bool(figure.redo))
        self.undo.setToolTip(tooltip(self.tr("Undo: {0}").format(figure.undo) if figure.undo else self.tr("Undo")))
        self.redo.setToolTip(tooltip(self.tr("Redo: {0}").format(figure.redo) if figure.redo else self.tr("Redo")))
        self.delete.setEnabled(figure.item(figure.selected) is not None)
        named = bool(NAME.fullmatch(self.name.text()))
        self.save.setEnabled(not figure.fault and named)
        if figure.fault:
            self._say(figure.fault, "bad")
        elif not named:
            self._say(self.tr("A plan's name is of small letters, digits and dashes."), "bad")
        elif not self._told:
            self._say(self.tr("Everybody can get everywhere."), "secondary")

    def _say(self, sentence: str, role: str) -> None:
        self.message.setText(sentence)
        if self.message.property("role") != role:
            self.message.setProperty("role", role)
            self.message.style().unpolish(self.message)
            self.message.style().polish(self.message)

    # Asking ---------------------------------------------------------------------------------------------------------

    def _ask_save(self) -> None:
        name = self.name.text()
        self.save_wanted.emit(name, self._warned_of == name)

    def _ask_import(self) -> None:
        dialog = QFileDialog(self, self.tr("Import a map"), "", self.tr("Maps of Tiled (*.tmj *.json);;All files (*)"))
        dialog.fileSelected.connect(self.import_wanted)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def changed_since_shown(self) -> bool:
        """Whether there are changes that were not saved."""
        return self.figure.changed
