"""The voice that brings a member to speech."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Signal

from parley.desktop.cast_editor.view.page import FormPage
from parley.desktop.new_run.figures import VoiceFigure
from parley.desktop.new_run.model_menu import ModelMenu
from parley.desktop.widgets.forms.editors import put
from parley.desktop.widgets.forms.field import Field


class VoicePage(FormPage):
    """The run's voice, or one of their own: provider, model, address, temperature.

    Signal: `models_wanted(provider)`, when somebody opens the menu of a server's models.
    """

    models_wanted = Signal(str)

    def __init__(self, voices: Sequence[VoiceFigure]) -> None:
        super().__init__()
        self._voices = {voice.provider: voice for voice in voices}
        own = self.tr("their own: {0}")
        offered = (("", self.tr("the voice of the run")), *((one.provider, own.format(one.title)) for one in voices))
        self.form.add(Field(name="voice.provider", title=self.tr("Speaks with"), kind="choice", choices=offered))
        self.about = self.note()
        self.model = ModelMenu()
        self.model.opened.connect(self._ask_models)
        self.form.add(Field(name="voice.model", title=self.tr("Model"), kind="open"), self.model)
        self.form.add(Field(name="voice.base_url", title=self.tr("Server"), empty="http://127.0.0.1:8080"))
        usual = self.tr("what the talk asks for")
        self.form.add(
            Field(
                name="voice.temperature",
                title=self.tr("Temperature"),
                kind="float",
                high=2,
                step=0.05,
                optional=True,
                empty=usual,
            )
        )
        self.temperature_note = self.note(self.tr("From 0 (sober) over 1 (lively) to 2 (wild)."))
        self.column.addStretch(1)

    def show_subject(self, values: dict[str, Any]) -> None:
        """Show a member's voice; what is typed from here on is theirs."""
        super().show_subject(values)
        self._follow()

    def show_models(self, voice: VoiceFigure) -> None:
        """Show the models that a voice has by now."""
        self._voices[voice.provider] = voice
        if self._values.get("voice.provider") == voice.provider:
            self._tell()
            self._offer(voice)

    def show_problem(self, provider: str, sentence: str) -> None:
        """Say why a server does not tell its models; what it is called can be written."""
        if self._values.get("voice.provider") == provider:
            self.about.setText(f"△ {sentence}")

    def _ask_models(self) -> None:
        provider = self._values.get("voice.provider") or ""
        if provider in self._voices:
            self.models_wanted.emit(provider)

    def _follow(self) -> None:
        provider = self._values["voice.provider"]
        own, voice = bool(provider), self._voices.get(provider)
        self._tell()
        if voice is not None:
            self._offer(voice)
        self.form.show_row("voice.model", own and (voice is None or voice.modelled))
        self.form.show_row("voice.base_url", voice is not None and voice.servers)
        self.form.show_row("voice.temperature", own)
        self.form.rows.setRowVisible(self.temperature_note, own)

    def _tell(self) -> None:
        """Say what the voice is, and what its model can do."""
        voice = self._voices.get(self._values["voice.provider"])
        told = self.tr("Whatever voice the run is given. Choose another for somebody who shall sound different.")
        if voice is not None:
            told = f"△ {voice.problem}" if voice.problem else voice.about(self._values["voice.model"] or "")
        self.about.setText(told)

    def _offer(self, voice: VoiceFigure) -> None:
        """Offer the models of a voice; what stands there stays."""
        before = self.form.blockSignals(True)
        self.model.offer(voice.models)
        put(self.model, self._values["voice.model"] or "")
        if (line := self.model.lineEdit()) is not None:
            line.setPlaceholderText(voice.model or self.tr("the provider's default"))
        self.form.blockSignals(before)

    def _write(self, name: str) -> None:
        if name == "voice.provider":
            # A model of one provider means nothing to another.
            blank = {"voice.model": "", "voice.base_url": ""}
            self._values.update(blank)
            self.form.show_values(blank)
        super()._write(name)
        if name in {"voice.provider", "voice.model"}:
            self._tell()
        if name == "voice.provider":
            self._follow()
