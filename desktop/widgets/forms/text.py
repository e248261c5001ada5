"""A text of several lines that grows with what stands in it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QWidget

FEWEST_LINES, MOST_LINES = 2, 9
"""How many lines it shows before it scrolls."""


class TextBox(QPlainTextEdit):
    """Paragraphs: as high as what stands in it, within bounds. Tab goes on to the next field."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTabChangesFocus(True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.textChanged.connect(self._fit)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self._fit()

    def sizeHint(self) -> QSize:
        """As wide as there is space."""
        return QSize(240, self.minimumHeight())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrower box has more lines."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def _fit(self) -> None:
        # The layout of a plain text counts in lines.
        lines = round(self.document().documentLayout().documentSize().height())
        shown = max(FEWEST_LINES, min(MOST_LINES, lines))
        bar = Qt.ScrollBarPolicy.ScrollBarAsNeeded if lines > shown else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(bar)
        height = shown * self.fontMetrics().lineSpacing() + 20
        if height != self.minimumHeight():
            self.setFixedHeight(height)
