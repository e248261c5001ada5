"""What is painted first: the whole window in its look and place, before what stands behind it is loaded."""

from __future__ import annotations

import asyncio
import math
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QSettings, SignalInstance
from PySide6.QtWidgets import QApplication

from parley.core.base.packaged import APP_ID
from parley.core.home import Home
from parley.desktop.shell.action_table import ACTIONS
from parley.desktop.shell.window import Window
from parley.desktop.widgets import language
from parley.desktop.widgets import theme as dress

if TYPE_CHECKING:
    # Reading settings takes longer than laying out the window: it is left out where they are those of the last time.
    from parley.core.settings import Settings
    from parley.desktop.first_run.page import StartPage


SCALES = 0.75, 2.0
FASTEST = 8.0
"""The bounds of what is kept of the text scale and the speed: what is beyond was not written by this program."""


class Look(NamedTuple):
    """What the settings say of the window's first sight. `speed` 0: as fast as it goes; `menus`: always in sight;
    `welcomed`: somebody has begun something here."""

    theme: str
    text_scale: float
    language: str
    thoughts: bool
    speed: float
    menus: bool
    welcomed: bool

    def is_valid(self) -> bool:
        """Return whether a window can look like this; no number that is none is within bounds."""
        known = self.theme in dress.THEME_CHOICES and self.language in ("system", language.SOURCE, *language.TRANSLATED)
        return known and SCALES[0] <= self.text_scale <= SCALES[1] and 0 <= self.speed <= FASTEST


UNTOUCHED = Look("system", 1.0, "system", True, 1.0, False, False)
"""What settings say that nobody has written yet."""
CARDS = 4
"""Those of the start page, until it is known what they show."""


