"""What the new-run dialog asks about a duologue: its sides, who hears whom, and where it stops."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QComboBox, QPushButton, QVBoxLayout, QWidget

from parley.core.engine.run_request import RunRequest
from parley.core.log.config import RunConfig
from parley.core.modes.duologue.composing import OPENINGS
from parley.core.modes.duologue.config import DuologueConfig
from parley.core.modes.duologue.request import TURNS
from parley.core.studio.studio import Studio
from parley.desktop.modes.duologue.commands import side_request
from parley.desktop.modes.duologue.dialog.bounds import StopFields, context_fields
from parley.desktop.modes.duologue.dialog.side import SideFields
from parley.desktop.modes.duologue.dialog.topology import TopologyFields
from parley.desktop.new_run.figures import CastFigure, VoiceFigure
from parley.desktop.new_run.greetings import has_greetings, offer_greetings
from parley.desktop.new_run.model import language
from parley.desktop.new_run.page import Row, RunPage
from parley.desktop.run.figures import MemberFigure
from parley.desktop.widgets.avatar import avatar_icon
from parley.desktop.widgets.forms.editors import answer, put
from parley.desktop.widgets.layouts import upright
from parley.desktop.widgets.theme import LOOK

translate = QCoreApplication.translate
MOST_SIDES = 30
OPEN = 2
"""Sides whose details are shown when they come; of more there would be too much."""


class DuologuePage(RunPage):
    """Sides with names of their own, or members of a cast; a topology; bounds."""

    @classmethod
    def offered(cls, studio: Studio, last: Mapping[str, Any]) -> Any:
        return language(studio), last

    def request(self, answers: Mapping[str, Any]) -> RunRequest:
        # A member of a cast has a voice of their own, maybe; somebody else speaks through the run's.
        usual = None if answers["cast"] else answers["voice"]
        sides = [side_request(side, usual) for side in answers["sides"]]
        return super().request({**answers, "sides": sides})

    @classmethod
    def kept(cls, answers: Mapping[str, Any]) -> dict[str, Any]:
        return dict(answers)

    def build(self, offered: Any) -> None:
        self._language: str = offered[0]
        self.sides: list[SideFields] = []
        self._make_sides()
        casts = [(each.id, f"{each.name}  ({each.language})") for each in self.offer.casts if len(each.members) > 1]
        nobody = translate("DuologueFields", "None: names of your own")
        self.topology = TopologyFields()
        self.stop, self.context = StopFields(), context_fields()
        lines, names = translate("DuologueFields", " lines in all"), translate("DuologueFields", "Names")
        said = translate("DuologueFields", "Each says first what they want to be called")
        opening = translate("DuologueFields", "Opening prompt")
        self.ask("cast", translate("DuologueFields", "Members of"), kind="choice", choices=(("", nobody), *casts))
        self.ask("opening", opening, empty=OPENINGS["de" if self._language == "de" else "en"])
        self.ask("greeting", translate("NewRunDialog", "Begins with"), kind="choice", choices=())
        greeting = self.editors["greeting"]
        assert isinstance(greeting, QComboBox)
        self.greeting = greeting
        self.ask("turns", translate("DuologueFields", "Length"), optional=False, value=TURNS, unit=lines)
        self.ask("choose_names", names, label=said)
        self.more_sides.clicked.connect(self._on_add)
        self.topology.changed.connect(self.changed)
        for _ in range(2):
            self.add_side()
        if offered[1]:
            self._recall(offered[1])
        # The dialog hears of it after this.
        self.editors["cast"].currentIndexChanged.connect(self._cast_changed)  # type: ignore[attr-defined]

    def _make_sides(self) -> None:
        self._column = QVBoxLayout()
        self._column.setSpacing(2)
        self.more_sides = QPushButton(translate("DuologueFields", "Add a side"))
        self.more_sides.setAutoDefault(False)
        self.more_sides.setProperty("quiet", True)
        self.all_sides = QWidget()
        upright(
            self._column, (self.more_sides, 0, Qt.AlignmentFlag.AlignLeft), within=self.all_sides, margins=0, spacing=2
        )

    def rows(self) -> Sequence[Row]:
        cast, opening, greeting, turns, names = self.own()
        return (
            cast,
            (translate("DuologueFields", "Sides"), self.all_sides),
            greeting,
            opening,
            *self.topology.rows(),
            turns,
            (translate("DuologueFields", "When they sound alike"), self.stop),
            (translate("DuologueFields", "Context"), self.context),
            names,
        )

    def shown(self) -> Mapping[QWidget, bool]:
        return {**self.topology.shown(), self.greeting: has_greetings(self.greeting)}

    def purpose(self) -> str:
        return translate(
            "DuologueFields",
            "Two or more voices talk, each seeing the talk from its own side alone; how alike they sound is measured.",
        )

    def language(self) -> str:
        cast = self.cast_figure()
        return cast.language if cast else self._language

    def foreign(self, language: str) -> bool:
        return any(not side.speaks(language) for side in self.sides)

    def cast_figure(self) -> CastFigure | None:
        """Return the cast whose members are the sides; None where they have names of their own."""
        return next((each for each in self.people.casts if each.id == answer(self.editors["cast"])), None)

    def problem(self) -> str:
        names = [side.called().casefold() for side in self.sides]
        if len(set(names)) < len(names):
            if self.cast_figure():
                return translate("DuologueFields", "A member is there twice: choose another one.")
            return translate("DuologueFields", "Two sides have the same name: give each its own.")
        return self.topology.problem()

    def answers(self) -> dict[str, Any]:
        return {
            **super().answers(),
            **self.stop.answer(),
            **self.context.answer(),
            "sides": [side.answer() for side in self.sides],
            "router": self.topology.answer(),
        }

    def show_models(self, voice: str, found: VoiceFigure | None, problem: str = "") -> None:
        if found is not None:
            # Sides that are added later know it, too.
            voices = tuple(found if each.provider == voice else each for each in self.offer.voices)
            self.offer = replace(self.offer, voices=voices)
        for side in self.sides:
            side.show_models(voice, found, problem)

    def recalled(self, config: RunConfig) -> dict[str, Any]:
        talk, cast = config[DuologueConfig], config.cast_id
        known = {member.id for each in self.people.casts if each.id == cast for member in each.members}
        of_cast = all(member.id in known for member in config.members)
        sides = []
        for member in config.members:
            side, voice = talk.sides.get(member.id), member.voice
            sides.append(
                {
                    "name": member.name,
                    "member": member.id if of_cast else "",
                    "voice": (voice.provider, voice.model) if voice and voice != config.voice else None,
                    "warmth": voice.warmth if voice else None,
                    "awareness": side.awareness.id if side else "",
                    "system": side.system if side else "",
                }
            )
        stop = talk.stop
        bounds: dict[str, Any] = {}
        if stop:
            bounds = {"stop_profile": stop.profile, "stop_by": stop.calculator, "on_convergence": stop.action}
        return (
            super().recalled(config)
            | bounds
            | {
                "cast": cast if of_cast else "",
                "sides": sides,
                "router": called(talk.router.model_dump(), {member.id: member.name for member in config.members}),
                "stop_at": stop.threshold if stop else None,
            }
        )

    def put(self, answers: Mapping[str, Any]) -> None:
        usual = self.answers()
        known = {name: answers.get(name, value) for name, value in usual.items()}
        with suppress(TypeError, ValueError, KeyError, AttributeError, OverflowError):
            self._recall(known | {name: value for name, value in answers.items() if name.startswith(("stop", "on_"))})

    def _recall(self, last: Mapping[str, Any]) -> None:
        """Choose what was chosen the last time."""
        for name, editor in self.editors.items():
            if name in last:
                put(editor, last[name])
        for side in self.sides[max(2, len(last["sides"])) :]:
            self._take_out(side)
        self._cast_changed()
        while len(self.sides) < min(len(last["sides"]), self._count_most_sides()):
            self.add_side()
        for side, chosen in zip(self.sides, last["sides"], strict=False):
            side.recall(chosen)
        self._update_side_letters()
        put(self.greeting, last.get("greeting", ""))
        self.topology.show_router(last["router"])
        self.stop.put(last)
        self.context.put(last)

    # Sides --------------------------------------------------------------------------------------------------------

    def _count_most_sides(self) -> int:
        cast = self.cast_figure()
        return min(MOST_SIDES, len(cast.members)) if cast else MOST_SIDES

    def _on_add(self) -> None:
        self.add_side()
        self.sides[-1].name.setFocus()

    def add_side(self) -> None:
        """One more side."""
        if len(self.sides) >= self._count_most_sides():
            return
        side = SideFields(self._language, self.offer.voices, self._kept())
        side.changed.connect(self._update_side_letters)
        side.gone.connect(self._remove)
        side.models_wanted.connect(self.models_wanted)
        side.more.setChecked(len(self.sides) < OPEN)
        cast = self.cast_figure()
        members = cast.members if cast else ()
        taken = {each.member.currentData() for each in self.sides}
        side.offer(
            members, next((at for at, one in enumerate(members) if one.id not in taken), 0), self._build_member_icon
        )
        self.sides.append(side)
        self._column.addWidget(side)
        self._update_side_letters()

    def _kept(self) -> str:
        """Return what a side speaks through where nothing is chosen for it."""
        if self.cast_figure():
            return translate("DuologueFields", "their own voice")
        return translate("DuologueFields", "the voice below")

    def _build_member_icon(self, member: MemberFigure) -> QIcon:
        return avatar_icon(member, LOOK.theme)

    def _cast_changed(self) -> None:
        for side in self.sides[self._count_most_sides() :]:
            self._take_out(side)
        cast = self.cast_figure()
        for at, side in enumerate(self.sides):
            side.offer(cast.members if cast else (), at, self._build_member_icon)
            side.voice.setItemText(0, self._kept())
        self._update_side_letters()
        self.settled.emit("")

    def _remove(self, side: SideFields) -> None:
        if len(self.sides) > 2:
            self._take_out(side)
            self._update_side_letters()

    def _take_out(self, side: SideFields) -> None:
        self.sides.remove(side)
        self._column.removeWidget(side)
        # Out of the form at once, or its fields would count until they are deleted.
        side.setParent(None)
        side.deleteLater()

    def _update_side_letters(self) -> None:
        several = len(self.sides) > 2
        for at, side in enumerate(self.sides):
            side.set_letter(chr(ord("A") + at) if at < 26 else str(at + 1))
            side.remove.setVisible(several)
        self.more_sides.setEnabled(len(self.sides) < self._count_most_sides())
        self.topology.offer([side.called() for side in self.sides])
        cast = self.cast_figure()
        offer_greetings(self.greeting, cast, [side.member.currentData() for side in self.sides] if cast else ())
        if several and self.topology.kind() == "alternation":
            # Nobody has to know that this one is for two.
            self.topology.choose("round_table")
        self.changed.emit()
        self.settled.emit("")


def called(router: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Return a topology with its members by name, as the fields have it."""
    rules = [{**rule, "to": names.get(rule["to"], rule["to"])} for rule in router.get("rules", ())]
    hub = router.get("hub", "")
    return {**router, "hub": names.get(hub, hub), "rules": rules}
