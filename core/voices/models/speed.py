"""How fast models speak on this machine, estimated by its cores."""

from __future__ import annotations

import os
from dataclasses import dataclass

from parley.core.base.sentences import Sentence
from parley.core.voices.models.model import Model

PATIENCE = 8.0
"""Seconds in which a line is to come."""
READ, WRITTEN = 200, 70
"""Tokens of a usual line: what is new in its prompt, and all that is drawn for it."""
A_CORE = (30.0, 13.0)
"""Tokens a second that a usual core reads, and writes where several lines are drawn at once, of so large a model:"""
LARGE = 1_500_000_000


@dataclass(frozen=True, kw_only=True)
class Speed:
    """Tokens a second that are read and written of a model of so many `parameters`."""

    parameters: int
    read: float
    written: float

    def seconds(self, model: Model) -> float:
        """Seconds that a usual line of `model` takes: its work grows as its numbers do."""
        return (READ / self.read + WRITTEN / self.written) * model.parameters / self.parameters

    def told(self, model: Model) -> Sentence:
        """What to say of a model's pace."""
        count = max(1, round(self.seconds(model)))
        return Sentence("about {count} s a line, estimated by this machine's cores", count=count)


def speed() -> Speed:
    """Estimate the speed by the cores that this process may use."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    read, written = A_CORE
    # One is left to the window.
    threads = max(1, cores - 1)
    return Speed(parameters=LARGE, read=threads * read, written=threads * written)
