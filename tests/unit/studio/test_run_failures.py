"""Voices that fail, disks that fill, faults of ours, and budgets."""

from __future__ import annotations

import asyncio
import errno
import os
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import pytest

from parley.core.base.errors import LogError, LogLostError, VoiceFault, VoiceUnavailable
from parley.core.cast.member import VoiceSpec
from parley.core.engine.calling import Watcher
from parley.core.engine.run import LimitCheck
from parley.core.log import log as log_file
from parley.core.log.config import Limits
from parley.core.log.events.run import RunPaused, RunStarted
from parley.core.log.events.turn import TurnAbandoned, TurnFailed, TurnRetried, TurnStarted, VoiceReplied
from parley.core.log.fold import fold
from parley.core.voices.base import Capabilities, Delta, Request
from tests.scripted_voices import Actor, begun, fault, finished, of_type, one_step, to_the_end
from tests.standup_events import sample_config


def config(turns: int = 4, **values: Any) -> Any:
    return sample_config(turns).model_copy(update=values)


async def test_each_kind_of_failure_pauses_with_its_sentence_and_retry_takes_the_turn_again(log_path: Path) -> None:
    kinds: tuple[VoiceFault, ...] = get_args(VoiceFault)
    actor = Actor()
    run = begun(log_path, actor, config(len(kinds) + 2))
    for kind in kinds:
        turn, member = run.state.next_turn, run.state.selected
        actor.acts = [fault(kind, f"It is {kind}.", hint="Wait.", tokens={"input": 5}, cost=0.25, partial="Half")]
        spent = run.state.cost
        await to_the_end(run)
        assert (run.state.status, run.state.reason) == ("paused", "unwritten" if kind == "unwritten" else "failure")
        assert run.state.detail == f"It is {kind}. Wait."
        assert run.state.open is not None
        failed = run.state.open.failed
        assert failed is not None
        assert (failed.kind, failed.sentence, failed.partial) == (kind, f"It is {kind}. Wait.", "Half")
        assert run.state.cost == pytest.approx(spent + 0.25)
        assert len(run.state.turns) == turn - 1
        member = run.state.selected
        assert member is not None
        run.director.retry()
        await run.live(until_paused=True)
        assert len(run.state.turns) == turn
        assert run.state.turns[-1].member == member.member
        assert (run.state.status, run.state.reason) == ("paused", "step")
    await to_the_end(run)
    assert run.state.status == "ended"
    assert not [turn for turn in run.state.turns if "It is" in turn.text or "Half" in turn.text]
    assert "It is" not in repr(actor.bodies)
    await run.close()
    events = log_file.read(log_path).events
    assert len(of_type(events, TurnFailed)) == len(of_type(events, TurnRetried)) == len(kinds)


@pytest.mark.parametrize("reply", ["", "   ", "\u200b", "https://example.org", '""'])
async def test_a_reply_without_words_is_a_failure(log_path: Path, reply: str) -> None:
    run = begun(log_path, Actor(reply, cost=0.5), config())
    await to_the_end(run)
    assert run.state.open is not None
    assert run.state.open.failed is not None
    assert run.state.open.failed.kind == "empty"
    assert run.state.detail == "Boss's voice returned no words. Retry the turn."
    assert not run.state.turns
    # It was paid for, once.
    assert run.state.cost == 0.5
    await finished(run)
    assert run.state.status == "ended"
    starts = [event for event in of_type(log_file.read(log_path).events, TurnStarted) if event.turn == 1]
    # The same chances would bring the same silence.
    assert [event.attempt for event in starts] == [0, 1]


async def test_a_reply_that_is_only_a_thought_is_asked_for_again(log_path: Path) -> None:
    actor = Actor("[Hm.]", "<think>What?</think>", "[Well.] We ship.")
    run = begun(log_path, actor, config())
    await finished(run)
    assert run.state.status == "ended"
    assert (run.state.turns[0].text, run.state.turns[0].ended.thoughts) == ("We ship.", ("Well.",))
    assert len({request.chance for request in actor.requests[:3]}) == 3, "the same chances would bring the same thought"
    events = log_file.read(log_path).events
    assert [event.text for event in of_type(events, VoiceReplied) if event.turn == 1][:2] == [
        "[Hm.]",
        "<think>What?</think>",
    ]
    assert fold(events) == run.state
    replies = [at for at, event in enumerate(events) if isinstance(event, VoiceReplied) and event.turn == 1]
    assert run.state.turns[0].asked_seq == replies[2] == replies[1] + 1, "what was sent is what was sent last"


