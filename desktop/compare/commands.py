"""Comparing the open run with another one, side by side."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from parley.core.base.errors import ParleyError
from parley.core.log.replay import Replay
from parley.desktop.library.figures import RunFigure
from parley.desktop.mending.trouble import Trouble
from parley.desktop.shell.notices import Notice
from parley.desktop.shell.session import Session, Tell

if TYPE_CHECKING:
    # Imported when it is asked for: the window is painted sooner.
    from parley.desktop.compare.view.view import CompareView


class CompareCommands(QObject):
    """One window with two runs; another comparison is shown in the same one."""

    def __init__(self, session: Session, tell: Tell, window: QWidget) -> None:
        super().__init__(window)
        self._session, self._tell, self._window = session, tell, window
        self._runs: Sequence[RunFigure] = ()
        self._one = ""
        self._view: CompareView | None = None

    def set_runs(self, runs: Sequence[RunFigure]) -> None:
        """Take in the runs of the library."""
        self._runs = runs

    async def compare(self, other: str = "") -> None:
        """Compare the open run with another; empty: with what it was forked from, its newest fork, or the last one."""
        from parley.desktop.compare.model import list_related

        model = self._session.model
        if not model.loaded or model.path is None:
            return
        state = model.replay.live
        self._one = str(model.path)  # The first run stays the same one, whatever is opened meanwhile
        choices = list_related(self._runs, state.run)
        if not other and not choices:
            self._tell(Notice(self.tr("There is no other run to compare with: fork this one, or start another.")))
            return
        await self._show_pair(other or choices[0].id)

    async def _show_pair(self, other: str) -> None:
        from parley.desktop.compare.model import compare_figure, list_related
        from parley.desktop.compare.view.view import CompareView

        try:
            one, found = await asyncio.to_thread(self._read_pair, self._one, other)  # Read again: both may have grown
        except ParleyError as error:
            self._tell(Notice(error.text, kind="error", trouble=Trouble.of(error)))
            return
        related_runs = list_related(self._runs, one.live.run)
        name_of = self._session.studio.name_of
        called = name_of(one.live.run), name_of(found.live.run)
        figure = compare_figure(one, found, self._session.model.language, related_runs, called)
        view = self._view
        if view is None:
            view = self._view = CompareView(self._window)
            view.other_wanted.connect(lambda run: self._session.start_task(self._show_pair(run)))
            view.turn_chosen.connect(self._on_turn)
            view.finished.connect(self._discard_view)
        view.show_figure(figure)
        view.show()
        view.raise_()  # It may be behind the main window
        view.activateWindow()
        if span := self._session.model.span:
            # The turns that the user selected are probably those to compare.
            view.go_to(span.start)

    def _read_pair(self, one: str, other: str) -> tuple[Replay, Replay]:
        return self._session.studio.open(one).replay, self._session.studio.open(other).replay

    def _on_turn(self, turn: int) -> None:
        if str(self._session.model.path) == self._one:  # The other run may be the open one by now
            self._session.model.show(turn)

    def _discard_view(self) -> None:
        if self._view is not None:
            self._view.deleteLater()
            self._view = None
