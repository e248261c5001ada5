"""The database file: opened, checked, written in one transaction, replaced."""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout
from sqlalchemy import URL, ColumnElement, Connection, Dialect, Engine, create_engine, event, text
from sqlalchemy.exc import DatabaseError, DataError, InterfaceError, OperationalError
from sqlalchemy.pool import NullPool, StaticPool
from sqlmodel import SQLModel

from parley.core.base.errors import DiskFullError, FileError
from parley.core.base.files import is_full
from parley.core.base.sentences import os_reason
from parley.core.log.sql.rows import Row, Rows, turn_id
from parley.core.log.sql.tables import FULL_TEXT, INDEXED, MODELS, SCHEMA, KeptRecord, Run, SpokenTurn, table

LOCK_SECONDS = 10.0
"""How long a writer waits for another one."""

PAGE_BYTES = 2_048
"""There are many small tables, each of which has a page at least: with larger ones a short run's database is mostly
empty."""

ROWS_AT_ONCE = 1_000
"""Those of 100,000 memories would take 50 MB as tuples."""

FORGOTTEN_SECONDS = 86_400.0
"""A database under construction that nobody has written to for so long belongs to nobody."""


class DamagedError(FileError):
    """The database is not what it should be: it has to be made anew from the logs."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(path, "the database is damaged ({why}).", why=why, hint="`parley reindex` rebuilds it.")


UNHELD = (OverflowError, ValueError, DataError, InterfaceError)
"""What is raised for rows that no database can hold: the log is at fault, not the file."""


def _prepare(connection: Any, _record: object) -> None:
    # Only a new file heeds it, and only before anything else.
    connection.execute(f"PRAGMA page_size={PAGE_BYTES}")
    connection.execute("PRAGMA synchronous=NORMAL")  # what a power cut damages is made anew from the logs


def open_engine(path: Path) -> Engine:
    """Return an engine on the SQLite file; nothing is read yet.

    Every question opens the file anew and closes it, so that it can be replaced under a process that is running. For
    the same reason it is not in WAL mode: whoever closed the old file last would delete the new one's WAL, by its name.
    """
    url = URL.create("sqlite", database=str(path))
    arguments = {"timeout": LOCK_SECONDS, "check_same_thread": False}  # `Projection` lets one thread in at a time
    engine = create_engine(url, connect_args=arguments, poolclass=NullPool)
    event.listen(engine, "connect", _prepare)
    return engine


def open_in_memory() -> Engine:
    """Return an engine on an empty database that is kept in memory, for a home that can only be looked at."""
    engine = create_engine("sqlite://", connect_args={"check_same_thread": False}, poolclass=StaticPool)
    create_tables(engine)
    return engine


def is_writable(path: Path) -> bool:
    """Return whether the database could be written, or made; False in a home that can only be looked at."""
    folder = path.parent
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return os.access(folder, os.W_OK) and (not path.exists() or os.access(path, os.W_OK))


@contextlib.contextmanager
def hold_lock(path: Path) -> Iterator[None]:
    """Be the only process that writes the database, or replaces it."""
    lock = path.parent / "locks" / f"{path.name}.lock"
    lock.parent.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(lock, timeout=LOCK_SECONDS):
            yield
    except Timeout:
        raise _make_busy_error(path) from None


def create_tables(engine: Engine) -> None:
    """Create tables, full-text index and the schema's version, all or nothing, unless another process was first."""
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        # The driver begins no transaction for CREATE; without one, two windows that start at once would collide.
        connection.execute(text("BEGIN IMMEDIATE"))
        try:
            if connection.execute(text("PRAGMA user_version")).scalar_one() != SCHEMA:
                SQLModel.metadata.create_all(connection, tables=[table(model) for model in MODELS])
                for statement in FULL_TEXT:
                    connection.execute(text(statement))
                connection.execute(text(f"PRAGMA user_version={SCHEMA}"))
            connection.execute(text("COMMIT"))
        except BaseException:
            # On a full disk SQLite has rolled back already, and would say only that there is nothing left to do.
            with contextlib.suppress(OperationalError):
                connection.execute(text("ROLLBACK"))
            raise


def get_version_of(path: Path) -> int:
    """Return the schema's version of a database: 0 where it is new or empty, −1 where it is damaged.

    Raises `FileError` where another program holds it or it cannot be read.
    """
    if not path.exists():
        return 0
    try:
        with translate_errors(path), contextlib.closing(sqlite3.connect(path, timeout=LOCK_SECONDS)) as connection:
            version = int(connection.execute("PRAGMA user_version").fetchone()[0])
            # Reads the pages of every index and table's root: a truncated or overwritten file shows here.
            for model in MODELS if version == SCHEMA else ():
                connection.execute(f"SELECT * FROM {table(model).name} LIMIT 1").fetchone()  # noqa: S608
            return version
    except (DamagedError, ValueError, TypeError):
        return -1


@contextlib.contextmanager
def translate_errors(path: Path) -> Iterator[None]:
    """Turn what SQLite or the system says into a sentence. Raises `FileError`; `DamagedError` where it is no more than
    that the file is to be made anew."""
    try:
        yield
    except (DataError, InterfaceError):  # rows are at fault (`UNHELD`), not the file
        raise
    except (OperationalError, sqlite3.OperationalError) as error:
        why = str(getattr(error, "orig", None) or error)
        if "locked" in why or "busy" in why:
            raise _make_busy_error(path) from None
        if "full" in why:
            raise _make_disk_full_error(path) from None
        if any(reason in why for reason in ("unable to open", "readonly", "syntax error")):
            raise FileError(
                path, "the database cannot be used ({why}).", why=why, hint="`parley reindex` rebuilds it."
            ) from None
        raise DamagedError(path, why) from None
    except (DatabaseError, sqlite3.DatabaseError) as error:  # their base class, so it comes last
        raise DamagedError(path, str(getattr(error, "orig", None) or error)) from None
    except UnicodeDecodeError:
        raise DamagedError(path, "a text in it is not UTF-8") from None
    except OSError as error:
        if is_full(error):
            raise _make_disk_full_error(path) from None
        raise FileError(path, "the database cannot be used ({why}).", why=os_reason(error)) from None


