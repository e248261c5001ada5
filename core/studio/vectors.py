"""Vectors that were computed before: a file of the home that may be deleted at any time."""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
AT_ONCE = 400
"""Texts that are looked up in one question."""
WAIT_SECONDS = 10.0

_LEFT_ALONE = ("locked", "busy", "readonly", "unable to open", "full")
"""What SQLite says of a file that is sound and cannot be used now: locked for long, read-only, on a full disk."""

_TABLE = """
CREATE TABLE IF NOT EXISTS vectors (
  model TEXT NOT NULL, text BLOB NOT NULL, vector BLOB NOT NULL, PRIMARY KEY (model, text)
) WITHOUT ROWID
"""


class VectorStore:
    """Vectors by model and hash of their text, in SQLite: what was written is whole, whenever one is killed.

    A file that is damaged is begun anew, and one that cannot be written keeps nothing: all of it can be computed again.
    Blocking, for a thread.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def get(self, model: str, texts: Iterable[str]) -> dict[str, array[float]]:
        """Return those of the texts whose vector is kept."""
        wanted = {_digest(text): text for text in texts}

        def read(database: sqlite3.Connection) -> dict[str, array[float]]:
            found: dict[str, array[float]] = {}
            keys = list(wanted)
            for start in range(0, len(keys), AT_ONCE):
                part = keys[start : start + AT_ONCE]
                marks = ",".join("?" * len(part))
                query = f"SELECT text, vector FROM vectors WHERE model = ? AND text IN ({marks})"  # noqa: S608
                for key, data in database.execute(query, (model, *part)):
                    found[wanted[key]] = array("f", data)
            return found

        return self._try_on_database(read, {}) if wanted and self.path.exists() else {}

    def put(self, model: str, vectors: Mapping[str, array[float]]) -> None:
        """Keep these."""
        rows = [(model, _digest(text), vector.tobytes()) for text, vector in vectors.items()]
        self._try_on_database(
            lambda database: database.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)", rows), None
        )

    def forget(self, model: str) -> None:
        """Keep none of this model's any longer."""
        if self.path.exists():
            self._try_on_database(
                lambda database: database.execute("DELETE FROM vectors WHERE model = ?", (model,)), None
            )

    def _try_on_database(self, do: Callable[[sqlite3.Connection], T], otherwise: T) -> T:
        for _attempt in range(2):
            try:
                with self._open_database() as database:
                    return do(database)
            except (sqlite3.DatabaseError, ValueError) as error:
                if isinstance(error, sqlite3.OperationalError) and any(why in str(error) for why in _LEFT_ALONE):
                    return otherwise
                for end in ("-journal", "-wal", "-shm", ""):
                    with contextlib.suppress(OSError):
                        self.path.with_name(self.path.name + end).unlink(missing_ok=True)
        return otherwise

    @contextmanager
    def _open_database(self) -> Iterator[sqlite3.Connection]:
        database = sqlite3.connect(self.path, timeout=WAIT_SECONDS)
        try:
            with database:
                # Not WAL, as earlier versions had it: whoever closed a file that was deleted would delete the WAL of
                # the new one, by its name.
                database.execute("PRAGMA journal_mode = DELETE")
                database.execute(_TABLE)
                yield database
        finally:
            database.close()


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
