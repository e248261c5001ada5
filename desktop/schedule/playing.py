"""A schedule that is played by the real clock, in a process of its own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QObject, Signal

from parley.core.base.sentences import Sentence
from parley.core.home import Home
from parley.desktop.child import Child
from parley.desktop.widgets.language import said


class Following(Child):
    """Plays a schedule by the real clock, through the home's queue, until it is stopped.

    Signals: `progressed()`, where something happened. Attributes: `name` of the schedule; `said_last`, the last
    sentence of a job.
    """

    progressed = Signal()
    said_last = ""

    def __init__(self, home: Home, name: str, parent: QObject, allowed: Iterable[str] = ()) -> None:
        super().__init__(home, ["schedule", "run", name], parent, allowed=allowed)
        self.name = name

    def stop(self, *, cancel: bool = False) -> None:
        """As `Child.stop`."""
        super().stop(cancel=cancel)
        self.progressed.emit()

    def on_told(self, sentence: Sentence) -> None:
        """As `Child.on_told`."""
        self.said_last = said(sentence)
        self.progressed.emit()

    def on_figures(self, _figures: dict[str, Any]) -> None:
        """As `Child.on_figures`."""
        self.progressed.emit()
