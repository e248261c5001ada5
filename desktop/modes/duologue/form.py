"""What the new-run dialog asks about a duologue: its sides, who hears whom, and where it stops."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QComboBox, QPushButton, QVBoxLayout, QWidget

from parley.core.cast.member import VoiceSpec
from parley.core.engine.run_request import RunRequest
from parley.core.log.config import RunConfig
from parley.core.modes.duologue.composing import OPENINGS
from parley.core.modes.duologue.config import DuologueConfig
from parley.core.modes.duologue.request import TURNS, SideRequest
from parley.core.modes.duologue.topology import HUBBED
from parley.core.studio.studio import Studio
from parley.desktop.modes.duologue.sides import SideFields
from parley.desktop.modes.duologue.words import offered_routers
from parley.desktop.new_run.figures import CastFigure, VoiceFigure
from parley.desktop.new_run.model import language
from parley.desktop.new_run.page import Row, RunPage
from parley.desktop.new_run.people import has_greetings, offer_greetings
from parley.desktop.run.figures import MemberFigure
from parley.desktop.widgets.avatar import avatar_icon
from parley.desktop.widgets.forms.editors import answer, fill, put
from parley.desktop.widgets.language import get_titles
from parley.desktop.widgets.layouts import vbox
from parley.desktop.widgets.theme import LOOK

translate = QCoreApplication.translate
MOST_SIDES = 30
OPEN = 2
"""Sides whose details are shown when they come; of more there would be too much."""
STOPS = ("on_convergence", "stop_profile", "stop_by")
"""What is asked only where it stops at a convergence."""
SELDOM = ("context", "when_full", "choose_names", "stop_profile", "stop_by")


class DuologuePage(RunPage):
    """Sides with names of their own, or members of a cast; a topology; bounds."""

    @classmethod
    def collect_offer(cls, studio: Studio, last: Mapping[str, Any]) -> Any:
        return language(studio), last

    def request(self, answers: Mapping[str, Any]) -> RunRequest:
        # A member of a cast has a voice of their own, maybe; somebody else speaks through the run's.
        usual = None if answers["cast"] else answers["voice"]
        sides = [_build_side_request(side, usual) for side in answers["sides"]]
        return super().request({**answers, "sides": sides})

    @classmethod
    def kept(cls, answers: Mapping[str, Any]) -> dict[str, Any]:
        return dict(answers)

    def build_form(self, offered: Any) -> None:
        self._language: str = offered[0]
        self.sides: list[SideFields] = []
        self._make_sides()
        casts = [(each.id, f"{each.name}  ({each.language})") for each in self.offer.casts if len(each.members) > 1]
        nobody = translate("DuologueFields", "None: names of your own")
        opening = translate("DuologueFields", "Opening prompt")
        self.ask("cast", translate("DuologueFields", "Members of"), kind="choice", choices=(("", nobody), *casts))
        self.ask("opening", opening, empty=OPENINGS["de" if self._language == "de" else "en"])
        self.ask("greeting", translate("NewRunDialog", "Begins with"), kind="choice", choices=())
        self.ask("turns", translate("DuologueFields", "Length"), optional=False, value=TURNS,
                 unit=translate("DuologueFields", " lines in all"))  # fmt: skip
        self._ask_topology()
        self._ask_bounds()
        greeting, hub = self.editors["greeting"], self.editors["hub"]
        assert isinstance(greeting, QComboBox)
        assert isinstance(hub, QComboBox)
        self.greeting, self.hub = greeting, hub
        self.more_sides.clicked.connect(self._on_add)
        for _ in range(2):  # two at least, also where there are no earlier answers
            self.add_side()
        if offered[1]:
            self._apply_answers(offered[1])
        # The dialog hears of it after this.
        self.editors["cast"].currentIndexChanged.connect(self._cast_changed)  # type: ignore[attr-defined]

    def _ask_topology(self) -> None:
        usual = "", translate("DuologueFields", "as it fits: two in turn, more around a table")
        tip = translate("DuologueFields", "Who speaks after whom, and who hears it; also a TOML file")
        self.ask("router", translate("DuologueFields", "Topology"), kind="open", choices=(usual, *offered_routers()),
                 value="", description=tip)  # fmt: skip
        self.ask("hub", translate("DuologueFields", "In the middle"), kind="choice", choices=())

    def _ask_bounds(self) -> None:
        never, said = translate("DuologueFields", "never"), translate("DuologueFields", "When they sound alike")
        profiles, calculators = (
            tuple(get_titles("measures", table).items()) for table in ("profiles", "choose_calculator")
        )
        actions = ("stop", translate("DuologueFields", "stop")), ("pause", translate("DuologueFields", "pause"))
        bounds, tip = {"low": 0.0, "high": 1.0, "step": 0.05}, translate("DuologueFields", "The convergence, 0 to 1")
        self.ask("stop_at", translate("DuologueFields", "Stops at a convergence of"), empty=never, description=tip,
                 extra={"decimals": 2}, **bounds)  # fmt: skip
        self.ask("on_convergence", said, choices=actions)
        self.ask("stop_profile", translate("DuologueFields", "Profile"), choices=profiles,
                 description=translate("DuologueFields", "What counts for how much in the convergence"))  # fmt: skip
        self.ask("stop_by", translate("DuologueFields", "Calculator"), choices=calculators,
                 description=translate("DuologueFields", "How the convergence is reckoned"))  # fmt: skip
        self.ask("context", translate("DuologueFields", "Tokens of the talk that a side is sent"), step=512,
                 unit=translate("DuologueFields", " tokens"),
                 lowest=translate("DuologueFields", "as much as the voice takes"))  # fmt: skip
        full = translate("DuologueFields", "When that is full")
        self.ask("when_full", full, choices=tuple(get_titles("duologue", "fullness").items()))
        label = translate("DuologueFields", "Each says first what they want to be called")
        self.ask("choose_names", translate("DuologueFields", "Names"), label=label)

    def _make_sides(self) -> None:
        self._column = QVBoxLayout()
        self._column.setSpacing(2)
        self.more_sides = QPushButton(translate("DuologueFields", "Add a side"))
        self.more_sides.setAutoDefault(False)
        self.more_sides.setProperty("quiet", True)
        self.all_sides = QWidget()
        vbox(
            self._column, (self.more_sides, 0, Qt.AlignmentFlag.AlignLeft), within=self.all_sides, margins=0, spacing=2
        )

    def list_rows(self) -> Sequence[Row]:
        cast, *others = self.list_own_rows(*(name for name in self.fields if name not in SELDOM))
        return cast, (translate("DuologueFields", "Sides"), self.all_sides), *others

    def list_more_rows(self) -> Sequence[Row]:
        return self.list_own_rows(*SELDOM)

    def map_shown_rows(self) -> Mapping[QWidget, bool]:
        stops = answer(self.editors["stop_at"]) is not None
        return {
            self.greeting: has_greetings(self.greeting),
            self.hub: answer(self.editors["router"]) in HUBBED,  # a topology from a file names its own hub
            **{self.editors[name]: stops for name in STOPS},
        }

    def get_purpose(self) -> str:
        return translate(
            "DuologueFields",
            "Two or more voices talk, each seeing the talk from its own side alone; how alike they sound is measured.",
        )

    def get_language(self) -> str:
        cast = self.cast_figure()
        return cast.language if cast else self._language

    def foreign(self, language: str) -> bool:
        return any(not side.can_speak(language) for side in self.sides)

    def cast_figure(self) -> CastFigure | None:
        """Return the cast whose members are the sides; None where they have names of their own."""
        return next((each for each in self.people.casts if each.id == answer(self.editors["cast"])), None)

    def find_problem(self) -> str:
        names = [side.get_name().casefold() for side in self.sides]  # as the studio finds members by name
        if len(set(names)) < len(names):
            if self.cast_figure():
                return translate("DuologueFields", "A member is there twice: choose another one.")
            return translate("DuologueFields", "Two sides have the same name: give each its own.")
        if answer(self.editors["router"]) == "alternation" and len(names) > 2:
            return translate("DuologueFields", "Taking turns is for two: choose another topology for more sides.")
        return ""

    def answers(self) -> dict[str, Any]:
        found = super().answers()
        middle = found["hub"] if found["router"] in HUBBED else ""  # a hidden field keeps what was chosen before
        return {**found, "hub": middle or "", "sides": [side.read_answers() for side in self.sides]}

    def show_models(self, voice: str, found: VoiceFigure | None, problem: str = "") -> None:
        if found is not None:
            # Sides that are added later know it, too.
            voices = tuple(found if each.provider == voice else each for each in self.offer.voices)
            self.offer = replace(self.offer, voices=voices)
        for side in self.sides:
            side.show_models(voice, found, problem)

    def recall_answers(self, config: RunConfig) -> dict[str, Any]:
        talk, cast, stop = config[DuologueConfig], config.cast_id, config[DuologueConfig].stop
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
                    "temperature": voice.temperature if voice else None,
                    "awareness": side.awareness.id if side else "",
                    "system": side.system if side else "",
                }
            )
        found = super().recall_answers(config) | {"cast": cast if of_cast else "", "sides": sides, "stop_at": None}
        if stop:
            found |= {"stop_at": stop.threshold, "stop_profile": stop.profile, "stop_by": stop.calculator,
                      "on_convergence": stop.action}  # fmt: skip
        router, names = talk.router, {member.id: member.name for member in config.members}
        # What a file says beyond its kind goes along as it was.
        whole = router.model_dump(mode="json", exclude_defaults=True) if router.rules or router.round else router.kind
        return found | {"router": whole, "hub": names.get(router.hub, "")}

    def set_answers(self, answers: Mapping[str, Any]) -> None:
        known = {name: answers.get(name, value) for name, value in self.answers().items()}  # answers may lack some
        with suppress(TypeError, ValueError, KeyError, AttributeError, OverflowError):  # a log may hold anything
            self._apply_answers(known)

    def _apply_answers(self, last: Mapping[str, Any]) -> None:
        """Choose what was chosen the last time."""
        for side in self.sides[max(2, len(last["sides"])) :]:
            self._take_out(side)
        put(self.editors["cast"], last["cast"])
        self._cast_changed()  # its signal is connected after the first answers have been applied
        while len(self.sides) < min(len(last["sides"]), self._count_most_sides()):  # add_side() adds no more than that
            self.add_side()
        for side, chosen in zip(self.sides, last["sides"], strict=False):
            side.recall_answers(chosen)
        self._update_side_letters()
        router = self.editors["router"]
        assert isinstance(router, QComboBox)
        if isinstance(last["router"], Mapping):  # the rules of a file, which no field shows but an entry keeps
            own = dict(last["router"])
            kind = get_titles("duologue", "routers")[own["kind"]]
            router.addItem(translate("DuologueFields", "{0} · as it was").format(kind), own)
            router.setCurrentIndex(router.count() - 1)
        for name, editor in self.editors.items():
            if name in last and not (name == "router" and isinstance(last[name], Mapping)):  # chosen above
                put(editor, last[name])

    # Sides --------------------------------------------------------------------------------------------------------

    def _count_most_sides(self) -> int:
        cast = self.cast_figure()
        return min(MOST_SIDES, len(cast.members)) if cast else MOST_SIDES

    def _on_add(self) -> None:
        self.add_side()
        self.sides[-1].name.setFocus()

    def add_side(self) -> None:
        """Add one more side."""
        if len(self.sides) >= self._count_most_sides():
            return
        side = SideFields(self._language, self.offer.voices, self._kept())
        side.changed.connect(self._update_side_letters)
        side.gone.connect(self._remove)
        side.models_wanted.connect(self.models_wanted)
        side.more.setChecked(len(self.sides) < OPEN)
        cast = self.cast_figure()
        members = cast.members if cast else ()
        taken = {each.member.currentData() for each in self.sides}  # each new side is somebody who is not there yet
        side.set_members(
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
        for side in self.sides[self._count_most_sides() :]:  # a smaller cast has no others to offer
            self._take_out(side)
        cast = self.cast_figure()
        for at, side in enumerate(self.sides):
            side.set_members(cast.members if cast else (), at, self._build_member_icon)
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
        for at, side in enumerate(self.sides):
            side.set_letter(chr(ord("A") + at) if at < 26 else str(at + 1))
            side.remove.setVisible(len(self.sides) > 2)
        self.more_sides.setEnabled(len(self.sides) < self._count_most_sides())
        names = [side.get_name() for side in self.sides]
        fill(self.hub, [(name, name) for name in names])
        cast = self.cast_figure()
        offer_greetings(self.greeting, cast, [side.member.currentData() for side in self.sides] if cast else ())
        self.changed.emit()
        self.settled.emit("")  # a language that nobody chose follows the cast's


def _build_side_request(side: Mapping[str, Any], usual: VoiceSpec | None) -> SideRequest:
    """Return a side as the dialog answers; without a voice of its own it has the `usual` one. Sides are named freely
    there: a name is never taken for a voice.
    """
    own = VoiceSpec(provider=side["voice"][0], model=side["voice"][1]) if side["voice"] else None
    name = side["member"] or side["name"]
    return SideRequest(
        name, voice=own or usual, awareness=side["awareness"], system=side["system"], temperature=side["temperature"]
    )
