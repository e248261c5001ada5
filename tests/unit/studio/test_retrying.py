"""Retry in every mode, wherever a run stands: which turn is taken again, by whom, and that the log says all of it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from parley.core.base.errors import RunError, VoiceError
from parley.core.cast.member import PLAYER, VoiceSpec
from parley.core.engine.retake import taken_again
from parley.core.engine.run import Run
from parley.core.log.config import RunConfig
from parley.core.log.events.base import Event
from parley.core.log.events.run import FloorGiven
from parley.core.log.events.turn import TurnFailed, TurnRetried
from parley.core.log.fold import fold
from parley.core.log.log import read
from parley.core.modes.duologue.events import SideTold
from parley.core.modes.duologue.request import DuologueRequest, SideRequest
from parley.core.perspective.perspective import perspective
from parley.core.voices.base import Delta, Reply, Request, Voice, Waiting, Wrapping
from tests.office_configs import scene_config
from tests.run_configs import composed
from tests.scripted_voices import Actor, begun, of_type, one_step, recorded, to_the_end
from tests.standup_events import sample_config
from tests.story_configs import a_story
from tests.tool_calling_voice import Teller

REHEARSAL = VoiceSpec(provider="rehearsal")
AT = 4
"""The turn before which the run stands."""


class Slow(Wrapping):
    """The voice within, which at its line of turn `at` fails, or waits until it is cancelled."""

    def __init__(self, inner: Voice, at: int = 0, *, fails: bool = False) -> None:
        super().__init__(inner)
        self.at = at
        self.fails = fails
        self.stalled = asyncio.Event()
        self.requests: list[Request] = []

    async def speak(self, request: Request) -> AsyncIterator[Delta | Waiting | Reply]:
        if request.purpose == "turn":
            self.requests.append(request)
            if request.turn == self.at:
                self.at = 0
                yield Delta("Half a li")
                if self.fails:
                    raise VoiceError("overloaded", "The voice is overloaded.")
                self.stalled.set()
                await asyncio.Event().wait()
        async for piece in self._voice.speak(request):
            yield piece


def speech(request: Request) -> str:
    return "{}" if request.schema is not None else f"It rains in turn {request.turn}, says {request.chance}."


def acting(at: int, fails: bool) -> Slow:
    return Slow(Actor(*[speech] * 200), at, fails=fails)


def telling(at: int, fails: bool) -> Slow:
    return Slow(Teller(), at, fails=fails)


def a_duologue(_folder: Path) -> RunConfig:
    wish = DuologueRequest(sides=[SideRequest("Ada"), SideRequest("Bo")], seed=7, turns=8, voice=REHEARSAL)
    return composed(wish, REHEARSAL)


def a_meeting(folder: Path) -> RunConfig:
    return scene_config(folder, scene_type="meeting", exchange="sequential", translate="")


def a_tale(partner: str = "") -> Callable[[Path], RunConfig]:
    def made(_folder: Path) -> RunConfig:
        script = ("I count the planks.", "I listen to the river.", "I look at the ceiling.")
        # The narrator opens, or who is talked with greets; then the player, and one who answers.
        return a_story(
            "ferry", script=script, turns=6, jester=0.0, concept="letter", **({"partner": partner} if partner else {})
        )

    return made


Made = tuple[Callable[[Path], RunConfig], Callable[[int, bool], Slow]]
MODES: dict[str, Made] = {
    "roundtable": (lambda _folder: sample_config(8), acting),
    "duologue": (a_duologue, acting),
    "scenes": (a_meeting, acting),
    "story": (a_tale(), telling),
    "dialogue": (a_tale("marta"), telling),
}


def begin(folder: Path, mode: str, at: int = 0, *, fails: bool = False) -> tuple[Run, Slow, list[Event]]:
    made, voice = MODES[mode]
    slow = voice(at, fails)
    config = made(folder)
    assert config.mode == mode
    run = begun(folder / "run.jsonl", slow, config)
    return run, slow, recorded(run)


async def until_cut(run: Run, voice: Slow) -> None:
    """Play until the voice fails, or is cancelled in the middle of its line."""
    run.play()
    loop = asyncio.create_task(run.live(until_paused=True))
    if not voice.fails:
        await voice.stalled.wait()
        run.pause(cancel=True)
    await loop


async def retried(run: Run, turn: int = 0) -> None:
    run.director.retry(turn)
    await run.live(until_paused=True)


def closed(run: Run) -> None:
    """What is read from the log is what was live."""
    run.stage.log.close()
    assert fold(read(run.stage.log.path).events) == run.state


@pytest.mark.parametrize("mode", MODES)
async def test_before_the_next_one_speaks_the_last_line_is_taken_again(tmp_path: Path, mode: str) -> None:
    run, voice, seen = begin(tmp_path, mode)
    # Of a story every other line is the player's.
    at = AT if mode not in {"story", "dialogue"} else 4
    run.director.break_at(turn=at)
    await to_the_end(run)
    assert (run.state.reason, len(run.state.turns)) == ("breakpoint", at - 1)
    assert (run.state.selected is None) == (mode in {"story", "dialogue"})
    last = run.state.turns[-1]
    assert last.member != PLAYER
    assert taken_again(run.state) == last.number
    run.director.break_at(member=last.member)
    for _ in range(2):
        await retried(run)
        again = run.state.turns[-1]
        assert (again.number, again.member, len(run.state.turns)) == (last.number, last.member, at - 1)
        assert run.state.reason == "step"
    assert [event.turn for event in of_type(seen, TurnRetried)] == [last.number] * 2
    asked = [request for request in voice.requests if request.turn == last.number]
    assert len({request.chance for request in asked}) == 3
    assert len({request.perspective.count for request in asked}) == 1
    # The breakpoint still stands before whoever comes now.
    await to_the_end(run)
    assert (run.state.reason, len(run.state.turns)) == ("breakpoint", at - 1)
    for point in tuple(run.state.breakpoints):
        run.director.clear_breakpoint(point)
    await to_the_end(run)
    assert len(run.state.turns) > at
    closed(run)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("fails", [False, True])
async def test_a_turn_that_was_broken_off_or_failed_comes_first(tmp_path: Path, mode: str, fails: bool) -> None:
    at = {"story": 3, "dialogue": 3}.get(mode, AT)
    run, voice, seen = begin(tmp_path, mode, at, fails=fails)
    await until_cut(run, voice)
    assert (run.state.reason, len(run.state.turns)) == ("failure" if fails else "director", at - 1)
    speaker = voice.requests[-1].perspective.me.id
    before = [turn.seq for turn in run.state.turns]
    assert taken_again(run.state) == at
    await retried(run)
    assert [turn.seq for turn in run.state.turns][:-1] == before
    assert run.state.turns[-1].member == speaker
    assert [event.turn for event in of_type(seen, TurnRetried)] == ([at] if fails else [])
    closed(run)


@pytest.mark.parametrize("mode", ["roundtable", "duologue", "scenes"])
@pytest.mark.parametrize("fails", [False, True])
async def test_the_last_line_can_be_meant_where_the_next_was_broken_off(tmp_path: Path, mode: str, fails: bool) -> None:
    run, voice, seen = begin(tmp_path, mode, AT, fails=fails)
    await until_cut(run, voice)
    last = run.state.turns[-1]
    with pytest.raises(RunError, match="Turn 2 is not the last one"):
        run.director.retry(2)
    await retried(run, last.number)
    assert (run.state.turns[-1].number, run.state.turns[-1].member) == (last.number, last.member)
    assert run.state.turns[-1].seq > last.seq
    assert [event.turn for event in of_type(seen, TurnRetried)] == ([AT] if fails else []) + [AT - 1]
    await to_the_end(run)
    assert len(run.state.turns) > AT
    closed(run)


@pytest.mark.parametrize("mode", MODES)
async def test_a_line_that_was_taken_back_already_is_only_spoken(tmp_path: Path, mode: str) -> None:
    """Retry, and a pause before the new line is whole: the next retry takes no other line back."""
    run, voice, seen = begin(tmp_path, mode)
    run.director.break_at(turn=AT)
    await to_the_end(run)
    last = run.state.turns[-1]
    for _ in range(2):
        voice.at, voice.stalled = last.number, asyncio.Event()
        run.director.retry()
        await until_cut(run, voice)
        assert len(run.state.turns) == AT - 2
        assert taken_again(run.state) == last.number
    await retried(run)
    assert (run.state.turns[-1].member, len(run.state.turns)) == (last.member, AT - 1)
    assert len(of_type(seen, TurnRetried)) == 1
    closed(run)


async def test_a_pause_while_the_next_one_is_chosen(tmp_path: Path) -> None:
    """The moderator's answer is there, and nobody has begun."""
    paused: list[Run] = []

    def moderates(request: Request) -> str:
        if request.purpose != "selection":
            return speech(request)
        if request.turn == AT and paused:
            paused.pop().pause()
        return json.dumps({"member": request.schema["properties"]["member"]["enum"][0], "reason": "So it is."})  # type: ignore[index]

    run = begun(tmp_path / "run.jsonl", Actor(*[moderates] * 100), sample_config(8))
    run.director.change_policy("moderator")
    seen = recorded(run)
    paused.append(run)
    await to_the_end(run)
    last = run.state.turns[-1]
    assert (run.state.reason, last.number) == ("director", AT - 1)
    assert run.state.selected is not None
    await retried(run)
    assert [event.turn for event in of_type(seen, TurnRetried)] == [last.number]
    assert run.state.turns[-1].member == last.member
    closed(run)


