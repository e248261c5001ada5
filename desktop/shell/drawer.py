"""Docks over a window that has no room for them: they come in from the left, and go when one has chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QEasingCurve, QEvent, QObject, QPoint, QPropertyAnimation, QRect, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QFrame, QWidget
from shiboken6 import isValid

from parley.desktop.shell.dock import GAP, CardTitle, Dock
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.layouts import upright
from parley.desktop.widgets.parts import small_button
from parley.desktop.widgets.tab_order import step
from parley.desktop.widgets.theme import LOOK
from parley.desktop.widgets.themed import Themed

WIDTH = 340
"""Pixels at a text scale of 1."""
MOST = 0.86
"""The share of the window that it takes at most."""
SLIDE_MS = 160
VEIL = QColor(10, 12, 18, 92)


class _Shown(NamedTuple):
    name: str
    dock: Dock
    body: QWidget
    card: QFrame


class Drawer(Themed, QWidget):
    """The veil, and on it the docks that were opened, one below the other.

    `cover` says what it lies over, in its parent's pixels. Signal: `closed()`; their views are back in their docks.
    """

    closed = Signal()

    def __init__(self, parent: QWidget, cover: Callable[[], QRect]) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Drawer"))
        self._cover = cover
        self._shown: list[_Shown] = []
        self._before: QWidget | None = None
        self._panel = QFrame(self)
        self._panel.setObjectName("Drawer")
        self._column = upright(within=self._panel, margins=(GAP, GAP, GAP, GAP), spacing=GAP)
        self._slide = QPropertyAnimation(self._panel, b"pos", self)
        self._slide.setDuration(SLIDE_MS)
        self._slide.setEasingCurve(QEasingCurve.Type.OutCubic)
        parent.installEventFilter(self)
        self.hide()

    def has(self, name: str) -> bool:
        """Return whether a dock is here."""
        return any(shown.name == name for shown in self._shown)

    def open(self, docks: Sequence[tuple[str, Dock]]) -> None:
        """Show these docks and no others; the first has the keyboard."""
        if not self._shown:
            self._before = QApplication.focusWidget()
        self._put_back()
        for name, dock in docks:
            body = dock.widget()
            if body is None:
                continue
            dock.hide()
            title = CardTitle(dock.windowTitle(), with_menu=False)
            title.set_caption(dock.title.caption())
            if not self._shown:
                shut = small_button(self.tr("Close (Esc)"))
                shut.setIcon(icon("ph.x", self.theme.colour("secondary")))
                shut.clicked.connect(self.close_all)
                title.add_widget(shut)
            card = QFrame()
            upright(title, (body, 1), within=card, margins=0, spacing=0)
            self._column.addWidget(card, 1)
            body.show()
            self._shown.append(_Shown(name, dock, body, card))
        self.place()
        self.show()
        self.raise_()
        if LOOK.motion:
            self._slide.stop()
            self._slide.setStartValue(QPoint(-self._panel.width(), 0))
            self._slide.setEndValue(QPoint(0, 0))
            self._slide.start()
        step(self._shown[0].body if self._shown else self._panel, None, forward=True)

    def close_all(self) -> None:
        """Put the views back into their docks, and the keyboard where it was."""
        if not self._shown:
            return
        inside = (focused := QApplication.focusWidget()) is not None and self.isAncestorOf(focused)
        self._put_back()
        self.hide()
        before, self._before = self._before, None
        if inside and before is not None and isValid(before) and before.isVisible():
            before.setFocus(Qt.FocusReason.OtherFocusReason)
        self.closed.emit()

    def _put_back(self) -> None:
        for shown in self._shown:
            shown.dock.setWidget(shown.body)
            self._column.removeWidget(shown.card)
            shown.card.hide()
            shown.card.deleteLater()
        self._shown.clear()

    def place(self) -> None:
        """Lie where it is to lie."""
        self.setGeometry(self._cover())
        width = round(min(WIDTH * self.scale, self.width() * MOST))
        self._panel.setGeometry(self._panel.x(), 0, width, self.height())
        if self._slide.state() != QPropertyAnimation.State.Running:
            self._panel.move(0, 0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the window."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest) and self._shown:
            self.place()
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_all()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Close the drawer at a press beside it; the press does not reach what lies below."""
        if not self._panel.geometry().contains(event.position().toPoint()):
            self.close_all()
        event.accept()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab stays within."""
        return step(self._panel, QApplication.focusWidget(), forward=forward)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), VEIL)
        painter.end()
