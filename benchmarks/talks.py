"""Real runs to measure: played by the engine with the rehearsal voice, large ones kept in a folder."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from benchmarks.figure import note
from parley.core.cast.member import VoiceSpec
from parley.core.home import Home
from parley.core.log.config import Limits, RunConfig
from parley.core.log.events.base import Event
from parley.core.log.events.turn import TurnEnded
from parley.core.modes.roundtable.request import RoundtableRequest
from parley.core.settings import Settings
from parley.core.studio import runs
from parley.core.studio.studio import Studio, Watching

SEED = 7


def studio_in(home: Path) -> Studio:
    """A studio with default settings."""
    return Studio(Home(home), Settings())


REHEARSAL = VoiceSpec(provider="rehearsal")


def composed(studio: Studio, turns: int, *, seed: int = SEED, voice: VoiceSpec = REHEARSAL) -> RunConfig:
    """A standup of five, by default on the rehearsal voice, with a simulated clock, as `parley run … --fast` has it."""
    wish = RoundtableRequest(
        format="standup",
        seed=seed,
        turns=turns,
        voice=voice,
        simulated=True,
        limits=Limits(),
        fresh=True,
    )
    return studio.compose(wish)


async def played(studio: Studio, config: RunConfig, at_turn: Callable[[int], None] | None = None) -> Path:
    """Play the run to its end; `at_turn` is called after every turn."""

    def tap(_seq: int, event: Event) -> None:
        if at_turn is not None and type(event) is TurnEnded:
            at_turn(event.turn)

    run = studio.start(config, Watching(taps=(tap,)))
    run.play()
    await run.live(until_paused=True)
    await run.close()
    if run.state.status != "ended" or len(run.state.turns) != config.turns:
        raise RuntimeError(f"the run did not come to its end: {run.state.status}, {len(run.state.turns)} turns")
    return run.stage.log.path


def large_run(folder: Path, turns: int) -> tuple[Studio, str]:
    """A home with one run of so many turns, played once and kept in the folder; the studio, and the run's id."""
    home = folder / f"home-{turns}"
    studio = studio_in(home)
    config = composed(studio, turns)
    done = folder / f"home-{turns}.done"
    if not done.exists():
        note(f"Playing a run of {turns:,} turns (once) …")
        for old in runs.all_files(studio.home):
            old.unlink()
        # In a process of its own: what playing takes of memory is not what opening takes.
        command = [sys.executable, "-m", "benchmarks.talks", str(home), str(turns)]
        subprocess.run(command, check=True)
        done.touch()
    return studio, config.id


if __name__ == "__main__":
    _studio = studio_in(Path(sys.argv[1]))
    asyncio.run(played(_studio, composed(_studio, int(sys.argv[2]))))
