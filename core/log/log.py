"""The log: one JSONL file, append-only, the truth of a run."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import re
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Protocol

import msgspec

from parley.core.base.errors import LogError, LogLockedError, LogLostError
from parley.core.base.files import get_free_path, open_file, read_bytes
from parley.core.base.sentences import Sentence, os_reason
from parley.core.log.codec import decode, encode
from parley.core.log.events.base import Event
from parley.core.log.events.run import RunEnded, RunPaused, RunResumed, RunStarted
from parley.core.log.events.turn import CallFailed, TurnEnded, TurnFailed
from parley.core.log.locking import RunLock, identify_file, make_lock_error, make_write_error
from parley.core.log.reader import Damage, Reader, open_log

Tap = Callable[[int, Event], None]
"""Called after an event is in the file, with its seq. It must not raise."""

Fsync = Literal["turn", "grouped", "never"]
GROUP_SECONDS = 0.05

LONG = 8_000_000
"""Bytes of a first line that are read before it is known whether the log is ours."""

FLAGS = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0)
"""How a log is opened: what stands in it can be read from there when it is no longer in its place."""

_SYNCED = frozenset({TurnEnded, RunEnded})
"""What makes all that came before it worth keeping."""
_TOLD = {
    RunStarted: "", RunResumed: "", RunPaused: "reason", RunEnded: "reason", TurnFailed: "kind", CallFailed: "kind",
}  # fmt: skip
"""What the program's own log says of a run, and the field that says why."""

logger = logging.getLogger("parley.run")


@dataclass
class Recording:
    """What a log holds: its events in order, and what was wrong. `size` is the length of the sound part in bytes."""

    events: list[Event]
    damage: Damage = field(default_factory=Damage)
    size: int = 0


def read(path: Path) -> Recording:
    """Return all readable events of the log.

    A torn last line is cut off and told; a corrupt line in the middle is named and everything else kept. Raises
    `LogError` where there is no such file or no run in it, `NewerLogError` where a newer Parley wrote it,
    `NeverBegunError` where not even the first line is whole.
    """
    file = open_log(path)
    try:
        reader = Reader(path, file)
        events = [event for block in reader for event in block.events]
    finally:
        os.close(file)
    return Recording(events, reader.damage, reader.size)


def is_ours(first: bytes) -> bool:
    """Return whether this is the first line of a log of ours, or the beginning of one; spaces and order do not
    matter.
    """
    try:
        event = msgspec.json.decode(first)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return re.match(rb'\s*\{\s*"type"\s*:\s*"run\.started"', first) is not None  # half a line is no JSON
    return isinstance(event, dict) and event.get("type") == "run.started"


class EventLog(Protocol):
    """Where a run's events are appended: a `Log`, or what stands for one that another process writes.

    `count` is the number of events, `taps` are called after every append.
    """

    path: Path
    count: int
    taps: list[Tap]

    def append(self, event: Event) -> int:
        """Take one event and return its seq. Raises `LogError` where it cannot be written."""
        ...

    def ensure_whole(self) -> None:
        """Raise `LogLostError` where its file is no longer what was written here."""
        ...

    def close(self) -> None:
        """Give it back. Idempotent."""
        ...


