"""The plots of an experiment for a paper: runs by cell, the means of two factors, and effects.

Each has titles on its axes, n, and marks that say the factors by shape and fill as well as by colour.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from parley.core.base.sentences import Sentence, said
from parley.core.export.drawing import DASHES, SERIES, SHAPES, Path, Picture, Role, Spot, Words, cut, letters, mark
from parley.core.measures.registry import Range, get_range_of
from parley.core.studio.experiments.analysis import Analysis
from parley.core.studio.experiments.comparing import (
    Comparison,
    Summary,
    get_interval_of,
    list_varied,
    numbers,
    rows_by_cell,
    sum_up,
)
from parley.core.studio.experiments.plan import Cell, Plan
from parley.core.studio.experiments.statistics import seed_of
from parley.core.studio.experiments.table import Table
from parley.core.studio.experiments.titles import get_axis_title, get_figure_title, get_setting_title, name_it

WIDTH = 470.0
ROW, HEAD, FOOT, AIR = 24.0, 46.0, 40.0, 14.0
MOST_ROWS = 60
"""Cells and comparisons that a plot shows."""
GOLDEN = 0.618034  # its multiples modulo 1 spread evenly: the marks of a row do not cover one another
LEAST_PART = 6
"""Letters that stay of a part of a label."""
_PARTED = re.compile(r"( · | → |: )")


@dataclass(frozen=True)
class Scale:
    """Values from `low` to `high` along `begin` to `end`, with round ticks."""

    low: float
    high: float
    begin: float
    end: float

    def at(self, value: float) -> float:
        """Return where a value stands."""
        return self.begin + (value - self.low) / (self.high - self.low) * (self.end - self.begin)

    def list_ticks(self, most: int = 6) -> list[float]:
        """Return round values within."""
        span = self.high - self.low
        power = 10.0 ** math.floor(math.log10(span / most))
        step = next(power * each for each in (1, 2, 5, 10, 20) if span / (power * each) <= most)
        first = math.ceil(self.low / step - 1e-9)  # a tick at the very end stays in spite of rounding
        return [round(at * step, 12) for at in range(first, math.floor(self.high / step + 1e-9) + 1)]  # not 0.30…04


def build_scale(values: Iterable[float], bounds: Range, begin: float, end: float) -> Scale:
    """Return a scale for these values with some air, which does not go on beyond what can be."""
    found = [*values] or [0.0, 1.0]
    low, high = min(found), max(found)
    if high <= low:  # all alike: a scale needs some width
        low, high = low - (abs(low) / 10 or 0.5), high + (abs(high) / 10 or 0.5)
    air = (high - low) * 0.06
    low, high = max(bounds[0], low - air), min(bounds[1], high + air)
    return Scale(low, high, begin, end) if high > low else Scale(low - 0.5, low + 0.5, begin, end)


def list_plots(plan: Plan, table: Table) -> dict[str, Callable[..., Picture]]:
    """Return the plots of a figure, by name: `cells`, `effects`, and `interaction` with its two settings."""
    settings = list_varied(table, plan)
    found: dict[str, Callable[..., Picture]] = {"cells": cells}
    for one, other in itertools.combinations(settings, 2):
        found[f"interaction-{one}-{other}"] = _make_interaction_drawer(one, other)
    if len(settings) == 1:
        found[f"interaction-{settings[0]}"] = _make_interaction_drawer(settings[0], "")
    if settings:
        found["effects"] = effects
    return found


def _make_interaction_drawer(one: str, other: str) -> Callable[..., Picture]:
    def draw_plot(plan: Plan, table: Table, found: Analysis, figure: str, language: str = "en") -> Picture:
        return draw_interaction(plan, table, figure, one, other, language)

    return draw_plot


def cells(plan: Plan, table: Table, found: Analysis, figure: str, language: str = "en") -> Picture:
    """Draw every run of every cell, with the cells' means and their intervals."""
    by_cell, names = rows_by_cell(table, plan), list_varied(table, plan)
    rows = plan.cells[:MOST_ROWS]
    of = {one.cell: one for one in found.summaries if one.figure == figure}
    labels = [f"{_make_label(cell, language)} (n {of[cell.number].n})" for cell in rows]
    left = _measure_label_room(labels)
    values = {cell.number: numbers(by_cell[cell.number], figure) for cell in rows}
    ends = [end for one in of.values() for end in (one.low, one.high) if end is not None]
    across = build_scale([*itertools.chain(*values.values()), *ends], get_range_of(figure), left, WIDTH - AIR)
    title = get_figure_title(figure, language)
    axis = get_axis_title(figure, language)
    items = [*_draw_heading(title, plan, table, language), *_draw_rows(labels, left, across, axis, language)]
    spots: list[Spot] = []
    for row, cell in enumerate(rows):
        y, (shape, role, style) = HEAD + (row + 0.5) * ROW, choose_mark(plan, cell, names)
        runs = [str(one["run"]) for one in by_cell[cell.number] if isinstance(one.get(figure), int | float)]
        for at, (value, run) in enumerate(zip(values[cell.number], runs, strict=True)):
            place = across.at(value), y + (((at + 1) * GOLDEN) % 1 - 0.5) * ROW * 0.5
            items += mark(place, shape, 5, role, style)
            spots.append(Spot(place, f"{_make_label(cell, language)}: {_format_number(value, language)} ({run})", run))
        one = of[cell.number]
        if one.mean is not None:
            items += _draw_interval(across, one.low, one.high, y)
            items += mark((across.at(one.mean), y), "diamond", 8, "text")
    key = said(Sentence("A mark a run; the diamond is the mean with its 95 % bootstrap interval."), language)
    items += _draw_legend(plan, names, HEAD + len(rows) * ROW + FOOT, language, key)
    told = tuple(_describe_mean([_make_label(cell, language)], of[cell.number], language) for cell in rows)
    legend = 16 + 13.0 * sum(math.ceil(len(plan.experiment.grid[name]) / 4) for name in names[:2])
    height = HEAD + len(rows) * ROW + FOOT + legend
    return Picture(WIDTH, height, title, tuple(items), told, tuple(spots))


