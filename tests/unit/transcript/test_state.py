from __future__ import annotations

import asyncio
import copy
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.base.errors import ParleyError
from core.cast.member import VoiceSpec
from core.engine.run import Run
from core.log import log as log_file
from core.log.codec import decode, encode, event_types
from core.log.events.base import Event
from core.log.events.run import (
    BreakpointCleared,
    BreakpointSet,
    FloorGiven,
    MemberMuted,
    PolicyChanged,
    RunContinued,
    RunEnded,
    RunForked,
    RunPaused,
    RunResumed,
    RunStarted,
    TopicInjected,
    VoiceChanged,
)
from core.log.events.turn import (
    SpeakerSelected,
    TurnAbandoned,
    TurnBookmarked,
    TurnEnded,
    TurnFailed,
    TurnRetried,
    TurnStarted,
    Usage,
    VoiceReplied,
)
from core.log.fold import fold
from core.log.handlers import HANDLERS
from core.log.modes import MODES
from core.log.report import report
from core.log.state import DIRECTOR, State
from core.turn_taking.policies import POLICIES
from tests.scripted_voices import Act, Actor, begun, fault
from tests.standup_events import forked, sample_config, sample_events

AT = datetime(2026, 1, 5, 9, tzinfo=UTC)
MEMBERS = [member.id for member in sample_config().members]


def started(**config: Any) -> State:
    return fold([RunStarted(at=AT, config=sample_config(8).model_copy(update=config).as_json())])


def select(turn: int, member: str) -> SpeakerSelected:
    return SpeakerSelected(at=AT, turn=turn, member=member, policy="affinity", reason="because")


def begin(turn: int, member: str, attempt: int = 0, **values: Any) -> TurnStarted:
    return TurnStarted(at=AT, turn=turn, member=member, attempt=attempt, **values)


def replied(turn: int, member: str = "boss", cost: float = 0.5, **values: Any) -> VoiceReplied:
    return VoiceReplied(
        at=AT, turn=turn, member=member, text="Yes.", usage=Usage(input=3, output=2), cost=cost, **values
    )


def said(turn: int, member: str, text: str = "Yes, well.", **values: Any) -> TurnEnded:
    return TurnEnded(at=AT, turn=turn, member=member, text=text, **values)


def turn(number: int, member: str, text: str = "Yes, well.") -> list[Event]:
    return [select(number, member), begin(number, member), replied(number, member), said(number, member, text)]


def test_every_event_is_folded() -> None:
    own = (kind for mode in MODES.values() for part in mode.slices for kind in part.handlers)
    assert {*HANDLERS, *own} == set(event_types())


def test_the_sample_folds_to_what_was_said() -> None:
    events = sample_events(12)
    state = fold(events)
    assert state.status == "ended"
    assert state.seq == len(events)
    assert [each.number for each in state.turns] == list(range(1, 13))
    assert sum(state.spoken.values()) == 12
    assert state.spoken[DIRECTOR] == 1
    assert state.calls == sum(isinstance(event, VoiceReplied) for event in events)
    assert [entry.seq for entry in state.entries] == sorted(entry.seq for entry in state.entries)
    for each in state.turns:
        assert events[each.seq] == each.ended
        assert each.started is None or events[each.started_seq] == each.started
        if each.ended.author == "voice":
            assert each.selected is not None
            assert each.selected.member == each.member
            assert each.reply is not None


def test_a_copy_is_independent_of_what_it_was_copied_from() -> None:
    events = sample_events(12)
    for cut in range(1, len(events)):
        state = fold(events[:cut])
        before = copy.deepcopy(state)
        fold(events[cut:], state.copy())
        assert state == before, type(events[cut])


def test_the_encoding_loses_nothing_of_the_fold() -> None:
    events = sample_events(12, nasty=True)
    assert fold(decode(encode(event)) for event in events) == fold(events)


def test_time_counts_only_while_the_gate_is_open() -> None:
    state = started()
    moments = iter(AT + timedelta(seconds=10 * number) for number in range(1, 20))
    for event in (
        RunContinued(at=next(moments)),  # 10
        RunPaused(at=next(moments)),  # 20: ten seconds of playing
        RunContinued(at=next(moments)),  # 30
        RunResumed(at=next(moments)),  # 40: it was dead, not playing
        RunContinued(at=next(moments)),  # 50
        RunEnded(at=next(moments), reason="turns"),  # 60: ten more
    ):
        fold([event], state)
    assert state.playing_seconds == 20.0


