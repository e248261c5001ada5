"""A journal: an append-only JSONL file of typed events that several processes write, one at a time.

A run's log has one writer as long as it is open. A journal has many: each takes the lock for one append. Every process
remembers how far it has read, and reads on from there.
"""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar, Union

import msgspec

from parley.core.base.errors import LogError, LogLockedError, NewerLogError
from parley.core.base.files import open_file
from parley.core.base.sentences import Sentence, os_reason
from parley.core.log.codec import encode, with_message
from parley.core.log.events.base import Count, Event, Word
from parley.core.log.locking import make_write_error

E = TypeVar("E", bound=Event)

PATIENCE = 20.0
"""Seconds that an append usually waits for the lock: it is held for a few milliseconds at a time."""
IN_A_LOOP = 1.0
"""The same where an event loop stands still meanwhile."""
POLL = 0.002
"""Seconds between two tries to take the lock."""


class JournalBegun(Event, frozen=True, kw_only=True, tag="journal.begun"):
    """The first line: what kind of journal it is, and the version of its events."""

    kind: Word
    version: Count


class Journal(Generic[E]):
    """A journal in `path`, appended to under `lock`.

    `types` are its events, `version` is that of their format: a file with a higher one is refused. `faults` are the
    sentences about lines that could not be read; they are left out. `patience` is how many seconds an append waits for
    the lock: who has an event loop to keep alive has less of it.
    """

    def __init__(self, path: Path, lock: Path, kind: str, types: Sequence[type[E]], version: int = 1) -> None:
        self.path = path
        self.kind = kind
        self.patience = PATIENCE
        self.faults: list[Sentence] = []
        self._lock = lock
        self._version = version
        self._decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Union[JournalBegun, *types])
        self._held = False
        self._rewind()

    def _rewind(self) -> None:
        self._offset = self._line = 0
        self._file: tuple[int, int] | None = None
        self.faults.clear()

    @property
    def replaced(self) -> bool:
        """Whether another file stands in its place, or a shorter one: what was read before is to be forgotten."""
        if self._file is None:
            return False
        try:
            found = self.path.stat()
        except FileNotFoundError:
            return True
        except OSError:
            return False  # the `read` that follows tells what is wrong
        return (found.st_dev, found.st_ino) != self._file or found.st_size < self._offset

    @property
    def size(self) -> int:
        """Bytes that were read so far."""
        return self._offset

    def restart(self) -> None:
        """Take the file away: nobody needs what it says. Only while the lock is `held`."""
        assert self._held
        try:
            self.path.unlink(missing_ok=True)
        except OSError as error:
            raise make_write_error(self.path, error) from None
        self._rewind()

    def read(self) -> list[E]:
        """Return the events that came since the last call: whole lines alone, so that nobody sees half of one.

        Where the file was `replaced`, it is read from its beginning. Raises `LogError` where it cannot be read,
        `NewerLogError` where a newer Parley wrote it.
        """
        if self.replaced:
            self._rewind()
        try:
            with open_file(self.path) as file:
                status = os.fstat(file.fileno())  # of what was opened: under its name another may stand by now
                self._file = (status.st_dev, status.st_ino)
                if status.st_size == self._offset:
                    return []
                file.seek(self._offset)
                data = file.read()
        except FileNotFoundError:
            return []  # nobody has written yet
        except OSError as error:
            raise LogError(self.path, "the log cannot be read ({why}).", why=os_reason(error)) from None
        whole = data[: data.rfind(b"\n") + 1]  # no line's end: rfind gives −1, nothing is taken
        found: list[E] = []
        number = self._line
        for line in whole.split(b"\n")[:-1]:
            number += 1
            if (event := self._decode_line(number, line)) is not None:
                found.append(event)
        self._line, self._offset = number, self._offset + len(whole)
        return found

    def _decode_line(self, number: int, line: bytes) -> E | None:
        try:
            event = self._decoder.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            if number == 1:
                self._refuse_line(line)
            if line.strip():
                why = str(error).rstrip(".")
                told = Sentence("Line {number} cannot be read and was left out: {why}.", number=number, why=why)
                self.faults.append(told)
            return None
        if isinstance(event, JournalBegun):
            self._check_header(event.kind, event.version)
            return None
        if number == 1:
            self._refuse_line(line)
        found: E = event
        return found

    def _refuse_line(self, line: bytes) -> None:
        """Say what is wrong with a first line that is not that of a journal of this kind. Raises `LogError`."""
        with contextlib.suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            begun = msgspec.json.decode(line)
            if isinstance(begun, dict) and begun.get("type") == "journal.begun":
                version = begun.get("version")
                self._check_header(str(begun.get("kind")), version if isinstance(version, int) else 0)
        raise LogError(self.path, "this is no log of Parley's {kind}.", kind=self.kind, hint="Move it away.")

    def _check_header(self, kind: str, version: int) -> None:
        if kind != self.kind:
            raise LogError(self.path, "this is no log of Parley's {kind}.", kind=self.kind, hint="Move it away.")
        if version > self._version:
            raise NewerLogError(
                self.path,
                "the log has version {version}; this Parley reads up to version {log_version}.",
                version=version,
                log_version=self._version,
                hint="Install a newer Parley to open it; the file was not changed.",
            )

    @contextlib.contextmanager
    def hold_lock(self) -> Iterator[None]:
        """Hold the lock, so that nobody else appends; `append` then cuts off a line that a killed writer left torn.

        Raises `LogLockedError` where the lock cannot be had in time, `LogError` where nothing can be written.
        """
        from filelock import FileLock, Timeout

        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._lock.parent.mkdir(parents=True, exist_ok=True)
            lock = FileLock(self._lock, timeout=self.patience)
            lock.acquire(poll_interval=POLL)  # in the 50 ms that filelock would wait many appends have room
        except Timeout:
            raise LogLockedError(
                self.path,
                "another process has held this log for {seconds:.0f} seconds and does not let go.",
                seconds=self.patience,
                hint="End that process, or let it go on where it was stopped.",
            ) from None
        except OSError as error:
            raise LogError(
                self.path, "its lock {lock} cannot be taken ({why}).", lock=self._lock, why=os_reason(error)
            ) from None
        self._held = True
        try:
            yield
        finally:
            self._held = False
            lock.release()

    def append(self, *events: E, sync: bool = False) -> None:
        """Write events as lines, all or none; only while the lock is `held`. With `sync`, they are on the disk then.

        Raises `LogError` where they cannot be written; the file is then as it was before.
        """
        assert self._held
        data = b"".join(encode(with_message(event)) + b"\n" for event in events)
        try:
            file = os.open(self.path, os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o644)
        except OSError as error:
            raise make_write_error(self.path, error) from None
        try:
            size = _whole(file)  # what follows is a line that a killed writer left unfinished
            if not size:
                begun = JournalBegun(at=events[0].at, kind=self.kind, version=self._version)
                data = encode(begun) + b"\n" + data
            os.ftruncate(file, size)
            try:
                if os.write(file, data) != len(data):  # a short write: the disk is full
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                if sync:
                    os.fsync(file)
            except OSError:
                with contextlib.suppress(OSError):
                    os.ftruncate(file, size)
                raise
        except OSError as error:
            raise make_write_error(self.path, error) from None
        finally:
            os.close(file)


def _whole(file: int) -> int:
    """Return the length of a file's whole lines, in bytes."""
    end = os.lseek(file, 0, os.SEEK_END)
    if end and os.lseek(file, -1, os.SEEK_END) == end - 1 and os.read(file, 1) == b"\n":  # nearly always: one byte
        return end
    while end:
        begin = max(0, end - 65_536)  # backwards: the torn line is at the end
        os.lseek(file, begin, os.SEEK_SET)
        found = os.read(file, end - begin).rfind(b"\n")
        if found >= 0:
            return begin + found + 1
        end = begin
    return 0
