"""The worker of this window: `parley worker` in a process of its own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from parley.core.base.sentences import Sentence
from parley.core.home import Home
from parley.desktop.child import Child
from parley.desktop.queue.figures import WorkerFigure
from parley.desktop.widgets.language import said


class WindowWorker(Child):
    """Works until it is stopped.

    Signals: `progressed(WorkerFigure)`, a few times a second; `job_over()`, after a job of it has come to an end, for
    good or not.
    """

    progressed = Signal(object)
    job_over = Signal()

    def __init__(self, home: Home, at_once: int, parent: QObject, *, allowed: Iterable[str] = ()) -> None:
        super().__init__(home, ["worker", "--concurrency", str(at_once)], parent, allowed=allowed)
        self._figure = WorkerFigure(running=True, starting=True)
        self._over = 0

    def stop(self, *, cancel: bool = False) -> None:
        """As `Child.stop`."""
        super().stop(cancel=cancel)
        self._show(replace(self._figure, stopping=True))

    def figure(self) -> WorkerFigure:
        """Return what it does."""
        return self._figure

    def on_told(self, sentence: Sentence) -> None:
        """As `Child.on_told`."""
        self._show(replace(self._figure, told=said(sentence)))

    def on_figures(self, figures: dict[str, Any]) -> None:
        """As `Child.on_figures`."""
        self._show(
            replace(
                self._figure, starting=False, live=figures["live"], finished=figures["finished"],
                turns=figures["turns"], cost=figures["cost"],
            )
        )  # fmt: skip
        over = figures["finished"] + figures["failed"] + figures["parked"]
        if over != self._over:
            self._over = over
            self.job_over.emit()

    def _show(self, figure: WorkerFigure) -> None:
        if figure != self._figure:
            self._figure = figure
            self.progressed.emit(figure)
