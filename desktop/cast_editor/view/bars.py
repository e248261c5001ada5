"""What stands around the pages: which cast at the top, what happened, what can be done at the bottom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence, QUndoStack
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from parley.desktop.widgets.elided import ElidedCombo
from parley.desktop.widgets.forms.editors import get_label, say
from parley.desktop.widgets.layouts import STRETCH, hbox
from parley.desktop.widgets.mending import MendRow, NoticeButton
from parley.desktop.widgets.plain import escape_amp

Keys = QKeySequence.StandardKey


class CastChoice(NamedTuple):
    """A cast to open; `own` ones can be changed and deleted."""

    name: str
    title: str
    own: bool = False


def button(title: str, look: str = "", tip: str = "") -> QPushButton:
    """Return a button that the Enter key of a field does not press; its `look` is "quiet", "danger" or "primary"."""
    made = QPushButton(title, autoDefault=False)
    made.setToolTip(tip)
    for each in look.split():
        made.setProperty(each, True)
    return made


class HeadBar(QWidget):
    """Which cast. Signal: `cast_chosen(name)` when a person chose another."""

    cast_chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._shown = ""
        self.casts = ElidedCombo()
        self.casts.setAccessibleName(self.tr("Cast"))
        self.casts.setMinimumWidth(280)
        self.casts.setMaximumWidth(420)
        self.casts.activated.connect(self._on_activated)  # not for what the program chooses
        self.new = button(self.tr("New cast"))
        kept = self.tr("Casts of your own can be deleted; those that ship with Parley stay.")
        self.duplicate = button(self.tr("Duplicate"), tip=self.tr("A cast of your own like this one, under another id"))
        self.delete = button(self.tr("Delete"), "danger", kept)
        hbox(self.casts, self.new, self.duplicate, self.delete, STRETCH, within=self, margins=0, spacing=8)

    def show_casts(self, casts: Sequence[CastChoice], shown: str) -> None:
        """Offer these, the user's own first; `shown` is the open one, a new one where it is empty."""
        self._shown = shown
        self.casts.clear()
        if not shown:
            self.casts.addItem(self.tr("new cast, not saved yet"), "")
        for cast in sorted(casts, key=lambda each: (not each.own, each.title.casefold())):
            self.casts.addItem(self.tr("{0} · your own").format(cast.title) if cast.own else cast.title, cast.name)
        self.show_again()

    def show_again(self) -> None:
        """Show the open cast, after another was chosen that is not opened."""
        self.casts.setCurrentIndex(max(0, self.casts.findData(self._shown)))

    def _on_activated(self) -> None:
        name = str(self.casts.currentData())
        if name != self._shown:
            self.cast_chosen.emit(name)


class NoteBar(QWidget):
    """What was done or could not be done."""

    def __init__(self) -> None:
        super().__init__()
        self.label = get_label()
        self.label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.mending = MendRow()
        hbox((self.label, 1), self.mending, within=self, margins=0)
        self.hide()

    def tell(self, sentence: str, *, bad: bool = False, mends: Sequence[NoticeButton] = ()) -> None:
        """Say something, with the buttons that mend it."""
        self.mending.show_mends(mends)
        say(self.label, sentence, "bad" if bad else "secondary")
        self.show()


class FootBar(QWidget):
    """How much is wrong, steps back and forth, save and close. Attributes: `stack`, the steps."""

    def __init__(self) -> None:
        super().__init__()
        # A child of this bar: its connections are cut before the steps are deleted.
        self.stack = stack = QUndoStack(self)
        self.faults = button("", "quiet danger")
        self.faults.hide()
        self.undo, self.redo = button(self.tr("Undo"), "quiet"), button(self.tr("Redo"), "quiet")
        self.undo.clicked.connect(stack.undo)
        self.redo.clicked.connect(stack.redo)
        stack.indexChanged.connect(self._show_steps)
        self.save, self.close_ = button(self.tr("Save"), "primary"), button(self.tr("Close"))
        hbox(self.undo, self.redo, STRETCH, self.faults, self.save, self.close_, within=self, margins=0, spacing=8)
        self._show_steps()

    def _show_steps(self) -> None:
        """Name the step that can be taken back, and the one that can be taken again."""
        for each, title, step, key in (
            (self.undo, self.tr("Undo: {0}"), self.stack.undoText(), Keys.Undo),
            (self.redo, self.tr("Redo: {0}"), self.stack.redoText(), Keys.Redo),
        ):
            each.setText(escape_amp(title.format(step)))
            # A text that changes loses the button's own shortcut.
            each.setShortcut(QKeySequence(key))
            each.setVisible(bool(step))

    def show_faults(self, count: int, *, copy: bool) -> None:
        """Say how many faults keep the cast from being saved; `copy`: what is saved is a copy."""
        self.save.setEnabled(not count)
        self.save.setText(self.tr("Save as my own") if copy else self.tr("Save"))
        self.save.setShortcut(QKeySequence(Keys.Save))
        self.faults.setVisible(bool(count))
        one = self.tr("✕ One thing to put right: go there")
        several = self.tr("✕ {0} things to put right: go to the first")
        self.faults.setText(one if count == 1 else several.format(count))
