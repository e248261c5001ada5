from __future__ import annotations

import asyncio
import copy
import inspect
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parley.core.base.errors import ParleyError
from parley.core.cast.member import PLAYER, VoiceSpec
from parley.core.engine.mode_spec import MODES
from parley.core.engine.run import Run
from parley.core.log import log as log_file
from parley.core.log.authors import RULES
from parley.core.log.codec import decode, event_types
from parley.core.log.events.base import Event
from parley.core.log.events.run import RunContinued, RunForked, RunResumed, RunStarted, VoiceChanged
from parley.core.log.events.turn import TurnEnded, TurnStarted, VoiceReplied
from parley.core.log.fold import Unfoldable, fold
from parley.core.log.handlers import HANDLERS
from parley.core.log.played import chosen_by
from parley.core.log.report import report
from parley.core.log.state import DIRECTOR, Entry, State
from parley.core.modes.office.state import OfficeState
from parley.core.turn_taking.policies import POLICIES
from tests import scene_lines
from tests.scripted_voices import Act, Actor, begun, fault
from tests.standup_events import sample_config, sample_events

AT = datetime(2026, 1, 5, 9, tzinfo=UTC)
MEMBERS = [member.id for member in sample_config().members]


def test_every_event_is_folded() -> None:
    own = (kind for mode in MODES.values() for part in mode.slices for kind in part.handlers)
    assert {*HANDLERS, *own} == set(event_types())


def test_turns_are_the_same_by_what_was_said_and_what_led_to_it() -> None:
    one, again = (fold(sample_events(4)).turns[1] for _ in range(2))
    assert one == again
    changes = {"number": 9, "seq": 99, "member": "boss", "text": "Other.", "held": fold(sample_events(4)).turns[2].held}
    for name, value in changes.items():
        assert one != msgspec.structs.replace(one, **{name: value}), name
    acted = fold([sample_events(4)[0], TurnEnded(at=AT, turn=1, member="boss", text="Yes.", acts=("nods",))]).turns[0]
    assert (acted.text, acted.written) == ("Yes.", acted.ended.written)
    assert "nods" in acted.written


def test_a_copy_is_independent_of_what_it_was_copied_from() -> None:
    events = sample_events(12)
    for cut in range(1, len(events)):
        state = fold(events[:cut])
        before = copy.deepcopy(state)
        fold(events[cut:], state.copy())
        assert state == before, type(events[cut])


def test_what_a_state_says_of_members() -> None:
    state = fold([RunStarted(at=AT, config=sample_config(8).as_json())])
    assert (state.last_speaker, state.next_turn, chosen_by(state)) == ("", 1, state.setup.policy)
    assert [state.get_affinity_of(*two) for two in (("boss", "analyst"), ("analyst", "boss"), ("boss", "nobody"))] == [
        state.affinity["analyst", "boss"], state.affinity["analyst", "boss"], 0.5,
    ]  # fmt: skip
    assert [state.name_of(one) for one in ("boss", DIRECTOR, "nobody")] == ["Boss", "Director", "nobody"]
    fold([TurnEnded(at=AT, turn=1, member="boss", text="Yes.")], state)
    assert (state.last_speaker, state.next_turn) == ("boss", 2)
    fold([VoiceChanged(at=AT, voice={"provider": "embedded"})], state)
    fold([VoiceChanged(at=AT, member="boss", voice={"provider": "anthropic"})], state)
    assert [state.get_voice_of(one).provider for one in ("boss", "writer")] == ["anthropic", "embedded"]
    with pytest.raises(ValueError, match=r"no run\.started yet"):
        _ = State().setup
    assert (chosen_by(State()), State().find(OfficeState)) == ("affinity", None)
    assert isinstance(scene_lines.office().find(OfficeState), OfficeState)
    with pytest.raises(ValueError, match="mode 'roundtable' has no OfficeState"):
        _ = state[OfficeState]


def test_what_spoke_is_told_of_imported_runs_too() -> None:
    def line(turn: int, **values: str) -> list[Event]:
        reply = VoiceReplied(at=AT, turn=turn, member="boss", **values)
        ended = TurnEnded(at=AT, turn=turn, member="boss", text="Yes.")
        return [TurnStarted(at=AT, turn=turn, member="boss"), reply, ended]

    config = sample_config(8).model_copy(update={"imported": "pidgin: a.jsonl"}).as_json()
    state = fold([RunStarted(at=AT, config=config), TurnEnded(at=AT, turn=1, member="boss", text="Yes.")])
    assert state.get_voice_label("boss") == "pidgin: a.jsonl"
    fold(line(2, provider="local", model="m-7"), state)
    assert (state.get_voice_label("boss"), state.get_voice_label("writer")) == ("local · m-7", "pidgin: a.jsonl")
    assert fold(line(3, provider="local"), state).get_voice_label("boss") == "local"
    by_hand = TurnEnded(at=AT, turn=4, member="writer", text="Mine.", author="user")
    fold([by_hand], state)
    assert [state.was_person(one) for one in ("boss", "writer", "wildcard")] == [False, True, False]
    fold([TurnEnded(at=AT, turn=5, member=one, text="Enter.", words_by=RULES) for one in ("boss", PLAYER)], state)
    assert [turn.staged for turn in state.turns[-3:]] == [False, True, False]
    # What goes on from there is spoken here.
    fold([RunForked(at=AT, run="x", parent="y", at_seq=4, at_turn=1)], state)
    assert (state.get_voice_label("boss"), state.was_person("writer")) == ("rehearsal", False)


