from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from parley.core.cast.affinity import DRIFT, apply_change
from parley.core.log.fold import fold
from parley.core.log.state import State
from parley.core.modes.roundtable.distillation import MOST_MEMORIES, by_rules, read_answer
from tests.standup_events import sample_events

AT = datetime(2026, 1, 5, 9, tzinfo=UTC)


@pytest.fixture
def state() -> State:
    return fold(sample_events(12, ended=False))


def answer(**values: Any) -> str:
    return msgspec.json.encode({"summary": "It was said.", **values}).decode()


def memory(**values: Any) -> dict[str, Any]:
    return {"member": "boss", "kind": "insight", "text": "A thing.", "confidence": 0.8, "turns": [2]} | values


def test_a_good_answer_is_kept(state: State) -> None:
    found = read_answer(
        state,
        answer(
            memories=[memory()],
            relations=[{"a": "writer", "b": "boss", "change": 0.02, "reason": "They agreed."}],
            actions=[{"owner": "boss", "text": "Call the investor."}],
        ),
        AT,
    )
    assert found.method == "voice"
    assert found.memories[0].id == f"{state.run}-1"
    assert found.memories[0].turns == (2,)
    (drift,) = found.drifts
    assert (drift.a, drift.b) == ("boss", "writer")
    assert drift.before == state.get_affinity_of("boss", "writer")
    assert drift.after == apply_change(drift.before, 0.02, drift.before) < drift.before + 0.02
    assert drift.reason == "They agreed."
    assert found.actions[0].owner == "boss"


@pytest.mark.parametrize(
    "bad",
    [
        {"member": "stranger"},
        {"member": "director"},
        {"kind": "preference"},  # not one of the standup's
        {"kind": "fact"},
        {"confidence": 0.54},
        {"confidence": 1.5},
        {"confidence": -1},
        {"text": "  "},
    ],
)
def test_strangers_doubts_and_other_kinds_are_left_out_and_the_rest_kept(state: State, bad: dict[str, Any]) -> None:
    found = read_answer(state, answer(memories=[memory(**bad), memory(text="Good.")]), AT)
    assert [each.text for each in found.memories] == ["Good."]


def test_at_most_six_memories_the_surest_first(state: State) -> None:
    many = [memory(text=f"Number {number}", confidence=0.55 + number / 100) for number in range(10)]
    found = read_answer(state, answer(memories=many), AT)
    assert len(found.memories) == MOST_MEMORIES
    assert [each.text for each in found.memories] == [f"Number {number}" for number in range(9, 3, -1)]


def test_evidence_is_turns_that_exist(state: State) -> None:
    found = read_answer(state, answer(memories=[memory(turns=[0, 2, 2, 12, 13, -1, 99])]), AT)
    assert found.memories[0].turns == (2, 12)


def test_changes_are_bounded_symmetric_and_once_a_pair(state: State) -> None:
    relations = [
        {"a": "writer", "b": "boss", "change": 9, "reason": "first"},
        {"a": "boss", "b": "writer", "change": -9, "reason": "second"},
        {"a": "boss", "b": "boss", "change": 0.01, "reason": "oneself"},
        {"a": "boss", "b": "stranger", "change": 0.01, "reason": "who?"},
        {"a": "boss", "b": "analyst", "change": 0, "reason": "nothing"},
    ]
    found = read_answer(state, answer(relations=relations), AT)
    (drift,) = found.drifts
    assert drift.reason == "first"
    assert drift.after == apply_change(drift.before, DRIFT, drift.before)


def test_actions_only_where_the_format_asks_for_them(state: State) -> None:
    quiet = state.setup.model_copy(update={"format": state.setup.format.model_copy(update={"actions": False})})
    state.config = quiet
    assert read_answer(state, answer(actions=[{"owner": "boss", "text": "Call."}]), AT).actions == ()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I would rather not.",
        "[]",
        "{}",
        '{"summary": 3, "memories": 7}',
        '{"summary":"x","memories":[{"member":1}]}',
    ],
)
def test_what_was_not_asked_for_is_a_decode_error(state: State, text: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        read_answer(state, text, AT)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_rules_say_who_spoke_and_who_answered_whom(lang: Any) -> None:
    state = fold(sample_events(30, lang, ended=False))
    found = by_rules(state, AT, "no voice")
    assert (found.method, found.note) == ("rules", "no voice")
    assert state.setup.topic in found.summary
    assert found.memories == ()
    lines = "\n".join(turn.text for turn in state.turns)
    for action in found.actions:
        assert action.owner in state.spoken
        assert action.text.rstrip("…") in lines
    assert found.drifts
    for drift in found.drifts:
        assert 0.10 <= drift.after <= 0.95
        assert abs(drift.after - drift.before) <= DRIFT + 1e-9
        assert drift.reason
    assert found == by_rules(fold(sample_events(30, lang, ended=False)), AT, "no voice")
