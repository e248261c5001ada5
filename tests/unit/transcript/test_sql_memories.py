"""Runs of scenes in the projection: what members remember, the talk behind it, and what the next run takes along."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from parley.core.log.events.base import Event
from parley.core.log.events.distilled import MemoryRecord
from parley.core.log.events.run import RunStarted
from parley.core.log.fold import fold
from parley.core.log.sql import memories
from parley.core.log.sql.rows import get_key_of
from parley.core.modes.office.config import OfficeConfig
from parley.core.modes.office.events import SceneEnded, Settled
from parley.core.modes.office.state import OfficeState
from tests.day_events import a_day, office_config
from tests.standup_events import forked, sample_events
from tests.unit.transcript.test_sql import Home


@cache
def day(lang: str = "de", run_id: str = "", scenes: int = 6, *, ended: bool = True) -> tuple[Event, ...]:
    """A day in the office; the same every time."""
    return tuple(a_day(lang, run_id=run_id, scenes=scenes, ended=ended))  # type: ignore[arg-type]


def branch(run_id: str = "branch") -> list[Event]:
    """A fork in the middle of the day's meeting that goes on as its parent did."""
    parent = day("de", "day")
    begun = forked(list(parent), 14, run_id)
    return [*begun, *parent[len(begun) - 1 :]]


@pytest.fixture
def runs(tmp_path: Path) -> Iterator[Home]:
    made = Home(tmp_path / "home")
    yield made
    made.projection.close()


def test_a_fork_owns_what_came_after_it(runs: Home) -> None:
    runs.add("a", day("de", "day"))
    parent = fold(day("de", "day"))
    events = branch()
    begun = next(seq for seq, event in enumerate(events) if type(event).__name__ == "RunForked")
    before = fold(events[: begun + 1])
    runs.add("b", events)
    records = [json.loads(row.partition("\t")[2]) for row in runs.projection.dump() if row.startswith("record\t")]
    places = [record[2] for record in records if record[1] == get_key_of("runs/b.jsonl")]
    assert places == list(range(len(before[OfficeState].memories) + 1, 37))
    carried = runs.projection.carried("studio-de", ["svea", "ilja", "holger", "nadira", "bine", "theo"])
    drifts = parent[OfficeState].drifted
    once = {two: round(drift.after - drift.before, 4) for two, drift in drifts.items()}
    # Svea and Ilja drifted before the fork, which counts with the parent alone.
    assert carried.changes == {two: change if two == ("ilja", "svea") else 2 * change for two, change in once.items()}


def test_the_next_run_takes_along_what_the_ended_ones_left(runs: Home) -> None:
    runs.add("a", day("de", "day"))
    state = fold(day("de", "day"))
    runs.add("b", day("de", "open", ended=False))
    runs.add("c", sample_events(6, run_id="talk", cast_id="studio-de"))
    records = runs.projection.carried("studio-de", ["svea", "theo"]).records
    told = {member: state[OfficeState].get_memories_of(member) for member in ("svea", "theo")}
    assert [(each.member, each.text) for each in records] == [
        (member, memory.text) for member, mine in told.items() for memory in mine
    ]
    assert {each.run for each in records} == {"day"}
    one = next(each for each in records if each.type == "observation" and each.member == "theo")
    bystander = state[OfficeState].get_memory("m10")
    assert (one.text, one.moment, one.importance) == (bystander.text, bystander.moment, bystander.importance)
    assert (one.tags, one.about) == (bystander.tags, bystander.about)
    assert runs.projection.carried("studio-de", ["svea"], exclude=lambda row: row.id == "day").records == ()


def records_of(*made: dict[str, Any]) -> tuple[Event, ...]:
    """A day whose last scene leaves exactly these memories."""
    events = list(day("de", "day", scenes=2))
    seq = max(seq for seq, event in enumerate(events) if isinstance(event, SceneEnded))
    default: dict[str, Any] = {"member": "svea", "type": "plan", "text": "x", "scene": 2, "day": 1}
    kept = tuple(MemoryRecord(**default | {"id": f"m{number}"} | each) for number, each in enumerate(made, 8))
    events[seq] = msgspec.structs.replace(events[seq], memories=kept)
    return tuple(events)


def test_of_many_the_newest_and_the_most_important_are_taken_along(runs: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memories, "RECORDS_KEPT", 6)
    weights = [1, 9, 1, 5, 5, 5, 1, 1, 1]
    runs.add("a", records_of(*({"text": f"t{i}", "importance": weight} for i, weight in enumerate(weights))))
    mine = runs.projection.carried("studio-de", ["svea"]).records
    # t6 to t8 are the newest; of the others t1 is the weightiest, and of the equal ones the newer two come.
    assert [each.text for each in mine] == ["t1", "t4", "t5", "t6", "t7", "t8"]


def test_a_thread_is_carried_open_until_the_two_have_talked_again(runs: Home) -> None:
    asked: dict[str, Any] = {"open": "question", "about": ("ilja", "svea")}
    talk: dict[str, Any] = {"type": "conversation"}
    runs.add(
        "a",
        records_of(
            asked | talk | {"text": "asked", "scene": 2},
            asked | {"text": "of two", "about": ("ilja", "theo")},
            asked | {"text": "to nobody", "about": ()},
        ),
    )
    threads = {each.text: each.open for each in runs.projection.carried("studio-de", ["svea"]).records if each.open}
    assert threads == {"asked": "question", "of two": "question"}
    runs.add("b", records_of(talk | {"text": "later", "about": ("ilja",), "scene": 3}))
    # The same run's id is no matter: it is another log, and came later.
    threads = {each.text: each.open for each in runs.projection.carried("studio-de", ["svea"]).records if each.open}
    assert threads == {"of two": "question"}


def test_a_thread_with_words_is_carried_open_until_a_run_says_that_the_two_took_it_up(runs: Home) -> None:
    asked: dict[str, Any] = {"open": "question", "about": ("ilja",), "moment": "2026-01-08T12:30"}
    talk: dict[str, Any] = {"type": "conversation", "about": ("ilja",), "scene": 3}
    who = ["svea", "ilja"]

    def still_open() -> list[str]:
        return [each.said for each in runs.projection.carried("studio-de", who).records if each.open]

    runs.add(
        "a", records_of(asked | {"text": "1", "said": "Wer hat den Schlüssel?"}, asked | {"text": "2", "said": "Wann?"})
    )
    runs.add("b", records_of(talk | {"text": "of something else"}))
    assert still_open() == ["Wer hat den Schlüssel?", "Wann?"]

    brought = runs.projection.carried("studio-de", who).records
    config = office_config(run_id="third")
    started, *rest = records_of(talk | {"text": "of the key"})
    scenes = config[OfficeConfig].model_copy(update={"records": brought})
    started = RunStarted(at=started.at, config=config.model_copy(update={"scenes": scenes}).as_json())
    at = max(seq for seq, event in enumerate(rest) if isinstance(event, SceneEnded))
    place = next(number for number, each in enumerate(brought, 1) if each.said.startswith("Wer"))
    settled = (Settled(memory=f"m{place}", how="answered"), Settled(memory="m9999", how="answered"))
    rest[at] = msgspec.structs.replace(rest[at], settled=settled)
    runs.add("c", [started, *rest])
    assert still_open() == ["Wann?"]
    incremental = runs.projection.dump()
    runs.projection.reindex(runs.runs)
    assert incremental == runs.projection.dump()
