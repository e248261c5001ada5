"""What can be done with a span of turns: choose it by keys, compare it, fork at its end; it is everybody's."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from parley.desktop.shell.panel import Panel

if TYPE_CHECKING:
    # Not at run time: the panel is part of the window's first paint, and a run's model is slow to import.
    from parley.desktop.run.model import RunModel
    from parley.desktop.shell.window import Window


class SpanCommands(QObject):
    """The span is the run model's: every view follows it. `trigger` does an action by its id."""

    def __init__(self, window: Window, model: RunModel, trigger: Callable[[str], None]) -> None:
        super().__init__(window)
        self._model, self._trigger = model, trigger
        self._from = 0
        window.panels["speaker_flow"].when_made(lambda view: view.verb_chosen.connect(self._run_verb))

    def map_actions(self) -> dict[str, Callable[[], None]]:
        return {
            "span_back": lambda: self._extend(-1),
            "span_on": lambda: self._extend(1),
            "span_clear": self._model.clear_span,
        }

    def _run_verb(self, verb: str) -> None:
        if verb == "fork":
            self._model.show(self._model.span[-1])  # The fork's action forks at the shown turn
        self._trigger(verb)

    def _extend(self, by: int) -> None:
        """Move the end that was moved last; the first press takes the shown turn."""
        span, shown = self._model.span, self._model.shown
        if not span:
            self._from = shown
            self._model.select_span(shown, shown)
            return
        if self._from not in (span.start, span[-1]):  # Another span was drawn with the mouse meanwhile
            self._from = span.start
        other = span[-1] if self._from == span.start else span.start
        self._model.select_span(self._from, max(1, other + by))


class SpeakerFlowPanel(Panel):
    """The speaker flow; the turns that are chosen in it are chosen for every view."""

    def connect_run(self, view: Any) -> None:
        """Connect the chosen turns with the run."""
        super().connect_run(view)
        view.span_chosen.connect(self.run.select_span)
        view.span_cleared.connect(self.run.clear_span)
