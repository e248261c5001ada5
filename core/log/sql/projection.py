"""The projection: brought up to date with the logs, asked by the library, rebuilt whenever that is simpler."""

from __future__ import annotations

import contextlib
import functools
import os
import stat
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Concatenate, NamedTuple, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine, select
from sqlalchemy.exc import IntegrityError

from parley.core.base.errors import FileError
from parley.core.base.line import repair_text
from parley.core.base.sentences import Sentence, os_reason
from parley.core.log.sql import queries, store
from parley.core.log.sql.rows import UnlistableError, get_key_of, make_bad_row, read
from parley.core.log.sql.tables import SCHEMA, Position, table

P = ParamSpec("P")
T = TypeVar("T")
WAS_DAMAGED = Sentence("The index of the runs was damaged; it is made anew from the logs.")
OTHER_VERSION = Sentence("The index of the runs came from another version of Parley; it is made anew from the logs.")

Progress = Callable[[float], None]
"""Called with the finished part, 0 to 1. What it raises cancels the work."""

AT_ONCE = 50
"""So many logs that changed are written in one transaction: each costs two writes to the disk."""

_GARBAGE = (*store.UNHELD, TypeError, LookupError)
"""What is raised where a row holds what was never written: the file is damaged, and SQLite did not notice."""

UNFILLED = (*store.UNHELD, IntegrityError)
"""What is raised for rows that a new file does not take: no damage explains it."""


class LogFile(NamedTuple):
    """A log as its folder lists it: its name, its bytes, and when it was written to last, in seconds since 1970."""

    name: str
    size: int
    touched: float


def find_logs_in(runs_folder: Path) -> list[LogFile]:
    """Return the logs of a folder, by name; what goes meanwhile is left out. Raises `FileError`."""
    found = []
    try:
        with os.scandir(runs_folder) as entries:
            for entry in entries:
                if entry.name.endswith(".jsonl"):  # One look a file, for there may be thousands
                    with contextlib.suppress(OSError):
                        about = entry.stat()
                        if stat.S_ISREG(about.st_mode):
                            found.append(LogFile(entry.name, about.st_size, about.st_mtime))
    except FileNotFoundError:
        return []
    except OSError as error:
        raise FileError(runs_folder, "the runs cannot be listed ({why}).", why=os_reason(error)) from None
    return sorted(found)


def _make_query_method(
    question: Callable[Concatenate[Connection, Path, P], T],
) -> Callable[Concatenate[Projection, P], T]:
    """Return a method that puts the question to the database, with the folder that logs are named from."""

    @functools.wraps(question)
    def run_query(projection: Projection, /, *args: P.args, **named: P.kwargs) -> T:
        return projection.ask(lambda connection: question(connection, projection.base, *args, **named))

    return run_query


