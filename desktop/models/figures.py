"""What the list of models shows. Plain values, no Qt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

State = Literal["here", "away", "begun", "fetching", "failed"]
Part = Literal["speak", "embed", "own"]


@dataclass(frozen=True, slots=True)
class ModelFigure:
    """A model: what it is (`facts` in one line), what it can do, what its licence is, and how it stands.

    `badge` is what speaks for it, `warning` what speaks against it on this machine; `chosen` where it is the one that
    is used. `problem` is why a fetch failed. `own`: it was added from a file, which stays where it is unless it was
    copied.
    """

    id: str
    part: Part
    title: str
    facts: str
    detail: str
    state: State
    licence: str = ""
    licence_url: str = ""
    badge: str = ""
    warning: str = ""
    chosen: bool = False
    problem: str = ""


@dataclass(frozen=True, slots=True)
class FileFigure:
    """A GGUF file that is to be added, as it describes itself; `name` is what it would be called."""

    path: str
    name: str
    facts: str
