"""Ctrl+C in a program with an event loop: what the first one does, and that two always end the process."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import signal
import sys
from collections.abc import Callable
from types import FrameType


def on_interrupt(loop: asyncio.AbstractEventLoop, act: Callable[[], object]) -> None:
    """Call `act` at Ctrl+C. Where the loop hangs and takes no notice of one, the next ends the process at once.

    Raises `NotImplementedError` where the loop takes no signals.
    """

    def on_signal() -> None:
        _set_handler()  # the loop is alive: it gets the next Ctrl+C, too
        act()

    loop.add_signal_handler(signal.SIGINT, on_signal)  # a wakeup descriptor tells the loop, whatever the handler
    _set_handler()  # after the line above, which sets the loop's own handler


def _set_handler() -> None:
    """Have the next Ctrl+C go to the loop, and one behind it to the system, until the loop has taken notice."""
    signal.signal(signal.SIGINT, _reset_handler)
    if sys.platform == "linux":
        # In a long call of C no line of ours runs: there the system itself has to forget the handler. glibc can say so.
        with contextlib.suppress(AttributeError, OSError):
            handler = ctypes.pythonapi.PyOS_getsig
            handler.restype = ctypes.c_void_p  # ctypes would cut it to 32 bits
            once = ctypes.CDLL(None).sysv_signal  # System V's handler holds once, then the default is back
            once.argtypes, once.restype = (ctypes.c_int, ctypes.c_void_p), ctypes.c_void_p
            once(signal.SIGINT, handler(signal.SIGINT))


def _reset_handler(_number: int, _frame: FrameType | None) -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
