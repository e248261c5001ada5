"""From a stranger's first click to members who speak, in a real window on a display server of its own."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.figure import Figure, median_of, note

TIMES = 5
MOST_PAGE, MOST_WORDS = 0.9, 1.0
"""Seconds."""


def first_words(_folder: Path) -> list[Figure]:
    """An empty home each time: how long the first page takes, and how long after one click somebody speaks."""
    if not (shutil.which("Xvfb") and shutil.which("xdotool")):
        note("Xvfb and xdotool are not here: nobody can click.")
        return []
    walks = [walked() for _ in range(TIMES)]
    return [
        median_of(f"stranger.{name}", [each[name] for each in walks], unit, "at most", most)
        for name, unit, most in (
            ("page", "s from the command to the first page", MOST_PAGE),
            ("words", "s from the click to the first painted words", MOST_WORDS),
            ("words.cpu", "CPU s of the window until then", None),
            ("line", "s from the click to the first whole line", None),
        )
    ]


def walked() -> dict[str, float]:
    """One stranger's walk, in seconds."""
    reads, writes = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writes), "-screen", "0", "1440x900x24", "-nolisten", "tcp", "-noreset"],
        pass_fds=[writes],
        stderr=subprocess.DEVNULL,
    )
    os.close(writes)
    # The server writes to it once more: it must not be closed before that.
    display = os.read(reads, 16).decode().strip()
    unwanted = ("ANTHROPIC_", "PARLEY_", "QT_", "WAYLAND_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(unwanted)}
    environment = kept | {"DISPLAY": f":{display}", "QT_QPA_PLATFORM": "xcb", "PARLEY_NO_KEYRING": "1"}
    try:
        with tempfile.TemporaryDirectory() as home:
            return _clicked(home, environment)
    finally:
        os.close(reads)
        server.terminate()
        server.wait()


def _clicked(home: str, environment: dict[str, str]) -> dict[str, float]:
    begin = time.time()
    window = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.watched", home, "stranger"],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert window.stdout is not None
    told: dict[str, Any] = {}
    try:
        told |= json.loads(window.stdout.readline())
        place = [str(each) for each in told["place"]]
        subprocess.run(["xdotool", "mousemove", *place], env=environment, check=True)
        clicked = time.time()
        subprocess.run(["xdotool", "click", "1"], env=environment, check=True)
        while "line" not in told:
            told |= json.loads(window.stdout.readline())
    finally:
        window.send_signal(signal.SIGINT)
        window.communicate()
    return {
        "page": told["page"] - begin,
        "words": told["words"] - clicked,
        "words.cpu": told["words.cpu"] - told["page.cpu"],
        "line": told["line"] - clicked,
    }