def draw_interaction(plan: Plan, table: Table, figure: str, one: str, other: str, language: str = "en") -> Picture:
    """Return the means at every level of `one`, a line for each level of `other`; all other settings taken together."""
    by_cell, bounds = rows_by_cell(table, plan), get_range_of(figure)
    levels = plan.experiment.grid[one]
    lines: Sequence[Any] = plan.experiment.grid[other] if other else (None,)
    found: dict[tuple[int, int], Summary] = {}
    for (at, level), (of, line) in itertools.product(enumerate(levels), enumerate(lines)):
        there = [cell for cell in plan.cells if cell.levels[one] == level and (not other or cell.levels[other] == line)]
        values = [value for cell in there for value in numbers(by_cell[cell.number], figure)]
        found[at, of] = sum_up(figure, 0, values, bounds, seed_of(plan.experiment.seed, figure, one, other, at, of))
    ends = [end for each in found.values() for end in (each.low, each.mean, each.high) if end is not None]
    height, left = 300.0, 62.0
    bottom = height - 84
    up = build_scale(ends, bounds, bottom, HEAD)
    title, axis = get_figure_title(figure, language), get_axis_title(figure, language)
    items = _draw_heading(title, plan, table, language)
    for tick in up.list_ticks():
        items.append(Path(((left, up.at(tick)), (WIDTH - AIR, up.at(tick))), "rule", 0.6))
        items.append(Words((left - 5, up.at(tick) + 3), _format_number(tick, language), 8, "quiet", "end"))
    items.append(Words((14, (HEAD + bottom) / 2), cut(axis, 9, bottom - HEAD), 9, "text", "middle", upright=True))
    wide_one = (WIDTH - AIR - left) / len(levels)
    for at, level in enumerate(levels):
        x = left + (at + 0.5) * wide_one
        items.append(Words((x, bottom + 13), cut(name_it(one, level, language), 8.5, wide_one), 8.5, "text", "middle"))
        counts = "/".join(str(found[at, of].n) for of in range(len(lines)))
        items.append(Words((x, bottom + 24), cut(f"n {counts}", 7.5, wide_one), 7.5, "quiet", "middle"))
    items.append(Words(((left + WIDTH) / 2, bottom + 39), get_setting_title(one, language), 9, "text", "middle"))
    shift = min(9.0, wide_one / (len(lines) + 2))  # side by side, so that intervals can be told apart
    legend = left
    for of, line in enumerate(lines):
        role, shape, dash = SERIES[of % len(SERIES)], SHAPES[of % len(SHAPES)], DASHES[of % len(DASHES)]
        aside = (of - (len(lines) - 1) / 2) * shift
        of_line = [(left + (at + 0.5) * wide_one + aside, found[at, of]) for at in range(len(levels))]
        means = [(x, up.at(each.mean)) for x, each in of_line if each.mean is not None]
        items.append(Path(tuple(means), role, 1.3, dash))
        for x, each in of_line:
            if each.low is not None and each.high is not None:
                low, high = up.at(each.low), up.at(each.high)
                items.append(Path(((x, low), (x, high)), role, 1.0))
                items += [Path(((x - 3, end), (x + 3, end)), role, 1.0) for end in (low, high)]
        items += [part for place in means for part in mark(place, shape, 7, role, of)]
        if other:
            name = f"{get_setting_title(other, language)} {name_it(other, line, language)}"
            if legend + letters(name, 8.5) + 40 > WIDTH and of:  # the first stays, however long
                legend, height = left, height + 13
            y = height - 26
            items.append(Path(((legend, y - 3), (legend + 22, y - 3)), role, 1.3, dash))
            items += mark((legend + 11, y - 3), shape, 7, role, of)
            items.append(Words((legend + 27, y), name, 8.5))
            legend += letters(name, 8.5) + 44
    key = said(Sentence("Means with 95 % bootstrap intervals; n as the lines stand."), language)
    items.append(Words((left, height - 9), key, 7.5, "quiet"))
    told = tuple(
        _describe_mean(
            [f"{get_setting_title(one, language)} {name_it(one, levels[at], language)}"]
            + ([f"{get_setting_title(other, language)} {name_it(other, lines[of], language)}"] if other else []),
            each,
            language,
        )
        for (at, of), each in found.items()
    )
    return Picture(WIDTH, height, title, tuple(items), told)


