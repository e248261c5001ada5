"""Single events, and exactly what each changes: values that no run shows before something else covers them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from core.log.codec import decode
from core.log.events.base import Event
from core.log.events.distilled import Drift, RunDistilled
from core.log.events.run import (
    FloorGiven,
    MemberMuted,
    MemberUnmuted,
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
    CallFailed,
    ContextCut,
    SpeakerSelected,
    SummaryAsked,
    ToolCall,
    TurnBookmarked,
    TurnEnded,
    TurnFailed,
    TurnRetried,
    TurnStarted,
    Usage,
    VoiceReplied,
)
from core.log.fold import Unfoldable, fold
from core.log.state import Entry, State
from core.modes.duologue.events import NameChosen
from core.modes.duologue.state import DuologueState
from core.modes.office.events import (
    DayClosed,
    DayEnded,
    DayStarted,
    MemberReflected,
    SceneEnded,
    SceneRanked,
    SceneTranslated,
)
from core.modes.office.state import OfficeState
from core.modes.story.events import AgentSkipped, StoryRouted, ToolAnswered
from core.modes.story.state import StoryState
from tests import scene_lines as scenes
from tests import small_story as mill
from tests.corpus.read import logs
from tests.standup_events import sample_config

AT = datetime(2026, 1, 5, 9, tzinfo=UTC)


def after(seconds: float) -> datetime:
    return AT + timedelta(seconds=seconds)


def table(*events: Event, **config: Any) -> State:
    """A roundtable of five after these events."""
    config = sample_config(8).model_copy(update=config).as_json()
    return fold([RunStarted(at=AT, config=config), *events])


def selected(turn: int, member: str, policy: str = "affinity") -> SpeakerSelected:
    return SpeakerSelected(at=AT, turn=turn, member=member, policy=policy, reason="because")


def begun(turn: int, member: str, **values: Any) -> TurnStarted:
    return TurnStarted(at=AT, turn=turn, member=member, **values)


def replied(turn: int, member: str, purpose: Any = "turn", **values: Any) -> VoiceReplied:
    return VoiceReplied(at=AT, turn=turn, member=member, text="Yes.", purpose=purpose, **values)


def ended(turn: int, member: str, text: str = "Yes, well.", **values: Any) -> TurnEnded:
    return TurnEnded(at=AT, turn=turn, member=member, text=text, **values)


def forked(**overrides: Any) -> RunForked:
    return RunForked(at=after(40), run="child", parent="parent", at_seq=4, at_turn=1, overrides=overrides)


def asked(member: str = "boss") -> SummaryAsked:
    return SummaryAsked(at=AT, member=member, before=3, dropped=2, budget=100, room=50)


def cut(member: str, **values: Any) -> ContextCut:
    return ContextCut(at=AT, member=member, before=3, dropped=2, budget=100, **values)


# A fork --------------------------------------------------------------------------------------------------------------


def test_a_fork_has_played_for_no_time_yet_and_spent_nothing() -> None:
    paid = replied(1, "boss", usage=Usage(input=3, output=4), cost=0.5)
    paid = type(paid)(**{name: getattr(paid, name) for name in paid.__struct_fields__} | {"at": after(10)})
    before = table(RunContinued(at=AT), begun(1, "boss"), paid)
    assert (before.playing_seconds, before.own_cost, before.own_tokens) == (10, 0.5, 7)
    # Also where the parent's gate stood open up to it.
    state = fold([forked()], before.copy())
    assert (state.playing_seconds, state.own_cost, state.own_tokens) == (0, 0, 0)
    # What everything has cost is told all the same.
    assert (state.cost, state.usage.input, state.usage.output) == (0.5, 3, 4)
    fold([RunContinued(at=after(50)), RunPaused(at=after(53))], state)
    assert state.playing_seconds == 3


def test_a_fork_stands_and_waits_for_no_answer() -> None:
    before = table(
        replied(1, "", "selection"),
        asked(),
        replied(1, "boss", "summary"),
        RunEnded(at=AT, reason="turns", detail="All."),
    )
    assert before.pending
    assert before.summing
    state = fold([forked()], before)
    assert (state.status, state.reason, state.detail) == ("paused", "", "")
    assert (state.pending, state.summing) == ({}, None)


def test_whoever_is_left_behind_is_muted_no_more() -> None:
    before = table(MemberMuted(at=AT, member="boss"), MemberMuted(at=AT, member="writer"))
    members = [each.model_dump(mode="json") for each in before.setup.members if each.id != "boss"]
    assert fold([forked(members=members)], before.copy()).muted == {"writer"}
    assert fold([forked()], before.copy()).muted == {"boss", "writer"}


def test_voices_that_were_changed_stay_unless_the_fork_names_others() -> None:
    before = table(
        VoiceChanged(at=AT, member="boss", voice={"provider": "embedded"}), PolicyChanged(at=AT, policy="random")
    )
    members = [each.model_dump(mode="json") for each in before.setup.members]
    for overrides, provider, policy in (
        ({"topic": "x"}, "embedded", "random"),
        ({"members": members}, "rehearsal", "random"),
        ({"voice": {"provider": "rehearsal"}}, "rehearsal", "random"),
        ({"policy": "round_robin"}, "embedded", "round_robin"),
    ):
        state = fold([forked(**overrides)], before.copy())
        assert (state.voice_of("boss").provider, state.policy) == (provider, policy), overrides


# What is asked beside turns ------------------------------------------------------------------------------------------


def test_a_summary_that_is_asked_for_has_no_answer_yet() -> None:
    state = table(replied(1, "boss", "summary"))
    assert "summary" in state.pending
    fold([asked()], state)
    assert (state.summing, state.pending) == (asked(), {})


def test_a_cut_of_somebody_else_leaves_the_summary_asked_for() -> None:
    state = table(asked(), replied(1, "boss", "summary"), cut("writer", summary="They spoke."))
    assert (state.summing, set(state.pending)) == (asked(), {"summary"})
    assert (state.cuts, state.summaries) == ({"writer": 3}, {"writer": "They spoke."})
    fold([cut("boss", summary="All spoke."), cut("writer")], state)
    assert (state.summing, state.pending) == (None, {})
    # A cut without a summary leaves none of an earlier one.
    assert state.summaries == {"boss": "All spoke."}


@pytest.mark.parametrize("purpose", ["selection", "closing"])
def test_what_was_answered_before_a_selection_or_a_line_is_used_up(purpose: str) -> None:
    state = table(replied(1, "", purpose))
    assert set(state.pending) == {purpose}
    assert fold([selected(1, "boss")], state.copy()).pending == {}
    assert fold([begun(1, "boss"), ended(1, "boss")], state.copy()).pending == {}


def test_a_contribution_is_paid_and_waits_for_nothing() -> None:
    state = scenes.play(scenes.office(), "meeting", [("ada", "Yes.")])
    reply = replied(2, "ben", "contribution", usage=Usage(input=1), cost=0.25)
    fold([begun(2, "ben"), reply], state)
    assert (state.calls, state.cost, state.pending) == (1, 0.25, {})
    assert state.open is not None
    assert (state.open.reply, state.open.rounds) == (None, 0)
    scene = state[OfficeState].scene
    assert scene is not None
    assert scene.contributions == {"ben": reply}


def test_what_a_run_leaves_behind_moves_pairs() -> None:
    drift = Drift(a="writer", b="boss", before=0.5, after=0.7, reason="They agreed.")
    state = table(replied(8, "", "distillation"), RunDistilled(at=AT, summary="Done.", drifts=(drift,)))
    assert state.pending == {}
    assert state.affinity_of("boss", "writer") == 0.7
    assert state.distilled is not None


def test_every_kind_of_token_is_counted() -> None:
    usage = Usage(input=1, cache_read=10, cache_write=100, output=1_000)
    state = table(
        begun(1, "boss"),
        replied(1, "boss", usage=usage, cost=0.5),
        CallFailed(at=AT, turn=1, member="boss", purpose="turn", kind="dropped", usage=usage, cost=0.25),
        TurnFailed(at=AT, turn=1, member="boss", kind="dropped", sentence="No.", usage=usage, cost=0.125),
    )
    assert state.usage == Usage(input=3, cache_read=30, cache_write=300, output=3_000)
    assert (state.cost, state.own_cost, state.own_tokens, state.calls) == (0.875, 0.875, 3_333, 1)
    # A turn that failed has no reply, whatever came of it before.
    assert state.open is not None
    assert state.open.reply is None


# The gate and turns --------------------------------------------------------------------------------------------------


def test_a_resumed_run_that_had_ended_stays_ended() -> None:
    over = RunEnded(at=AT, reason="tokens", detail="Enough.")
    state = table(selected(1, "boss"), over, RunResumed(at=AT))
    assert (state.status, state.reason, state.detail, state.selected) == ("ended", "tokens", "Enough.", None)
    state = table(RunContinued(at=AT, how="step"), RunResumed(at=AT))
    assert (state.status, state.reason) == ("paused", "interrupted")


def test_a_breakpoint_holds_the_turn_that_is_next_and_a_reply_that_is_there() -> None:
    point = RunPaused(at=AT, reason="breakpoint", detail="Here.", breakpoint="turn:2")
    state = table(begun(1, "boss"), ended(1, "boss"), point)
    assert (state.held_turn, state.held_by, state.reason, state.detail) == (2, "turn:2", "breakpoint", "Here.")
    for events, held in (([begun(1, "boss")], False), ([begun(1, "boss"), replied(1, "boss")], True)):
        state = table(*events, point)
        assert state.open is not None
        assert state.open.held is held
    state = table(begun(1, "boss"), replied(1, "boss"), RunPaused(at=AT, reason="director"))
    assert (state.held_turn, state.held_by) == (0, "")
    assert state.open is not None
    assert not state.open.held


def test_a_floor_goes_with_whoever_is_muted_and_with_nobody_else() -> None:
    given = FloorGiven(at=AT, member="boss")
    assert table(given, MemberMuted(at=AT, member="writer")).floor == "boss"
    state = table(given, MemberMuted(at=AT, member="boss"), MemberMuted(at=AT, member="writer"))
    assert (state.floor, state.muted) == ("", {"boss", "writer"})
    assert fold([MemberUnmuted(at=AT, member="boss")], state).muted == {"writer"}


@pytest.mark.parametrize(("kind", "number"), [("line", 1), ("opening", 1), ("director", 0), ("player", 0)])
def test_a_turn_that_a_member_begins_is_remembered_as_begun(kind: Any, number: int) -> None:
    state = table(selected(1, "boss"), begun(1, "boss", kind=kind))
    assert state.begun == number
    assert state.open is not None
    assert state.open.selected == (None if kind == "director" else selected(1, "boss"))
    assert (state.open.seq, state.open.asked_seq, state.open.next_seq) == (2, 3, -1)


def test_a_turn_knows_when_it_began_and_when_it_was_asked() -> None:
    state = table(selected(1, "boss"), begun(1, "boss"), replied(1, "boss"), ended(1, "boss", "One two."))
    (turn,) = state.turns
    assert (turn.started_seq, turn.asked_seq, turn.seq, turn.answers) == (2, 3, 4, ())
    state = table(ended(1, "boss", "One two.", heard_by=("boss", "writer"), hidden=True))
    (turn,) = state.turns
    assert (turn.started_seq, turn.asked_seq, turn.seq, turn.started) == (1, -1, 1, None)
    assert state.entries == [Entry("line", 1, 1, "boss", "One two.", ("boss", "writer"), (), True)]
    assert (state.spoken, state.words) == ({"boss": 1}, {"boss": 2})


def test_a_line_that_is_taken_back_gives_the_floor_back_to_whom_the_director_had_chosen() -> None:
    line = [selected(1, "boss"), begun(1, "boss", attempt=2), replied(1, "boss"), ended(1, "boss", "One two three.")]
    for policy, floor in (("director", "writer"), ("affinity", "")):
        state = table(*line, TurnBookmarked(at=AT, turn=1), selected(2, "writer", policy), TurnRetried(at=AT, turn=1))
        assert (state.floor, state.selected, state.attempt) == (floor, selected(1, "boss"), 3)
        assert (state.turns, state.entries, state.bookmarks) == ([], [], frozenset())
        assert (state.spoken, state.words) == ({"boss": 0}, {"boss": 0})
        assert (state.held_turn, state.begun, state.revision) == (1, 1, 1)


def test_only_the_last_line_is_taken_back() -> None:
    state = table(ended(1, "boss"), ended(2, "writer"), TurnRetried(at=AT, turn=1))
    assert [turn.number for turn in state.turns] == [1, 2]
    assert (state.attempt, state.begun, state.revision) == (1, 3, 0)


def test_what_the_director_puts_in_stands_where_it_was_put_in() -> None:
    state = table(ended(1, "boss"), TopicInjected(at=AT, text="Now.", to=("boss",), hidden=True, name="Ghost"))
    assert state.entries[1] == Entry("topic", 2, 2, "", "Now.", ("boss",), (), True, "Ghost")
    assert not state.entries[1].witnessed_by("boss")


def test_a_mark_is_set_and_taken_away_alone() -> None:
    marks = [TurnBookmarked(at=AT, turn=turn) for turn in (1, 2)]
    assert table(*marks).bookmarks == {1, 2}
    assert table(*marks, TurnBookmarked(at=AT, turn=1, on=False)).bookmarks == {2}


def test_what_cannot_be_folded_is_told_with_its_place() -> None:
    with pytest.raises(Unfoldable, match=r"event 2, run\.started: a run begins only once"):
        table(RunStarted(at=AT, config=sample_config(8).as_json()))
    twice = [member.model_dump(mode="json") for member in sample_config(8).members[:1] * 2]
    with pytest.raises(Unfoldable, match="two members have the same id"):
        table(forked(members=twice))
    with pytest.raises(Unfoldable, match=r"event 2, run\.forked: seed: "):
        table(forked(seed="none"))
    with pytest.raises(Unfoldable, match=r"event 2, scene\.ended: it is no event of this mode"):
        table(SceneEnded(at=AT, scene=1, clock="10:00"))
    with pytest.raises(ValueError, match=r"no run\.started yet"):
        _ = State().setup


def test_what_a_run_begins_with() -> None:
    config = sample_config(8)
    state = table()
    assert (state.started_at, state.now, state.seq, state.status) == (AT, AT, 1, "ready")
    assert (state.policy, state.run, state.voices) == (config.policy, config.id, {"": config.voice})
    assert state.affinity == {(each.a, each.b): each.affinity for each in config.affinities}
    assert state.affinity_of("boss", "nobody") == 0.5
    assert (state.last_speaker, table(ended(1, "boss")).last_speaker) == ("", "boss")
    assert state.chosen_by == config.policy


def test_playing_on_leaves_no_reason_behind() -> None:
    state = table(RunPaused(at=AT, reason="failure", detail="Overloaded."), RunContinued(at=AT, how="step"))
    assert (state.status, state.reason, state.detail) == ("playing", "step", "")


def test_replies_of_a_turn_are_counted_and_the_newest_counts() -> None:
    failed = TurnFailed(at=AT, turn=1, member="boss", kind="server", sentence="No.")
    state = table(begun(1, "boss"), failed, replied(1, "boss"), replied(1, "boss", cost=1.0))
    assert state.open is not None
    assert (state.open.rounds, state.open.answered, state.open.held, state.open.failed) == (2, 0, False, None)
    assert (state.open.reply, state.open.asked_seq, state.open.next_seq) == (replied(1, "boss", cost=1.0), 2, -1)


def test_a_line_by_hand_that_is_taken_back_has_a_second_attempt() -> None:
    assert table(ended(1, "boss"), TurnRetried(at=AT, turn=1)).attempt == 1


def test_what_spoke_is_told_of_imported_runs_too() -> None:
    config = {"imported": "pidgin: a.jsonl"}
    state = table(ended(1, "boss"), **config)
    assert state.voice_label("boss") == "pidgin: a.jsonl"
    line = [begun(2, "boss"), replied(2, "boss", provider="local", model="m-7"), ended(2, "boss")]
    fold(line, state)
    assert (state.voice_label("boss"), state.voice_label("writer")) == ("local · m-7", "pidgin: a.jsonl")
    fold([begun(3, "boss"), replied(3, "boss", provider="local"), ended(3, "boss")], state)
    assert state.voice_label("boss") == "local"
    # What goes on from there is spoken here.
    assert fold([forked()], state).voice_label("boss") == table().voice_label("boss") == "rehearsal"


# A scene -------------------------------------------------------------------------------------------------------------


def test_a_scene_that_ends_leaves_no_turn_begun_no_floor_and_no_choice() -> None:
    state = scenes.play(scenes.office(), "meeting", [("ada", "Yes.")])
    open_turn = [selected(2, "ben"), begun(2, "ben"), FloorGiven(at=AT, member="ada"), selected(2, "ben")]
    waiting = [replied(2, "", purpose) for purpose in ("aftermath", "closing", "scene")]
    fold([*open_turn, *waiting], state)
    assert (state.begun, state.floor, state.selected is None) == (2, "ada", False)
    scenes.end(state, SceneEnded(at=AT, scene=1, clock="10:40"))
    assert (state.begun, state.floor, state.selected) == (0, "", None)
    assert set(state.pending) == {"scene"}


def test_a_day_begins_at_eight_and_is_kept_when_it_is_over() -> None:
    state = scenes.office()
    office = state[OfficeState]
    assert (office.clock, office.running, office.closed, office.streak, office.slot) == ("08:00", True, False, 0, 0)
    for _scene in range(2):
        number = office.next_scene
        scenes.end(scenes.play(state, "encounter", [("ada", "Yes.")]), SceneEnded(at=AT, scene=number, clock="10:40"))
    fold([DayEnded(at=AT, day=1, summary="One.")], state)
    assert not office.running
    fold([DayStarted(at=AT, day=2, date="2026-01-09")], state)
    scenes.end(scenes.play(state, "encounter", [("ben", "No.")]), SceneEnded(at=AT, scene=3, clock="10:40"))
    fold([DayEnded(at=AT, day=2, summary="Two.")], state)
    assert [(day.day, day.date, day.first, day.last, day.summary) for day in office.past] == [
        (1, "2026-01-08", 1, 2, "One."), (2, "2026-01-09", 3, 3, "Two."),
    ]  # fmt: skip


def test_a_closed_day_has_no_choice_and_no_scene_to_come() -> None:
    state = scenes.play(scenes.office(), "meeting", [("ada", "Yes.")])
    fold([selected(2, "ben"), replied(2, "", "scene"), DayClosed(at=AT, day=1)], state)
    assert (state.selected, state.pending) == (None, {})
    office = state[OfficeState]
    assert (office.closed, office.ranked, office.requested) == (True, None, ())
    assert office.scene is not None
    assert office.scene.skipped


def test_a_fork_leaves_the_places_of_those_who_stay_behind() -> None:
    state = scenes.play(scenes.office(), "meeting", [("ada", "Yes.")])
    assert "dov" in state[OfficeState].places
    members = [each.model_dump(mode="json") for each in state.setup.members if each.id != "dov"]
    fold([forked(members=members)], state)
    assert set(state[OfficeState].places) == {"ada", "ben", "cleo"}


def test_what_the_director_says_in_a_scene_is_heard_and_remembered() -> None:
    state = scenes.play(scenes.office(), "meeting", [("ada", "Yes.")])
    fold([TopicInjected(at=AT, text="Be brief."), TopicInjected(at=AT, text="You too.", to=("ben",))], state)
    office = state[OfficeState]
    assert office.scene is not None
    assert office.scene.feedback == ("Be brief.", "You too.")
    assert [memory.member for memory in office.memories] == ["ada", "ben", "cleo", "dov", "ben"]
    assert [memory.id for memory in office.memories] == ["m1", "m2", "m3", "m4", "m5"]


@pytest.mark.parametrize(
    ("purpose", "event"),
    [
        ("reflection", MemberReflected(at=AT, member="ada", accumulated=9, insights=())),
        ("translation", SceneTranslated(at=AT, scene=1, language="en", lines=())),
        ("scene", SceneRanked(at=AT, scene=1, clock="10:00", candidates=(), chosen=0, method="director", reason="So.")),
    ],
)
def test_an_answer_of_the_game_master_is_used_once(purpose: str, event: Event) -> None:
    state = fold([replied(1, "", purpose), replied(1, "", "weave")], scenes.office())
    assert set(fold([event], state).pending) == {"weave"}


# A story -------------------------------------------------------------------------------------------------------------


def test_an_agent_who_is_skipped_is_due_no_more_and_the_others_are() -> None:
    state = mill.begun()
    routed = StoryRouted(at=AT, story_turn=1, turn=1, phase="exploration", agents=("narrator", "keeper", "jester"))
    fold([routed, AgentSkipped(at=AT, agent="keeper", reason="Nobody asked.")], state)
    assert state[StoryState].due == ("narrator", "jester")


def test_every_call_of_a_tool_is_answered_before_the_next_request() -> None:
    state = mill.begun()
    seq = state.seq
    calls = tuple(ToolCall(id=f"c{number}", name="start_dialogue") for number in range(3))
    fold([begun(1, "narrator"), replied(1, "narrator", tool_calls=calls, usage=Usage(input=3, output=4))], state)
    assert state[StoryState].tokens == 7
    answers = [
        ToolAnswered(at=AT, turn=1, member="narrator", call=each.id, name=each.name, text="No.") for each in calls
    ]
    for number, answer in enumerate(answers, 1):
        fold([answer], state)
        assert state.open is not None
        assert (state.open.answered, len(state.open.unanswered)) == (number, 3 - number)
        assert (state.open.next_seq >= 0) is (number == 3)
    assert state.open is not None
    assert (state.open.asked_seq, state.open.next_seq) == (seq + 1, seq + 5)
    assert [(entry.kind, entry.calls) for entry in state.entries if entry.speaker == "narrator"] == [
        ("calls", tuple(answers))
    ]
    # What was put in while it stood is asked with.
    fold([RunPaused(at=AT), RunContinued(at=AT)], state)
    assert state.open.next_seq == seq + 7
    fold([replied(1, "narrator")], state)
    assert (state.open.asked_seq, state.open.next_seq, state.open.rounds) == (seq + 7, -1, 2)


# A duologue ----------------------------------------------------------------------------------------------------------


def test_a_side_is_called_as_it_chose_to_be() -> None:
    first = logs()["duologue-names-en"].data.splitlines()[0]
    state = fold([decode(first), replied(1, "ada", "name")])
    fold([NameChosen(at=AT, member="ada", name="Aurora"), NameChosen(at=AT, member="ghost", name="Boo")], state)
    assert (state.name_of("ada"), state.name_of("bo"), state.name_of("ghost")) == ("Aurora", "Bo", "ghost")
    assert (state.setup.member("ada").name, state.pending) == ("Aurora", {})
    assert state[DuologueState].named == {"ada", "ghost"}
