"""Words of the queue's dock that are not of one widget."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from parley.core.queue.jobs import STATES
from parley.desktop.widgets.language import said

translate = QCoreApplication.translate


def state_words() -> Mapping[str, str]:
    """Return what the states of a job are called."""
    return {state: said(word) for state, word in STATES.items()}


def job_titles() -> dict[str, str]:
    """Return the titles of the table's columns, by their names."""
    return {
        "kind": translate("Queue", "Kind"),
        "state": translate("Queue", "State"),
        "reason": translate("Queue", "Why it stands"),
        "turns": translate("Queue", "Turns"),
    }