def _describe_mean(levels: Sequence[str], of: Summary, language: str) -> str:
    """Return a mean with its interval in words, after the levels of which it is the mean."""
    parts = [", ".join(levels), f"n {of.n}"]
    if of.mean is not None:
        interval = of.low is not None and of.high is not None
        ends = (
            f" ({_format_number(of.low or 0.0, language)} – {_format_number(of.high or 0.0, language)})"
            if interval
            else ""
        )
        parts.insert(1, _format_number(of.mean, language) + ends)
    return ": ".join((parts[0], ", ".join(parts[1:])))


def effects(plan: Plan, table: Table, found: Analysis, figure: str, language: str = "en") -> Picture:
    """Draw Hedges' g of every two levels with its interval: full where that leaves out zero."""
    drawn: list[tuple[Comparison, tuple[float, float]]] = [
        (one, ends)
        for one in found.comparisons
        if one.figure == figure and not one.within and (ends := get_interval_of(one)) is not None
    ][:MOST_ROWS]
    labels = [
        f"{get_setting_title(one.setting, language)}: {name_it(one.setting, one.a, language)} → "
        f"{name_it(one.setting, one.b, language)} (n {one.n_a}, {one.n_b})"
        for one, _ in drawn
    ]
    left = _measure_label_room(labels)
    values = [0.0, *(end for _one, ends in drawn for end in ends)]
    across = build_scale([*values, -0.5, 0.5], (-math.inf, math.inf), left, WIDTH - AIR)  # keeps small g small
    title = get_figure_title(figure, language)
    axis = said(Sentence("Hedges' g with its 95 % interval"), language)
    items = [*_draw_heading(title, plan, table, language), *_draw_rows(labels, left, across, axis, language)]
    bottom = HEAD + len(drawn) * ROW
    items.append(Path(((across.at(0), HEAD - 4), (across.at(0), bottom)), "quiet", 0.9, (3, 2)))
    for row, (one, (low, high)) in enumerate(drawn):
        y = HEAD + (row + 0.5) * ROW
        items += _draw_interval(across, low, high, y)
        items += mark((across.at(one.g or 0.0), y), "square", 7, "1", int(low <= 0 <= high))
    key = said(Sentence("Full where the interval leaves out zero; right of the line: more."), language)
    items.append(Words((AIR, bottom + FOOT + 8), key, 7.5, "quiet"))
    told = tuple(
        f"{label}: g {_format_number(one.g or 0.0, language)} "
        f"({_format_number(low, language)} – {_format_number(high, language)})"
        for label, (one, (low, high)) in zip(labels, drawn, strict=True)
    )
    return Picture(WIDTH, bottom + FOOT + 18, title, tuple(items), told)


def choose_mark(plan: Plan, cell: Cell, names: Sequence[str]) -> tuple[str, Role, int]:
    """Return a cell's mark: the shape is the level of the first factor, colour and fill are that of the second."""
    first, second = get_levels_of(plan, cell, names)
    return SHAPES[first % len(SHAPES)], SERIES[second % len(SERIES)], second


def get_levels_of(plan: Plan, cell: Cell, names: Sequence[str]) -> tuple[int, int]:
    """Return a cell's levels of the first two factors, from 0."""
    first, second, *_ = [*(plan.experiment.grid[name].index(cell.levels[name]) for name in names[:2]), 0, 0]
    return first, second


