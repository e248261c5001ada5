from __future__ import annotations

from datetime import UTC, datetime

import pytest

from parley.core.log.codec import decode, encode, event_types
from parley.core.log.events import run
from parley.core.log.events.base import Event
from parley.core.log.events.run import RunStarted, TopicInjected
from parley.core.log.events.turn import CallAnswered, Reply, TurnEnded
from tests.standup_events import sample_events

AT = datetime(2026, 1, 5, 9, tzinfo=UTC)


def test_every_event_is_in_the_union_under_a_past_participle() -> None:
    kinds = {kind for kind in event_types() if kind.__module__.startswith("parley.core.")}

    def below(kind: type[Event]) -> set[type[Event]]:
        return {each for sub in kind.__subclasses__() for each in {sub, *below(sub)}}

    # Journals, which are no runs, have events of their own.
    journals = (
        "parley.core.judges.",
        "parley.core.log.journal",
        "parley.core.queue.",
        "parley.core.schedule.",
        "parley.core.studio.interviews.",
        "parley.core.studio.marks",
    )
    ours = {kind for kind in below(Event) if kind.__module__.startswith("parley.core.")}
    ours = {kind for kind in ours if not kind.__module__.startswith(journals)}
    # What only others are made of is written nowhere.
    assert ours - kinds == {CallAnswered, Reply}
    assert kinds < ours
    tags = [kind.__struct_config__.tag for kind in kinds]
    assert len(set(tags)) == len(kinds)
    # "set", "told" and their like are participles too, only irregular ones.
    assert all(str(tag).split(".")[1].endswith(("ed", "en", "set", "told", "fought", "cut", "read")) for tag in tags)


@pytest.mark.parametrize("nasty", [False, True])
def test_events_survive_their_encoding(nasty: bool) -> None:
    for event in sample_events(12, nasty=nasty):
        line = encode(event)
        assert b"\n" not in line
        assert b"\r" not in line
        assert decode(line) == event
        assert encode(decode(line)) == line


def test_what_is_default_is_not_written() -> None:
    line = encode(TurnEnded(at=AT, turn=1, member="boss", text="Yes."))
    assert line == b'{"type":"turn.ended","at":"2026-01-05T09:00:00Z","turn":1,"member":"boss","text":"Yes."}'
    assert b"version" not in encode(RunStarted(at=AT, config={}))


def test_a_log_that_names_no_version_is_of_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    without = encode(RunStarted.begin(AT, {}))
    monkeypatch.setattr(run, "LOG_VERSION", 2)
    assert decode(without) == RunStarted(at=AT, version=1, config={})
    assert decode(encode(RunStarted.begin(AT, {}))) == RunStarted(at=AT, version=2, config={})


def test_what_a_later_version_adds_is_passed_over() -> None:
    line = b'{"type":"topic.injected","at":"2026-01-05T09:00:00Z","text":"Hm.","mood":"grim"}'
    assert decode(line) == TopicInjected(at=AT, text="Hm.")
