"""The log: one JSONL file, append-only, the truth of a run."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import msgspec

from core.base.errors import LogError, LogLockedError, NeverBegunError, NewerLogError
from core.base.sentences import Sentence, os_reason
from core.log.codec import decode, decode_all, encode
from core.log.events.base import LOG_VERSION, Event
from core.log.events.run import RunEnded, RunStarted
from core.log.events.turn import TurnEnded

_FIRST = b'{"type":"run.started"'
"""What a log of ours begins with."""

Tap = Callable[[int, Event], None]
"""Called after an event is in the file, with its seq. It must not raise."""

Fsync = Literal["turn", "grouped", "never"]
GROUP_SECONDS = 0.05

LONG = 8_000_000
"""Bytes of a log that takes a noticeable while to read."""

END = 400_000
"""Bytes at the end of such a log that are read at once: some hundred turns."""


_SYNCED = frozenset({TurnEnded, RunEnded})
"""What makes all that came before it worth keeping."""


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
        """One sentence for each fault, for the user."""
        template = "Line {number} cannot be read and was left out: {why}."
        told: list[str] = [Sentence.of(template, {"number": number, "why": why}) for number, why in self.lines]
        if self.torn:
            template = "The last line was torn ({bytes:,} bytes, an interrupted write) and was cut off."
            told.append(Sentence.of(template, {"bytes": self.torn}))
        return told


@dataclass
class Recording:
    """What a log holds: its events in order, and what was wrong. `size` is the length of the sound part in bytes."""

    events: list[Event]
    damage: Damage = field(default_factory=Damage)
    size: int = 0


def read(path: Path) -> Recording:
    """All readable events of the log.

    A torn last line is cut off and told; a corrupt line in the middle is named and everything else kept. Raises
    `LogError` where there is no such file or no run in it, `NewerLogError` where a newer Parley wrote it,
    `NeverBegunError` where not even the first line is whole.
    """
    try:
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
            # A pipe would be waited for, a device read without end.
            raise LogError(path, "this is no file but a pipe or a device.", hint="Name a run's log.")
        data = path.read_bytes()
    except FileNotFoundError:
        raise LogError(path, "there is no such file.") from None
    except OSError as error:
        raise LogError(path, "the log cannot be read ({why}).", why=os_reason(error)) from None
    size = data.rfind(b"\n") + 1
    tail = data[size:]
    torn = 0
    if tail.strip():
        try:
            # A whole event whose line's end was lost is kept; only a part of one is torn.
            decode(tail)
            size = len(data)
        except msgspec.DecodeError as error:
            torn = len(tail)
            if not size:
                _why(path, tail, error)
    else:
        torn = len(tail)
    if not size and _FIRST.startswith(data[: len(_FIRST)]):
        raise NeverBegunError(
            path,
            "this run was interrupted inside its first line: it was never begun.",
            hint="Begin it again, or delete the file.",
        )
    events, bad, refused = _decoded(path, data[:size])
    if not events or not isinstance(events[0], RunStarted):
        raise LogError(
            path,
            "this is not a Parley run: its first line is not a readable 'run.started' event.",
            hint="Name a file from the runs folder, or import it if another program wrote it.",
        )
    if events[0].version > LOG_VERSION:
        raise _newer(path, events[0].version)
    return Recording(events, Damage(torn, tuple(bad), tuple(refused)), size)


def preview_tail(path: Path) -> Recording | None:
    """The beginning and the end of a log that takes a while to read; None of one that does not.

    For showing the last lines at once: what lies between is left out, and nothing is checked. Raises as `read` does.
    """
    try:
        with path.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            if size < LONG:
                return None
            file.seek(0)
            first = file.readline(LONG)
            file.seek(max(0, size - END))
            last = file.read(END)
    except OSError as error:
        raise LogError(path, "the log cannot be read ({why}).", why=os_reason(error)) from None
    events, *_bad = _decoded(path, first + last[last.find(b"\n") + 1 : last.rfind(b"\n") + 1])
    return Recording(events) if events and isinstance(events[0], RunStarted) else None


BadLines = list[tuple[int, str]]


def is_ours(first: bytes) -> bool:
    """Whether this is the first line of a log of ours, or the beginning of one; spaces and order do not matter."""
    try:
        event = msgspec.json.decode(first)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return re.match(rb'\s*\{\s*"type"\s*:\s*"run\.started"', first) is not None
    return isinstance(event, dict) and event.get("type") == "run.started"


def _decoded(path: Path, data: bytes) -> tuple[list[Event], BadLines, BadLines]:
    """The events of whole lines, the lines that are none, and those of these that are whole JSON."""
    if (whole := decode_all(data)) is not None:
        return whole, [], []
    # Something is wrong somewhere: now line by line, to say where.
    events: list[Event] = []
    bad: BadLines = []
    refused: BadLines = []
    for number, line in enumerate(data.splitlines(), 1):
        try:
            events.append(decode(line))
        except msgspec.DecodeError as error:
            if line.strip():
                bad.append((number, _why(path, line, error)))
                if isinstance(error, msgspec.ValidationError):
                    refused.append(bad[-1])
    return events, bad, refused


def _newer(path: Path, version: int) -> NewerLogError:
    return NewerLogError(
        path,
        "the log has version {version}; this Parley reads up to version {log_version}.",
        version=version,
        log_version=LOG_VERSION,
        hint="Install a newer Parley to open it; the file was not changed.",
    )


def _why(path: Path, line: bytes, error: msgspec.DecodeError) -> str:
    """Why a line is no event; raises `NewerLogError` where a first line says it is from a newer version."""
    found = re.search(rb'"version"\s*:\s*(\d{1,9})', line) if b'"run.started"' in line else None
    if found and int(found.group(1)) > LOG_VERSION:
        raise _newer(path, int(found.group(1))) from None
    return str(error).rstrip(".")


class Log:
    """A log that is open for writing, by this process alone.

    Attributes: `path`; `count`, the number of events; `taps`, called after every append in the order of the list.
    """

    def __init__(self, path: Path, *, lock: Path, fsync: Fsync = "turn") -> None:
        self.path = path
        self.count = 0
        self.taps: list[Tap] = []
        self._fsync = fsync
        self._synced = 0.0
        self._size = 0
        self._file = -1
        self._fresh: Path | None = None
        from filelock import FileLock, Timeout

        self._lock = FileLock(lock, timeout=0, thread_local=False)
        try:
            lock.parent.mkdir(parents=True, exist_ok=True)
            self._lock.acquire()
        except Timeout:
            raise LogLockedError(
                path,
                "this run is being written by another Parley.",
                hint="Close it there first, or fork the run.",
            ) from None
        except OSError as error:
            raise LogError(path, "its lock {lock} cannot be taken ({why}).", lock=lock, why=os_reason(error)) from None

    @property
    def size(self) -> int:
        """Bytes in the file."""
        return self._size

    @classmethod
    def create(cls, path: Path, *, lock: Path, fsync: Fsync = "turn", first: bytes = b"", count: int = 0) -> Log:
        """A new log; `first` is copied in as its beginning (`count` events).

        It takes the place of what is there with its first event, or by `publish`: whoever is killed before that leaves
        no log that was not begun.
        """
        log = cls(path, lock=lock, fsync=fsync)
        log._fresh = path.with_name(path.name + ".new")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            log._fresh.write_bytes(first)
            log._file = os.open(log._fresh, os.O_WRONLY | os.O_APPEND)
        except OSError as error:
            log.close()
            raise _unwritable(path, error) from None
        log._size, log.count = len(first), count
        return log

    @property
    def published(self) -> bool:
        """Whether the log is where it belongs."""
        return self._fresh is None

    def publish(self) -> None:
        """Put a new log where it belongs. Idempotent. Raises `LogError`."""
        if self._fresh is None:
            return
        try:
            # On Windows a file that is open cannot be moved.
            os.close(self._file)
            self._file = -1
            self._fresh.replace(self.path)
            self._fresh = None
            self._file = os.open(self.path, os.O_WRONLY | os.O_APPEND)
        except OSError as error:
            raise _unwritable(self.path, error) from None

    @classmethod
    def open(
        cls, path: Path, *, lock: Path, fsync: Fsync = "turn", known: Recording | None = None
    ) -> tuple[Log, Recording]:
        """An existing log, to be continued; a torn last line is cut off in the file.

        `known` is what was read of it before it was locked: it is read again only where somebody has written since.
        """
        log = cls(path, lock=lock, fsync=fsync)
        try:
            size = path.stat().st_size
            recording = known if known is not None and known.size + known.damage.torn == size else read(path)
            log._file = os.open(path, os.O_WRONLY | os.O_APPEND)
            os.ftruncate(log._file, recording.size)
            log._size, log.count = recording.size, len(recording.events)
            if recording.size and not _ends_a_line(path):
                log._write(b"\n")
        except OSError as error:
            log.close()
            raise _unwritable(path, error) from None
        except LogError:
            log.close()
            raise
        return log, recording

    def append(self, event: Event) -> int:
        """Write one event as one line and return its seq; the taps see it afterwards.

        Raises `LogError` where it cannot be written (a full disk); the file is then as it was before.
        """
        before = self._size
        self._write(encode(event) + b"\n")
        if type(event) in _SYNCED:
            self._sync(before, force=type(event) is RunEnded)
        if self._fresh is not None:
            self.publish()
        seq = self.count
        self.count += 1
        for tap in self.taps:
            tap(seq, event)
        return seq

    def _write(self, line: bytes) -> None:
        try:
            written = os.write(self._file, line)
            if written != len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError as error:
            self._cut(self._size)
            raise _unwritable(self.path, error) from None
        self._size += len(line)

    def _cut(self, size: int) -> None:
        """Give the file back the length it had before an event that could not be made safe."""
        with contextlib.suppress(OSError):
            os.ftruncate(self._file, size)
        self._size = size

    def _sync(self, before: int, *, force: bool) -> None:
        if self._fsync == "never":
            return
        moment = time.monotonic()
        if self._fsync == "grouped" and not force and moment - self._synced < GROUP_SECONDS:
            return
        self._synced = moment
        try:
            os.fsync(self._file)
        except OSError as error:
            # Whoever appended will not fold this event: it must not stay in the file either.
            self._cut(before)
            raise _unwritable(self.path, error) from None

    def close(self) -> None:
        """Give the file and the lock back. Idempotent."""
        if self._file >= 0:
            with contextlib.suppress(OSError):
                os.close(self._file)
            self._file = -1
        if self._fresh is not None:
            with contextlib.suppress(OSError):
                self._fresh.unlink(missing_ok=True)
        self._lock.release()


def _ends_a_line(path: Path) -> bool:
    """Whether the last byte ends a line; there must be one."""
    with path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read(1) == b"\n"


def _unwritable(path: Path, error: OSError) -> LogError:
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return LogError(
            path,
            "the disk is full: the last event could not be written.",
            hint="Free some space, then resume; everything said before is safe.",
        )
    return LogError(path, "the log cannot be written ({why}).", why=os_reason(error))


def prefix(path: Path, count: int) -> bytes:
    """The first `count` readable events of the log as bytes, each with its line's end."""
    lines: list[bytes] = []
    # As the reader does: a carriage return alone may stand between a line's values.
    for line in path.read_bytes().split(b"\n"):
        if len(lines) == count:
            break
        try:
            decode(line)
        except msgspec.DecodeError:
            continue
        lines.append(line.rstrip(b"\r"))
    return b"".join(line + b"\n" for line in lines)
