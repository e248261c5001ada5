"""The first-run page: whatever is answered, members speak at once."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from desktop.widgets.forms.editors import labelled
from desktop.widgets.layouts import Gap, across, upright
from desktop.widgets.tab_order import Dialog


class Way(NamedTuple):
    """One way to begin: what it is, what it takes, and what its button says."""

    id: str
    title: str
    detail: str
    button: str


class FirstRunDialog(Dialog):
    """The first of the ways is the usual one and stands apart. Signal: `chosen(way id)`, once; the page goes."""

    chosen = Signal(str)

    def __init__(self, ways: tuple[Way, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Welcome to Parley"))
        self.setModal(True)
        self.setMinimumWidth(620)
        self.buttons: dict[str, QPushButton] = {}
        usual, *others = ways
        told = self.tr(
            "The day begins all the same, so that there is something to watch. Voices can be changed at any "
            "time, even in the middle of a run."
        )
        upright(
            labelled(self.tr("Watch agents talk, and steer them"), "heading"),
            self._card(usual, usual=True),
            Gap(6),
            labelled(self.tr("Who shall write the lines of your own runs?"), "strong"),
            labelled(told),
            *map(self._card, others),
            within=self,
            margins=(28, 24, 28, 24),
            spacing=12,
        )
        self.buttons[usual.id].setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        """Be as high as its words need: before it is shown and dressed nobody knows how far they wrap."""
        super().showEvent(event)
        if (layout := self.layout()) is not None:
            layout.activate()
            self.resize(self.width(), max(self.height(), layout.totalHeightForWidth(self.width())))

    def _card(self, way: Way, *, usual: bool = False) -> QFrame:
        card = QFrame()
        card.setProperty("card", True)
        words = upright(labelled(way.title, "strong"), labelled(way.detail))
        button = QPushButton(way.button)
        button.setAccessibleName(f"{way.title}: {way.button}")
        button.setAccessibleDescription(way.detail)
        button.setMinimumWidth(150)
        button.setAutoDefault(usual)
        button.setDefault(usual)
        button.clicked.connect(lambda: self._choose(way.id))
        middle = Qt.AlignmentFlag.AlignVCenter
        across((words, 1), (button, 0, middle), within=card, margins=(16, 12, 16, 12), spacing=16)
        self.buttons[way.id] = button
        return card

    def _choose(self, way: str) -> None:
        self.accept()
        self.chosen.emit(way)
