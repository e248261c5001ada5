"""The projection: fed event by event, asked by the library, rebuilt from the logs whenever that is simpler."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from parley.core.log.sql import queries
from parley.core.log.sql.writer import Writer

P = ParamSpec("P")
T = TypeVar("T")


def _make_query_method(question: Callable[Concatenate[Connection, Path, P], T]) -> Callable[Concatenate[Writer, P], T]:
    """Return a method that puts the question to the database, with the folder that logs are named from."""

    @functools.wraps(question)
    def ask(writer: Writer, /, *args: P.args, **named: P.kwargs) -> T:
        return writer.ask(lambda connection: question(connection, writer.base, *args, **named))

    return ask


class Projection(Writer):
    """What is asked of all runs. Methods write first what was fed."""

    runs = _make_query_method(queries.runs)
    search = _make_query_method(queries.search)
    matches = _make_query_method(queries.matches)
    spent_today = _make_query_method(queries.spent_today)
    carried = _make_query_method(queries.carried)
    dump = _make_query_method(queries.dump)
