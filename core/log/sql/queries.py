"""What is asked of the projection."""

from __future__ import annotations

import json
import os
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, Connection, RowMapping, Table, func, or_, select
from sqlalchemy import Row as SqlRow
from sqlalchemy import text as sql

from parley.core.base.line import repair_text
from parley.core.cast.affinity import Pair, fade_change, pair
from parley.core.log.config import DIRECTOR_NAME, CarriedMemory, CarriedRecord
from parley.core.log.sql import tables
from parley.core.log.sql.memories import carried_records, match_of
from parley.core.log.state import DIRECTOR

MEMORIES_KEPT = 200
"""How many memories a member keeps; the oldest go."""

MARK_ON, MARK_OFF = "\x01", "\x02"
"""Around what matched in a snippet."""

SNIPPET_TOKENS = 24


_LISTED = ("id", "title", "topic", "format", "cast_name", "voice")
"""What the library's filter looks at."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A turn that matched; `snippet` has \\x01 and \\x02 around what did."""

    run: str
    title: str
    turn: int
    member: str
    name: str
    snippet: str


@dataclass(frozen=True)
class Carried:
    """What earlier runs of a cast left behind: changes of affinity in all, and memories ready for `RunConfig`.

    `records` are those of the office, for `OfficeConfig.records`.
    """

    changes: dict[Pair, float] = field(default_factory=dict)
    memories: tuple[CarriedMemory, ...] = ()
    records: tuple[CarriedRecord, ...] = ()


def _exclude_none(_: tables.RunRow) -> bool:
    return False


def runs(
    connection: Connection,
    base: Path,
    *,
    text: str = "",
    mode: str = "",
    cast: str = "",
    status: str = "",
    id_prefix: str = "",
    ids: Collection[str] | None = None,
    files: Sequence[str] | None = None,
) -> list[tables.RunRow]:
    """Return the runs that fit every filter that is given (`cast` is a cast's id, `files` are logs as they are called
    in the database), the newest first; `text` is looked for in what is listed.
    """
    cast, id_prefix = repair_text(cast), repair_text(id_prefix)
    run, position = tables.table(tables.Run), tables.table(tables.Position)
    query = select(run.c.key, position.c.file, *(run.c[column] for column in tables.RUN_COLUMNS))
    query = query.join(position, position.c.run == run.c.key)
    for column, wanted in ((run.c.mode, mode), (run.c.cast_id, cast), (run.c.status, status)):
        if wanted:
            query = query.where(column == wanted)
    if id_prefix:
        query = query.where(run.c.id.startswith(id_prefix, autoescape=True))  # % and _ are letters here, not wildcards
    if ids is not None:
        query = query.where(run.c.id.in_(ids))
    if files is not None:
        query = query.where(position.c.file.in_(files))
    query = query.order_by(run.c.started.desc(), run.c.ended.desc(), run.c.id, position.c.file)
    found = [row for row in connection.execute(query).all() if _has_all_words(row, text)]
    members = _fetch_members(connection, {row[0] for row in found})
    # By their places: a row that is made by names takes twice as long, and there may be thousands.
    made: Callable[..., tables.RunRow] = tables.RunRow
    return [
        made(run_id, os.path.join(base, file), *rest, *members.get(key, _NOBODY))  # noqa: PTH118  # a text is kept
        for key, file, run_id, *rest in found
    ]


def _has_all_words(row: SqlRow[Any], text: str) -> bool:
    """Return whether all words of `text` stand in what is listed of a run; SQLite itself folds only ASCII."""
    if not text.strip():
        return True
    listed = " ".join(str(row._mapping[key]) for key in _LISTED).casefold()
    return all(word in listed for word in text.casefold().split())


Members = tuple[tuple[str, ...], ...]
"""The names, ids, marks and colours of a run's members, in cast order."""
_NOBODY: Members = ((), (), (), ())
_BETWEEN = "\x1f"


