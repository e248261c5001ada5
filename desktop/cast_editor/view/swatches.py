"""The palette to choose a member's colour from: each swatch says who has it already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QGridLayout, QSizePolicy, QWidget

from desktop.widgets.themed import Themed

EDGE = 26
COLUMNS = 7


class Swatch(Themed, QAbstractButton):
    """A colour of the palette; empty: whichever is free. `letter` is of the member who has it."""

    def __init__(self, colour: str, title: str) -> None:
        super().__init__()
        self.colour = colour
        self.letter = ""
        self._title = title
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.show_taken("", "")

    def show_taken(self, letter: str, name: str) -> None:
        """Say who has this colour; empty where it is free."""
        self.letter = letter
        taken = QCoreApplication.translate("Swatches", "{0}, {1} has it").format(self._title, name)
        self.setAccessibleName(taken if name else self._title)
        self.setToolTip(taken if name else self._title)
        self.update()

    def sizeHint(self) -> QSize:
        """A square."""
        return QSize(EDGE, EDGE)

    def paintEvent(self, event: QPaintEvent) -> None:
        """A disc with the letter of whoever has it; the chosen one has a ring, and the focus another."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        centre = QPointF(self.width() / 2, self.height() / 2)
        if self.isChecked():
            painter.setPen(QPen(self.theme.colour("text"), 2))
            painter.drawEllipse(centre, EDGE / 2 - 1.5, EDGE / 2 - 1.5)
        elif self.hasFocus() or self.underMouse():
            painter.setPen(QPen(self.theme.colour("accent"), 1.5))
            painter.drawEllipse(centre, EDGE / 2 - 1.5, EDGE / 2 - 1.5)
        if self.colour:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self.theme.member(self.colour))
        else:
            painter.setPen(QPen(self.theme.colour("faint"), 1.2, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(centre, 8.5, 8.5)
        face = QFont(self.font())
        face.setPixelSize(10)
        face.setWeight(QFont.Weight.Bold)
        painter.setFont(face)
        painter.setPen(self.theme.on_member() if self.colour else self.theme.colour("secondary"))
        shown = self.letter if self.colour else "A"
        painter.drawText(QRectF(self.rect()), Qt.AlignmentFlag.AlignCenter, shown)
        painter.end()


class Swatches(QWidget):
    """The whole palette. Signal: `chosen(colour)` when a person chose one; empty for whichever is free."""

    chosen = Signal(str)

    def __init__(self, colours: Sequence[tuple[str, str]]) -> None:
        """`colours` are (name, title)."""
        super().__init__()
        self.setAccessibleName(self.tr("Colour"))
        self.buttons: dict[str, Swatch] = {}
        self._group = QButtonGroup(self)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(1)
        for i, (colour, title) in enumerate((("", self.tr("Automatic: one that is free")), *colours)):
            swatch = Swatch(colour, title)
            swatch.clicked.connect(lambda _checked=False, colour=colour: self.chosen.emit(colour))
            self._group.addButton(swatch)
            self.buttons[colour] = swatch
            grid.addWidget(swatch, i // COLUMNS, i % COLUMNS)
        grid.setColumnStretch(COLUMNS, 1)

    def show_colour(self, colour: str) -> None:
        """Mark the colour; one that is not of the palette marks none."""
        found = self.buttons.get(colour)
        self._group.setExclusive(False)
        for swatch in self.buttons.values():
            swatch.setChecked(swatch is found)
        self._group.setExclusive(True)

    def show_taken(self, taken: Mapping[str, tuple[str, str]]) -> None:
        """Say which are others': by colour, their letter and name."""
        for colour, swatch in self.buttons.items():
            swatch.show_taken(*taken.get(colour, ("", "")))
