"""One side of a duologue: who speaks, through what, knowing how much, and with which prompt."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QGridLayout, QLineEdit, QToolButton, QWidget

from parley.desktop.modes.duologue.words import offered_levels
from parley.desktop.new_run.figures import VoiceFigure
from parley.desktop.new_run.model_menu import ModelMenu
from parley.desktop.run.figures import MemberFigure
from parley.desktop.widgets.elided import ElidedCombo
from parley.desktop.widgets.forms.editors import answer, fill, get_label, made, named, narrow, put, say
from parley.desktop.widgets.forms.field import Field
from parley.desktop.widgets.layouts import Stretch, hbox, vbox
from parley.desktop.widgets.plain import make_tip

translate = QCoreApplication.translate
LONGEST_NAME = 80


def temperature_field(empty: str) -> Field:
    """Return the field of how freely a side speaks; `empty` says what that is where nobody chose."""
    return Field(
        name="temperature", title=translate("DuologueFields", "Temperature"), kind="float",
        high=2.0, step=0.1, optional=True,
        description=translate("DuologueFields", "How freely it speaks: 0 says the likeliest, 2 is very daring"),
        empty=empty, extra={"decimals": 1},
    )  # fmt: skip


def awareness_field(language: str, *kept: tuple[str, str]) -> Field:
    """Return the field of how much a side knows: a level that ships, or the path of a file of one's own."""
    return Field(
        name="awareness", title=translate("DuologueFields", "Awareness"), kind="open",
        description=translate("DuologueFields", "How much this side knows of what is going on; also a TOML file"),
        choices=(*kept, *offered_levels(language)), value="" if kept else "basic",
    )  # fmt: skip