def _make_label(cell: Cell, language: str) -> str:
    told = " · ".join(
        f"{get_setting_title(name, language)} " * (not isinstance(value, str)) + name_it(name, value, language)
        for name, value in cell.levels.items()
    )
    return told or said(Sentence("All runs"), language)


def _measure_label_room(labels: Sequence[str]) -> float:
    return AIR + min(WIDTH * 0.45, max((letters(label, 8.5) for label in labels), default=0.0)) + 8


def _draw_heading(title: str, plan: Plan, table: Table, language: str) -> list[Path | Words]:
    def describe_runs(name: str) -> str:
        runs = Sentence("{name}: {done:,} of {runs:,} runs", name=name, done=len(table.rows), runs=len(plan.runs))
        rehearsed = Sentence("rehearsed, no language model") if table.rehearsed else ""
        return " · ".join(said(each, language) for each in (runs, rehearsed) if each)

    # A long name gives way to what has to be said of the runs.
    room = WIDTH - 2 * AIR
    told = describe_runs(cut(plan.experiment.name, 8, room - letters(describe_runs(""), 8)))
    return [Words((AIR, 19), cut(title, 12, WIDTH), 12, bold=True), Words((AIR, 32), cut(told, 8, WIDTH), 8, "quiet")]


def _draw_rows(labels: Sequence[str], left: float, across: Scale, axis: str, language: str) -> list[Path | Words]:
    bottom = HEAD + len(labels) * ROW
    items: list[Path | Words] = []
    for tick in across.list_ticks():
        items.append(Path(((across.at(tick), HEAD - 4), (across.at(tick), bottom)), "rule", 0.6))
        items.append(Words((across.at(tick), bottom + 12), _format_number(tick, language), 8, "quiet", "middle"))
    for row, label in enumerate(labels):
        y = HEAD + (row + 0.5) * ROW + 3
        items.append(Words((left - 8, y), _cut_name(label, left - AIR - 8), 8.5, "text", "end"))
    items.append(Words(((left + WIDTH - AIR) / 2, bottom + 28), cut(axis, 9, WIDTH - left), 9, "text", "middle"))
    return items


def _cut_name(label: str, room: float) -> str:
    """Return a label as far as it has room: its longest parts give way, so that rows can be told apart, and its n
    stays.
    """
    name, sign, n = label.rpartition(" (n ")
    parts = _PARTED.split(name) if sign else [label]
    while letters("".join(parts) + sign + n * bool(sign), 8.5) > room + 1e-6:  # rounding cuts nothing that fits
        longest = max(range(0, len(parts), 2), key=lambda at: len(parts[at]))  # the others are separators
        if len(parts[longest]) <= LEAST_PART:
            return cut("".join(parts), 8.5, room - letters(sign + n, 8.5)) + sign + n if sign else cut(label, 8.5, room)
        parts[longest] = parts[longest].removesuffix("…")[:-1].rstrip() + "…"
    return "".join(parts) + (sign + n if sign else "")


def _format_number(value: float, language: str) -> str:
    told = f"{value:g}".replace("-", "−")
    return told.replace(".", ",") if language == "de" else told


def _draw_interval(across: Scale, low: float | None, high: float | None, y: float) -> list[Path | Words]:
    if low is None or high is None:
        return []
    a, b = across.at(low), across.at(high)
    return [Path(((a, y), (b, y)), "text", 1.2), *(Path(((end, y - 3), (end, y + 3)), "text", 1.2) for end in (a, b))]


def _draw_legend(plan: Plan, names: Sequence[str], top: float, language: str, key: str) -> list[Path | Words]:
    """Return what the shapes and the fills are."""
    items: list[Path | Words] = [Words((AIR, top + 4), key, 7.5, "quiet")]
    y = top + 4
    for order, name in enumerate(names[:2]):
        for at, level in enumerate(plan.experiment.grid[name]):
            if at % 4 == 0:  # four a line: `cells` has reckoned its height by that
                y += 13
                items.append(Words((AIR, y), cut(get_setting_title(name, language), 8, 96), 8, "quiet"))
            x = AIR + 100 + (at % 4) * 88
            if order == 0:
                items += mark((x, y - 3), SHAPES[at % len(SHAPES)], 6, "text")
            else:
                items += mark((x, y - 3), "circle", 6, SERIES[at % len(SERIES)], at)
            items.append(Words((x + 8, y), cut(name_it(name, level, language), 8, 68), 8))
    return items
