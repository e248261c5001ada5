"""What the new-run dialog asks about a scene, and about days in the office."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtWidgets import QComboBox, QWidget

from parley.core.base.errors import ParleyError
from parley.core.log.config import RunConfig
from parley.core.modes.office.config import WEEKDAYS, OfficeConfig
from parley.core.modes.office.request import EXCHANGES, KINDS
from parley.core.studio.studio import Studio
from parley.desktop.modes.office.words import ICONS, exchange_word
from parley.desktop.new_run.model import language
from parley.desktop.new_run.page import Row, RunPage
from parley.desktop.run.figures import MemberFigure
from parley.desktop.widgets.avatar import MemberChoice
from parley.desktop.widgets.forms.dialog import Ask
from parley.desktop.widgets.forms.editors import fill
from parley.desktop.widgets.forms.field import Choices, Field
from parley.desktop.widgets.language import get_name

translate = QCoreApplication.translate
MOST_IN_ENCOUNTER = 3


def list_scene_fields(scene_type: str, rooms: Choices = ()) -> tuple[Field, ...]:
    """Return what a scene is described by; nothing chosen: the game master chooses. `scene_type` is chosen at first."""
    types = tuple((each, get_name("scene_type", each)) for each in ICONS)
    kinds = ("", translate("Scene", "as it fits")), *((each, get_name("scene_kind", each)) for each in KINDS)
    free = "", translate("Scene", "by the scene's importance")
    exchanges = free, *((each, exchange_word(each)) for each in EXCHANGES)
    asked: dict[str, tuple[str, Choices]] = {
        "scene_type": (translate("NewRunDialog", "Type"), types),
        "kind": (translate("NewRunDialog", "Kind"), kinds),
        "room": (translate("NewRunDialog", "Room"), add_anywhere(rooms)),
        "exchange": (translate("NewRunDialog", "Exchange"), exchanges),
    }
    first = {"scene_type": scene_type}
    return tuple(
        Field(name=name, title=title, kind="choice", choices=choices, value=first.get(name))
        for name, (title, choices) in asked.items()
    )


def add_anywhere(rooms: Choices) -> Choices:
    """Return the rooms of a plan as (id, title); the first entry leaves it open."""
    return ("", translate("SceneFields", "where it fits")), *rooms


def scene_problem(scene_type: str, chosen: int) -> str:
    """Return what does not fit when so many members are chosen for a scene; empty where all does."""
    if chosen == 1:  # 0: the game master chooses them
        return translate(
            "SceneFields", "A scene needs at least two members. Choose none to leave it to the game master."
        )
    if scene_type == "encounter" and chosen > MOST_IN_ENCOUNTER:
        return translate("SceneFields", "An encounter is of two or three: choose a meeting for more.")
    return ""


class OfficePage(RunPage):
    """What scenes and days have in common."""

    memory = "office"
    has_cast = True

    @classmethod
    def collect_offer(cls, studio: Studio, last: Mapping[str, Any]) -> Any:
        """Return the cast that is offered first: people with desks."""
        return str(last.get("cast", "")) or ("studio-de" if language(studio) == "de" else "studio")

    @classmethod
    def list_notes(cls, config: RunConfig) -> Sequence[str]:
        return config[OfficeConfig].notes

    def build_form(self, offered: Any) -> None:
        self._cast = str(offered)

    def enter_page(self) -> None:
        self.people.set_hint(translate("NewRunDialog", "Empty: the game master chooses"))
        if "office" not in self.people.chosen and "cast" not in self.people.chosen:
            # A day is for people with desks: their cast is offered first, once.
            self.people.chosen.add("office")
            self.people.choose(self._cast)
        self.people.offer_members(self.count_usual())

    def is_written(self, topic: str) -> bool:
        # To a topic that somebody names there are no lines, nor to a cast of one's own.
        return not topic and not self.people.figure().own

    def count_usual(self) -> int:
        """Return how many members are chosen at first."""
        return len(self.people.figure().members)


class ScenePage(OfficePage):
    """One scene."""

    @classmethod
    def collect_offer(cls, studio: Studio, last: Mapping[str, Any]) -> Any:
        speaks, rooms = language(studio), {}
        for cast in studio.library.list_casts()[0]:
            with suppress(ParleyError):  # without a plan no rooms are offered; whoever begins the scene is told why
                plan = studio.library.plan(cast.plan)
                rooms[cast.id] = tuple((room.id, room.title(speaks)) for room in plan.rooms)
        return super().collect_offer(studio, last), rooms

    @classmethod
    def is_origin_of(cls, config: RunConfig) -> bool:
        return config[OfficeConfig].scene is not None

    def recall_answers(self, config: RunConfig) -> dict[str, Any]:
        scene = config[OfficeConfig].scene
        return super().recall_answers(config) | (scene.model_dump() if scene else {})  # fields have the request's names

    def build_form(self, offered: Any) -> None:
        super().build_form(offered[0])
        self._rooms: Mapping[str, Choices] = offered[1]
        self.add(*list_scene_fields("encounter"))
        self.people.cast_changed.connect(self._offer_rooms)
        self._offer_rooms()

    def _offer_rooms(self) -> None:
        room = self.editors["room"]
        assert isinstance(room, QComboBox)
        fill(room, add_anywhere(self._rooms.get(self.people.figure().id, ())))

    def list_rows(self) -> Sequence[Row]:
        topic, cast, members, _advice = self.people.rows.values()  # advice is a format's: a scene has none
        type_, kind, room, exchange = self.list_own_rows()
        return topic, cast, type_, kind, members, room, exchange

    def count_usual(self) -> int:
        return 0  # nobody chosen: the game master does

    def get_purpose(self) -> str:
        return translate("NewRunDialog", "One scene: who meets where, about what. What is left open is chosen for you.")

    def find_problem(self) -> str:
        return scene_problem(self.answers()["scene_type"], len(self.people.members.list_chosen()))


class DayPage(OfficePage):
    """Days in the office."""

    @classmethod
    def is_origin_of(cls, config: RunConfig) -> bool:
        return config[OfficeConfig].scene is None

    def build_form(self, offered: Any) -> None:
        super().build_form(offered)
        days = tuple((name, QLocale().dayName(number)) for number, name in enumerate(WEEKDAYS, 1))  # Qt's 1 is Monday
        first = translate("DayFields", "Empty: so that a Thursday is among them; or a date: 2026-01-08")
        pilot = translate("DayFields", "Scenes follow each other without asking")
        without = translate("DayFields", "Without it the run stands after every scene for you.")
        translations = (
            ("auto", translate("DayFields", "into English, where the cast speaks German")),
            ("", translate("DayFields", "none")),
            ("en", "English"),
            ("de", "Deutsch"),
        )
        self.ask("days", translate("DayFields", "Days"))
        self.ask("first_day", translate("DayFields", "First day"), kind="open", choices=(("", ""), *days), empty=first)
        self.ask("autopilot", translate("DayFields", "Autopilot"), label=pilot, description=without)
        self.ask("translate", translate("DayFields", "Translation"), choices=translations)

    def list_rows(self) -> Sequence[Row]:
        topic, cast, members, _advice = self.people.rows.values()
        return topic, cast, *self.list_own_rows(), members

    def get_purpose(self) -> str:
        return translate(
            "NewRunDialog", "From arrival to evening: a game master chooses who meets, and people remember it."
        )

    def find_problem(self) -> str:
        enough = len(self.people.members.list_chosen()) > 1
        return "" if enough else translate("NewRunDialog", "A day in the office needs at least two members.")


LONGEST_TOPIC = 4_000


class CallSceneDialog(Ask):
    """What shall happen next. Signal: `wanted()`; it stays open while something does not fit."""

    def __init__(
        self,
        rooms: Choices,
        members: Sequence[MemberFigure],
        scene_type: str,
        parent: QWidget | None = None,
    ) -> None:
        """`rooms` are those of the plan as (id, title); `scene_type` is chosen at first."""
        super().__init__(parent)
        meeting = scene_type == "meeting"
        self.set_titles(self.tr("Call a meeting") if meeting else self.tr("Call a scene"), self.tr("Call"))
        self.ok.setProperty("primary", True)
        self.setMinimumWidth(520)
        type_, kind, room, exchange = list_scene_fields(scene_type, rooms)
        self.members = MemberChoice()
        self.members.offer_members(members)
        empty = self.tr("Empty: the game master chooses")
        topic = Field(name="topic", title=self.tr("Topic"), longest=LONGEST_TOPIC, empty=empty)
        for field in (type_, kind, Field(name="members", title=self.tr("Members")), room, topic, exchange):
            self.form.add(field, *((self.members,) if field.name == "members" else ()))
        self.form.changed.connect(self._check_scene)
        self._check_scene()  # the director refuses it too, but only once all is filled in

    def get_answers(self) -> dict[str, Any]:
        """Return what was chosen."""
        return self.form.values()

    def _check_scene(self) -> None:
        values = self.form.values()
        self.require(scene_problem(values["scene_type"], len(values["members"])))
