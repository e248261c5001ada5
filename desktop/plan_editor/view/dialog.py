"""The plan editor's dialog: tools above, the sheet, the list and form beside it, save below."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QPushButton, QSplitter, QToolButton, QWidget

from parley.desktop.plan_editor.draft import DOOR, FURNITURE, RING, ROOM, SEAT, SIZES
from parley.desktop.plan_editor.model import PlanEditor
from parley.desktop.plan_editor.view.panel import ItemForm, ItemTree, furniture_name
from parley.desktop.plan_editor.view.sheet import Sheet
from parley.desktop.widgets.elided import ElidedCombo
from parley.desktop.widgets.forms.dialog import FormDialog
from parley.desktop.widgets.forms.editors import labelled, say
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.layouts import STRETCH, Gap, across, upright
from parley.desktop.widgets.parts import ask_files, scrolled
from parley.desktop.widgets.plain import tooltip
from parley.desktop.widgets.themed import Themed

NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
Style = Qt.ToolButtonStyle


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
        self._warned_of = self._told = ""
        self._opened = name
        self._icons: dict[QToolButton, str] = {}
        self.sheet, self.tree, self.form = Sheet(editor), ItemTree(editor), ItemForm(editor)
        form = scrolled(self.form)
        form.setMinimumHeight(150)
        form.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._side = QWidget()
        upright((self.tree, 1), (form, 1), within=self._side, margins=0, spacing=10)
        parts = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False, handleWidth=12)
        parts.addWidget(self.sheet)
        parts.addWidget(self._side)
        parts.setStretchFactor(0, 1)
        parts.setSizes([800, 300])
        upright(self._tools(), (parts, 1), self._foot(name), within=self, margins=(18, 14, 18, 14), spacing=10)
        self._connect()
        self.show_plans(plans, name)
        self._restyle()
        self._on_changed()
        self.sheet.setFocus()

    def _tools(self) -> QHBoxLayout:
        self.plans = ElidedCombo()
        self.plans.setAccessibleName(self.tr("Open a plan"))
        self.plans.setMinimumWidth(130)
        self.import_button = self._tool("ph.download-simple", self.tr("Import…"), self.tr("Import a map of Tiled"))
        self.add_buttons = {
            ROOM: self._tool("ph.square", self.tr("Room"), self.tr("Add a room")),
            DOOR: self._tool("ph.door", self.tr("Door"), self.tr("Add a door to the room that is selected")),
            SEAT: self._tool("ph.armchair", self.tr("Seat"), self.tr("Add a seat to the room that is selected")),
            FURNITURE: self._tool("ph.table", self.tr("Furniture"), self.tr("Add furniture")),
            RING: self._tool("ph.circle-dashed", self.tr("Talk circle"), self.tr("Where a talk sits around the table")),
        }
        menu = QMenu(self)
        for what in SIZES:
            menu.addAction(furniture_name(what)).setData(what)
        menu.triggered.connect(lambda action: self.editor.add(FURNITURE, action.data()))
        self.add_buttons[FURNITURE].setMenu(menu)
        self.add_buttons[FURNITURE].setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.undo = self._tool("ph.arrow-counter-clockwise", "", self.tr("Undo"))
        self.redo = self._tool("ph.arrow-clockwise", "", self.tr("Redo"))
        self.delete = self._tool("ph.trash", "", self.tr("Delete what is selected"))
        self.fit = self._tool("ph.corners-out", "", self.tr("Show all"))
        right = self.undo, self.redo, self.delete, self.fit
        return across(self.plans, self.import_button, Gap(14), *self.add_buttons.values(), STRETCH, *right, spacing=4)

    def _tool(self, picture: str, text: str, tip: str) -> QToolButton:
        button = QToolButton()
        button.setText(text)
        button.setToolTip(tooltip(tip))
        button.setAccessibleName(tip)
        button.setToolButtonStyle(Style.ToolButtonTextBesideIcon if text else Style.ToolButtonIconOnly)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._icons[button] = picture
        return button

    def _foot(self, name: str) -> QHBoxLayout:
        self.message = labelled()
        self.message.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.message.setMinimumHeight(36)
        self.name = QLineEdit(name, maxLength=40)
        self.name.setFixedWidth(150)
        self.name.setAccessibleName(self.tr("Save under this name"))
        self.name.setToolTip(self.tr("Small letters, digits and dashes"))
        self.save, self.close_button = QPushButton(self.tr("Save")), QPushButton(self.tr("Close"))
        self.save.setProperty("primary", True)
        for button in (self.save, self.close_button):
            button.setAutoDefault(False)
        label = labelled(self.tr("Save as"), wraps=False)
        label.setBuddy(self.name)
        return across((self.message, 1), label, self.name, self.save, self.close_button, spacing=10)

    def _connect(self) -> None:
        editor, sheet = self.editor, self.sheet
        add = {kind: button for kind, button in self.add_buttons.items() if kind != FURNITURE}
        for kind, button in add.items():
            button.clicked.connect(lambda _=False, kind=kind: editor.add(kind))
        for signal, slot in (
            (editor.changed, self._on_changed),
            (self.undo.clicked, editor.stack.undo),
            (self.redo.clicked, editor.stack.redo), (self.delete.clicked, editor.delete), (self.fit.clicked, sheet.fit),
            (self.plans.activated, lambda row: self.open_wanted.emit(self.plans.itemText(row))),
            (self.import_button.clicked, self._ask_import), (self.name.textEdited, self._on_name),
            (self.save.clicked, self._ask_save), (self.close_button.clicked, self.reject),
        ):  # fmt: skip
            signal.connect(slot)
        # Written out: what the system calls its standard keys leaves out one or the other.
        for key, slot in (
            ("Ctrl+Z", editor.stack.undo), ("Ctrl+Shift+Z", editor.stack.redo), ("Ctrl+Y", editor.stack.redo),
            ("Ctrl+S", self.save.click),
        ):  # fmt: skip
            QShortcut(QKeySequence(key), self).activated.connect(slot)
        # On the sheet and the list alone: in a field, Del is for letters.
        for widget in (self.sheet, self.tree):
            for delete in (QKeySequence.StandardKey.Delete, QKeySequence(Qt.Key.Key_Backspace)):
                shortcut = QShortcut(QKeySequence(delete), widget, context=Qt.ShortcutContext.WidgetShortcut)
                shortcut.activated.connect(editor.delete)

    # Showing --------------------------------------------------------------------------------------------------------

    def _restyle(self) -> None:
        theme = self.theme
        for button, picture in self._icons.items():
            button.setIcon(icon(picture, theme.colour("secondary"), theme.colour("neutral")))
            button.setIconSize(QSize(18, 18) * self.scale)
        # Large letters leave no space for words beside the pictures; their tips say the same.
        style = Style.ToolButtonIconOnly if self.scale > 1.2 else Style.ToolButtonTextBesideIcon
        for button in self.add_buttons.values():
            button.setToolButtonStyle(style)
        self._side.setMinimumWidth(round(250 * min(self.scale, 1.4)))

    def show_plans(self, plans: Sequence[str], current: str) -> None:
        """The plans that can be opened."""
        with QSignalBlocker(self.plans):
            self.plans.clear()
            self.plans.addItems(list(plans))
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
        say(self.message, sentence, "bad" if bad else "secondary", stays=True)

    def _on_changed(self) -> None:
        for part in (self.sheet, self.tree, self.form):
            part.follow()
        if self.editor.name != self._opened:
            self._opened = opened = self.editor.name
            self._warned_of = ""
            self.name.setText(opened or self.name.text())
            with QSignalBlocker(self.plans):
                self.plans.setCurrentIndex(self.plans.findText(opened))
            self.sheet.fit()
        self._told = ""
        self._follow()

    def _on_name(self) -> None:
        self._warned_of = self._told = ""
        self._follow()

    def _follow(self) -> None:
        editor = self.editor
        undo, redo = editor.stack.undoText(), editor.stack.redoText()
        self.undo.setEnabled(bool(undo))
        self.redo.setEnabled(bool(redo))
        self.undo.setToolTip(tooltip(self.tr("Undo: {0}").format(undo) if undo else self.tr("Undo")))
        self.redo.setToolTip(tooltip(self.tr("Redo: {0}").format(redo) if redo else self.tr("Redo")))
        self.delete.setEnabled(editor.item(editor.selected) is not None)
        fault = editor.fault.sentence
        if not fault and not NAME.fullmatch(self.name.text()):
            fault = self.tr("A plan's name is of small letters, digits and dashes.")
        self.save.setEnabled(not fault)
        if fault:
            say(self.message, fault, stays=True)
        elif not self._told:
            say(self.message, self.tr("Everybody can get everywhere."), "secondary", stays=True)

    # Asking ---------------------------------------------------------------------------------------------------------

    def _ask_save(self) -> None:
        name = self.name.text()
        self.save_wanted.emit(name, self._warned_of == name)

    def _ask_import(self) -> None:
        title, kinds = self.tr("Import a map"), self.tr("Maps of Tiled (*.tmj *.json);;All files (*)")
        ask_files(self, title, kinds, lambda files: self.import_wanted.emit(files[0]))

    def changed_since_shown(self) -> bool:
        """Whether there are changes that were not saved."""
        return self.editor.modified
