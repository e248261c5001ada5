"""A person at the real window: the whole desktop on a Qt event loop, with real keys and clicks."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import qasync  # type: ignore[import-untyped]
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from parley.core import settings as settings_file
from parley.core.home import Home
from parley.core.log.config import RunConfig
from parley.core.log.state import State
from parley.core.modes.roundtable.request import RoundtableRequest
from parley.core.studio.studio import Studio
from parley.desktop.shell.app import Desktop
from parley.desktop.shell.front import Front, get_application
from parley.desktop.shell.notices import Notice
from parley.desktop.shell.window import Window

W = TypeVar("W", bound=QWidget)
PATIENCE = 120.0
"""Seconds after which something is taken never to happen: far more than a busy machine needs."""
NONE = Qt.KeyboardModifier.NoModifier
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
Body = Callable[["Desk"], Awaitable[None]]


class Desk:
    """The open desktop and what a person does with it.

    Attributes: `desktop`, `window`.
    """

    def __init__(self, desktop: Desktop) -> None:
        self.desktop = desktop
        self.window: Window = desktop.window

    @property
    def studio(self) -> Studio:
        """The studio behind it."""
        return self.desktop.studio

    @property
    def state(self) -> State:
        """The shown run, at its end."""
        return self.desktop.model.replay.live

    @property
    def turns(self) -> int:
        """How many turns the shown run has."""
        return self.desktop.model.replay.turns

    def action(self, id_: str) -> QAction:
        """An action of the table."""
        return self.window.actions_by_id[id_]

    def notices(self) -> list[str]:
        """The sentences that are shown, newest first."""
        return [notice.sentence for notice in self.window.notices.list_shown()]

    def notice(self) -> Notice:
        """The newest notice."""
        return self.window.notices.list_shown()[0]

    # Waiting --------------------------------------------------------------------------------------------------

    async def until(self, true: Callable[[], object], what: str = "it") -> None:
        """Let the window live until something is so."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not true():
                    await asyncio.sleep(0.005)
        except TimeoutError:
            raise AssertionError(f"waited in vain until {what}") from None

    async def idle(self) -> None:
        """Let the window live until no command is under way; the loop of a live run does not count."""
        await asyncio.sleep(0)
        await self.until(lambda: not [name for name in self.desktop.tasks.names if name != "run"], "all commands end")
        # Qt paints what a command has changed after as long.
        await asyncio.sleep(0.005)

    async def dialog(self, kind: type[W]) -> W:
        """The dialog of this kind, once it is open and has the keyboard."""
        await self.until(lambda: self.find(kind), f"a {kind.__name__} opens")
        found = self.find(kind)
        assert found is not None
        # As a window manager would: Qt's plugin without a screen forgets it where another is deleted meanwhile.
        await self.until(lambda: found.isActiveWindow() or found.activateWindow(), f"the {kind.__name__} is active")
        return found

    async def open(self, action: str, kind: type[W]) -> W:
        """The dialog that an action opens."""
        self.action(action).trigger()
        return await self.dialog(kind)

    def find(self, kind: type[W]) -> W | None:
        """The visible top-level widget of this kind."""
        return next((one for one in QApplication.topLevelWidgets() if isinstance(one, kind) and one.isVisible()), None)

    # Hands ----------------------------------------------------------------------------------------------------

    def focused(self) -> QWidget:
        """What has the keyboard; the window where nothing has."""
        return QApplication.focusWidget() or self.window

    def key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
        """Press a key where the keyboard is."""
        QTest.keyClick(self.focused(), key, modifiers)

    def type(self, text: str) -> None:
        """Type where the keyboard is."""
        QTest.keyClicks(self.focused(), text)

    def click(self, widget: QWidget) -> None:
        """Click into the middle of a widget."""
        assert widget.isVisible(), f"{widget.accessibleName() or widget} cannot be seen"
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton)

    def blur(self) -> None:
        """Take the keyboard out of every field."""
        self.window.area.setFocus()

    # Runs -----------------------------------------------------------------------------------------------------

    def config(self, **wish: Any) -> RunConfig:
        """A standup of the rehearsal voice on a simulated clock, so that it takes no time."""
        asked: dict[str, Any] = {"seed": 7, "turns": 6, "simulated": True, "topic": "The demo slipped"}
        return self.studio.compose(RoundtableRequest(**(asked | wish)))

    async def begin(self, *, play: bool = False, **wish: Any) -> None:
        """Start a run, standing at the gate unless `play`."""
        session = self.desktop.session
        session.set_speed(0.0)
        keep = session.play
        if not play:
            session.play = lambda: None  # type: ignore[method-assign]
        try:
            await session.start(self.config(**wish))
        finally:
            session.play = keep  # type: ignore[method-assign]
        await self.idle()

    async def played(self, **wish: Any) -> None:
        """A run that has been played to its end."""
        await self.begin(play=True, **wish)
        await self.ended()

    async def ended(self) -> None:
        """Wait for the end of the run, and for its log to be given back."""
        await self.until(lambda: self.state.status == "ended" and self.desktop.session.run is None, "the run has ended")
        await self.idle()


class Opener:
    """Opens the window for a test body and closes it after; checks that nothing is left running."""

    def __init__(self, home: Home) -> None:
        self.home = home

    def __call__(
        self,
        body: Body,
        *,
        files: Sequence[Path] = (),
        welcomed: bool = True,
        empty: bool = False,
        motion: bool = False,
        early: Callable[[Front], Awaitable[None]] | None = None,
    ) -> None:
        """Run `body` at the open window.

        `empty` leaves the sample run out. With `motion` people walk, which keeps a processor busy for as long as the
        window is there, and the longer the busier the machine is. `early` is done at the window that is painted first,
        before anybody can answer.
        """
        app = get_application()
        settings = settings_file.set_group(settings_file.load(self.home.settings), "look", motion=motion)
        settings_file.save(self.home.settings, settings.model_copy(update={"welcomed": welcomed}))

        before = set(QApplication.topLevelWidgets())
        windows: list[Window] = []

        async def main() -> None:
            front = Front(app, self.home) if early is not None else None
            if front is not None and early is not None:
                await early(front)
            desktop = Desktop(app, Studio(self.home), front)
            if empty:
                desktop.library.first_sample = _no_sample  # type: ignore[method-assign]
            windows.append(desktop.window)
            desk = Desk(desktop)
            desktop.open(files)
            try:
                await desk.until(lambda: desktop.window.complete, "the plots are there")
                if welcomed:
                    await desk.idle()
                desktop.window.activateWindow()
                await desk.until(desktop.window.isActiveWindow, "the window is active")
                if welcomed:
                    desk.blur()
                await body(desk)
            finally:
                await desktop.close()
            left = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
            assert not left, f"still running after the window was closed: {left}"

        with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(app)) as runner:
            runner.run(main())
        windows[0].deleteLater()
        for menu in set(QApplication.topLevelWidgets()) - before:
            # Menus that plots make belong to no window; each that stays would be dressed anew with every later one.
            menu.deleteLater()
        QCoreApplication.sendPostedEvents(None, int(QEvent.Type.DeferredDelete.value))


async def _no_sample() -> str:
    return ""
