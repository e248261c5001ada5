"""`kill -9` at any moment, `parley resume`, and nothing is different but what records the interruption."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from parley.core.log.codec import decode
from parley.core.log.events.turn import VoiceReplied
from tests.parley_processes import Starter, words
from tests.story_configs import SCRIPT

RUN = ["run", "roundtable", "--format", "standup", "--voice", "rehearsal", "--seed", "7", "--fast", "--turns"]
TURNS = 160
KILLS = 2
"""One of them tears the line that is being written, the other strikes again while the run is being resumed."""
MORE_KILLS = 6


@pytest.fixture(scope="module")
def starter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Starter]:
    with Starter(tmp_path_factory.mktemp("out") / "said.txt") as found:
        yield found


def state_of(starter: Starter, home: Path, ref: str) -> Any:
    return json.loads(starter.run("state", ref, "--json", "--home", str(home)))


def log_in(home: Path) -> Path:
    (found,) = (home / "runs").glob("*.jsonl")
    return found


def killed_at(starter: Starter, home: Path, size: int, *arguments: str) -> bool:
    """Start a command and kill it when the log has that many bytes; whether it was still at work then."""
    pid = starter.begin(*arguments, "--home", str(home))
    folder = home / "runs"
    path: Path | None = None
    while True:
        if path is None:
            path = next(folder.glob("*.jsonl"), None)
        elif path.stat().st_size >= size:
            break
        if os.waitid(os.P_PID, starter.process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            raise AssertionError("the starter died")
        if path is not None and path.exists() and log_ended(path):
            break
        # The command needs the processor more than whoever waits for it.
        time.sleep(0.0005)
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
    return starter.status() == -signal.SIGKILL


def log_ended(path: Path) -> bool:
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - 300))
        return b'"type":"run.ended"' in file.read()


DAY = ["run", "day", "--cast", "studio-de", "--voice", "rehearsal", "--seed", "3", "--fast"]
DAY_KILLS = int(os.environ.get("PARLEY_DAY_KILLS", "3"))
STORY_KILLS = int(os.environ.get("PARLEY_STORY_KILLS", "2"))
STORY = ["run", "story", "--setting", "varn", "--turns", "50", "--seed", "1", "--voice", "rehearsal", "--fast"]


@pytest.mark.parametrize(
    ("command", "kills", "first", "played"),
    [
        pytest.param([*RUN, str(TURNS)], KILLS, 1, lambda told: len(told["transcript"]) == TURNS, id="roundtable"),
        pytest.param(
            [*RUN, str(TURNS)],
            MORE_KILLS,
            1,
            lambda told: len(told["transcript"]) == TURNS,
            id="roundtable-more",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            DAY,
            DAY_KILLS,
            20_000,
            lambda told: told["memories"] and told["relations"],
            id="day",
            marks=pytest.mark.slow,
        ),
        # The first line is the setting: before it there is no run yet.
        pytest.param(STORY, STORY_KILLS, 0, lambda told: told["story"]["turn"] == 50, id="story"),
    ],
)
def test_killed_at_random_moments_it_ends_as_if_nothing_had_been(
    starter: Starter, tmp_path: Path, command: list[str], kills: int, first: int, played: Callable[[Any], object]
) -> None:
    """Every line, the memories, the relations: nobody loses a coin by it, and no blow is struck twice."""
    if command is STORY:
        script = tmp_path / "script.txt"
        script.write_text("\n".join(SCRIPT), "utf-8")
        command = [*command, "--script", str(script)]
    calm = tmp_path / "calm"
    starter.run(*command, "--home", str(calm))
    whole = log_in(calm).read_bytes()
    run_id = log_in(calm).stem.rsplit("-", 1)[-1]
    wanted = state_of(starter, calm, run_id)
    assert wanted["status"] == "ended"
    assert played(wanted)
    calls = sum(isinstance(decode(line), VoiceReplied) for line in whole.splitlines())
    first = first or whole.index(b"\n") + 2
    chance = random.Random(20261121)
    interrupted, wanted_kills = 0, max(1, kills // 2)
    for number in itertools.count():
        if number >= kills and interrupted >= wanted_kills:
            break
        # Some may come a moment late, on a busy machine more of them: another is tried for each.
        assert number < 10 * kills, "nobody was struck while at work"
        home = tmp_path / f"home{number}"
        size = chance.randrange(first, int(len(whole) * 0.9))
        interrupted += killed_at(starter, home, size, *command)
        path = log_in(home)
        if number % 4 == 1 and not log_ended(path):
            # And killed once more while it is being resumed.
            killed_at(starter, home, min(len(whole), path.stat().st_size + 20_000), "resume", run_id, "--fast")
        if number % 5 == 0 and not log_ended(path):
            # A line that was being written when the power went.
            with path.open("ab") as file:
                file.write(b'{"type":"turn.ended","at":"2026-0')
        starter.run("resume", run_id, "--fast", "--home", str(home))
        data = path.read_bytes()
        assert words(data) == words(whole), (number, size)
        assert state_of(starter, home, run_id) == wanted, (number, size)
        assert sum(isinstance(decode(line), VoiceReplied) for line in data.splitlines()) == calls
