from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest
from msgspec import structs

from parley.core.base.errors import FileError
from parley.core.log.codec import encode
from parley.core.log.events.base import Event
from parley.core.log.events.turn import TurnRetried
from parley.core.log.fold import fold
from parley.core.log.sql import Projection, rows, store
from tests.standup_events import forked, sample_events

GOLDEN = Path(__file__).parents[2] / "golden"


class Home:
    """A home folder with runs and their projection."""

    def __init__(self, folder: Path) -> None:
        self.runs = folder / "runs"
        self.runs.mkdir(parents=True)
        self.database = folder / "parley.db"
        self.projection = Projection(self.database)

    def log(self, name: str, events: Sequence[Event], tail: bytes = b"") -> Path:
        path = self.runs / f"{name}.jsonl"
        path.write_bytes(b"".join(encode(event) + b"\n" for event in events) + tail)
        return path

    def add(self, name: str, events: Sequence[Event]) -> Path:
        path = self.log(name, events)
        self.projection.sync_runs(self.runs)
        return path


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    made = Home(tmp_path / "home")
    yield made
    made.projection.close()


def rebuilt(home: Home) -> list[str]:
    home.projection.reindex(home.runs)
    return home.projection.dump()


@pytest.mark.parametrize("seed", range(2))
def test_logs_that_grow_are_as_rebuilt(home: Home, seed: int) -> None:
    chance = random.Random(seed)
    runs = {
        "a": sample_events(12, run_id="a", cost=0.01),
        "b": sample_events(9, "de", run_id="b", ended=False),
        "c": sample_events(12, nasty=True, run_id="c"),
        "d": forked(sample_events(12, run_id="a", cost=0.01), 6, "d"),
    }
    written = dict.fromkeys(runs, 0)
    while left := [name for name in runs if written[name] < len(runs[name])]:
        name = chance.choice(left)
        written[name] += chance.randint(1, 25)
        home.log(name, runs[name][: written[name]])
        home.projection.sync_runs(home.runs)
    # Raises where a row is missing in the index, is in it twice or otherwise, or is gone from the table.
    with sqlite3.connect(home.database) as connection:
        connection.execute("INSERT INTO turn_text(turn_text, rank) VALUES ('integrity-check', 1)")
    connection.close()
    grown = home.projection.dump()
    assert grown == rebuilt(home)
    assert sum(line.startswith("turn\t") for line in grown) == sum(len(fold(each).turns) for each in runs.values())


def test_a_run_is_listed_with_what_the_fold_knows(home: Home) -> None:
    events = sample_events(12, run_id="first", cost=0.01)
    path = home.add("x", events)
    state = fold(events)
    (row,) = home.projection.runs()
    assert (row.id, row.path, row.status, row.turns, row.planned) == ("first", path, "ended", 12, 12)
    assert (row.tokens, row.cost, row.cast) == (state.usage.total, round(state.cost, 8), "startup-en")
    assert row.members == ("Boss", "Analyst", "Hustler", "Writer", "Wildcard")
    assert row.voice == "rehearsal"
    assert row.started.startswith("2026-01-05T09:00:00")


def test_runs_are_filtered(home: Home) -> None:
    home.add("a", sample_events(6, run_id="run-a"))
    home.add("b", sample_events(6, "de", run_id="run-b", ended=False))
    home.add("c", forked(sample_events(6, run_id="run-a"), 3, "run-c"))

    def ids(**filters: str) -> set[str]:
        return {row.id for row in home.projection.runs(**filters)}  # type: ignore[arg-type]

    assert ids() == {"run-a", "run-b", "run-c"}
    assert ids(status="ended") == {"run-a"}
    assert ids(cast="startup-de") == {"run-b"}
    assert ids(text="VORFÜHRUNG woche") == {"run-b"}
    assert ids(text="100%_") == set()
    assert ids(id_prefix="run-") == {"run-a", "run-b", "run-c"}
    assert ids(mode="scenes") == set()


def test_a_turn_that_was_taken_back_is_gone(home: Home) -> None:
    events = sample_events(12)
    spoken = [turn.text for turn in fold(events).turns]
    retried = next(seq for seq, event in enumerate(events) if type(event).__name__ == "TurnRetried" and seq > 30)
    taken_back = fold(events[:retried]).turns[-1].text
    home.add("a", events[:retried])
    assert home.projection.search(f'"{taken_back}"', run="sample-en-12")[-1].turn == 7
    home.add("a", events)
    assert home.projection.search(f'"{taken_back}"') == []
    assert [hit.turn for hit in home.projection.search(f'"{spoken[6]}"')][:1] == [7]


