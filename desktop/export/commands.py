"""Exporting a run: a dialog with a preview, a file that is written beside it, and a way out."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QWidget

from parley.core.base.errors import FileError, ParleyError, UsageError
from parley.core.cast.member import make_slug
from parley.core.studio import runs
from parley.core.studio.reading import Opened
from parley.core.studio.studio import Studio
from parley.desktop.mending.trouble import Trouble
from parley.desktop.shell.files import show_file, show_folder
from parley.desktop.shell.notices import Notice, NoticeButton
from parley.desktop.shell.session import Session, Tell
from parley.desktop.tasks import await_answer
from parley.desktop.widgets.language import current, said
from parley.desktop.widgets.plain import one_line

if TYPE_CHECKING:
    # Imported when something is exported: the window is painted sooner.
    from parley.core.export.base import Look, Progress
    from parley.core.export.registry import Options
    from parley.desktop.export.view import ExportDialog

translate = QCoreApplication.translate
RECENT = 6
"""Turns of a clip to begin with where none are selected."""
PREVIEW = 12_000
"""Characters of an export that the dialog shows."""

Preview = Callable[[str, bool], "tuple[str, Look, *tuple[QImage | None, ...]] | Sequence[QImage]"]
"""The beginning of a format, with or without thoughts, how it is read and what stands above it; or pictures."""
Write = Callable[[str, Path, bool, "Progress"], None]
"""Write a format to a file, with or without thoughts. It runs in a thread."""


class ExportCancelledError(Exception):
    """The director cancelled an export."""


class ExportCommands:
    """Exports of runs. `last` are the last choices (format, with thoughts) by what was exported, `folder` is where the
    last one was put; they are kept from session to session."""

    def __init__(self, studio: Studio, session: Session, tell: Tell, window: QWidget) -> None:
        self.window = window
        self.last = {"export": ("html", True), "logbook": ("html", True), "clip": ("gif", True)}
        self.folder = find_folder()
        self._studio = studio
        self._session = session
        self._tell = tell

    def set_folder(self, folder: str) -> None:
        """Offer this folder, where it is still there."""
        if folder and Path(folder).is_dir():
            self.folder = Path(folder)

    async def export(self, run: str = "") -> None:
        """Export a run (empty: the open one) through the dialog."""
        from parley.core.export.registry import EXPORTS, Options, list_exporters
        from parley.desktop.export.clip import ClipStage, Frame
        from parley.desktop.export.view import PICTURE, Begin, RunExportDialog

        opened = await self.open_run(run)  # A reading of its own: the run may go on meanwhile
        state, events = opened.state, opened.replay.events

        def build_options(thoughts: bool) -> Options:
            plan = self._studio.plan_of(state.setup)
            return Options(thoughts=thoughts, plan=plan, parents=True, title=opened.name, member=dialog.member)

        @cache
        def draw_picture() -> QImage | None:
            """Return the first turn, on the plan or wherever the mode has it."""
            plan = self._studio.plan_of(state.setup) or self._studio.library.plan("studio")
            with closing(ClipStage(opened, plan, current(), PICTURE)) as stage:
                return stage.draw_frame(Frame(1, stage.get_line_of(1), 0)) if state.turns else None

        def preview(to: str, thoughts: bool) -> tuple[str, Look, QImage | None]:
            chosen = EXPORTS["html" if EXPORTS[to].look == "paper" else to]  # Paper has what the page has
            with EXPORTS.blame_package(to):
                text = chosen.build_preview(state, events, build_options(thoughts), PREVIEW)
            return text, chosen.look, draw_picture() if to == "html" else None

        def write(to: str, path: Path, thoughts: bool, progress: Progress) -> None:
            with EXPORTS.blame_package(to):
                EXPORTS[to].write(state, events, path, build_options(thoughts), progress)

        fitting = list_exporters(state.setup)
        formats = [(each.name, each.title.text(current()), each.suffix) for each in fitting]
        by_member = [each.name for each in fitting if each.by_member]
        members = [(member.id, one_line(member.name)) for member in state.setup.members if state.spoken.get(member.id)]
        formats.sort(key=lambda each: each[0] != "html")  # What most come for stands first
        begin = Begin(formats, self.folder, get_file_stem(opened), self.last["export"])
        dialog = RunExportDialog(begin, by_member, members, self.window)
        await self.ask("export", dialog, preview, write)

    async def clip(self) -> None:
        """Export turns of the open run as an animated picture through the dialog: the selected ones to begin with, else
        the shown one and those right before it."""
        from parley.desktop.export.clip import FORMATS, ClipStage, Frame, write_clip
        from parley.desktop.export.view import Begin, ClipDialog

        opened, loop = await self.open_run(), asyncio.get_running_loop()
        state = opened.state
        if not state.turns:
            raise UsageError("Nobody has spoken yet.", hint="Play the run first.")
        plan = self._studio.plan_of(state.setup) or self._studio.library.plan("studio")
        titles = {
            "gif": translate("LibraryCommands", "Animated GIF"),
            "webp": translate("LibraryCommands", "Animated WebP"),
            "png": translate("LibraryCommands", "Animated PNG"),
        }
        formats = [(name, titles[name], f".{name}") for name in FORMATS]
        turns = opened.replay.turns
        model = self._session.model
        last = max(1, min(model.span[-1] if model.span else model.shown, turns))
        span = (max(1, min(model.span[0] if model.span else last - RECENT + 1, last)), last)
        begin = Begin(formats, self.folder, f"clip-{get_file_stem(opened)}", self.last["clip"])
        dialog = ClipDialog(begin, span, turns, self.window)
        stages: list[ClipStage] = []
        frames: list[Frame] = []  # The thread that writes does not ask widgets

        def make_preview(_to: str, _thoughts: bool) -> list[QImage]:
            while stages:
                stages.pop().close()
            stages.append(ClipStage(opened, plan, current(), dialog.size_of_clip()))  # At most one is kept open
            frames[:] = stages[0].yield_frames(*dialog.get_span())  # In place: `write_file` reads this list
            seconds = round(sum(frame.ms for frame in frames) / 1000)
            dialog.show_length(translate("LibraryCommands", "{0} s, {1} pictures").format(seconds, len(frames)))
            still = [frame for frame in frames if frame.line == stages[0].get_line_of(frame.turn)]
            return [stages[0].draw_frame(each) for each in (still[0], still[-1])[: min(2, len(still))]]

        async def draw_image(frame: Frame) -> QImage:
            return stages[0].draw_frame(frame)

        def write_file(to: str, path: Path, _thoughts: bool, progress: Progress) -> None:
            write_clip(path, to, list(frames), draw_image, loop, progress)  # A copy: a preview changes the list

        try:
            await self.ask("clip", dialog, make_preview, write_file)
        finally:
            for stage in stages:
                stage.close()

    async def open_run(self, run: str = "") -> Opened:
        """Return a run (empty: the open one) as it stands in its log."""
        return await asyncio.to_thread(self._studio.open, run or str(self._session.model.path or ""))

    async def ask(self, what: str, dialog: ExportDialog, preview: Preview, write: Write) -> None:
        """Show the dialog until it was left or something was written, in a thread, while it shows how far that is."""
        cancel, loop, start = threading.Event(), asyncio.get_running_loop(), self._session.start_task

        def show_preview(to: str, thoughts: bool) -> None:
            shown = preview(to, thoughts)
            if isinstance(shown, tuple):
                dialog.preview.show_text(*shown)
            else:
                dialog.preview.show_pictures(shown)

        def on_progress(part: float) -> None:
            if cancel.is_set():
                raise ExportCancelledError  # Raised in the writing thread: nothing else can stop it
            loop.call_soon_threadsafe(dialog.show_progress, part)  # Widgets belong to the loop's thread

        async def export(to: str, path: Path, thoughts: bool) -> None:
            cancel.clear()  # An export before this one may have been cancelled
            dialog.show_running(True)
            try:
                # Whoever names a file there may mean another one, and would lose a run.
                runs.not_among(path, self._studio.home)
                await asyncio.to_thread(write, to, path, thoughts, on_progress)
            except ExportCancelledError:
                dialog.show_problem(translate("LibraryCommands", "Cancelled; nothing was written."))
            except ParleyError as error:
                other = NoticeButton(translate("LibraryCommands", "Another file…"), dialog.ask_for_file)
                elsewhere = (other,) if isinstance(error, FileError | UsageError) else ()
                mends = self._session.mends(Trouble.of(error), lambda: None, dialog.reject)
                dialog.show_problem(said(error), (*elsewhere, *mends))
            except Exception:
                dialog.show_running(False)  # Else the dialog could not be left: Cancel would wait for the thread
                raise
            else:
                self.last[what], self.folder = (to, thoughts), path.parent
                dialog.show_running(False)
                dialog.accept()
                open_folder = partial(show_folder, path.parent, self._tell)
                copy_path = partial(QGuiApplication.clipboard().setText, str(path))
                open_file = partial(show_file, path, self._tell)
                buttons = (
                    NoticeButton(translate("LibraryCommands", "Open"), open_file),
                    NoticeButton(translate("LibraryCommands", "Show in folder"), open_folder),
                    NoticeButton(translate("LibraryCommands", "Copy the path"), copy_path),
                )
                self._tell(Notice(translate("LibraryCommands", "Written: {0}").format(path), buttons=buttons))

        dialog.cancelled.connect(cancel.set)
        dialog.preview_wanted.connect(show_preview)
        dialog.export_wanted.connect(lambda to, path, thoughts: start(export(to, Path(path).expanduser(), thoughts)))
        dialog.ask_preview()
        await await_answer(dialog)


def get_file_stem(opened: Opened) -> str:
    """Return under what name a run is offered to be saved: what it is about, and the day it was begun."""
    setup, begun = opened.state.setup, opened.replay.events[0].at.astimezone()
    return f"{make_slug(setup.topic or setup.format.id)}-{begun:%Y-%m-%d}"


def find_folder() -> Path:
    """Return the folder that exports are offered to be put into."""
    return Path.home() / "Documents" if (Path.home() / "Documents").is_dir() else Path.home()
