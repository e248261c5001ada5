"""The composition root: everything is made here, and taken apart here."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from parley.core.base.errors import ParleyError
from parley.core.settings import Settings
from parley.core.studio.studio import Studio
from parley.desktop.library.commands import LibraryCommands
from parley.desktop.mending.trouble import Trouble
from parley.desktop.run.model import RunModel
from parley.desktop.shell.collecting import Collector
from parley.desktop.shell.command_table import Commands
from parley.desktop.shell.crash import CrashPage, report_of, write_to_stderr
from parley.desktop.shell.front import Front
from parley.desktop.shell.notices import Notice
from parley.desktop.shell.panel import Panel
from parley.desktop.shell.session import Session, sentence_of
from parley.desktop.shell.setup import Setup
from parley.desktop.shell.watching import HomeWatch
from parley.desktop.tasks import Tasks, await_answer
from parley.desktop.widgets.language import get_language_of
from parley.desktop.widgets.theme import LOOK, THEME_CHOICES, follow_system

SWITCH_SECONDS = 0.0005
"""How long a thread may keep the window's waiting for Python's lock; usual are 5 ms. Qt asks a model for hundreds of
cells to paint a table, and each time the lock is to be had."""


class Desktop(QObject):
    """One open window with everything around it.

    Attributes: `window`, `model`, `session`, `commands`; `closed`, a future that is done when the window has gone.
    """

    def __init__(self, app: QApplication, studio: Studio, front: Front | None = None) -> None:
        super().__init__()
        self.studio = studio
        self.front = front or Front(app, studio.home, studio.settings)
        self.window, self.store = self.front.window, self.front.store
        self.tasks = Tasks(self.on_failed)
        self.collector = Collector(self)
        self.model = RunModel()
        self.model.language = get_language_of(studio.settings.look.language)
        self.window.attach_model(self.model)
        self.session = Session(studio, self.model, self.tasks, self.window.tell)
        self.library = LibraryCommands(studio, self.session, self.window.tell, self.window)
        self.setup = Setup(studio, self.session, self.window.tell, self.window)
        self.setup.first_run.set_library(self.library)
        self.commands = Commands(self.window, self.model, self.session, self.library, self.setup, self.store)
        commands = self.commands
        self.watch = HomeWatch(self.session, self.tasks, self.window, commands.follow_home, commands.check_rooms)
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._asking = False
        self._connect_signals()

    def _connect_signals(self) -> None:
        self.commands.connect_views()
        self.window.inspect = lambda: self.model.build_inspector(self.studio)
        self.session.ask_pause = self._confirm_pause
        self.window.close_wanted.connect(lambda: self.tasks.start(self.request_close(), "close"))
        self.window.end_wanted.connect(lambda: self.tasks.start(self.close(), "close"))
        self.setup.settings.changed.connect(self.on_settings)
        follow_system(self.window, lambda _theme: self.front.apply_look(self.studio.settings))
        self.on_settings(self.studio.settings)
        self.commands.tell_conditions()

    def _guard_call(self, callback: Callable[[], object]) -> Callable[[], None]:
        def call_safely() -> None:
            try:
                callback()
            except ParleyError as error:
                self.on_failed(error)

        return call_safely

    def open(self, files: Sequence[Path] = ()) -> None:
        """Show the window, unless it is shown already; what takes time comes after the first paint."""
        self._files = list(files)
        exports = self.library.exports
        for what in exports.last:
            if isinstance(chosen := self.store.value(what), list) and len(chosen) > 1:
                exports.last[what] = (str(chosen[0]), chosen[1] == "True")
        exports.set_folder(str(self.store.value("export_folder", "") or ""))
        self.setup.runs.restore_answers(self.store)
        # Whoever is new begins at the start page: a run that opens during the start stays behind it.
        self._greeted = not files and self.setup.first_run.greet()
        # What was asked for already finds everything as it was left.
        self.front.answer_with({name: self._guard_call(done) for name, done in self.commands.map_actions().items()})
        if self.window.isVisible():  # `opening.run` has shown it already
            self.tasks.start(self.after_first_paint(), "start")
        else:
            self.window.painted.connect(lambda: self.tasks.start(self.after_first_paint(), "start"))
            self.front.show()

    async def after_first_paint(self) -> None:
        """Import what is slow, in a thread; then the late views, the last run, the library, and the welcome."""
        # A run may have been chosen on the start page already: its words are painted before views that take longer.
        await self.session.wait_for_words()
        await asyncio.to_thread(_import_slow, [panel for panel in self.window.panels.values() if panel.in_front])
        await self.session.wait_for_words()
        self.window.make_late_views()
        sample = await self.library.first_sample()
        self.watch.start()
        last = str(self.store.value("run", "") or "")
        if self._files:
            await self.show_files(self._files)
        # The run of the last time may be gone; that is no reason to bother anybody.
        elif (wanted := sample or last or self.library.find_newest()) and not self.model.loaded:
            self.window.opening_behind = self._greeted  # the run is opened, and the start page stays before it
            try:
                with suppress(ParleyError):
                    await self.session.open(wanted, only_first=True)
            finally:
                self.window.opening_behind = False
        # What is there now stays: the collector need not walk it again, which takes longer than a frame.
        gc.freeze()
        self.collector.start()
        await self.session.wait_for_words()
        if self._greeted:
            # What a run chosen next needs is imported before the list of runs is read: a newcomer has hardly any.
            await asyncio.to_thread(_import_slow, self.window.panels.values())
            await self.session.wait_for_words()
        await self.library.tidying.sweep()
        await self.library.refresh()
        # Views behind others are made when they are seen: then nothing slow is left to be imported.
        slow = [module for room in self.commands.rooms.values() for module in room.slow]
        await asyncio.to_thread(_import_slow, self.window.panels.values(), *slow)
        await asyncio.to_thread(self.commands.know_modes, only_import=True)  # widgets must be made on this thread
        self.commands.know_modes()
        gc.freeze()
        sys.setswitchinterval(SWITCH_SECONDS)  # once the imports on threads are over
        await self.setup.first_run.show_welcome()

    async def show_files(self, files: Sequence[Path]) -> None:
        """Open what was named when the program was begun."""
        try:
            await self.commands.files.open(files)
        except ParleyError as error:
            self.on_failed(error)

    def on_settings(self, settings: Settings) -> None:
        """Follow new settings."""
        self.front.follow(settings)
        LOOK.motion = settings.look.motion
        self.window.floor.set_animated(settings.look.motion)
        self.window.menus.set_always(settings.look.menu_bar == "always")
        self.window.keys.single_keys = settings.look.single_keys
        for name in THEME_CHOICES:
            if (action := self.window.actions_by_id.get(f"theme_{name}")) is not None:
                action.setChecked(settings.look.theme == name)
        if self.session.run is not None:
            self.session.run.pace.follow(self.session.get_pace())  # an open run has a pace of its own
            self.session.run.mid_turn = settings.talk.pause_mid_turn

    def on_failed(self, error: BaseException) -> None:
        """Show a notice for a user's error, the crash page for everything else."""
        sentence = sentence_of(error)
        if sentence:
            self.window.tell(Notice(sentence, kind="error", trouble=Trouble.of(error)))
            return
        report = report_of(error)
        write_to_stderr(report)
        page = CrashPage(report, parent=self.window)
        page.quit_wanted.connect(lambda: self.tasks.start(self.close(), "close"))
        page.finished.connect(page.deleteLater)  # the window, its parent, would keep it
        # The window stays usable beside it. A modal dialog would block the page, unless that is modal too.
        page.show() if QApplication.activeModalWidget() is None else page.open()

    async def _confirm_pause(self, title: str, closing: bool) -> bool:
        """Return whether a run that plays may be paused; one question at a time."""
        from parley.desktop.shell.asking import PauseDialog

        if self._asking:  # closing and opening another run may both want to ask
            return False
        self._asking = True
        dialog = PauseDialog(title, QApplication.activeModalWidget() or self.window, closing=closing)
        try:
            return await await_answer(dialog)
        finally:
            self._asking = False

    async def request_close(self) -> None:
        """Close, unless a run plays and is to go on."""
        if await self.session.may_pause(closing=True):
            await self.close()

    async def close(self) -> None:
        """Give the run back, remember where everything stood, and go. Idempotent."""
        if self.closed.done():
            return
        self.window.save_layout(self.store)
        self.store.setValue("run", self.model.replay.live.run)
        for what, chosen in self.library.exports.last.items():
            self.store.setValue(what, list(map(str, chosen)))
        self.store.setValue("export_folder", str(self.library.exports.folder))
        self.setup.runs.store(self.store)
        self.watch.stop()
        self.window.hide()  # what follows may wait for replies under way
        await self.commands.close_rooms()
        self.store.sync()
        await self.session.close(for_good=True)
        await self.tasks.cancel_all()
        await self.studio.close()
        # A dialog that is still there may have begun something since.
        await self.tasks.cancel_all()
        gc.unfreeze()
        self.collector.stop()
        self.window.may_close = True
        self.window.close()
        if not self.closed.done():  # a second close may have come as far while this one waited
            self.closed.set_result(None)


def _import_slow(panels: Iterable[Panel], *others: str) -> None:
    """Import what views are slow to import for; in a thread, so that the window stays responsive."""
    for name in dict.fromkeys((*(name for panel in panels for name in panel.spec.needs), *others)):
        import_module(name)
