"""What stacked bars have in common: their look, their numbers, their legend."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QColor, QFont, QFontMetricsF
from PySide6.QtWidgets import QWidget

from parley.desktop.widgets.painted import Tips
from parley.desktop.widgets.themed import Themed


def mixed(colour: QColor, ground: QColor, part: float) -> QColor:
    """`part` of `colour` (0 to 1) upon `ground`, opaque: lines with alpha cost several times as much."""
    rest = 1.0 - part
    return QColor.fromRgbF(
        colour.redF() * part + ground.redF() * rest,
        colour.greenF() * part + ground.greenF() * rest,
        colour.blueF() * part + ground.blueF() * rest,
    )


class Bars(Tips, Themed, QWidget):
    """A widget that draws stacked bars with their numbers, 12 pixels high at a text scale of 1."""

    def face(self, *, strong: bool = False, small: bool = False) -> QFont:
        """Return the bars' font."""
        return self.letters(11 if small else 12, QFont.Weight.DemiBold if strong else QFont.Weight.Medium)

    def decimal(self, value: float) -> str:
        """ "0.42", as the interface's language writes it."""
        return self.locale().toString(float(value), "f", 2)

    def signed(self, value: float) -> str:
        """ "+0.42" or "−0.09"."""
        return ("−" if value < 0 else "+") + self.decimal(abs(value))

    def wrapped(self, words: Sequence[str], sign: float) -> list[list[tuple[int, str, float]]]:
        """Return a legend's (place, word, left edge) in lines that fit; `sign` is the room before each word in
        pixels.
        """
        metrics = QFontMetricsF(self.face(small=True))
        lines: list[list[tuple[int, str, float]]] = [[]]
        x = 0.0
        for part, text in enumerate(words):
            wide = sign + metrics.horizontalAdvance(text)
            if lines[-1] and x + wide > self.width():
                lines.append([])
                x = 0.0
            lines[-1].append((part, text, x))
            x += wide + 12
        return lines
