"""`parley`: the window, the commands that need Qt, and all commands of the core."""

from __future__ import annotations

import gc
import os
import platform
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from parley.core.base.errors import ParleyError
from parley.core.base.system_libraries import check_window, qt_needed
from parley.core.cli import main
from parley.core.home import Home


def open_window(home: Home, files: Sequence[Path]) -> int:
    """Open the window, return the exit code. Raises `ParleyError` without a display: Qt would abort the process."""
    with qt_needed():  # turns the error into a sentence that names the extra
        if find_spec("PySide6") is None:
            raise ModuleNotFoundError("There is no Qt.", name="PySide6")
    if platform.system() == "Linux" and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or os.environ.get("QT_QPA_PLATFORM")
    ):
        raise ParleyError(
            "There is no display here, so no window can open.",
            hint="Play without one: parley run roundtable; see parley --help.",
        )
    share_heap()
    # Nothing that is imported on the way goes again: the collector would only walk through it, time after time.
    gc.disable()  # until the window has been painted and filled
    with ended_by_ctrl_c(), qt_needed():
        read_no_sources()
        from parley.desktop.shell.opening import run
    check_window()
    return run(home, files)


M_ARENA_MAX = -8
"""The number of that option in glibc's malloc.h."""


def share_heap() -> None:
    """Have all threads take memory from one heap. glibc has one for each, and gives little of it back; Python lets one
    thread run at a time anyway."""
    if sys.platform == "linux" and "MALLOC_ARENA_MAX" not in os.environ:
        import ctypes

        with suppress(AttributeError):  # Another C library has no such option
            ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)


def read_no_sources() -> None:
    """Keep PySide from reading the source of every module that is imported, to see whether it switches features of
    PySide: no module of ours does so, and that reading takes a tenth of the start."""
    import PySide6.QtCore  # noqa: F401

    with suppress(ImportError):  # another version of shiboken: the start is only slower
        vars(import_module("shibokensupport.feature"))["_mod_uses_pyside"] = lambda _module: False


def add_commands() -> None:
    """Load the program, with the commands that need Qt."""
    with ended_by_ctrl_c():
        import_module("parley.desktop.shell.headless")


@contextmanager
def ended_by_ctrl_c() -> Iterator[None]:
    """Let Ctrl+C end the process without a word while something is being loaded: nothing has begun yet."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def parley() -> None:
    """Run the application as the script's entry point."""
    sys.exit(main(open_window=open_window, add_commands=add_commands))


if __name__ == "__main__":
    parley()
