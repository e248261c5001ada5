"""Runs that were played to their end, in a home or beside one."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from parley.core.cast.member import VoiceSpec
from parley.core.engine.run import Run
from parley.core.engine.run_request import RunRequest
from parley.core.home import Home
from parley.core.log.config import RunConfig
from parley.core.log.events.base import Event
from parley.core.modes.duologue.request import DuologueRequest, SideRequest
from parley.core.studio.studio import Studio
from parley.core.voices.base import Voice
from tests.run_configs import composed
from tests.scripted_voices import begun, recorded, to_the_end

REHEARSAL = VoiceSpec(provider="rehearsal")
NAMES = ("Ada", "Bo", "Cy", "Dee", "Eli")


def played_in(home: Home, wanted: RunRequest | RunConfig) -> Run:
    """A run of the studio in `home`, played until it ends or stands, and closed."""

    async def main() -> Run:
        studio = Studio(home)
        run = studio.start(studio.compose(wanted) if isinstance(wanted, RunRequest) else wanted)
        await to_the_end(run)
        await run.close()
        await studio.close()
        return run

    return asyncio.run(main())


def played_at(path: Path, voice: Voice, config: RunConfig) -> tuple[Run, list[Event]]:
    """A run whose log is at `path`, played until it ends or stands, and its events behind the first."""
    run = begun(path, voice, config)
    seen = recorded(run)
    asyncio.run(to_the_end(run))
    return run, seen


def duologue(count: int = 2, **chosen: Any) -> DuologueRequest:
    """A rehearsed talk among so many sides, "Ada", "Bo" …, by the seed 7; `own` is the awareness of each by name."""
    own = chosen.pop("own", {})
    return DuologueRequest(
        **{
            "sides": [SideRequest(name, awareness=own.get(name, "")) for name in NAMES[:count]],
            "seed": 7, "simulated": True, "voice": REHEARSAL,
        } | chosen
    )  # fmt: skip


def talk(turns: int, count: int = 2, **chosen: Any) -> RunConfig:
    """The configuration of such a talk, in English."""
    return composed(duologue(count, **({"turns": turns, "language": "en"} | chosen)), REHEARSAL)


def lines_of(run: Run) -> list[dict[str, Any]]:
    """The lines of a run's log."""
    return [json.loads(line) for line in run.stage.log.path.read_text("utf-8").splitlines()]
