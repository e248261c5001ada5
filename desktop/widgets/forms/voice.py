"""A voice to choose: its provider and its model."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from parley.desktop.new_run.figures import VoiceFigure
from parley.desktop.widgets.elided import ElidedCombo
from parley.desktop.widgets.forms.editors import answer, fill, get_label, named, put, say
from parley.desktop.widgets.layouts import vbox
from parley.desktop.widgets.mending import MendRow, NoticeButton


class VoiceChoice(QWidget):
    """A provider, a model, what is wrong with them and what mends that. `keep` adds an entry that changes nothing.

    Signals: `changed()`.
    """

    changed = Signal()

    def __init__(self, voices: Sequence[VoiceFigure], keep: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._voices: list[VoiceFigure | None] = [*([None] if keep else []), *voices]
        self._mends: Callable[[VoiceFigure], Sequence[NoticeButton]] = lambda _voice: ()
        self.provider, self.model, self.note, self.mending = ElidedCombo(), ElidedCombo(), get_label(), MendRow()
        named(self.provider, self.tr("Voice"))
        fill(self.provider, [(voice.provider, voice.title) if voice else ("", keep) for voice in self._voices])
        self.model.setEditable(True)
        named(self.model, self.tr("Model"))
        vbox(self.provider, self.model, self.note, self.mending, within=self, margins=0)
        # What cannot be used is not what is offered first.
        usable = (at for at, voice in enumerate(self._voices) if voice is None or not voice.problem)
        self.provider.setCurrentIndex(next(usable, 0))
        self.provider.currentIndexChanged.connect(self._show_voice)
        self._show_voice()

    def use_mends(self, mends: Callable[[VoiceFigure], Sequence[NoticeButton]]) -> None:
        """Set the function that finds what can be done about a voice that cannot be used."""
        self._mends = mends
        self._show_voice()

    def show_voices(self, voices: Sequence[VoiceFigure]) -> None:
        """Show the present state of the voices; they are the same ones."""
        self._voices = [*(each for each in self._voices if each is None), *voices]
        self._show_voice()

    def get_voice(self) -> VoiceFigure | None:
        """Return the voice; None to keep what there is."""
        return self._voices[max(0, self.provider.currentIndex())]  # −1 where nothing is offered

    def answer(self) -> dict[str, str]:
        """Return provider and model; empty to keep the present ones."""
        voice = self.get_voice()
        return {"provider": voice.provider, "model": answer(self.model) if voice.models else ""} if voice else {}

    def find_problem(self) -> str:
        """Return why this voice cannot be used now; "" where it can."""
        voice = self.get_voice()
        return voice.problem if voice else ""

    def _show_voice(self) -> None:
        voice = self.get_voice()
        self.model.clear()
        fill(self.model, voice.models if voice else ())
        if voice:
            put(self.model, voice.model)
        self.model.setVisible(bool(voice and voice.models))
        say(self.note, (voice.problem or voice.detail) if voice else "", "bad" if self.find_problem() else "secondary")
        self.mending.show_mends(self._mends(voice) if voice and voice.problem else ())
        self.changed.emit()
