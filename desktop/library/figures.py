"""What the library shows. Plain values, no Qt."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RunFigure:
    """A run in the library.

    `kind` is what runs of its `mode` are called, where its title does not say it. `status` is ready, playing, paused,
    ended or broken; `depth` is its place in a tree of forks; `imported` from
    another program; `experiment` says of which experiment it is a run, and of which cell.
    """

    id: str
    title: str
    topic: str
    mode: str
    voice: str
    turns: int
    status: str
    date: str
    parent: str = ""
    parent_turn: int = 0
    depth: int = 0
    live: bool = False
    imported: bool = False
    experiment: str = ""
    kind: str = ""
