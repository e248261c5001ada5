"""What is painted first: it is the true window, in its look and place, and what nobody sees yet is not loaded."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QRect
from PySide6.QtWidgets import QApplication, QLayout, QLayoutItem
from pytestqt.qtbot import QtBot
from shiboken6.Shiboken import getAllValidWrappers

from parley.core import settings as settings_file
from parley.core.home import Home
from parley.core.settings import Settings
from parley.desktop.first_run.page import StartPage
from parley.desktop.run.model import RunModel
from parley.desktop.shell.action_table import ACTIONS
from parley.desktop.shell.front import UNTOUCHED, Front, _look_in
from parley.desktop.shell.window import Window
from parley.desktop.widgets import theme as look

MakeFront = Callable[[], Front]

LOADED = """
import sys
from parley.desktop.__main__ import parley
from parley.desktop.shell import opening
from parley.desktop.shell.front import Front

show = Front.show

def tell():
    import os
    print(*sorted(sys.modules), flush=True)
    os._exit(0)

def watched(self):
    self.window.painted.connect(tell)
    show(self)

Front.show = watched
sys.argv[1:] = ["--home", sys.argv[1]]
parley()
"""
SLOW = {
    "anthropic", "filelock", "httpx2", "importlib.metadata", "jinja2", "keyring", "msgspec", "networkx", "numpy",
    "platformdirs", "pydantic", "pyqtgraph", "rich", "scipy", "snowballstemmer", "sqlalchemy", "sqlmodel",
    "tomlkit", "tomllib", "typer", "xllamacpp",
}  # fmt: skip
LATER = (
    "parley.desktop.affinity.view", "parley.desktop.bridge", "parley.desktop.compare",
    "parley.desktop.convergence.model", "parley.desktop.convergence.view", "parley.desktop.experiments",
    "parley.desktop.guide", "parley.desktop.modes.office.game_master", "parley.desktop.modes.office.logbook",
    "parley.desktop.modes.office.model", "parley.desktop.modes.story.view", "parley.desktop.palette",
    "parley.desktop.run.model", "parley.desktop.shell.app", "parley.desktop.shell.command_table",
    "parley.desktop.shell.crash", "parley.desktop.shell.headless", "parley.desktop.tour",
    "parley.desktop.speaker_flow.view", "parley.desktop.tasks",
)  # fmt: skip


@pytest.fixture
def front(home: Home, qapp: QApplication) -> Iterator[MakeFront]:
    """Makes fronts on this test's home; they are gone and the application is undressed again afterwards."""
    sheet, palette, letters = qapp.styleSheet(), qapp.palette(), qapp.font()
    made: list[Front] = []

    def make() -> Front:
        made.append(Front(qapp, home))
        return made[-1]

    yield make
    for each in made:
        each.window.may_close = True
        each.window.close()
        each.window.deleteLater()
    QCoreApplication.sendPostedEvents(None, int(QEvent.Type.DeferredDelete.value))
    qapp.setStyleSheet(sheet)
    qapp.setPalette(palette)
    qapp.setFont(letters)


class FirstPaint(QObject):
    """Takes down where everything stands when a window is painted for the first time."""

    def __init__(self, window: Window) -> None:
        super().__init__()
        self.window = window
        self.places: dict[str, QRect] = {}
        window.toolbar.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and not self.places:
            self.places = places(self.window)
        return False


def places(window: Window) -> dict[str, QRect]:
    stage = {"stage": window.centre.geometry(), "timeline": window.timeline.geometry()}
    return stage | {name: dock.geometry() for name, dock in window.docks.items() if window.in_front(name)}


def shown(front: Front, qtbot: QtBot) -> FirstPaint:
    """The front's first paint."""
    paint = FirstPaint(front.window)
    with qtbot.waitSignal(front.window.painted):
        front.show()
    return paint


def attach(window: Window) -> None:
    """Show a run without a log, and do all that is put off until the loop comes round."""
    window.attach_model(RunModel())
    window.settle()
    for _round in range(5):
        QApplication.processEvents()


def remember(front: Front) -> None:
    """Close as the desktop does, which keeps where everything stood."""
    front.window.save_layout(front.store)
    front.store.sync()


@pytest.mark.parametrize("welcomed", [False, True])
def test_before_the_first_paint_nothing_is_loaded_that_it_does_not_show(
    home: Home, front: MakeFront, welcomed: bool
) -> None:
    if welcomed:
        begun = front()
        begun.follow(Settings(welcomed=True))
        remember(begun)
    done = subprocess.run(
        [sys.executable, "-c", LOADED, str(home.path)],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
    )
    loaded = set(done.stdout.split())
    assert loaded, done.stderr
    assert not loaded & SLOW
    assert not [name for name in loaded if name.startswith(LATER)]
    assert ("parley.desktop.first_run.page" in loaded) is not welcomed


