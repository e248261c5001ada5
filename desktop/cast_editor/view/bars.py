"""The bars of the editor: which cast at the top, what happened below it, what can be done at the bottom."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QPushButton, QSizePolicy, QWidget

from desktop.cast_editor.draft import CastChoice
from desktop.widgets.layouts import STRETCH, across


def button(title: str, *, quiet: bool = False) -> QPushButton:
    """A button that the Enter key of a field does not press."""
    made = QPushButton(title)
    made.setAutoDefault(False)
    if quiet:
        made.setProperty("quiet", True)
    return made


class HeadBar(QWidget):
    """Which cast. Signal: `cast_chosen(name)` when a person chose another."""

    cast_chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._shown = ""
        self.casts = QComboBox()
        self.casts.setAccessibleName(self.tr("Cast"))
        self.casts.setMinimumWidth(280)
        self.casts.setMaximumWidth(420)
        self.casts.activated.connect(self._on_activated)
        self.new = button(self.tr("New cast"))
        self.duplicate = button(self.tr("Duplicate"))
        self.duplicate.setToolTip(self.tr("A cast of your own like this one, under another id"))
        self.delete = button(self.tr("Delete…"))
        self.delete.setProperty("danger", True)
        self.delete.setToolTip(self.tr("Casts of your own can be deleted; those that ship with Parley stay."))
        self.preview = QCheckBox(self.tr("System prompt"))
        self.preview.setChecked(True)
        self.preview.setToolTip(self.tr("Show what the member will be told"))
        across(
            self.casts, self.new, self.duplicate, self.delete, STRETCH, self.preview, within=self, margins=0, spacing=8
        )

    def show_casts(self, casts: Sequence[CastChoice], shown: str) -> None:
        """Offer these, the user's own first; `shown` is the open one, a new one where it is empty."""
        self._shown = shown
        self.casts.clear()
        if not shown:
            self.casts.addItem(self.tr("new cast, not saved yet"), "")
        for cast in sorted(casts, key=lambda each: (not each.own, each.title.casefold())):
            title = self.tr("{0} · your own").format(cast.title) if cast.own else cast.title
            self.casts.addItem(title, cast.name)
        self.show_again()

    def show_again(self) -> None:
        """Show the open cast, after another was chosen that is not opened."""
        self.casts.setCurrentIndex(max(0, self.casts.findData(self._shown)))

    def _on_activated(self) -> None:
        name = str(self.casts.currentData())
        if name != self._shown:
            self.cast_chosen.emit(name)


class NoteBar(QWidget):
    """What was done or could not be done; a deleted cast can be brought back from here.

    Attributes: `name`, the cast that was deleted.
    """

    def __init__(self) -> None:
        super().__init__()
        self.name = ""
        self.label = QLabel()
        self.label.setWordWrap(True)
        self.label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.undo = button(self.tr("Bring it back"), quiet=True)
        across((self.label, 1), self.undo, within=self, margins=0)
        self.hide()

    def tell(self, sentence: str, *, bad: bool = False, name: str = "") -> None:
        """Say something; with `name`, that cast can be brought back."""
        self.name = name
        self.undo.setVisible(bool(name))
        self.label.setText(sentence)
        self.label.setProperty("role", "bad" if bad else "secondary")
        self.label.style().unpolish(self.label)
        self.label.style().polish(self.label)
        self.show()


class FootBar(QWidget):
    """How much is wrong, steps back and forth, save and close."""

    def __init__(self) -> None:
        super().__init__()
        self.faults = button("", quiet=True)
        self.faults.setProperty("danger", True)
        self.faults.hide()
        self.undo = button(self.tr("Undo"), quiet=True)
        self.redo = button(self.tr("Redo"), quiet=True)
        self.save = button(self.tr("Save"))
        self.save.setProperty("primary", True)
        self.save.setShortcut(QKeySequence(QKeySequence.StandardKey.Save))
        self.close_ = button(self.tr("Close"))
        across(self.undo, self.redo, STRETCH, self.faults, self.save, self.close_, within=self, margins=0, spacing=8)
        self.show_steps("", "")

    def show_steps(self, undo: str, redo: str) -> None:
        """Name the step that can be taken back, and the one that can be taken again."""
        for each, title, shortcut in (
            (self.undo, self.tr("Undo: {0}").format(undo) if undo else "", QKeySequence.StandardKey.Undo),
            (self.redo, self.tr("Redo: {0}").format(redo) if redo else "", QKeySequence.StandardKey.Redo),
        ):
            # Text with an ampersand is no shortcut, and one that changes would lose the button's own.
            each.setText(title.replace("&", "&&"))
            each.setShortcut(QKeySequence(shortcut))
            each.setVisible(bool(title))

    def show_faults(self, count: int, *, copy: bool) -> None:
        """Say how many faults keep the cast from being saved; `copy`: what is saved is a copy."""
        self.save.setEnabled(not count)
        self.save.setText(self.tr("Save as my own") if copy else self.tr("Save"))
        self.save.setShortcut(QKeySequence(QKeySequence.StandardKey.Save))
        self.faults.setVisible(bool(count))
        if count == 1:
            self.faults.setText(self.tr("✕ One thing to put right: go there"))
        else:
            self.faults.setText(self.tr("✕ {0} things to put right: go to the first").format(count))
