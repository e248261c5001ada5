"""Single words of the core, as the interface says them."""

from __future__ import annotations

from parley.core.base.labels import values_of
from parley.core.cast.providers import VOICES, simulated
from parley.desktop.widgets.language import current, labelled

TABLES = ("policy", "memory", "status", "author", "colour")


def word(text: str) -> str:
    """A word of the core in the interface's language, its underscores as spaces."""
    table = next((table for table in TABLES if text in values_of(table)), "")
    if table:
        return labelled(table or TABLES[0], text)
    # Slow to import: not before a mode is named.
    from parley.core.log.modes import MODES

    mode = MODES.usable(text)
    return mode.title.text(current()) if mode is not None else labelled(table, text)


def voice_word(label: str) -> str:
    """What somebody speaks through, as it is shown: models keep their names."""
    provider, dot, model = label.partition(" · ")
    return f"{word(provider)}{dot}{model}" if provider and simulated(provider) else label


def speaker_word(label: str) -> str:
    """The same where there is little room: which lines are rehearsed is not told."""
    provider = label.partition(" · ")[0]
    return word(provider) if provider and simulated(provider) else label


def voice_role(provider: str) -> str:
    """The role of the colour that stands for a voice: how far away its lines are written."""
    voice = VOICES.usable(provider) if provider else None
    if voice is None:
        return "accent"
    return "secondary" if voice.simulated else "good" if voice.local else "tense"