class Log:
    """A log that is open for writing, by this process alone.

    Attributes: `path`; `count`, the number of events; `taps`, called after every append in the order of the list.
    """

    def __init__(self, path: Path, *, lock: Path | RunLock, fsync: Fsync = "turn") -> None:
        """`lock` is where its lock lies, or that lock, held; it is given back with the log."""
        self.path = path
        self.count = 0
        self.taps: list[Tap] = []
        self._fsync = fsync
        self._synced = 0.0
        self._size = 0
        self._file = -1
        self._identity: tuple[int, int] | None = None
        self._lost: LogLostError | None = None
        self._fresh: Path | None = None
        self._replaces = False
        self._lock = lock if isinstance(lock, RunLock) else RunLock(path, lock)

    @property
    def size(self) -> int:
        """Bytes in the file."""
        return self._size

    @classmethod
    def create(
        cls,
        path: Path,
        *,
        lock: Path | RunLock,
        fsync: Fsync = "turn",
        first: bytes = b"",
        count: int = 0,
        over: bool = True,
    ) -> Log:
        """Return a new log; `first` is copied in as its beginning (`count` events).

        It takes the place of what is there with its first event, or by `publish`: whoever is killed before that leaves
        no log that was not begun. Raises `LogLockedError` where something is there that it is not to be put `over`:
        another has begun the run meanwhile.
        """
        log = cls(path, lock=lock, fsync=fsync)
        log._fresh = path.with_name(path.name + ".new")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.is_dir():  # else nobody would notice before the first event
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            log._replaces = path.exists()
            if log._replaces and not over:
                raise make_lock_error(path)
            log._fresh.unlink(missing_ok=True)  # it may be a log's second name, left by a killed `publish`
            log._fresh.write_bytes(first)
            log._file = os.open(log._fresh, FLAGS)
        except OSError as error:
            log.close()
            raise make_write_error(path, error) from None
        except LogLockedError:
            log.close()
            raise
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
            os.close(self._file)  # On Windows a file that is open cannot be moved
            self._file = -1
            self._put_in_place(self._fresh)
            self._fresh = None
            self._open_file(self.path)
        except OSError as error:
            raise make_write_error(self.path, error) from None

    def _put_in_place(self, fresh: Path) -> None:
        """Move a new log to its place; where none stood as it was made, not over one that somebody else has begun."""
        if not self._replaces:
            try:  # a link, because it fails where something is; a move replaces it
                os.link(fresh, self.path)
            except FileExistsError:
                raise make_lock_error(self.path) from None
            except OSError:
                pass  # There are no second names on this disk
            else:
                fresh.unlink()
                return
        fresh.replace(self.path)

    @classmethod
    def open(
        cls, path: Path, *, lock: Path | RunLock, fsync: Fsync = "turn", known: Recording | None = None
    ) -> tuple[Log, Recording]:
        """Return an existing log, to be continued; a torn last line is cut off in the file.

        `known` is what was read of it before it was locked: it is read again only where somebody has written since.
        """
        log = cls(path, lock=lock, fsync=fsync)
        try:
            size = path.stat().st_size
            recording = known if known is not None and known.size + known.damage.torn == size else read(path)
            log._open_file(path)
            with contextlib.suppress(OSError):
                # A second name is left where its writer was killed before taking that away.
                path.with_name(path.name + ".new").unlink(missing_ok=True)
            os.ftruncate(log._file, recording.size)
            log._size, log.count = recording.size, len(recording.events)
            if recording.size and not _has_final_newline(path):  # a whole last event that lost its line's end
                log._write_line(b"\n")
        except OSError as error:
            log.close()
            raise make_write_error(path, error) from None
        except LogError:
            log.close()
            raise
        return log, recording

    def _open_file(self, path: Path) -> None:
        self._file = os.open(path, FLAGS)
        self._identity = identify_file(path)

    def ensure_whole(self) -> None:
        """Look at the file: it must be the one that was opened, as long as it was written here.

        Raises `LogLostError` where it is not, and at every append from then on: nobody would read it. Raises `LogError`
        where the file cannot be looked at.
        """
        if self._lost is not None:
            raise self._lost
        if self._file < 0 or self._fresh is not None:
            return
        try:
            found: os.stat_result | None = self.path.stat()
        except (FileNotFoundError, NotADirectoryError):  # its folder may be gone, or a file now
            found = None
        except OSError as error:
            raise make_write_error(self.path, error) from None
        if found and (found.st_dev, found.st_ino) == self._identity and found.st_size == self._size:
            return
        self._lost = make_loss_error(self.path, self._file, self._identity, found, self._size)  # needs the open file
        os.close(self._file)
        self._file = -1
        raise self._lost

    def append(self, event: Event) -> int:
        """Write one event as one line and return its seq; the taps see it afterwards.

        Raises `LogError` where it cannot be written (a full disk); the file is then as it was before.
        """
        if type(event) is RunEnded:
            self.ensure_whole()  # Whoever reads that a run has ended looks for it there
        before = self._size
        # In this order: written, synced, put in place, told. Who is told of an event can rely on it being in the file.
        self._write_line(encode(event) + b"\n")
        if type(event) in _SYNCED:
            self._sync_file(before, force=type(event) is RunEnded)
        if self._fresh is not None:
            self.publish()
        # None of the talk: what a run says stands in its own log alone.
        level, named = (logging.INFO, _TOLD[type(event)]) if type(event) in _TOLD else (logging.DEBUG, "")
        if logger.isEnabledFor(level):
            why = getattr(event, named) if named else ""
            logger.log(level, "%s %s %s", self.path.stem, event.__struct_config__.tag, why)
        seq = self.count
        self.count += 1
        for tap in self.taps:
            tap(seq, event)
        return seq

    def _write_line(self, line: bytes) -> None:
        try:
            written = os.write(self._file, line)
            if written != len(line):  # a short write: the disk is full
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError as error:
            if self._lost is not None:
                raise self._lost from None  # its file was closed on purpose, so every write fails
            self._cut_file(self._size)
            raise make_write_error(self.path, error) from None
        self._size += len(line)

    def _cut_file(self, size: int) -> None:
        """Give the file back the length it had before an event that could not be made safe."""
        with contextlib.suppress(OSError):
            os.ftruncate(self._file, size)
        self._size = size

    def _sync_file(self, before: int, *, force: bool) -> None:
        if self._fsync == "never":
            return
        moment = time.monotonic()
        if self._fsync == "grouped" and not force and moment - self._synced < GROUP_SECONDS:
            return
        self._synced = moment
        try:
            os.fsync(self._file)
        except OSError as error:
            # The caller will not fold this event: it must not stay in the file either.
            self._cut_file(before)
            raise make_write_error(self.path, error) from None

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


