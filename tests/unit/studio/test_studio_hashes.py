"""What was really sent can be derived from the log: the hash in every reply is that of the derived payload."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from pathlib import Path

import pytest

from parley.core.cast.member import VoiceSpec
from parley.core.engine.requests import turn_request
from parley.core.engine.run import Run
from parley.core.log import log as log_file
from parley.core.log.events.run import RunStarted
from parley.core.log.events.turn import TurnRetried
from parley.core.log.replay import Replay
from parley.core.log.state import DIRECTOR
from parley.core.modes.roundtable.request import RoundtableRequest
from parley.core.perspective.perspective import perspective
from parley.core.studio.studio import Studio
from tests.scripted_voices import Actor, begun, fault, finished, one_step
from tests.standup_events import sample_config

REHEARSAL = VoiceSpec(provider="rehearsal")
WARM = VoiceSpec(provider="rehearsal", temperature=1.5)


async def steps(run: Run, number: int) -> None:
    for _ in range(number):
        await one_step(run)


async def test_what_comes_in_the_middle_of_a_turn_is_not_in_its_payload(log_path: Path) -> None:
    """Also after failures, cancelled streams and a loop that was cut off: with a voice that sends all it is told."""
    actor = Actor("One.", fault(), "Two.", stall_at={0, 3, 4, 6})
    run = begun(log_path, actor, sample_config(8))

    async def stalled() -> None:
        await actor.stalled.wait()
        actor.stalled.clear()

    live = asyncio.get_running_loop().create_task(run.live())
    run.play()
    await stalled()
    run.director.inject("In the middle of the first turn.")
    run.director.give_floor("writer")
    run.director.change_voice(WARM, "writer")
    actor.go_on.set()
    while run.state.status == "playing":
        await asyncio.sleep(0)
    actor.go_on.clear()
    run.director.inject("While it stands.")
    run.play()
    await stalled()
    run.director.inject("In the middle of a turn that will be cancelled.")
    run.pause(cancel=True)
    while run.speaking:
        await asyncio.sleep(0)
    run.director.inject("After the cancel.", ("boss",))
    run.play()
    await stalled()
    run.director.change_voice(REHEARSAL)
    run.director.inject("Again in the middle.")
    live.cancel()
    with pytest.raises(asyncio.CancelledError):
        await live
    run.director.inject("After the loop was cut off.")
    actor.stall_at = set()
    await finished(run)
    assert run.state.status == "ended"
    replay = Replay(log_file.read(log_path).events)
    for turn in replay.live.turns:
        assert turn.started is not None
        assert turn.reply is not None
        before = replay.find_state_at(turn.started_seq + 1)
        request = turn_request(before.setup, perspective(before, turn.member), turn.started, before)
        assert Actor().payload(request).digest() == turn.reply.request_hash, turn.number


async def test_for_the_same_member_what_was_sent_before_is_the_beginning_of_what_is_sent(log_path: Path) -> None:
    actor = Actor()
    run = begun(log_path, actor, sample_config(20))
    await steps(run, 7)
    run.director.inject("For all.")
    run.director.inject("For one.", ("writer",))
    await steps(run, 4)
    run.director.change_voice(WARM)
    await run.director.speak_as(DIRECTOR, "By hand.")
    await finished(run)
    sent: dict[str, list[tuple[str, str]]] = {}
    for request, body in zip(actor.requests, actor.bodies, strict=True):
        if request.purpose != "turn":
            continue
        member = request.perspective.me.id
        now = [(message["role"], block) for message in body["messages"] for block in message["content"]]
        assert now[: len(sent.get(member, []))] == sent.get(member, [])
        assert body["direction"] not in [block for _role, block in now]
        sent[member] = now
        roles = [message["role"] for message in body["messages"]]
        assert roles[0] == "user"
        assert all(one != other for one, other in pairwise(roles))


async def test_no_event_repeats_the_history(studio: Studio) -> None:
    """Content once: every line stands in its reply and in its turn's end, and the log grows evenly."""
    run = studio.start(studio.compose(RoundtableRequest(seed=5, voice=REHEARSAL, simulated=True, turns=120)))
    await finished(run)
    events, path = log_file.read(run.stage.log.path).events, run.stage.log.path
    lines = path.read_bytes().splitlines()
    sizes = [
        len(line) for line, event in zip(lines, events, strict=True) if not isinstance(event, RunStarted | TurnRetried)
    ]
    assert max(sizes[:-3]) < 2_000
    first, last = sum(sizes[4:100]), sum(sizes[-102:-6])
    assert last < 1.2 * first
