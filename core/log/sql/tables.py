"""The projection's tables. Every key derives from the logs, so that no row depends on when it was written."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, Boolean, Column, Float, Index, Integer, MetaData, String, Table, UniqueConstraint

SCHEMA = 4
"""Version of the tables (`user_version` of the file); a database with another one is rebuilt from the logs."""

TURN_BITS = 22
"""A turn's or memory's id is its run's key shifted by this, plus its number: one integer finds it, full text too."""

BUCKET_SECONDS = 900
"""Spending is kept by quarter of an hour, which every time zone's midnight falls between."""

METADATA = MetaData()
_TYPES = {str: String, int: Integer, float: Float, bool: Boolean}


def _table(name: str, keys: str, /, *indexed: str, **columns: type[Any]) -> Table:
    """A table by the types of its columns. `keys` are the primary key: of a row's own number SQLite makes no index."""
    primary = keys.split()
    made: list[Column[Any]] = [
        Column(each, _TYPES.get(kind, kind), primary_key=each in primary, nullable=False, index=each in indexed or None)
        for each, kind in columns.items()
    ]
    return Table(name, METADATA, *made, sqlite_with_rowid=keys in ("key", "id"))


POSITION = _table("position", "file", file=str, run=BigInteger, seq=int, size=int)
"""How far a log has been projected: `seq` events in `size` bytes. Written with the rows it speaks of."""
POSITION.append_constraint(UniqueConstraint("run"))

RUN = _table(
    "run", "key", "id", "cast_id", key=int, id=str, title=str, mode=str, format=str, topic=str, cast_id=str,
    cast_name=str, language=str, voice=str, status=str, reason=str, turns=int, planned=int, tokens=int, cost=float,
    own_cost=float, started=str, ended=str, parent=str, parent_turn=int, simulated=bool, note=str,
)  # fmt: skip
"""A run. `key` is drawn from the name of its log; `cost` is in US dollars, a fork's with its prefix.

`status` is that of the fold, or "broken" with the sentence in `note`. Times are ISO 8601 in UTC.
"""

MEMBER = _table("member", "run place", run=BigInteger, place=int, id=str, name=str, role=str, colour=str)
"""Who takes part, in cast order."""

TURN = _table("turn", "id", id=int, run=BigInteger, number=int, seq=int, member=str, text=str, heard_by=str)
"""A finished turn: what the full-text search looks at. `seq` is that of its `turn.ended`.

`heard_by` is a JSON list, empty text for everybody.
"""

INJECTION = _table("injection", "run seq", run=BigInteger, seq=int, turn=int, text=str, heard_by=str)
"""What the director put in; `heard_by` is a JSON list, empty for everybody."""

MEMORY = _table(
    "memory", "run place", run=BigInteger, place=int, member=str, kind=str, text=str, confidence=float, turns=str
)
"""What a member took away; `turns` is a JSON list."""

RECORD = _table(
    "record", "id", "member", id=int, run=BigInteger, place=int, member=str, type=str, text=str, importance=int,
    day=int, scene=int, moment=str, tags=str, evidence=str, depth=int, about=str, turn_first=int, turn_last=int,
    open=str,
)  # fmt: skip
"""A memory that came up in this run of scenes; what it brought along, or has from its parent, is not here.

`place` is its place among the run's memories and makes its id there. `tags`, `evidence` and `about` are JSON lists,
`turn_first` to `turn_last` the turns that it is about (0: none).
"""

AFFINITY = _table("affinity", "run a b", run=BigInteger, a=str, b=str, before=float, after=float, reason=str)
"""How a run itself changed the affinity of a pair (a < b), from where it or its parent began to where it is now."""
Index("affinity_pair", AFFINITY.c.a, AFFINITY.c.b)

SPENDING = _table("spending", "run bucket", "bucket", run=BigInteger, bucket=int, cost=float, tokens=int)
"""What a run itself spent in a quarter of an hour (`bucket` of `BUCKET_SECONDS` since 1970); no fork's prefix."""

TABLES = (POSITION, RUN, MEMBER, TURN, INJECTION, MEMORY, RECORD, AFFINITY, SPENDING)
"""All tables, in the order of a dump."""

FULL_TEXT = (
    "CREATE VIRTUAL TABLE turn_text USING fts5(text, content='turn', content_rowid='id', "
    'tokenize="unicode61 remove_diacritics 2")',
    "CREATE TRIGGER turn_gone AFTER DELETE ON turn BEGIN "
    "INSERT INTO turn_text(turn_text, rowid, text) VALUES ('delete', old.id, old.text); END",
    "CREATE VIRTUAL TABLE record_text USING fts5(text, tags, content='record', content_rowid='id', "
    'tokenize="unicode61 remove_diacritics 2")',
    "CREATE TRIGGER record_gone AFTER DELETE ON record BEGIN "
    "INSERT INTO record_text(record_text, rowid, text, tags) VALUES ('delete', old.id, old.text, old.tags); END",
)
"""The full-text index and what takes out of it what is deleted; SQLAlchemy has no words for it."""

INDEXED: dict[Table, str] = {
    TURN: "INSERT INTO turn_text(rowid, text) SELECT id, text FROM turn WHERE id BETWEEN ? AND ?",
    RECORD: "INSERT INTO record_text(rowid, text, tags) SELECT id, text, tags FROM record WHERE id BETWEEN ? AND ?",
}
"""What brings new rows into it, all at once: with a trigger each row is an index of its own, which costs ten times as
much."""
