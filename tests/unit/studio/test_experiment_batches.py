"""Experiments in batches: half the price, nothing paid for twice, whatever happens in between."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from parley.core.base.definition import parse_toml
from parley.core.base.errors import UsageError
from parley.core.export.rows import voice_label
from parley.core.home import Home
from parley.core.log import log
from parley.core.log.events.turn import VoiceReplied
from parley.core.studio.experiments import logs
from parley.core.studio.experiments.plan import Plan
from parley.core.studio.experiments.running import Progress, Running
from parley.core.studio.experiments.service import ExperimentService
from parley.core.studio.experiments.spec import MOST_AT_ONCE, Experiment
from parley.core.studio.experiments.table import tabulate
from parley.core.studio.experiments.writing import as_csv
from parley.core.voices.anthropic.batching import Pauses
from tests.strict_rules import RefusedError
from tests.strict_server import Fail, Say, StrictServer

SPEC = """
name = "In batches"
repetitions = 3
batch = true

[duologue]
a = "Ada"
b = "Bo"
voice = "anthropic:claude-haiku-5-5"
turns = 4

[grid]
awareness = ["none", "high"]
"""
CALLS = 3 * 2 * 4
QUICK = {"collecting": 0.03, "first": 0.02, "most": 0.04, "told": 0.02}

# What `parley experiment run` does, but that it does not wait for minutes. Importing it all takes longer than the whole
# experiment: this program has done it already, and each experiment is a process of its own that it forks.
STARTER = """
import asyncio, json, os, sys
from pathlib import Path
import anthropic, httpx2
from parley.core.home import Home
from parley.core.studio.experiments.service import ExperimentService
from parley.core.studio.experiments.plan import Plan
from parley.core.studio.experiments.running import Running
from parley.core.studio.experiments.spec import read_spec
from parley.core.voices.anthropic.batching import Pauses

async def main(home, spec, pauses):
    studio = ExperimentService(Home(Path(home)))
    studio.pauses = Pauses(**pauses)
    try:
        return (await Running(studio, Plan(read_spec(Path(spec))[0]), Path(".")).live()).whole
    finally:
        await studio.close()

for line in sys.stdin:
    pid = os.fork()
    if pid == 0:
        os._exit(0 if asyncio.run(main(*json.loads(line))) else 3)
    print(pid, flush=True)
    print(os.waitpid(pid, 0)[1], flush=True)
"""


class Starter:
    """Runs experiments, one at a time, each in a process of its own."""

    def __init__(self, home: Home, spec: Path) -> None:
        self._line = json.dumps([str(home.path), str(spec), QUICK]) + "\n"
        self.process = subprocess.Popen(
            [sys.executable, "-c", STARTER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def begin(self) -> int:
        """The pid of an experiment that has been started."""
        assert self.process.stdin
        self.process.stdin.write(self._line)
        self.process.stdin.flush()
        return int(self._told())

    def ended(self) -> int:
        """How it ended, as the system says it."""
        return int(self._told())

    def _told(self) -> str:
        assert self.process.stdout
        return self.process.stdout.readline()

    def close(self) -> None:
        """End the program."""
        self.process.communicate()


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[StrictServer]:
    with StrictServer() as strict:
        strict.batches.outcome = answer
        monkeypatch.setenv("ANTHROPIC_BASE_URL", strict.url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", strict.key or "")
        yield strict


def answer(body: dict[str, Any]) -> Say:
    """The same line for the same body, and no other's."""
    return Say(f"Line {len(body['messages'])}: {len(json.dumps(body))} characters, is that so?")


def spec(text: str = SPEC) -> Experiment:
    return parse_toml(text, "spec.toml", Experiment)


async def run(home: Home, experiment: Experiment, steer: Callable[[Running], None] | None = None) -> Progress:
    """Run it; `steer` is asked to do something every now and then."""

    studio = ExperimentService(home)
    studio.pauses = Pauses(**QUICK)
    running = Running(studio, Plan(experiment), home.path)

    async def steering(steer: Callable[[Running], None]) -> None:
        while True:
            steer(running)
            await asyncio.sleep(0.01)

    try:
        if steer is None:
            return await running.live()
        async with asyncio.TaskGroup() as group:
            hand = group.create_task(steering(steer))
            found = await running.live()
            hand.cancel()
        return found
    finally:
        await studio.close()


def table_of(home: Home, experiment: Experiment) -> bytes:
    return b"".join(as_csv(tabulate(home, Plan(experiment)), Plan(experiment)))


def replied(home: Home) -> list[VoiceReplied]:
    return [
        event
        for path in logs.logs_of(home).values()
        for event in log.read(path).events
        if isinstance(event, VoiceReplied)
    ]


