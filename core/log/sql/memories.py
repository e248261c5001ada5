"""What members of an office remember over all runs: found by words, with the talk behind it, and carried on."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, RowMapping, bindparam, select, text

from core.log.config import CarriedRecord
from core.log.events.distilled import MemoryRecord
from core.log.modes import MODES
from core.log.sql.rows import turn_id
from core.log.sql.tables import Run, RunMember, SpokenTurn, table

RECORDS_KEPT = 60
"""Memories of the office that a member takes into the next run: half of them the newest, half the most important."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """A memory with the run in which it came up, which `record.run` names too. `name` is the member's; `source` is the
    run's key, for `lines`."""

    run: str
    source: int
    cast: str
    language: str
    name: str
    record: MemoryRecord


@dataclass(frozen=True, slots=True)
class Heard:
    """A line of the talk that a memory is about."""

    turn: int
    member: str
    text: str


_COLUMNS = (
    "SELECT record.*, run.id AS run_id, run.cast_id, run.language, coalesce(member.name, record.member) AS name "
    "FROM {source} JOIN run ON run.key = record.run "
    "LEFT JOIN member ON member.run = record.run AND member.id = record.member "
)
_WHERE = (
    "WHERE (:everybody OR record.member IN :members) AND (:cast = '' OR run.cast_id = :cast) "
    "AND (:run = '' OR run.id = :run){matching} "
    "ORDER BY record.moment DESC, run.started DESC, run.id DESC, record.place DESC LIMIT :limit"
)
_INDEXED = "record_text JOIN record ON record.id = record_text.rowid"


def remembered(
    connection: Connection, members: Collection[str], query: str, needle: str, cast: str, run: str, limit: int
) -> list[Remembered]:
    """The memories that fit, the newest in the office's time first; `members` empty: everybody's.

    `query` is for the full-text index; where it is empty, `needle` is looked for letter by letter.
    """
    source = _INDEXED if query else "record"
    matching = " AND record_text MATCH :words" if query else ""
    if needle and not query:
        matching = " AND instr(lower(record.text || record.tags), lower(:words))"
    statement = text(_COLUMNS.format(source=source) + _WHERE.format(matching=matching))
    values: dict[str, object] = {"everybody": not members, "members": list(members), "cast": cast, "run": run}
    values["limit"] = limit or -1
    if matching:
        values["words"] = query or needle
    rows = connection.execute(statement.bindparams(bindparam("members", expanding=True)), values).mappings()
    return [
        Remembered(row["run_id"], row["run"], row["cast_id"], row["language"], row["name"], record_of(row))
        for row in rows
    ]


def record_of(row: RowMapping) -> MemoryRecord:
    """The memory in a row."""
    first = int(row["turn_first"])
    return MemoryRecord(
        id=f"m{row['place']}",
        member=row["member"],
        type=row["type"],
        text=row["text"],
        importance=row["importance"],
        day=row["day"],
        scene=row["scene"],
        moment=row["moment"],
        tags=tuple(json.loads(row["tags"])),
        evidence=tuple(json.loads(row["evidence"])),
        depth=row["depth"],
        about=tuple(json.loads(row["about"])),
        turns=(first, int(row["turn_last"])) if first else None,
        open=row["open"],
        run=row["run_id"],
    )


def lines(connection: Connection, source: int, member: str, first: int, last: int) -> list[Heard]:
    """What `member` heard of the turns `first` to `last` of the run with the key `source`."""
    turn = table(SpokenTurn)
    query = (
        select(turn.c.number, turn.c.member, turn.c.text, turn.c.heard_by)
        .where(turn.c.id.between(turn_id(source, first), turn_id(source, last)))
        .order_by(turn.c.id)
    )
    return [
        Heard(number, speaker, said)
        for number, speaker, said, heard_by in connection.execute(query)
        if not heard_by or speaker == member or member in json.loads(heard_by)
    ]


def people(connection: Connection, cast: str) -> list[tuple[str, str]]:
    """Ids and names of all who were ever in a run that keeps memories (of that cast, where one is given)."""
    run, member = table(Run), table(RunMember)
    query = select(member.c.id, member.c.name).distinct().join(run, run.c.key == member.c.run)
    query = query.where(run.c.mode.in_([mode.name for mode in MODES.values() if mode.left_behind])).order_by(
        member.c.id, member.c.name
    )
    if cast:
        query = query.where(run.c.cast_id == cast)
    return [(each.id, each.name) for each in connection.execute(query)]


def carried_records(
    by_run: Mapping[int, Sequence[RowMapping]], runs: Sequence[tuple[int, str]], who: Collection[str]
) -> tuple[CarriedRecord, ...]:
    """What everybody in `who` takes along from the `runs` (key and id, oldest first), member by member, oldest first.

    Threads that were taken up in a later scene, of that run or another, are told as answered.
    """
    mine: dict[str, list[tuple[tuple[int, int], CarriedRecord]]] = defaultdict(list)
    talked: dict[tuple[str, str], tuple[int, int]] = {}
    for number, (key, run) in enumerate(runs):
        for row in by_run.get(key, ()):
            if row["member"] not in who:
                continue
            moment = (number, int(row["scene"]))
            record = _carried(row, run)
            mine[record.member].append((moment, record))
            if record.type == "conversation":
                talked.update({(record.member, other): moment for other in record.about})
    return tuple(_answered(record, moment, talked) for one in sorted(mine) for moment, record in _kept(mine[one]))


def _carried(row: RowMapping, run: str) -> CarriedRecord:
    return CarriedRecord(
        member=row["member"],
        type=row["type"],
        text=row["text"],
        importance=min(10, max(1, row["importance"])),
        moment=row["moment"],
        tags=tuple(json.loads(row["tags"])),
        about=tuple(json.loads(row["about"])),
        depth=row["depth"],
        open=row["open"],
        run=run,
    )


Dated = tuple[tuple[int, int], CarriedRecord]


def _kept(records: list[Dated]) -> Iterable[Dated]:
    """The newest and, of the others, the most important ones, in their order."""
    newest = RECORDS_KEPT // 2
    older = list(enumerate(records[:-newest]))
    older.sort(key=lambda each: (-each[1][1].importance, -each[0]))
    return [each for _place, each in sorted(older[: RECORDS_KEPT - newest], key=_place_of)] + records[-newest:]


def _place_of(each: tuple[int, Dated]) -> int:
    return each[0]


def _answered(
    record: CarriedRecord, moment: tuple[int, int], talked: Mapping[tuple[str, str], tuple[int, int]]
) -> CarriedRecord:
    """The record, its thread closed where the member has talked with all it is about since."""
    others = [other for other in record.about if other != record.member]
    if not record.open or any(talked.get((record.member, other), (-1, 0)) <= moment for other in others):
        return record
    return record.model_copy(update={"open": ""})
