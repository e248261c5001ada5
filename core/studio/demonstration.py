"""The written runs as something to look at before anything is begun: played to their end where nobody keeps them."""

from __future__ import annotations

import asyncio
import tempfile
import threading
from pathlib import Path

from parley.core.home import Home
from parley.core.log.events.base import Event
from parley.core.office.plan import Plan
from parley.core.settings import Settings
from parley.core.studio.hand_written import build_watched
from parley.core.studio.reading import Opened
from parley.core.studio.studio import Studio, Watching


def run_demonstration(name: str, settings: Settings, stop: threading.Event) -> tuple[Opened, Plan] | None:
    """Return a written run with its floor plan, played on a simulated clock in a home that is gone afterwards; nothing
    is sent. None where `stop` was set before it was over. Called in a thread: it has an event loop of its own. Raises
    `ParleyError`.
    """
    with tempfile.TemporaryDirectory(prefix="parley-shown-") as place:
        home = Home(Path(place))
        home.prepare()
        return asyncio.run(_play_demonstration(Studio(home, settings), name, stop))


async def _play_demonstration(studio: Studio, name: str, stop: threading.Event) -> tuple[Opened, Plan] | None:
    config = studio.compose(build_watched(name).model_copy(update={"simulated": True}))
    loop = asyncio.get_running_loop()

    def pause_run() -> None:
        run.pause()

    def check_stop(_seq: int, _event: Event) -> None:
        if stop.is_set():
            # Not at once: this is told before the event is folded, and the pause is an event, too.
            loop.call_soon(pause_run)

    run = studio.start(config, Watching(taps=(check_stop,)))
    try:
        run.play()
        await run.live(until_paused=True)
    finally:
        await run.close()
        await studio.close()
    if stop.is_set():
        return None
    return studio.open(str(run.stage.log.path)), studio.plan_of(config) or studio.library.plan("studio")
