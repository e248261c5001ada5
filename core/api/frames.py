"""Rows as a table of whichever library there is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal

from parley.core.base.errors import UnknownName, UsageError
from parley.core.base.sentences import Sentence

Kind = Literal["auto", "pandas", "polars", "rows"]
LIBRARIES = ("pandas", "polars")


def frame(rows: Sequence[Mapping[str, Any]], columns: Iterable[str], kind: Kind = "auto") -> Any:
    """Return the rows as a DataFrame of pandas or polars, or as a list of dictionaries. A DataFrame has its `columns`
    also where there are no rows.

    "auto" takes pandas where it is installed, else polars, else the list. Raises `UsageError` where the library that
    was asked for is missing.
    """
    if kind not in ("auto", "rows", *LIBRARIES):
        raise UnknownName("kind of table", kind, ("auto", "rows", *LIBRARIES))
    if kind == "auto":
        kind = next((each for each in ("pandas", "polars") if find_spec(each) is not None), "rows")
    columns = list(columns)  # an iterator could be read only once
    if kind == "rows":
        return [{name: row[name] for name in columns} for row in rows]
    values: dict[str, list[Any]] = {name: [row[name] for row in rows] for name in columns}
    try:
        library: Any = import_module(kind)
    except ModuleNotFoundError:
        hint = Sentence("Install it with: pip install {package}", package=kind)
        raise UsageError("This needs the package {package}, which is not installed.", package=kind, hint=hint) from None
    return library.DataFrame(values)
