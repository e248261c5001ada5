"""An experiment under way: `parley experiment run` in a process of its own."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QObject, Signal

from parley.core.home import Home
from parley.core.studio.experiments import logs
from parley.core.studio.experiments.plan import Plan
from parley.core.studio.experiments.running import Progress
from parley.desktop.child import Child
from parley.desktop.experiments.figures import ProgressFigure
from parley.desktop.widgets.language import said

FEWEST = 4
"""Turns before anything is said about the time left."""
RECENT = 60.0
"""Seconds whose turns count for the pace: a cell may be a hundred times as fast as the next."""


class ExperimentRun(Child):
    """Runs until all is done, or paused.

    Signals: `progressed(ProgressFigure)`, a few times a second. Attributes: `plan`; `progress`, how far it is;
    `pausing`, by a person.
    """

    progressed = Signal(object)

    def __init__(self, home: Home, plan: Plan, parent: QObject, *, allowed: Iterable[str] = ()) -> None:
        """Set up the run; `allowed` are servers of others that its runs may talk to."""
        spec = str(logs.get_spec_path(home, plan.experiment.id))
        super().__init__(home, ["experiment", "run", spec], parent, allowed=allowed)
        self.plan = plan
        self.progress = Progress(total=len(plan.runs))
        self._paces = deque([(time.monotonic(), 0)])  # moment and turns spoken by then

    @property
    def id(self) -> str:
        """The experiment's id."""
        return self.plan.experiment.id

    @property
    def pausing(self) -> bool:
        """Whether a person paused it."""
        return self.stopping

    def pause(self, *, cancel: bool = False) -> None:
        """Begin nothing more; replies under way are finished, or with `cancel` dropped."""
        self.stop(cancel=cancel)
        self.progressed.emit(self.figure())

    def on_figures(self, figures: dict[str, Any]) -> None:
        """Take the progress that the process tells, as `Child.on_figures` says."""
        # It brings typer, which the window does without until then.
        from parley.core.cli.steered import unpack_sentence

        halted = {"halted": unpack_sentence(figures["halted"])}
        parked = {run: unpack_sentence(why) for run, why in figures["parked"].items()}
        self.progress = Progress(**figures | halted | {"parked": parked})
        self._look_at_pace()
        self.progressed.emit(self.figure())

    def figure(self) -> ProgressFigure:
        """Return how far it is."""
        now = self.progress
        since, before = self._paces[0]
        rate = (now.spoken - before) / max(1e-3, time.monotonic() - since)
        open_ = max(1, now.total - now.done)
        due = (now.turns_due - now.turns) * (open_ - len(now.parked)) / open_  # parked runs are not waited for
        left = due / rate if now.spoken >= FEWEST and rate > 0 else -1.0
        parked = tuple((run, said(why)) for run, why in now.parked.items())
        return ProgressFigure(
            self.id, now.total, now.done, now.running, parked, rate * 60, left, self.pausing, now.turns, now.turns_due,
            now.part,
        )  # fmt: skip

    def _look_at_pace(self) -> None:
        """Note how many turns there are, once a second."""
        now = time.monotonic()
        if now - self._paces[-1][0] < 1.0:
            return
        self._paces.append((now, self.progress.spoken))
        while now - self._paces[1][0] >= RECENT:  # one entry from before the minute stays: the pace is counted from it
            self._paces.popleft()