async def test_who_was_given_the_floor_has_it_still(tmp_path: Path) -> None:
    run, _voice, seen = begin(tmp_path, "roundtable")
    run.director.break_at(turn=AT)
    for _ in range(AT - 1):
        await one_step(run)
    last = run.state.turns[-1]
    wanted = next(one.id for one in run.state.setup.members if one.id != last.member)
    run.director.give_floor(wanted)
    await to_the_end(run)
    assert run.state.selected is not None
    assert (run.state.selected.member, run.state.floor) == (wanted, "")
    await retried(run)
    assert (run.state.turns[-1].member, run.state.floor) == (last.member, wanted)
    run.director.clear_breakpoint(next(iter(run.state.breakpoints)))
    await one_step(run)
    assert (run.state.turns[-1].number, run.state.turns[-1].member) == (AT, wanted)
    assert len(of_type(seen, FloorGiven)) == 1
    closed(run)


async def test_what_a_side_is_to_know_later_it_does_not_know_in_the_line_before(tmp_path: Path) -> None:
    custom = tmp_path / "told.toml"
    custom.write_text(
        'id = "custom"\nname = {en = "Custom", de = "Eigene"}\n'
        '[[injections]]\nturn = 2\nside = "a"\ntext = {en = "EARLY", de = "EARLY"}\n'
        f'[[injections]]\nturn = {AT}\ntext = {{en = "LATE", de = "LATE"}}\n',
        "utf-8",
    )
    wish = DuologueRequest(
        sides=[SideRequest("Ada"), SideRequest("Bo")], awareness=str(custom), seed=7, turns=8, voice=REHEARSAL
    )
    voice = acting(0, False)
    run = begun(tmp_path / "run.jsonl", voice, composed(wish, REHEARSAL))
    seen = recorded(run)
    run.director.break_at(turn=AT)
    await to_the_end(run)
    assert "LATE" in _known(run, "ada")
    await retried(run)
    first, again = [request.perspective for request in voice.requests if request.turn == AT - 1]
    assert [block.said for block in again.witnessed()] == [block.said for block in first.witnessed()]
    assert "EARLY" in [block.said for block in again.witnessed()]
    await to_the_end(run)
    assert "LATE" in _known(run, "ada")
    assert "LATE" in _known(run, "bo")
    assert [event.text for event in of_type(seen, SideTold)].count("LATE") == 4
    closed(run)


def _known(run: Run, member: str) -> list[str]:
    return [block.said for block in perspective(run.state, member).witnessed()]


async def test_what_cannot_be_taken_again_is_told(tmp_path: Path) -> None:
    run, _voice, seen = begin(tmp_path, "roundtable")
    with pytest.raises(RunError, match="Nobody has spoken"):
        taken_again(run.state)
    await one_step(run)
    last = run.state.turns[-1]
    run.director.mute(last.member)
    with pytest.raises(RunError, match="is muted"):
        run.director.retry()
    run.director.unmute(last.member)
    await run.director.speak_as(last.member, "By hand.")
    with pytest.raises(RunError, match="written by hand"):
        run.director.retry()
    assert not of_type(seen, TurnRetried, TurnFailed)
    closed(run)
