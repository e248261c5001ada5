"""The one place where events become Qt: a tap below, one signal above."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, QTimer, Signal

from parley.core.engine.calling import Watcher
from parley.core.log.events.base import Event
from parley.core.log.events.turn import TurnAbandoned, TurnEnded, TurnFailed, TurnStarted, VoiceReplied
from parley.core.voices.base import Delta, Waiting

FRAME_MS = 33
"""Deltas and events are handed on at most 30 times a second."""
BOUND = 64
"""Events that may lie undrawn before the engine has to wait."""


@dataclass
class Batch:
    """What happened since the last one: events in order, and per member the text that has streamed so far."""

    run: str = ""
    events: list[tuple[int, Event]] = field(default_factory=list)
    streaming: dict[str, str] = field(default_factory=dict)
    waiting: str = ""


class Bridge(QObject):
    """Collects what one run does and emits `happened` once a frame.

    Attributes: `in_step`, whether each turn is handed on before the next one begins: at a speed to be followed.
    Signals: `happened(Batch)`.
    """

    happened = Signal(object)

    def __init__(self, run: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._run = run
        self._batch = Batch(run)
        self._streaming: dict[str, str] = {}
        self._room = asyncio.Event()
        self._room.set()
        self.in_step = False
        self._timer = QTimer(self, singleShot=True, interval=FRAME_MS)
        self._timer.timeout.connect(self.flush)
        self.watcher = Watcher(self._add_delta, self._note_waiting)

    @property
    def held(self) -> int:
        """How many events have not been handed on yet."""
        return len(self._batch.events)

    def tap(self, seq: int, event: Event) -> None:
        """Take in an event that was written."""
        self._batch.events.append((seq, event))
        line = isinstance(event, TurnStarted | TurnEnded | TurnFailed | TurnAbandoned)
        replied = isinstance(event, VoiceReplied) and event.purpose != "turn"
        if line or replied or event.asks:
            # From here on, what the member streams is the beginning of something else.
            self._streaming.pop(getattr(event, "member", ""), None)
        if len(self._batch.events) >= BOUND:
            self._room.clear()  # the engine waits in `room` before its next turn
        self._flush_soon()

    def _add_delta(self, member: str, delta: Delta) -> None:
        self._streaming[member] = delta.text if delta.restart else self._streaming.get(member, "") + delta.text
        self._flush_soon()

    def _note_waiting(self, _member: str, waiting: Waiting) -> None:
        self._batch.waiting = f"{waiting.seconds:.0f} s: {waiting.why}"
        self._flush_soon()

    def _flush_soon(self) -> None:
        if not self._timer.isActive():  # not restarted: a steady stream would put its frame off again and again
            self._timer.start()

    def flush(self) -> None:
        """Hand on what there is."""
        self._timer.stop()
        batch, self._batch = self._batch, Batch(self._run)  # first: a slot of the signal may write more events
        # A model often begins with a space, which the finished line will not have.
        batch.streaming = {member: text.lstrip() for member, text in self._streaming.items()}
        self.happened.emit(batch)
        self._room.set()  # whoever waits in `room` may go on

    async def room(self) -> None:
        """Wait until the window has taken what was written, for it never falls behind by more than `BOUND` events."""
        if self.in_step and self._batch.events:  # else a quick turn is over before the last one was seen
            self.flush()
        await self._room.wait()
