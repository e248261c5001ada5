"""Files within zip archives: read into memory one by one, within bounds; nothing of them is ever unpacked."""

from __future__ import annotations

import contextlib
import io
import lzma
import stat
import struct
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO, Any, NamedTuple

from parley.core.base import files
from parley.core.base.errors import FileError
from parley.core.base.line import keep_visible
from parley.core.base.sentences import Sentence, os_reason

MOST_BYTES = 500_000_000
"""Unpacked bytes of an archive, all its files together."""
MOST_FILES = 20_000
CHUNK = 1 << 20
ZSTANDARD = 93
"""The method of a zip entry that the standard library does not read before Python 3.14."""
_HEADER = struct.Struct("<4s5H3L2H")  # before each entry's data; its last two are the lengths of name and extra field

BROKEN = (
    zipfile.BadZipFile, EOFError, lzma.LZMAError, zlib.error, struct.error,
    ArithmeticError, LookupError, RuntimeError, ValueError,
)  # fmt: skip
"""What the standard library raises of archives that are damaged, or were made to hurt; `OSError` besides."""

_OUT = Sentence("its name leads out of the archive")
_LINK = Sentence("it is no file but a link or a device")
_LOCKED = Sentence("it is locked with a password")


class Inside(NamedTuple):
    """A file within an archive. `read` gives what is in it; `why`: it cannot be read, and that is the reason."""

    name: str
    read: Callable[[], bytes]
    why: str = ""


class TooMuchError(Exception):
    """What is in an archive is more than is read."""


class _Budget:
    """How many bytes may still be unpacked."""

    def __init__(self, left: int = MOST_BYTES) -> None:
        self.left = left

    def read(self, stream: IO[bytes] | Any) -> bytes:
        """Return all that is left in a stream. Raises `TooMuchError`."""
        pieces: list[bytes] = []
        while piece := stream.read(CHUNK):
            self.take(len(piece))
            pieces.append(piece)
        return b"".join(pieces)

    def take(self, count: int) -> None:
        """Use up so many. Raises `TooMuchError`."""
        self.left -= count
        if self.left < 0:
            raise TooMuchError


def is_archive(name: str) -> bool:
    """Return whether a file of that name is an archive."""
    return name.lower().endswith(".zip")


@contextlib.contextmanager
def open_archive(path: Path) -> Iterator[Iterator[Inside]]:
    """Yield the files of an archive, in its order. What is wrong with all of it is raised as `FileError`."""
    try:
        with files.open_file(path) as file:
            yield _limit_entries(in_zip(file), path)
    except FileNotFoundError:
        raise FileError(path, "there is no such file.") from None
    except TooMuchError:
        raise FileError(
            path, "unpacked it is larger than {most_bytes} MB, or has more than {most_files:,} files.",
            most_bytes=MOST_BYTES // 1_000_000, most_files=MOST_FILES,
        ) from None  # fmt: skip
    except OSError as error:
        raise FileError(path, "the file cannot be read ({why}).", why=os_reason(error)) from None


def _limit_entries(inside: Iterator[Inside], path: Path) -> Iterator[Inside]:
    count = 0
    while True:
        with _translate_archive_faults(path):
            each = next(inside, None)  # it alone is guarded: what is done with an entry is no fault of the archive
        if each is None:
            return
        if (count := count + 1) > MOST_FILES:
            raise TooMuchError
        yield each._replace(read=partial(_read_entry, each, path))


def _read_entry(inside: Inside, path: Path) -> bytes:
    with _translate_archive_faults(path):
        return inside.read()


@contextlib.contextmanager
def _translate_archive_faults(path: Path) -> Iterator[None]:
    try:
        yield
    except (*BROKEN, OSError):
        raise FileError(path, "this is no archive that can be read.") from None


def in_zip(file: IO[bytes]) -> Iterator[Inside]:
    """Yield the files of a zip archive; those packed with zstd too, which inspect writes."""
    budget = _Budget()
    with zipfile.ZipFile(file) as archive:
        for info in archive.infolist():
            if info.is_dir():
                continue
            mode = info.external_attr >> 16  # Unix's mode; 0 from other systems
            why = _find_fault(info.filename) or (_LINK if mode and not stat.S_ISREG(mode) and stat.S_IFMT(mode) else "")
            why = why or (_LOCKED if info.flag_bits & 1 else "")  # bit 0: encrypted

            def read_entry(info: zipfile.ZipInfo = info) -> bytes:  # bound now: the loop has gone on when it is called
                # What the archive says of a size need not be so: what comes out is counted.
                if info.compress_type == ZSTANDARD:
                    return _unpack_zstd_entry(file, info, budget)
                try:
                    with archive.open(info) as stream:
                        return budget.read(stream)
                except NotImplementedError:  # a method of packing that `zipfile` does not know
                    raise zipfile.BadZipFile from None

            yield Inside(info.filename, read_entry, why)


def _find_fault(name: str) -> str:
    parts = PurePosixPath(name.replace("\\", "/"))  # programs on Windows may have packed it so
    leads_out = parts.is_absolute() or ".." in parts.parts or ":" in (parts.parts or ("",))[0]
    return _OUT if leads_out else ""


def _unpack_zstd_entry(file: IO[bytes], info: zipfile.ZipInfo, budget: _Budget) -> bytes:
    """Return the data of an entry packed with zstd, in as many frames as there are."""
    if sys.version_info >= (3, 14):
        from compression.zstd import ZstdError, ZstdFile
    else:
        from backports.zstd import ZstdError, ZstdFile
    file.seek(info.header_offset)
    header = _HEADER.unpack(file.read(_HEADER.size))
    file.seek(header[-2] + header[-1], io.SEEK_CUR)  # of this header: the directory's extra field may be another
    with ZstdFile(io.BytesIO(file.read(info.compress_size))) as stream:
        try:
            data = budget.read(stream)
        except ZstdError:
            raise zipfile.BadZipFile from None
    if zlib.crc32(data) != info.CRC:  # which `zipfile` does for what it unpacks itself
        raise zipfile.BadZipFile
    return data


def format_name(name: str) -> str:
    """Return the name of a file in an archive, as it is told."""
    return keep_visible(name)[:200]