class SideFields(QFrame):
    """One side. Signals: `changed()`, `gone(SideFields)`; `models_wanted(provider)`, when somebody opens its models.

    `kept` is what the voice is called that is there without a choice.
    """

    changed = Signal()
    gone = Signal(object)
    models_wanted = Signal(str)

    def __init__(self, language: str, voices: Sequence[VoiceFigure], kept: str) -> None:
        super().__init__()
        self._voices = [voice for voice in voices if not voice.problem]
        self._members: tuple[MemberFigure, ...] = ()  # of a cast; none: a free name
        self._make_fields(language, kept)
        self._lay_out()
        self.name.textChanged.connect(self.changed)
        self.member.currentIndexChanged.connect(self.changed)
        self.remove.clicked.connect(lambda: self.gone.emit(self))
        self.more.toggled.connect(self.details.setVisible)
        self.voice.currentIndexChanged.connect(self._voice_changed)
        self.model.activated.connect(self.changed)  # only what a person chooses: `_voice_changed` emits for the rest
        self.awareness.editTextChanged.connect(self.changed)  # a path may be typed
        self._voice_changed()

    def _make_fields(self, language: str, kept: str) -> None:
        self.letter = get_label(role="strong")
        self.letter.setMinimumWidth(22)
        self.name = QLineEdit(maxLength=LONGEST_NAME)
        named(self.name, translate("DuologueFields", "Name"))
        self.member, self.voice, self.model = narrow(ElidedCombo()), narrow(ElidedCombo()), ModelMenu()
        narrow(self.model)
        named(self.member, translate("DuologueFields", "Member"))
        named(self.voice, translate("DuologueFields", "Voice of the side"))
        named(self.model, translate("DuologueFields", "Model of the side"))
        self.model.opened.connect(lambda: self.models_wanted.emit(str(self.voice.currentData() or "")))
        fill(self.voice, [("", kept), *((voice.provider, voice.title) for voice in self._voices)])
        self.member.hide()
        knows = awareness_field(language)
        aware = made(knows)
        assert isinstance(aware, QComboBox)
        self.awareness = narrow(aware)
        named(self.awareness, knows.title, knows.description)
        temperature = temperature_field(translate("DuologueFields", "usual"))
        self.temperature = made(temperature)
        named(self.temperature, temperature.title, temperature.description)
        title = translate("DuologueFields", "System prompt")
        empty = translate("DuologueFields", "A system prompt of its own; empty: none")
        self.system = made(Field(name="system", title=title, kind="long", empty=empty, extra={"height": 52}))
        self.note = get_label()
        self.note.hide()
        self.more, self.remove = QToolButton(), QToolButton()
        for button, sign, does in (
            (self.more, "⋯", translate("DuologueFields", "Model, temperature and system prompt")),
            (self.remove, "×", translate("DuologueFields", "Take this side out")),
        ):
            button.setText(sign)
            button.setAutoRaise(True)
            named(button, does, does)
        self.more.setCheckable(True)
        keeps = self.remove.sizePolicy()  # the columns of all sides stay below each other
        keeps.setRetainSizeWhenHidden(True)
        self.remove.setSizePolicy(keeps)

    def _lay_out(self) -> None:
        self.details = QWidget()
        temperature = get_label(translate("DuologueFields", "Temperature"), wraps=False)
        line = hbox((self.model, 1), temperature, self.temperature, Stretch(0), spacing=8)
        vbox(line, self.system, within=self.details, margins=0, spacing=5)
        self.details.hide()
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 6)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(5)
        for column, widget in (
            (0, self.letter), (1, self.name), (1, self.member), (2, self.voice), (3, self.awareness),
            (4, self.more), (5, self.remove),
        ):  # fmt: skip
            grid.addWidget(widget, 0, column)
        grid.addWidget(self.note, 1, 1, 1, 3)
        grid.addWidget(self.details, 2, 1, 1, 3)
        for column in (1, 2, 3):
            grid.setColumnStretch(column, 1)

    def set_letter(self, letter: str) -> None:
        """Set its place among the sides."""
        self.letter.setText(letter)
        self.name.setPlaceholderText(translate("DuologueFields", "Side {0}").format(letter))
        self.setAccessibleName(self.name.placeholderText())

    def set_members(self, members: tuple[MemberFigure, ...], at: int, icon: Callable[[MemberFigure], Any]) -> None:
        """Offer the members of a cast instead of a free name, the one `at` first; no members: a free name again."""
        chosen = str(self.member.currentData() or "")
        same = members == self._members  # a choice among other people says nothing about these
        self._members = members
        self.member.blockSignals(True)  # or each item would letter and name all sides anew
        self.member.clear()
        for member in members:
            self.member.addItem(icon(member), member.name, member.id)
        found = self.member.findData(chosen) if same else -1
        self.member.setCurrentIndex(found if found >= 0 else min(at, len(members) - 1))  # no members: −1, no choice
        self.member.blockSignals(False)
        self.member.setVisible(bool(members))
        self.name.setVisible(not members)

    def _find_chosen_voice(self) -> VoiceFigure | None:
        return next((each for each in self._voices if each.provider == self.voice.currentData()), None)

    def _voice_changed(self) -> None:
        voice = self._find_chosen_voice()
        self.model.clear()  # fill() keeps what is chosen, which was the other voice's model
        fill(self.model, voice.models if voice else ())
        if voice is not None:
            put(self.model, voice.model)
        self.model.setVisible(voice is not None and (voice.modelled or bool(voice.models)))
        for at, (_model, told) in enumerate(voice.abilities if voice is not None else ()):  # in the order of its models
            self.model.setItemData(at, make_tip(told), Qt.ItemDataRole.ToolTipRole)
        self.changed.emit()

    def get_name(self) -> str:
        """Return its name, or what it is called where none is written."""
        if self._members:
            return self.member.currentText()
        return self.name.text().strip() or self.name.placeholderText()

    def can_speak(self, language: str) -> bool:
        """Return whether its own voice speaks a language; without one it speaks as the others do."""
        voice = self._find_chosen_voice()
        return voice is None or voice.speaks(language, str(self.model.currentData() or ""))

    def show_models(self, provider: str, found: VoiceFigure | None, problem: str = "") -> None:
        """Show the models of a voice by its server's own list, or why the server does not tell them."""
        if found is not None:
            self._voices = [found if each.provider == provider else each for each in self._voices]
        if self.voice.currentData() == provider:
            if found is not None:
                self.model.set_models(found.models)
            say(self.note, problem, "bad")

    def read_answers(self) -> dict[str, Any]:
        """Return what was chosen; `voice` None: what there is without a choice, `temperature` None: the usual one."""
        provider = str(self.voice.currentData() or "")
        return {
            "name": self.get_name(),
            "member": str(self.member.currentData() or "") if self._members else "",
            "voice": (provider, answer(self.model) or "") if provider else None,
            "temperature": answer(self.temperature),
            "awareness": answer(self.awareness),
            "system": answer(self.system),
        }

    def recall_answers(self, before: Mapping[str, Any]) -> None:
        """Choose what was chosen before, as far as it is there still."""
        if before["name"] != self.name.placeholderText():  # else nobody typed it: it changes with the side's letter
            put(self.name, before["name"])
        self.member.setCurrentIndex(max(0, self.member.findData(before["member"])))
        provider, model = before["voice"] or ("", "")
        self.voice.setCurrentIndex(max(0, self.voice.findData(provider)))
        if model:
            put(self.model, model)
        put(self.temperature, before["temperature"])
        put(self.awareness, before["awareness"])
        put(self.system, before["system"])  # the details open by themselves where they say something
        self.more.setChecked(bool(before["system"] or model or before["temperature"] is not None))
