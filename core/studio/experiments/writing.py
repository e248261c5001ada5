"""The table of an experiment as a file: tidy CSV or Parquet, a row a run, that says where it comes from."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from parley.core.base.errors import UnknownName
from parley.core.base.extras import require_extra
from parley.core.export.base import save
from parley.core.export.table import iterate_csv
from parley.core.studio.experiments.methods import get_provenance
from parley.core.studio.experiments.plan import Plan
from parley.core.studio.experiments.table import OUTCOME, Table, Value

FROM = ("experiment", "spec", "parley")
"""The first columns, the same in every row: the experiment's id, its spec's digest, and the program's version."""


def write(table: Table, plan: Plan, to: str, target: Path) -> None:
    """Write the table to `target`, replacing a file that is there. Raises `UnknownName`, `FileError`."""
    if to not in FORMATS:
        raise UnknownName("format of a table", to, FORMATS)
    save(target, FORMATS[to](table, plan))


def list_columns(table: Table) -> dict[str, str]:
    """Return the columns of a file behind `FROM`, each with what it is called in a row of the table."""
    figures = {*table.figures, *table.words}
    return {f"{OUTCOME}{name}" if name in figures else name: name for name in table.columns}


def _iterate_output_rows(table: Table, plan: Plan) -> Iterator[list[Value]]:
    made, names = get_provenance(plan), list_columns(table)
    first: list[Value] = [made[name] for name in FROM]
    for row in table.rows:
        yield [*first, *(row.get(name) for name in names.values())]


def as_csv(table: Table, plan: Plan) -> Iterator[bytes]:
    """Write CSV after RFC 4180, safe to open in a spreadsheet; an empty field where there is no figure."""
    head: list[Value] = [*FROM, *list_columns(table)]
    return iterate_csv(itertools.chain([head], _iterate_output_rows(table, plan)))


def as_parquet(table: Table, plan: Plan) -> Iterator[bytes]:
    """Write Parquet with a type a column: text, whole numbers, numbers or truth. Its metadata have the provenance."""
    with require_extra("parquet"):
        import pyarrow  # type: ignore[import-untyped]
        from pyarrow import parquet

    kinds = {str: pyarrow.string(), int: pyarrow.int64(), float: pyarrow.float64(), bool: pyarrow.bool_()}
    rows, names = [*_iterate_output_rows(table, plan)], [*FROM, *list_columns(table)]
    arrays = []
    for at in range(len(names)):
        values = [row[at] for row in rows]
        kind = _determine_column_type(values)
        fitting = [None if value is None else kind(value) for value in values]  # ints among floats become floats
        arrays.append(pyarrow.array(fitting, type=kinds[kind]))
    sink = pyarrow.BufferOutputStream()
    metadata = {f"parley.{name}": value for name, value in get_provenance(plan).items()}
    whole = pyarrow.table(arrays, names=names).replace_schema_metadata(metadata)
    parquet.write_table(whole, sink)
    yield sink.getvalue().to_pybytes()


def _determine_column_type(values: Sequence[Value]) -> type[str] | type[int] | type[float] | type[bool]:
    """Return the narrowest type that holds all values."""
    kinds = {type(value) for value in values if value is not None}  # not isinstance: a bool is an int
    for kind in (bool, int, float):
        if kinds == {kind}:
            return kind
    return float if kinds == {int, float} or not kinds else str


FORMATS: dict[str, Callable[[Table, Plan], Iterator[bytes]]] = {"csv": as_csv, "parquet": as_parquet}
"""What `--to` takes."""