def _make_disk_full_error(path: Path) -> DiskFullError:
    return DiskFullError(path, "the disk is full: the index of the runs could not be written.", hint="Free some space.")


def _make_busy_error(path: Path) -> FileError:
    error = FileError(
        path,
        "the database is being written by another program.",
        hint="Close the other Parley, or try again in a moment; the runs themselves are safe.",
    )
    error.passes = True
    return error


def _insert_rows(connection: Connection, model: type[SQLModel], rows: Iterable[Row]) -> None:
    statement, names = _compile_insertion(model, connection.dialect)
    left = iter(rows)
    while some := [tuple([row[name] for name in names]) for row in islice(left, ROWS_AT_ONCE)]:
        connection.exec_driver_sql(statement, some)  # past SQLAlchemy, which would process each row


@lru_cache(maxsize=64)
def _compile_insertion(model: type[SQLModel], dialect: Dialect) -> tuple[str, Sequence[str]]:
    """Return how rows of a table are written, and the order of a row's values: worked out once, not for every short
    run.
    """
    compiled = table(model).insert().compile(dialect=dialect)
    return str(compiled), tuple(compiled.positiontup or ())


def erase(connection: Connection, run: int) -> None:
    """Forget every row of a run."""
    for model in MODELS:
        rows = table(model)
        wanted: ColumnElement[bool] = (rows.c.key if model is Run else rows.c.run) == run
        if model in (SpokenTurn, KeptRecord):
            # These are numbered within their run, and have no index of it.
            wanted = rows.c.id.between(turn_id(run, 0), turn_id(run + 1, 0) - 1)
        connection.execute(rows.delete().where(wanted))


def write_rows(connection: Connection, key: int, rows: Rows) -> None:
    """Have the tables say these rows of a run, within the connection's transaction; nothing of them where one of them
    cannot be held or `rows` raises."""
    # A new run has nothing to forget, and looking costs less than deleting.
    if connection.exec_driver_sql("SELECT 1 FROM position WHERE run = ?", (key,)).first() is not None:
        erase(connection, key)
    with _undone_on_error(connection):
        for model, each in rows:
            _insert_rows(connection, model, each)
        connection.exec_driver_sql(INDEXED, (turn_id(key, 0), turn_id(key + 1, 0) - 1))


@contextlib.contextmanager
def _undone_on_error(connection: Connection) -> Iterator[None]:
    """Take back what is written meanwhile where something is raised, and nothing of what was written before."""
    connection.exec_driver_sql("SAVEPOINT run")
    try:
        yield
    except BaseException:
        # On a full disk SQLite has taken back everything already.
        with contextlib.suppress(OperationalError):
            connection.exec_driver_sql("ROLLBACK TO run")
            connection.exec_driver_sql("RELEASE run")
        raise
    connection.exec_driver_sql("RELEASE run")


def build_store(path: Path, fill: Callable[[Engine], None], *, wanted: Callable[[], bool] = lambda: True) -> None:
    """Build a database at `path`, filled by `fill`, which takes the place of the old one only when it is whole.

    The old file is not read. The same rows in the same order give the same bytes. Several processes may do this at the
    same time, each with a file of its own: the last one's stands. It does not where `wanted` says no in the end.
    """
    with translate_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        if not os.access(path.parent, os.W_OK):
            raise FileError(
                path, "its folder cannot be written.", hint="Runs are listed all the same, only more slowly."
            )
        for left in path.parent.glob(f"{path.name}.*.new*"):
            with contextlib.suppress(OSError):  # What processes that were killed have left behind
                if time.time() - left.stat().st_mtime > FORGOTTEN_SECONDS:
                    left.unlink()
        fresh = path.with_name(f"{path.name}.{os.getpid()}-{secrets.token_hex(4)}.new")
        try:
            engine = open_engine(fresh)
            # Nobody else has it, and where the machine stops it is left behind.
            event.listen(engine, "connect", _disable_sync)
            create_tables(engine)
            fill(engine)
            engine.dispose()
            with fresh.open("rb+") as file:
                os.fsync(file.fileno())  # before the rename: else a power cut may leave the new name with no content
            with hold_lock(path):
                if wanted():
                    _replace_file(fresh, path)
        finally:
            for name in (fresh.name, fresh.name + "-journal"):
                with contextlib.suppress(OSError):
                    path.with_name(name).unlink(missing_ok=True)


def _disable_sync(connection: Any, _record: object) -> None:
    connection.execute("PRAGMA synchronous=OFF")
    connection.execute("PRAGMA journal_mode=MEMORY")


def _replace_file(fresh: Path, path: Path) -> None:
    """Put `fresh` in the place of `path`. What SQLite kept beside the old one goes first: the new one must not find it.
    Nobody is writing, for the lock is ours."""
    for end in ("-journal", "-wal", "-shm"):
        path.with_name(path.name + end).unlink(missing_ok=True)
    until = time.monotonic() + LOCK_SECONDS
    while True:
        try:
            fresh.replace(path)
        except PermissionError:
            # On Windows a file that somebody is reading cannot be replaced; each question takes a moment only.
            if os.name != "nt" or time.monotonic() > until:
                raise
            time.sleep(0.02)
        else:
            return
