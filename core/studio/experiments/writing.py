"""The table of an experiment as a file: CSV or Parquet."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from core.base.errors import UnknownName
from core.export.base import save
from core.export.table import cell
from core.studio.experiments.table import Table, Value


def write(table: Table, to: str, target: Path) -> None:
    """Write the table to `target`, replacing a file that is there. Raises `UnknownName`, `FileError`."""
    if to not in FORMATS:
        raise UnknownName("format of a table", to, FORMATS)
    save(target, FORMATS[to](table))


def as_csv(table: Table) -> Iterator[bytes]:
    """CSV after RFC 4180, safe to open in a spreadsheet; an empty field where there is no figure."""
    columns = table.columns
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\r\n")
    for values in [columns, *([row.get(name) for name in columns] for row in table.rows)]:
        writer.writerow([cell(value) if isinstance(value, str) else value for value in values])
        yield buffer.getvalue().encode("utf-8", "replace")
        buffer.seek(0)
        buffer.truncate()


def as_parquet(table: Table) -> Iterator[bytes]:
    """Parquet with a type a column: text, whole numbers, numbers or truth."""
    import pyarrow  # type: ignore[import-untyped]
    from pyarrow import parquet

    kinds = {str: pyarrow.string(), int: pyarrow.int64(), float: pyarrow.float64(), bool: pyarrow.bool_()}
    arrays = []
    for name in table.columns:
        values = [row.get(name) for row in table.rows]
        kind = _kind(values)
        fitting = [None if value is None else kind(value) for value in values]
        arrays.append(pyarrow.array(fitting, type=kinds[kind]))
    sink = pyarrow.BufferOutputStream()
    parquet.write_table(pyarrow.table(arrays, names=list(table.columns)), sink)
    yield sink.getvalue().to_pybytes()


def _kind(values: Sequence[Value]) -> type[str] | type[int] | type[float] | type[bool]:
    """The narrowest type that holds all values."""
    kinds = {type(value) for value in values if value is not None}
    for kind in (bool, int, float):
        if kinds == {kind}:
            return kind
    return float if kinds == {int, float} or not kinds else str


FORMATS: dict[str, Callable[[Table], Iterator[bytes]]] = {"csv": as_csv, "parquet": as_parquet}
"""What `--to` takes."""
