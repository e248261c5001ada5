"""The log file of the program itself, which is none of a run: what happened, for whoever looks for a mistake.

It rotates, holds no secrets and none of the talk, and lies in the state folder. `-v` shows the same on stderr.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path

from parley.core.base.errors import ParleyError
from parley.core.cli.manners import manners
from parley.core.home import Home
from parley.core.voices.keys import without_secrets

LARGEST = 1_000_000
"""Bytes of a file, before the next one is begun."""
KEPT = 3
"""Files before the present one."""
LINE = "%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s"

logger = logging.getLogger("parley")


class _Masked(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(record))  # after formatting: a traceback may show a key as well


class _File(RotatingFileHandler):
    """The log's file, opened with the first line: only then does the command know its home."""

    def __init__(self, place: Callable[[], Path]) -> None:
        super().__init__(os.devnull, maxBytes=LARGEST, backupCount=KEPT, encoding="utf-8", delay=True)
        self._place: Callable[[], Path] | None = place

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line; where that cannot be, there is no log."""
        try:
            if self._place is not None:
                path, self._place = self._place(), None
                path.parent.mkdir(parents=True, exist_ok=True)
                self.baseFilename = str(path)  # what the base class opens, rotates and renames
        except (ParleyError, OSError):
            self.setLevel(logging.CRITICAL + 1)  # not tried again with every line
            return
        super().emit(record)

    def handleError(self, record: logging.LogRecord) -> None:
        """Stay silent: what cannot be logged is no fault of the command."""
        self.setLevel(logging.CRITICAL + 1)


@contextmanager
def log_to_home(home: Callable[[], Home]) -> Iterator[None]:
    """Write what the program says of itself into the log of the home for the length of the block, and to stderr where
    that is wanted; `home` is asked for with the first line."""
    if any(isinstance(each, _File) for each in logger.handlers):
        yield  # The command that opens the window does so already
        return
    beside = logging.StreamHandler(sys.stderr)
    beside.addFilter(lambda _record: manners().verbose > 0)  # asked line by line: `-v` is parsed after this
    handlers: tuple[logging.Handler, ...] = (_File(lambda: home().log), beside)
    for handler in handlers:
        handler.setFormatter(_Masked(LINE))
        logger.addHandler(handler)
    before = logger.level, logger.propagate
    logger.propagate = False  # else handlers that a caller's program put on the root write it as well
    set_level()
    try:
        yield
    finally:
        logger.propagate = before[1]
        logger.setLevel(before[0])
        for handler in handlers:
            logger.removeHandler(handler)
            with suppress(OSError):  # A full disk is no fault of the command either
                handler.close()


def set_level() -> None:
    """Log as much as the manners say."""
    logger.setLevel(logging.DEBUG if manners().verbose > 1 else logging.INFO)