async def test_three_thoughts_and_no_word_fail_the_turn(log_path: Path) -> None:
    actor = Actor(*["[Hm.]"] * 3)
    run = begun(log_path, actor, config())
    await finished(run)
    assert len(actor.requests) == 3
    assert (run.state.status, run.state.reason) == ("paused", "failure")
    assert "returned no words" in run.state.detail


async def test_a_pause_is_kept_between_two_thoughts(log_path: Path) -> None:
    def paused(request: Request) -> str:
        run.pause()
        return "[Hm.]"

    actor = Actor(paused)
    run = begun(log_path, actor, config())
    await to_the_end(run)
    assert (len(actor.requests), run.state.status) == (1, "paused")
    await finished(run)
    assert run.state.status == "ended"
    assert run.state.turns[0].text == "Line 1."


async def test_nobody_hears_a_thought_while_it_streams(log_path: Path) -> None:
    heard: list[str] = []
    watcher = Watcher(on_delta=lambda _member, delta: heard.append(delta.text))
    await finished(begun(log_path, Actor("[Hm.] We ship. [Or not?]"), config(), watcher=watcher))
    assert heard[0].strip() == "We ship."


class Mute(Actor):
    """Ends its stream without a reply."""

    async def speak(self, request: Request) -> Any:
        yield Delta("Half ")
        yield Delta("a line")


async def test_a_stream_without_a_reply_is_dropped(log_path: Path) -> None:
    run = begun(log_path, Mute(), config())
    await finished(run)
    assert run.state.open is not None
    assert run.state.open.failed is not None
    assert (run.state.open.failed.kind, run.state.open.failed.partial) == ("dropped", "Half a line")


async def test_a_voice_that_is_not_there_fails_the_turn(log_path: Path) -> None:
    def absent(request: Request) -> Exception:
        return VoiceUnavailable("There is no key.", hint="Set one.")

    run = begun(log_path, Actor(absent), config())
    await finished(run)
    assert run.state.detail == "There is no key. Set one."


async def test_a_fault_of_ours_is_raised_and_leaves_a_log_that_goes_on(log_path: Path) -> None:
    run = begun(log_path, Actor("One.", ZeroDivisionError("SECRET-FAULT")), config())
    with pytest.raises(ZeroDivisionError):
        await to_the_end(run)
    assert (run.state.status, run.state.reason) == ("paused", "failure")
    assert run.state.detail == (
        "Something went wrong that should not have (ZeroDivisionError). Play goes on from here."
    )
    assert run.state.open is None
    assert not run.speaking
    await to_the_end(run)
    assert run.state.status == "ended"
    await run.close()
    events = log_file.read(log_path).events
    assert fold(events) == run.state
    assert [event.reason for event in of_type(events, TurnAbandoned)] == ["something went wrong (ZeroDivisionError)"]
    assert "SECRET-FAULT" not in log_path.read_text()


async def test_a_watcher_that_fails_does_not_lose_the_run(log_path: Path) -> None:
    def broken(member: str, delta: Delta) -> None:
        raise KeyError(member)

    run = begun(log_path, Actor(), config(), watcher=Watcher(on_delta=broken))
    with pytest.raises(KeyError):
        await to_the_end(run)
    run.stage.watcher = Watcher()
    await to_the_end(run)
    assert run.state.status == "ended"
    await run.close()