def _fetch_members(connection: Connection, keys: set[int]) -> dict[int, Members]:
    member = tables.table(tables.RunMember)
    together = (
        func.group_concat(column, _BETWEEN) for column in (member.c.name, member.c.id, member.c.mark, member.c.colour)
    )
    # The table is kept in the order of its key, and so are the members of a group.
    query = select(member.c.run, *together).group_by(member.c.run)
    if len(keys) <= 500:  # SQLite bounds the parameters of a statement; of more, all members are read
        query = query.where(member.c.run.in_(keys))
    return {key: _split_members(*joined) for key, *joined in connection.execute(query).all()}


@lru_cache(maxsize=256)
def _split_members(*joined: str) -> Members:
    """Return the members of a run, kept for the next ones: most runs are of the same few casts."""
    return tuple(tuple(each.split(_BETWEEN)) for each in joined)


_HIT = (
    "SELECT run.id, coalesce(nullif(run.title, ''), run.topic), turn.number, turn.member, "
    "coalesce(member.name, CASE turn.member WHEN :director THEN iif(run.language = 'de', :german, :english) "
    "ELSE turn.member END), snippet(turn_text, 0, :on, :off, '…', :tokens) "
    "FROM turn_text JOIN turn ON turn.id = turn_text.rowid JOIN run ON run.key = turn.run "
    "LEFT JOIN member ON member.run = turn.run AND member.id = turn.member "
    "WHERE turn_text MATCH :words AND (:run = '' OR run.id = :run) ORDER BY {order} LIMIT :limit"
)


def search(connection: Connection, _base: Path, text: str, limit: int = 50, run: str = "") -> list[Hit]:
    """Return the turns of all runs (or of one) in which all words occur, the best first, within one run in order; any
    text is a valid query.
    """
    run, query = repair_text(run), match_of(repair_text(text))
    if not query:
        return []
    order = "turn.id" if run else "turn_text.rank, run.started DESC, turn.id"
    values: dict[str, object] = {"words": query, "limit": limit, "run": run, "director": DIRECTOR}
    values |= {"english": DIRECTOR_NAME["en"], "german": DIRECTOR_NAME["de"], "on": MARK_ON, "off": MARK_OFF}
    values["tokens"] = SNIPPET_TOKENS
    return [Hit(*row) for row in connection.execute(sql(_HIT.format(order=order)), values)]


def count_matches(connection: Connection, _base: Path, text: str) -> dict[str, int]:
    """Return how many turns of each run `search` would find, by its id."""
    if not (query := match_of(repair_text(text))):
        return {}
    # A turn's id tells its run's key.
    counted = (
        "SELECT run.id, count(*) FROM (SELECT rowid >> :bits AS run FROM turn_text WHERE turn_text MATCH :words) "
        "AS found JOIN run ON run.key = found.run GROUP BY run.key"
    )
    rows = connection.execute(sql(counted), {"words": query, "bits": tables.TURN_BITS})
    return {str(run): int(count) for run, count in rows}


