"""Where bytes, seconds and dollars go at a thousand, a million and a hundred million turns.

`python -m benchmarks.scale` prints the tables of `docs/scale.md` from what was measured when that was written;
`--measure` measures here and now and prints both the measures and the tables, `--write` writes the page's tables anew.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
import tomllib
import tracemalloc
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from parley.core.base.packaged import get_resource
from parley.core.home import Home
from parley.core.log.state import State
from parley.core.perspective.perspective import get_premise, system_prompt
from parley.core.perspective.weight import BLOCK, sum_tokens
from parley.core.studio.experiments import logs
from parley.core.studio.experiments.plan import Plan
from parley.core.studio.experiments.running import Running
from parley.core.studio.experiments.service import ExperimentService
from parley.core.studio.experiments.spec import MOST_RUNS, Experiment
from parley.core.studio.experiments.statistics import p_of_permutations
from parley.core.studio.experiments.table import build_table
from parley.core.studio.studio import Studio

PAGE = Path(__file__).parents[1] / "docs" / "scale.md"
BEGIN, END = "<!-- benchmarks.scale -->", "<!-- end -->"
SIZES = (1_000, 1_000_000, 100_000_000)
TURNS = 20
"""Turns of a run."""
LATENCY, AT_ONCE = 3.0, 200
"""Seconds that a model takes for a line, and calls at once: what an experiment may have at most."""
MODEL = "claude-haiku-5-5"


@dataclass(frozen=True)
class Measured:
    """What one turn, or one run of `TURNS` turns, costs. Seconds are CPU seconds of one processor."""

    play_s: float
    """Playing a turn of the rehearsal, its log written."""
    log_bytes: float
    """Bytes of the log, a turn."""
    index_s: float
    """Reading a turn's log into the database."""
    index_bytes: float
    """Bytes of the database, a turn."""
    measure_s: float
    """Folding a turn's log and measuring all figures."""
    scan_s: float
    """Looking whether a run has ended, a run."""
    row_bytes: float
    """Memory that the table holds, a run."""
    resample_s: float
    """One permutation test, a run in it."""
    tokens_in: float
    """Tokens that a model would be sent, a turn."""
    tokens_out: float
    """Tokens that it would say, a turn."""


RECORDED = Measured(
    play_s=750e-6, log_bytes=913.2, index_s=287e-6, index_bytes=303.6, measure_s=370e-6, scan_s=34.2e-6,
    row_bytes=9_545, resample_s=258e-6, tokens_in=361.4, tokens_out=26.2,
)  # fmt: skip
"""Of 200 runs of 20 turns, on one of two shared cores (AMD EPYC, Python 3.11), November 2026."""


def measure(runs: int = 200, turns: int = TURNS) -> Measured:
    """Measure here: an experiment of so many duologues is run, indexed, measured and tested."""
    data = {"name": "Scale", "repetitions": runs, "parallel": 50, "duologue": {"voice": "rehearsal", "turns": turns}}
    plan, whole = Plan(Experiment.model_validate(data)), runs * turns
    with tempfile.TemporaryDirectory() as place:
        home = Home(Path(place))
        home.prepare()

        async def play() -> None:
            studio = ExperimentService(home)
            await Running(studio, plan, home.path).live()
            await studio.close()

        play_s = _seconds(lambda: asyncio.run(play()))
        paths = logs.get_logs_of(home)
        log_bytes = sum(path.stat().st_size for path in paths.values())
        studio = Studio(home)
        index_s = _seconds(lambda: studio.projection)
        states = [studio.open(run).state for run in [*paths][: min(20, runs)]]
        asyncio.run(studio.close())
        index_bytes = sum(each.stat().st_size for each in home.path.glob("parley.db*"))
        scan_s = _seconds(lambda: [logs.is_finished(path) for path in logs.get_logs_of(home).values()])
        # What is imported once is no part of a run.
        build_table(home, plan, ("language.words",))
        measure_s = _seconds(lambda: build_table(home, plan))
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        table = build_table(home, plan)
        row_bytes = (tracemalloc.get_traced_memory()[0] - before) / len(table.rows)
        tracemalloc.stop()
    p_of_permutations((0.0, 1.0, 2.0), (1.0, 2.0, 4.0), runs)
    half = tuple(float(each % 17) for each in range(1_000))
    resample_s = _seconds(lambda: p_of_permutations(half, half[::-1], runs)) / (2 * len(half))
    return Measured(
        play_s=play_s / whole, log_bytes=log_bytes / whole, index_s=index_s / whole, index_bytes=index_bytes / whole,
        measure_s=measure_s / whole, scan_s=scan_s / runs, row_bytes=row_bytes, resample_s=resample_s,
        tokens_in=sum(map(_sent, states)) / sum(len(state.turns) for state in states),
        tokens_out=sum(sum_tokens(turn.text) for state in states for turn in state.turns)
        / sum(len(state.turns) for state in states),
    )  # fmt: skip


def _sent(state: State) -> float:
    """Tokens that a run's turns are sent by our estimate: the prompt, and all that was said before, without a cache."""
    config = state.setup
    sent = sum_tokens(system_prompt(config, config.members[0])) + sum_tokens(get_premise(config))
    found = 0
    for turn in state.turns:
        found += sent
        sent += sum_tokens(turn.text) + BLOCK
    return found


def _seconds(act: Callable[[], object]) -> float:
    begin = time.process_time()
    act()
    return time.process_time() - begin


