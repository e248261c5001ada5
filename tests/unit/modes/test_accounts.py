"""What was paid for is used and counted: replies that come at once, failures, attempts that were made again, cuts."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from parley.core.base.clock import SystemClock
from parley.core.export.registry import Options, list_exporters
from parley.core.export.transcript import read
from parley.core.log import log as log_file
from parley.core.log.codec import decode, encode
from parley.core.log.config import RunConfig
from parley.core.log.events.base import Event
from parley.core.log.events.run import RunPaused
from parley.core.log.events.turn import CallFailed, TurnFailed, Usage, VoiceReplied
from parley.core.log.fold import fold
from parley.core.log.report import report
from parley.core.log.sql import Projection
from parley.core.log.state import State
from parley.core.modes.office.state import OfficeState
from parley.core.voices.base import Capabilities, Delta, Price, Reply, Request, Spent, Waiting
from tests.office_configs import scene_config
from tests.scripted_voices import Actor, begun, fault, finished, of_type, recorded, reopened, to_the_end
from tests.standup_events import sample_config

MEMBERS = ("holger", "svea", "ilja", "theo")


class Crowd(Actor):
    """Members who are ready in the order `ready`, one at a time; whoever is not in it hangs or fails."""

    def __init__(self, ready: Sequence[str], fails: dict[str, Exception] | None = None) -> None:
        super().__init__(*[lambda request: "{}" if request.schema is not None else "Es regnet."] * 100)
        self.ready = list(ready)
        self.fails = fails or {}
        self.came = asyncio.Event()
        self.asked: list[str] = []

    async def speak(self, request: Request) -> AsyncIterator[Delta | Waiting | Reply]:
        me = request.perspective.me.id
        if request.purpose == "contribution":
            self.asked.append(me)
            if me not in self.ready:
                await asyncio.Event().wait()
            while self.ready[0] != me:
                await asyncio.sleep(0)
        try:
            if me in self.fails and request.purpose == "contribution":
                raise self.fails[me]
            async for piece in super().speak(request):
                yield piece
        finally:
            if request.purpose == "contribution":
                # Not before what it said is written.
                asyncio.get_running_loop().call_soon(self._next)

    def _next(self) -> None:
        if self.ready:
            self.ready.pop(0)
        if not self.ready:
            self.came.set()


def meeting(folder: Path) -> RunConfig:
    return scene_config(
        folder,
        scene_type="meeting",
        members=MEMBERS,
        exchange="weave",
        translate="",
        simulated=False,
        room="conference",
    )


async def test_who_is_killed_while_the_first_hangs_pays_nobody_twice(tmp_path: Path) -> None:
    first, *others = MEMBERS
    actor = Crowd(list(reversed(others)))
    run = begun(tmp_path / "run.jsonl", actor, meeting(tmp_path), clock=SystemClock())
    run.play()
    loop = asyncio.create_task(run.live(until_paused=True))
    await actor.came.wait()
    # What a process that is killed now leaves behind.
    half = tmp_path / "half.jsonl"
    half.write_bytes(run.stage.log.path.read_bytes())
    loop.cancel()
    await asyncio.gather(loop, return_exceptions=True)
    await run.close()
    replies = [event for event in of_type(log_file.read(half).events, VoiceReplied) if event.purpose == "contribution"]
    assert [event.member for event in replies] == list(reversed(others))
    again = Crowd(MEMBERS[:1])
    run = reopened(half, again, SystemClock())
    await finished(run)
    assert again.asked == [first]
    assert run.state.status == "ended"
    assert {turn.member for turn in run.state.turns} == set(MEMBERS)


async def test_every_failure_of_those_who_speak_at_once_is_in_the_accounts(tmp_path: Path) -> None:
    fails: dict[str, Exception] = {
        one: fault("dropped", f"{one} broke off.", tokens={"input": 100 * number, "output": 1}, cost=0.5)
        for number, one in enumerate(MEMBERS[:3], 1)
    }
    actor = Crowd(list(reversed(MEMBERS)), fails)
    run = begun(tmp_path / "run.jsonl", actor, meeting(tmp_path), clock=SystemClock())
    seen = recorded(run)
    await finished(run)
    assert [(event.member, event.usage.input) for event in of_type(seen, TurnFailed)] == [
        ("ilja", 300), ("svea", 200), ("holger", 100),
    ]  # fmt: skip
    # The run stands once, for the first of the cast, whoever failed first.
    (paused,) = of_type(seen, RunPaused)
    assert (paused.reason, paused.detail) == ("failure", "holger broke off.")
    assert run.state.own_tokens == 603 + 20
    assert run.state.cost == pytest.approx(1.5)


def folded(events: Sequence[Event]) -> State:
    return fold([decode(encode(event)) for event in events])


async def test_in_which_order_replies_came_is_no_matter_to_anything(tmp_path: Path) -> None:
    """Of every order of a beat's replies the fold, the questions that follow and every export are the same."""
    actor = Crowd(MEMBERS)
    run = begun(tmp_path / "run.jsonl", actor, meeting(tmp_path), clock=SystemClock())
    events: list[Event] = []
    await finished(run)
    recorded_events = log_file.read(run.stage.log.path).events
    # One moment for all, and a voice for each: then nothing but the order differs.
    for event in recorded_events:
        moved = msgspec.structs.replace(event, at=recorded_events[0].at)
        if isinstance(moved, VoiceReplied) and moved.member:
            moved = msgspec.structs.replace(moved, model=f"model of {moved.member}")
        events.append(moved)
    places = [seq for seq, one in enumerate(events) if isinstance(one, VoiceReplied) and one.purpose == "contribution"]
    assert len(places) == len(MEMBERS)
    wanted: Any = None
    for number, order in enumerate(itertools.permutations(places)):
        shuffled = list(events)
        for place, source in zip(places, order, strict=True):
            shuffled[place] = events[source]
        half = folded(shuffled[: places[-1] + 1])
        scene = half[OfficeState].scene
        assert scene is not None
        found = [list(scene.contributions), report(half), *told(tmp_path / str(number), shuffled)]
        wanted = wanted or found
        assert found == wanted, order
    assert wanted[0] == list(MEMBERS)


