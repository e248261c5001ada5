"""The whole desktop for tests that need it."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from parley.core.home import Home
from parley.desktop.shell.collecting import collect_due
from parley.desktop.widgets import language, theme
from tests.widget.real_window import PATIENCE, Opener

# Five seconds are soon over on a busy machine.
for _wait in (QtBot.waitUntil, QtBot.waitSignal, QtBot.waitSignals, QtBot.waitExposed, QtBot.waitActive):
    _wait.__kwdefaults__["timeout"] = round(PATIENCE * 1_000)


@pytest.fixture
def opened(home: Home, qapp: QApplication) -> Opener:
    """Opens the desktop on this test's home."""
    return Opener(home)


@pytest.fixture
def desk(opened: Opener) -> Opener:
    """A test that is a coroutine and takes a `Desk` by this name is done at the open window; how that is opened, says
    `@pytest.mark.window(...)` in the words of `Opener`."""
    return opened


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "window(...): how the window is opened that the test is done at")


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Do such a test."""
    values = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    opener = values.pop("desk", None)
    if not isinstance(opener, Opener):
        return None
    marker = pyfuncitem.get_closest_marker("window")
    opener(lambda desk: pyfuncitem.obj(desk=desk, **values), **(marker.kwargs if marker else {}))
    return True


@pytest.fixture(autouse=True)
def _light_look(qapp: QApplication) -> Iterator[None]:
    """Every test begins in English, with the light theme at a text scale of 1 and with motion, and with an application
    without a sheet of its own, whatever the last one took.
    """
    language.install(qapp, language.SOURCE)
    sheet, palette, letters = qapp.styleSheet(), qapp.palette(), qapp.font()
    yield
    # A window that asked whether to discard what was entered stood open, before all others, while it was not deleted.
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    theme.LOOK.theme, theme.LOOK.scale, theme.LOOK.motion = theme.LIGHT, 1.0, True
    if qapp.styleSheet() != sheet:
        qapp.setStyleSheet(sheet)
        qapp.setPalette(palette)
        qapp.setFont(letters)


@pytest.fixture(autouse=True)
def _shipped_letters(qapp: QApplication) -> None:
    """The font that ships: a fresh machine has none, and would measure every text otherwise than the window does."""
    theme.load_fonts()


@pytest.fixture(autouse=True)
def _collect_in_this_thread() -> Iterator[None]:
    """No worker of a test destroys what a test before it left of Qt: see `Collector`."""
    gc.disable()
    yield
    gc.collect(1)  # which counts as one of those after which all of it is due
    collect_due()
    gc.enable()
