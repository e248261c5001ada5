"""The library's page: when it comes, and what is asked of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from parley.desktop.library.commands import LibraryCommands
from parley.desktop.shell.session import Session
from parley.desktop.shell.window import Window

if TYPE_CHECKING:
    # Made when it is first wanted: a run is shown sooner.
    from parley.desktop.library.page import LibraryPage


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
        from parley.desktop.library.page import LibraryPage

        page, window = LibraryPage(), self._window
        window.use_page_bar(page.bar)
        self._library.feed(page.library, window.library)
        page.library.run_opened.connect(lambda _run: window.leave_start())
        page.library.hit_chosen.connect(lambda _run, _turn: window.leave_start())
        return page
