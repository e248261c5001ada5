"""What is kept on disk of the batches that are out, so that nothing is asked, and paid for, a second time."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import secrets
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec

from parley.core.base.errors import FileError, ParleyError
from parley.core.base.sentences import os_reason
from parley.core.voices.anthropic.call import Call
from parley.core.voices.base import Request

LASTS = timedelta(days=29)
"""How long a server keeps the results of a batch."""

Answer = Call | ParleyError


class Note(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One batch as it is written down: before it is sent, with an empty `batch`, and again with the server's id.

    `server` is its name, `address` a hash of its whole URL, which may carry secrets. `calls` are the custom ids of
    those whose results may still be wanted, `count` is how many requests the batch has.
    """

    server: str
    address: str
    at: datetime
    count: int
    calls: list[str]
    batch: str = ""


class Ticket:
    """One request that waits for its result. `call` is its custom id, `batch` the batch that it is in.

    `sent` is set when it is in a batch that is out; `answer` when the result is there, or will never be.
    """

    def __init__(self, key: str, call: str, body: Mapping[str, Any]) -> None:
        self.key = key
        self.call = call
        self.body = body
        self.batch: Batch | None = None
        self.asked_again = False
        loop = asyncio.get_running_loop()
        self.sent: asyncio.Future[None] = loop.create_future()
        self.answer: asyncio.Future[Answer] = loop.create_future()

    def give(self, answer: Answer) -> None:
        """The result is there."""
        if not self.answer.done():
            self.answer.set_result(answer)

    def is_out(self) -> None:
        """It has been sent."""
        if not self.sent.done():
            self.sent.set_result(None)


@dataclass(eq=False)
class Batch:
    """One batch in memory: its note, who waits for what of it, and what has come of it.

    `used` are the calls whose results were handed out, `mistaken` batches of the server that only looked like it.
    `model` is the one of its first request. `gone`: it is no more.
    """

    path: Path
    note: Note
    tickets: dict[str, Ticket] = field(default_factory=dict)
    answers: dict[str, Answer] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    mistaken: set[str] = field(default_factory=set)
    followed: bool = False
    trouble: str = ""
    model: str = ""
    gone: bool = False

    @property
    def finished(self) -> bool:
        """Whether nothing of it is wanted any more."""
        return self.used.issuperset(self.note.calls)


@dataclass(frozen=True)
class Out:
    """What is out: so many calls in so many batches, the oldest sent at `since`; `trouble` is why none can be asked."""

    calls: int = 0
    batches: int = 0
    since: datetime | None = None
    trouble: str = ""