def test_a_floor_mute_or_policy_in_the_middle_of_a_turn_keeps_that_turns_reason() -> None:
    for event in (
        FloorGiven(at=AT, member="writer"),
        MemberMuted(at=AT, member="boss"),
        PolicyChanged(at=AT, policy="random"),
    ):
        state = fold([select(1, "boss"), begin(1, "boss"), event, replied(1), said(1, "boss")], started())
        assert state.turns[0].selected == select(1, "boss"), event
        assert state.selected is None


def test_a_turn_of_the_director_has_no_selection_of_somebody_else() -> None:
    state = fold(
        [select(1, "boss"), begin(1, DIRECTOR, kind="director"), said(1, DIRECTOR, author="director")], started()
    )
    assert state.turns[0].selected is None
    assert state.selected is None
    state = fold([select(2, "boss"), begin(2, "boss", kind="director"), said(2, "boss", author="director")], state)
    assert state.turns[1].selected is None


def test_the_floor_is_taken_when_its_turn_is_selected() -> None:
    state = fold([FloorGiven(at=AT, member="writer"), select(1, "boss")], started())
    assert state.floor == "writer"
    fold([select(1, "writer")], state)
    assert state.floor == ""


def test_muting_and_policy_void_a_selection_that_waits() -> None:
    assert fold([select(1, "boss"), MemberMuted(at=AT, member="boss")], started()).selected is None
    assert fold([select(1, "boss"), MemberMuted(at=AT, member="writer")], started()).selected is not None
    assert fold([select(1, "boss"), PolicyChanged(at=AT, policy="random")], started()).selected is None
    assert fold([select(1, "boss"), FloorGiven(at=AT, member="boss")], started()).selected is None


def test_a_retry_takes_the_last_turn_back_wholly() -> None:
    before = fold(turn(1, "boss"), started())
    state = fold([*turn(2, "writer", "one two three"), TurnRetried(at=AT, turn=2)], before.copy())
    assert [each.number for each in state.turns] == [1]
    assert [entry.text for entry in state.entries] == ["Yes, well."]
    assert state.spoken == {"boss": 1, "writer": 0}
    assert state.words == {"boss": 2, "writer": 0}
    assert state.selected == select(2, "writer")
    assert state.attempt == 1
    assert state.revision == before.revision + 1
    # What it cost stays spent.
    assert state.cost == 1.0
    fold([begin(2, "writer", attempt=1), replied(2), said(2, "writer", "four")], state)
    assert state.attempt == 0
    assert state.turns[1].started == begin(2, "writer", attempt=1)
    fold([TurnRetried(at=AT, turn=2)], state)
    assert state.attempt == 2


@pytest.mark.parametrize(
    ("kind", "attempt"),
    [("overloaded", 0), ("connection", 0), ("dropped", 0), ("auth", 0), ("empty", 1), ("refused", 1), ("invalid", 1)],
)
def test_a_failure_is_retried_with_other_chances_only_where_the_voice_had_answered(kind: str, attempt: int) -> None:
    failed = TurnFailed(at=AT, turn=1, member="boss", kind=kind, sentence="No.", usage=Usage(input=7), cost=0.1)
    state = fold([select(1, "boss"), begin(1, "boss"), failed], started())
    assert state.open is not None
    assert state.open.failed == failed
    assert (state.usage.input, state.cost) == (7, 0.1)
    fold([TurnRetried(at=AT, turn=1)], state)
    assert state.open is None
    assert state.attempt == attempt
    assert state.selected == select(1, "boss")
    assert not state.turns


def test_a_retry_drops_a_reply_that_was_not_said_yet() -> None:
    state = fold([*turn(1, "boss"), select(2, "writer"), begin(2, "writer"), replied(2)], started())
    fold([TurnRetried(at=AT, turn=2)], state)
    assert state.open is None
    assert state.attempt == 1
    assert len(state.turns) == 1


