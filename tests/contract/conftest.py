"""Every test here runs for all modes, with the packages of examples/ installed."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest

from parley.core.cli import main
from parley.core.engine.run import Run
from parley.core.home import Home
from parley.core.settings import Settings
from parley.core.studio.reading import Opened
from parley.core.studio.studio import Studio
from tests.contract.kinds import request
from tests.examples import found, shared
from tests.played_runs import played_in
from tests.unit.cli.conftest import Said


@pytest.fixture(scope="package", autouse=True)
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder in which the packages of examples/ are installed."""
    folder = shared(tmp_path_factory)
    with found(folder):
        yield folder


Parley = Callable[..., Said]
"""Does one command of the command line in this process."""


@pytest.fixture
def parley(capsys: pytest.CaptureFixture[str]) -> Parley:
    """The command line on a home."""

    def do(home: Path, *arguments: str) -> Said:
        capsys.readouterr()
        code = main([*arguments, "--home", str(home)])
        out, err = capsys.readouterr()
        return Said(code, out, err)

    return do


def process(home: Path, *arguments: str) -> subprocess.Popen[str]:
    """The command line in a process of its own, as it is started from a terminal."""
    return subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys; from parley.core.cli import main; sys.exit(main(sys.argv[1:]))",
            *arguments,
        ],
        env={**os.environ, "PARLEY_HOME": str(home)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


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
        return played_in(home, request(kind, **changes)).stage.log.path

    return play


@pytest.fixture
def steered(studio: Studio) -> Callable[[str, Callable[[Run], Coroutine[Any, Any, None]]], Opened]:
    """Has a test steer a run of a kind, closes it, and opens its log."""

    def steer(kind: str, body: Callable[[Run], Coroutine[Any, Any, None]], **changes: Any) -> Opened:
        async def put_on() -> Path:
            run = studio.start(studio.compose(request(kind, **changes)))
            try:
                await body(run)
            finally:
                await run.close()
                await studio.close()
            return run.stage.log.path

        return studio.open(str(asyncio.run(put_on())))

    return steer