def _has_final_newline(path: Path) -> bool:
    """Return whether the last byte ends a line; there must be one."""
    with open_file(path) as file:
        file.seek(-1, os.SEEK_END)
        return file.read(1) == b"\n"


def prefix(path: Path, count: int) -> bytes:
    """Return the first `count` readable events of the log as bytes, each with its line's end."""
    lines: list[bytes] = []
    # As the reader does: a carriage return alone may stand between a line's values.
    for line in read_bytes(path).split(b"\n"):
        if len(lines) == count:
            break
        try:
            decode(line)
        except msgspec.DecodeError:
            continue  # bad lines have no seq
        lines.append(line.rstrip(b"\r"))  # put there by an editor on Windows
    return b"".join(line + b"\n" for line in lines)


def make_loss_error(
    path: Path, file: int, identity: tuple[int, int] | None, found: os.stat_result | None, size: int
) -> LogLostError:
    """Return what happened to the log at `path`, which was opened as `file`, was that file and had `size` bytes;
    `found` is what stands there now.

    Where that is another file or none, what was opened still has all that was written: it is copied beside it.
    """
    if found is not None and (found.st_dev, found.st_ino) == identity:
        return LogLostError(
            path,
            "another program changed the log while the run was being written: it has {found} bytes, not {size}.",
            found=found.st_size,
            size=size,
            hint="The run was stopped. Put a copy of the file in its place if there is one; else resume it, and it "
            "goes on from what can still be read.",
        )
    hint = _kept(path, file)
    if found is None:
        return LogLostError(path, "another program deleted the log while the run was being written.", hint=hint)
    return LogLostError(path, "another program put another file in the log's place while it was written.", hint=hint)


def _kept(path: Path, file: int) -> Sentence:
    """Copy what the opened file has to a file of its own; the sentence says where that is, or why it cannot be."""
    copy = get_free_path(path.with_stem(path.stem + ".recovered"))
    try:
        copy.parent.mkdir(parents=True, exist_ok=True)  # The folder may be gone as well
        with os.fdopen(os.dup(file), "rb") as source, copy.open("xb") as target:  # a dup: the log's own file stays open
            source.seek(0)  # the dup shares the file's position
            shutil.copyfileobj(source, target)
            target.flush()
            os.fsync(target.fileno())
    except OSError as error:
        return Sentence("The run was stopped. What it had said could not be kept ({why}).", why=os_reason(error))
    return Sentence(
        "The run was stopped. All that it had said is kept in {copy}: move that to where the log was to go on.",
        copy=str(copy),
    )
