"""Opening files that somebody else may have put there: a pipe would be waited for, a device read without end; and
writing files whole.
"""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from itertools import chain, count
from pathlib import Path
from typing import BinaryIO

from parley.core.base.errors import FileError
from parley.core.base.sentences import Sentence, os_reason

NO_FILE = Sentence("it is a pipe or a device")


def open_file(path: Path) -> BinaryIO:
    """Return the file, opened for reading. Raises `OSError`, also for what is no regular file; nothing is waited
    for.
    """
    flags = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
    descriptor = os.open(path, flags)  # with `O_NONBLOCK`, or it would wait for a pipe's writer
    mode = os.fstat(descriptor).st_mode  # of what is open: what has the path may be another thing by now
    if not stat.S_ISREG(mode):
        os.close(descriptor)
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        raise OSError(errno.EINVAL, str(NO_FILE), str(path))
    return os.fdopen(descriptor, "rb")


def is_full(error: OSError) -> bool:
    """Return whether the system refused to write because the disk is full, or what somebody may keep on it."""
    return error.errno in {errno.ENOSPC, errno.EDQUOT}


def get_free_path(path: Path) -> Path:
    """Return the path, or one with a number where there is such a file already."""
    numbered = (path.with_stem(f"{path.stem}-{number}") for number in count(2))
    return next(free for free in chain([path], numbered) if not free.exists())


def read_bytes(path: Path) -> bytes:
    """Return what is in the file. Raises as `open_file` does."""
    with open_file(path) as file:
        return file.read()


def write_whole(path: Path, text: str) -> None:
    """Write a text file: whoever reads it finds what was there before or all of this. Raises `FileError`."""
    fresh = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=path.parent, suffix=".new", delete=False, encoding="utf-8") as fresh:
            fresh.write(text)
        Path(fresh.name).replace(path)  # atomic, for the new file is in the same folder
    except OSError as error:
        if fresh is not None:
            Path(fresh.name).unlink(missing_ok=True)  # `delete=False` leaves it to us
        raise FileError(path, "the file cannot be written ({why}).", why=os_reason(error)) from None


def write_new(path: Path, text: str) -> None:
    """Write a text file that is not there yet. Raises `FileError`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:  # Never over one that is there
            file.write(text)
    except FileExistsError:
        raise make_taken_error(path) from None
    except OSError as error:
        if is_full(error):
            path.unlink(missing_ok=True)  # It is ours, and half of it is no use to anybody
        raise FileError(path, "the file cannot be written ({why}).", why=os_reason(error)) from None


def make_taken_error(path: Path) -> FileError:
    """Return the error that a file is there already, where a new one was to be written."""
    return FileError(path, "there is such a file already.", hint="Name another with -o, or move that one away.")
