"""How fast models speak on this machine: by a trial of one that is here, before that estimated by the cores."""

from __future__ import annotations

import os
from pathlib import Path

import tomlkit
from pydantic import Field

from parley.core.base.definition import Definition, read_toml
from parley.core.base.errors import FileError, ParleyError
from parley.core.base.sentences import Sentence, os_reason
from parley.core.voices.models.model import Model

KEPT = "speed.toml"
PATIENCE = 8.0
"""Seconds in which a line is to come."""
READ, WRITTEN = 200, 70
"""Tokens of a usual line: what is new in its prompt, and all that is drawn for it."""
A_CORE = (30.0, 13.0)
"""Tokens a second that a usual core reads, and writes where several lines are drawn at once, of so large a model:"""
LARGE = 1_500_000_000


SMALL_MACHINE = 4
"""Up to so many cores, a model gets all of them."""


def default_threads() -> int:
    """Return how many threads a model computes with: all cores of a small machine, else all but one.

    Of two cores, one would stand idle beside a window that waits most of the time.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 2
    return cores if cores <= SMALL_MACHINE else cores - 1


class Speed(Definition):
    """Tokens a second that are read and written of a model of so many `parameters`; `model` is the one that was tried
    (empty: none was, and the speed is estimated)."""

    model: str = ""
    parameters: int = Field(gt=0)
    read: float = Field(gt=0)
    written: float = Field(gt=0)

    def seconds(self, model: Model) -> float:
        """Seconds that a usual line of `model` takes: its work grows as its numbers do."""
        return (READ / self.read + WRITTEN / self.written) * model.parameters / self.parameters

    def told(self, model: Model) -> Sentence:
        """Return what to say of a model's pace."""
        count = max(1, round(self.seconds(model)))
        if self.model:
            return Sentence("about {count} s a line, by a trial of {model}", count=count, model=self.model)
        return Sentence("about {count} s a line, estimated by this machine's cores", count=count)


def speed(folder: Path) -> Speed:
    """Return the speed that was measured for the models of a folder, else an estimate."""
    try:
        return read_toml(folder / KEPT, Speed)
    except ParleyError:
        read, written = A_CORE
        threads = default_threads()
        return Speed(parameters=LARGE, read=threads * read, written=threads * written)


def keep(folder: Path, measured: Speed) -> None:
    """Keep what was measured. Raises `FileError`."""
    try:
        (folder / KEPT).write_text(tomlkit.dumps(measured.model_dump(mode="json")), "utf-8")
    except OSError as error:
        raise FileError(folder / KEPT, "the file cannot be written ({why}).", why=os_reason(error)) from None
