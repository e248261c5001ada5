"""Fields that files of earlier versions call otherwise: the old names are still read."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

OLD_NAMES = {"warmth": "temperature", "warmth_a": "temperature_a", "warmth_b": "temperature_b"}
"""Old names of fields in logs and TOML, and what they are called today."""
_FORMER = {new: old for old, new in OLD_NAMES.items()}


def get_current_name(name: str, fields: Collection[str]) -> str:
    """Return what the field called `name` is called today; `name` itself where none of the `fields` was called so."""
    current = OLD_NAMES.get(name, name)
    return current if name not in fields and current in fields else name


def rename_old_fields(data: Any, fields: Collection[str]) -> Any:
    """Return `data` with today's names of the `fields` that it calls by an old one; anything else as it is.

    Where both names are given, today's counts.
    """
    if not isinstance(data, Mapping) or OLD_NAMES.keys().isdisjoint(data):
        return data
    names = {name: get_current_name(name, fields) for name in data}
    return {now: data[name] for name, now in names.items() if now == name or now not in data}


def restore_old_names(data: Any) -> Any:
    """Return `data` with the names that its fields first had, at any depth: digests and ids of it stay the same."""
    if isinstance(data, Mapping):
        return {_FORMER.get(name, name): restore_old_names(value) for name, value in data.items()}
    if isinstance(data, list | tuple):
        return [restore_old_names(each) for each in data]
    return data
