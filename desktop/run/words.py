"""Single words of the core, as the interface says them."""

from __future__ import annotations

from core.base.labels import LABELS
from desktop.widgets.language import labelled

TABLES = ("policy", "memory", "status", "author", "mode", "colour")


def word(text: str) -> str:
    """A word of the core in the interface's language, its underscores as spaces."""
    table = next((table for table in TABLES if text in LABELS[table]), TABLES[0])
    return labelled(table, text)


def voice_word(label: str) -> str:
    """What somebody speaks through, as it is shown: models keep their names."""
    return word(label) if label == "rehearsal" else label
