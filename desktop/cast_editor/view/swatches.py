"""The palette to choose a member's colour from: each swatch says who has it already."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QGridLayout, QWidget

from core.cast.colours import PALETTE
from desktop.run.words import word
from desktop.widgets.theme import font
from desktop.widgets.themed import Themed

EDGE = 26
COLUMNS = 7


class Swatch(Themed, QAbstractButton):
    """A colour of the palette; empty: whichever is free. `letter` is of the member who has it."""

    def __init__(self, colour: str, title: str) -> None:
        super().__init__()
        self.colour, self.letter = colour, ""
        self._title = title
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFixedSize(EDGE, EDGE)
        self.show_taken("", "")

    def show_taken(self, letter: str, name: str) -> None:
        """Say who has this colour; empty where it is free."""
        self.letter = letter
        taken = QCoreApplication.translate("Swatches", "{0}, {1} has it").format(self._title, name)
        self.setAccessibleName(taken if name else self._title)
        self.setToolTip(taken if name else self._title)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(EDGE, EDGE)

    def paintEvent(self, event: QPaintEvent) -> None:
        """A disc with the letter of whoever has it; the chosen one has a ring, and the focus another."""
        painter, theme = QPainter(self), self.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        centre = QPointF(EDGE / 2, EDGE / 2)
        if self.isChecked() or self.hasFocus() or self.underMouse():
            chosen = self.isChecked()
            painter.setPen(QPen(theme.colour("text" if chosen else "accent"), 2 if chosen else 1.5))
            painter.drawEllipse(centre, EDGE / 2 - 1.5, EDGE / 2 - 1.5)
        painter.setPen(Qt.PenStyle.NoPen if self.colour else QPen(theme.colour("faint"), 1.2, Qt.PenStyle.DashLine))
        painter.setBrush(theme.member(self.colour) if self.colour else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(centre, 8.5, 8.5)
        painter.setFont(font(10, QFont.Weight.Bold))
        painter.setPen(theme.on_member() if self.colour else theme.colour("secondary"))
        painter.drawText(QRectF(self.rect()), Qt.AlignmentFlag.AlignCenter, self.letter if self.colour else "A")
        painter.end()


class Swatches(QWidget):
    """The whole palette. Signal: `chosen(colour)` when a person chose one; empty for whichever is free."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Colour"))
        titles = {"": self.tr("Automatic: one that is free")} | {colour: word(colour) for colour in PALETTE}
        self.buttons = {colour: Swatch(colour, title) for colour, title in titles.items()}
        self._group = QButtonGroup(self)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(1)
        for i, (colour, swatch) in enumerate(self.buttons.items()):
            swatch.clicked.connect(lambda _checked=False, colour=colour: self.chosen.emit(colour))
            self._group.addButton(swatch)
            grid.addWidget(swatch, i // COLUMNS, i % COLUMNS)
        grid.setColumnStretch(COLUMNS, 1)

    def show_colour(self, colour: str) -> None:
        """Mark the colour; one that is not of the palette marks none."""
        self._group.setExclusive(False)
        for each, swatch in self.buttons.items():
            swatch.setChecked(each == colour)
        self._group.setExclusive(True)

    def show_taken(self, taken: Mapping[str, tuple[str, str]]) -> None:
        """Say which are others': by colour, their letter and name."""
        for colour, swatch in self.buttons.items():
            swatch.show_taken(*taken.get(colour, ("", "")))
