"""What a command beside the window does is seen in its lists."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from parley.core.studio import runs
from parley.desktop.shell import watching
from tests.widget.real_window import Desk, Opener


async def parley(desk: Desk, *arguments: str) -> None:
    """A real second process on the same home, run to its end."""
    command = [str(Path(sys.executable).with_name("parley")), *arguments, "--home", str(desk.studio.home.path)]
    done = await asyncio.to_thread(subprocess.run, command, capture_output=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_lists_and_a_search_follow_a_command_beside_the_window(opened: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "LOOK_MS", 50)

    async def body(desk: Desk) -> None:
        library = desk.window.library
        await desk.until(lambda: library._told, "the library is read")
        before = set(runs.all_files(desk.studio.home))
        library.search.setText("kumquat")
        library.search_wanted.emit("kumquat")
        await desk.until(lambda: library._found.text == "kumquat", "the search is answered")
        assert library._listing.lines == 0
        topic = "The kumquat slipped"
        await parley(
            desk, "run", "roundtable", "--voice", "rehearsal", "--fast", "--seed", "7", "--turns", "6", "--topic", topic
        )
        await desk.until(lambda: any(run.title == topic for run in library._all), "the run is listed")
        await desk.until(lambda: library._listing.lines > 0, "its lines are found")
        (made,) = set(runs.all_files(desk.studio.home)) - before
        made.unlink()
        await desk.until(lambda: all(run.title != topic for run in library._all), "the run is gone")
        await desk.until(lambda: library._listing.lines == 0, "its lines are gone")

    opened(body)
