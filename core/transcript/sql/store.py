"""The database file: opened, checked, written in one transaction, replaced."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Dialect, Engine, create_engine, event, text
from sqlalchemy.exc import DatabaseError, OperationalError
from sqlmodel import SQLModel

from core.errors import FileError
from core.sentences import os_reason
from core.transcript.sql.rows import Changes, Row
from core.transcript.sql.tables import (
    FULL_TEXT,
    INDEXED,
    MODELS,
    SCHEMA,
    TURN_BITS,
    Injection,
    KeptDrift,
    KeptMemory,
    KeptRecord,
    Position,
    Run,
    RunMember,
    Spending,
    SpokenTurn,
    table,
)

LOCK_SECONDS = 5.0
"""How long a writer waits for another one."""

PAGE_BYTES = 2_048
"""There are many small tables, each of which has a page at least: with larger ones a short run's database is mostly
empty."""

_OF_A_RUN = (Run, RunMember, Injection, KeptMemory, KeptDrift, Spending, Position)


def _prepare(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    # Only a new file heeds it, and only before anything else.
    cursor.execute(f"PRAGMA page_size={PAGE_BYTES}")
    cursor.execute("PRAGMA journal_mode=WAL")
    # The logs are the truth: losing the last commits in a power cut costs a look at the logs, no more.
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.close()


def open_engine(path: Path) -> Engine:
    """An engine on the SQLite file in WAL mode; nothing is read yet."""
    url = URL.create("sqlite", database=str(path))
    engine = create_engine(url, connect_args={"timeout": LOCK_SECONDS, "check_same_thread": False})
    event.listen(engine, "connect", _prepare)
    return engine


def create_tables(engine: Engine) -> None:
    """All tables, the full-text index and the schema's version, all or nothing, unless another process was first."""
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
            connection.execute(text("ROLLBACK"))
            raise


def version_of(path: Path) -> int:
    """The schema's version of a database: 0 where it is new or empty, −1 where it is damaged.

    Raises `FileError` where another program holds it or it cannot be read.
    """
    if not path.exists():
        return 0
    with told(path):
        connection = sqlite3.connect(path, timeout=LOCK_SECONDS)
        try:
            version = int(connection.execute("PRAGMA user_version").fetchone()[0])
            # Reads the pages of every index and table's root: a truncated or overwritten file shows here.
            for model in MODELS if version == SCHEMA else ():
                connection.execute(f"SELECT * FROM {table(model).name} LIMIT 1").fetchone()  # noqa: S608
            return version
        except sqlite3.OperationalError as error:
            if "locked" in str(error) or "unable to open" in str(error) or "readonly" in str(error):
                raise
            return -1
        except sqlite3.DatabaseError:
            return -1
        finally:
            connection.close()


def remove(path: Path) -> None:
    """Delete the database with what SQLite keeps beside it."""
    with told(path):
        for name in (path.name, path.name + "-wal", path.name + "-shm"):
            path.with_name(name).unlink(missing_ok=True)


@contextlib.contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn what SQLite or the system says into a sentence. Raises `FileError`."""
    try:
        yield
    except (OperationalError, sqlite3.OperationalError) as error:
        why = str(getattr(error, "orig", None) or error)
        if "locked" in why or "busy" in why:
            raise FileError(
                path,
                "the database is being written by another program.",
                hint="Close the other Parley, or try again in a moment; the runs themselves are safe.",
            ) from None
        if "full" in why:
            raise FileError(
                path, "the disk is full: the index of the runs could not be written.", hint="Free some space."
            ) from None
        raise FileError(
            path, "the database cannot be used ({why}).", why=why, hint="`parley reindex` rebuilds it."
        ) from None
    except (DatabaseError, sqlite3.DatabaseError) as error:
        why = str(getattr(error, "orig", None) or error)
        raise FileError(
            path, "the database is damaged ({why}).", why=why, hint="`parley reindex` rebuilds it."
        ) from None
    except OSError as error:
        raise FileError(path, "the database cannot be used ({why}).", why=os_reason(error)) from None


def _add(connection: Connection, model: type[SQLModel], rows: Sequence[Row]) -> None:
    if not rows:
        return
    statement, names = _insertion(model, connection.dialect)
    connection.exec_driver_sql(statement, [tuple([row[name] for name in names]) for row in rows])
    if model in INDEXED:
        connection.exec_driver_sql(INDEXED[model], (rows[0]["id"], rows[-1]["id"]))


@lru_cache(maxsize=64)
def _insertion(model: type[SQLModel], dialect: Dialect) -> tuple[str, Sequence[str]]:
    """How rows of a table are written, and the order of a row's values: worked out once, not for every short run."""
    compiled = table(model).insert().compile(dialect=dialect)
    return str(compiled), tuple(compiled.positiontup or ())