def told(folder: Path, events: Sequence[Event]) -> list[Any]:
    """All that is derived from a log: the report, who said what by which reply, the database, and every export."""
    state = folded(events)
    (folder / "runs").mkdir(parents=True)
    path = folder / "runs" / "run.jsonl"
    path.write_bytes(b"".join(encode(event) + b"\n" for event in events))
    projection = Projection(folder / "parley.db")
    try:
        projection.reindex(path.parent)
        rows = projection.dump()
    finally:
        projection.close()
    transcript = read(state, events)
    written = [each for each in list_exporters(state.setup) if each.is_text and not each.raw]
    exports = {each.name: "".join(each.render(transcript, events, Options())) for each in written}
    return [report(state), [turn.reply for turn in state.turns], rows, exports]


class Told(Actor):
    """Says what it is told to: pieces of a stream, and where it hangs."""

    def __init__(self, *streams: Sequence[Delta | Waiting | Reply | None]) -> None:
        super().__init__()
        self.streams = list(streams)

    @property
    def capabilities(self) -> Capabilities:
        return Capabilities(price=Price(input=1_000_000.0))

    async def speak(self, request: Request) -> AsyncIterator[Delta | Waiting | Reply]:
        for piece in self.streams.pop(0):
            if piece is None:
                self.stalled.set()
                await asyncio.Event().wait()
            else:
                yield piece


START = Delta("", spent=Spent(Usage(input=7), "one"))
AGAIN = Waiting(0.0, "connection lost", fault="dropped", spent=Spent(Usage(input=7, output=1), "one"))
REPLY = Reply(text="Hello.", usage=Usage(input=9, output=3), request_id="two")


async def test_attempts_before_the_one_that_succeeds_are_in_the_accounts(tmp_path: Path) -> None:
    run = begun(tmp_path / "run.jsonl", Told([START, AGAIN, START, REPLY]), sample_config(1))
    seen = recorded(run)
    await to_the_end(run)
    (failed,) = of_type(seen, CallFailed)
    assert (failed.kind, failed.usage, failed.request_id, failed.cost) == (
        "dropped",
        Usage(input=7, output=1),
        "one",
        7.0,
    )
    assert [event.usage.total for event in of_type(seen, VoiceReplied)] == [12]
    assert run.state.own_tokens == run.state.usage.total == 20
    assert fold(log_file.read(run.stage.log.path).events) == run.state


@pytest.mark.parametrize("how", ["pause", "close", "stop", "kill"])
async def test_a_call_that_is_cut_off_is_counted_as_far_as_it_came(tmp_path: Path, how: str) -> None:
    actor = Told([START, Delta("Hel"), None])
    run = begun(tmp_path / "run.jsonl", actor, sample_config(2))
    seen = recorded(run)
    run.play()
    loop = asyncio.create_task(run.live(until_paused=True))
    await actor.stalled.wait()
    if how == "pause":
        run.pause(cancel=True)
    elif how == "stop":
        await run.stop()
    elif how == "kill":
        loop.cancel()
    else:
        await run.close()
    await asyncio.gather(loop, return_exceptions=True)
    (failed,) = of_type(seen, CallFailed)
    assert (failed.kind, failed.usage.total, failed.member) == ("cancelled", 7, seen[1].member)  # type: ignore[union-attr]
    assert (run.state.own_tokens, run.state.cost) == (7, 7.0)
    projection = Projection(tmp_path / "parley.db")
    projection.sync_runs(tmp_path)
    (row,) = projection.runs()
    assert (row.tokens, row.own_cost) == (7, 7.0)
    projection.close()
