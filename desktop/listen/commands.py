"""Listening to a run: muted until somebody asks for it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from parley.desktop.listen.reader import Reader
from parley.desktop.listen.speech import Speech, SpeechMissingError
from parley.desktop.mending.trouble import Trouble
from parley.desktop.run.model import RunModel
from parley.desktop.shell.notices import Notice
from parley.desktop.shell.window import Window


class ListenCommands(QObject):
    """What the menu of the view calls to read lines aloud. Attributes: `reader`, `engine` (the name of Qt's speech
    engine; empty: the system's)."""

    def __init__(self, window: Window, model: RunModel) -> None:
        super().__init__(window)
        self._window = window
        self.engine = ""
        self.reader = Reader(model, window.transcript.reading, self)
        self.reader.failed.connect(self._on_failed)

    def table(self) -> dict[str, Callable[[], None]]:
        return {"listen": self.toggle, "listen_again": self.again}

    def toggle(self) -> None:
        """Read aloud, or be silent again."""
        if self.reader.on:
            self.reader.stop()
        else:
            self._begin()
        self._tell()

    def again(self) -> None:
        """Read the shown line once more; reading begins with it."""
        if self.reader.on:
            self.reader.again()
        else:
            self._begin()
            self._tell()

    def _begin(self) -> None:
        try:
            speech = Speech(self.engine, self)
        except SpeechMissingError as missing:
            self._on_failed(str(missing), missing.command)
            return
        speech.failed.connect(self._on_failed)
        self.reader.start(speech)

    def _on_failed(self, why: str, command: str = "") -> None:
        self.reader.stop()
        self._tell()
        trouble = Trouble(kind="extra", command=command) if command else None
        self._window.tell(Notice(why, kind="error", key="listen", trouble=trouble))

    def _tell(self) -> None:
        if (action := self._window.actions_by_id.get("listen")) is not None:
            action.setChecked(self.reader.on)
