"""Play, pause, step, stop, close, and the director's hand."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Literal
from unittest.mock import AsyncMock, Mock

import pytest

from parley.core.base.clock import SimulatedClock
from parley.core.base.errors import HostNotAllowed, RunError, UnknownName, UsageError, VoiceUnavailable
from parley.core.cast.member import VoiceSpec
from parley.core.engine.director import LONGEST_TOPIC, Director
from parley.core.engine.gate import Gate, Pace
from parley.core.engine.mode import Mode
from parley.core.engine.retake import to_take_back
from parley.core.engine.run import IDLE_STEPS, Run
from parley.core.engine.stage import Stage
from parley.core.log import log as log_file
from parley.core.log.events.base import Event
from parley.core.log.events.run import FloorGiven, RunContinued, RunEnded, RunPaused, RunStarted, VoiceChanged
from parley.core.log.events.turn import (
    SpeakerSelected,
    TurnAbandoned,
    TurnEnded,
    TurnRetried,
    TurnStarted,
    VoiceReplied,
)
from parley.core.log.fold import fold
from parley.core.log.log import Log
from parley.core.log.state import DIRECTOR
from parley.core.log.whispers import find_hearers, list_standing
from parley.core.voices.base import Capabilities, Delta, Reply, Request, Voice, Waiting
from parley.core.voices.rehearsal.voice import RehearsalVoice
from tests.office_configs import day_config, scene_config
from tests.parley_processes import words
from tests.scripted_voices import Actor, Company, begun, fault, finished, of_type, one_step, recorded, to_the_end
from tests.standup_events import sample_config


@contextlib.asynccontextmanager
async def playing(
    path: Path, actor: Actor | None = None, turns: int = 8, *, amid: int = -1, **values: Any
) -> AsyncIterator[tuple[Run, Actor]]:
    """A run that lives beside whoever steers it, in the middle of the call `amid` where one is told; afterwards the log
    folds to what was live."""
    voice = actor or Actor()
    run = begun(path, voice, sample_config(turns), **values)
    async with asyncio.timeout(60), asyncio.TaskGroup() as group:
        group.create_task(run.live())
        try:
            if amid >= 0:
                voice.stall_at = {amid}
                run.play()
                await voice.stalled.wait()
            yield run, voice
        finally:
            await run.close()
    assert fold(log_file.read(path).events) == run.state


async def settled(run: Run, *, turns: int = -1, status: str = "") -> None:
    """Let the loop turn until the run has spoken so many turns, or stands as said."""
    while not (len(run.state.turns) >= turns >= 0 or (status and run.state.status == status and not run.speaking)):
        await asyncio.sleep(0)


async def idle() -> None:
    for _ in range(50):
        await asyncio.sleep(0)


class Instant(Actor):
    """A voice that replies without a turn of the event loop."""

    async def speak(self, request: Request) -> AsyncIterator[Delta | Waiting | Reply]:
        yield Reply(text=f"Line {request.turn}.", provider="actor")


@pytest.mark.parametrize("rehearsed", [True, False])
async def test_others_have_their_turn_between_two_turns(log_path: Path, rehearsed: bool) -> None:
    clock = SimulatedClock()
    voice: Voice = RehearsalVoice(VoiceSpec(), clock) if rehearsed else Instant()
    run = begun(log_path, voice, sample_config(50), clock=clock)
    run.play()
    async with asyncio.timeout(60), asyncio.TaskGroup() as group:
        group.create_task(run.live(until_paused=True))
        await settled(run, turns=3)
        run.pause()
    await run.close()
    assert (run.state.status, len(run.state.turns) in {3, 4}) == ("paused", True)


async def test_a_reply_that_was_cut_off_took_no_time_on_a_simulated_clock(log_path: Path) -> None:
    """So that a run that was cancelled anywhere says the same at the same moments as one that was not."""
    calm, struck = log_path.with_name("calm.jsonl"), log_path.with_name("struck.jsonl")
    for path, cancels in ((calm, 0), (struck, 6)):
        clock = SimulatedClock()
        run = begun(path, RehearsalVoice(VoiceSpec(), clock), sample_config(8), clock=clock)
        async with asyncio.timeout(20), asyncio.TaskGroup() as group:
            group.create_task(run.live())
            for number in range(cancels):
                run.play()
                await settled(run, turns=number)
                while not run.speaking:
                    await asyncio.sleep(0)
                run.pause(cancel=True)
                await settled(run, status="paused")
            run.play()
            await settled(run, status="ended")
        await run.close()
    events = log_file.read(struck).events
    assert of_type(events, TurnAbandoned)
    assert [each.at for each in events] == sorted(each.at for each in events)
    assert words(struck.read_bytes()) == words(calm.read_bytes())


async def test_play_in_the_middle_of_a_step_goes_on(log_path: Path) -> None:
    async with playing(log_path) as (run, actor):
        actor.stall_at = {0}
        run.step()
        await actor.stalled.wait()
        run.play()
        actor.go_on.set()
        await settled(run, status="ended")
    assert len(run.state.turns) == 8


async def test_a_pause_between_turns_holds_the_gate(log_path: Path) -> None:
    async with playing(log_path) as (run, actor):
        run.play()
        await settled(run, turns=3)
        run.pause("Coffee.")
        await idle()
        count = len(run.state.turns)
        assert (run.state.status, run.state.detail) == ("paused", "Coffee.")
        await idle()
        assert len(run.state.turns) == count
        asked = len(actor.requests)
        run.pause()
        run.play()
        run.play()
        await settled(run, status="ended")
        assert len(actor.requests) > asked
    assert len(of_type(log_file.read(log_path).events, RunPaused)) == 1
    assert len(of_type(log_file.read(log_path).events, RunContinued)) == 2
    assert len(run.state.turns) == 8


@pytest.mark.parametrize(("mid_turn", "cancel"), [("finish", False), ("cancel", False), ("finish", True)])
async def test_a_pause_in_a_stream_finishes_or_cancels_it(
    log_path: Path, mid_turn: Literal["finish", "cancel"], cancel: bool
) -> None:
    async with playing(log_path, amid=2, mid_turn=mid_turn) as (run, actor):
        seen = recorded(run)
        run.pause(cancel=cancel)
        assert run.state.status == "paused"
        if mid_turn == "finish" and not cancel:
            await idle()
            assert run.speaking
            with pytest.raises(RunError, match="Somebody is speaking"):
                run.director.retry()
            assert run.state.open is not None
            run.director.inject("Bees")
            heard = find_hearers(run.state, list_standing(run.state))
            assert [who for who, (_text, yet) in heard.items() if not yet] == [run.state.open.started.member]
            actor.go_on.set()
            await settled(run, turns=3)
            assert list_standing(run.state), "who was speaking has not taken it up"
            await idle()
            assert len(run.state.turns) == 3
            assert not of_type(seen, TurnAbandoned)
        else:
            await settled(run, status="paused")
            assert len(run.state.turns) == 2
            (abandoned,) = of_type(seen, TurnAbandoned)
            assert (abandoned.turn, abandoned.reason) == (3, "paused before the reply was whole")
            assert run.state.open is None
        assert not run.speaking
        run.play()
        await settled(run, status="ended")
    assert len(run.state.turns) == 8
    # The turn that was cancelled is asked again, of the same member and with the same chances.
    again = [request for request in actor.requests if request.turn == 3 and request.purpose == "turn"]
    assert len({(request.chance, request.direction) for request in again}) == 1


async def test_who_does_not_want_to_wait_for_a_reply_after_all_cancels_it(log_path: Path) -> None:
    async with playing(log_path, amid=0) as (run, _actor):
        run.pause()
        await idle()
        assert run.speaking
        run.pause()
        await idle()
        assert run.speaking
        run.pause(cancel=True)
        await idle()
        assert (run.speaking, run.state.open, run.state.turns) == (False, None, [])


async def test_stop_ends_the_run_at_once(log_path: Path) -> None:
    async with playing(log_path, amid=2) as (run, actor):
        ending = asyncio.create_task(run.stop())
        await asyncio.sleep(0)
        # Whoever waits for the floor until it is over has nothing to say any more.
        with pytest.raises(RunError, match="has ended"):
            await run.director.speak_as("boss", "Too late.")
        await ending
        assert (run.state.status, run.gate.is_open) == ("ended", True)
        await run.stop()
        await idle()
    assert run.state.reason == "director"
    assert len(run.state.turns) == 2
    assert len(actor.requests) == 3
    # Nobody was asked to keep minutes: the director wanted an end, not another call.
    assert run.state.distilled is not None
    assert run.state.distilled.method == "rules"
    assert len(of_type(log_file.read(log_path).events, RunEnded)) == 1


@pytest.mark.parametrize("moment", ["before", "stream", "between", "ended"])
async def test_close_stops_spending_and_gives_the_log_back(log_path: Path, moment: str) -> None:
    async with playing(log_path) as (run, actor):
        actor.stall_at = {2}
        if moment != "before":
            run.play()
        if moment == "stream":
            await actor.stalled.wait()
        elif moment == "between":
            await settled(run, turns=1)
        elif moment == "ended":
            actor.go_on.set()
            await settled(run, status="ended")
        await run.close()
        asked = len(actor.requests)
        await run.close()
        await idle()
        assert len(actor.requests) == asked
        for steer in (
            run.play, run.step, run.director.retry, lambda: run.director.inject("x"),
            lambda: run.director.bookmark(1), lambda: run.director.clear_breakpoint("turn:1"),
        ):  # fmt: skip
            with pytest.raises(RunError, match="This run is closed"):
                steer()
        log, recording = Log.open(log_path, lock=log_path.with_suffix(".lock"))
        log.close()
        assert recording.damage == log_file.Damage()
        was = {"before": ("ready", ""), "ended": ("ended", "turns")}.get(moment, ("paused", "director"))
        assert (run.state.status, run.state.reason) == was
        assert run.state.open is None


async def test_a_loop_that_was_cancelled_can_be_taken_up_again(log_path: Path) -> None:
    actor = Actor(stall_at={1})
    run = begun(log_path, actor, sample_config(4))
    live = asyncio.get_running_loop().create_task(run.live())
    run.play()
    await actor.stalled.wait()
    live.cancel()
    with pytest.raises(asyncio.CancelledError):
        await live
    # What comes now comes after the question that was cut off: it must be asked anew.
    run.director.inject("Something new.")
    await finished(run)
    assert "Something new." in repr(actor.bodies[2])
    (abandoned,) = of_type(log_file.read(log_path).events, TurnAbandoned)
    assert abandoned.reason == "the run was interrupted"
    assert len(run.state.turns) == 4


async def test_breakpoints_before_a_member_and_before_a_turn(log_path: Path) -> None:
    async with playing(log_path) as (run, actor):
        point = run.director.break_at(turn=3)
        assert run.director.break_at(turn=3) == point == "turn:3"
        run.play()
        await settled(run, status="paused")
        assert (run.state.reason, run.state.detail) == ("breakpoint", "Before turn 3.")
        assert len(run.state.turns) == len(actor.requests) == 2
        run.play()
        await settled(run, turns=3)
        run.pause()
        await settled(run, status="paused")
        silent = next(member for member in run.state.setup.members if member.id != run.state.last_speaker)
        assert run.director.break_at(member=silent.id) == f"member:{silent.id}"
        run.director.give_floor(silent.id)
        run.play()
        await settled(run, status="paused")
        assert run.state.detail == f"Before {silent.name} speaks."
        # They are held once, then they speak.
        run.step()
        await settled(run, status="paused")
        assert run.state.last_speaker == silent.id
        run.director.clear_breakpoint(f"member:{silent.id}")
        run.director.clear_breakpoint("no such")
        assert [run.director.break_at(tool=True, member=each) for each in ("", "boss")] == ["tool", "tool:boss"]
        run.play()
        await settled(run, status="ended")


async def test_the_floor_a_mute_and_a_policy(log_path: Path) -> None:
    async with playing(log_path) as (run, _actor):
        run.director.give_floor("wildcard")
        run.step()
        await settled(run, turns=1)
        await settled(run, status="paused")
        assert run.state.turns[0].member == "wildcard"
        assert run.state.turns[0].selected is not None
        assert run.state.turns[0].selected.policy == "director"
        for member in ("boss", "analyst", "hustler"):
            run.director.mute(member)
            run.director.mute(member)
        with pytest.raises(RunError, match="Boss is muted"):
            run.director.give_floor("boss")
        run.director.change_policy("round_robin")
        run.play()
        await settled(run, turns=5)
        run.director.unmute("boss")
        await settled(run, status="ended")
    assert {turn.member for turn in run.state.turns[:5]} == {"writer", "wildcard"}


async def test_everybody_muted_stands_and_says_so(log_path: Path) -> None:
    async with playing(log_path) as (run, _actor):
        for member in run.state.setup.members:
            run.director.mute(member.id)
        run.play()
        await settled(run, status="paused")
        assert run.state.reason == "floor"
        assert run.state.detail == "Everybody is muted: bring somebody back."
        run.director.unmute("writer")
        run.play()
        await settled(run, status="ended")
    assert {turn.member for turn in run.state.turns} == {"writer"}


async def test_manual_waits_for_the_director_each_turn(log_path: Path) -> None:
    async with playing(log_path) as (run, _actor):
        run.director.change_policy("manual")
        for member in ("writer", "boss", "boss"):
            run.play()
            await settled(run, status="paused")
            assert (run.state.reason, run.state.detail) == ("floor", "Give somebody the floor.")
            run.director.give_floor(member)
            run.play()
            await settled(run, status="paused")
        assert [turn.member for turn in run.state.turns] == ["writer", "boss", "boss"]


async def test_a_turn_by_hand_while_somebody_speaks_waits_for_them(log_path: Path) -> None:
    async with playing(log_path, amid=1) as (run, actor):
        async with asyncio.TaskGroup() as group:
            for number in (1, 2, 3):
                group.create_task(run.director.speak_as(DIRECTOR if number == 2 else "writer", f"By hand {number}."))
            await idle()
            assert len(run.state.turns) == 1
            actor.go_on.set()
        await settled(run, status="ended")
    texts = [turn.text for turn in run.state.turns]
    assert texts[:2] == ["Line 1.", "Line 2."]
    by_hand = [turn for turn in run.state.turns if turn.ended.author == "director"]
    assert [turn.text for turn in by_hand] == ["By hand 1.", "By hand 2.", "By hand 3."]
    assert [turn.member for turn in by_hand] == ["writer", DIRECTOR, "writer"]
    assert [turn.number for turn in run.state.turns] == list(range(1, 9))
    assert all(turn.selected is None for turn in by_hand)
    events = log_file.read(log_path).events
    starts = of_type(events, TurnStarted)
    assert len(starts) == len(of_type(events, TurnEnded)) == 8


async def test_a_turn_that_nobody_answered_is_given_up_before_the_director_speaks(log_path: Path) -> None:
    run = begun(log_path, Actor(), sample_config(4))
    run.stage.append(TurnStarted(at=run.stage.clock.now(), turn=1, member="boss", kind="opening"))
    seen = recorded(run)
    await run.director.speak_as("writer", "My turn.")
    assert [event.reason for event in of_type(seen, TurnAbandoned)] == ["the director took the turn"]
    assert not of_type(seen, TurnRetried)
    assert [turn.member for turn in run.state.turns] == ["writer"]
    await run.close()


async def test_a_reply_that_was_paid_for_is_said_before_the_director_speaks(log_path: Path) -> None:
    run = begun(log_path, Actor(), sample_config(4))
    at = run.stage.clock.now()
    run.stage.append(SpeakerSelected(at=at, turn=1, member="boss", policy="affinity", reason="x"))
    run.stage.append(TurnStarted(at=at, turn=1, member="boss", kind="opening"))
    run.stage.append(VoiceReplied(at=at, turn=1, member="boss", text="Paid for.", cost=0.1))
    await run.director.speak_as(DIRECTOR, "My turn.")
    assert [turn.text for turn in run.state.turns] == ["Paid for.", "My turn."]
    await run.close()


class German(Actor):
    """A voice that speaks no English."""

    @property
    def capabilities(self) -> Capabilities:
        return Capabilities(languages=("de",))


async def test_a_voice_that_does_not_speak_the_language_is_refused(log_path: Path) -> None:
    other = German(spec=VoiceSpec(provider="rehearsal", model="german"))
    run = begun(log_path, Actor(), sample_config(2), others={other.spec: other})
    with pytest.raises(VoiceUnavailable, match="does not speak English"):
        run.director.change_voice(other.spec)
    await run.close()


async def test_a_voice_that_is_changed_is_used_from_the_next_turn_on(log_path: Path) -> None:
    other = Actor(spec=VoiceSpec(provider="rehearsal", model="another"))
    async with playing(log_path, amid=0, others={other.spec: other}) as (run, actor):
        run.director.change_voice(other.spec)
        actor.go_on.set()
        await settled(run, status="ended")
    assert len(actor.requests) == 1
    assert len(other.requests) == 8
    (changed,) = of_type(log_file.read(log_path).events, VoiceChanged)
    # Only what is set: what is not is the rule still when the rule is another.
    assert changed.voice == {"model": "another"}


async def test_what_cannot_be_done_says_why(log_path: Path) -> None:
    async with playing(log_path) as (run, _actor):
        with pytest.raises(UnknownName, match="no member called 'zoe'"):
            run.director.inject("x", ("zoe",))
        hand = run.director
        for steer_whom in (hand.give_floor, hand.mute, hand.unmute, lambda who: hand.break_at(member=who)):
            with pytest.raises(UnknownName, match="member"):
                steer_whom("zoe")
        with pytest.raises(UnknownName, match="member"):
            hand.change_voice(VoiceSpec(), "zoe")
        with pytest.raises(UnknownName, match="member"):
            await hand.speak_as("zoe", "Hm.")
        with pytest.raises(UnknownName, match="policy"):
            run.director.change_policy("loudest")
        for empty in ("", "   ", "\n"):
            with pytest.raises(UsageError, match=r"^The topic is empty\.$"):
                run.director.inject(empty)
            with pytest.raises(UsageError, match=r"^The line is empty\.$"):
                await run.director.speak_as("boss", empty)
        with pytest.raises(UsageError, match="4,001 characters; at most 4,000"):
            run.director.inject("x" * (LONGEST_TOPIC + 1))
        with pytest.raises(UsageError, match="for a member, for a turn, for tool calls or for a conv"):
            run.director.break_at()
        with pytest.raises(UsageError, match="no turn 1"):
            run.director.bookmark(1)
        run.director.inject("lone \ud800 surrogate")
        run.director.inject("x" * LONGEST_TOPIC)
        await run.director.speak_as("boss", "[only a thought]")
        assert run.state.turns[0].text == "[only a thought]"
        with pytest.raises(RunError, match="already been spoken"):
            run.director.break_at(turn=1)
        run.director.bookmark(1)
        assert run.state.bookmarks == {1}
        run.director.bookmark(1)
        assert run.state.bookmarks == frozenset()
        await run.stop()
        for steer in (
            run.play, run.step, hand.retry, lambda: hand.inject("x"), lambda: hand.mute("boss"),
            lambda: hand.unmute("boss"), lambda: hand.give_floor("boss"), lambda: hand.change_policy("random"),
            lambda: hand.change_voice(VoiceSpec()), lambda: hand.break_at(turn=3),
        ):  # fmt: skip
            with pytest.raises(RunError, match="has ended"):
                steer()
        for late in ("Too late.", ""):
            with pytest.raises(RunError, match="has ended"):
                await run.director.speak_as("boss", late)
        run.director.bookmark(1)


class SlowViewer:
    """Has room for one turn each time it is told to draw."""

    def __init__(self) -> None:
        self.places = asyncio.Semaphore(0)
        self.waited = 0

    async def room(self) -> None:
        self.waited += 1
        await self.places.acquire()


async def test_a_viewer_that_stops_drawing_stops_the_talk(log_path: Path) -> None:
    viewer = SlowViewer()
    async with playing(log_path, viewer=viewer) as (run, actor):
        run.play()
        await idle()
        assert not actor.requests
        for number in (1, 2):
            viewer.places.release()
            await settled(run, turns=number)
            await idle()
            assert len(run.state.turns) == len(actor.requests) == number
        run.pause()
        viewer.places.release()
        await idle()
        assert len(actor.requests) == 2
        # Let the loop see that it is over.
        await run.close()
        for _ in range(10):
            viewer.places.release()


async def test_a_pause_ends_the_rest_between_two_turns(log_path: Path) -> None:
    async with playing(log_path, pace=Pace(3600, 7200, 1.0, unpaced=False)) as (run, _actor):
        run.play()
        await settled(run, turns=1)
        await idle()
        assert len(run.state.turns) == 1
        run.pause()
        run.step()
        await settled(run, turns=2)
        await settled(run, status="paused")
        # Faster than it could be by waiting: an hour.
        run.pace = Pace()
        run.play()
        await settled(run, status="ended")


async def test_a_floor_given_while_somebody_speaks_is_for_the_next_turn(log_path: Path) -> None:
    async with playing(log_path, amid=1) as (run, actor):
        speaker = run.state.open.started.member if run.state.open else ""
        other = next(member.id for member in run.state.setup.members if member.id != speaker)
        run.director.give_floor(other)
        actor.go_on.set()
        await settled(run, turns=3)
        assert [turn.member for turn in run.state.turns[1:3]] == [speaker, other]
        chosen = run.state.turns[1].selected
        assert chosen is not None
        assert chosen.member == speaker
        assert of_type(log_file.read(log_path).events, FloorGiven)


class _Idle(Mode):
    steps = 0

    async def step(self, stage: Stage) -> None:
        """Nothing."""
        self.steps += 1


async def test_a_mode_that_does_nothing_is_told_so_and_the_run_stands(log_path: Path) -> None:
    stage = begun(log_path, Actor("A line.")).stage
    mode = _Idle()
    run = Run(stage, mode)
    run.play()
    with pytest.raises(RunError, match=r"The mode 'roundtable' goes on without doing anything\.$"):
        await run.live()
    assert (run.state.status, run.state.reason, mode.steps) == ("paused", "failure", IDLE_STEPS)
    await run.close()


async def test_a_step_of_a_scene_goes_on_to_its_line(log_path: Path, tmp_path: Path) -> None:
    clock = SimulatedClock()
    config = scene_config(tmp_path, scene_type="meeting", exchange="sequential", translate="")
    run = begun(log_path, RehearsalVoice(VoiceSpec(), clock), config, clock=clock)
    for spoken in (1, 2):
        await one_step(run)
        assert (len(run.state.turns), run.state.reason, run.state.detail) == (spoken, "step", "")
    await run.close()


async def test_a_long_run_is_not_taken_to_be_stuck(log_path: Path) -> None:
    run = begun(log_path, Instant(), sample_config(IDLE_STEPS + 5))
    await finished(run)
    assert (run.state.status, run.state.reason) == ("ended", "turns")


@pytest.mark.parametrize("pressed", ["open", "close"])
async def test_a_press_on_any_button_ends_a_rest(pressed: str) -> None:
    gate = Gate()
    async with asyncio.timeout(60):
        resting = asyncio.create_task(gate.wait_up_to(3_600))
        await asyncio.sleep(0)
        getattr(gate, pressed)()
        await resting
    assert gate.is_open == (pressed == "open")


async def test_between_two_steps_of_a_run_that_plays_nothing_is_taken_again(log_path: Path) -> None:
    run = begun(log_path, Actor(), sample_config(4))
    await one_step(run)
    run.play()
    with pytest.raises(RunError, match="Somebody is speaking"):
        run.director.retry()
    await run.close()


async def test_there_is_a_rest_behind_every_turn_and_where_a_scene_begins(
    log_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, rests = SimulatedClock(), list[tuple[int, float]]()

    async def rest(_gate: Gate, seconds: float) -> None:
        rests.append((len(run.state.turns), seconds))

    monkeypatch.setattr(Gate, "wait_up_to", rest)
    config = day_config(tmp_path)
    run = begun(log_path, RehearsalVoice(VoiceSpec(), clock), config, clock=clock, pace=Pace(3, 8, 2.0, unpaced=False))
    await finished(run)
    spoken = [turns for turns, _seconds in rests]
    assert set(spoken) == set(range(1, len(run.state.turns) + 1))
    assert len(spoken) > len(set(spoken))
    assert all(1.5 <= seconds < 4 for _turns, seconds in rests)


async def test_before_anything_is_written_a_retry_asks_for_leave(log_path: Path) -> None:
    stranger = VoiceSpec(provider="anthropic", base_url="https://example.org")

    class Guarded(Company):
        def voice(self, spec: VoiceSpec) -> Voice:
            if spec == stranger:
                raise HostNotAllowed(["example.org"], "The log of this run")
            return super().voice(spec)

    run = begun(log_path, Actor("One."), sample_config(4))
    await one_step(run)
    run.stage.calls.voices = Guarded(Actor())
    run.stage.append(
        VoiceChanged(at=run.stage.clock.now(), member="writer", voice=stranger.model_dump(exclude_defaults=True))
    )
    before = run.state.seq
    for steer in (run.director.retry, run.play, run.step):
        with pytest.raises(HostNotAllowed):
            steer()
    assert run.state.seq == before
    await run.close()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ({"author": "director"}, "Turn 1 was written by hand. Edit the line, or fork before it."),
        ({"author": "user"}, "Turn 1 was written by hand. Edit the line, or fork before it."),
        ({}, "Turn 1 was woven with others into one scene. Fork at an earlier turn instead."),
    ],
)
def test_whose_line_is_not_taken_again(line: dict[str, Any], sentence: str) -> None:
    started = RunStarted(at=SimulatedClock().now(), config=sample_config(4).as_json())
    with pytest.raises(RunError) as caught:
        to_take_back(fold([started, TurnEnded(at=started.at, turn=1, member="boss", text="Yes.", **line)]))
    assert str(caught.value) == sentence


async def test_while_a_run_is_stopped_its_gate_is_closed(log_path: Path) -> None:
    run = begun(log_path, Actor(), sample_config(4))
    assert Director.of(run) is run.director
    run.play()
    async with run.floor:
        ending = asyncio.create_task(run.stop())
        await asyncio.sleep(0)
        assert not run.gate.is_open
    await ending
    with pytest.raises(RunError, match="has ended"):
        Director.of(run)
    await run.close()


async def lived(run: Run, earlier: int) -> int:
    """Play until it stands, in a task that was cancelled before so many times; how many it is afterwards."""
    task = asyncio.current_task()
    assert task is not None
    for _ in range(earlier):
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.sleep(0)
    await to_the_end(run)
    # What was left over of a cancellation would strike here.
    await asyncio.sleep(0)
    return task.cancelling()


@pytest.mark.parametrize("earlier", [0, 1])
async def test_a_pause_in_the_last_moment_of_a_step_strikes_nothing_behind_it(log_path: Path, earlier: int) -> None:
    run = begun(log_path, Instant(), sample_config(4))

    def press(_seq: int, event: Event) -> None:
        if isinstance(event, TurnEnded) and event.turn == 1:
            run.pause(cancel=True)

    run.stage.log.taps.append(press)
    async with asyncio.timeout(60):
        assert await asyncio.create_task(lived(run, earlier)) == earlier
        assert (run.state.status, len(run.state.turns), run.speaking) == ("paused", 1, False)
        await finished(run)
    assert (run.state.status, len(run.state.turns)) == ("ended", 4)
    assert not of_type(log_file.read(log_path).events, TurnAbandoned)


@pytest.mark.parametrize("earlier", [0, 1])
async def test_a_step_takes_back_its_own_cancellation_alone(log_path: Path, earlier: int) -> None:
    actor = Actor(stall_at={0})
    run = begun(log_path, actor, sample_config(4))
    async with asyncio.timeout(60):
        living = asyncio.create_task(lived(run, earlier))
        await actor.stalled.wait()
        # Twice, as whoever is in a hurry does.
        run.pause(cancel=True)
        run.pause(cancel=True)
        assert await living == earlier
    (abandoned,) = of_type(log_file.read(log_path).events, TurnAbandoned)
    assert abandoned.reason == "paused before the reply was whole"
    await run.close()


async def test_a_step_that_nobody_takes_any_more_is_closed(log_path: Path, recwarn: pytest.WarningsRecorder) -> None:
    async with playing(log_path) as (run, actor):
        async with run.floor:
            run.play()
            await idle()
            run.pause()
        await idle()
        assert (run.state.turns, actor.requests, run.speaking) == ([], [], False)
        # A coroutine that is never awaited would be warned of.
        assert not recwarn.list
        run.play()
        await settled(run, status="ended")


async def test_a_turn_by_hand_begins_as_one_and_is_never_cut(log_path: Path) -> None:
    run = begun(log_path, Actor(), sample_config(4))
    seen = recorded(run)
    await run.director.speak_as("boss", "[he sighs] Well. " + "x" * 3_000)
    assert [(event.turn, event.member, event.kind) for event in of_type(seen, TurnStarted)] == [(1, "boss", "director")]
    (said,) = of_type(seen, TurnEnded)
    assert (said.text, said.thoughts) == ("Well. " + "x" * 3_000, ("he sighs",))
    await run.close()


async def test_a_voice_that_answers_a_cancellation_with_a_fault_holds_nobody_up(log_path: Path) -> None:
    class Stubborn(Actor):
        async def speak(self, request: Request) -> AsyncIterator[Delta | Waiting | Reply]:
            try:
                async for each in super().speak(request):
                    yield each
            except asyncio.CancelledError:
                raise fault("refused") from None

    async with playing(log_path, Stubborn(), amid=0) as (run, _actor):
        run.pause(cancel=True)
        await idle()
        assert (run.state.status, run.state.turns, run.floor.locked()) == ("paused", [], False)
        run.play()
        await settled(run, status="ended")


class _Begins(Mode):
    steps = 0

    async def step(self, stage: Stage) -> None:
        """Nothing but the beginning of a turn."""
        self.steps += 1
        assert self.steps <= 2 * IDLE_STEPS
        stage.append(TurnStarted(at=stage.clock.now(), turn=1, member="boss", kind="opening"))


async def test_others_have_their_turn_also_between_steps_without_one(log_path: Path) -> None:
    run = Run(begun(log_path, Actor()).stage, _Begins())
    run.play()
    async with asyncio.timeout(60), asyncio.TaskGroup() as group:
        group.create_task(run.live(until_paused=True))
        await idle()
        run.pause()
    # Given up is only what was cut short, or what the next step finds.
    assert run.state.open is not None
    reasons = {event.reason for event in of_type(log_file.read(log_path).events, TurnAbandoned)}
    assert reasons == {"the run was interrupted"}
    await run.close()


async def test_a_run_that_is_closed_before_it_played_waits_for_no_viewer(log_path: Path) -> None:
    viewer = SlowViewer()
    async with playing(log_path, viewer=viewer):
        await idle()
    assert viewer.waited == 0


async def test_while_a_run_stands_nobody_looks_what_was_spent(log_path: Path) -> None:
    viewer, asked = SlowViewer(), list[bool]()

    def spent() -> float:
        asked.append(True)
        return 0.0

    async with playing(log_path, Actor(cost=0.1), viewer=viewer, spent_today=spent, day_cost=1.0) as (run, _actor):
        run.play()
        await idle()
        run.pause()
        viewer.places.release()
        await idle()
        assert not asked
        run.play()
        viewer.places.release()
        await settled(run, turns=1)
        assert asked


async def test_in_a_scene_whoever_takes_part_can_be_given_the_floor(log_path: Path, tmp_path: Path) -> None:
    clock = SimulatedClock()
    config = scene_config(tmp_path, scene_type="meeting", exchange="sequential", translate="")
    run = begun(log_path, RehearsalVoice(VoiceSpec(), clock), config, clock=clock)
    run.director.change_policy("manual")
    await finished(run)
    assert run.stage.behaviour.get_moment(run.state).members
    assert (run.state.reason, run.state.detail) == ("floor", "Give somebody the floor.")


@pytest.mark.parametrize("left", ["ended", "paused"])
async def test_tools_stay_started_until_the_run_has_ended_or_is_closed(log_path: Path, left: str) -> None:
    closed: list[str] = []
    run = begun(log_path, Actor(), sample_config(2))
    run.stage.toolbox = servers = Mock(close=AsyncMock(side_effect=lambda: closed.append(run.state.status)))
    servers.offer_tools, servers.run_calls = AsyncMock(return_value=()), AsyncMock(return_value=False)
    run.director.break_at(turn=2)
    for status in ("paused", "ended")[: 2 if left == "ended" else 1]:
        run.play()
        servers.check.assert_called()
        await run.live(until_paused=True)
        assert run.state.status == status
        assert closed == ["ended"] * (status == "ended")
    await run.close()
    assert set(closed) == {left}


async def test_a_turn_that_failed_is_taken_back_before_the_director_speaks(log_path: Path) -> None:
    run = begun(log_path, Actor(fault("refused")), sample_config(4))
    await to_the_end(run)
    assert run.state.open is not None
    seen = recorded(run)
    await run.director.speak_as("writer", "My turn.")
    assert [event.turn for event in of_type(seen, TurnRetried)] == [1]
    assert [turn.text for turn in run.state.turns] == ["My turn."]
    await run.close()
