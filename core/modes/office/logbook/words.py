"""The logbook's labels, in the languages we write."""

from __future__ import annotations

from core.base import labels
from core.base.numbers import localised


def words(language: str) -> dict[str, str]:
    """All labels in that language; English for one we do not write."""
    return labels.words("logbook", language)


def decimal(value: float, spec: str, say: dict[str, str]) -> str:
    """A number as the labels' language writes it."""
    return localised(format(value, spec), say["language"])