def test_search_finds_words_prefixes_and_phrases(home: Home) -> None:
    home.add("a", sample_events(12, run_id="english"))
    home.add("b", sample_events(12, "de", run_id="german"))
    hits = home.projection.search("spinner")
    assert {hit.run for hit in hits} == {"english"}
    assert "\x01spinner\x02" in hits[0].snippet
    assert home.projection.search("spin")
    assert not home.projection.search("pinner")
    assert [hit.turn for hit in home.projection.search('"What if the spinner"')] == [5]
    # Diacritics may be left out, and case does not matter.
    assert home.projection.search("VORFUHRUNG")[0].run == "german"
    assert [hit.run for hit in home.projection.search("friday")] == ["english"]
    assert home.projection.search("friday", run="german") == []
    assert [hit.turn for hit in home.projection.search("the", run="english")] == sorted(
        hit.turn for hit in home.projection.search("the", run="english")
    )
    assert len(home.projection.search("the", limit=2)) == 2
    assert {hit.name for hit in home.projection.search("press") + home.projection.search("Presse")} == {
        "Director",
        "Regie",
    }


QUERIES = [
    "", " ", '"', '""', "*", "AND", "a OR", "NOT", "NEAR(a b)", "text:x", "a*b", "-x", "(", "^a", "'", '"open phrase',
    "\x00", "a\x00b", "{x}", "+", "x" * 5000, "é", "%", "_", "🙂", "日本", ";DROP TABLE turn",
]  # fmt: skip


def test_any_text_is_a_valid_query(home: Home) -> None:
    for text in QUERIES:
        home.add("a", sample_events(12, nasty=True))
        assert isinstance(home.projection.search(text), list), text


def test_a_forks_prefix_is_paid_once(home: Home) -> None:
    parent = sample_events(6, run_id="parent", cost=0.01)
    branch = forked(parent, 4, "branch")
    rest = [event for event in parent if getattr(event, "turn", 0) in {4, 5, 6}]
    home.add("a", parent)
    home.add("b", branch + rest)
    by_id = {row.id: row for row in home.projection.runs()}
    own = by_id["parent"].own_cost + by_id["branch"].own_cost
    assert by_id["branch"].own_cost < by_id["branch"].cost
    assert home.projection.spent_today(date(2026, 1, 5), UTC) == pytest.approx(own)


def test_a_day_is_the_days_of_its_time_zone(home: Home) -> None:
    late = datetime(2026, 3, 1, 23, 30, tzinfo=UTC)
    home.add("a", sample_events(6, run_id="a", cost=0.5, start=late, ended=False))
    india = timezone(timedelta(hours=5, minutes=30))
    assert home.projection.spent_today(date(2026, 3, 1), UTC) == pytest.approx(3.0)
    assert home.projection.spent_today(date(2026, 3, 2), UTC) == 0
    assert home.projection.spent_today(date(2026, 3, 1), india) == 0
    assert home.projection.spent_today(date(2026, 3, 2), india) == pytest.approx(3.0)


def test_what_a_cast_carries_comes_from_its_ended_runs_in_order(home: Home) -> None:
    start = datetime(2026, 2, 1, tzinfo=UTC)
    for day in (2, 0, 1):
        home.add(
            f"{day}", sample_events(6, run_id=f"run-{day}", seed=day, start=start + timedelta(days=day), cast_id="team")
        )
    home.add("open", sample_events(6, run_id="open", start=start + timedelta(days=5), ended=False, cast_id="team"))
    home.add("other", sample_events(6, run_id="other", start=start + timedelta(days=6), cast_id="another"))
    carried = home.projection.carried("team", ["boss", "analyst"])
    drifts = [fold(sample_events(6, run_id=f"run-{day}", seed=day)).distilled for day in range(3)]
    changes = [each.drifts[0].after - each.drifts[0].before for each in drifts if each]
    assert carried.changes == {("analyst", "boss"): pytest.approx(sum(changes), abs=1e-4)}
    # What is older has faded more; runs that began later than now are as good as new.
    now = datetime.fromisoformat(home.projection.runs(cast="team", status="ended")[0].ended) + timedelta(days=1)
    fading = [change * 0.5 ** (age / 14) for change, age in zip(changes, (3, 2, 1), strict=True)]
    later = home.projection.carried("team", ["boss", "analyst"], now=now).changes
    assert later == {("analyst", "boss"): pytest.approx(sum(fading), abs=1e-4)}
    before = home.projection.carried("team", ["boss", "analyst"], now=start - timedelta(days=9)).changes
    assert before == carried.changes
    assert [memory.run for memory in carried.memories if memory.member == "boss"] == ["run-0", "run-1", "run-2"]
    without = home.projection.carried("team", ["boss"], exclude=lambda row: row.id == "run-2")
    assert [memory.run for memory in without.memories] == ["run-0", "run-1"]
    assert without.changes == {}


