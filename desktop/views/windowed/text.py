"""Text laid out for a width, and where things are in it."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QTextLayout, QTextOption


def laid(text: str, font: QFont, width: float) -> tuple[QTextLayout, float]:
    """`text` broken into lines of at most `width`, and its height."""
    layout = QTextLayout(text.replace("\r\n", "\n").replace("\n", "\u2028"), font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.setCacheEnabled(True)
    layout.beginLayout()
    height = 0.0
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(20.0, width))
        line.setPosition(QPointF(0.0, height))
        height += line.height() * 1.06
    layout.endLayout()
    return layout, height


def x_of(layout: QTextLayout, position: int) -> float:
    """How far from the left the cursor stands before the letter at `position`, in its line."""
    line = layout.lineForTextPosition(position)
    if not line.isValid():
        return 0.0
    # PySide hands back the cursor's place too.
    found = line.cursorToX(position)
    return float(found[0]) if isinstance(found, tuple) else 0.0


def position_at(layout: QTextLayout, at: QPointF) -> int:
    """The cursor's position nearest to a point in the layout."""
    last = layout.lineCount() - 1
    for number in range(last + 1):
        line = layout.lineAt(number)
        if at.y() < line.y() + line.height() or number == last:
            found = line.xToCursor(at.x())
            return int(found)
    return 0
