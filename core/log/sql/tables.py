"""The projection's tables. Every key derives from the logs, so that no row depends on when it was written."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path

from sqlalchemy import Index, Table
from sqlmodel import Field, SQLModel

SCHEMA = 9
"""Version of the tables (`user_version` of the file); a database with another one is rebuilt from the logs."""

TURN_BITS = 22
"""A turn's or memory's id is its run's key shifted by this, plus its number: one integer finds it, full text too."""

BUCKET_SECONDS = 900
"""Spending is kept by quarter of an hour, which every time zone's midnight falls between."""


class Position(SQLModel, table=True):
    """How far a log has been projected: `seq` events in `size` bytes. Written with the rows it speaks of."""

    __table_args__ = {"sqlite_with_rowid": False}
    file: str = Field(primary_key=True)
    run: int = Field(unique=True)  # a key is a hash of the log's name: two names may have the same
    seq: int
    size: int


class Run(SQLModel, table=True):
    """A run. `key` is drawn from the name of its log; `cost` is in US dollars, a fork's with its prefix.

    `authors` is a JSON list of kind, name and turns of each. `status` is that of the fold, or "broken" with the
    sentence in `note`. Times are ISO 8601 in UTC. `origin` is what it is other than a talk of models: "experiment",
    "import", or "rehearsal" where lines follow a script.
    """

    key: int = Field(primary_key=True)  # in SQLite the rowid itself, with no index beside it
    id: str = Field(index=True)
    title: str = ""
    mode: str = ""
    format: str = ""
    topic: str = ""
    cast_id: str = Field("", index=True)
    cast_name: str = ""
    language: str = ""
    voice: str = ""
    authors: str = ""
    status: str
    reason: str = ""
    turns: int = 0
    planned: int = 0
    tokens: int = 0
    cost: float = 0.0
    own_cost: float = 0.0
    started: str = ""
    ended: str = ""
    parent: str = ""
    parent_turn: int = 0
    simulated: bool = False
    origin: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run as the library shows it. Times are ISO 8601 in UTC, `cost` in US dollars; `status` may be "broken".

    `origin` is "experiment", "import" or "rehearsal"; empty for a talk of models.

    `file` is where its log lies; `ids` are those of the `members`, `marks` what stands on their circles, and
    `colours` theirs.
    """

    id: str
    file: str
    title: str
    mode: str
    format: str
    topic: str
    cast: str
    cast_name: str
    language: str
    voice: str
    authors: str
    status: str
    reason: str
    turns: int
    planned: int
    tokens: int
    cost: float
    own_cost: float
    started: str
    ended: str
    parent: str
    parent_turn: int
    simulated: bool
    origin: str
    note: str
    members: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()

    @property
    def path(self) -> Path:
        """Where its log lies; there may be thousands, of which few are asked."""
        return Path(self.file)


RUN_COLUMNS = tuple(
    {"cast": "cast_id"}.get(each.name, each.name)
    for each in fields(RunRow)
    if each.name not in ("file", "members", "ids", "marks", "colours")
)
"""The columns that a row is made of, in the order of its fields."""


class RunMember(SQLModel, table=True):
    """Who takes part, in cast order; `mark` is what stands on their circle."""

    __tablename__ = "member"
    __table_args__ = {"sqlite_with_rowid": False}
    run: int = Field(primary_key=True)
    place: int = Field(primary_key=True)
    id: str
    name: str
    colour: str = ""
    mark: str = ""


class SpokenTurn(SQLModel, table=True):
    """A finished turn: what the full-text search looks at."""

    __tablename__ = "turn"  # with a rowid, its id: the full-text index refers to it
    id: int = Field(primary_key=True)
    run: int
    number: int
    member: str
    text: str


class KeptMemory(SQLModel, table=True):
    """What a member took away."""

    __tablename__ = "memory"
    __table_args__ = {"sqlite_with_rowid": False}
    run: int = Field(primary_key=True)
    place: int = Field(primary_key=True)
    member: str
    kind: str
    text: str
    confidence: float


class KeptRecord(SQLModel, table=True):
    """A memory that came up in this run of scenes; what it brought along, or has from its parent, is not here.

    `place` is its place among the run's memories and makes its id there. `tags` and `about` are JSON lists.
    """

    __tablename__ = "record"
    id: int = Field(primary_key=True)
    run: int
    place: int
    member: str
    type: str
    text: str
    importance: int
    scene: int
    moment: str = ""
    tags: str = "[]"
    depth: int = 0
    about: str = "[]"
    open: str = ""
    said: str = ""


class KeptSettled(SQLModel, table=True):
    """A thread that was taken up in this run, of its own or of an earlier one: whose, from when, and in what words."""

    __tablename__ = "settled"
    __table_args__ = {"sqlite_with_rowid": False}
    run: int = Field(primary_key=True)
    place: int = Field(primary_key=True)
    member: str
    moment: str
    said: str


class KeptDrift(SQLModel, table=True):
    """How a run itself changed the affinity of a pair (a < b), from where it or its parent began to where it is now."""

    __tablename__ = "affinity"
    __table_args__ = (Index("affinity_pair", "a", "b"), {"sqlite_with_rowid": False})
    run: int = Field(primary_key=True)
    a: str = Field(primary_key=True)
    b: str = Field(primary_key=True)
    before: float
    after: float
    reason: str = ""


class Spending(SQLModel, table=True):
    """What a run itself spent in a quarter of an hour (`bucket` of `BUCKET_SECONDS` since 1970); no fork's prefix."""

    __table_args__ = {"sqlite_with_rowid": False}
    run: int = Field(primary_key=True)
    bucket: int = Field(primary_key=True, index=True)
    cost: float
    tokens: int


def table(model: type[SQLModel]) -> Table:
    """Return the Core table behind a model: writing goes through Core, in batches."""
    return SQLModel.metadata.tables[str(model.__tablename__)]


MODELS: tuple[type[SQLModel], ...] = (
    Position, Run, RunMember, SpokenTurn, KeptMemory, KeptRecord, KeptSettled, KeptDrift, Spending,
)  # fmt: skip
"""All tables, in the order of a dump."""

FULL_TEXT = (
    "CREATE VIRTUAL TABLE turn_text USING fts5(text, content='turn', content_rowid='id', "  # words are in `turn` alone
    'tokenize="unicode61 remove_diacritics 2")',  # "Mull" finds "Müll"
    "CREATE TRIGGER turn_gone AFTER DELETE ON turn BEGIN "
    "INSERT INTO turn_text(turn_text, rowid, text) VALUES ('delete', old.id, old.text); END",
)
"""The full-text index and what takes out of it what is deleted; SQLModel has no words for it."""

INDEXED = "INSERT INTO turn_text(rowid, text) SELECT id, text FROM turn WHERE id BETWEEN ? AND ?"
"""What brings new rows into it, all at once: with a trigger each row is an index of its own, which costs ten times as
much."""
