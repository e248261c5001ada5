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

from core.base.errors import FileError
from core.base.sentences import os_reason
from core.voices.anthropic.call import Call
from core.voices.anthropic.faults import Fault
from core.voices.base import Request

LASTS = timedelta(days=29)
"""How long a server keeps the results of a batch."""

Answer = Call | Fault | FileError


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


class Notes:
    """The folder with a file a batch. Written in threads: a note that is removed stays so."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.RLock()

    def fresh(self, note: Note) -> Batch:
        """A batch of a batch that is to be sent; nothing is written yet."""
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
                self.remove(batch)
            else:
                found.append(batch)
        return sorted(found, key=lambda batch: (batch.note.at, batch.path.name))

    def write(self, batch: Batch) -> None:
        """Write the note, whole or not at all; nothing of one that is gone. Raises `FileError`."""
        with self._lock:
            if not batch.gone:
                self._write(batch)

    def _write(self, batch: Batch) -> None:
        part = batch.path.with_name(f".{batch.path.name}.{os.getpid()}.part")
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
            raise FileError(
                batch.path,
                "it cannot be noted which batch is out ({why}).",
                why=os_reason(error),
                hint="Nothing was sent. Make room, or let this folder be written.",
            ) from None

    def rewrite(self, batch: Batch) -> None:
        """Write the note of a batch that has been sent, if that can be done: an older one costs nothing but a look."""
        with contextlib.suppress(FileError):
            self.write(batch)

    def remove(self, batch: Batch) -> None:
        """Forget the batch."""
        # One that stays is looked at once more, and removed when it is old.
        with self._lock, contextlib.suppress(OSError):
            batch.gone = True
            batch.path.unlink(missing_ok=True)

    def drop(self, batch: Batch, calls: Iterable[str]) -> None:
        """These results are wanted no more."""
        gone = set(calls)
        with self._lock:
            kept = [call for call in batch.note.calls if call not in gone]
            if len(kept) == len(batch.note.calls):
                return
            batch.note.calls = kept
            if not kept:
                self.remove(batch)
            else:
                self.rewrite(batch)


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
