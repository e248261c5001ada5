"""Words of the queue's dock that are not of one widget."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from parley.core.queue.jobs import STATES
from parley.desktop.widgets.language import said

translate = QCoreApplication.translate


def state_words() -> Mapping[str, str]:
    """What the states of a job are called."""
    return {state: said(word) for state, word in STATES.items()}


def value_word(value: str) -> str:
    """A state, or who asked, in words."""
    places = {
        "window": translate("Queue", "this window"),
        "terminal": translate("Queue", "terminal"),
        "schedule": translate("Queue", "schedule"),
    }
    return state_words().get(value) or places.get(value, value)


def job_titles() -> dict[str, str]:
    """The titles of the table's columns, by their names."""
    return {
        "kind": translate("Queue", "Kind"),
        "state": translate("Queue", "State"),
        "reason": translate("Queue", "Why it stands"),
        "priority": translate("Queue", "Priority"),
        "asked_by": translate("Queue", "Asked by"),
        "tries": translate("Queue", "Tries"),
        "run": translate("Queue", "Run"),
        "turns": translate("Queue", "Turns"),
    }
