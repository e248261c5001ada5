"""The places where runs were played, as they are remembered."""

from __future__ import annotations

from PySide6.QtCore import QSettings

from parley.core.studio.cluster.address import local_processes
from parley.desktop.cluster.where import WhereField, recent_with

RECENT = "clusters"


def restore(field: WhereField, store: QSettings, name: str) -> None:
    """Offer what was used before, and show what `name` used last."""
    field.offer(_recent(store))
    field.set_value(str(store.value(name, "") or ""))


def chosen(field: WhereField, store: QSettings, name: str) -> str:
    """What the field says, remembered. Raises `UsageError` where it is no place."""
    where = field.value()
    if where:
        local_processes(where)
    store.setValue(name, where)
    store.setValue(RECENT, recent_with(_recent(store), where))
    field.offer(_recent(store))
    field.set_value(where)
    return where


def _recent(store: QSettings) -> list[str]:
    found = store.value(RECENT, [])
    return [str(each) for each in (found if isinstance(found, list) else [found]) if each]
