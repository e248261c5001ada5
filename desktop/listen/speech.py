"""The system's own voices, by Qt's text-to-speech: the one place that imports it, for not every installation has it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QCoreApplication, QLocale, QObject, Signal

translate = QCoreApplication.translate
PITCHES = (0.0, 0.25, -0.25, 0.45, -0.45)
"""Where there are more members than voices, the second round of them speaks higher, the third lower, and so on."""
HURRY = 0.35
"""How much faster, from −1 to 1, a line is read while another one waits."""
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
        self._speaking = False
        if self._engine.state() == self._states.Error or not self._engine.availableVoices():
            raise SpeechMissingError(self._silent())
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
        return sorted(self._engine.availableVoices(), key=lambda voice: str(voice.name()))

    def say(self, text: str, language: str, place: int, *, hurry: bool = False) -> None:
        """Say a text with the voice of whoever has that place in the cast. Raises `SpeechMissingError`."""
        voices = self.voices(language)
        self._engine.setVoice(voices[place % len(voices)])
        self._engine.setPitch(PITCHES[place // len(voices) % len(PITCHES)])
        self._engine.setRate(HURRY if hurry else 0.0)
        self._speaking = True
        # Some systems take what stands in angle brackets for orders.
        self._engine.say(" ".join(text.replace("<", " ").replace(">", " ").split()))

    def stop(self) -> None:
        """Fall silent at once."""
        self._speaking = False
        self._engine.stop()

    def _on_state(self, state: Any) -> None:
        if state == self._states.Error:
            self._speaking = False
            self.failed.emit(self._silent())
        elif state == self._states.Ready and self._speaking:
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
