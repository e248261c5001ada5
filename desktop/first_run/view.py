"""The first-run page: whatever is answered, members speak at once."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QPushButton, QWidget

from desktop.widgets.forms.editors import labelled
from desktop.widgets.layouts import STRETCH, Gap, across, upright
from desktop.widgets.tab_order import Dialog


class Way(NamedTuple):
    """One way to begin: what it is, what it takes, and what its button says."""

    id: str
    title: str
    detail: str
    button: str


class FirstRunDialog(Dialog):
    """What can be watched at once, the first of them the usual one, and the `voices` that there are for one's own runs.
    Signal: `chosen(way id)`, once; the page goes."""

    chosen = Signal(str)

    def __init__(self, watched: tuple[Way, ...], voices: tuple[Way, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Welcome to Parley") if voices else self.tr("Watch something now"))
        self.setModal(True)
        self.setMinimumWidth(720)
        self.buttons: dict[str, QPushButton] = {}
        cards = QGridLayout()
        cards.setSpacing(10)
        for place, way in enumerate(watched):
            cards.addWidget(self._card(way, usual=not place, beside=False), place // 2, place % 2)
        told = self.tr(
            "A day in the office begins all the same, so that there is something to watch. Voices can be changed at "
            "any time, even in the middle of a run."
        )
        own = [Gap(6), labelled(self.tr("Who shall write the lines of your own runs?"), "strong"), labelled(told)]
        upright(
            labelled(self.tr("Watch agents talk, and steer them"), "heading"),
            labelled(self.tr("Starts at once: no key, no download, nothing leaves this machine.")),
            cards,
            *(own if voices else ()),
            *map(self._card, voices),
            within=self,
            margins=(28, 20, 28, 20),
            spacing=10,
        )
        self.buttons[watched[0].id].setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        """Be as high as its words need: before it is shown and dressed nobody knows how far they wrap."""
        super().showEvent(event)
        if (layout := self.layout()) is not None:
            layout.activate()
            self.resize(self.width(), max(self.height(), layout.totalHeightForWidth(self.width())))

    def _card(self, way: Way, *, usual: bool = False, beside: bool = True) -> QFrame:
        card = QFrame()
        card.setProperty("card", True)
        words = upright(labelled(way.title, "strong"), labelled(way.detail), STRETCH, spacing=4)
        button = QPushButton(way.button)
        button.setAccessibleName(f"{way.title}: {way.button}")
        button.setAccessibleDescription(way.detail)
        button.setMinimumWidth(150 if beside else 90)
        button.setAutoDefault(usual)
        button.setDefault(usual)
        button.clicked.connect(lambda: self._choose(way.id))
        middle = Qt.AlignmentFlag.AlignVCenter
        across((words, 1), (button, 0, middle), within=card, margins=(14, 10, 14, 10), spacing=14)
        self.buttons[way.id] = button
        return card

    def _choose(self, way: str) -> None:
        self.accept()
        self.chosen.emit(way)
