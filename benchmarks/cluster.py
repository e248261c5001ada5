"""A thousand roundtables on a strict server of this machine: played here, by two worker processes, and by two that are
killed again and again.

The server's answers are a function of what it is asked, so all three must come to the same table. Every answer has an
id, and every line of a log that was paid for names it: what was paid, what arrived, and what arrived twice is counted.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import os
import random
import shutil
import signal
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.figure import Figure
from parley.core.home import Home
from parley.core.log import log
from parley.core.log.events.turn import VoiceReplied
from parley.core.log.fold import fold
from parley.core.studio.cluster.desk import Desk
from parley.core.studio.executing import find_executor_at
from parley.core.studio.experiments.logs import get_logs_of
from parley.core.studio.experiments.plan import Plan
from parley.core.studio.experiments.running import Running
from parley.core.studio.experiments.service import ExperimentService
from parley.core.studio.experiments.spec import Experiment
from parley.core.studio.experiments.table import build_table
from parley.core.studio.experiments.writing import as_csv
from tests.strict_server import KEY, Say, StrictServer

RUNS = int(os.environ.get("PARLEY_CLUSTER_RUNS", "1000"))
TURNS, PARALLEL, WORKERS = 6, 16, 2
LATENCY = 0.05
KILL_EVERY = (6.0, 12.0)
WORDS = ("bread", "river", "lamp", "paper", "signal", "garden", "window", "letter", "engine", "winter", "market")


def answered(body: dict[str, Any]) -> Say:
    """A line that follows from what was asked, after a while."""
    time.sleep(LATENCY)
    drawn = random.Random(hashlib.blake2b(json.dumps(body, sort_keys=True).encode(), digest_size=8).digest())
    return Say(f"I would begin with the {drawn.choice(WORDS)}, for the {drawn.choice(WORDS)} can wait.")


def plan() -> Plan:
    """Four cells, each a quarter of the runs."""
    return Plan(
        Experiment.model_validate(
            {
                "name": "Cluster",
                "repetitions": max(1, RUNS // 4),
                "parallel": PARALLEL,
                "roundtable": {"format": "debate", "voice": "anthropic", "turns": TURNS},
                "grid": {"policy": ["round_robin", "affinity"], "topic": ["Shall we ship on Friday?", "Is it late?"]},
            }
        )
    )


async def _played(home: Home, where: str, *, killing: bool = False) -> tuple[float, int]:
    """Seconds from the first run to the last, and how many workers were killed."""
    studio = ExperimentService(home)
    kills = 0

    async def kill(desk: Desk) -> None:
        nonlocal kills
        chance = random.Random(5)
        while True:
            await asyncio.sleep(chance.uniform(*KILL_EVERY))
            with contextlib.suppress(Exception):
                found = await asyncio.to_thread(desk._client.run, os.getpid)
                os.kill(chance.choice(list(found.values())), signal.SIGKILL)
                kills += 1

    try:
        async with find_executor_at(where, home, PARALLEL) as executor:
            begun = time.monotonic()
            killer = asyncio.create_task(kill(executor)) if killing and isinstance(executor, Desk) else None
            progress = await Running(studio, plan(), home.path, executor=executor).live()
            took = time.monotonic() - begun
            if killer is not None:
                killer.cancel()
    finally:
        await studio.close()
    assert progress.whole, progress
    return took, kills


def _table(home: Home) -> bytes:
    found = plan()
    return b"".join(as_csv(build_table(home, found, ("turns", "words", "language.entropy")), found))


def _accounts(home: Home, server: StrictServer, before: int) -> dict[str, int]:
    """What the server answered, what the logs have, what they have twice, and what was lost on its way."""
    answered = len(server.messages) - before
    ids: Counter[str] = Counter()
    for path in get_logs_of(home).values():
        events = log.read(path).events
        assert fold(events).status == "ended", path
        ids.update(event.request_id for event in events if isinstance(event, VoiceReplied))
    twice = sum(number - 1 for number in ids.values())
    return {"answered": answered, "in_the_logs": sum(ids.values()), "twice": twice, "lost": answered - len(ids)}


def killed(folder: Path) -> Iterator[Figure]:
    """Runs a second of a cluster beside those of this process, and what became of each call."""
    os.environ["ANTHROPIC_API_KEY"] = KEY
    with StrictServer(reply=answered) as server:
        os.environ["ANTHROPIC_BASE_URL"] = server.url
        took: dict[str, float] = {}
        tables: dict[str, bytes] = {}
        for name, where, killing in (
            ("here", "", False),
            ("two", f"local:{WORKERS}", False),
            ("killed", f"local:{WORKERS}", True),
        ):
            home = Home(folder / name)
            shutil.rmtree(home.path, ignore_errors=True)
            before = len(server.messages)
            took[name], kills = asyncio.run(_played(home, where, killing=killing))
            tables[name] = _table(home)
            beside = {"seconds": round(took[name], 1), "kills": kills} | _accounts(home, server, before)
            assert not beside["twice"], beside
            assert tables[name] == tables["here"], "the tables differ"
            yield Figure(f"cluster.{name}", RUNS / took[name], "runs/s", beside=beside)
        yield Figure("cluster.ratio", took["here"] / took["two"], "runs of two to runs here", "at least", 0.8)
