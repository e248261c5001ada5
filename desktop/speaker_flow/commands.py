"""What can be done with a span of turns: choose it by keys, show it turn by turn, compare it, fork at its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QTimer

from parley.desktop.run.model import RunModel
from parley.desktop.shell.session import Session
from parley.desktop.shell.window import Window

WORDS_A_SECOND = 4.0
"""As fast as somebody reads along."""
UNPACED_SECONDS = 0.15


class SpanCommands(QObject):
    """The span is the run model's: every view follows it. `trigger` does an action by its id."""

    def __init__(self, window: Window, model: RunModel, session: Session, trigger: Callable[[str], None]) -> None:
        super().__init__(window)
        self._window, self._model, self._session, self._trigger = window, model, session, trigger
        self._from = 0
        self._at = 0
        self._next = QTimer(self, singleShot=True)
        self._next.timeout.connect(self._step)
        model.opened.connect(self._stop)
        model.shown_changed.connect(self._on_shown)
        window.panels["speaker_flow"].when_made(lambda view: view.verb_chosen.connect(self._do))

    def table(self) -> dict[str, Callable[[], None]]:
        return {
            "span_back": lambda: self._extend(-1),
            "span_on": lambda: self._extend(1),
            "span_play": self._play,
            "span_clear": self._model.clear_span,
        }

    def _do(self, verb: str) -> None:
        if verb == "fork":
            self._model.show(self._model.span[-1])
        self._trigger({"play": "span_play", "clear": "span_clear"}.get(verb, verb))

    def _extend(self, by: int) -> None:
        """Move the end that was moved last; the first press takes the shown turn."""
        span, shown = self._model.span, self._model.shown
        if not span:
            self._from = shown
            self._model.select_span(shown, shown)
            return
        if self._from not in (span.start, span[-1]):
            self._from = span.start
        other = span[-1] if self._from == span.start else span.start
        self._model.select_span(self._from, max(1, other + by))

    def _play(self) -> None:
        """Show the turns of the span one after the other; a second press stops."""
        if self._next.isActive():
            self._stop()
            return
        self._at = self._model.span.start
        self._tell(playing=True)
        self._show()

    def _show(self) -> None:
        self._next.start(round(1000 * self._seconds(self._at)))
        self._model.show(self._at)

    def _seconds(self, turn: int) -> float:
        pace = self._session.pace()
        if pace.unpaced:
            return UNPACED_SECONDS
        words = len(self._model.replay.live.turns[turn - 1].text.split())
        return min(pace.longest, max(pace.shortest, words / WORDS_A_SECOND)) / pace.speed

    def _step(self) -> None:
        self._at += 1
        if self._at in self._model.span:
            self._show()
        else:
            self._stop()

    def _on_shown(self) -> None:
        """Whoever looks at another turn, or at another span, wants to see that."""
        if self._next.isActive() and (self._model.shown != self._at or self._at not in self._model.span):
            self._stop()

    def _stop(self) -> None:
        self._next.stop()
        self._tell(playing=False)

    def _tell(self, *, playing: bool) -> None:
        view: Any = self._window.panels["speaker_flow"].made
        if view is not None:
            view.head.chip.show_playing(playing)
