"""What members of an office take along into their next run, and how words are looked for in an index."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from sqlalchemy import RowMapping

from parley.core.log.config import CarriedRecord

RECORDS_KEPT = 60
"""Memories of the office that a member takes into the next run: half of them the newest, half the most important."""

_WORD = re.compile(r'"([^"]*)"?|([^\s"]+)')  # a phrase, whose end is still missing while it is typed, or a word


def match_of(words: str) -> str:
    """Return a full-text query from what somebody typed; empty where there is no word in it.

    Words are prefixes that must all occur; what stands in double quotes is a phrase. Nothing in it is an operator.
    """
    terms: list[str] = []
    for phrase, word in _WORD.findall(words.replace("\x00", " ")):  # a NUL would end FTS5's query within a string
        term = phrase or word
        if any(character.isalnum() for character in term):
            terms.append(f'"{term}"' + ("" if phrase else "*"))
    return " ".join(terms[:32])


def carried_records(
    by_run: Mapping[int, Sequence[RowMapping]],
    settled: Mapping[int, Sequence[RowMapping]],
    runs: Sequence[tuple[int, str]],
    who: Collection[str],
) -> tuple[CarriedRecord, ...]:
    """Return what everybody in `who` takes along from the `runs` (key and id, oldest first), member by member, oldest
    first.

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
            record = _build_carried_record(row, run)
            mine[record.member].append((moment, record))
            if record.type == "conversation":
                talked.update({(record.member, other): moment for other in record.about})
    return tuple(
        record.model_copy(update={"open": ""})
        if record.open and _is_thread_answered(record, moment, talked, closed)
        else record
        for one in sorted(mine)
        for moment, record in _kept(mine[one])
    )


def _build_carried_record(row: RowMapping, run: str) -> CarriedRecord:
    told = {name: row[name] for name in ("member", "type", "text", "moment", "depth", "open", "said")}
    lists = {name: tuple(json.loads(row[name])) for name in ("tags", "about")}
    return CarriedRecord(importance=min(10, max(1, row["importance"])), run=run, **told, **lists)  # events allow others


Dated = tuple[tuple[int, int], CarriedRecord]


def _kept(records: list[Dated]) -> Iterable[Dated]:
    """Return the newest and, of the others, the most important ones, in their order."""
    newest = RECORDS_KEPT // 2
    older = list(enumerate(records[:-newest]))
    older.sort(key=lambda each: (-each[1][1].importance, -each[0]))  # of equal ones the newer first
    return [each for _place, each in sorted(older[: RECORDS_KEPT - newest], key=_place_of)] + records[-newest:]


def _place_of(each: tuple[int, Dated]) -> int:
    return each[0]


def _is_thread_answered(
    record: CarriedRecord,
    moment: tuple[int, int],
    talked: Mapping[tuple[str, str], tuple[int, int]],
    closed: Collection[tuple[str, str, str]],
) -> bool:
    """Return whether a thread was taken up; of one without words, whether its member has talked with all it is about
    since.
    """
    if record.said:
        return (record.member, record.moment, record.said) in closed
    others = [other for other in record.about if other != record.member]
    return all(talked.get((record.member, other), (-1, 0)) > moment for other in others)  # (−1, 0): before any scene
