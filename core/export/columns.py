"""A table of columns as CSV: what a spreadsheet, R or pandas reads."""

from __future__ import annotations

import csv
import itertools
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from parley.core.base.errors import FileError
from parley.core.base.sentences import os_reason
from parley.core.export.table import cell

Columns = Mapping[str, Sequence[Any]]
"""Title -> values, all of one length; a missing value is None or NaN."""


def write_columns(columns: Columns, path: Path) -> None:
    """Write a table; missing values are left empty. Raises `FileError` where the file cannot be written."""
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(columns)
            for row in itertools.zip_longest(*columns.values()):
                writer.writerow([_cell(value) for value in row])
    except OSError as error:
        raise FileError(path, "the table cannot be written ({why}).", why=os_reason(error)) from None


def _cell(value: object) -> object:
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    return cell(value) if isinstance(value, str) else value
