"""A table of columns as CSV or Parquet: what a spreadsheet, R or pandas reads."""

from __future__ import annotations

import csv
import itertools
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from parley.core.base.errors import FileError, UsageError
from parley.core.base.extras import needed
from parley.core.base.sentences import os_reason
from parley.core.export.table import cell

FORMATS = (".csv", ".parquet")
Columns = Mapping[str, Sequence[Any]]
"""Title -> values, all of one length; a missing value is None or NaN."""


def write_columns(columns: Columns, path: Path) -> None:
    """Write a table in the format that the file's ending names; missing values are left empty.

    Raises `UsageError` for another ending, `FileError` where the file cannot be written.
    """
    ending = path.suffix.lower()
    if ending not in FORMATS:
        hint = "Let the name end with .csv or .parquet."
        raise UsageError("A table cannot be written as '{ending}'.", ending=ending, hint=hint)
    try:
        if ending == ".csv":
            _write_csv(columns, path)
        else:
            _write_parquet(columns, path)
    except OSError as error:
        raise FileError(path, "the table cannot be written ({why}).", why=os_reason(error)) from None


def _is_missing_value(value: object) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value))


def _write_csv(columns: Columns, path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        for row in itertools.zip_longest(*columns.values()):
            writer.writerow([_convert_cell(value) for value in row])


def _convert_cell(value: object) -> object:
    if _is_missing_value(value):
        return ""
    return cell(value) if isinstance(value, str) else value


def _write_parquet(columns: Columns, path: Path) -> None:
    # It takes a third of a second to import.
    with needed("parquet"):
        import pyarrow  # type: ignore[import-untyped]
        import pyarrow.parquet  # type: ignore[import-untyped]

    arrays = {
        title: [None if _is_missing_value(value) else value for value in values] for title, values in columns.items()
    }
    pyarrow.parquet.write_table(pyarrow.table(arrays), str(path))
