"""Text laid out for a width, and where things are in it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QTextCharFormat, QTextLayout, QTextOption

from parley.desktop.widgets.plain import mask_bidi

LEADING = 1.06
"""The distance of two lines, as a multiple of the letters' own."""


def laid(
    text: str,
    font: QFont,
    width: float,
    formats: Sequence[QTextLayout.FormatRange] = (),
) -> tuple[QTextLayout, float]:
    """Return `text` broken into lines of at most `width`, and its height.

    Formats belong to what is laid out: set afterwards, they take the lines away again. Every character of `text`
    stays in its place; Qt counts them in UTF-16 units (`count_units`).
    """
    # A QTextLayout breaks lines at U+2028 alone; none of these changes the length: links and finds go by position.
    layout = QTextLayout(mask_bidi(text).replace("\r\n", " \n").replace("\n", "\u2028").replace("\r", "\u2028"), font)
    layout.setFormats(list(formats))
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.setCacheEnabled(True)  # it is drawn at every paint
    layout.beginLayout()
    height = 0.0
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(20.0, width))
        line.setPosition(QPointF(0.0, height))
        height += line.height() * LEADING
    layout.endLayout()
    return layout, height


def span(start: int, length: int, style: QTextCharFormat) -> QTextLayout.FormatRange:
    """Return a part of a laid out text that is written in a style of its own; places are Qt's."""
    made = QTextLayout.FormatRange()
    made.start, made.length, made.format = start, length, style
    return made


def count_units(text: str) -> int:
    """Return the length of a text as Qt counts it, in UTF-16 units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2  # half a surrogate pair would raise without it


def get_x_of(layout: QTextLayout, position: int) -> float:
    """Return how far from the left the cursor stands before the letter at `position`, in its line."""
    line = layout.lineForTextPosition(position)
    if not line.isValid():
        return 0.0
    found = line.cursorToX(position)  # PySide hands back the cursor's place too
    return float(found[0]) if isinstance(found, tuple) else 0.0