class Front:
    """The window, able to be painted; who presses a button before anybody can answer is answered then.

    Attributes: `app`, `window`, `store`, where the window's state is kept.
    """

    def __init__(self, app: QApplication, home: Home, settings: Settings | None = None) -> None:
        self.app = app
        self.store = QSettings(str(home.window), QSettings.Format.IniFormat)  # in the home, not in a system's registry
        self._settings = home.settings
        self._answers: Mapping[str, Callable[[], None]] | None = None
        self._asked: list[Callable[[], None]] = []
        self._page: StartPage | None = None
        look = self._look = _look_in(settings) if settings is not None else self._recall_look() or self._read_look()
        language.install(app, look.language)  # texts are translated once, when their widgets are made
        self._dressed = dress.theme_for(look.theme), look.text_scale
        # Before the first widget is made: some keep the font they were born with.
        dress.apply_palette(app, *self._dressed)
        self.window = Window()
        askers = {action.id: self._make_deferred_ask(action.id) for action in ACTIONS}
        self._quit = askers["quit"]
        self.window.use_actions(askers)
        self.window.show_conditions(frozenset())
        for signal in (self.window.close_wanted, self.window.end_wanted):  # `Desktop` answers them once it is there
            signal.connect(lambda: self._quit() if self._answers is None else None)
        views = (self.window.toolbar, self.window.timeline, self.window.transcript)
        for view in views:
            view.intent.connect(self._make_signal_keeper(view.intent))
        self.window.panels["library"].when_made(
            lambda view: view.search_wanted.connect(self._make_signal_keeper(view.search_wanted))
        )
        self.window.transcript.set_options(thoughts=look.thoughts, details=False)
        self.window.timeline.speed.set_speed(look.speed or math.inf)
        self.window.menus.set_always(look.menus)
        # After the last one: every widget that is put into another would be dressed again with all that is in it.
        dress.apply_stylesheet(app)

    def greet(self) -> None:
        """Put the start page before everything, where nobody has begun anything yet; its cards are empty at first."""
        if self._look.welcomed:
            return
        from parley.desktop.first_run.figures import WatchFigure
        from parley.desktop.first_run.page import StartPage

        page = self._page = StartPage()
        page.show_watched([WatchFigure(str(number), "", "", "") for number in range(CARDS)])
        self.window.use_page_bar(page.bar)
        self.window.show_start(page)

    async def fill_page(self) -> None:
        """Show on the start page, where it stands, what can be watched: it can be chosen from then on."""
        if self._page is None:
            return
        # It is read with pydantic, which takes long to import: the window answers meanwhile.
        await asyncio.to_thread(import_module, "parley.desktop.first_run.watchable")
        from parley.desktop.first_run.watchable import list_watchable

        self._page.show_watched(list_watchable(language.get_language_of(self._look.language)))
        # Not before: an empty card stands for no run.
        self._page.watch_wanted.connect(self._make_signal_keeper(self._page.watch_wanted))
        if not self._page.search.hasFocus():
            self._page.focus_first()

    def show(self) -> None:
        """Show the window as it was left."""
        self.window.restore_layout(self.store)
        self.window.show()

    def follow(self, settings: Settings) -> None:
        """Look as these settings say, and remember it for the next start; they were just read or saved."""
        self.apply_look(settings)
        self.store.setValue("look", [_stamp(self._settings), *map(str, _look_in(settings))])

    def apply_look(self, settings: Settings) -> None:
        """Look as the settings say and the system has it now; the file may have been written by somebody since."""
        wanted = dress.theme_for(settings.look.theme), settings.look.text_scale
        if wanted != self._dressed:
            # The whole application is dressed anew, which takes a tenth of a second: only where it must be.
            self._dressed = wanted
            dress.apply_theme(self.app, *wanted)

    def _recall_look(self) -> Look | None:
        """Return the look of the last time; None where the settings were written since."""
        kept = self.store.value("look")
        if not isinstance(kept, list) or len(kept) != 1 + len(Look._fields) or kept[0] != _stamp(self._settings):
            return None
        try:
            look = Look(
                str(kept[1]),
                float(kept[2]),
                str(kept[3]),
                kept[4] == "True",  # an INI file has text only
                float(kept[5]),
                *(each == "True" for each in kept[6:]),
            )
        except ValueError:
            return None
        return look if look.is_valid() else None

    def _read_look(self) -> Look:
        if not self._settings.exists():
            return UNTOUCHED
        from parley.core.settings import load

        return _look_in(load(self._settings))

    def answer_with(self, callbacks: Mapping[str, Callable[[], None]]) -> None:
        """Set what each action does, then do the actions that were asked for before."""
        self._answers = callbacks
        asked, self._asked = self._asked, []
        for again in asked:
            again()

    def _make_deferred_ask(self, name: str) -> Callable[[], None]:
        def run_or_queue() -> None:
            if self._answers is not None:
                self._answers[name]()
            elif run_or_queue not in self._asked:  # pressed twice, it is done once
                self._asked.append(run_or_queue)

        return run_or_queue

    def _make_signal_keeper(self, signal: SignalInstance) -> Callable[..., None]:
        """Return a slot that keeps what a view emits before the window can answer, to emit it again once it can."""

        def queue_signal(*said: object) -> None:
            if self._answers is None:
                self._asked.append(lambda: signal.emit(*said))

        return queue_signal


def get_application() -> QApplication:
    """Return the application object, made once. `APP_ID` tells a desktop whose its windows are."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        app = QApplication(sys.argv[:1])
    app.setApplicationName("Parley")
    app.setDesktopFileName(APP_ID)
    app.setQuitOnLastWindowClosed(False)  # the program ends when the run was given back, not when the window has gone
    app.setWindowIcon(dress.app_icon())
    return app


def _look_in(settings: Settings) -> Look:
    look, talk = settings.look, settings.talk
    return Look(
        look.theme,
        look.text_scale,
        look.language,
        look.thoughts,
        0.0 if talk.unpaced else talk.speed,
        look.menu_bar == "always",
        settings.welcomed,
    )


def _stamp(path: Path) -> str:
    """Return what tells one state of a file from another."""
    try:
        found = path.stat()
    except OSError:
        return ""
    return f"{found.st_mtime_ns}:{found.st_size}"
