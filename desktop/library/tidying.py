"""Tidying up the library: names, stars, tags, the archive, the trash; each with a way back."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from parley.core.base.errors import ParleyError
from parley.core.home import TRASH_DAYS
from parley.core.studio import trash
from parley.core.studio.marks import Marks
from parley.core.studio.studio import Studio
from parley.desktop.library.steps import TidyingStep, TidyingSteps
from parley.desktop.shell.notices import Notice, NoticeButton
from parley.desktop.shell.session import Session, Tell


class TidyingCommands(QObject):
    """What is noted of runs, and where deleted ones go. Their logs are never written.

    Attribute: `steps`, what was done and can be taken back.
    Signal: `left()` when the run was deleted that was open, so that none is.
    """

    left = Signal()

    def __init__(
        self, studio: Studio, session: Session, tell: Tell, window: QWidget, refresh: Callable[[], Awaitable[None]]
    ) -> None:
        super().__init__()
        self._studio = studio
        self._session = session
        self._tell = tell
        self._window = window
        self._refresh = refresh
        self.steps = TidyingSteps()

    def intents(self) -> dict[str, Callable[..., object]]:
        """Return what the library's view asks for, by name."""
        return {
            "rename_run": lambda asked: self.rename(*asked),
            "star_runs": lambda asked: self.star(*asked),
            "archive_runs": lambda asked: self.archive(*asked),
            "tag_runs": lambda asked: self.tag(*asked),
            "delete_runs": self.delete,
            "restore_runs": self.restore,
            "erase_runs": self.erase,
            "empty_trash": lambda _none: self.erase(()),
        }

    def table(self) -> dict[str, Callable[[], None]]:
        """Return what is done by keys of the library."""
        start = self._session.start_task
        return {"undo_tidying": lambda: start(self.undo()), "redo_tidying": lambda: start(self.redo())}

    async def undo(self, step: TidyingStep | None = None) -> None:
        """Take a step back, without one the last, and offer to take it again."""
        if (taken := await self.steps.undo(step)) is not None:
            self._offer(taken.told_back, self.tr("Redo"), partial(self.redo, taken))

    async def redo(self, step: TidyingStep | None = None) -> None:
        """Take a step again that was taken back."""
        if (taken := await self.steps.redo(step)) is not None:
            self._offer(taken.told, self.tr("Undo"), partial(self.undo, taken))

    async def rename(self, run: str, name: str) -> None:
        """Give a run a name; without one it has its own again."""
        told = self.tr("The run was renamed."), self.tr("The run has its old name again.")
        await self._note((run,), lambda: self._studio.marks.rename(run, name), *told)

    async def star(self, runs: Collection[str], on: bool) -> None:
        """Put a star on runs, or take it off."""
        starred, not_starred = self.tr("The star is there."), self.tr("The star is off.")
        told = (starred, not_starred) if on else (not_starred, starred)
        await self._note(runs, lambda: self._studio.marks.star(runs, on=on), *told)

    async def tag(self, runs: Collection[str], tag: str, on: bool) -> None:
        """Put a tag on runs, or take it off."""
        add, remove = ((tag,), ()) if on else ((), (tag,))
        told = self.tr("The tags were changed."), self.tr("The tags are as they were.")
        await self._note(runs, lambda: self._studio.marks.tag(runs, add, remove), *told)

    async def archive(self, runs: Collection[str], on: bool) -> None:
        """Put runs out of sight, or bring them back."""
        one = self.tr("The run was archived.") if len(runs) == 1 else self.tr("{0} runs were archived.")
        told = one.format(len(runs)), self._describe_runs_back(len(runs))
        await self._note(
            runs, lambda: self._studio.marks.archive(runs, on=on), *(told if on else reversed(told)), offered=True
        )

    def _describe_runs_back(self, count: int) -> str:
        return self.tr("The run is back.") if count == 1 else self.tr("{0} runs are back.").format(count)

    async def _note(
        self, runs: Collection[str], write: Callable[[], None], told: str, told_back: str, *, offered: bool = False
    ) -> None:
        """Write a note of runs and show it; the way back is `offered` at once where it is not to be seen."""
        marks = self._studio.marks

        def written() -> tuple[dict[str, Marks], dict[str, Marks]]:
            before = {run: marks.of(run) for run in runs}
            write()
            return before, {run: marks.of(run) for run in runs}

        before, after = await asyncio.to_thread(written)
        if before != after:
            step = TidyingStep(told, told_back, partial(self._put_back, before), partial(self._put_back, after))
            self.steps.add(step)
            if offered:
                self._offer(told, self.tr("Undo"), partial(self.undo, step))
        await self._refresh()

    async def _put_back(self, notes: dict[str, Marks]) -> None:
        await asyncio.to_thread(self._studio.marks.put_back, notes)
        await self._refresh()

    # The trash ----------------------------------------------------------------------------------------------------

    async def delete(self, runs: Collection[str]) -> None:
        """Move runs into the trash, with a notice that brings them back."""
        moved: list[Path] = []
        shown = ""

        async def move() -> None:
            nonlocal shown
            moved[:], shown = [], ""
            try:
                for run in runs:
                    path = self._studio.find(run)
                    if self._session.model.path == path:
                        await self._session.leave_none()
                        shown = path.name
                        self.left.emit()
                    moved.append(await asyncio.to_thread(trash.delete, self._studio, str(path)))
            finally:
                await self._refresh()

        async def bring_back() -> None:
            await self._bring_back(list(moved), shown)

        try:
            await move()
        finally:
            if moved:
                count = len(moved)
                one = self.tr("The run was deleted.")
                told = one if count == 1 else self.tr("{0} runs were deleted.").format(count)
                step = TidyingStep(told, self._describe_runs_back(count), bring_back, move, moved)
                self.steps.add(step)
                self._offer(told, self.tr("Undo"), partial(self.undo, step))

    async def restore(self, files: Iterable[str]) -> None:
        """Bring logs back from the trash."""
        paths = [Path(file) for file in files]
        try:
            await self._bring_back(paths)
        finally:
            self.steps.forget([path for path in paths if not path.exists()])

    async def _bring_back(self, files: Iterable[Path], shown: str = "") -> None:
        """Bring logs back from the trash; the one of the name `shown` is opened again."""
        back: list[Path] = []
        try:
            for file in files:
                back += [await asyncio.to_thread(trash.restore, self._studio.home, file)]
        finally:
            await self._refresh()
        again = next((path for path in back if path.name == shown), None)
        if again is not None:
            await self._session.open(str(again))

    async def erase(self, files: Collection[str]) -> None:
        """Delete logs that lie in the trash for good, all of them without `files`, once somebody said yes."""
        count = len(files) or len(trash.trashed(self._studio.home, self._studio.marks))
        asked = self.tr("Delete this run for good?") if count == 1 else self.tr("Delete {0} runs for good?")
        box = QMessageBox(QMessageBox.Icon.Warning, self.tr("Trash"), asked.format(count), parent=self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setInformativeText(self.tr("Nobody can bring them back."))
        yes = box.addButton(self.tr("Delete"), QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        yes.clicked.connect(lambda: self._session.start_task(self._erase(files)))
        box.open()

    async def _erase(self, files: Collection[str]) -> None:
        try:
            if files:
                await asyncio.to_thread(trash.erase, [Path(file) for file in files])
            else:
                await asyncio.to_thread(trash.empty, self._studio.home, self._studio.marks)
        finally:
            self.steps.forget([file for file in self.steps.files() if not file.exists()])
            await self._refresh()

    async def sweep(self) -> None:
        """Let go of what has lain in the trash for long; what cannot be deleted now is next time."""
        studio = self._studio
        try:
            await asyncio.to_thread(trash.empty, studio.home, studio.marks, older_than=timedelta(days=TRASH_DAYS))
        except ParleyError:
            return

    def _offer(self, told: str, title: str, again: Callable[[], Coroutine[Any, Any, None]]) -> None:
        button = NoticeButton(title, lambda: self._session.start_task(again()))
        self._tell(Notice(told, key="tidied", buttons=(button,)))