class Notes:
    """The batches that are out, with a file each in `folder`, and which of their results nobody waits for.

    Files are written in threads: a note that is removed stays so.
    """

    def __init__(self, folder: Path) -> None:
        self.batches: list[Batch] = []
        self._folder = folder
        self._lock = threading.RLock()
        self._unclaimed: dict[tuple[str, str], list[tuple[Batch, str]]] = {}

    def fresh(self, note: Note) -> Batch:
        """A batch that is to be sent; nothing is written yet."""
        return Batch(self._folder / f"{secrets.token_hex(8)}.json", note)

    def read(self, now: datetime) -> list[Batch]:
        """The batches whose results can still be had, oldest first; the files of others are removed."""
        found: list[Batch] = []
        for path in self._folder.glob("*.json") if self._folder.is_dir() else ():
            try:
                note = msgspec.json.decode(path.read_bytes(), type=Note)
                over = now - note.at > LASTS
            except (OSError, ValueError, TypeError):
                # Not of our making: notes are replaced whole.
                continue
            batch = Batch(path, note)
            if over or not note.calls:
                self.discard(batch)
            else:
                found.append(batch)
        return sorted(found, key=lambda batch: (batch.note.at, batch.path.name))

    def write(self, batch: Batch) -> None:
        """Write the note, whole or not at all; nothing of one that is gone. Raises `FileError`."""
        part = batch.path.with_name(f".{batch.path.name}.{os.getpid()}.part")
        with self._lock:
            if batch.gone:
                return
            try:
                part.parent.mkdir(parents=True, exist_ok=True)
                with part.open("wb") as file:
                    file.write(msgspec.json.encode(batch.note))
                    file.flush()
                    os.fsync(file.fileno())
                part.replace(batch.path)
            except OSError as error:
                with contextlib.suppress(OSError):
                    part.unlink(missing_ok=True)
                template = "it cannot be noted which batch is out ({why})."
                hint = "Nothing was sent. Make room, or let this folder be written."
                raise FileError(batch.path, template, why=os_reason(error), hint=hint) from None

    def rewrite(self, batch: Batch) -> None:
        """Write the note of a batch that has been sent, if that can be done: an older one costs nothing but a look."""
        with contextlib.suppress(FileError):
            self.write(batch)

    def drop(self, batch: Batch, calls: Iterable[str]) -> None:
        """These results are wanted no more."""
        gone = set(calls)
        with self._lock:
            kept = [call for call in batch.note.calls if call not in gone]
            if len(kept) < len(batch.note.calls):
                batch.note.calls = kept
                if kept:
                    self.rewrite(batch)
                else:
                    self._remove(batch)

    def _remove(self, batch: Batch) -> None:
        # One that stays is looked at once more, and removed when it is old.
        with self._lock, contextlib.suppress(OSError):
            batch.gone = True
            batch.path.unlink(missing_ok=True)

    def discard(self, batch: Batch) -> None:
        """The batch is no more."""
        self._remove(batch)
        if batch in self.batches:
            self.batches.remove(batch)

    @property
    def out(self) -> Out:
        """What is waited for."""
        waited = [batch for batch in self.batches if batch.tickets]
        return Out(
            sum(len(batch.tickets) for batch in waited),
            len(waited),
            min((batch.note.at for batch in waited), default=None),
            next((batch.trouble for batch in waited if batch.trouble), ""),
        )

    def add(self, batch: Batch) -> None:
        """A batch that is out, or about to be."""
        self.batches.append(batch)
        for call in batch.note.calls:
            if call not in batch.tickets:
                self.release(batch, call)

    def release(self, batch: Batch, call: str) -> None:
        """Nobody waits for this result any more."""
        self._unclaimed.setdefault((batch.note.address, call.rpartition("-")[0]), []).append((batch, call))

    def claim(self, address: str, key: str) -> tuple[Batch, str] | None:
        """A result that was asked for, and that nobody waits for."""
        waiting = self._unclaimed.get((address, key), [])
        while waiting:
            batch, call = waiting.pop(0)
            wanted = call in batch.note.calls and call not in batch.used and call not in batch.tickets
            if wanted and not batch.gone:
                return batch, call
        return None

    def sweep(self) -> None:
        """Remove the notes of batches all of whose results were handed out a while ago, and are in logs by now."""
        for batch in [each for each in self.batches if each.finished]:
            self.discard(batch)

    def forget(self, run: str) -> None:
        """The run has ended: of its results none is wanted any more."""
        mark = run_mark(run)
        for batch in tuple(self.batches):
            self.drop(batch, [call for call in batch.note.calls if mark_in(call) == mark])
            if not batch.note.calls:
                self.discard(batch)

    def clear(self) -> None:
        """Put all down, and leave to the next process what is still wanted."""
        self.sweep()
        for batch in self.batches:
            self.drop(batch, batch.used)
        self.batches.clear()
        self._unclaimed.clear()


def key_of(request: Request, digest: str) -> str:
    """What a request is known by, in this process and the next: its hash, its run, and who asks for what in which turn.

    Two runs that say the same are two samples, so a result of one is never taken for the other.
    """
    view = request.perspective
    about = f"{view.me.id}:{request.purpose}:{request.turn}"
    return f"{digest[:24]}-{run_mark(view.config.id)}-{_hash(about, 4)}"


def run_mark(run: str) -> str:
    """What stands for a run in its keys: ids may be longer than what a server takes."""
    return _hash(run, 6)


def mark_in(call: str) -> str:
    """The run's mark in a key or a custom id."""
    return call.split("-")[1] if "-" in call else ""


def address_of(url: str) -> str:
    """What stands for a server's URL in a note."""
    return _hash(url, 8)


def _hash(text: str, size: int) -> str:
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=size).hexdigest()
