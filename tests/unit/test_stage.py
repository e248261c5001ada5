"""What a pause does to voices that speak at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

from parley.core.base.clock import SystemClock
from parley.core.log.events.run import RunPaused
from parley.core.log.events.turn import VoiceReplied
from parley.core.voices.base import Delta, Reply, Request, Waiting
from tests.office_configs import scene_config
from tests.scripted_voices import Actor, begun, recorded


class Queued(Actor):
    """Speaks to one at a time; the others are told to wait, as a provider's limits do it."""

    def __init__(self, seconds: float) -> None:
        super().__init__(*["Gut."] * 40)
        self.seconds = seconds
        self.slot = asyncio.Lock()
        self.waited = asyncio.Event()

    async def speak(self, request: Request) -> AsyncIterator[Delta | Waiting | Reply]:
        if self.slot.locked() or self.seconds:
            yield Waiting(self.seconds, "waiting for other calls to end")
            self.waited.set()
        async with self.slot:
            await self.go_on.wait()
            async for piece in super().speak(request):
                yield piece


async def kept_at_a_pause(folder: Path, seconds: float) -> list[str]:
    """Who replied where the director pauses while all contribute and some wait."""
    config = scene_config(folder, members=("holger", "svea"), exchange="weave", translate="", simulated=False)
    actor = Queued(seconds)
    run = begun(folder / "run.jsonl", actor, config, clock=SystemClock())
    seen = recorded(run)
    run.play()
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(run.live(until_paused=True))
        await actor.waited.wait()
        run.pause()
        await asyncio.sleep(0)
        actor.go_on.set()
    await run.close()
    assert any(isinstance(event, RunPaused) for event in seen)
    return [event.member for event in seen if isinstance(event, VoiceReplied)]


async def test_a_pause_lets_those_end_who_only_wait_for_each_other(tmp_path: Path) -> None:
    assert await kept_at_a_pause(tmp_path, 0.0) == ["holger", "svea"]


async def test_a_pause_drops_calls_that_all_wait_for_their_provider(tmp_path: Path) -> None:
    assert await kept_at_a_pause(tmp_path, 30.0) == []
