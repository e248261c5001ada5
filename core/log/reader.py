"""A log that is read block by block, and its events, decoded again when somebody looks at them.

Decoded, the events of a long run take several times the bytes of its file, and hardly any of them is ever looked at.
"""

from __future__ import annotations

import os
import re
import stat
import threading
import weakref
from array import array
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, overload

import msgspec

from parley.core.base.errors import LogError, NeverBegunError, NewerLogError
from parley.core.base.sentences import Sentence, os_reason
from parley.core.log.codec import decode, decode_all
from parley.core.log.events.base import LOG_VERSION, Event
from parley.core.log.events.run import RunStarted

FIRST = b'{"type":"run.started"'
"""What a log of ours begins with."""
READ = 128_000
"""Bytes that are read at a time."""
BLOCK = 32_000
"""Bytes of a block: some 90 events, which take a fifth of a millisecond to decode."""
RECENT = 48
"""Blocks whose events are kept once they were looked at."""


@dataclass(frozen=True)
class Damage:
    """What was wrong with a log: the bytes of a torn last line, and the readable rest's bad lines (1-based).

    `refused` are those of the lines that came to no harm and say what cannot be: an unknown event, a number out of its
    bounds.
    """

    torn: int = 0
    lines: tuple[tuple[int, str], ...] = ()
    refused: tuple[tuple[int, str], ...] = ()

    def sentences(self) -> list[str]:
        """Return one sentence for each fault, for the user."""
        template = "Line {number} cannot be read and was left out: {why}."
        told: list[str] = [Sentence.of(template, {"number": number, "why": why}) for number, why in self.lines]
        if self.torn:
            template = "The last line was torn ({bytes:,} bytes, an interrupted write) and was cut off."
            told.append(Sentence.of(template, {"bytes": self.torn}))
        return told


class Block(NamedTuple):
    """Whole lines of a log: their events, and where they stand. `clean`: nothing stands there beside the events."""

    events: list[Event]
    offset: int
    size: int
    clean: bool


BadLines = list[tuple[int, str]]


def open_log(path: Path) -> int:
    """Return the log's file, opened for reading. Raises `LogError`."""
    try:
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):  # a folder fails by itself when it is read
            # A pipe would be waited for, a device read without end.
            raise LogError(path, "this is no file but a pipe or a device.", hint="Name a run's log.")
        return os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))  # else Windows reads \r\n as \n: wrong offsets
    except FileNotFoundError:
        raise LogError(path, "there is no such file.") from None
    except OSError as error:
        raise _make_unreadable_error(path, error) from None


def _make_unreadable_error(path: Path, error: OSError) -> LogError:
    return LogError(path, "the log cannot be read ({why}).", why=os_reason(error))