async def test_an_experiment_goes_in_a_few_batches(home: Home, server: StrictServer) -> None:
    assert spec().parallel == MOST_AT_ONCE
    assert (await run(home, spec())).whole
    assert len(server.batches.seen) == CALLS
    assert [len(batch.requests) for batch in server.batches.made.values()] == [6, 6, 6, 6]
    assert not server.messages
    found = replied(home)
    assert len(found) == CALLS
    assert {event.batch for event in found} == set(server.batches.made)
    assert all(event.cost > 0 for event in found)
    assert {voice_label(event) for event in found} == {"anthropic · claude-haiku-5-5 (batch)"}
    assert not list(home.batches.iterdir())


async def test_a_batch_is_for_claude(home: Home) -> None:
    rehearsed = spec(SPEC.replace("anthropic:claude-haiku-5-5", "rehearsal"))
    with pytest.raises(UsageError, match=r"batch = true is for Claude, and nobody here .* \(rehearsal\)"):
        await run(home, rehearsed)
    assert not list(home.runs.iterdir())


async def test_a_server_without_batches_is_told_of_in_one_sentence(
    home: Home, server: StrictServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_asked: object) -> None:
        raise RefusedError("Not found", 404, "not_found_error")

    for name in ("create", "page"):
        monkeypatch.setattr(server.batches, name, refused)
    found = await run(home, spec())
    assert not found.done
    assert "takes no batches (404). Leave out batch = true" in f"{found.halted} {[*found.parked.values()]}"
    assert not server.messages
    assert not replied(home)


async def test_a_pause_waits_for_the_batch(home: Home, server: StrictServer) -> None:
    server.batches.held = True

    def steer(running: Running) -> None:
        if server.batches.made and server.batches.held:
            running.pause(why="Enough.")
            assert running.progress.batched == 6
            server.batches.held = False

    found = await run(home, spec(), steer)
    assert (found.done, found.left, len(server.batches.seen)) == (0, 0, 6)
    assert len(replied(home)) == 6
    assert (await run(home, spec())).whole
    assert len(server.batches.seen) == CALLS


async def test_a_second_pause_leaves_the_batch_to_the_server(home: Home, server: StrictServer) -> None:
    server.batches.held = True
    paused: list[int] = []

    def steer(running: Running) -> None:
        if server.batches.made and len(paused) < 2:
            running.pause(cancel=bool(paused), why="Enough.")
            paused.append(running.progress.batched)

    found = await run(home, spec(), steer)
    assert paused == [6, 6]
    assert (found.done, found.left) == (0, 6)
    assert not replied(home)
    server.batches.held = False
    assert (await run(home, spec())).whole
    assert len(server.batches.seen) == CALLS
    assert not list(home.batches.iterdir())


async def test_a_request_that_failed_is_asked_once_more(home: Home, server: StrictServer) -> None:
    faults = [Fail.overloaded()]
    server.batches.outcome = lambda body: faults.pop() if faults else answer(body)
    assert (await run(home, spec())).whole
    assert len(server.batches.seen) == CALLS + 1


async def test_a_day_s_budget_counts_half_the_price(home: Home, server: StrictServer) -> None:
    await run(home, spec())
    studio = ExperimentService(home)
    assert studio.spent_today == pytest.approx(sum(event.cost for event in replied(home)))
    await studio.close()


@pytest.mark.parametrize("moments", [(2, 4), pytest.param((1, 2, 3, 4, 5, 6), marks=pytest.mark.slow)])
async def test_killed_at_any_moment_it_asks_nothing_twice(
    home: Home, server: StrictServer, tmp_path: Path, moments: tuple[int, ...]
) -> None:
    undisturbed = Home(tmp_path / "undisturbed")
    assert (await run(undisturbed, spec())).whole
    bodies = Counter(json.dumps(body, sort_keys=True) for body in server.batches.seen)
    server.batches.seen.clear()
    server.batches.looks = 2
    path = tmp_path / "spec.toml"
    path.write_text(SPEC)
    starter = Starter(home, path)
    try:
        # How much has come when it is killed: as a batch is sent, in the middle of one, between two.
        for moment in moments:
            kill(starter.begin(), server, len(server.requests) + moment)
            assert starter.ended() in {0, signal.SIGKILL}
        starter.begin()
        assert starter.ended() == 0
    finally:
        starter.close()
    assert Counter(json.dumps(body, sort_keys=True) for body in server.batches.seen) == bodies
    assert table_of(home, spec()) == table_of(undisturbed, spec())
    assert not list(home.batches.iterdir())


def kill(pid: int, server: StrictServer, requests: int) -> None:
    """Kill a process once the server has had so many requests, if it has not ended before."""
    until = time.monotonic() + 120
    while len(server.requests) < requests and Path(f"/proc/{pid}").exists():
        assert time.monotonic() < until
        time.sleep(0.001)
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
