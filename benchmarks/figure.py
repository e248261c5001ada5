"""A measured figure, and how it is told."""

from __future__ import annotations

import json
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Figure:
    """One number with its goal.

    `goal` is "at least" or "at most" `bound`, None where nothing was promised. `values` are those that `value` is the
    median of, `beside` what else is worth knowing.
    """

    name: str
    value: float
    unit: str
    goal: str = ""
    bound: float | None = None
    values: Sequence[float] = ()
    beside: dict[str, Any] = field(default_factory=dict)

    @property
    def met(self) -> bool | None:
        """Whether the goal is reached; None without one."""
        if self.bound is None:
            return None
        return self.value >= self.bound if self.goal == "at least" else self.value <= self.bound

    def line(self) -> str:
        """One line of JSON."""
        told: dict[str, Any] = {"name": self.name, "value": shortened(self.value), "unit": self.unit}
        if self.bound is not None:
            told |= {"goal": f"{self.goal} {self.bound:g}", "met": self.met}
        told["runs"] = len(self.values) or 1
        if len(self.values) > 1:
            told |= {"lowest": shortened(min(self.values)), "highest": shortened(max(self.values))}
        return json.dumps(told | self.beside | machine(), ensure_ascii=False)


def median_of(
    name: str, values: Sequence[float], unit: str, goal: str = "", bound: float | None = None, **beside: Any
) -> Figure:
    """The figure whose value is the median of `values`."""
    return Figure(name, statistics.median(values), unit, goal, bound, tuple(values), beside)


def percentile(values: Sequence[float], share: float) -> float:
    """The value that `share` (0 to 1) of all values do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def shortened(value: float) -> float:
    """Four digits that count, all digits of large numbers."""
    return round(value) if abs(value) >= 1_000 else float(f"{value:.4g}")


def machine() -> dict[str, Any]:
    """What it was measured on."""
    return {
        "python": platform.python_version(),
        "cpu": processor(),
        "cores": os.cpu_count() or 0,
        "pace": round(min(pace() for _ in range(3)), 2),
    }


def pace() -> float:
    """CPU seconds that the same five million steps take just now.

    A busy machine, or one whose processor is shared, counts up to five times the CPU seconds for the same work: figures
    of two runs can be compared where this number is alike.
    """
    begin, total = time.process_time(), 0
    for number in range(500_000):
        total += number * number
    return 10 * (time.process_time() - begin)


def processor() -> str:
    """The processor's name, as the system says it."""
    try:
        for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def tell(figure: Figure) -> None:
    """Print the figure."""
    print(figure.line(), flush=True)


Benchmark = Callable[[Path], list[Figure]]
"""Measures something; may keep large files in the folder, which later benchmarks share."""


def note(sentence: str) -> None:
    """Tell what is being done, beside the figures."""
    print(sentence, file=sys.stderr, flush=True)
