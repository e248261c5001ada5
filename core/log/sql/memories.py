"""What members of an office remember over all runs: found by words, with the talk behind it, and carried on."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, RowMapping, bindparam, select
from sqlalchemy import text as sql

from parley.core.base.line import encodable
from parley.core.log.config import CarriedRecord
from parley.core.log.events.distilled import MemoryRecord
from parley.core.log.modes import MODES
from parley.core.log.sql.rows import OF_RECORD, turn_id
from parley.core.log.sql.tables import Run, RunMember, SpokenTurn, table

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


_WORD = re.compile(r'"([^"]*)"?|([^\s"]+)')
_UNSPACED = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\U00020000-\U0003ffff]")


def match_of(words: str) -> str:
    """A full-text query from what somebody typed; empty where no index can answer it.

    Words are prefixes that must all occur; what stands in double quotes is a phrase. Nothing in it is an operator.
    """
    words = words.replace("\x00", " ")
    if _UNSPACED.search(words):
        # The index has no word borders in these scripts.
        return ""
    terms: list[str] = []
    for phrase, word in _WORD.findall(words):
        term = phrase or word
        if any(character.isalnum() for character in term):
            terms.append(f'"{term}"' + ("" if phrase else "*"))
    return " ".join(terms[:32])


def needle_of(words: str) -> str:
    """What is looked for letter by letter where no index can answer."""
    return words.replace("\x00", " ").strip().strip('"').strip()


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
    connection: Connection,
    _base: Path,
    members: Collection[str] = (),
    *,
    text: str = "",
    cast: str = "",
    run: str = "",
    limit: int = 0,
) -> list[Remembered]:
    """What the members (ids; none: everybody) remember of all runs of scenes, the newest in the office's time first.

    Of every memory there is one, in the run where it came up, however many runs took it along. `text`, `cast` and
    `run` (ids) narrow it; in `text` any words may stand, as in `search`.
    """
    text, cast, run = encodable(text), encodable(cast), encodable(run)
    query, needle = match_of(text), needle_of(text)
    if text.strip() and not needle:
        return []
    source = _INDEXED if query else "record"
    matching = " AND record_text MATCH :words" if query else ""
    if needle and not query:
        matching = " AND instr(lower(record.text || record.tags), lower(:words))"
    statement = sql(_COLUMNS.format(source=source) + _WHERE.format(matching=matching))
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
    turns = (first, int(row["turn_last"])) if first else None
    return MemoryRecord(id=f"m{row['place']}", turns=turns, run=row["run_id"], **_values(row, *OF_RECORD))


def _values(row: RowMapping, *names: str) -> dict[str, Any]:
    """These values of a row, its lists as such."""
    return {
        name: tuple(json.loads(row[name])) if name in ("tags", "evidence", "about") else row[name] for name in names
    }


def exchange(connection: Connection, _base: Path, memory: Remembered) -> list[Heard]:
    """The talk that a conversation memory is about, as far as its member heard it; empty for other memories."""
    source, member, turns = memory.source, memory.record.member, memory.record.turns
    if memory.record.type != "conversation" or turns is None:
        return []
    turn = table(SpokenTurn)
    query = (
        select(turn.c.number, turn.c.member, turn.c.text, turn.c.heard_by)
        .where(turn.c.id.between(turn_id(source, turns[0]), turn_id(source, turns[1])))
        .order_by(turn.c.id)
    )
    return [
        Heard(number, speaker, said)
        for number, speaker, said, heard_by in connection.execute(query)
        if not heard_by or speaker == member or member in json.loads(heard_by)
    ]


def people(connection: Connection, _base: Path, cast: str = "") -> list[tuple[str, str]]:
    """Ids and names of all who were ever in a run that keeps memories (of that cast, where one is given)."""
    cast = encodable(cast)
    run, member = table(Run), table(RunMember)
    query = select(member.c.id, member.c.name).distinct().join(run, run.c.key == member.c.run)
    query = query.where(run.c.mode.in_([mode.name for mode in MODES.values() if mode.left_behind])).order_by(
        member.c.id, member.c.name
    )
    if cast:
        query = query.where(run.c.cast_id == cast)
    return [(each.id, each.name) for each in connection.execute(query)]


def carried_records(
    by_run: Mapping[int, Sequence[RowMapping]],
    settled: Mapping[int, Sequence[RowMapping]],
    runs: Sequence[tuple[int, str]],
    who: Collection[str],
) -> tuple[CarriedRecord, ...]:
    """What everybody in `who` takes along from the `runs` (key and id, oldest first), member by member, oldest first.

    Threads that those two took up in one of the runs are told as answered; of an earlier program's, which have no words
    of their own, those whose two have talked in a later scene.
    """
    closed = {(row["member"], row["moment"], row["said"]) for key, _run in runs for row in settled.get(key, ())}
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
    return tuple(
        record.model_copy(update={"open": ""}) if record.open and _answered(record, moment, talked, closed) else record
        for one in sorted(mine)
        for moment, record in _kept(mine[one])
    )


def _carried(row: RowMapping, run: str) -> CarriedRecord:
    told = _values(row, "member", "type", "text", "moment", "tags", "about", "depth", "open", "said")
    return CarriedRecord(importance=min(10, max(1, row["importance"])), run=run, **told)


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
    record: CarriedRecord,
    moment: tuple[int, int],
    talked: Mapping[tuple[str, str], tuple[int, int]],
    closed: Collection[tuple[str, str, str]],
) -> bool:
    """Whether a thread was taken up; of one without words, whether its member has talked with all it is about since."""
    if record.said:
        return (record.member, record.moment, record.said) in closed
    others = [other for other in record.about if other != record.member]
    return all(talked.get((record.member, other), (-1, 0)) > moment for other in others)
