"""What explains a view: a card at the question mark in its title."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from parley.desktop.guide.pages import Explained
from parley.desktop.guide.view.text import GuideText
from parley.desktop.widgets.layouts import STRETCH, across, upright
from parley.desktop.widgets.parts import worded
from parley.desktop.widgets.themed import Themed

WIDE, HIGHEST = 400, 440
"""Pixels at a text scale of 1."""
MARGIN = 14


class Explanation(Themed, QFrame):
    """It closes on Esc and on a click beside it. Signals: `more_wanted(page, section)`."""

    more_wanted = Signal(str, str)

    def __init__(self, told: Explained, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("Explanation")
        self.told = told
        self.setAccessibleName(self.tr("What “{0}” shows").format(told.title))
        self.text = GuideText()
        self.text.setAccessibleName(told.title)
        self.text.show_text(told.text)
        self.text.page_wanted.connect(self._open_more_page)
        self.more = QPushButton(self.tr("More in the guide"))
        self.more.setProperty("quiet", True)
        self.more.setVisible(bool(told.page))
        self.more.clicked.connect(lambda: self._open_more_page(told.page, told.section))
        title = worded(told.title, "heading", wrap=False)
        foot = across(self.more, STRETCH, margins=(0, 0, 0, 0))
        upright(title, (self.text, 1), foot, within=self, margins=(MARGIN, 12, MARGIN, 10), spacing=6)

    def open_at(self, button: QWidget) -> None:
        """Open below a button, or above one at a window's foot, its right edge at the button's, within the screen."""
        screen = button.screen().availableGeometry()
        width = min(round(WIDE * self.scale), screen.width())
        text = self.text.tall(width - 2 * MARGIN - 2) + 8
        self.text.setFixedHeight(min(text, round(HIGHEST * self.scale), max(80, screen.height() - 120)))
        self.setFixedWidth(width)
        self.adjustSize()
        corner = button.mapToGlobal(QPoint(button.width(), button.height() + 2))
        left = max(screen.left(), min(corner.x() - width, screen.right() - width))
        top = corner.y()
        if button.mapTo(button.window(), QPoint()).y() > button.window().height() / 2:
            top = button.mapToGlobal(QPoint(0, -2)).y() - self.height()
        top = max(screen.top(), min(top, screen.bottom() - self.height()))
        self.move(left, top)
        self.show()
        (self.text if self.more.isHidden() else self.more).setFocus(Qt.FocusReason.PopupFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes it; F1 goes on to the guide."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        elif event.key() == Qt.Key.Key_F1 and self.told.page:
            self._open_more_page(self.told.page, self.told.section)
        else:
            super().keyPressEvent(event)

    def _open_more_page(self, page: str, section: str) -> None:
        self.close()
        self.more_wanted.emit(page, section)
