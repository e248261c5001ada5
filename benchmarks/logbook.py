"""The logbook of a month as PDF."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from benchmarks.figure import Figure, median_of, note
from benchmarks.talks import SEED, studio_in
from parley.core.cast.member import VoiceSpec
from parley.core.log import log
from parley.core.log.config import Limits
from parley.core.log.fold import fold
from parley.core.modes.office.logbook.writing import write
from parley.core.modes.office.request import DayRequest
from parley.core.studio.studio import Studio, Watching

DAYS = 30
TIMES = 3
MOST_SECONDS = 10.0


def month(folder: Path) -> list[Figure]:
    """From the folded run to the file, in both languages: every line twice."""
    events = log.read(_played(studio_in(folder / "home-month"))).events
    state = fold(events)
    spent: list[float] = []
    for _ in range(TIMES):
        begin = time.process_time()
        write(state, events, folder / "month.pdf", "pdf", lang="both")
        spent.append(time.process_time() - begin)
    return [median_of(f"logbook.pdf.{DAYS}", spent, "CPU seconds", "at most", MOST_SECONDS, turns=len(state.turns))]


def _played(studio: Studio) -> Path:
    """A month in the office, rehearsed; its log."""
    note(f"Playing {DAYS} days (once) …")
    wish = DayRequest(
        days=DAYS, seed=SEED, voice=VoiceSpec(provider="rehearsal"), limits=Limits(), simulated=True, fresh=True
    )
    run = studio.start(studio.compose(wish), Watching())

    async def play() -> None:
        run.play()
        await run.live(until_paused=True)
        await run.close()

    asyncio.run(play())
    return run.stage.log.path
