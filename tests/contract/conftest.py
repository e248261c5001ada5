"""Every test here runs for all modes, with the packages of examples/ installed."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest

from core.engine.run import Run
from core.home import Home
from core.settings import Settings
from core.studio.reading import Opened
from core.studio.studio import Studio
from tests.actors import to_the_end
from tests.contract.kinds import request
from tests.examples import found, installed


@pytest.fixture(scope="session", autouse=True)
def _examples(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    base = tmp_path_factory.getbasetemp()
    # Workers of one run share the folder above their own.
    with found(installed((base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "examples")):
        yield


class Started(Protocol):
    """Starts a run of a kind; its gate is closed."""

    def __call__(self, kind: str, **changes: Any) -> Run: ...


class Played(Protocol):
    """Plays a run of a kind to its end and gives the log's file."""

    def __call__(self, kind: str, **changes: Any) -> Path: ...


@pytest.fixture
def studio(home: Home) -> Studio:
    """A studio on this test's home."""
    return Studio(home, Settings())


@pytest.fixture
def played(studio: Studio, tmp_path: Path) -> Played:
    """Each in a home of its own, for what one leaves is remembered by the next."""

    def play(kind: str, **changes: Any) -> Path:
        home = Home(tmp_path / f"{kind}-{len(list(tmp_path.iterdir()))}")
        home.prepare()

        async def main() -> Path:
            own = Studio(home, Settings())
            run = own.start(own.compose(request(kind, **changes)))
            await to_the_end(run)
            await run.close()
            await own.close()
            return run.stage.log.path

        return asyncio.run(main())

    return play


@pytest.fixture
def steered(studio: Studio) -> Callable[[str, Callable[[Run], Coroutine[Any, Any, None]]], Opened]:
    """Has a test steer a run of a kind, closes it, and opens its log."""

    def steer(kind: str, body: Callable[[Run], Coroutine[Any, Any, None]], **changes: Any) -> Opened:
        async def main() -> Path:
            run = studio.start(studio.compose(request(kind, **changes)))
            try:
                await body(run)
            finally:
                await run.close()
                await studio.close()
            return run.stage.log.path

        return studio.open(str(asyncio.run(main())))

    return steer
