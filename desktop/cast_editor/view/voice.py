"""The voice that brings a member to speech."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QCheckBox, QComboBox, QDoubleSpinBox, QHBoxLayout, QLineEdit, QWidget

from desktop.cast_editor.draft import CastDraft, MemberDraft
from desktop.cast_editor.view.fields import Choice, Field, TextBox, field_label
from desktop.cast_editor.view.page import FormPage
from desktop.run.figures import VoiceFigure

WARMTH = 0.7
"""What a warmth of one's own begins with."""


class ModelField(Field):
    """A model's name, with those that are here to choose from."""

    def __init__(self, name: str, title: str) -> None:
        super().__init__(name, title)
        self.box.setAccessibleName(title)

    def _made(self, kind: str) -> tuple[QWidget, QLineEdit | TextBox]:
        self.box = QComboBox()
        self.box.setEditable(True)
        self.box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        line = self.box.lineEdit()
        assert line is not None
        return self.box, line

    def offer(self, models: Sequence[tuple[str, str]], hint: str) -> None:
        """Offer these (id, title); what stands there stays."""
        kept = self.text()
        self.blockSignals(True)
        self.box.clear()
        for model, _title in models:
            self.box.addItem(model)
        self.box.setEditText(kept)
        self.editor.setPlaceholderText(hint)
        self.blockSignals(False)


class VoicePage(FormPage):
    """The run's voice, or one of their own: provider, model, address, warmth."""

    def __init__(self, voices: Sequence[VoiceFigure]) -> None:
        super().__init__()
        self._voices = {voice.provider: voice for voice in voices}
        self._member = MemberDraft(0)
        self.provider = Choice("voice.provider", self.tr("Speaks with"))
        self.provider.box.addItem(self.tr("the voice of the run"), "")
        for voice in voices:
            self.provider.box.addItem(self.tr("their own: {0}").format(voice.title), voice.provider)
        self.add(self.provider)
        self.about = self.note("")
        self.model = ModelField("voice.model", self.tr("Model"))
        self.add(self.model)
        self.url = Field("voice.base_url", self.tr("Server"), hint="http://127.0.0.1:8080")
        self.add(self.url)
        self._add_warmth()
        self.column.addStretch(1)

    def _add_warmth(self) -> None:
        self.own_warmth = QCheckBox(self.tr("of their own"))
        self.own_warmth.setAccessibleName(self.tr("Warmth of their own"))
        self.warmth = QDoubleSpinBox()
        self.warmth.setRange(0, 2)
        self.warmth.setSingleStep(0.05)
        self.warmth.setFixedWidth(112)
        self.warmth.setAccessibleName(self.tr("Warmth"))
        self.warmth_row = QWidget()
        row = QHBoxLayout(self.warmth_row)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        row.addWidget(self.own_warmth)
        row.addWidget(self.warmth)
        row.addStretch(1)
        self.form.addRow(field_label(self.tr("Warmth")), self.warmth_row)
        self.warmth_note = self.note(
            self.tr("From 0 (sober) over 1 (lively) to 2 (wild); without, what the talk asks for.")
        )
        self.own_warmth.toggled.connect(self._write_warmth)
        self.warmth.valueChanged.connect(self._write_warmth)

    def show_member(self, draft: CastDraft, member: MemberDraft) -> None:
        """Show a member; what is typed from here on is theirs."""
        self._member = member
        super().show_member(draft, member)
        for widget in (self.own_warmth, self.warmth):
            widget.blockSignals(True)
        self.own_warmth.setChecked(member.warmth is not None)
        self.warmth.setValue(WARMTH if member.warmth is None else member.warmth)
        self.warmth.setEnabled(member.warmth is not None)
        for widget in (self.own_warmth, self.warmth):
            widget.blockSignals(False)
        self._follow()

    def _follow(self) -> None:
        provider = self._member.text["voice.provider"]
        voice = self._voices.get(provider)
        if voice is None:
            told = self.tr("Whatever voice the run is given. Choose another for somebody who shall sound different.")
        else:
            told = voice.problem or voice.detail
            self.model.offer(voice.models, voice.model or self.tr("the provider's default"))
        self.about.setText(("△ " if voice and voice.problem else "") + told)
        own = bool(provider)
        self.form.setRowVisible(self.model, own and (voice is None or voice.modelled))
        self.form.setRowVisible(self.url, voice is not None and voice.servers)
        self.form.setRowVisible(self.warmth_row, own)
        self.form.setRowVisible(self.warmth_note, own)

    def _write(self, name: str, text: str) -> None:
        if name == "voice.provider" and text != self._member.text["voice.provider"]:
            # A model of one provider means nothing to another.
            for other in ("voice.model", "voice.base_url"):
                self._member.text[other] = ""
                self.fields[other].show_text("")
        super()._write(name, text)
        if name == "voice.provider":
            self._follow()

    def _write_warmth(self) -> None:
        self.warmth.setEnabled(self.own_warmth.isChecked())
        self._member.warmth = round(self.warmth.value(), 2) if self.own_warmth.isChecked() else None
        self.edited.emit("voice.warmth")