def spent_today(connection: Connection, _base: Path, day: date, zone: tzinfo | None = None) -> float:
    """US dollars that calls cost on that day, here or in `zone`; a fork's prefix counts once, with its parent."""
    begin, end = (  # from midnight to midnight: a day may have 23 or 25 hours
        datetime.combine(each, time(), zone).astimezone(zone).timestamp() for each in (day, day + timedelta(days=1))
    )
    spent = tables.table(tables.Spending)
    query = select(func.coalesce(func.sum(spent.c.cost), 0.0)).where(
        spent.c.bucket >= int(begin // tables.BUCKET_SECONDS), spent.c.bucket < int(end // tables.BUCKET_SECONDS)
    )
    return round(float(connection.execute(query).scalar_one()), 8)


def carried(
    connection: Connection,
    base: Path,
    cast_id: str,
    members: Iterable[str],
    *,
    exclude: Callable[[tables.RunRow], bool] = _exclude_none,
    now: datetime | None = None,
    named: Collection[str] = (),
) -> Carried:
    """Return what earlier ended runs of the cast left behind, in the order in which they began.

    Changes of affinity fade with the days from a run's end until `now` (None: not at all). The `named` runs (ids) are
    looked at too, of whatever cast.
    """
    who = set(members)
    rows = _fetch_ended_runs(connection, base, cast_id, exclude, named)
    changes: dict[Pair, float] = defaultdict(float)
    memories: dict[str, deque[CarriedMemory]] = {}
    drifts = _group_rows_by_run(connection, tables.table(tables.KeptDrift), cast_id, named)
    kept = _group_rows_by_run(connection, tables.table(tables.KeptMemory), cast_id, named)
    for key, row in rows:
        days = (now - datetime.fromisoformat(row.ended or row.started)) / timedelta(days=1) if now else 0.0
        for drift in drifts.get(key, ()):
            if drift["a"] in who and drift["b"] in who:
                # Summed, for rehearsals all begin at the same moment and have no order among them.
                changes[pair(drift["a"], drift["b"])] += fade_change(drift["after"] - drift["before"], days)
        for memory in kept.get(key, ()):
            if memory["member"] in who:
                mine = memories.setdefault(memory["member"], deque(maxlen=MEMORIES_KEPT))
                told = {name: memory[name] for name in ("member", "kind", "text", "confidence")}
                mine.append(CarriedMemory(run=row.id, **told))
    return Carried(
        changes={two: round(change, 4) for two, change in sorted(changes.items())},  # sorted, for it goes into a log
        memories=tuple(memory for member in sorted(memories) for memory in memories[member]),
        records=carried_records(
            _group_rows_by_run(connection, tables.table(tables.KeptRecord), cast_id, named),
            _group_rows_by_run(connection, tables.table(tables.KeptSettled), cast_id, named),
            [(key, row.id) for key, row in rows],
            who,
        ),
    )


def _fetch_ended_runs(
    connection: Connection,
    base: Path,
    cast_id: str,
    exclude: Callable[[tables.RunRow], bool],
    named: Collection[str] = (),
) -> list[tuple[int, tables.RunRow]]:
    """Return the ended runs of the cast, and those that are named, with their keys, in the order in which they
    began.
    """
    run, position = tables.table(tables.Run), tables.table(tables.Position)
    query = select(position.c.file, run.c.key).join(run, run.c.key == position.c.run)
    keys = {base / file: int(key) for file, key in connection.execute(query.where(_of(cast_id, named)))}
    of_cast = runs(connection, base, cast=cast_id, status="ended")
    others = runs(connection, base, ids=named, status="ended") if named else ()
    rows = list({row.file: row for row in (*(row for row in of_cast if not exclude(row)), *others)}.values())
    rows.sort(key=lambda row: (row.started, row.ended, row.id))  # ids break ties: rehearsals begin at one moment
    return [(keys[row.path], row) for row in rows]


def _of(cast_id: str, named: Collection[str]) -> ColumnElement[bool]:
    run = tables.table(tables.Run)
    return or_(run.c.cast_id == cast_id, run.c.id.in_(named))


def _group_rows_by_run(
    connection: Connection, source: Table, cast_id: str, named: Collection[str] = ()
) -> dict[int, list[RowMapping]]:
    run = tables.table(tables.Run)
    query = (
        select(source)
        .join(run, run.c.key == source.c.run)
        .where(_of(cast_id, named))
        .order_by(*source.primary_key.columns)  # run, then place: as in the logs
    )
    found: dict[int, list[RowMapping]] = defaultdict(list)
    for row in connection.execute(query).mappings():
        found[int(row["run"])].append(row)
    return found


def dump(connection: Connection, _base: Path) -> list[str]:
    """Return every row of every table as a line, in the order of keys: projections of the same logs dump alike."""
    return [
        f"{source.name}\t" + json.dumps(list(row), ensure_ascii=False)
        for source in map(tables.table, tables.MODELS)
        for row in connection.execute(select(source).order_by(*source.primary_key.columns))
    ]
