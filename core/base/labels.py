"""The core's words in every language we write: one catalogue, `resources/words`, a file a group.

Whoever shows a value to a person, in a view, an export or a terminal, takes its word from here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from parley.core.base.packaged import get_resource

Words = dict[str, str]
"""A word or a sentence by language."""
_added: dict[str, dict[str, Words]] = {}
_sources: dict[str, Callable[[str], Words | None]] = {}


@cache
def read_group(group: str) -> dict[str, Any]:
    """Return a file of the catalogue."""
    # Not before a word is asked for: the window is painted without any.
    import tomllib

    return tomllib.loads(get_resource("words", f"{group}.toml").read_text("utf-8"))


@cache
def words(group: str, language: str) -> Words:
    """Return all words of a group in that language, and the `language` itself. Shared by all: not to be changed.

    English stands for a language that we do not write, and for a word that is not translated yet.
    """
    written = language if language == "de" else "en"
    return {name: each.get(written) or each["en"] for name, each in read_group(group).items()} | {"language": language}


def get_values_of(table: str) -> Mapping[str, Words]:
    """Return the values of a table that have words of their own, in the table's order."""
    found: dict[str, Words] = read_group("values").get(table, {})
    return {**_added[table], **found} if table in _added else found  # the catalogue's own words win


def add_values(table: str, values: Mapping[str, Words]) -> None:
    """Take in the words of a mode's own values; what has words already keeps them."""
    _added[table] = {**values, **_added.get(table, {})}  # the first package to name a value keeps it


def add_source(table: str, words_of: Callable[[str], Words | None]) -> None:
    """Ask for the words of a table's values that the catalogue does not have."""
    _sources[table] = words_of


def label(table: str, value: str, language: str) -> str:
    """Return what a value is called; one that nobody knows as it stands, its underscores as spaces."""
    return get_known_label(table, value, language) or value.replace("_", " ")


def get_known_label(table: str, value: str, language: str) -> str:
    """Return what a value is called, "" for one that nobody knows."""
    found = get_values_of(table).get(value)
    if found is None and table in _sources:
        found = _sources[table](value)
    return found.get("de" if language == "de" else "en") or found["en"] if found else ""
