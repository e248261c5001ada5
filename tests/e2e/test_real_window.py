"""A real window on a real display server: a real click makes members speak."""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from parley.core.home import Home
from parley.core.log import log as log_file
from parley.core.log.events.run import RunPaused
from parley.core.log.events.turn import TurnEnded
from tests.e2e.conftest import PATIENCE, until

SIZE = (1440, 900)

pytestmark = pytest.mark.skipif(
    not (shutil.which("Xvfb") and shutil.which("xdotool")),
    reason="needs Xvfb and xdotool, which `make system` installs",
)


@pytest.fixture
def display() -> Iterator[str]:
    """A display server of this test's own, on a number that it chooses itself.

    It is not reset when its last client leaves, as it would be: who comes just then is turned away.
    """
    reads, writes = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writes), "-screen", "0", f"{SIZE[0]}x{SIZE[1]}x24", "-nolisten", "tcp", "-noreset"],
        pass_fds=[writes],
        stderr=subprocess.DEVNULL,
    )
    os.close(writes)
    try:
        assert select.select([reads], [], [], PATIENCE)[0], "the display server did not start"
        yield f":{os.read(reads, 16).decode().strip()}"
    finally:
        os.close(reads)
        server.terminate()
        server.wait(PATIENCE)


class Seat:
    """Somebody in front of the window: the process, and a mouse and a keyboard on its display."""

    def __init__(self, display: str, home: Home) -> None:
        self.environment = os.environ | {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb", "PARLEY_NO_KEYRING": "1"}
        self.process = subprocess.Popen(
            [str(Path(sys.executable).with_name("parley")), "--home", str(home.path)],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def do(self, *words: object) -> str:
        """Let xdotool do something."""
        done = subprocess.run(
            ["xdotool", *map(str, words)], env=self.environment, capture_output=True, text=True, timeout=PATIENCE
        )
        return done.stdout.strip()

    def window(self) -> str:
        """The window's number, "" while there is none."""
        return self.named("Parley$")

    def named(self, name: str) -> str:
        """The number of a visible window of that name, "" while there is none."""
        assert self.process.poll() is None, self.process.stdout.read() if self.process.stdout else ""
        return self.do("search", "--onlyvisible", "--name", name).partition("\n")[0]

    def close(self) -> str:
        """Ask the process to end, and return what it wrote."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        return self.process.communicate(timeout=PATIENCE)[0]


def spoken(path: Path) -> int:
    return sum(isinstance(event, TurnEnded) for event in log_file.read(path).events)


@pytest.mark.slow
def test_a_strangers_first_click_makes_members_speak(display: str, home: Home) -> None:
    """An empty home, no key, no model: the page comes up, one click, and somebody has spoken."""
    seat = Seat(display, home)
    try:
        until(seat.window, "the window is there")
        page = seat.window()
        # On the first card; the window is there before the page answers.
        for _ in range(6):
            seat.do("mousemove", "--window", page, 200, 240, "click", "1")
            with contextlib.suppress(AssertionError):
                until(lambda: day_of(home), "a day begins", PATIENCE / 6)
                break
        until(lambda: day_of(home), "a day begins")
        until(lambda: spoken(day_of(home)[0]) >= 1, "somebody has spoken")
        until(lambda: seat.named("^A day in the office.* Parley$"), "the title says what plays")
    finally:
        told = seat.close()
    assert "Traceback" not in told, told
    recording = log_file.read(day_of(home)[0])
    assert recording.damage == log_file.Damage()
    assert isinstance(recording.events[-1], RunPaused)


def day_of(home: Home) -> list[Path]:
    return list(home.runs.glob("*-scenes-*.jsonl"))
