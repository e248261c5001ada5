"""A label that shortens its text to the room that it has."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget

from parley.desktop.widgets.plain import tooltip

LEAST_SHOWN = 4
"""Characters below which a shortened text is not worth showing."""


class ElidedLabel(QLabel):
    """A label that shortens its text with an ellipsis instead of asking for room. The whole text is its tool tip."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._whole = self._tip = ""
        self.setMinimumWidth(0)
        self.set_whole(text)

    def whole(self) -> str:
        """The text that was set."""
        return self._whole

    def set_whole(self, text: str, tip: str = "") -> None:
        """Show a text, as much of it as there is room for. `tip` is told in its place."""
        if (text, tip) != (self._whole, self._tip):
            self._whole, self._tip = text, tip
            self.setAccessibleName(text)
            self._elide()
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance(self._whole) + 2, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._elide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        shown = self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideRight, max(0, self.width()))
        if len(shown) < LEAST_SHOWN and shown != self._whole:
            shown = ""  # a lone ellipsis says nothing
        if shown != self.text():
            self.setText(shown)
        tip = tooltip(self._tip or (self._whole if shown != self._whole else ""))
        if tip != self.toolTip():
            self.setToolTip(tip)