def test_a_member_keeps_the_youngest_memories(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parley.core.log.sql.queries.MEMORIES_KEPT", 2)
    for day in range(3):
        start = datetime(2026, 2, 1 + day, tzinfo=UTC)
        home.add(f"{day}", sample_events(2, run_id=f"run-{day}", start=start))
    memories = home.projection.carried("startup-en", ["boss"]).memories
    assert [memory.run for memory in memories] == ["run-1", "run-2"]


def test_a_broken_log_is_a_row_with_its_sentence(home: Home) -> None:
    (home.runs / "junk.jsonl").write_text("not json\n")
    (home.runs / "newer.jsonl").write_text(
        '{"type":"run.started","at":"2026-01-05T09:00:00Z","version":99,"config":{}}\n'
    )
    (home.runs / "odd.jsonl").write_text('{"type":"run.started","at":"2026-01-05T09:00:00Z","config":{}}\n')
    home.log("good", sample_events(3, run_id="good"))
    assert home.projection.sync_runs(home.runs) == 4
    notes = {row.id: row.note for row in home.projection.runs(status="broken")}
    assert set(notes) == {"junk", "newer", "odd"}
    assert "not a Parley run" in notes["junk"]
    assert "version 99" in notes["newer"]
    assert "make no run" in notes["odd"]
    assert not any(str(home.runs) in note for note in notes.values())
    assert home.projection.dump() == rebuilt(home)


def test_a_long_log_is_written_while_it_is_read(home: Home) -> None:
    events = sample_events(500, run_id="long", ended=False)
    turns = fold(events).turns
    back = [TurnRetried(at=events[-1].at, turn=turn.number) for turn in turns[:-4:-1]]
    home.add("long", [*events, *back])
    (row,) = home.projection.runs()
    assert (row.status, row.turns) == (fold([*events, *back]).status, 497)
    rows = [json.loads(line.split("\t")[1]) for line in home.projection.dump() if line.startswith("turn\t")]
    assert [row[2:] for row in rows] == [[turn.number, turn.member, turn.text] for turn in turns[:497]]
    assert {hit.turn for hit in home.projection.search(f'"{turns[0].text}"')} >= {1}
    assert 500 not in {hit.turn for hit in home.projection.search(f'"{turns[499].text}"')}


def test_what_is_let_go_of_changes_no_row(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    for log in sorted(GOLDEN.glob("**/*.jsonl")):
        (home.runs / log.name).write_bytes(log.read_bytes())
    whole = rebuilt(home)
    monkeypatch.setattr(rows, "MOST_TAKEN_BACK", 1)
    assert rebuilt(home) == whole


def test_a_log_that_breaks_after_many_turns_leaves_none_of_them(home: Home) -> None:
    events = sample_events(500, run_id="long", ended=False)
    late = events[-1].at
    home.log("a", sample_events(3, run_id="a"))
    home.log("odd", [*events, structs.replace(events[0], config={})])
    home.log("back", [*events, *(TurnRetried(at=late, turn=number) for number in range(500, 100, -1))])
    home.log("z", sample_events(3, run_id="z"))
    assert home.projection.sync_runs(home.runs) == 4
    assert sorted((row.id, row.status) for row in home.projection.runs()) == [
        ("a", "ended"), ("back", "broken"), ("odd", "broken"), ("z", "ended"),
    ]  # fmt: skip
    notes = {row.id: row.note for row in home.projection.runs(status="broken")}
    assert "turns in a row are taken back" in notes["back"]
    with sqlite3.connect(home.database) as connection:
        assert connection.execute("SELECT COUNT(*) FROM turn").fetchone() == (6,)
        connection.execute("INSERT INTO turn_text(turn_text, rank) VALUES ('integrity-check', 1)")
    connection.close()
    assert home.projection.dump() == rebuilt(home)


def test_sync_reads_only_what_changed(home: Home) -> None:
    events = sample_events(6, run_id="a")
    home.log("a", events[:10])
    home.log("b", sample_events(6, run_id="b"))
    assert home.projection.sync_runs(home.runs) == 2
    assert home.projection.sync_runs(home.runs) == 0
    home.log("a", events)
    (home.runs / "b.jsonl").unlink()
    assert home.projection.sync_runs(home.runs) == 1
    assert [(row.id, row.status) for row in home.projection.runs()] == [("a", "ended")]
    assert home.projection.dump() == rebuilt(home)


def test_a_log_that_is_begun_anew_replaces_its_rows(home: Home) -> None:
    home.add("a", sample_events(12, run_id="a"))
    events = sample_events(4, run_id="a")
    home.add("a", events)
    assert [row.turns for row in home.projection.runs()] == [4]
    assert home.projection.dump() == rebuilt(home)


def test_the_same_run_in_two_files_is_two_rows(home: Home) -> None:
    events = sample_events(4, run_id="twin")
    home.add("a", events)
    home.add("copy of a", events)
    assert [(row.id, row.path.name) for row in home.projection.runs()] == [
        ("twin", "a.jsonl"),
        ("twin", "copy of a.jsonl"),
    ]
    home.projection.forget_run(home.runs / "a.jsonl")
    assert [row.path.name for row in home.projection.runs()] == ["copy of a.jsonl"]
    assert home.projection.search("demo")


@pytest.mark.parametrize(
    ("harmed", "told"),
    [
        (lambda data: b"SQLite format 3\x00" + b"\x13" * 5000, "was damaged"),
        (lambda data: data[:9_000], "was damaged"),
        # The version stands in bytes 60 to 63 of the header.
        (lambda data: data[:63] + b"\x63" + data[64:], "another version"),
    ],
)
def test_a_database_that_is_another_one_is_begun_anew(home: Home, harmed: Callable[[bytes], bytes], told: str) -> None:
    home.add("a", sample_events(60, run_id="a"))
    home.projection.close()
    home.database.write_bytes(harmed(home.database.read_bytes()))
    home.projection = Projection(home.database)
    assert told in home.projection.notice
    assert home.projection.runs() == []
    home.projection.sync_runs(home.runs)
    assert home.projection.search("demo")


def test_a_locked_database_is_a_sentence_and_nothing_is_lost(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    home.projection.close()
    monkeypatch.setattr(store, "LOCK_SECONDS", 0.05)
    home.projection = Projection(home.database)
    events = sample_events(6, run_id="a")
    home.log("a", events)
    other = sqlite3.connect(home.database)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(FileError, match="written by another program"):
        home.projection.sync_runs(home.runs)
    other.rollback()
    other.close()
    home.projection.sync_runs(home.runs)
    assert home.projection.dump() == rebuilt(home)


def test_reindex_beside_another_window_is_seen_there(home: Home) -> None:
    home.add("a", sample_events(6, run_id="a"))
    other = Projection(home.database)
    assert [row.id for row in other.runs()] == ["a"]
    home.log("b", sample_events(6, run_id="b"))
    assert home.projection.reindex(home.runs) == 2
    assert {row.id for row in other.runs()} == {"a", "b"}
    other.close()


def test_a_cancelled_reindex_changes_nothing(home: Home) -> None:
    home.add("a", sample_events(6, run_id="a"))
    home.add("b", sample_events(6, run_id="b"))
    before = home.projection.dump()

    class CancelledError(Exception):
        pass

    def cancel(done: float) -> None:
        if done > 0:
            raise CancelledError

    with pytest.raises(CancelledError):
        home.projection.reindex(home.runs, cancel)
    assert home.projection.dump() == before
    assert not list(home.database.parent.glob("*.new*"))


def test_the_folder_may_be_moved(home: Home, tmp_path: Path) -> None:
    home.add("a", sample_events(3, run_id="a"))
    home.projection.close()
    home.database.parent.rename(tmp_path / "moved")
    moved = Projection(tmp_path / "moved" / "parley.db")
    assert [row.path for row in moved.runs()] == [tmp_path / "moved" / "runs" / "a.jsonl"]
    assert moved.sync_runs(tmp_path / "moved" / "runs") == 0
    moved.close()
