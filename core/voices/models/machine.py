"""The machine's memory, and which model it has room and speed for."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from parley.core.base.sentences import Sentence
from parley.core.voices.models.model import Model, Use
from parley.core.voices.models.speed import PATIENCE, Speed

Fit = Literal["fits", "tight", "too_large", "unknown"]
"""Room for it, none beside what runs now, none at all, not known."""

SHARE = 4
"""A model is proposed that takes at most this part of the memory: it is not alone on the machine."""
RESERVED = 1_000_000_000
"""Bytes that the system and the window keep for themselves."""


@dataclass(frozen=True, slots=True)
class Memory:
    """Memory in bytes: all there is, and what could be had now. 0 where it is not known."""

    total: int = 0
    available: int = 0


def memory() -> Memory:
    """This machine's memory, or what a container leaves of it; zeros where the system does not say."""
    try:
        if sys.platform == "linux":
            return _linux(Path("/proc/meminfo"), Path("/sys/fs/cgroup"))
        if sys.platform == "win32":
            return _measure_windows_memory()
        return _measure_other_memory()
    except (OSError, ValueError, AttributeError):
        return Memory()


def fit(model: Model, context: int, here: Memory) -> Fit:
    """Return whether the machine has room for a model with so many tokens of context; "tight": not beside what runs
    now.
    """
    needed = model.memory(context)
    if not needed or not here.total:
        return "unknown"
    if needed > here.total - RESERVED:
        return "too_large"
    return "tight" if here.available and needed > here.available else "fits"


def fit_told(kind: Fit) -> Sentence | str:
    """Return what to say of a model that does not fit; empty for one that does."""
    if kind == "too_large":
        return Sentence("too large for this machine's memory")
    return Sentence("close other programs first: little memory is free") if kind == "tight" else ""


def proposed(
    models: Sequence[Model], language: str, context: int, here: Memory, pace: Speed, *, use: Use = "speak"
) -> Model | None:
    """Return the model for this machine: of those that speak the language, ask for no terms, take no more than their
    share of the memory and say a line in time the one with the most parameters; where none does, the smallest. None
    where none speaks it.

    Without a known memory it is the smallest: that runs anywhere.
    """
    able = [
        one
        for one in models
        if one.use == use and language in one.languages and not one.terms and not one.path and one.download
    ]
    room = here.total // SHARE
    fitting = [
        one
        for one in able
        if one.memory(context) <= room
        and fit(one, context, here) == "fits"
        and (use != "speak" or pace.seconds(one) <= PATIENCE)
    ]
    if fitting:
        return max(fitting, key=lambda one: one.parameters)
    return min(able, key=lambda one: one.memory(context), default=None)


def _linux(meminfo: Path, cgroup: Path) -> Memory:
    values: dict[str, int] = {}
    for line in meminfo.read_text("ascii", "replace").splitlines():
        name, _, rest = line.partition(":")
        if name in {"MemTotal", "MemAvailable"}:
            values[name] = int(rest.split()[0]) * 1_024
    total, available = values.get("MemTotal", 0), values.get("MemAvailable", 0)
    if (limit := _read_number_file(cgroup / "memory.max")) and limit < total:
        # In a container: what it may take, less what it has taken.
        total, available = limit, min(available, max(0, limit - _read_number_file(cgroup / "memory.current")))
    return Memory(total, available)


def _read_number_file(path: Path) -> int:
    try:
        return int(path.read_text("ascii"))
    except (OSError, ValueError):
        return 0


def _measure_windows_memory() -> Memory:
    import ctypes

    class Status(ctypes.Structure):
        _fields_ = (
            ("length", ctypes.c_ulong),
            ("load", ctypes.c_ulong),
            *((name, ctypes.c_ulonglong) for name in ("total", "available", "a", "b", "c", "d", "e")),
        )

    status = Status()
    status.length = ctypes.sizeof(Status)
    if not ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status)):  # type: ignore[attr-defined]
        return Memory()
    return Memory(status.total, status.available)


def _measure_other_memory() -> Memory:
    """macOS and its kin: what is free is not told in a way that means the same."""
    return Memory(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
