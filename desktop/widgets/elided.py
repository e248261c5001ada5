"""A label and a combo box that shorten their text to the room that they have."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QHelpEvent, QResizeEvent
from PySide6.QtWidgets import QComboBox, QLabel, QStyle, QStyleOptionComboBox, QToolTip, QWidget

from parley.desktop.widgets.plain import make_tip

LEAST_SHOWN = 4
"""Characters below which a shortened text is not worth showing."""


class ElidedLabel(QLabel):
    """A label that shortens its text with an ellipsis instead of asking for room, or shows a brief one in its place.
    The whole text is its tool tip; where fewer than `least` characters of it would be left nothing is shown."""

    def __init__(self, text: str = "", parent: QWidget | None = None, *, least: int = LEAST_SHOWN) -> None:
        super().__init__(parent)
        self._least = least
        self._whole = self._tip = self._brief = ""
        self.setMinimumWidth(0)
        self.set_whole(text)

    def whole(self) -> str:
        """Return the text that was set."""
        return self._whole

    def set_whole(self, text: str, tip: str = "", brief: str = "") -> None:
        """Show a text, as much of it as there is room for, or `brief` where it has none. `tip` is told in its place."""
        if (text, tip, brief) != (self._whole, self._tip, self._brief):
            self._whole, self._tip, self._brief = text, tip, brief
            self.setAccessibleName(text)
            self._elide_text()
            self.updateGeometry()  # the size hint follows the whole text, which has changed

    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance(self._whole) + 2, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._elide_text()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide_text()

    def _elide_text(self) -> None:
        metrics, room = self.fontMetrics(), max(0, self.width())
        fits = metrics.horizontalAdvance(self._whole) <= room
        text = self._whole if fits or not self._brief else self._brief
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
        if shown != text and (len(shown) < self._least or self._brief):
            shown = ""  # a lone ellipsis says nothing, nor does half of what is brief
        if shown != self.text():
            self.setText(shown)
        tip = make_tip(self._tip or (self._whole if shown != self._whole else ""))
        if tip != self.toolTip():
            self.setToolTip(tip)


class ElidedCombo(QComboBox):
    """A combo box whose chosen title ends in an ellipsis where there is no room for it; Qt cuts it off within a letter.
    The whole title is then its tool tip, if it has none of its own."""

    def initStyleOption(self, option: QStyleOptionComboBox) -> None:
        super().initStyleOption(option)
        if not self.isEditable():  # an editable one has a field, which scrolls
            option.currentText = self._shorten_current_text(option)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and not self.toolTip():
            option = QStyleOptionComboBox()
            self.initStyleOption(option)
            if option.currentText != self.currentText():
                QToolTip.showText(event.globalPos(), make_tip(self.currentText()), self)
                return True
        return super().event(event)

    def _shorten_current_text(self, option: QStyleOptionComboBox) -> str:
        field = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, field, self).width() - 2
        if not self.itemIcon(self.currentIndex()).isNull():
            room -= self.iconSize().width() + 4
        return self.fontMetrics().elidedText(self.currentText(), Qt.TextElideMode.ElideRight, max(0, room))
