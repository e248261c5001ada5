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
    member did not hear as whom the transcript is read is not read aloud either.

    `reading` says which of a line's languages is shown. Signals: `failed(why)`.
    """

    failed = Signal(str)

    def __init__(self, run: RunModel, reading: Callable[[], str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._run = run
        self._reading = reading
        self._speaker: Speaker | None = None
        self._waiting: deque[TurnFigure] = deque()
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
        speaker.finished.connect(self._next)
        self._known = self._run.replay.turns
        self.again()

    def stop(self) -> None:
        """Read nothing any more."""
        self._waiting.clear()
        if self._speaker is not None:
            self._speaker.finished.disconnect(self._next)
            self._speaker.stop()
            self._speaker = None

    def again(self) -> None:
        """Read the shown line, whatever is being said."""
        if self._speaker is None:
            return
        self._speaker.stop()
        self._waiting.clear()
        self._add(self._run.shown)
        self._next()

    def _on_opened(self) -> None:
        self._known = self._run.replay.turns
        if self._speaker is not None:
            self._speaker.stop()
            self._waiting.clear()

    def _on_changed(self) -> None:
        turns = self._run.replay.turns
        first, self._known = min(self._known, turns) + 1, turns
        if self._speaker is None or not self._run.live:
            return
        for turn in range(first, turns + 1):
            self._add(turn)
        while len(self._waiting) > MOST_WAITING:
            self._waiting.popleft()
        if not self._speaker.speaking:
            self._next()

    def _add(self, turn: int) -> None:
        rows = self._run.transcript
        if (at := rows.row_of_turn(turn)) >= 0 and not rows.missed(row := rows.rows[at]) and row.text.strip():
            self._waiting.append(row)

    def _next(self) -> None:
        if self._speaker is None or not self._waiting:
            return
        row, own = self._waiting.popleft(), self._run.replay.live.setup.language
        places = [member.id for member in self._run.replay.live.setup.members]
        place = places.index(row.member) if row.member in places else len(places)
        other = self._reading() == "translated" and row.translation
        text, language = (row.translation, self._run.transcript.translated) if other else (row.text, own)
        try:
            self._speaker.say(text, language, place, hurry=bool(self._waiting))
        except SpeechMissingError as fault:
            self.stop()
            self.failed.emit(str(fault))
