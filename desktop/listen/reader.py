"""Reading a run aloud: which line is next, and in whose voice."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QObject, Signal, SignalInstance

from parley.desktop.listen.speech import SpeechMissingError
from parley.desktop.run.figures import TurnFigure
from parley.desktop.run.model import RunModel

MOST_WAITING = 1
"""Lines that wait to be read: of more, the older ones are left out, so that ear and bubble stay together."""


class Speaker(Protocol):
    """What says a text: `parley.desktop.listen.speech.Speech`."""

    finished: SignalInstance

    @property
    def speaking(self) -> bool: ...
    def say(self, text: str, language: str, place: int, *, hurry: bool = False) -> None: ...
    def stop(self) -> None: ...


class Reader(QObject):
    """Reads what a run model shows: lines as they are said, the shown one where somebody goes through the run. What the
    member did not hear as whom the transcript is read is not read aloud either. Where the director pauses it is silent
    too; the line that was cut short so is read once more when the run goes on.

    `reading` says which of a line's languages is shown. Signals: `failed(why)`; `busy_changed(bool)`, whether a line of
    the live end is being read: the next one should wait for it.
    """

    failed = Signal(str)
    busy_changed = Signal(bool)

    def __init__(self, run: RunModel, reading: Callable[[], str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._run = run
        self._reading = reading
        self._speaker: Speaker | None = None
        self._waiting: deque[TurnFigure] = deque()
        self._now: TurnFigure | None = None
        self._busy = False
        self._known = 0
        run.opened.connect(self._on_opened)
        run.changed.connect(self._on_changed)
        run.shown_changed.connect(self.again)

    @property
    def on(self) -> bool:
        """Whether it reads."""
        return self._speaker is not None

    def start(self, speaker: Speaker) -> None:
        """Read from now on: the shown line first."""
        self._speaker = speaker
        speaker.finished.connect(self._on_finished)
        self._known = self._run.replay.turns
        self.again()

    def stop(self) -> None:
        """Read nothing any more."""
        if self._speaker is not None:
            self._speaker.finished.disconnect(self._on_finished)
            self._hush()
            self._speaker = None

    def again(self) -> None:
        """Read the shown line, whatever is being said."""
        if self._speaker is None:
            return
        self._hush()
        self._add(self._run.shown)
        self._next()

    def _hush(self) -> None:
        self._waiting.clear()
        self._now = None
        if self._speaker is not None:
            self._speaker.stop()
        self._tell_busy()

    def _on_opened(self) -> None:
        self._known = self._run.replay.turns
        self._hush()

    def _on_changed(self) -> None:
        turns = self._run.replay.turns
        first, self._known = min(self._known, turns) + 1, turns
        if self._speaker is None or not self._run.live:
            return
        for turn in range(first, turns + 1):
            self._add(turn)
        while len(self._waiting) > MOST_WAITING:
            self._waiting.popleft()
        if self._paused and self._speaker.speaking:
            if self._now is not None:
                self._waiting.appendleft(self._now)
            self._speaker.stop()
        if not self._speaker.speaking and not self._paused:
            self._next()
        self._tell_busy()

    @property
    def _paused(self) -> bool:
        """Whether the director has the run stand, and does not only go through it."""
        state = self._run.replay.live
        return self._run.alive and self._run.live and state.status == "paused" and state.reason == "director"

    def _on_finished(self) -> None:
        self._now = None
        self._next()

    def _tell_busy(self) -> None:
        speaking = self._speaker is not None and self._speaker.speaking
        busy = self._run.live and (speaking or (self._speaker is not None and bool(self._waiting)))
        if busy != self._busy:
            self._busy = busy
            self.busy_changed.emit(busy)

    def _add(self, turn: int) -> None:
        rows = self._run.transcript
        if (at := rows.row_of_turn(turn)) >= 0 and not rows.missed(row := rows.rows[at]) and row.text.strip():
            self._waiting.append(row)

    def _next(self) -> None:
        if self._speaker is not None and self._waiting:
            self._say(self._speaker, self._waiting.popleft())
        self._tell_busy()

    def _say(self, speaker: Speaker, row: TurnFigure) -> None:
        own = self._run.replay.live.setup.language
        places = [member.id for member in self._run.replay.live.setup.members]
        # What nobody says is read by whoever reads what is no member's.
        place = places.index(row.member) if row.member in places and not row.staged else len(places)
        other = self._reading() == "translated" and row.translation
        text, language = (row.translation, self._run.transcript.translated) if other else (row.text, own)
        self._now = row
        try:
            speaker.say(text, language, place, hurry=bool(self._waiting))
        except SpeechMissingError as fault:
            self.stop()
            self.failed.emit(str(fault))
