"""What is not in sight takes a new style sheet when it is shown: of a window's widgets, three in four are hidden."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QWidget

_POLISHED = Qt.WidgetAttribute.WA_WState_Polished
"""Qt works the style out anew only for widgets that have it."""
_DIRECT = Qt.FindChildOption.FindDirectChildrenOnly


class _Waiting(QObject):
    """Gives a hidden widget, and what is shown within it, its style when it is shown."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget):
            watched.removeEventFilter(self)
            self.take_style(watched)
        return False

    def put_off(self, hidden: QWidget) -> None:
        """Let a hidden widget and all within it wait."""
        for widget in (hidden, *hidden.findChildren(QWidget)):
            widget.setAttribute(_POLISHED, False)
        hidden.installEventFilter(self)

    def take_style(self, widget: QWidget) -> None:
        """The style of a widget that is shown now; what stays hidden within it goes on waiting."""
        if not widget.testAttribute(_POLISHED):
            widget.setAttribute(_POLISHED)
            widget.style().polish(widget)
            QCoreApplication.sendEvent(widget, QEvent(QEvent.Type.StyleChange))
        for child in widget.findChildren(QWidget, options=_DIRECT):
            if child.isHidden():
                child.installEventFilter(self)
            else:
                self.take_style(child)


_WAITING = _Waiting()


def put_off_unseen() -> None:
    """Let all that is hidden wait for the style sheet that comes next."""
    for widget in QApplication.allWidgets():
        parent = None if widget.isWindow() else widget.parentWidget()
        if not widget.isVisible() and (parent is None or parent.isVisible()):
            _WAITING.put_off(widget)