def _drop(connection: Connection, model: type[SQLModel], run: int) -> None:
    column = table(model).c.key if model is Run else table(model).c.run
    connection.execute(table(model).delete().where(column == run))


def _drop_by_id(connection: Connection, model: type[SQLModel], run: int) -> None:
    key = table(model).c.id
    connection.execute(table(model).delete().where(key.between(run << TURN_BITS, (run + 1 << TURN_BITS) - 1)))


def erase(connection: Connection, run: int) -> None:
    """Forget every row of a run."""
    for model in _OF_A_RUN:
        _drop(connection, model, run)
    for numbered in (SpokenTurn, KeptRecord):
        _drop_by_id(connection, numbered, run)


def write(connection: Connection, changes: Changes) -> None:
    """Make the tables agree with the fold, within the connection's transaction."""
    run = int(changes.run["key"])
    if changes.fresh:
        if _known(connection, run):
            erase(connection, run)
    else:
        _drop(connection, Run, run)
        _drop(connection, Position, run)
        _drop_changed(connection, changes, run)
    _add(connection, Run, [changes.run])
    _add(connection, RunMember, changes.members)
    _add(connection, SpokenTurn, changes.turns)
    _add(connection, Injection, changes.injections)
    _add(connection, KeptMemory, changes.memories)
    _add(connection, KeptRecord, changes.records)
    _add(connection, KeptDrift, changes.drifts)
    _add(connection, Spending, changes.spendings)
    _add(connection, Position, [changes.position])


def stored(connection: Connection, run: int) -> int:
    """How many events of the run's log its rows are made of; 0 where there are none."""
    return connection.exec_driver_sql("SELECT seq FROM position WHERE run = ?", (run,)).scalar() or 0


def _known(connection: Connection, run: int) -> bool:
    """Whether anything of the run is there: a new one has nothing to forget, and looking costs less than deleting."""
    return connection.exec_driver_sql("SELECT 1 FROM run WHERE key = ?", (run,)).first() is not None


def _drop_changed(connection: Connection, changes: Changes, run: int) -> None:
    if changes.gone:
        turns = table(SpokenTurn)
        connection.execute(turns.delete().where(turns.c.id.in_(changes.gone)))
    if changes.recast:
        _drop(connection, RunMember, run)
    if changes.redistilled:
        _drop(connection, KeptMemory, run)
    if changes.inherited:
        _drop_by_id(connection, KeptRecord, run)
    if changes.redrifted:
        _drop(connection, KeptDrift, run)
    if changes.respent:
        _drop(connection, Spending, run)
    elif changes.spendings:
        spent = table(Spending)
        buckets = [row["bucket"] for row in changes.spendings]
        connection.execute(spent.delete().where(spent.c.run == run, spent.c.bucket.in_(buckets)))


def build(path: Path, fill: Callable[[Engine], None]) -> None:
    """A new database at `path`, filled by `fill`, which takes the place of the old one only when it is whole.

    The same rows in the same order give the same bytes. Where another program has the old file open, its contents are
    copied over instead, so that the other one sees them.
    """
    fresh = path.with_name(path.name + ".new")
    remove(fresh)
    try:
        with told(path):
            engine = open_engine(fresh)
            try:
                create_tables(engine)
                fill(engine)
            finally:
                engine.dispose()
            if _alone(path):
                remove(path)
                fresh.replace(path)
            else:
                _copy(fresh, path)
    finally:
        with contextlib.suppress(FileError):
            remove(fresh)


def _alone(path: Path) -> bool:
    """Whether nobody else has the database open: only then SQLite lets it leave WAL mode."""
    if not path.exists():
        return True
    connection = sqlite3.connect(path, timeout=0.2)
    try:
        return bool(connection.execute("PRAGMA journal_mode=DELETE").fetchone()[0] == "delete")
    except sqlite3.OperationalError as error:
        return "locked" not in str(error)
    except sqlite3.DatabaseError:
        return True
    finally:
        connection.close()


def _copy(source: Path, target: Path) -> None:
    with (
        contextlib.closing(sqlite3.connect(source)) as new,
        contextlib.closing(sqlite3.connect(target, timeout=LOCK_SECONDS)) as old,
    ):
        new.backup(old)
