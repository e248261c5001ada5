"""What the library shows. Plain values, no Qt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parley.core.log.sql.queries import Hit


@dataclass(frozen=True, slots=True)
class RunFigure:
    """A run in the library.

    `title` is what it is called, `topic` what more is said of it, `kind` what runs of its `mode` are called where that
    does not say it, `kinds` what many of them are. `status` is ready, playing, paused, ended or broken, `reason` why it
    stands; `live`: it is driven from here. `touched` is when its log was written to last, in seconds since 1970; of
    what lies in the `trash`, when it came there. `marks` and `colours` are those of its `members`. `experiment` says of
    which experiment it is a run, and `cell` of which cell; `imported`: from another program; `sample`: it came with
    Parley, and nobody has played it here. `authors` says how many lines are by whom.
    """

    id: str
    title: str
    topic: str
    mode: str
    voice: str
    turns: int
    status: str
    touched: float = 0.0
    parent: str = ""
    parent_turn: int = 0
    live: bool = False
    imported: bool = False
    sample: bool = False
    experiment: str = ""
    cell: str = ""
    kind: str = ""
    kinds: str = ""
    icon: str = ""
    cast: str = ""
    members: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    reason: str = ""
    authors: str = ""
    starred: bool = False
    archived: bool = False
    tags: tuple[str, ...] = ()
    trash: bool = False


@dataclass(frozen=True, slots=True)
class ListedHeading:
    """A heading over rows that belong together."""

    title: str


@dataclass(frozen=True, slots=True)
class ListedRun:
    """A run's row.

    `rails` says how it hangs on what stands above: one entry a step of forks, whether a line goes on below there.
    `branches` is how many forks it has, `lines` how many of its lines a search has found.
    """

    run: RunFigure
    rails: tuple[bool, ...] = ()
    branches: int = 0
    lines: int = 0


@dataclass(frozen=True, slots=True)
class ListedLine:
    """A line that a search found, below its run; or, without one, that there are `more` of them."""

    run: str
    hit: Hit | None = None
    more: int = 0


Listed = ListedHeading | ListedRun | ListedLine
"""A row of the library."""