def price() -> tuple[float, float]:
    """US dollars a token in and out, without a cache and without a batch."""
    found = tomllib.loads(get_resource("prices.toml").read_text("utf-8"))["models"]
    one = next(each for each in found if each["id"] == MODEL)
    return one["input"] / 1e6, one["output"] / 1e6


def costs(of: Measured, turns: int) -> dict[str, float]:
    """What so many turns come to: everything is linear in turns or in runs."""
    runs, (into, out) = turns / TURNS, price()
    return {
        "runs": runs,
        "experiments": max(1.0, runs / MOST_RUNS),
        "log_bytes": of.log_bytes * turns,
        "index_bytes": of.index_bytes * turns,
        "table_bytes": of.row_bytes * runs,
        "play_s": of.play_s * turns,
        "voice_s": LATENCY * turns / AT_ONCE,
        "index_s": of.index_s * turns,
        "measure_s": of.measure_s * turns,
        "scan_s": of.scan_s * runs,
        "test_s": of.resample_s * runs,
        "dollars": (of.tokens_in * into + of.tokens_out * out) * turns,
    }


LIMITS: tuple[tuple[str, str, float], ...] = (
    ("dollars", "a budget of $100", 100.0),
    ("voice_s", "a night of 8 hours, 200 calls at once", 8 * 3600.0),
    ("play_s", "a night of one processor, playing", 8 * 3600.0),
    ("measure_s", "an hour of one processor, measuring", 3600.0),
    ("index_s", "an hour of one processor, indexing", 3600.0),
    ("scan_s", "ten seconds to see what is left to run", 10.0),
    ("experiments", "one experiment (100,000 runs)", 1.0 + 1e-9),
    ("table_bytes", "8 GB of memory for the table", 8e9),
    ("test_s", "ten minutes for a hundred permutation tests", 6.0),
    ("log_bytes", "500 GB of disk for the logs", 500e9),
    ("index_bytes", "100 GB of disk for the database", 100e9),
)
"""What a laptop has, and what somebody waits for: the cost, in words, and how much of it."""


def saturation(of: Measured) -> list[tuple[str, float]]:
    """Each limit with the turns at which it is reached, the first one first."""
    found = []
    for name, words, most in LIMITS:
        a_turn = costs(of, 10**12)[name] / 10**12
        found.append((words, most / a_turn if a_turn else float("inf")))
    return sorted(found, key=lambda one: one[1])


def tables(of: Measured) -> str:
    """The tables of the page."""
    unit: dict[str, Callable[[float], str]] = {"bytes": _bytes, "s": _time, "dollars": _dollars}
    heads = {
        "runs": "runs of 20 turns", "log_bytes": "logs", "index_bytes": "database", "table_bytes": "table in memory",
        "play_s": "playing (CPU)", "voice_s": "waiting for the model", "index_s": "indexing (CPU)",
        "measure_s": "measuring (CPU)", "scan_s": "seeing what is left (CPU)", "test_s": "a permutation test (CPU)",
        "dollars": MODEL,
    }  # fmt: skip
    sizes = [costs(of, size) for size in SIZES]
    lines = ["| | a turn |" + "".join(f" {size:,} turns |" for size in SIZES), "|---|---|" + "---|" * len(SIZES)]
    for name, title in heads.items():
        say = unit.get(name.rpartition("_")[2], _count)
        a_turn = costs(of, 10**6)[name] / 10**6
        first = "–" if name == "runs" else say(a_turn)
        lines.append(f"| {title} | {first} |" + "".join(f" {say(each[name])} |" for each in sizes))
    lines += ["", "| what is full | at |", "|---|---|"]
    lines += [f"| {words} | {_round(turns)} turns |" for words, turns in saturation(of)]
    return "\n".join(lines)


def _bytes(value: float) -> str:
    for name in ("B", "kB", "MB", "GB", "TB"):
        if value < 1000 or name == "TB":
            return f"{value:,.3g} {name}" if value < 1000 else f"{value:,.0f} {name}"
        value /= 1000
    raise AssertionError


def _time(seconds: float) -> str:
    for name, size, most in (("µs", 1e-6, 1e-3), ("ms", 1e-3, 1.0), ("s", 1.0, 120.0), ("min", 60.0, 7200.0)):
        if seconds < most:
            return f"{seconds / size:.3g} {name}"
    return f"{seconds / 3600:.3g} h" if seconds < 2 * 86_400 else f"{seconds / 86_400:.3g} days"


def _dollars(value: float) -> str:
    return f"${value:,.2f}" if value >= 0.01 else f"${value:.6f}"


def _count(value: float) -> str:
    return f"{value:,.0f}"


def _round(turns: float) -> str:
    return f"{float(f'{turns:.2g}'):,.0f}"


def page(text: str, of: Measured) -> str:
    """The page with its tables made anew."""
    head, _, rest = text.partition(BEGIN)
    return f"{head}{BEGIN}\n\n{tables(of)}\n\n{END}{rest.partition(END)[2]}"


def main(arguments: Sequence[str]) -> int:
    """Print the tables, measure, or write the page."""
    of = RECORDED
    if "--measure" in arguments:
        of = measure()
        for field in fields(of):
            print(f"    {field.name}={asdict(of)[field.name]:.4g},")
    if "--write" in arguments:
        PAGE.write_text(page(PAGE.read_text("utf-8"), of), "utf-8")
    print(tables(of))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
