"""Files within zip and tar archives: read into memory one by one, within bounds; nothing of them is ever unpacked."""

from __future__ import annotations

import bz2
import contextlib
import gzip
import importlib
import io
import lzma
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO, Any, NamedTuple

from parley.core.base import files
from parley.core.base.errors import FileError
from parley.core.base.line import visible
from parley.core.base.sentences import Sentence, os_reason

MOST_BYTES = 500_000_000
"""Unpacked bytes of an archive, all its files together."""
MOST_FILES = 20_000
ENDINGS = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")
CHUNK = 1 << 20
MOST_BEYOND = 8
"""How often the end of a stream is read."""
ZSTANDARD = 93
"""The method of a zip entry that the standard library does not read before Python 3.14."""
_HEADER = struct.Struct("<4s5H3L2H")

BROKEN = (
    zipfile.BadZipFile, tarfile.TarError, EOFError, lzma.LZMAError, zlib.error, struct.error,
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
        """All that is left in a stream. Raises `TooMuchError`."""
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
    """Whether a file of that name is an archive."""
    return name.lower().endswith(ENDINGS)


@contextlib.contextmanager
def opened(path: Path) -> Iterator[Iterator[Inside]]:
    """The files of an archive, in its order. What is wrong with all of it is raised as `FileError`."""
    try:
        with files.opened(path) as file:
            inside = in_zip(file, path) if zipfile.is_zipfile(file) else _in_tar(file)
            yield _bounded(inside, path)
    except FileNotFoundError:
        raise FileError(path, "there is no such file.") from None
    except TooMuchError:
        raise FileError(
            path, "unpacked it is larger than {most_bytes} MB, or has more than {most_files:,} files.",
            most_bytes=MOST_BYTES // 1_000_000, most_files=MOST_FILES,
        ) from None  # fmt: skip
    except OSError as error:
        raise FileError(path, "the file cannot be read ({why}).", why=os_reason(error)) from None


def _bounded(inside: Iterator[Inside], path: Path) -> Iterator[Inside]:
    count = 0
    while True:
        with _faults_told(path):
            each = next(inside, None)
        if each is None:
            return
        if (count := count + 1) > MOST_FILES:
            raise TooMuchError
        yield each._replace(read=partial(_read, each, path))


def _read(inside: Inside, path: Path) -> bytes:
    with _faults_told(path):
        return inside.read()


@contextlib.contextmanager
def _faults_told(path: Path) -> Iterator[None]:
    try:
        yield
    except (*BROKEN, OSError):
        raise FileError(path, "this is no archive that can be read.") from None


def in_zip(file: IO[bytes], path: Path) -> Iterator[Inside]:
    """The files of a zip archive; those packed with zstd are read where that is installed."""
    budget = _Budget()
    with zipfile.ZipFile(file) as archive:
        for info in archive.infolist():
            if info.is_dir():
                continue
            mode = info.external_attr >> 16
            why = _fault(info.filename) or (_LINK if mode and not stat.S_ISREG(mode) and stat.S_IFMT(mode) else "")
            why = why or (_LOCKED if info.flag_bits & 1 else "")

            def read(info: zipfile.ZipInfo = info) -> bytes:
                # What the archive says of a size need not be so: what comes out is counted.
                if info.compress_type == ZSTANDARD:
                    return _unzstd(file, info, path, budget)
                try:
                    with archive.open(info) as stream:
                        return budget.read(stream)
                except NotImplementedError:
                    raise zipfile.BadZipFile from None

            yield Inside(info.filename, read, why)


def _in_tar(file: IO[bytes]) -> Iterator[Inside]:
    file.seek(0)
    start = file.read(6)
    file.seek(0)
    budget = _Budget()
    with contextlib.ExitStack() as stack:
        unpacked: Any = file
        if start.startswith(b"\x1f\x8b"):
            unpacked = stack.enter_context(gzip.open(file))
        elif start.startswith(b"BZh"):
            unpacked = stack.enter_context(bz2.open(file))
        elif start.startswith(b"\xfd7zXZ"):
            unpacked = stack.enter_context(lzma.open(file))
        # Also what is passed over is unpacked: all of it counts.
        archive = stack.enter_context(tarfile.open(fileobj=_Counted(unpacked, budget), mode="r|"))  # type: ignore[call-overload]
        for info in archive:
            if info.isdir():
                continue
            why = _fault(info.name) or ("" if info.isreg() else _LINK)

            def read(info: tarfile.TarInfo = info) -> bytes:
                stream = archive.extractfile(info)
                return _Budget(budget.left).read(stream) if stream is not None else b""

            yield Inside(info.name, read, why)


class _Counted:
    """A stream of which so many bytes are read at most."""

    def __init__(self, stream: IO[bytes], budget: _Budget) -> None:
        self._stream = stream
        self._budget = budget
        self._beyond = 0

    def read(self, size: int = -1) -> bytes:
        """As the stream does. Raises `TooMuchError`, `EOFError` where its end is read again and again: what passes over
        a file that says to be of 2⁶² bytes would do so for years."""
        data = self._stream.read(size)
        self._budget.take(len(data))
        self._beyond = 0 if data else self._beyond + 1
        if self._beyond > MOST_BEYOND:
            raise EOFError
        return data


def _fault(name: str) -> str:
    parts = PurePosixPath(name.replace("\\", "/"))
    leads_out = parts.is_absolute() or ".." in parts.parts or ":" in (parts.parts or ("",))[0]
    return _OUT if leads_out else ""


def _unzstd(file: IO[bytes], info: zipfile.ZipInfo, path: Path, budget: _Budget) -> bytes:
    """The data of an entry packed with zstd, in as many frames as there are. Raises `FileError` where none can be."""
    file.seek(info.header_offset)
    header = _HEADER.unpack(file.read(_HEADER.size))
    file.seek(header[-2] + header[-1], io.SEEK_CUR)
    with _zstd(io.BytesIO(file.read(info.compress_size)), path) as stream:
        try:
            data = budget.read(stream)
        except TooMuchError:
            raise
        except Exception:  # noqa: BLE001  # each of the libraries has an error of its own
            raise zipfile.BadZipFile from None
    if zlib.crc32(data) != info.CRC:
        raise zipfile.BadZipFile
    return data


def _zstd(packed: io.BytesIO, path: Path) -> Any:
    for name in ("compression.zstd", "zstandard"):
        try:
            library: Any = importlib.import_module(name)
        except ImportError:
            continue
        if name == "zstandard":
            return library.ZstdDecompressor().stream_reader(packed, read_across_frames=True)
        return library.ZstdFile(packed)
    raise FileError(
        path, "it is packed with zstd, which cannot be read here.",
        hint="Install what reads it: pip install 'parley-studio[inspect]'.",
    )  # fmt: skip


def shown(name: str) -> str:
    """The name of a file in an archive, as it is told."""
    return visible(name)[:200]