class Projection:
    """All runs, as rows in SQLite. Everything in it can be deleted and comes back from the logs.

    `touched` says when each log of the folder was written to last, by its file's name and in seconds since 1970, as
    `sync` found it. `notice` is a sentence for the user where the file had to be begun anew (damaged, or of another
    version). A file that turns out to be damaged later is made anew by whatever method finds it, from the logs beside
    it, or those that `sync` was last called with. In a home that cannot be written all is kept in memory. Safe to use
    from several threads and processes. Raises `FileError` where the database cannot be used.
    """

    runs = _make_query_method(queries.runs)
    search = _make_query_method(queries.search)
    matches = _make_query_method(queries.count_matches)
    spent_today = _make_query_method(queries.spent_today)
    carried = _make_query_method(queries.carried)
    dump = _make_query_method(queries.dump)

    def __init__(self, path: Path, *, unread: bool = False) -> None:
        """With `unread` the file that is there is not looked at: `reindex` comes next."""
        self.path = Path(os.path.abspath(path))  # noqa: PTH100
        self.notice = ""
        self.touched: Mapping[str, float] = {}
        self.base = self.path.parent
        self._runs = self.base / "runs"
        self._names: dict[str, str] = {}
        self._lock = threading.RLock()  # re-entrant: a repair makes the database anew within a question
        self._in_memory = not unread and not store.is_writable(self.path)
        self._engine: Engine = store.open_engine(self.path) if unread else self._open()

    def _open(self) -> Engine:
        if self._in_memory:
            return store.open_in_memory()
        version = store.get_version_of(self.path)
        if version != SCHEMA:
            if version:
                self.notice = WAS_DAMAGED if version < 0 else OTHER_VERSION
            # Another process may have been first.
            store.build_store(self.path, lambda _empty: None, wanted=lambda: store.get_version_of(self.path) != SCHEMA)
        return store.open_engine(self.path)

    def close(self) -> None:
        """Give the file back. Idempotent."""
        with self._lock:
            self._engine.dispose()

    def _write(self, connection: Connection, path: Path, faults: tuple[type[Exception], ...] = store.UNHELD) -> None:
        """Write the rows of a log; one that makes none, or none that the database holds, has a row that says why."""
        file = self.name_of(path)
        key = self._find_key(connection, file)
        try:
            store.write_rows(connection, key, read(path, file, key))
        except UnlistableError as error:
            store.write_rows(connection, key, error.rows)
        except faults as error:
            why = str(getattr(error, "orig", None) or error)
            told = f"the database cannot hold what it says ({why})."
            store.write_rows(connection, key, make_bad_row(self.base / file, file, key, told))

    def _write_runs(self, run_files: Sequence[Path]) -> None:
        for start in range(0, len(run_files), AT_ONCE):
            # Read while nobody else writes: another process may know more of a log than was read before.
            with self._open_transaction() as connection:
                for path in run_files[start : start + AT_ONCE]:
                    self._write(connection, path)

    def sync_runs(self, runs_folder: Path) -> int:
        """Bring in new, longer and deleted logs. Returns how many were read."""
        with self._lock:
            self._runs = runs_folder
            return self._run_with_repair(lambda: self._sync_runs(runs_folder))

    def look(self, runs_folder: Path) -> list[str]:
        """Look when each log of the folder was written to last, and read none: what `touched` says, and how the logs
        are called here, the last one first."""
        with self._lock:
            files = find_logs_in(runs_folder)
            self.touched = {file.name: file.touched for file in files}
            files.sort(key=lambda file: -file.touched)
            folder = self.name_of(runs_folder / "x").removesuffix("x")
            return [folder + repair_text(file.name) for file in files]

    def _sync_runs(self, runs_folder: Path) -> int:
        known = self._fetch_positions()
        files = find_logs_in(runs_folder)
        folder = self.name_of(runs_folder / "x").removesuffix("x")
        self.touched = {file.name: file.touched for file in files}
        changed = []
        for file in files:
            name = folder + repair_text(file.name)
            if known.pop(name, None) != file.size:  # a log only grows, so that its size tells
                changed.append(runs_folder / file.name)
        for name in known:  # names left over have no file any more
            if name.startswith(folder) and "/" not in name.removeprefix(folder):  # other folders were not looked at
                self._forget_run(name)
        self._write_runs(changed)
        return len(changed)

    def reindex(self, runs_folder: Path, progress: Progress | None = None) -> int:
        """Make everything anew from the logs, without a look at what is there. Returns how many logs were read.

        The old database stands until the new one is whole; the same logs give the same file, byte for byte.
        """
        with self._lock:
            self._runs = runs_folder
            files = [runs_folder / file.name for file in find_logs_in(runs_folder)]

            def fill_tables(engine: Engine) -> None:
                for count, path in enumerate(files):
                    if progress:
                        progress(count / len(files))
                    with engine.begin() as connection:
                        self._write(connection, path, faults=UNFILLED)

            if self._in_memory:
                engine = store.open_in_memory()
                fill_tables(engine)
                self._engine = engine  # only once it is filled, which may raise
            else:
                store.build_store(self.path, fill_tables)
            self.notice = ""
            if progress:
                progress(1.0)
            return len(files)

    def forget_run(self, run_file: Path) -> None:
        """Delete the rows of a run; its log is not touched."""
        with self._lock:
            self._run_with_repair(lambda: self._forget_run(self.name_of(run_file)))

    def _forget_run(self, file: str) -> None:
        with self._open_transaction() as connection:
            store.erase(connection, self._find_key(connection, file))

    # Inside -------------------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def _open_transaction(self) -> Iterator[Connection]:
        lock = contextlib.nullcontext() if self._in_memory else store.hold_lock(self.path)
        with store.translate_errors(self.path), lock, self._engine.begin() as connection:
            # By itself SQLite would begin and end one for each log.
            connection.exec_driver_sql("BEGIN")
            yield connection

    def ask(self, question: Callable[[Connection], T]) -> T:
        """Return the answer of the database."""
        with self._lock:
            return self._run_with_repair(lambda: self._query_database(question))

    def _query_database(self, question: Callable[[Connection], T]) -> T:
        try:
            with store.translate_errors(self.path), self._engine.connect() as connection:
                # All of it from one moment, whatever is written or replaced meanwhile.
                connection.exec_driver_sql("BEGIN")
                return question(connection)
        except UnicodeEncodeError:
            raise  # What was asked for is at fault
        except _GARBAGE as error:
            raise store.DamagedError(self.path, str(error) or type(error).__name__) from error

    def _run_with_repair(self, do: Callable[[], T]) -> T:
        """Do it, and once more on a database that was made anew where the file is damaged."""
        try:
            return do()
        except store.DamagedError:
            self.reindex(self._runs)
            self.notice = WAS_DAMAGED
        return do()  # no third time: where the new file is damaged as well, the caller gets the error

    def name_of(self, run_file: Path) -> str:
        """Return how a log is called in the database: relative to its folder, so that the whole may be moved."""
        given = os.fspath(run_file)
        name = self._names.get(given)  # asked of thousands at each sync
        if name is None:
            path = Path(os.path.abspath(given))  # noqa: PTH100 - resolve() would follow links out of the folder
            inside = path.is_relative_to(self.base)
            name = (path.relative_to(self.base) if inside else path).as_posix()
            name = self._names[given] = repair_text(name)
        return name

    def _fetch_positions(self) -> dict[str, int]:
        position = table(Position)
        return self.ask(
            lambda connection: {
                file: int(size) for file, size in connection.execute(select(position.c.file, position.c.size))
            }
        )

    def _find_key(self, connection: Connection, file: str) -> int:
        """Return the run's key: the name's, or the next free one should another name have the same 40 bits."""
        key = get_key_of(file)
        while True:
            holder = connection.exec_driver_sql("SELECT file FROM position WHERE run = ?", (key,)).scalar()
            if holder is None or holder == file:
                return key
            key = (key + 1) % (1 << 40)
