"""A branch of a duologue with other settings: asked for what differs, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from desktop.modes.duologue.dialog.bounds import StopFields, context_fields
from desktop.modes.duologue.dialog.side import SideFields
from desktop.modes.duologue.dialog.topology import TopologyFields
from desktop.modes.duologue.figures import SideFigure, TalkFigure, TalksFigure
from desktop.new_run.figures import VoiceFigure
from desktop.widgets.forms.dialog import Ask
from desktop.widgets.forms.editors import answer, named
from desktop.widgets.forms.field import Field
from desktop.widgets.forms.form import column_of

translate = QCoreApplication.translate
MOST_TURNS = 100_000
OPEN = 2
"""Sides whose details are shown at once."""


class TalkForkDialog(Ask):
    """What a branch of a duologue has otherwise. Signal: `wanted()`; the dialog closes when told to."""

    def __init__(
        self, talk: TalkFigure, figure: TalksFigure, voices: Sequence[VoiceFigure], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, scrolls=True)
        self.head(self.tr("Fork after turn {0}").format(talk.turn), self.tr("Fork"))
        self._talk = talk
        self.resize(820, 620)
        self.ok.setProperty("primary", True)
        self.sides = [self._side(at, side, figure, voices) for at, side in enumerate(talk.sides)]
        self.topology = TopologyFields(figure)
        self.topology.offer([side.name for side in talk.sides])
        self.topology.show_figure(talk.router)
        self.stop, self.context = StopFields(figure), context_fields(figure)
        self.stop.put({name: getattr(talk, name) for name in self.stop.editors})
        self.context.put({"context": talk.context, "when_full": talk.when_full})
        self._lay_out()
        self._before = self._chosen()
        self.topology.changed.connect(self._follow)
        self._follow()

    def _side(self, at: int, side: SideFigure, figure: TalksFigure, voices: Sequence[VoiceFigure]) -> SideFields:
        kept = self.tr("{0} (as it is)")
        fields = SideFields(figure, voices, kept.format(side.voice), fixed=True)
        fields.set_letter(chr(ord("A") + at) if at < 26 else str(at + 1))
        fields.name.setText(side.name)
        fields.name.setCursorPosition(0)
        fields.name.setReadOnly(True)
        fields.keep_awareness(side.level, side.awareness)
        fields.keep_warmth(self.tr("as it is"))
        if side.warmth is not None:
            fields.warmth.setValue(side.warmth)
        fields.system.setPlainText(side.system)
        fields.more.setChecked(at < OPEN)
        return fields

    def _lay_out(self) -> None:
        talk, form = self._talk, self.form
        form.add_note(
            self.tr(
                "Both runs share what was said so far. From the next turn on the fork goes by what you change here."
            )
        )
        form.rows.addRow(self.tr("Sides"), column_of(*self.sides, spacing=2))
        form.add(Field(name="opening", title=self.tr("Opening prompt"), kind="long", value=talk.opening))
        # What was answered cannot be asked otherwise.
        form.show_row("opening", not talk.turn)
        for title, editor in self.topology.rows():
            named(editor, title)
            form.rows.addRow(title, editor)
        form.add(
            Field(
                name="turns",
                title=self.tr("Turns in all"),
                kind="int",
                low=talk.turn + 1,
                high=max(MOST_TURNS, talk.turns),
                value=max(talk.turns, talk.turn + 1),
            )
        )
        form.rows.addRow(translate("DuologueFields", "When they sound alike"), self.stop)
        form.rows.addRow(translate("DuologueFields", "Context"), self.context)
        form.add(Field(name="seed", title=self.tr("Seed"), empty=self.tr("Empty: as it is")))

    def _chosen(self) -> dict[str, Any]:
        return {
            "sides": {figure.id: side.answer() for figure, side in zip(self._talk.sides, self.sides, strict=True)},
            "opening": answer(self.form.editors["opening"]),
            "router": self.topology.answer(),
            "turns": answer(self.form.editors["turns"]),
            "stop": self.stop.answer(),
            **self.context.answer(),
        }

    def changes(self) -> dict[str, Any]:
        """What differs, by the names of the answers: `sides` by id with what is other in each; the seed as typed."""
        chosen = self._chosen()
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
