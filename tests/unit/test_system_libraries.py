"""Where Qt's libraries are missing, it is said which, and how to get them."""

from __future__ import annotations

import ctypes
import sys

import pytest

from parley.core.base.errors import ParleyError
from parley.core.base.system_libraries import (
    ALWAYS,
    FOR_MODELS,
    ON_WAYLAND,
    ON_X11,
    check_window,
    describe_missing,
    for_windows,
    how_to_install,
    qt_needed,
)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the libraries are those of Linux")


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system on which no library can be loaded."""

    def load(name: str) -> None:
        raise OSError(f"{name}: cannot open shared object file")

    monkeypatch.setattr(ctypes, "CDLL", load)
    monkeypatch.delenv("QT_QPA_PLATFORM")


@pytest.mark.usefixtures("bare")
def test_qt_that_cannot_be_loaded_names_its_libraries_and_the_command() -> None:
    with pytest.raises(ParleyError) as told, qt_needed():
        raise ImportError("libEGL.so.1: cannot open shared object file")
    assert "libEGL.so.1" in str(told.value)
    assert "libegl1" in str(told.value.hint)
    assert "libxcb-cursor0" in str(told.value.hint)
    with pytest.raises(ParleyError, match="libxkbcommon-x11"):
        check_window()


def test_what_is_there_is_not_missed() -> None:
    assert describe_missing(ALWAYS) is None
    with pytest.raises(ParleyError, match="odd"), qt_needed():
        raise ImportError("odd")
    with pytest.raises(ParleyError, match="parley-studio\\[desktop"), qt_needed():
        raise ModuleNotFoundError("No module named 'PySide6'", name="PySide6.QtCore")
    with pytest.raises(ModuleNotFoundError), qt_needed():
        import no_such_module  # type: ignore[import-not-found]  # noqa: F401


def test_the_command_has_all_packages_once() -> None:
    assert "apt-get install --no-install-recommends libegl1 libgomp1. " in how_to_install(["libEGL.so.1", *FOR_MODELS])


def test_a_window_needs_what_its_platform_needs() -> None:
    assert for_windows({"QT_QPA_PLATFORM": "offscreen"}) == {}
    assert for_windows({"QT_QPA_PLATFORM": "wayland;xcb"}) == ON_WAYLAND
    assert for_windows({"DISPLAY": ":0"}) == ON_X11


def test_a_display_that_does_not_answer_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    if describe_missing(ON_X11) is not None:
        pytest.skip("there is no X here")
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    monkeypatch.setenv("DISPLAY", ":9876")
    with pytest.raises(ParleyError, match=":9876 does not answer"):
        check_window()
