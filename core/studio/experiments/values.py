"""How the values of an experiment's settings are written in tables and in contrasts."""

from __future__ import annotations

from typing import Any


def shown(value: Any) -> str:
    """Return a setting's value in a table."""
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return (
        "yes" if value is True else "no" if value is False else f"{value:g}" if isinstance(value, float) else str(value)
    )