def test_a_stranger_sees_the_start_page_first_and_sees_no_other_page_afterwards(front: MakeFront, qtbot: QtBot) -> None:
    assert _look_in(Settings()) == UNTOUCHED
    begun = front()
    begun.greet()
    shown(begun, qtbot)
    page = begun.window.page
    assert isinstance(page, StartPage)
    assert page.isVisible()
    assert not begun.window.toolbar.isVisible()
    begun.follow(Settings(welcomed=True))
    again = front()
    again.greet()
    assert again.window.page is None


def test_what_is_painted_first_stands_where_it_stays(front: MakeFront, qtbot: QtBot) -> None:
    begun = front()
    paint = shown(begun, qtbot)
    attach(begun.window)
    assert paint.places == places(begun.window)
    assert {"transcript", "inspector", "speaker_flow"} <= set(paint.places)


def test_panels_behind_others_are_made_when_they_are_seen(front: MakeFront, qtbot: QtBot) -> None:
    first = front()
    shown(first, qtbot)
    made = {name for name, panel in first.window.panels.items() if panel.made is not None}
    assert made == {"inspector", "transcript"}
    first.window.resize(780, 560)
    first.window.show_dock("logbook")
    assert first.window.panels["logbook"].made is not None
    remember(first)
    again = front()
    paint = shown(again, qtbot)
    # It was in front when the window was closed: it is there from the first paint on.
    assert "logbook" in paint.places
    assert again.window.view("logbook").isVisible()
    assert again.window.view("logbook").parentWidget() is not None
    assert {name for name, panel in again.window.panels.items() if panel.made is not None} == made | {"logbook"}
    attach(again.window)
    assert paint.places == places(again.window)


def test_the_look_of_the_last_time_needs_no_settings(
    home: Home, front: MakeFront, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = settings_file.set_group(Settings(), "look", theme="dark", text_scale=1.2, thoughts=False)
    settings_file.save(home.settings, settings)
    first = front()
    assert (first.window.theme, first.window.scale) == (look.DARK, 1.2)
    first.follow(settings)
    remember(first)
    with monkeypatch.context() as forbidden:
        forbidden.setattr(settings_file, "load", lambda _path: pytest.fail("the settings were read"))
        again = front()
    assert (again.window.theme, again.window.scale) == (look.DARK, 1.2)
    assert not again.window.transcript.header.thoughts.isChecked()
    assert not again.window.actions_by_id["thoughts"].isChecked()
    # Written by hand since: they are read.
    settings_file.save(home.settings, settings_file.set_group(settings, "look", theme="light", text_scale=1.0))
    os.utime(home.settings, ns=(1, 1))
    last = front()
    assert (last.window.theme, last.window.scale) == (look.LIGHT, 1.0)


def test_what_the_window_remembers_may_be_broken(home: Home, front: MakeFront, monkeypatch: pytest.MonkeyPatch) -> None:
    settings_file.save(home.settings, Settings())
    first = front()
    first.follow(Settings())
    kept = first.store.value("look")
    read: list[Path] = []
    load = settings_file.load
    monkeypatch.setattr(settings_file, "load", lambda path: read.append(path) or load(path))
    looks = (
        ["dark", "large", "en", "True", "1"], ["dark", "nan", "en", "True", "1"], ["dark", "1e9", "en", "True", "1"],
        ["pink", "1.5", "en", "True", "1"], ["dark", "1.5", "xx", "True", "1"], ["dark", "1.5", "en", "True", "inf"],
    )  # fmt: skip
    for broken in ("", "look", kept[:3], *([kept[0], *each] for each in looks)):
        first.store.setValue("look", broken)
        assert first._recall_look() is None
    first.store.sync()
    assert (front().window.scale, read) == (1.0, [home.settings])


def test_who_presses_a_button_before_anybody_can_answer_is_answered_then(front: MakeFront) -> None:
    begun = front()
    called: list[str] = []
    table = {action.id: lambda name=action.id: called.append(name) for action in ACTIONS}
    begun.window.actions_by_id["new_run"].trigger()
    begun.window.actions_by_id["new_run"].trigger()
    begun.window.close()
    assert (called, begun.window.actions_by_id["step"].isEnabled()) == ([], False)
    begun.answer_with(table)
    assert called == ["new_run", "quit"]
    begun.window.actions_by_id["settings"].trigger()
    begun.window.close()
    assert called == ["new_run", "quit", "settings"]


def kept_items() -> list[QLayoutItem]:
    """What PySide has of the items of layouts, which are no layouts themselves."""
    gc.collect()
    found = [each for each in getAllValidWrappers() if isinstance(each, QLayoutItem)]
    return [each for each in found if not isinstance(each, QLayout)]


def test_pyside_keeps_no_item_of_a_layout(front: MakeFront, qtbot: QtBot) -> None:
    """One that is kept beyond its widget is handed to the style in place of another one, which ends the process."""
    before = kept_items()
    begun = front()
    begun.greet()
    shown(begun, qtbot)
    begun.window.leave_start()
    assert [each for each in kept_items() if all(each is not other for other in before)] == []
