"""The first-run page: whatever is answered, members speak at once."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from desktop.widgets.layouts import upright
from desktop.widgets.tab_order import Dialog


@dataclass(frozen=True)
class Way:
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
        layout = upright(
            _label(self.tr("Watch agents talk, and steer them"), "heading"),
            within=self,
            margins=(28, 24, 28, 24),
            spacing=12,
        )
        self.buttons: dict[str, QPushButton] = {}
        usual, *others = ways
        layout.addWidget(self._card(usual, usual=True))
        layout.addSpacing(6)
        layout.addWidget(_label(self.tr("Who shall write the lines of your own runs?"), "strong"))
        layout.addWidget(
            _label(
                self.tr(
                    "The day begins all the same, so that there is something to watch. Voices can be changed at any "
                    "time, even in the middle of a run."
                ),
                "secondary",
            )
        )
        for way in others:
            layout.addWidget(self._card(way))
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
        row = QHBoxLayout(card)
        row.setContentsMargins(16, 12, 16, 12)
        row.setSpacing(16)
        words = upright(_label(way.title, "strong"), _label(way.detail, "secondary"))
        button = QPushButton(way.button)
        button.setAccessibleName(f"{way.title}: {way.button}")
        button.setAccessibleDescription(way.detail)
        button.setMinimumWidth(150)
        button.setAutoDefault(usual)
        button.setDefault(usual)
        button.clicked.connect(lambda: self._choose(way.id))
        row.addLayout(words, 1)
        row.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
        self.buttons[way.id] = button
        return card

    def _choose(self, way: str) -> None:
        self.accept()
        self.chosen.emit(way)


def _label(text: str, role: str) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setProperty("role", role)
    return label
