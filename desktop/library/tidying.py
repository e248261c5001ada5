"""Tidying up the library: names, stars, tags, the archive, the trash; each with a way back."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from parley.core.base.errors import ParleyError
from parley.core.home import TRASH_DAYS
from parley.core.studio import trash
from parley.core.studio.marks import Marks
from parley.core.studio.studio import Studio
from parley.desktop.shell.notices import Notice, NoticeButton
from parley.desktop.shell.session import Session, Tell

MOST_STEPS = 50
"""Steps that can be taken back."""


@dataclass(eq=False, slots=True)  # By identity: two equal steps are still two
class TidyingStep:
    """What was done, and can be taken back: `told_back` is the sentence that says so then; `files` are the logs in the
    trash without which it cannot be."""

    told_back: str
    undo: Callable[[], Awaitable[None]]
    files: list[Path] = field(default_factory=list)


class TidyingCommands(QObject):
    """What is noted of runs, and where deleted ones go. Their logs are never written.

    Signals: `left()` when the run was deleted that was open, so that none is; `changed()` when there are other steps
    to be taken back.
    """

    left = Signal()
    changed = Signal()

    def __init__(
        self, studio: Studio, session: Session, tell: Tell, window: QWidget, refresh: Callable[[], Awaitable[None]]
    ) -> None:
        super().__init__()
        self._studio = studio
        self._session = session
        self._tell = tell
        self._window = window
        self._refresh = refresh
        self._steps: list[TidyingStep] = []
        self._taking = asyncio.Lock()  # A second Undo waits, then takes back the step before

    def map_intents(self) -> dict[str, Callable[..., object]]:
        """Return what the library's view asks for, by name."""
        return {
            "rename_run": lambda asked: self.rename(*asked),
            "star_runs": lambda asked: self.set_star(*asked),
            "archive_runs": lambda asked: self.archive(*asked),
            "tag_runs": lambda asked: self.tag(*asked),
            "delete_runs": self.delete,
            "restore_runs": self.restore_logs,
            "erase_runs": self.erase,
            "empty_trash": lambda _none: self.erase(()),
        }

    def map_actions(self) -> dict[str, Callable[[], None]]:
        """Return what is done by keys of the library."""
        return {"undo_tidying": lambda: self._session.start_task(self.undo())}

    def get_conditions(self) -> frozenset[str]:
        """Return the conditions of the action table that hold now."""
        return frozenset({"tidied"} if self._steps else ())

    async def undo(self, step: TidyingStep | None = None) -> None:
        """Take a step back, without one the last; what fails is not tried again."""
        async with self._taking:
            taken = step if step is not None else self._steps[-1] if self._steps else None
            if taken is None or taken not in self._steps:  # Its notice may still offer Undo after it was taken back
                return
            self._steps.remove(taken)  # First: what fails is not offered again
            self.changed.emit()
            await taken.undo()
            self._tell(Notice(taken.told_back, key="tidied"))

    def _add_step(self, step: TidyingStep, told: str, *, offered: bool) -> None:
        """Note what was just done; the way back is `offered` at once where it is not to be seen."""
        self._steps.append(step)
        del self._steps[:-MOST_STEPS]
        self.changed.emit()
        if offered:
            back = NoticeButton(self.tr("Undo"), lambda: self._session.start_task(self.undo(step)))
            self._tell(Notice(told, key="tidied", buttons=(back,)))

    def _prune_steps(self) -> None:
        """Forget logs that are no longer in the trash; steps that need them cannot be taken back."""
        for step in [step for step in self._steps if step.files]:
            step.files[:] = [file for file in step.files if file.exists()]  # In place: `_bring_back` has this very list
            if not step.files:
                self._steps.remove(step)
        self.changed.emit()

    async def rename(self, run: str, name: str) -> None:
        """Give a run a name; without one it has its own again."""
        told = self.tr("The run was renamed."), self.tr("The run has its old name again.")
        await self._change_marks((run,), lambda: self._studio.marks.rename(run, name), *told)

    async def set_star(self, runs: Collection[str], on: bool) -> None:
        """Put a star on runs, or take it off."""
        starred, not_starred = self.tr("The star is there."), self.tr("The star is off.")
        told = (starred, not_starred) if on else (not_starred, starred)
        await self._change_marks(runs, lambda: self._studio.marks.set_star(runs, on=on), *told)

    async def tag(self, runs: Collection[str], tag: str, on: bool) -> None:
        """Put a tag on runs, or take it off."""
        add, remove = ((tag,), ()) if on else ((), (tag,))
        told = self.tr("The tags were changed."), self.tr("The tags are as they were.")
        await self._change_marks(runs, lambda: self._studio.marks.tag(runs, add, remove), *told)

    async def archive(self, runs: Collection[str], on: bool) -> None:
        """Put runs out of sight, or bring them back."""
        one = self.tr("The run was archived.") if len(runs) == 1 else self.tr("{0} runs were archived.")
        told = one.format(len(runs)), self._describe_runs_back(len(runs))
        await self._change_marks(
            runs, lambda: self._studio.marks.archive(runs, on=on), *(told if on else reversed(told)), offered=True
        )

    def _describe_runs_back(self, count: int) -> str:
        return self.tr("The run is back.") if count == 1 else self.tr("{0} runs are back.").format(count)

    async def _change_marks(
        self, runs: Collection[str], write: Callable[[], None], told: str, told_back: str, *, offered: bool = False
    ) -> None:
        """Write a note of runs and show it; its way back is `offered` at once where it is not to be seen."""
        marks = self._studio.marks

        def write_marks() -> dict[str, Marks]:
            before = {run: marks.of(run) for run in runs}
            write()
            return {run: had for run, had in before.items() if had != marks.of(run)}  # The others need no way back

        if before := await asyncio.to_thread(write_marks):
            self._add_step(TidyingStep(told_back, partial(self._put_back, before)), told, offered=offered)
        await self._refresh()

    async def _put_back(self, notes: dict[str, Marks]) -> None:
        await asyncio.to_thread(self._studio.marks.put_back, notes)
        await self._refresh()

    # The trash ----------------------------------------------------------------------------------------------------

    async def delete(self, runs: Collection[str]) -> None:
        """Move runs into the trash, with a notice that brings them back."""
        moved: list[Path] = []
        shown = ""
        try:
            for run in runs:
                path = self._studio.find(run)
                if self._session.model.path == path:
                    await self._session.leave_none()  # An open log is locked and still written to
                    shown = path.name
                    self.left.emit()
                moved.append(await asyncio.to_thread(trash.delete, self._studio, str(path)))
        finally:
            await self._refresh()
            if moved:
                count = len(moved)
                one = self.tr("The run was deleted.")
                told = one if count == 1 else self.tr("{0} runs were deleted.").format(count)
                back = partial(self._bring_back, moved, shown)
                self._add_step(TidyingStep(self._describe_runs_back(count), back, moved), told, offered=True)

    async def restore_logs(self, files: Iterable[str]) -> None:
        """Bring logs back from the trash."""
        paths = [Path(file) for file in files]
        try:
            await self._bring_back(paths)
        finally:
            self._prune_steps()

    async def _bring_back(self, files: Iterable[Path], shown: str = "") -> None:
        """Bring logs back from the trash; the one of the name `shown` is opened again."""
        back: list[Path] = []
        try:
            for file in list(files):  # A copy: the step's list loses what is no longer in the trash
                back += [await asyncio.to_thread(trash.restore_log, self._studio.home, file)]
        finally:
            await self._refresh()
        again = next((path for path in back if path.name == shown), None)  # Moving gave it another path
        if again is not None:
            await self._session.open(str(again))

    async def erase(self, files: Collection[str]) -> None:
        """Delete logs that lie in the trash for good, all of them without `files`, once somebody said yes."""
        count = len(files) or len(trash.list_trashed(self._studio.home, self._studio.marks))
        asked = self.tr("Delete this run for good?") if count == 1 else self.tr("Delete {0} runs for good?")
        box = QMessageBox(QMessageBox.Icon.Warning, self.tr("Trash"), asked.format(count), parent=self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setInformativeText(self.tr("Nobody can bring them back."))
        yes = box.addButton(self.tr("Delete"), QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))  # Enter must not delete for good
        yes.clicked.connect(lambda: self._session.start_task(self._erase(files)))
        box.open()

    async def _erase(self, files: Collection[str]) -> None:
        try:
            if files:
                await asyncio.to_thread(trash.erase, [Path(file) for file in files])
            else:
                await asyncio.to_thread(trash.clear_trash, self._studio.home, self._studio.marks)
        finally:
            self._prune_steps()
            await self._refresh()

    async def sweep(self) -> None:
        """Let go of what has lain in the trash for long; what cannot be deleted now waits for the next time."""
        studio = self._studio
        try:
            await asyncio.to_thread(trash.clear_trash, studio.home, studio.marks, older_than=timedelta(days=TRASH_DAYS))
        except ParleyError:
            return
