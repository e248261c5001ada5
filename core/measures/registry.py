"""What can be measured of a run."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, cast

from parley.core.base.errors import UnknownName
from parley.core.base.registry import Registry, get_instance_of
from parley.core.formats import Localised
from parley.core.log.modes import MODES as LOGGED
from parley.core.log.modes import LoggedMode
from parley.core.log.state import State

if TYPE_CHECKING:
    from parley.core.home import Home
    from parley.core.measures.convergence import Similarity

Figures = Mapping[str, float | int | dict[str, float]]
"""Figures of a run by dotted names."""
Aside = Callable[["Home", str], Mapping[str, float]]
"""Gives figures of a run that its log does not have, by the home and the run's id."""
Range = tuple[float, float]
"""The lowest and the highest value that a figure may have; infinite where there is no bound."""
ANY: Range = (-math.inf, math.inf)
COUNT: Range = (0.0, math.inf)
SHARE: Range = (0.0, 1.0)


@dataclass(frozen=True)
class Measure:
    """Some figures of a run that are taken together.

    `groups` are what their names begin with, or whole names. `figures` takes them of a state; `by_meaning` takes them
    too where there is a similarity of lines by embeddings, with those that need it. `ranges` are the bounds of figures
    by their names or what these begin with; of several that fit the longest counts.
    """

    name: str
    title: Localised
    groups: tuple[str, ...]
    figures: Callable[[State], Figures]
    by_meaning: Callable[[State, Similarity], Figures] | None = None
    ranges: Mapping[str, Range] = field(default_factory=dict)

    def is_wanted(self, metrics: tuple[str, ...]) -> bool:
        """Return whether some of its figures may be asked for by `metrics`, which are names or beginnings of names."""
        return any(metric.startswith(group) or group.startswith(metric) for group in self.groups for metric in metrics)


MEASURES: Registry[Measure] = Registry(
    "measure",
    "parley.measures",
    {
        "talk": "parley.core.measures.catalogue:TALK",
        "participation": "parley.core.measures.catalogue:PARTICIPATION",
        "flow": "parley.core.measures.catalogue:FLOW",
        "network": "parley.core.measures.catalogue:NETWORK",
        "language": "parley.core.measures.catalogue:LANGUAGE",
        "convergence": "parley.core.measures.catalogue:CONVERGENCE",
    },
    get_instance_of(Measure),
)
"""By name, in the order of their figures."""

ASIDE: Registry[Aside] = Registry(
    "figure beside the runs", shipped={"judge": "parley.core.judges.outcomes:compute_figures"}
)
"""Figures of runs that were asked for later, by what their names begin with: outcomes of an experiment."""


class MeasuredMode(LoggedMode, Protocol):
    """A mode whose runs may have figures of their own."""

    @property
    def measure(self) -> Callable[[], Measure] | None: ...


MODES = cast("Registry[MeasuredMode]", LOGGED)
"""All modes: the registry takes in none that is not a whole `ModeSpec`."""


def measures() -> list[Measure]:
    """Return all measures: those of every run, and those of single modes."""
    own = {id(mode.measure): mode.measure for mode in MODES.values() if mode.measure is not None}  # modes may share it
    return [*MEASURES.values(), *(load() for load in own.values())]


def get_range_of(name: str) -> Range:
    """Return the bounds of a figure; `ANY` where nobody has declared one."""
    found = [
        (len(beginning), bounds)
        for measure in measures()
        for beginning, bounds in measure.ranges.items()
        if name == beginning or name.startswith(f"{beginning.rstrip('.')}.")  # by whole parts of the name
    ]
    return max(found, key=lambda one: one[0])[1] if found else ANY


def measure_run(state: State, similarity: Similarity | None = None, metrics: tuple[str, ...] = ()) -> Figures:
    """Return all figures of a run, its mode's own behind the others; with `metrics`, of those measures alone that
    these may name.

    Counts are integers. Turns and words of the director count under `director.*` and in `turns` and `words` alone.
    A pair stands in the order of its ids. Raises `ValueError` before `run.started`.
    """
    found: dict[str, float | int | dict[str, float]] = {}

    def compute_figures(measure: Measure) -> Figures:
        if metrics and not measure.is_wanted(metrics):
            return {}
        by_meaning = measure.by_meaning
        return dict(by_meaning(state, similarity) if similarity and by_meaning else measure.figures(state))

    for _measure, figured in MEASURES.ask(compute_figures):
        found |= figured
    own = MODES[state.setup.mode].measure
    if own is not None:
        found |= compute_figures(own())
    return found


def select_figures(state: State, metrics: Sequence[str], similarity: Similarity | None = None) -> Figures:
    """Return figures whose names begin with one of `metrics`; without, all. Raises `UnknownName` where none does."""
    found = measure_run(state, similarity, tuple(metrics))
    chosen = {name: value for name, value in found.items() if not metrics or name.startswith(tuple(metrics))}
    if metrics and not chosen:
        raise UnknownName("metric", metrics[0], sorted({name.partition(".")[0] for name in measure_run(state)}))
    return chosen
