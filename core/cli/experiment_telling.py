"""What `parley experiment show` prints: as data, and in lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from parley.core.studio.experiments.analysis import Analysis, Effect
from parley.core.studio.experiments.comparing import Comparison
from parley.core.studio.experiments.contrasts import Contrast
from parley.core.studio.experiments.methods import get_provenance
from parley.core.studio.experiments.plan import Plan
from parley.core.studio.experiments.table import Table, find_voices_in
from parley.core.studio.experiments.titles import format_value

MOST_CELLS = 36
"""Comparisons of cells that are told of a figure: of more, those with the smallest p."""


def as_data(plan: Plan, table: Table, found: Analysis) -> dict[str, Any]:
    """Return what `--json` prints."""
    cells: dict[int, dict[str, Any]] = {}
    for cell in plan.cells:
        levels = {
            one: value if isinstance(value, str | int | float | bool) else format_value(value)  # a level may be a table
            for one, value in cell.levels.items()
        }
        cells[cell.number] = {"cell": cell.number, "settings": levels, "figures": {}}
    for one in found.summaries:
        figures = {"n": one.n, "mean": one.mean, "sd": one.sd, "low": one.low, "high": one.high}
        cells[one.cell]["figures"][one.figure] = figures
    return {
        "id": plan.experiment.id,
        "name": plan.experiment.name,
        "runs": len(plan.runs),
        "done": len(table.rows),
        "voices": list(find_voices_in(table.rows)),
        "rehearsed": table.rehearsed,
        "provenance": get_provenance(plan),
        "corrected": str(found.corrected),
        "cells": list(cells.values()),
        "effects": [_flatten_effect(one) for one in found.effects],
        "comparisons": [asdict(one) for one in found.comparisons],
        "contrasts": [asdict(one) for one in found.contrasts],
        "table": list(table.rows),
    }


def _flatten_effect(effect: Effect) -> dict[str, Any]:
    whole = asdict(effect)
    term = whole.pop("term")
    return {"figure": whole.pop("figure"), **term, **whole}


def yield_lines(plan: Plan, table: Table, found: Analysis) -> Iterator[str]:
    """Yield the lines for a terminal."""
    yield f"{plan.experiment.name}: {len(table.rows):,} of {len(plan.runs):,} runs are finished."
    if table.rows:
        yield f"Voices: {', '.join(find_voices_in(table.rows)) or '–'}."
    if table.rehearsed:
        some = "" if table.rehearsed == len(table.rows) else f" in {table.rehearsed:,} of the runs"
        yield f"Rehearsed{some}: a script wrote these lines, no language model."
    labels = {cell.number: cell.label for cell in plan.cells}
    wide = min(max(map(len, labels.values()), default=0), 60)
    for figure in table.figures:
        of = found.of((figure,))
        yield f"\n{figure}"
        for one in of.summaries:
            spread = (
                f" ± {_format_number(one.sd)}  [{_format_number(one.low)}, {_format_number(one.high)}]"
                if one.sd is not None
                else ""
            )
            yield f"  {labels[one.cell][:60]:<{wide}}  n {one.n:<4} {_format_number(one.mean)}{spread}"
        yield from map(_format_effect, of.effects)
        yield from (_format_comparison(one) for one in of.comparisons if not one.within)
        inside = [one for one in of.comparisons if one.within]
        least = sorted(inside, key=lambda one: 2.0 if one.p_welch is None else one.p_welch)[:MOST_CELLS]
        yield from (_format_comparison(one) for one in inside if one in least)  # in the plan's order, not by p
        if len(inside) > MOST_CELLS:
            yield f"    … and {len(inside) - MOST_CELLS:,} comparisons of cells with a larger p (--json has them)."
        yield from map(_format_contrast, of.contrasts)
    if found.effects or found.comparisons:
        yield f"\n{found.corrected}"
        yield "Intervals are bootstrap intervals of 95 %; p is two-sided, and corrected where it says Holm."


def _format_effect(one: Effect) -> str:
    name, term = " × ".join(one.term.factors), one.term
    if term.f is None:  # no variance within the cells to compare with
        return f"    {name}: the runs do not differ beyond it"
    chance = f"p {_format_number(term.p)}  {_format_number(one.p_holm)} (Holm)"
    shape = f"F({term.df}, {term.df_error}) {_format_number(term.f)}  {chance}"
    return f"    {name}: {shape}  η² {_format_number(term.eta)}  p {_format_number(term.p_permutation)} (permutation)"


def _format_comparison(one: Comparison) -> str:
    where = f" [{one.within[:40]}]" if one.within else ""
    spread = f" [{_format_number(one.low)}, {_format_number(one.high)}]" if one.low is not None else ""
    effect = f"  g {_format_number(one.g)}  p {_format_number(one.p_holm)} (Welch, Holm)" if one.g is not None else ""
    ranks = f"  p {_format_number(one.p_mann_whitney)} (Mann-Whitney)" if one.p_mann_whitney is not None else ""
    permuted = f"  p {_format_number(one.p_permutation)} (permutation)" if one.p_permutation is not None else ""
    change = f"{one.difference:+.4g}{spread}"
    return f"    {one.setting}{where}: {one.a[:24]} → {one.b[:24]}  {change}{effect}{ranks}{permuted}"


def _format_contrast(one: Contrast) -> str:
    spread = f" [{_format_number(one.low)}, {_format_number(one.high)}]" if one.low is not None else ""
    test = (
        f"  t({_format_number(one.df)}) {_format_number(one.t)}  p {_format_number(one.p_holm)} (Holm)"
        if one.t is not None
        else ""
    )
    return f"    {one.name}: {one.estimate:+.4g}{spread}{test}"


def _format_number(value: float | None) -> str:
    return "–" if value is None else f"{value:.4g}"
