"""Nobody keeps the player waiting: no rest before their turn, and a step goes on to what they may choose from."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from parley.core.engine.gate import Pace
from parley.core.engine.run import Run
from parley.core.home import Home
from parley.core.log.config import RunConfig
from parley.core.modes.story.mode import StoryDirector
from parley.core.modes.story.state import StoryState
from parley.core.studio.studio import Studio, Watching
from tests.story_configs import a_story

SLOW = Pace(3_600, 7_200, 1.0, unpaced=False)
"""A pace at which a single rest lasts longer than any test."""


def played(home: Home, config: RunConfig, body: Callable[[Run], Awaitable[None]]) -> None:
    """Play a story at this pace while `body` has its hand in it."""

    async def main() -> None:
        studio = Studio(home)
        try:
            run = studio.start(config, Watching(pace=SLOW))
            living = asyncio.ensure_future(run.live())
            try:
                await body(run)
            finally:
                await run.close()
                await living
        finally:
            await studio.close()

    asyncio.run(main())


async def stands(run: Run, reason: str) -> None:
    """Wait until the run stands for a reason."""
    async with asyncio.timeout(60):
        while (run.state.status, run.state.reason) != ("paused", reason):
            await asyncio.sleep(0.01)


def test_no_rest_comes_before_the_players_turn(home: Home) -> None:
    async def body(run: Run) -> None:
        run.play()
        await stands(run, "player")
        assert run.state[StoryState].asked == 1
        await StoryDirector.of(run).act("Mirka")
        await stands(run, "player")
        assert run.state[StoryState].asked == 2

    played(home, a_story("ferry"), body)