@pytest.mark.parametrize("at", [1, 2, 3, 4, 5, 6, 9, 17, 18, 19])
async def test_a_full_disk_stops_the_run_with_its_sentence_and_nothing_said_is_lost(
    log_path: Path, at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = 0
    write = os.write

    def filling(file: int, data: bytes) -> int:
        nonlocal written
        written += 1
        if written >= at:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(file, data)

    run = begun(log_path, Actor(), config())
    monkeypatch.setattr(os, "write", filling)
    with pytest.raises(LogError, match="disk is full"):
        await to_the_end(run)
    assert not run.gate.is_open
    assert fold(log_file.read(log_path).events) == run.state
    said = [turn.text for turn in run.state.turns]
    if run.state.status == "playing":
        with pytest.raises(LogError):
            await run.close()
    monkeypatch.setattr(os, "write", write)
    await run.close()
    # The lock is free and the run can be gone on with.
    log, recording = log_file.Log.open(log_path, lock=log_path.with_suffix(".lock"))
    log.close()
    assert [turn.text for turn in fold(recording.events).turns] == said


async def test_there_is_space_again_and_the_same_run_goes_on(log_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    full = False

    def filling(file: int, data: bytes) -> int:
        if full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(file, data)

    run = begun(log_path, Actor(), config(6))
    monkeypatch.setattr(os, "write", filling)
    await one_step(run)
    full = True
    with pytest.raises(LogError):
        run.step()
    assert run.state.status == "paused"
    with pytest.raises(LogError):
        await run.director.speak_as("boss", "By hand.")
    with pytest.raises(LogError):
        run.director.inject("A topic.")
    full = False
    await finished(run)
    assert run.state.status == "ended"
    assert fold(log_file.read(log_path).events) == run.state


@pytest.mark.parametrize("instant", [False, True], ids=["takes time", "is there at once"])
async def test_a_log_that_is_deleted_is_seen_before_anything_is_paid_for_again(log_path: Path, instant: bool) -> None:
    class Sudden(Actor):
        capabilities = Capabilities(instant=instant)  # type: ignore[assignment]

    def deleting(_request: Request) -> str:
        log_path.unlink()
        return "Who took my log?"

    actor = Sudden("One.", deleting)
    run = begun(log_path, actor, config(6))
    with pytest.raises(LogLostError, match="deleted"):
        await to_the_end(run)
    # Of what costs nothing it is enough to know before the run would be said to have ended.
    assert [turn.text for turn in run.state.turns][:2] == ["One.", "Who took my log?"]
    assert len(run.state.turns) == (6 if instant else 2)
    assert not run.gate.is_open
    with pytest.raises(LogLostError):
        await run.close()
    kept = fold(log_file.read(log_path.with_name(f"{log_path.stem}.recovered.jsonl")).events)
    assert kept == run.state


async def test_a_log_that_is_deleted_while_the_run_stands_is_told_where_it_is_left(log_path: Path) -> None:
    run = begun(log_path, Actor(), config(6))
    log_path.unlink()
    with pytest.raises(LogLostError, match="deleted"):
        await run.close()
    assert len(list(log_path.parent.glob("*.recovered.jsonl"))) == 1


# Budgets ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limits", "reason", "turns", "said"),
    [
        (Limits(turns=3), "turns", 3, "The run's budget of 3 turns is used up."),
        (Limits(tokens=60), "tokens", 3, "The run's budget of 60 tokens is used up (60)."),
        (Limits(cost=0.45), "cost", 5, "The run's budget of $0.45 is used up ($0.50)."),
        (Limits(cost=0.5), "cost", 5, "The run's budget of $0.50 is used up ($0.50)."),
        (Limits(tokens=1, cost=0.01), "tokens", 1, "The run's budget of 1 tokens is used up (20)."),
    ],
)
async def test_a_budget_ends_the_run_cleanly_and_says_which(
    log_path: Path, limits: Limits, reason: str, turns: int, said: str
) -> None:
    actor = Actor(cost=0.1)
    run = begun(log_path, actor, config(8, limits=limits))
    await finished(run)
    assert (run.state.status, run.state.reason) == ("ended", reason)
    assert said == run.state.detail
    assert len(run.state.turns) == turns
    assert run.state.distilled is not None
    if reason != "turns":
        # Who has no money left does not pay for minutes.
        assert len(actor.requests) == turns
        assert run.state.distilled.method == "rules"


async def test_failed_calls_count_against_the_budget(log_path: Path) -> None:
    run = begun(log_path, Actor(fault(cost=0.5, tokens={"input": 9})), config(8, limits=Limits(cost=0.4)))
    await to_the_end(run)
    assert run.state.status == "paused"
    await finished(run)
    assert (run.state.status, run.state.reason) == ("ended", "cost")


async def test_what_a_failed_distillation_cost_is_written_down(log_path: Path) -> None:
    broken = fault("invalid", cost=0.5, tokens={"input": 9, "output": 1})
    run = begun(log_path, Actor("One.", "Two.", broken, cost=0.1), config(2))
    await finished(run)
    assert run.state.status == "ended"
    assert run.state.cost == pytest.approx(0.7)
    assert run.state.distilled is not None
    assert run.state.distilled.method == "rules"
    assert "SECRET-FAULT" in run.state.distilled.note
    assert len(of_type(log_file.read(log_path).events, VoiceReplied)) == 3


def limited(limits: Limits, day_cost: float = 0.0, price: float = 1.0, **spent: float) -> tuple[str, str] | None:
    """Which limit is reached by a state that has spent so much."""
    state = fold([RunStarted(at=datetime.fromtimestamp(0, UTC), config=config(4, limits=limits).as_json())])
    for name, value in spent.items():
        setattr(state, name, value)
    stage: Any = SimpleNamespace(state=state, voice=lambda spec: Actor(cost=price))
    return LimitCheck(stage, lambda: 1.0, day_cost).find_reached()


@pytest.mark.parametrize(
    ("limits", "spent", "less", "reached"),
    [
        (Limits(tokens=50), {"own_tokens": 50}, {"own_tokens": 49},
         ("tokens", "The run's budget of 50 tokens is used up (50).")),
        (Limits(cost=0.5), {"own_cost": 0.5}, {"own_cost": 0.49},
         ("cost", "The run's budget of $0.50 is used up ($0.50).")),
        (Limits(seconds=20), {"playing_seconds": 20.0}, {"playing_seconds": 19.9},
         ("time", "The run's 20 seconds of playing are over.")),
        (Limits(), {"own_cost": 1.5, "day_cost": 2.5}, {"own_cost": 1.4, "day_cost": 2.5},
         ("day_cost", "The day's budget of $2.50 is used up ($2.50).")),
        # A voice that is free now spoke for money before.
        (Limits(), {"own_cost": 0.5, "day_cost": 1.5, "price": 0}, {"own_cost": 0, "day_cost": 0.5, "price": 0},
         ("day_cost", "The day's budget of $1.50 is used up ($1.50).")),
        (Limits(), {"day_cost": 1.0}, {"day_cost": 1.1}, ("day_cost", "The day's budget of $1.00 is used up ($1.00).")),
    ],
)  # fmt: skip
def test_a_limit_is_reached_by_just_as_much(
    limits: Limits, spent: dict[str, float], less: dict[str, float], reached: tuple[str, str]
) -> None:
    assert limited(limits, **spent) == reached
    assert limited(limits, **less) is None


def test_whether_a_voice_costs_anything_is_asked_until_it_can_be_had_and_then_no_more() -> None:
    state = fold([RunStarted(at=datetime.fromtimestamp(0, UTC), config=config(4).as_json())])
    found: list[Any] = []

    def voice(_spec: VoiceSpec) -> Any:
        if isinstance(found[0], Exception):
            raise found[0]
        return found[0]

    def priced(*voices: Any) -> list[bool]:
        stage: Any = SimpleNamespace(state=state, voice=voice)
        check, told = LimitCheck(stage, lambda: 1.0, 1.0), []
        for each in voices:
            found[:] = [each]
            told.append(check.find_reached() is not None)
        return told

    assert priced(VoiceUnavailable("No key."), Actor(cost=1.0)) == [False, True]
    # A free one is not asked again until there is another.
    assert priced(Actor(), Actor(cost=1.0)) == [False, False]


class Ticking:
    """A clock that moves a second at every look."""

    def __init__(self) -> None:
        self.seconds = 0

    def now(self) -> datetime:
        self.seconds += 1
        return datetime.fromtimestamp(self.seconds, UTC)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(0)


async def test_time_that_is_over_ends_the_run(log_path: Path) -> None:
    run = begun(log_path, Actor(), config(50, limits=Limits(seconds=20)), clock=Ticking())
    await finished(run)
    assert (run.state.status, run.state.reason) == ("ended", "time")
    assert run.state.detail == "The run's 20 seconds of playing are over."
    assert 0 < len(run.state.turns) < 50


@pytest.mark.parametrize(("before", "turns"), [(0.0, 3), (0.15, 2), (0.3, 0), (5.0, 0)])
async def test_the_days_money_is_for_all_runs_together(log_path: Path, before: float, turns: int) -> None:
    priced = config(8).model_copy(update={"voice": VoiceSpec(provider="anthropic")})
    run = begun(log_path, Actor(cost=0.1), priced, spent_today=lambda: before, day_cost=0.3)
    await finished(run)
    assert (run.state.status, run.state.reason) == ("ended", "day_cost")
    assert "The day's budget of $0.30 is used up" in run.state.detail
    assert len(run.state.turns) == turns


async def test_a_voice_that_costs_nothing_may_speak_when_the_days_money_is_gone(log_path: Path) -> None:
    def never() -> float:
        raise AssertionError("nobody needs to know")

    run = begun(log_path, Actor(), config(4), spent_today=never, day_cost=0.3)
    await finished(run)
    assert run.state.reason == "turns"


async def test_another_voice_is_asked_anew_what_it_costs(log_path: Path) -> None:
    dear = VoiceSpec(provider="anthropic")
    free = config(8).model_copy(update={"voice": VoiceSpec(provider="embedded", model="free"), "simulated": False})
    actor = Actor(cost=0.1, spec=dear)
    run = begun(log_path, Actor(), free, others={dear: actor}, spent_today=lambda: 0.3, day_cost=0.3)
    for _ in range(2):
        await one_step(run)
    run.director.change_voice(dear)
    await finished(run)
    assert not actor.requests
    assert (run.state.reason, len(run.state.turns)) == ("day_cost", 2)


async def test_a_pause_is_written_once(log_path: Path) -> None:
    run = begun(log_path, Actor(fault()), config())
    await to_the_end(run)
    run.pause()
    await run.close()
    assert len(of_type(log_file.read(log_path).events, RunPaused)) == 1
