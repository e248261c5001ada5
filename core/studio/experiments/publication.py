"""An experiment as a folder for a paper: tidy tables, what was found, the plots, the spec and the methods."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import msgspec

from parley.core.base.errors import FileError, UsageError
from parley.core.base.sentences import Sentence, os_reason, said
from parley.core.export.base import save
from parley.core.export.drawing import as_pdf, as_svg
from parley.core.export.table import iterate_csv
from parley.core.studio.experiments.analysis import Analysis, Effect
from parley.core.studio.experiments.drafting import data_of, get_text_of
from parley.core.studio.experiments.factors import Term
from parley.core.studio.experiments.methods import get_provenance, write_methods
from parley.core.studio.experiments.plan import Plan
from parley.core.studio.experiments.plots import list_plots
from parley.core.studio.experiments.table import Table
from parley.core.studio.experiments.writing import FORMATS


def text_of_methods(plan: Plan, table: Table, found: Analysis, language: str = "en") -> str:
    """Return the methods as Markdown."""
    told = " ".join(said(each, language) for each in write_methods(plan, table, found, language))
    head = said(Sentence("Methods"), language)
    return f"# {plan.experiment.name}\n\n## {head}\n\n{told}\n"


def publish(plan: Plan, table: Table, found: Analysis, target: Path, language: str = "en") -> list[Path]:
    """Write the folder and return its files. Raises `UsageError` where no run is finished, `FileError`."""
    if not table.rows:
        raise UsageError("No run is finished yet: there is nothing to draw.")
    names = [(figure, name) for figure in found.figures for name in list_plots(plan, table)]
    drawn = [list_plots(plan, table)[name](plan, table, found, figure, language) for figure, name in names]
    made = msgspec.json.format(msgspec.json.encode(get_provenance(plan)), indent=2)
    pages: dict[str, Iterator[bytes]] = {
        "methods.md": iter([text_of_methods(plan, table, found, language).encode()]),
        "spec.toml": iter([get_text_of(data_of(plan.experiment)).encode()]),
        "provenance.json": iter([made]),
        "cells.csv": _iterate_csv_records([asdict(one) for one in found.summaries]),
        "effects.csv": _iterate_csv_records([build_effect_record(one) for one in found.effects]),
        "comparisons.csv": _iterate_csv_records([asdict(one) for one in found.comparisons]),
        "contrasts.csv": _iterate_csv_records([asdict(one) for one in found.contrasts]),
        "plots.pdf": as_pdf(drawn),
        **{f"table.{to}": table_as(table, plan) for to, table_as in FORMATS.items()},
    }
    for (figure, name), one in zip(names, drawn, strict=True):
        pages[f"{figure}.{name}.svg"] = as_svg(one)
    try:
        target.mkdir(exist_ok=True)
    except OSError as error:
        raise FileError(target, "the folder cannot be made ({why}).", why=os_reason(error)) from None
    for name, page in pages.items():
        save(target / name, page)
    return [target / name for name in pages]


EFFECT_FIELDS = tuple(
    "effect" if field.name == "factors" else field.name
    for fields in (fields(Effect)[:1], fields(Term), fields(Effect)[2:])
    for field in fields
)
"""The names in a record of an effect, in its order."""


def build_effect_record(one: Effect) -> dict[str, Any]:
    """Return a main effect or an interaction ("policy:cast") as one flat record."""
    whole = asdict(one)
    term = whole.pop("term")
    return {"figure": whole.pop("figure"), "effect": ":".join(term.pop("factors")), **term, **whole}


def _iterate_csv_records(rows: Sequence[dict[str, Any]]) -> Iterator[bytes]:
    """Yield the CSV of records that have the same fields; lists are joined by "; "."""
    joined = (
        ["; ".join(map(str, one)) if isinstance(one, list | tuple) else one for one in row.values()] for row in rows
    )
    return iterate_csv([*([*row] for row in rows[:1]), *joined])