def test_an_abandoned_turn_is_taken_again_with_the_same_chances() -> None:
    events: list[Event] = [
        select(1, "boss"),
        begin(1, "boss", attempt=0),
        TurnAbandoned(at=AT, turn=1, member="boss", reason="x"),
    ]
    state = fold(events, started())
    assert (state.open, state.attempt, state.selected) == (None, 0, select(1, "boss"))
    assert state.next_turn == 1


def test_a_moderators_answer_serves_one_turn_only() -> None:
    answer = replied(1, "", purpose="selection")
    state = fold([answer], started())
    assert state.pending["selection"] == answer
    assert "selection" not in fold([select(1, "boss")], state.copy()).pending
    by_hand: list[Event] = [begin(1, DIRECTOR, kind="director"), said(1, DIRECTOR, author="director")]
    assert "selection" not in fold(by_hand, state.copy()).pending


def test_a_mark_goes_with_the_line_that_is_taken_back() -> None:
    state = fold([*turn(1, "boss"), *turn(2, "analyst"), TurnBookmarked(at=AT, turn=1)], started())
    fold([TurnBookmarked(at=AT, turn=2), TurnRetried(at=AT, turn=2)], state)
    assert state.bookmarks == {1}
    fold(turn(2, "analyst"), state)
    assert state.bookmarks == {1}
    # Taking a turn again that has not been said takes back no line.
    fold([begin(3, "writer"), TurnFailed(at=AT, turn=3, member="writer", kind="server", sentence="No.")], state)
    fold([TurnRetried(at=AT, turn=3)], state)
    assert state.bookmarks == {1}


def test_a_line_of_another_member_than_the_turn_that_is_open_has_no_reply_of_theirs() -> None:
    state = fold([begin(1, "boss"), replied(1, "boss")], started())
    fold([TurnEnded(at=AT, turn=1, member="ghost", text="Boo.")], state)
    assert (state.turns[0].member, state.turns[0].started, state.turns[0].reply) == ("ghost", None, None)


def test_breakpoints_bookmarks_voices_and_policy() -> None:
    point = BreakpointSet(at=AT, id="turn:2", kind="turn", turn=2)
    state = fold([point, BreakpointCleared(at=AT, id="none")], started())
    assert state.breakpoints == {"turn:2": point}
    fold([RunPaused(at=AT, reason="breakpoint")], state)
    assert state.held_turn == 1
    fold([BreakpointCleared(at=AT, id="turn:2"), *turn(1, "boss")], state)
    assert state.breakpoints == {}
    fold([TurnBookmarked(at=AT, turn=1), TurnBookmarked(at=AT, turn=2)], state)
    fold([TurnBookmarked(at=AT, turn=2, on=False)], state)
    assert state.bookmarks == {1}
    fold([VoiceChanged(at=AT, voice={"provider": "embedded"}), PolicyChanged(at=AT, policy="random")], state)
    fold([VoiceChanged(at=AT, member="boss", voice={"provider": "anthropic"})], state)
    assert state.voice_of("boss") == VoiceSpec(provider="anthropic")
    assert state.voice_of("writer") == VoiceSpec(provider="embedded")
    assert state.policy == "random"


def test_a_whisper_is_witnessed_by_its_addressees_only() -> None:
    state = fold(
        [TopicInjected(at=AT, text="psst", to=("boss", "writer")), TopicInjected(at=AT, text="all")], started()
    )
    whisper, loud = state.entries
    assert [whisper.witnessed_by(member) for member in MEMBERS] == [True, False, False, True, False]
    assert all(loud.witnessed_by(member) for member in MEMBERS)


def test_a_fork_keeps_the_prefix_and_what_the_director_had_changed() -> None:
    prefix: list[Event] = [
        *turn(1, "boss"),
        VoiceChanged(at=AT, member="boss", voice={"provider": "embedded"}),
        PolicyChanged(at=AT, policy="random"),
    ]
    state = fold(prefix, started())
    fork = RunForked(at=AT, run="child", parent=state.run, at_seq=state.seq, at_turn=1, overrides={"seed": 99})
    child = fold([fork], state.copy())
    assert (child.run, child.parent, child.parent_turn) == ("child", state.run, 1)
    assert (child.setup.seed, child.setup.topic, child.setup.id) == (99, state.setup.topic, "child")
    assert child.turns == state.turns
    assert child.policy == "random"
    assert child.voice_of("boss").provider == "embedded"
    assert (child.own_cost, child.own_tokens, child.cost) == (0.0, 0, 0.5)
    fork = RunForked(
        at=AT,
        run="x",
        parent="y",
        at_seq=1,
        at_turn=1,
        overrides={"policy": "round_robin", "voice": {"provider": "anthropic"}},
    )
    child = fold([fork], state.copy())
    assert child.policy == "round_robin"
    assert {child.voice_of(member).provider for member in MEMBERS} == {"anthropic"}


