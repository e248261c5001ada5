"""What the experiments' window is given: frozen figures without a widget."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from parley.core.export.drawing import Picture
from parley.desktop.mending.trouble import Trouble

Phase = Literal["new", "running", "paused", "ended", "broken"]
Shown = str | int | float | None
"""A value of a table's cell."""


@dataclass(frozen=True, slots=True)
class ExperimentFigure:
    """One experiment of the list.

    `part` of it is done, 0 to 1, where that is more than its finished runs; `problem` says what is wrong with its spec
    where it is broken.
    """

    id: str
    name: str
    note: str = ""
    cells: int = 0
    runs: int = 0
    done: int = 0
    phase: Phase = "new"
    problem: str = ""
    part: float = 0.0


@dataclass(frozen=True, slots=True)
class ProgressFigure:
    """How far the experiment is that runs here.

    `turns` of `turns_due` have been spoken in the runs that were not finished before; `part` of it all is done, 0 to 1.
    `rate` is in turns a minute, `left` in seconds, −1 where nobody knows yet; `parked` are runs that stand, with the
    reasons; `pausing`: replies under way are being finished.
    """

    id: str = ""
    total: int = 0
    done: int = 0
    running: int = 0
    parked: tuple[tuple[str, str], ...] = ()
    rate: float = 0.0
    left: float = -1.0
    pausing: bool = False
    turns: int = 0
    turns_due: int = 0
    part: float = 0.0

    def of(self, one: ExperimentFigure, *, runs: bool) -> ExperimentFigure:
        """Return an experiment of the list with this progress while it `runs`; else with the part that was done when it
        was paused, so that its bar stays where it was.
        """
        if runs:
            return replace(one, done=self.done, part=self.part, phase="running") if one.id == self.id else one
        stood = (one.id, one.runs, one.phase) == (self.id, self.total, "paused")
        return replace(one, part=self.part) if stood else one


@dataclass(frozen=True, slots=True)
class ColumnFigure:
    """A column of a table: `name` is what it is in the core and in files, `words` what some values are called here."""

    name: str
    title: str
    tip: str = ""
    kind: Literal["text", "whole", "number", "p", "seed"] = "text"
    words: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RowFigure:
    """A row of a table. `key` is what stays the same when its values change; `run` what a double click opens."""

    key: tuple[str | int, ...]
    values: tuple[Shown, ...]
    run: str = ""


@dataclass(frozen=True, slots=True)
class TableFigure:
    """A table: `note` says why it is empty."""

    columns: tuple[ColumnFigure, ...] = ()
    rows: tuple[RowFigure, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class PlotFigure:
    """The plots of a figure; `note` says why nothing is drawn. `interactions` are the means by every two settings;
    `effects` are none where none of the `compared` levels have a Hedges' g."""

    name: str = ""
    title: str = ""
    tip: str = ""
    note: str = ""
    cells: tuple[Picture, ...] = ()
    interactions: tuple[Picture, ...] = ()
    effects: tuple[Picture, ...] = ()
    compared: int = 0


@dataclass(frozen=True, slots=True)
class ResultsFigure:
    """Everything that the pages of one experiment show. `part` is how much has been measured, 0 to 1; `choices` are the
    names of all figures; `written_by` says who wrote the lines of the finished runs, `methods` what was
    done."""

    id: str = ""
    finished: int = 0
    part: float = 1.0
    choices: tuple[str, ...] = ()
    chosen: str = ""
    cells: TableFigure = TableFigure()
    factors: TableFigure = TableFigure()
    effects: TableFigure = TableFigure()
    runs: TableFigure = TableFigure()
    plot: PlotFigure = PlotFigure()
    faults: tuple[str, ...] = ()
    spec: str = ""
    written_by: str = ""
    methods: str = ""


@dataclass(frozen=True, slots=True)
class AdviceFigure:
    """What there is to say of a draft: the size it has, or the first thing that is wrong and at which setting.
    `trouble` is what is wrong, or what is not here yet, where something may mend it."""

    size: str = ""
    detail: str = ""
    problem: str = ""
    place: tuple[str, ...] = ()
    trouble: Trouble | None = None
