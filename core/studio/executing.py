"""Where runs are played: in this process, or on other machines; the log stays with its one writer here."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Protocol

from parley.core.engine.run import Run
from parley.core.home import Home
from parley.core.studio.cluster.progress import Progress


class Executor(Protocol):
    """Plays runs that this process holds open."""

    elsewhere: bool
    """Whether voices speak from other processes, with keys and models of their own."""

    async def play(self, run: Run) -> None:
        """Play on until the run has ended or stands.

        Raises `HostNotAllowed`, `LogError`, `RunError`; whatever is raised, all that had come is in the log.
        """
        ...

    def pause(self, run: Run, why: str, *, cancel: bool = False) -> None:
        """Have the run stand soon: replies under way are finished, or with `cancel` dropped."""
        ...

    def look(self) -> Progress | None:
        """Return what the cluster is doing now; None where runs are played here."""
        ...


class Here:
    """Plays runs in this process."""

    elsewhere = False

    async def play(self, run: Run) -> None:
        """Play on, as `Executor.play` says."""
        run.play()
        await run.live(until_paused=True)

    def pause(self, run: Run, why: str, *, cancel: bool = False) -> None:
        """Have the run stand, as `Executor.pause` says."""
        run.pause(why, cancel=cancel)

    def look(self) -> None:
        """Return None: there is no cluster."""
        return


@asynccontextmanager
async def find_executor_at(scheduler: str, home: Home, calls: int) -> AsyncIterator[Executor]:
    """Yield what plays runs: a Dask cluster where a scheduler is named (see `cluster.desk.open_desk`), or `Here`."""
    if not scheduler:
        yield Here()
        return
    from parley.core.studio.cluster.desk import open_desk  # of an extra, and slow to import

    async with open_desk(scheduler, home, calls) as desk:
        yield desk
