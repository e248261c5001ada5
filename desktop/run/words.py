"""Single words of the core, as the interface says them."""

from __future__ import annotations

from core.base.labels import values_of
from core.cast.providers import VOICES, simulated
from desktop.widgets.language import current, labelled

TABLES = ("policy", "memory", "status", "author", "colour")


def word(text: str) -> str:
    """A word of the core in the interface's language, its underscores as spaces."""
    table = next((table for table in TABLES if text in values_of(table)), "")
    if table:
        return labelled(table or TABLES[0], text)
    # Slow to import: not before a mode is named.
    from core.log.modes import MODES

    return MODES[text].title.text(current()) if text in MODES else labelled(table, text)


def voice_word(label: str) -> str:
    """What somebody speaks through, as it is shown: models keep their names."""
    return word(label) if label and simulated(label) else label


def voice_role(provider: str) -> str:
    """The role of the colour that stands for a voice: how far away its lines are written."""
    if not provider or provider not in VOICES:
        return "accent"
    voice = VOICES[provider]
    return "secondary" if voice.simulated else "good" if voice.local else "tense"
