"""The mouse wheel scrolls; it changes the value of a field only where the field has the focus."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QAbstractSlider, QAbstractSpinBox, QComboBox, QScrollBar, QWidget

FIELDS = (QAbstractSpinBox, QComboBox, QAbstractSlider)


class WheelGuard(QObject):
    """Passes the wheel on to what is around a spin box, a combo box or a slider without the focus."""

    def take(self, widget: QWidget) -> None:
        """Guard one of FIELDS: the style asks so of each, when it is polished."""
        # What has a wheel of its own, such as the timeline, moves through something.
        if isinstance(widget, QAbstractSlider) and (
            isinstance(widget, QScrollBar) or type(widget).wheelEvent is not QAbstractSlider.wheelEvent
        ):
            return
        # With Qt's own policy the wheel gives them the focus first, and then changes them.
        if widget.focusPolicy() == Qt.FocusPolicy.WheelFocus:
            widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave the event to the parent, which is asked next where a widget ignores it."""
        if event.type() != QEvent.Type.Wheel or not isinstance(watched, QWidget) or watched.hasFocus():
            return False
        event.ignore()
        return True