def test_who_is_left_behind_by_a_fork_keeps_their_name() -> None:
    members = [member.model_dump(mode="json") for member in sample_config().members if member.id != "boss"]
    fork = RunForked(at=AT, run="x", parent="y", at_seq=5, at_turn=1, overrides={"members": members})
    state = fold([*turn(1, "boss"), fork], started())
    assert state.name_of("boss") == "Boss"
    assert state.name_of(DIRECTOR) == "Director"
    assert state.name_of("nobody") == "nobody"
    assert report(state)["transcript"][0]["name"] == "Boss"


def test_a_forked_sample_goes_on() -> None:
    events = sample_events(8, ended=False)
    state = fold(forked(events, 5, "child", {"topic": "another"}))
    assert state.next_turn == 5
    assert state.setup.topic == "another"
    assert state.status == "paused"


# A running run, steered at random ------------------------------------------------------------------------------------

MEMBER = st.sampled_from(MEMBERS)
ACTIONS = st.one_of(
    st.tuples(st.just("play")),
    st.tuples(st.just("step")),
    st.tuples(st.just("pause"), st.booleans()),
    st.tuples(st.just("inject"), st.text(min_size=1, max_size=12), st.lists(MEMBER, max_size=2, unique=True)),
    st.tuples(st.just("floor"), MEMBER),
    st.tuples(st.just("mute"), MEMBER),
    st.tuples(st.just("unmute"), MEMBER),
    st.tuples(st.just("voice"), st.sampled_from(["", *MEMBERS])),
    st.tuples(st.just("policy"), st.sampled_from(POLICIES.names())),
    st.tuples(st.just("break"), MEMBER),
    st.tuples(st.just("speak"), st.sampled_from([DIRECTOR, *MEMBERS]), st.text(min_size=1, max_size=12)),
    st.tuples(st.just("retry")),
    st.tuples(st.just("bookmark"), st.integers(1, 5)),
    st.tuples(st.just("wait"), st.integers(1, 12)),
)


async def act(run: Run, action: tuple[Any, ...]) -> None:
    match action:
        case ("play",):
            run.play()
        case ("step",):
            run.step()
        case ("pause", cancel):
            run.pause(cancel=cancel)
        case ("inject", text, to):
            run.director.inject(text, tuple(to))
        case ("floor", member):
            run.director.give_floor(member)
        case ("mute", member):
            run.director.mute(member)
        case ("unmute", member):
            run.director.unmute(member)
        case ("voice", member):
            run.director.change_voice(VoiceSpec(provider="embedded"), member)
        case ("policy", policy):
            run.director.change_policy(policy)
        case ("break", member):
            run.director.break_at(member=member)
        case ("speak", member, text):
            await run.director.speak_as(member, text)
        case ("retry",):
            run.director.retry()
        case ("bookmark", number):
            run.director.bookmark(number)
        case ("wait", loops):
            for _ in range(loops):
                await asyncio.sleep(0)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(actions=st.lists(ACTIONS, min_size=3, max_size=25), failures=st.lists(st.integers(0, 3), max_size=12))
def test_the_fold_of_the_log_is_the_live_state(
    tmp_path_factory: pytest.TempPathFactory, actions: list[tuple[Any, ...]], failures: list[int]
) -> None:
    path = tmp_path_factory.mktemp("steered") / "2026-01-05-roundtable-x.jsonl"
    acts: dict[int, Act] = {0: "I say so. [I doubt it]", 1: "", 2: fault(), 3: "{}"}

    async def steered() -> State:
        run = begun(path, Actor(*[acts[number] for number in failures]), sample_config(5))
        live = asyncio.get_running_loop().create_task(run.live())
        for action in actions:
            try:
                await act(run, action)
            except ParleyError:
                await asyncio.sleep(0)
        await run.close()
        async with asyncio.timeout(10):
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
