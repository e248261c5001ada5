"""The director's hand is the same in every mode: step, pause, rewind, breakpoints, mute, topics, retry, forks."""

from __future__ import annotations

from typing import Any

import pytest

from parley.core.base.errors import ParleyError
from parley.core.cast.member import VoiceSpec
from parley.core.engine.run import Run
from parley.core.log.authors import PERSON
from parley.core.log.codec import decode, encode
from parley.core.log.config import Limits
from parley.core.log.events.run import RunPaused, TopicInjected, VoiceChanged
from parley.core.log.events.turn import TurnEnded, TurnRetried
from parley.core.log.fold import fold
from parley.core.studio.studio import Studio
from tests.contract.kinds import ONE_A_MODE
from tests.scripted_voices import one_step, to_the_end

pytestmark = pytest.mark.parametrize("kind", ONE_A_MODE)
MOST_STEPS = 400


async def turns(run: Run, count: int) -> None:
    """Step until so many turns are spoken, or the run is over or waits for a person."""
    for _ in range(MOST_STEPS):
        if len(run.state.turns) >= count or run.state.status == "ended" or run.state.reason == "player":
            return
        await one_step(run)
    raise AssertionError(f"after {MOST_STEPS} steps there are {len(run.state.turns)} turns")


def test_a_step_is_one_turn_and_the_run_stands_behind_it(steered: Any, kind: str) -> None:
    async def body(run: Run) -> None:
        for count in range(1, 4):
            await turns(run, count)
            if run.state.status != "ended" and run.state.reason != "player":
                assert (len(run.state.turns), run.state.status) == (count, "paused")

    assert steered(kind, body).replay.turns >= 2


def test_a_pause_holds_and_play_goes_on_from_there(steered: Any, kind: str) -> None:
    async def body(run: Run) -> None:
        await turns(run, 2)
        before = len(run.state.turns)
        run.pause()
        await run.live(until_paused=True)
        assert len(run.state.turns) == before
        await to_the_end(run)
        assert len(run.state.turns) > before

    steered(kind, body)


