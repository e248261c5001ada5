"""The row of one's own presets in the new-run dialog: begin with one, save, rename and remove."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QPushButton, QWidget

from parley.desktop.widgets.elided import ElidedCombo
from parley.desktop.widgets.forms.dialog import Ask
from parley.desktop.widgets.forms.editors import answer, named
from parley.desktop.widgets.forms.field import Field
from parley.desktop.widgets.layouts import STRETCH, across
from parley.desktop.widgets.parts import worded
from parley.desktop.widgets.plain import literal, one_line

LONGEST_NAME = 80
WIDEST = 300


class NameDialog(Ask):
    """What a preset is to be called."""

    def __init__(self, title: str, ok: str, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.head(title, ok)
        self.form.add(Field(name="name", title=self.tr("Name"), longest=LONGEST_NAME, value=name))
        self.form.changed.connect(self._check)
        self._check()

    def name(self) -> str:
        """The name that was typed."""
        return str(answer(self.form.editors["name"]))

    def _check(self) -> None:
        self.ok.setEnabled(bool(self.name()))


class PresetRow(QWidget):
    """The row. Signals: `chosen(name)`; `saved(name)`; `renamed(name, other)`; `removed(name)`, and `wanted_back()`
    where it was not meant so."""

    chosen = Signal(str)
    saved = Signal(str)
    renamed = Signal(str, str)
    removed = Signal(str)
    wanted_back = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.box = ElidedCombo()
        named(self.box, self.tr("Presets"))
        # What is begun with is no answer of the form.
        self.box.setProperty("readOnly", True)
        self.box.setMaximumWidth(WIDEST)
        self.box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.box.setMinimumWidth(180)
        self.save, self.rename, self.remove, self.back = (
            self._button(title)
            for title in (self.tr("Save as…"), self.tr("Rename…"), self.tr("Remove"), self.tr("Bring it back"))
        )
        self.box.activated.connect(self._on_chosen)
        self.save.clicked.connect(lambda: self._ask(self.tr("Save a preset"), self.tr("Save"), self.saved.emit))
        self.rename.clicked.connect(self._rename)
        self.remove.clicked.connect(lambda: self.removed.emit(self.name()))
        self.back.clicked.connect(self.wanted_back)
        across(
            worded(self.tr("Begin with"), "secondary", wrap=False), self.box, self.save, self.rename, self.remove,
            self.back, STRETCH, within=self, margins=0, spacing=6,
        )  # fmt: skip
        self.show_presets(())

    def name(self) -> str:
        """The preset that is chosen; "" for none."""
        return str(self.box.currentData() or "")

    def show_presets(self, names: Sequence[str], chosen: str = "", *, removed: bool = False) -> None:
        """Offer these; one that was `removed` just now can be brought back."""
        self.box.clear()
        self.box.addItem(self.tr("what was chosen last") if names else self.tr("no preset of yours yet"), "")
        for name in names:
            self.box.addItem(one_line(name), name)
        self.box.setEnabled(bool(names))
        self.box.setCurrentIndex(max(0, self.box.findData(chosen)))
        self._follow()
        self.back.setVisible(removed)

    def _button(self, title: str) -> QPushButton:
        button = QPushButton(literal(title))
        button.setAutoDefault(False)
        button.setProperty("quiet", True)
        return button

    def _on_chosen(self) -> None:
        self._follow()
        if self.name():
            self.chosen.emit(self.name())

    def _follow(self) -> None:
        for button in (self.rename, self.remove):
            button.setVisible(bool(self.name()))
        self.back.hide()

    def _rename(self) -> None:
        name = self.name()
        self._ask(self.tr("Rename the preset"), self.tr("Rename"), lambda other: self.renamed.emit(name, other))

    def _ask(self, title: str, ok: str, take: Callable[[str], object]) -> None:
        dialog = NameDialog(title, ok, self.name(), self.window())

        def done() -> None:
            dialog.accept()
            take(dialog.name())

        dialog.wanted.connect(done)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
