from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from parley.core.base.clock import SimulatedClock
from parley.core.voices.base import Delta, Reply, Request, Waiting
from parley.core.voices.limits import RATE_LIMITED, Limited, Limits
from tests.entries_by_hand import Talk, hear
from tests.scripted_voices import Actor


class Scripted(Actor):
    """A voice that says what it is told, once `gate` is open, and notes who is speaking."""

    def __init__(self, *parts: Delta | Waiting | Reply) -> None:
        super().__init__()
        self.parts = parts
        self.gate = asyncio.Event()
        self.speaking = 0
        self.most = 0
        self.order: list[str] = []

    async def speak(self, request: Request) -> AsyncIterator[Delta | Waiting | Reply]:
        self.order.append(request.direction)
        self.speaking += 1
        self.most = max(self.most, self.speaking)
        try:
            await self.gate.wait()
            for part in self.parts:
                yield part
        finally:
            self.speaking -= 1


async def test_calls_wait_in_the_order_in_which_they_came() -> None:
    limits, voice = Limits(2), Scripted(Reply(text="Yes."))
    limited, talk = Limited(voice, limits), Talk()
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(hear(limited, talk.request(direction=str(number)))) for number in range(6)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert (limits.running, limits.queued) == (2, 4)
        voice.gate.set()
    assert voice.order == [str(number) for number in range(6)]
    assert voice.most == 2
    assert [len(task.result().waits) for task in tasks] == [0, 0, 1, 1, 1, 1]
    assert (limits.running, limits.queued) == (0, 0)


@pytest.mark.parametrize("gone", [0, 1, 2])
async def test_a_call_that_is_cancelled_gives_its_place_on(gone: int) -> None:
    limits, voice = Limits(1), Scripted(Reply(text="Yes."))
    async with asyncio.TaskGroup() as group:
        tasks = [
            group.create_task(hear(Limited(voice, limits), Talk().request(direction=str(number))))
            for number in range(3)
        ]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        tasks[gone].cancel()
        await asyncio.sleep(0)
        voice.gate.set()
    assert [task.cancelled() for task in tasks] == [number == gone for number in range(3)]
    assert limits.free


async def test_a_place_of_who_fails_or_is_cancelled_as_it_is_given_is_passed_on() -> None:
    limits = Limits(1)
    with pytest.raises(ZeroDivisionError):
        async with limits.place():
            _ = 1 // 0
    entered: list[str] = []

    async def enter(name: str) -> None:
        async with limits.place():
            entered.append(name)

    async with asyncio.TaskGroup() as group:
        async with limits.place():
            second = group.create_task(enter("second"))
            group.create_task(enter("third"))
            await asyncio.sleep(0)
        # The place is the second's by now, but it has not run yet.
        second.cancel()
    assert entered == ["third"]
    assert limits.free


async def test_who_speaks_and_who_waits_may_be_cancelled_in_the_same_moment() -> None:
    limits = Limits(1)

    async def call() -> None:
        async with limits.place():
            await asyncio.Event().wait()

    calls = [asyncio.create_task(call()) for _ in range(3)]
    await asyncio.sleep(0)
    assert (limits.running, limits.queued) == (1, 2)
    for each in calls:
        each.cancel()
    await asyncio.wait(calls)
    assert all(each.cancelled() for each in calls)
    assert (limits.running, limits.queued, limits.free) == (0, 0, True)


async def test_more_places_let_the_waiting_in() -> None:
    limits, voice = Limits(1), Scripted(Reply(text="Yes."))
    async with asyncio.TaskGroup() as group:
        for _ in range(3):
            group.create_task(hear(Limited(voice, limits), Talk().request()))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        limits.resize(3)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert voice.speaking == 3
        voice.gate.set()


async def test_a_rate_limit_that_one_call_meets_holds_all() -> None:
    clock = SimulatedClock()
    limits = Limits(4, clock)
    hit = Scripted(Waiting(20.0, RATE_LIMITED), Reply(text="Yes."))
    other = Scripted(Reply(text="No."))
    hit.gate.set()
    other.gate.set()
    await hear(Limited(hit, limits), Talk().request())
    assert limits.held == 20.0
    line = await hear(Limited(other, limits), Talk().request())
    assert line.waits == [Waiting(20.0, RATE_LIMITED)]
    # Other waits hold nobody.
    busy = Scripted(Waiting(20.0, "overloaded"), Reply(text="Yes."))
    busy.gate.set()
    await hear(Limited(busy, limits), Talk().request())
    assert limits.held == 0.0
