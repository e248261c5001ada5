"""Event logs of pidgin, whole and broken."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from parley.core.home import Home
from parley.core.log import log
from parley.core.log.events.turn import TurnEnded
from parley.core.log.fold import fold
from parley.core.log.state import State
from parley.core.measures.convergence import compute_classic
from parley.core.measures.registry import measure_run
from parley.core.modes.duologue.config import DuologueConfig
from parley.core.studio.importing import Imported, import_run
from tests.unit.importing.conftest import REAL, Bring


def rows() -> list[dict[str, Any]]:
    return [json.loads(line) for line in REAL.read_text("utf-8").splitlines()]


def written(path: Path, events: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(event) + "\n" for event in events), "utf-8")
    return path


def state_of(run: Imported) -> State:
    return fold(log.read(run.path).events)


def test_our_classic_score_is_the_one_that_the_program_logged(home: Home) -> None:
    (run,) = import_run(home, REAL)
    state, messages, compared = state_of(run), [], 0
    turns = iter(state.turns)
    for row in rows():
        if row["event_type"] == "MessageCompleteEvent":
            turn = next(turns)
            messages.append((turn.member, turn.text))
        elif row["event_type"] == "TurnCompleteEvent":
            assert compute_classic(messages, "agent_a", "agent_b").score == row["convergence_score"]
            compared += 1
    assert compared == 5
    measured = measure_run(state)
    assert measured["convergence.classic.balanced.score"] == compute_classic(messages, "agent_a", "agent_b").score


def test_it_says_who_and_what_spoke_and_not_that_it_was_rehearsed(home: Home) -> None:
    (run,) = import_run(home, REAL)
    assert (run.mode, run.turns, run.warnings, run.fresh) == ("duologue", 10, (), True)
    state = state_of(run)
    assert [member.name for member in state.setup.members] == ["Local Test", "Silent"]
    assert state.get_voice_label() == "pidgin · pidgin-events.jsonl"
    assert [state.get_voice_label(one) for one in ("agent_a", "agent_b")] == [
        "pidgin · local:test",
        "pidgin · silent:none",
    ]


def test_broken_lines_are_told_and_the_rest_is_kept(bring: Bring) -> None:
    lines = REAL.read_text("utf-8").splitlines()
    broken = [*lines[:5], '{"half', "17", "", *lines[5:], "\udcff".encode("utf-8", "surrogatepass").decode("latin-1")]
    run, _ = bring(*broken)
    assert run.turns == 10
    assert [warning.split()[1] for warning in run.warnings] == ["6", "7", str(len(broken))]


def test_thinking_becomes_a_thought(bring: Bring) -> None:
    events = rows()
    at = next(i for i, row in enumerate(events) if row["event_type"] == "MessageCompleteEvent")
    thought = {
        "event_type": "ThinkingCompleteEvent", "conversation_id": "conv_2bee8a4e", "agent_id": "agent_a",
        "thinking_content": "Tea, of course.", "timestamp": events[at]["timestamp"],
    }  # fmt: skip
    run, _ = bring(*events[:at], thought, *events[at:])
    ended = [event for event in log.read(run.path).events if isinstance(event, TurnEnded)]
    assert [event.thoughts for event in ended[:2]] == [("Tea, of course.",), ()]


def test_several_conversations_in_a_file_are_as_many_runs(home: Home, tmp_path: Path) -> None:
    other = [row | {"conversation_id": "conv_other"} for row in rows()]
    mixed = [row for pair in zip(rows(), other, strict=True) for row in pair]
    found = import_run(home, written(tmp_path / "two.jsonl", mixed))
    assert [run.turns for run in found] == [10, 10]
    assert len({run.id for run in found}) == 2


def in_june_2025(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The events as the program wrote them in June 2025: values in "data", times without a zone, other fields."""
    found = []
    for event in events:
        data = {name: value for name, value in event.items() if name not in ("timestamp", "event_type")}
        if event["event_type"] == "ConversationStartEvent":
            data = {
                name: data.get(name)
                for name in (
                    "conversation_id", "agent_a_model", "agent_b_model", "initial_prompt", "max_turns",
                    "agent_a_display_name", "agent_b_display_name", "temperature_a", "temperature_b",
                )
            }  # fmt: skip
        elif event["event_type"] == "MessageCompleteEvent":
            words = len(data["message"]["content"].split())
            kept = {name: data[name] for name in ("conversation_id", "agent_id", "message", "duration_ms")}
            data = kept | {"tokens_used": words}
        stamp = event["timestamp"].removesuffix("+00:00")
        found.append({"timestamp": stamp, "event_type": event["event_type"], "data": data})
    conversation = events[0]["conversation_id"]
    more = {"conversation_id": conversation, "turn_number": 0, "metrics": {"length": 3}, "experiment_id": None}
    found.insert(-1, {"timestamp": stamp, "event_type": "MetricsCalculatedEvent", "data": more})
    return found


def test_a_log_of_june_2025_is_the_same_talk(bring: Bring, home: Home) -> None:
    (now,) = import_run(home, REAL)
    run, state = bring(*in_june_2025(rows()))
    assert run.warnings == ()
    assert run.id != now.id or not run.fresh
    before = state_of(now)
    assert [(turn.member, turn.text) for turn in state.turns] == [(turn.member, turn.text) for turn in before.turns]
    assert [turn.ended.at for turn in state.turns] == [turn.ended.at for turn in before.turns]
    assert [member.name for member in state.setup.members] == [member.name for member in before.setup.members]
    assert state.setup[DuologueConfig].opening == before.setup[DuologueConfig].opening
    assert state.setup[DuologueConfig].sides["agent_a"].system == before.setup[DuologueConfig].sides["agent_a"].system
    assert state.get_voice_label("agent_a") == before.get_voice_label("agent_a")
    # It counted words and called them tokens.
    assert state.usage.total == 0
