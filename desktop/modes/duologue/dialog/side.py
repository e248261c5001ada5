"""One side of a duologue: who speaks, through what, knowing how much, and with which prompt."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePath
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QFrame,
    QGridLayout,
    QLineEdit,
    QPlainTextEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from parley.core.base.errors import ParleyError
from parley.core.modes.duologue.composing import awareness_of
from parley.desktop.modes.duologue.words import level_title, offered_levels
from parley.desktop.new_run.figures import VoiceFigure
from parley.desktop.new_run.model_menu import ModelMenu
from parley.desktop.run.figures import MemberFigure
from parley.desktop.widgets.elided import ElidedCombo
from parley.desktop.widgets.forms.editors import answer, fill, labelled, named, narrow, put, say
from parley.desktop.widgets.language import said
from parley.desktop.widgets.layouts import Stretch, across
from parley.desktop.widgets.parts import ask_files
from parley.desktop.widgets.plain import tooltip

translate = QCoreApplication.translate
LONGEST_NAME = 80
WARMEST = 2.0
STEP = 0.1
USUAL = -STEP
"""What the field of the warmth says where nobody chose one."""
BUTTONS = 84
"""Pixels of a spin box beside its text."""
FROM_FILE = "from-a-file"


class SideFields(QFrame):
    """One side. Signals: `changed()`, `gone(SideFields)`; `models_wanted(provider)`, when somebody opens its models.

    `kept` is what the voice is called that is there without a choice. With `fixed` the side has its name for good, as
    in a branch.
    """

    changed = Signal()
    gone = Signal(object)
    models_wanted = Signal(str)

    def __init__(self, language: str, voices: Sequence[VoiceFigure], kept: str, *, fixed: bool = False) -> None:
        super().__init__()
        self._language = language
        self._voices = [voice for voice in voices if not voice.problem]
        self._members: tuple[MemberFigure, ...] = ()
        self._fixed = fixed
        self._make(kept)
        self._lay_out()
        self.name.textChanged.connect(self.changed)
        # A long name is read from its beginning.
        self.name.editingFinished.connect(lambda: self.name.setCursorPosition(0))
        self.member.currentIndexChanged.connect(self.changed)
        self.remove.clicked.connect(lambda: self.gone.emit(self))
        self.more.toggled.connect(self.details.setVisible)
        self.voice.currentIndexChanged.connect(self._voice_changed)
        self.model.activated.connect(self.changed)
        self.awareness.activated.connect(self._update_awareness)
        self._voice_changed()

    # Making -------------------------------------------------------------------------------------------------------

    def _make(self, kept: str) -> None:
        self.letter = labelled(role="strong")
        self.letter.setMinimumWidth(22)
        self.name, self.system, self.warmth = QLineEdit(), QPlainTextEdit(), QDoubleSpinBox()
        self.member, self.voice, self.awareness = (narrow(ElidedCombo()) for _ in range(3))
        self.model = ModelMenu()
        narrow(self.model)
        self.model.opened.connect(lambda: self.models_wanted.emit(str(self.voice.currentData() or "")))
        self.more, self.remove = QToolButton(), QToolButton()
        for widget, title, tip in (
            (self.name, translate("DuologueFields", "Name"), ""),
            (self.member, translate("DuologueFields", "Member"), ""),
            (self.voice, translate("DuologueFields", "Voice of the side"), ""),
            (self.model, translate("DuologueFields", "Model of the side"), ""),
            (
                self.warmth,
                translate("DuologueFields", "Warmth"),
                translate("DuologueFields", "How freely it speaks: 0 says the likeliest, 2 is very daring"),
            ),
            (
                self.awareness,
                translate("DuologueFields", "Awareness"),
                translate("DuologueFields", "How much this side knows of what is going on"),
            ),
            (self.system, translate("DuologueFields", "System prompt"), ""),
        ):
            named(widget, title, tip)
        for button, sign, does in (
            (self.more, "⋯", translate("DuologueFields", "Model, warmth and system prompt")),
            (self.remove, "×", translate("DuologueFields", "Take this side out")),
        ):
            button.setText(sign)
            button.setAutoRaise(True)
            named(button, does, does)
        self.name.setMaxLength(LONGEST_NAME)
        self.member.hide()
        fill(self.voice, [("", kept), *((voice.provider, voice.title) for voice in self._voices)])
        self.warmth.setRange(USUAL, WARMEST)
        self.warmth.setSingleStep(STEP)
        self.warmth.setValue(USUAL)
        self.keep_warmth(translate("DuologueFields", "usual"))
        fill(
            self.awareness, [*offered_levels(self._language), (FROM_FILE, translate("DuologueFields", "From a file…"))]
        )
        self.awareness.setCurrentIndex(max(0, self.awareness.findData("basic")))
        self._aware = self.awareness.currentIndex()
        self._own = -1
        self.note = labelled()
        self.note.hide()
        self.system.setPlaceholderText(translate("DuologueFields", "A system prompt of its own; empty: none"))
        self.system.setTabChangesFocus(True)
        self.system.setFixedHeight(52)
        self.more.setCheckable(True)
        keeps = self.remove.sizePolicy()
        keeps.setRetainSizeWhenHidden(not self._fixed)
        self.remove.setSizePolicy(keeps)
        self.remove.setVisible(not self._fixed)

    def _lay_out(self) -> None:
        self.details = QWidget()
        inside = QVBoxLayout(self.details)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(5)
        line = across(
            (self.model, 1),
            labelled(translate("DuologueFields", "Warmth"), wraps=False),
            self.warmth,
            Stretch(0),
            spacing=8,
        )
        inside.addLayout(line)
        inside.addWidget(self.system)
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

    # Following ----------------------------------------------------------------------------------------------------

    def set_letter(self, letter: str) -> None:
        """Its place among the sides."""
        self.letter.setText(letter)
        self.name.setPlaceholderText(translate("DuologueFields", "Side {0}").format(letter))
        self.setAccessibleName(self.name.placeholderText())

    def keep_warmth(self, title: str) -> None:
        """Set the title that is shown while no warmth is chosen."""
        self.warmth.setSpecialValueText(title)
        # The style leaves out that there is a button at either end.
        self.warmth.setMinimumWidth(self.warmth.fontMetrics().horizontalAdvance(title) + BUTTONS)

    def keep_awareness(self, level: str, title: str) -> None:
        """Begin with the awareness that there is; one of somebody's own is offered only to be left as it is."""
        at = self.awareness.findData(level)
        if at < 0 or self.awareness.itemText(at) != title:
            at = 0
            self.awareness.insertItem(at, title, "")
        self.awareness.setCurrentIndex(at)
        self._aware = at

    def offer(self, members: tuple[MemberFigure, ...], at: int, icon: Callable[[MemberFigure], Any]) -> None:
        """Offer the members of a cast instead of a free name, the one `at` first; no members: a free name again."""
        chosen = str(self.member.currentData() or "")
        same = members == self._members
        self._members = members
        self.member.blockSignals(True)
        self.member.clear()
        for member in members:
            self.member.addItem(icon(member), member.name, member.id)
        found = self.member.findData(chosen) if same else -1
        self.member.setCurrentIndex(found if found >= 0 else min(at, len(members) - 1))
        self.member.blockSignals(False)
        self.member.setVisible(bool(members))
        self.name.setVisible(not members)

    def _find_chosen_voice(self) -> VoiceFigure | None:
        return next((each for each in self._voices if each.provider == self.voice.currentData()), None)

    def _voice_changed(self) -> None:
        voice = self._find_chosen_voice()
        self.model.clear()
        fill(self.model, voice.models if voice else ())
        if voice is not None:
            put(self.model, voice.model)
        self.model.setVisible(voice is not None and (voice.modelled or bool(voice.models)))
        for at, (_model, told) in enumerate(voice.abilities if voice is not None else ()):
            self.model.setItemData(at, tooltip(told), Qt.ItemDataRole.ToolTipRole)
        self.changed.emit()

    def _update_awareness(self, at: int) -> None:
        if self.awareness.itemData(at) != FROM_FILE:
            self._aware = at
            self._show_note()
            self.changed.emit()
            return
        self.awareness.setCurrentIndex(self._aware)
        title, kinds = (
            translate("DuologueFields", "An awareness of your own"),
            translate("DuologueFields", "Awareness (*.toml)"),
        )
        ask_files(self, title, kinds, lambda files: self.take_awareness(files[0]))

    def take_awareness(self, path: str) -> None:
        """Take the awareness from a file; where it cannot be read, a sentence says why and the choice stays."""
        try:
            title = level_title(awareness_of(path), self._language)
        except ParleyError as error:
            say(self.note, said(error))
            return
        if self._own < 0:
            self._own = self.awareness.count() - 1
            self.awareness.insertItem(self._own, "", "")
        self.awareness.setItemText(self._own, title)
        self.awareness.setItemData(self._own, path)
        self.awareness.setCurrentIndex(self._own)
        self._aware = self._own
        self._show_note()
        self.changed.emit()

    def _show_note(self) -> None:
        own = str(self.awareness.itemData(self._aware) or "") if self._aware == self._own else ""
        say(self.note, PurePath(own).name, "secondary")

    # Answers ------------------------------------------------------------------------------------------------------

    def called(self) -> str:
        """Its name, or what it is called where none is written."""
        if self._members:
            return self.member.currentText()
        return self.name.text().strip() or self.name.placeholderText()

    def speaks(self, language: str) -> bool:
        """Return whether its own voice speaks a language; without one it speaks as the others do."""
        voice = self._find_chosen_voice()
        return voice is None or voice.speaks(language, str(self.model.currentData() or ""))

    def show_models(self, provider: str, found: VoiceFigure | None, problem: str = "") -> None:
        """Show the models of a voice by its server's own list, or why the server does not tell them."""
        if found is not None:
            self._voices = [found if each.provider == provider else each for each in self._voices]
        if self.voice.currentData() == provider:
            if found is not None:
                self.model.offer(found.models)
            say(self.note, problem, "bad")

    def answer(self) -> dict[str, Any]:
        """Return what was chosen; `voice` None: what there is without a choice, `warmth` None: the usual one."""
        provider = str(self.voice.currentData() or "")
        return {
            "name": self.called(),
            "member": str(self.member.currentData() or "") if self._members else "",
            "voice": (provider, answer(self.model) or "") if provider else None,
            "warmth": round(self.warmth.value(), 2) if self.warmth.value() >= 0 else None,
            "awareness": str(self.awareness.itemData(self._aware) or ""),
            "system": self.system.toPlainText().strip(),
        }

    def recall(self, before: Mapping[str, Any]) -> None:
        """Choose what was chosen before, as far as it is there still."""
        if before["name"] != self.name.placeholderText():
            self.name.setText(before["name"])
        self.member.setCurrentIndex(max(0, self.member.findData(before["member"])))
        provider, model = before["voice"] or ("", "")
        self.voice.setCurrentIndex(max(0, self.voice.findData(provider)))
        if model:
            put(self.model, model)
        self.warmth.setValue(USUAL if before["warmth"] is None else before["warmth"])
        if (at := self.awareness.findData(before["awareness"])) >= 0:
            self.awareness.setCurrentIndex(at)
            self._aware = at
        elif before["awareness"]:
            self.take_awareness(before["awareness"])
        self.system.setPlainText(before["system"])
        self.more.setChecked(bool(before["system"] or model or before["warmth"] is not None))