def test_a_whisper_is_witnessed_by_its_addressees_and_what_is_hidden_by_nobody() -> None:
    whisper = Entry("line", 1, 1, "boss", "psst", ("writer",))
    assert [member for member in MEMBERS if whisper.witnessed_by(member)] == ["boss", "writer"]
    assert [member for member in MEMBERS if Entry("line", 1, 1, "boss", "all").witnessed_by(member)] == MEMBERS
    assert not Entry("line", 1, 1, "boss", "all", hidden=True).witnessed_by("boss")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ValueError("One.\nTwo."), "One."), (KeyError("x"), "there is no 'x'"), (ValueError(), "ValueError"),
        (ValueError("x" * 500), "x" * 400),
    ],
)  # fmt: skip
def test_why_something_cannot_be_folded_is_one_line(error: Exception, said: str) -> None:
    assert str(Unfoldable(6, RunContinued(at=AT), error)) == f"event 7, run.continued: {said}"


def test_a_report_does_not_tell_of_an_interruption() -> None:
    events = sample_events(12)
    middle = next(i for i, event in enumerate(events) if getattr(event, "turn", 0) == 3)
    at = events[middle - 1].at
    interrupted = [*events[:middle], RunResumed(at=at, torn=17), RunContinued(at=at), *events[middle:]]
    assert report(fold(interrupted)) == report(fold(events))


@pytest.mark.parametrize(
    "person", ['{"id":"@nowhere","name":"A"}', '{"id":"a","name":""}', '{"id":"a","name":"A","colour":"<b>"}']
)
def test_a_person_that_nobody_can_be_is_a_damaged_line(person: str) -> None:
    effect = f'{{"effect":"joined","person":{person}}}'
    line = f'{{"type":"player.acted","at":"2026-01-05T09:00:00Z","what":"talk","text":"","effects":[{effect}]}}'
    with pytest.raises(msgspec.DecodeError):
        decode(line.encode())


# A running run, steered at random ------------------------------------------------------------------------------------


def does(name: str, **given: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[str, dict[str, Any]]]:
    return st.tuples(st.just(name), st.fixed_dictionaries(given))


MEMBER, TEXT = st.sampled_from(MEMBERS), st.text(min_size=1, max_size=12)
ACTIONS = st.one_of(
    does("play"),
    does("step"),
    does("pause", cancel=st.booleans()),
    does("inject", text=TEXT, to=st.lists(MEMBER, max_size=2, unique=True).map(tuple)),
    does("give_floor", member=MEMBER),
    does("mute", member=MEMBER),
    does("unmute", member=MEMBER),
    does("change_voice", voice=st.just(VoiceSpec(provider="embedded")), member=st.sampled_from(["", *MEMBERS])),
    does("change_policy", policy=st.sampled_from(POLICIES.names())),
    does("break_at", member=MEMBER),
    does("speak_as", member=st.sampled_from([DIRECTOR, *MEMBERS]), text=TEXT),
    does("retry"),
    does("bookmark", turn=st.integers(1, 5)),
    does("wait", loops=st.integers(1, 12)),
)


async def act(run: Run, name: str, given: dict[str, Any]) -> None:
    if name == "wait":
        for _ in range(given["loops"]):
            await asyncio.sleep(0)
        return
    found = getattr(run if name in {"play", "step", "pause"} else run.director, name)(**given)
    if inspect.isawaitable(found):
        await found


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(actions=st.lists(ACTIONS, min_size=3, max_size=25), failures=st.lists(st.integers(0, 3), max_size=12))
def test_the_fold_of_the_log_is_the_live_state(
    tmp_path_factory: pytest.TempPathFactory, actions: list[tuple[str, dict[str, Any]]], failures: list[int]
) -> None:
    path = tmp_path_factory.mktemp("steered") / "2026-01-05-roundtable-x.jsonl"
    acts: dict[int, Act] = {0: "I say so. [I doubt it]", 1: "", 2: fault(), 3: "{}"}

    async def steered() -> State:
        run = begun(path, Actor(*[acts[number] for number in failures]), sample_config(5))
        live = asyncio.get_running_loop().create_task(run.live())
        for name, values in actions:
            try:
                await act(run, name, values)
            except ParleyError:
                await asyncio.sleep(0)
        await run.close()
        async with asyncio.timeout(60):
            await live
        return run.state

    state = asyncio.run(steered())
    recording = log_file.read(path)
    assert recording.damage == log_file.Damage()
    assert fold(recording.events) == state
    assert [each.number for each in state.turns] == list(range(1, len(state.turns) + 1))
    assert len([entry for entry in state.entries if entry.kind == "line"]) == len(state.turns)
    # Every turn that was begun was ended, failed, abandoned or taken back before the next one began.
    for one, other in zip(recording.events, recording.events[1:], strict=False):
        assert not (isinstance(one, TurnStarted) and isinstance(other, TurnStarted))