class Reader:
    """The blocks of a log, once, from its beginning.

    Attributes, whole after the last block: `damage`, and `size`, the length of the sound part in bytes.
    Raises while it is read: `LogError` where there is no run in it, `NewerLogError` where a newer Parley wrote it,
    `NeverBegunError` where not even the first line is whole.
    """

    def __init__(self, path: Path, file: int) -> None:
        self.path, self.size = path, 0
        self._file, self._at = file, 0
        self._torn = 0
        self._lines = 0
        self._begun = False
        self._bad: BadLines = []
        self._refused: BadLines = []

    @property
    def damage(self) -> Damage:
        """What was wrong with it."""
        return Damage(self._torn, tuple(self._bad), tuple(self._refused))

    def __iter__(self) -> Iterator[Block]:
        for block in self._read_blocks():
            if block.events and not self._begun:
                self._check_start(block.events[0])
            yield block
        if not self._begun:
            raise self._make_no_run_error()

    def _check_start(self, first: Event) -> None:
        if not isinstance(first, RunStarted):
            raise self._make_no_run_error()
        if first.version > LOG_VERSION:
            raise make_newer_error(self.path, first.version)
        self._begun = True

    def _make_no_run_error(self) -> LogError:
        return LogError(
            self.path,
            "this is not a Parley run: its first line is not a readable 'run.started' event.",
            hint="Name a file from the runs folder, or import it if another program wrote it.",
        )

    def _read_blocks(self) -> Iterator[Block]:
        rest: list[bytes] = []
        while piece := self._read_piece():
            end = piece.rfind(b"\n") + 1
            if not end:
                rest.append(piece)
                continue
            whole = b"".join([*rest, piece[:end]])
            rest = [piece[end:]]
            yield from self._split_blocks(whole)
        yield from self._last(b"".join(rest))

    def _read_piece(self) -> bytes:
        try:
            # A look at an event that was read already moves the file's own place.
            os.lseek(self._file, self._at, os.SEEK_SET)
            piece = os.read(self._file, READ)
        except OSError as error:
            raise _make_unreadable_error(self.path, error) from None
        self._at += len(piece)
        return piece

    def _split_blocks(self, data: bytes) -> Iterator[Block]:
        begin = 0
        while begin < len(data):
            end = data.find(b"\n", begin + BLOCK) + 1 or len(data)
            lines = data[begin:end]
            events = decode_all(lines)
            offset, self.size = self.size, self.size + len(lines)
            clean = events is not None
            if events is None:
                events, bad, refused = decode_lines(self.path, lines, self._lines)
                self._bad += bad
                self._refused += refused
            self._lines += lines.count(b"\n")
            yield Block(events, offset, len(lines), clean)
            begin = end

    def _last(self, tail: bytes) -> Iterator[Block]:
        if not tail.strip():
            self._torn = len(tail)
        else:
            try:
                # A whole event whose line's end was lost is kept; only a part of one is torn.
                event = decode(tail)
            except msgspec.DecodeError as error:
                self._torn = len(tail)
                if not self.size:  # called for its NewerLogError alone
                    _get_reason(self.path, tail, error)
            else:
                offset, self.size = self.size, self.size + len(tail)
                yield Block([event], offset, len(tail), clean=False)  # `decode_all` refuses it without a line's end
                return
        if not self.size and FIRST.startswith(tail[: len(FIRST)]):  # also of an empty file
            raise NeverBegunError(
                self.path,
                "this run was interrupted inside its first line: it was never begun.",
                hint="Begin it again, or delete the file.",
            )


def decode_lines(path: Path, data: bytes, before: int = 0) -> tuple[list[Event], BadLines, BadLines]:
    """Return the events of lines among which something is wrong, the lines that are none, and those of these that are
    JSON.

    `before` lines stand before them in the file.
    """
    events: list[Event] = []
    bad: BadLines = []
    refused: BadLines = []
    for number, line in enumerate(data.split(b"\n"), before + 1):  # an editor may leave a "\r" between two values
        try:
            events.append(decode(line))
        except msgspec.DecodeError as error:
            if line.strip():
                bad.append((number, _get_reason(path, line, error)))
                if isinstance(error, msgspec.ValidationError):
                    refused.append(bad[-1])
    return events, bad, refused


def make_newer_error(path: Path, version: int) -> NewerLogError:
    """Return the error that the log was written by a newer Parley."""
    return NewerLogError(
        path,
        "the log has version {version}; this Parley reads up to version {log_version}.",
        version=version,
        log_version=LOG_VERSION,
        hint="Install a newer Parley to open it; the file was not changed.",
    )


def _get_reason(path: Path, line: bytes, error: msgspec.DecodeError) -> str:
    """Return why a line is no event; raises `NewerLogError` where a first line says it is from a newer version."""
    found = re.search(rb'"version"\s*:\s*(\d{1,9})', line) if b'"run.started"' in line else None
    if found and int(found.group(1)) > LOG_VERSION:
        raise make_newer_error(path, int(found.group(1))) from None
    return str(error).rstrip(".")


