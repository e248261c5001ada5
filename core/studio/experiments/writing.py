"""The table of an experiment as a file: tidy CSV, a row a run, that says where it comes from."""

from __future__ import annotations

import csv
import io
import itertools
from collections.abc import Iterator
from pathlib import Path

from parley.core.export.base import save
from parley.core.export.table import cell
from parley.core.studio.experiments.methods import provenance
from parley.core.studio.experiments.plan import Plan
from parley.core.studio.experiments.table import OUTCOME, Table, Value

FROM = ("experiment", "spec", "parley")
"""The first columns, the same in every row: the experiment's id, its spec's digest, and the program's version."""


def write(table: Table, plan: Plan, target: Path) -> None:
    """Write the table to `target`, replacing a file that is there. Raises `FileError`."""
    save(target, as_csv(table, plan))


def columns(table: Table) -> dict[str, str]:
    """The columns of a file behind `FROM`, each with what it is called in a row of the table."""
    figures = {*table.figures, *table.words}
    return {f"{OUTCOME}{name}" if name in figures else name: name for name in table.columns}


def _rows(table: Table, plan: Plan) -> Iterator[list[Value]]:
    made, names = provenance(plan), columns(table)
    first: list[Value] = [made[name] for name in FROM]
    for row in table.rows:
        yield [*first, *(row.get(name) for name in names.values())]


def as_csv(table: Table, plan: Plan) -> Iterator[bytes]:
    """CSV after RFC 4180, safe to open in a spreadsheet; an empty field where there is no figure."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\r\n")
    head: list[Value] = [*FROM, *columns(table)]
    for values in itertools.chain([head], _rows(table, plan)):
        writer.writerow([cell(value) if isinstance(value, str) else value for value in values])
        yield buffer.getvalue().encode("utf-8", "replace")
        buffer.seek(0)
        buffer.truncate()
