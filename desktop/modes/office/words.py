"""Words about scenes in the interface's language: types, kinds, exchanges, terms, methods."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from desktop.widgets.language import labelled

translate = QCoreApplication.translate


def type_word(scene_type: str) -> str:
    """ "Meeting"."""
    return labelled("scene_type", scene_type)


def kind_word(kind: str) -> str:
    """ "D&D night"."""
    return labelled("scene_kind", kind)


def exchange_word(exchange: str) -> str:
    """ "All at once, then woven"."""
    told = labelled("exchange", exchange)
    return told[:1].upper() + told[1:]


def method_word(method: str) -> str:
    """ "The best in the ranking"."""
    return labelled("scene_method", method)


def term_word(term: str) -> str:
    """ "open threads"."""
    return labelled("scene_term", term)


def memory_word(kind: str) -> str:
    """ "conversation"."""
    return labelled("record", kind)


def typed(scene_type: str, kind: str) -> str:
    """ "Event, D&D night": the type, and the kind where it says more."""
    usual = {"meeting": "meeting", "work": "work", "arrival": "casual", "reflection": "casual", "encounter": "casual"}
    if not kind or usual.get(scene_type) == kind:
        return type_word(scene_type)
    return translate("Scene", "{0}, {1}").format(type_word(scene_type), kind_word(kind))


ICONS = {
    "arrival": "ph.door",
    "encounter": "ph.chats",
    "meeting": "ph.users-three",
    "work": "ph.laptop",
    "event": "ph.dice-five",
    "reflection": "ph.brain",
}
"""A scene type's icon: the shape tells types apart too."""


def types() -> tuple[tuple[str, str], ...]:
    """All scene types as (value, title)."""
    return tuple((each, type_word(each)) for each in ICONS)


def kinds() -> tuple[tuple[str, str], ...]:
    """All kinds as (value, title), "" being the game master's choice."""
    free = ("", translate("Scene", "as it fits"))
    return free, *((each, kind_word(each)) for each in ("casual", "work", "meeting", "dnd"))


def exchanges() -> tuple[tuple[str, str], ...]:
    """All exchanges that can be asked for as (value, title), "" being the game master's choice."""
    free = ("", translate("Scene", "by the scene's importance"))
    return free, *((each, exchange_word(each)) for each in ("weave", "sequential"))
