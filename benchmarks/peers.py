"""`python -m benchmarks.peers [PYTHON]`: the engine beside LangGraph on the same work, in one run; prints the ratio.

Not among the other benchmarks: LangGraph is installed for it, into an environment of its own that goes afterwards,
unless PYTHON names one that has it. Both sides are measured in turns, several times, so that a busy machine slows both.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from benchmarks.figure import Figure, note, tell

PACKAGES = ("langgraph==1.2.22", "langgraph-checkpoint-sqlite==3.1.2")
TURNS, TIMES = 10_000, 3
LEAST_TIMES = 8.0
"""How many times as many turns as LangGraph were promised."""
GRAPH = Path(__file__).with_name("peer_langgraph.py")


def installed(folder: Path) -> Path:
    """The Python of a new environment with LangGraph."""
    note("Installing LangGraph …")
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    subprocess.run([str(python), "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
    return python


def theirs(python: Path, *arguments: str) -> float:
    """LangGraph's turns a CPU second."""
    command = [str(python), str(GRAPH), str(TURNS), *arguments]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def ours() -> float:
    """The engine's turns a CPU second."""
    command = [sys.executable, "-m", "benchmarks", "echo"]
    line = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()[-1]
    return float(json.loads(line)["value"])


def main() -> int:
    """Returns 1 where the goal was missed."""
    with tempfile.TemporaryDirectory(prefix="parley-peer-") as folder:
        python = Path(sys.argv[1]) if sys.argv[1:] else installed(Path(folder))
        engine, graph, lean = zip(
            *((ours(), theirs(python), theirs(python, "lean")) for _ in range(TIMES)), strict=True
        )
    beside = {
        "parley": round(statistics.median(engine)),
        "langgraph": round(statistics.median(graph)),
        "langgraph, one node a turn": round(statistics.median(lean)),
        "ratio to that": round(statistics.median(engine) / statistics.median(lean), 1),
    }
    ratios = [one / other for one, other in zip(engine, graph, strict=True)]
    found = Figure(
        "engine.echo.peer", statistics.median(ratios), "times LangGraph's turns a CPU second", "at least", LEAST_TIMES,
        ratios, beside,
    )  # fmt: skip
    tell(found)
    return 0 if found.met else 1


if __name__ == "__main__":
    sys.exit(main())
