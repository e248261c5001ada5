"""Words about scenes in the interface's language: types, kinds, exchanges, terms, methods."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from parley.core.office.plan import Plan
from parley.desktop.widgets.language import get_name

translate = QCoreApplication.translate


def exchange_word(exchange: str) -> str:
    """Return how all speak, as in "All at once, then woven"."""
    told = get_name("exchange", exchange)
    return told[:1].upper() + told[1:]


def get_room_title(plan: Plan, room: str, language: str) -> str:
    """Return the room's name in a language; its id where the plan does not know it."""
    found = plan.by_id.get(room)
    return found.title(language) if found else room


def format_type(scene_type: str, kind: str) -> str:
    """Return a scene's type as in "Event, D&D night": with the kind where that says more."""
    usual = {"meeting": "meeting", "work": "work", "arrival": "casual", "reflection": "casual", "encounter": "casual"}
    if not kind or usual.get(scene_type) == kind:  # the usual kind goes without saying
        return get_name("scene_type", scene_type)
    told = translate("Scene", "{0}, {1}")
    return told.format(get_name("scene_type", scene_type), get_name("scene_kind", kind))


ICONS = {
    "arrival": "ph.door",
    "encounter": "ph.chats",
    "meeting": "ph.users-three",
    "work": "ph.laptop",
    "event": "ph.dice-five",
    "reflection": "ph.brain",
}
"""A scene type's icon: the shape tells types apart too."""