class Events(Sequence[Event]):
    """The events of a run, append-only: those of its file by the blocks in which they stand, others as they are.

    Blocks are decoded when somebody looks at them, in any thread. Without a file all events are kept as they are.
    Raises `LogError` where the file is not any more what it was.
    """

    def __init__(self, events: Sequence[Event] = (), *, path: Path | None = None, file: int = -1) -> None:
        """`file` is the log at `path`, opened for reading; it is closed with this object."""
        self.path = path
        self._file = file
        self._close = weakref.finalize(self, os.close, file) if file >= 0 else None
        self._firsts = array("q")  # three numbers a block in place of a list of all events
        self._offsets = array("q")
        self._sizes = array("q")
        self._whole: dict[int, list[Event]] = {}  # blocks with bad lines, whose bytes alone do not decode again
        self._recent: OrderedDict[int, list[Event]] = OrderedDict()
        self._lock = threading.RLock()  # re-entrant: a slice with a step looks up single events
        self._in_file = 0
        self._tail = list(events)

    def take(self, block: Block) -> None:
        """Take the next block of the file."""
        at = len(self._firsts)
        self._firsts.append(self._in_file)
        self._offsets.append(block.offset)
        self._sizes.append(block.size)
        if not block.clean:
            self._whole[at] = block.events
        self._in_file += len(block.events)

    def append(self, event: Event) -> None:
        """Add an event, which is in the file by now."""
        self._tail.append(event)

    def release(self) -> None:
        """Close the file where an open one can be neither moved nor deleted (Windows): each look opens it again."""
        if os.name == "nt" and self._close is not None:
            self._close()
            self._file = -1

    def __len__(self) -> int:
        return self._in_file + len(self._tail)

    @overload
    def __getitem__(self, at: int) -> Event: ...
    @overload
    def __getitem__(self, at: slice) -> list[Event]: ...
    def __getitem__(self, at: int | slice) -> Event | list[Event]:
        with self._lock:
            if isinstance(at, slice):
                first, last, step = at.indices(len(self))
                return (
                    self._read_events_between(first, last)
                    if step == 1
                    else [self[seq] for seq in range(first, last, step)]
                )
            seq = at + len(self) if at < 0 else at
            if not 0 <= seq < len(self):
                raise IndexError(at)
            if seq >= self._in_file:
                return self._tail[seq - self._in_file]
            block = bisect_right(self._firsts, seq) - 1
            return self._load_block(block)[seq - self._firsts[block]]

    def __iter__(self) -> Iterator[Event]:
        seq = 0
        while found := self[seq : seq + 128]:  # the lock is free between two pieces
            yield from found
            seq += len(found)

    def _read_events_between(self, first: int, last: int) -> list[Event]:
        found: list[Event] = []
        if first < min(last, self._in_file):
            block = bisect_right(self._firsts, first) - 1
            while block < len(self._firsts) and self._firsts[block] < last:
                begin = self._firsts[block]
                found += self._load_block(block)[max(0, first - begin) : last - begin]
                block += 1
        return found + self._tail[max(0, first - self._in_file) : max(0, last - self._in_file)]

    def _load_block(self, at: int) -> list[Event]:
        known = self._whole[at] if at in self._whole else self._recent.get(at)
        if known is not None:
            return known
        events = decode_all(self._read_bytes(self._offsets[at], self._sizes[at]))
        following = self._firsts[at + 1] if at + 1 < len(self._firsts) else self._in_file
        if events is None or len(events) != following - self._firsts[at]:
            raise LogError(
                self.path or Path(),
                "the log was changed by another program while it was open.",
                hint="Open the run again.",
            )
        self._recent[at] = events
        if len(self._recent) > RECENT:
            self._recent.popitem(last=False)  # first in, first out: most readers walk forward
        return events

    def _read_bytes(self, offset: int, size: int) -> bytes:
        """Return `size` bytes of the file from `offset` on."""
        path = self.path or Path()
        file = self._file if self._file >= 0 else open_log(path)
        parts: list[bytes] = []
        try:
            os.lseek(file, offset, os.SEEK_SET)
            while size and (part := os.read(file, size)):  # one read may give less
                parts.append(part)
                size -= len(part)
        except OSError as error:
            raise _make_unreadable_error(path, error) from None
        finally:
            if file != self._file:  # on Windows it was opened for this look alone
                os.close(file)
        return b"".join(parts)
