"""The system's own voices, by Qt's text-to-speech: the one place that imports it, for not every installation has it."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QCoreApplication, QLocale, QObject, QTimer, Signal

translate = QCoreApplication.translate
PITCHES = (0.0, 0.25, -0.25, 0.45, -0.45)
"""Where there are more members than voices, the second round of them speaks higher, the third lower, and so on."""
HURRY = 0.35
"""How much faster, from −1 to 1, a line is read while another one waits."""
EFFECTS = re.compile(r"robo|whisper|croak|demon|klatt|test|half-life|tweaky|storm|serious", re.IGNORECASE)
"""Names of voices that are an effect: nobody speaks with one as long as there are others."""
FALLING_SILENT_MS = 700
"""How long a line waits for the one before it, which was stopped, to be silent: not every engine tells so."""
SLOWEST, ANSWERS_S = 6, 15
"""Letters that the slowest voice says in a second, and how many seconds it may take to begin; after that the line
counts as said, or a run that waits for it would stand for good."""
DEBIAN = "sudo apt-get install speech-dispatcher speech-dispatcher-espeak-ng"
"""What brings voices to a Debian or an Ubuntu that has none."""
GERMAN, ENGLISH = QLocale.Language.German, QLocale.Language.English


class SpeechMissingError(Exception):
    """Nothing can be read aloud here; its text is a sentence that says what is missing, `command` installs it."""

    command = ""


class Speech(QObject):
    """Says one text at a time. Signals: `finished()` when a text is said, `failed(why)` when it could not be.

    Raises `SpeechMissingError` where there is no text-to-speech, or nothing that speaks.
    """

    finished = Signal()
    failed = Signal(str)

    def __init__(self, engine: str = "", parent: QObject | None = None) -> None:
        super().__init__(parent)
        try:
            from PySide6.QtTextToSpeech import QTextToSpeech
        except ImportError:
            told = translate(
                "Speech", "Nothing can be read aloud: Qt's text-to-speech is not installed. Install PySide6-Addons."
            )
            missing = SpeechMissingError(told)
            missing.command = "pip install 'parley-studio[speech]'"
            raise missing from None
        self._states = QTextToSpeech.State
        self._engine: Any = QTextToSpeech(engine, self) if engine else QTextToSpeech(self)
        self._voices: dict[str, list[Any]] = {}
        self._speaking = self._begun = self._given = False
        self._next: Callable[[], None] | None = None
        self._silence = QTimer(self, singleShot=True, interval=FALLING_SILENT_MS)
        self._silence.timeout.connect(self._on_silence)
        self._patience = QTimer(self, singleShot=True)
        self._patience.timeout.connect(self._on_said)
        if self._engine.state() == self._states.Error or not self._engine.availableVoices():
            mute = SpeechMissingError(self._silent())
            mute.command = DEBIAN if sys.platform == "linux" and shutil.which("apt-get") else ""
            raise mute
        self._engine.stateChanged.connect(self._on_state)

    @property
    def speaking(self) -> bool:
        """Whether a text is being said."""
        return self._speaking

    def voices(self, language: str) -> list[Any]:
        """The system's voices of a language ("en", "de"), always in the same order. Raises `SpeechMissingError`."""
        wanted = GERMAN if language == "de" else ENGLISH
        if self._engine.locale().language() != wanted:
            fitting = [each for each in self._engine.availableLocales() if each.language() == wanted]
            if not fitting:
                raise SpeechMissingError(self._silent(QLocale.languageToString(wanted)))
            own = QLocale.system()
            self._engine.setLocale(own if own in fitting else fitting[0])
        if language not in self._voices:
            found = [(str(voice.name()), voice) for voice in self._engine.availableVoices()]
            found.sort(key=lambda named: (EFFECTS.search(named[0]) is not None, named[0]))
            self._voices[language] = [voice for _name, voice in found]
        return self._voices[language]

    def say(self, text: str, language: str, place: int, *, hurry: bool = False) -> None:
        """Say a text with the voice of whoever has that place in the cast. Raises `SpeechMissingError`."""
        voices = self.voices(language)
        self._speaking = True
        self._next = lambda: self._give(text, voices, place, hurry)
        if not self._silence.isActive():
            self._give_next()

    def _give(self, text: str, voices: list[Any], place: int, hurry: bool) -> None:
        self._engine.setVoice(voices[place % len(voices)])
        self._engine.setPitch(PITCHES[place // len(voices) % len(PITCHES)])
        self._engine.setRate(HURRY if hurry else 0.0)
        self._given, self._begun = True, False
        self._patience.start(round(1000 * (ANSWERS_S + len(text) / SLOWEST)))
        # Some systems take what stands in angle brackets for orders.
        self._engine.say(" ".join(text.replace("<", " ").replace(">", " ").split()))

    def _give_next(self) -> None:
        give, self._next = self._next, None
        if give is not None:
            give()

    def stop(self) -> None:
        """Fall silent at once."""
        self._speaking, self._next = False, None
        self._patience.stop()
        if self._given:
            # That it is silent is told later, and would be taken for the end of the line that comes next.
            self._silence.start()
            self._engine.stop()

    def _on_state(self, state: Any) -> None:
        if state == self._states.Error:
            self._speaking = self._given = False
            self._patience.stop()
            self.failed.emit(self._silent())
        elif state == self._states.Speaking:
            self._begun = True
        elif state == self._states.Ready and self._silence.isActive():
            self._on_silence()
        elif state == self._states.Ready and self._begun:
            self._on_said()

    def _on_silence(self) -> None:
        """What was stopped is silent."""
        self._silence.stop()
        self._given = self._begun = False
        self._give_next()

    def _on_said(self) -> None:
        """A line was said."""
        self._patience.stop()
        self._given = self._begun = False
        if self._speaking:
            self._speaking = False
            self.finished.emit()

    def _silent(self, language: str = "") -> str:
        if language:
            return translate("Speech", "Your system has no voice that speaks {0}. Install one, then try again.").format(
                language
            )
        why = self._engine.errorString()
        told = translate("Speech", "Your system has no voice to read with. Install one, then try again.")
        return f"{told} ({why})" if why else told
