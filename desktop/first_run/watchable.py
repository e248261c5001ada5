"""What the start page offers: apart from how it is played, so that it can be clicked before that is loaded."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from parley.core.voices.rehearsal.written import all_written
from parley.desktop.first_run.figures import WatchFigure

translate = QCoreApplication.translate


def list_watchable(language: str) -> tuple[WatchFigure, ...]:
    """Return what can be watched at once in a language; its icon is not known yet."""
    watch, play = translate("StartPage", "Watch"), translate("StartPage", "Play")
    return tuple(
        WatchFigure(run.id, run.title, run.detail, play if run.played else watch)
        for run in all_written(language, featured=True)
    )
