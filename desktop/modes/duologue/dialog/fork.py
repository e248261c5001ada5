"""A branch of a duologue with other settings: asked for what differs, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from parley.core.cast.member import Member
from parley.core.log.state import State
from parley.core.modes.duologue.config import DuologueConfig
from parley.desktop.modes.duologue.dialog.bounds import StopFields, context_fields
from parley.desktop.modes.duologue.dialog.side import SideFields
from parley.desktop.modes.duologue.dialog.topology import TopologyFields
from parley.desktop.modes.duologue.words import level_title
from parley.desktop.new_run.figures import VoiceFigure
from parley.desktop.run.words import voice_word
from parley.desktop.widgets.forms.dialog import Ask
from parley.desktop.widgets.forms.editors import answer, named, put
from parley.desktop.widgets.forms.field import Field
from parley.desktop.widgets.forms.form import column_of

translate = QCoreApplication.translate
MOST_TURNS = 100_000
OPEN = 2
"""Sides whose details are shown at once."""


class TalkForkDialog(Ask):
    """What a branch of a duologue has otherwise. Signal: `wanted()`; the dialog closes when told to."""

    def __init__(
        self, state: State, turn: int, language: str, voices: Sequence[VoiceFigure], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, scrolls=True)
        self.head(self.tr("Fork after turn {0}").format(turn), self.tr("Fork"))
        self._state, self._turn, self._language = state, turn, language
        talk, members = state.setup[DuologueConfig], state.setup.members
        self.resize(820, 620)
        self.ok.setProperty("primary", True)
        self.sides = [self._build_side_fields(at, member, voices) for at, member in enumerate(members)]
        self.topology = TopologyFields()
        self.topology.offer([member.name for member in members])
        self.topology.show_router(talk.router.model_dump(), {member.id: member.name for member in members})
        self.stop, self.context = StopFields(), context_fields()
        self.stop.show_stop(talk.stop)
        self.context.put({"context": talk.context, "when_full": talk.when_full})
        self._lay_out()
        self._before = self._collect_fork_choices()
        self.topology.changed.connect(self._follow)
        self._follow()

    def _build_side_fields(self, at: int, member: Member, voices: Sequence[VoiceFigure]) -> SideFields:
        side, voice = self._state.setup[DuologueConfig].sides.get(member.id), self._state.voice_of(member.id)
        fields = SideFields(
            self._language, voices, self.tr("{0} (as it is)").format(voice_word(voice.label)), fixed=True
        )
        fields.set_letter(chr(ord("A") + at) if at < 26 else str(at + 1))
        put(fields.name, member.name)
        fields.name.setReadOnly(True)
        title = level_title(side.awareness, self._language) if side else ""
        fields.keep_awareness(side.awareness.id if side else "", title)
        fields.keep_warmth(self.tr("as it is"))
        if voice.warmth is not None:
            fields.warmth.setValue(voice.warmth)
        fields.system.setPlainText(side.system if side else "")
        fields.more.setChecked(at < OPEN)
        return fields

    def _lay_out(self) -> None:
        config, turn, form = self._state.setup, self._turn, self.form
        form.add_note(
            self.tr(
                "Both runs share what was said so far. From the next turn on the fork goes by what you change here."
            )
        )
        form.rows.addRow(self.tr("Sides"), column_of(*self.sides, spacing=2))
        form.add(
            Field(name="opening", title=self.tr("Opening prompt"), kind="long", value=config[DuologueConfig].opening)
        )
        # What was answered cannot be asked otherwise.
        form.show_row("opening", not turn)
        for title, editor in self.topology.rows():
            named(editor, title)
            form.rows.addRow(title, editor)
        low, high, value = turn + 1, max(MOST_TURNS, config.turns), max(config.turns, turn + 1)
        form.add(Field(name="turns", title=self.tr("Turns in all"), kind="int", low=low, high=high, value=value))
        form.rows.addRow(translate("DuologueFields", "When they sound alike"), self.stop)
        form.rows.addRow(translate("DuologueFields", "Context"), self.context)
        form.add(Field(name="seed", title=self.tr("Seed"), empty=self.tr("Empty: as it is")))

    def _collect_fork_choices(self) -> dict[str, Any]:
        return {
            "sides": {one.id: side.answer() for one, side in zip(self._state.setup.members, self.sides, strict=True)},
            "opening": answer(self.form.editors["opening"]),
            "router": self.topology.answer(),
            "turns": answer(self.form.editors["turns"]),
            "stop": self.stop.answer(),
            **self.context.answer(),
        }

    def changes(self) -> dict[str, Any]:
        """Return what differs, by the names of the answers: `sides` by id with what is other in each; the seed as
        typed.
        """
        chosen = self._collect_fork_choices()
        found = {name: value for name, value in chosen.items() if value != self._before[name]}
        if "sides" in found:
            found["sides"] = {
                id_: {name: value for name, value in one.items() if value != self._before["sides"][id_][name]}
                for id_, one in found["sides"].items()
                if one != self._before["sides"][id_]
            }
        if seed := answer(self.form.editors["seed"]):
            found["seed"] = seed
        return found

    def _follow(self) -> None:
        for editor, shown in self.topology.shown().items():
            self.form.rows.setRowVisible(editor, shown)
        self.require(self.topology.problem())
