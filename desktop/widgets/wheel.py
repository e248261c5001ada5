"""The mouse wheel scrolls; it changes the value of a field only where the field has the focus."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QAbstractSlider, QAbstractSpinBox, QApplication, QComboBox, QScrollBar, QWidget


class WheelGuard(QObject):
    """Passes the wheel on to what is around a spin box, a combo box or a slider without the focus.

    It watches the whole application: fields are made in many places, some while a dialog is open.
    """

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave the event to the parent, which is asked next where a widget ignores it."""
        kind = event.type()
        if kind not in (QEvent.Type.Wheel, QEvent.Type.Polish) or not isinstance(watched, QWidget):
            return False
        if not _has_value(watched):
            return False
        if kind == QEvent.Type.Polish:
            # With Qt's own policy the wheel gives them the focus first, and then changes them.
            if watched.focusPolicy() == Qt.FocusPolicy.WheelFocus:
                watched.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            return False
        if watched.hasFocus():
            return False
        event.ignore()
        return True


def guard(app: QApplication) -> None:
    """Guard all fields of an application, once."""
    if app.findChild(WheelGuard) is None:
        app.installEventFilter(WheelGuard(app))


def _has_value(widget: QWidget) -> bool:
    """Whether it is a field. What has a wheel of its own, such as the timeline, moves through something."""
    if isinstance(widget, QAbstractSlider):
        return not isinstance(widget, QScrollBar) and type(widget).wheelEvent is QAbstractSlider.wheelEvent
    return isinstance(widget, QAbstractSpinBox | QComboBox)
