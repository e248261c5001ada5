"""The library as a page of its own: all runs with all that can be done with them, over the whole window; when it
comes, and what is asked of it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QWidget

from parley.desktop.library.commands import LibraryCommands
from parley.desktop.library.view.view import LibraryView
from parley.desktop.shell.session import Session
from parley.desktop.shell.window import Window
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


class LibraryPageCommands(QObject):
    """Shows all runs where none is open any more, or where somebody wants to see them."""

    def __init__(self, window: Window, session: Session, library: LibraryCommands) -> None:
        super().__init__(window)
        self._window = window
        self._session = session
        self._library = library
        self._page: LibraryPage | None = None
        library.tidying.left.connect(self.open)
        session.model.changed.connect(self._show_open)

    def table(self) -> dict[str, Callable[[], None]]:
        return {"library_page": self.open}

    def open(self) -> None:
        """Show the page."""
        page = self._page = self._page or self._build_library_page()
        self._show_open()
        self._window.show_start(page)
        page.library.select_run(self._session.model.replay.live.run)
        page.library.runs.setFocus()
        self._session.start_task(self._library.refresh())

    def _show_open(self) -> None:
        if self._page is not None:
            self._page.bar.show_open(self._session.model.title)

    @property
    def shown(self) -> LibraryPage | None:
        """The page, where it is to be seen."""
        return self._page if self._page is not None and self._page.isVisible() else None

    def _build_library_page(self) -> LibraryPage:
        page, window = LibraryPage(), self._window
        window.use_page_bar(page.bar)
        self._library.feed(page.library, window.library)
        page.library.run_opened.connect(lambda _run: window.leave_start())
        page.library.hit_chosen.connect(lambda _run, _turn: window.leave_start())
        return page