def test_events_are_read_as_they_were_written_and_every_moment_is_their_fold(steered: Any, kind: str) -> None:
    replay = steered(kind, to_the_end).replay
    assert [decode(encode(event)) for event in replay.events] == list(replay.events)
    assert replay.turns > 2
    for turn in range(0, replay.turns + 1, max(1, replay.turns // 5)):
        seq = replay.seq_of_turn(turn)
        if turn < replay.turns:
            assert replay.state_at_turn(turn) == fold(replay.events[:seq]), turn


def test_it_holds_before_a_turn_and_before_a_member(steered: Any, kind: str) -> None:
    async def body(run: Run) -> None:
        await turns(run, 1)
        point = run.director.break_at(turn=3)
        await to_the_end(run)
        assert (run.state.reason, run.state.next_turn, run.state.held_by) == ("breakpoint", 3, point)
        run.director.clear_breakpoint(point)
        who = run.state.selected.member if run.state.selected else run.state.turns[-1].member
        run.director.break_at(member=who)
        await to_the_end(run)
        if run.state.reason == "breakpoint":
            assert run.state.held_by == f"member:{who}"

    opened = steered(kind, body)
    assert any(isinstance(event, RunPaused) and event.reason == "breakpoint" for event in opened.replay.events)


def test_who_is_muted_says_nothing_until_they_are_brought_back(steered: Any, kind: str) -> None:
    async def body(run: Run) -> None:
        await turns(run, 2)
        who = run.state.turns[-1].member
        if not run.state.setup.has(who) or who == "player":
            who = run.state.setup.members[-1].id
        run.director.mute(who)
        before = len(run.state.turns)
        await to_the_end(run)
        assert who not in [turn.member for turn in run.state.turns[before:]]
        if run.state.status != "ended":
            run.director.unmute(who)
            await turns(run, before + 3)

    assert steered(kind, body).replay.turns >= 2


def test_a_topic_is_heard_by_those_it_was_for(steered: Any, kind: str) -> None:
    async def body(run: Run) -> None:
        await turns(run, 1)
        run.director.inject("What about the bees?")
        who = run.state.setup.members[0].id
        run.director.inject("Only you know of the honey.", (who,))
        topics = [entry for entry in run.state.entries if entry.kind == "topic"]
        assert [entry.heard_by for entry in topics] == [(), (who,)]
        other = run.state.setup.members[1].id
        sent = repr(run.stage.perspective(other).witnessed(1_000))
        assert "bees" in sent
        assert "honey" not in sent
        assert "honey" in repr(run.stage.perspective(who).witnessed(1_000))

    opened = steered(kind, body)
    assert sum(isinstance(event, TopicInjected) for event in opened.replay.events) == 2


def test_a_retry_takes_the_last_turn_again_or_says_why_not(steered: Any, kind: str) -> None:
    async def body(run: Run) -> None:
        for count in range(1, 7):
            await turns(run, count)
            said = len(run.state.turns)
            if run.state.status == "ended" or not said:
                return
            member, before = run.state.turns[-1].member, run.state.seq
            try:
                run.director.retry()
            except ParleyError:
                refused = run.state.seq
                assert refused == before, "something was written all the same"
                continue
            await run.live(until_paused=True)
            if run.state.status != "ended" and run.state.turns:
                assert run.state.turns[min(said, len(run.state.turns)) - 1].member == member or run.state.reason

    opened = steered(kind, body)
    events = opened.replay.events
    assert fold(events) == opened.state
    if any(isinstance(event, TurnRetried) for event in events):
        assert opened.state.revision > 0


def test_a_fork_shares_its_parents_past_and_goes_its_own_way(steered: Any, studio: Studio, kind: str) -> None:
    parent = steered(kind, to_the_end)
    before = parent.path.read_bytes()
    for turn in (0, 1, parent.replay.turns // 2, parent.replay.turns - 1):
        fork = studio.open(str(_forked(studio, parent, turn)))
        state = fork.state
        assert (state.parent, state.parent_turn) == (parent.state.run, turn)
        assert state.run != parent.state.run
        lines = [encode(event) for event in fork.replay.events if isinstance(event, TurnEnded)]
        assert lines[:turn] == [encode(event) for event in parent.replay.events if isinstance(event, TurnEnded)][:turn]
        assert len(state.turns) > turn
    assert parent.path.read_bytes() == before


def _forked(studio: Studio, parent: Any, turn: int) -> Any:
    import asyncio

    async def main() -> Any:
        run = studio.fork(str(parent.path), turn, {"seed": 99})
        await turns(run, turn + 2)
        await run.close()
        return run.stage.log.path

    return asyncio.run(main())


@pytest.mark.parametrize(("budget", "most"), [("turns", 3), ("tokens", 600)])
def test_a_budget_that_is_used_up_ends_it_with_its_sentence(steered: Any, kind: str, budget: str, most: int) -> None:
    state = steered(kind, to_the_end, limits=Limits(**{budget: most})).state
    assert (state.status, state.reason) == ("ended", budget)
    assert {"turns": len(state.turns), "tokens": state.usage.total}[budget] >= most
    assert str(most) in str(state.detail)


def test_a_mark_is_kept_and_taken_away(steered: Any, kind: str) -> None:
    async def body(run: Run) -> None:
        await turns(run, 2)
        run.director.bookmark(1)
        assert run.state.bookmarks == {1}
        run.director.bookmark(2)
        run.director.bookmark(1)

    assert steered(kind, body).state.bookmarks == {2}


def test_another_voice_speaks_from_the_next_turn_on(steered: Any, kind: str) -> None:
    async def body(run: Run) -> None:
        await turns(run, 2)
        who = run.state.setup.members[0].id
        run.director.change_voice(VoiceSpec(provider="echo"))
        run.director.change_voice(VoiceSpec(provider="rehearsal"), who)
        assert run.state.voices[""].provider == "echo"
        assert run.state.voices[who].provider == "rehearsal"

    opened = steered(kind, body)
    assert opened.state.voices[""].provider == "echo"
    assert sum(isinstance(event, VoiceChanged) for event in opened.replay.events) == 2


def test_one_that_is_stopped_has_ended(steered: Any, kind: str) -> None:
    async def body(run: Run) -> None:
        await turns(run, 2)
        await run.stop()

    opened = steered(kind, body)
    assert (opened.state.status, opened.state.reason) == ("ended", "director")


def test_the_director_speaks_as_a_member_or_is_told_why_not(steered: Any, kind: str) -> None:
    async def body(run: Run) -> None:
        await turns(run, 2)
        who, before = run.state.turns[-1].member, run.state.seq
        try:
            await run.director.speak_as(who, "What the director says.")
        except ParleyError:
            assert run.state.seq == before, "something was written all the same"
            return
        said = run.state.turns[-1]
        assert (said.member, said.text, said.ended.author) == (who, "What the director says.", "director")
        assert said.author == PERSON
        await turns(run, len(run.state.turns) + 1)

    opened = steered(kind, body)
    assert fold(opened.replay.events) == opened.state
