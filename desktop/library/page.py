"""The library as a page of its own: all runs with all that can be done with them, over the whole window."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QWidget

from parley.desktop.library.view.view import LibraryView
from parley.desktop.toolbar.view.page_bar import PageBar
from parley.desktop.widgets.layouts import upright
from parley.desktop.widgets.themed import Themed

NARROW = 1200
"""Pixels at a text scale of 1 below which the margin is small."""


class LibraryPage(Themed, QWidget):
    """Attributes: `library`, the list; `bar`, with the field to search in."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("LibraryPage")
        self.setAccessibleName(self.tr("Library"))
        self.library = LibraryView()
        self.library.set_page()
        self.library.search.setMaximumWidth(540)
        self.library.search.setPlaceholderText(self.tr("Search titles, people and every word that was said"))
        self.bar = PageBar(self.library.search)
        shelf = QFrame()
        shelf.setProperty("card", True)
        upright((self.library, 1), within=shelf, margins=0)
        self._body = upright((shelf, 1), margins=0)
        upright(self.bar, (self._body, 1), within=self, margins=0, spacing=0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Down goes from the field to the list; Esc empties the field, then goes back to the run."""
        escape = event.key() == Qt.Key.Key_Escape
        search = self.library.search
        if search.hasFocus() and (event.key() == Qt.Key.Key_Down or (escape and search.text())):
            self.library.keyPressEvent(event)
        elif escape and not self.bar.back.isHidden():
            self.bar.back_wanted.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        side = 16 if self.width() < NARROW * self.scale else 48
        self._body.setContentsMargins(side, 16, side, 20)
