"""What the new-run dialog asks about a story, and about a dialogue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QComboBox, QLineEdit, QSpinBox, QWidget

from parley.core.base.errors import ParleyError
from parley.core.engine.composing import get_greetings_of
from parley.core.engine.run_request import IN_RUN
from parley.core.log.config import RunConfig
from parley.core.modes.story.composing import SETTINGS
from parley.core.modes.story.config import OWN, StoryConfig
from parley.core.modes.story.request import LONGEST as LONGEST_STORY
from parley.core.modes.story.request import LONGEST_NAME
from parley.core.modes.story.rules.setting import Setting
from parley.core.studio.studio import Studio
from parley.desktop.new_run.model import language
from parley.desktop.new_run.page import Row, RunPage
from parley.desktop.new_run.people import LONGEST, SEEN
from parley.desktop.widgets.forms.editors import fill, get_label, narrow
from parley.desktop.widgets.plain import make_tip, one_line

translate = QCoreApplication.translate
Offered = tuple[Sequence[Setting], str, str, Sequence[ParleyError]]


class Guest(NamedTuple):
    """Somebody of no setting: by what a request names them, how they are offered, their language and greetings."""

    named: str
    title: str
    language: str
    texts: Sequence[str]


class StoryPage(RunPage):
    """A setting, and whom one plays in it."""

    memory = "story"

    @classmethod
    def collect_offer(cls, studio: Studio, last: Mapping[str, Any]) -> Offered:
        settings, faults = studio.library.list_all(SETTINGS)
        return settings, str(last.get("setting", "")), language(studio), faults

    @classmethod
    def kept(cls, answers: Mapping[str, Any]) -> dict[str, Any]:
        return {"setting": answers["setting"]}

    @classmethod
    def list_faults(cls, offered: Offered) -> Sequence[ParleyError]:
        return offered[3]

    def build_form(self, offered: Offered) -> None:
        self._settings, chosen, self._language, _faults = offered
        settings = tuple((each.id, each.name.text(self._language)) for each in self._settings)
        self.about = get_label()
        drawn = translate("StoryFields", "The story plays by itself: a choice is taken by chance")
        worlds = (*settings, *self.no_world())  # setting() counts on this order
        first = chosen or next((each.id for each in self._settings), "")
        self.ask("setting", translate("StoryFields", "World"), kind="choice", choices=worlds, value=first)
        self.ask("concept", translate("StoryFields", "You are"), kind="choice")
        self.ask("player", translate("StoryFields", "Your name"), longest=LONGEST_NAME)
        self.ask("turns", translate("StoryFields", "Length"))
        self.ask("autoplay", translate("StoryFields", "Autoplay"), label=drawn)
        self._get_combo_box("setting").currentIndexChanged.connect(self._update_setting_fields)
        self._get_combo_box("concept").currentIndexChanged.connect(self._update_concept_fields)
        self._update_setting_fields()  # the first setting was there before the signals were connected

    def recall_answers(self, config: RunConfig) -> dict[str, Any]:
        story = config[StoryConfig]
        return super().recall_answers(config) | {"setting": story.setting.id, "turns": story.length}

    def set_answers(self, answers: Mapping[str, Any]) -> None:
        # Whom one can be depends on the world.
        first = {name: answers[name] for name in ("setting", "concept") if name in answers}
        for part in (first, answers):
            super().set_answers(part)

    def _get_combo_box(self, name: str) -> QComboBox:
        box = self.editors[name]
        assert isinstance(box, QComboBox)
        return box

    def list_rows(self) -> Sequence[Row]:
        about = translate("StoryFields", "About"), self.about
        return *self.list_own_rows("setting", "concept"), about, *self.list_own_rows("player", "turns", "autoplay")

    def setting(self) -> Setting | None:
        """Return the chosen setting; None where there is none."""
        at = self._get_combo_box("setting").currentIndex()  # the entry behind the settings is no world
        return self._settings[at] if 0 <= at < len(self._settings) else None

    def get_purpose(self) -> str:
        setting = self.setting()
        if setting is None:
            return translate("StoryFields", "There is no setting to play in.")
        return setting.premise.text(self._language)

    def find_problem(self) -> str:
        return "" if self.setting() else self.get_purpose()

    def get_language(self) -> str:
        return self._language

    def explain_unspoken(self) -> str:
        return translate(
            "NewRunDialog", "This voice does not speak the story's language: choose another voice or language."
        )

    def no_world(self) -> tuple[tuple[str, str], ...]:
        """Return what can be chosen instead of a world."""
        return ()

    def list_nobody_choices(self) -> tuple[tuple[str, str], ...]:
        """Return what can be chosen instead of a concept."""
        return (("", translate("StoryFields", "whoever you tell the innkeeper (five questions)")),)

    def explain_unasked(self) -> str:
        """Return what is told of whoever has no concept."""
        return translate("StoryFields", "An innkeeper asks who you are: name, origin, calling, strength, reason.")

    def _update_setting_fields(self) -> None:
        setting, speaks = self.setting(), self._language
        concepts = setting.concepts if setting else ()
        length = self.editors["turns"]
        assert isinstance(length, QSpinBox)
        endless = translate("StoryFields", "as long as you like")
        usual = setting.rules.length if setting else 50
        told = translate("StoryFields", "as the world has it: {0} turns").format(usual)
        length.setSpecialValueText(told if setting or self.list_nobody_choices() else endless)
        nobody = self.list_nobody_choices()
        self._get_combo_box("concept").clear()  # fill() would keep a concept of the same id of another world
        fill(self._get_combo_box("concept"), [*nobody, *((one.id, one.name.text(speaks)) for one in concepts)])
        _describe_choices(
            self._get_combo_box("concept"), ["" for _ in nobody] + [one.description.text(speaks) for one in concepts]
        )
        self._update_concept_fields()

    def _update_concept_fields(self) -> None:
        told = self._get_combo_box("concept").currentData(Qt.ItemDataRole.AccessibleDescriptionRole)
        self.about.setText(told or self.explain_unasked())
        name = self.editors["player"]
        assert isinstance(name, QLineEdit)
        # Who is interviewed says it there.
        name.setEnabled(bool(self._get_combo_box("concept").currentData()) or not self.list_nobody_choices())
        usual = translate("StoryFields", "Leave empty for the usual name")
        name.setPlaceholderText(usual if name.isEnabled() else translate("StoryFields", "You are asked for it"))


class DialoguePage(StoryPage):
    """A talk with one character of a setting, or with a member of a cast who came from a card; nobody is
    interviewed."""

    @classmethod
    def talk_with(cls, partner: str, setting: str = "") -> Mapping[str, Any]:
        return {"setting": setting, "partner": partner, "greeting": ""}  # no value offered: the first greeting stays

    def build_form(self, offered: Offered) -> None:
        self._guests = [
            Guest(f"{cast.id}/{one.member}", f"{one.name} · {cast.name}", cast.language, one.texts)
            for cast in self.people.casts
            for one in cast.greetings
        ]
        self.ask("partner", translate("StoryFields", "With"), kind="choice")
        self.ask("greeting", translate("StoryFields", "Begins with"), kind="choice")
        super().build_form(offered)  # last: it fills the two above
        self._get_combo_box("partner").currentIndexChanged.connect(self._update_partner_fields)

    def list_rows(self) -> Sequence[Row]:
        setting, *rest = super().list_rows()
        return setting, *self.list_own_rows("partner", "greeting"), *rest

    def map_shown_rows(self) -> Mapping[QWidget, bool]:
        concept = {self._get_combo_box("concept"): self.setting() is not None, self.about: self.setting() is not None}
        return {self._get_combo_box("greeting"): self._get_combo_box("greeting").count() > 1, **concept}

    def no_world(self) -> tuple[tuple[str, str], ...]:
        own = translate("StoryFields", "No world: a character of yours, in their own scenario")
        return (("", own),) if self._guests else ()  # only characters from cards bring a scenario

    def list_nobody_choices(self) -> tuple[tuple[str, str], ...]:
        return ()

    def explain_unasked(self) -> str:
        return ""

    def get_language(self) -> str:
        guest = self._find_chosen_guest()
        own = guest.language if guest is not None else ""
        return own if self._is_without_setting() and own else super().get_language()

    def get_purpose(self) -> str:
        if self._is_without_setting():
            return translate("StoryFields", "You and a character from your cards, where their card has the two of you.")
        return super().get_purpose()

    def find_problem(self) -> str:
        return "" if self._is_without_setting() else super().find_problem()

    def recall_answers(self, config: RunConfig) -> dict[str, Any]:
        found, story = super().recall_answers(config), config[StoryConfig]
        if story.guest:
            named = f"{story.cast}/{story.partner}"  # as a request names them
            offered = any(one.named == named for one in self._guests)
            found["partner"] = named if offered else self._offer_logged_partner(config)
            if story.setting.id == OWN:
                endless = story.length == LONGEST_STORY  # what compose() writes for None
                found |= {"setting": "", "concept": "", "turns": None if endless else story.length}
        if config.greeting is not None:
            found["greeting"] = str(config.greeting.chosen + 1)
        return found

    def _offer_logged_partner(self, config: RunConfig) -> str:
        """Have the partner offered as they are in the log: the card's file that they came from may be gone."""
        named = f"{IN_RUN}{self.log or config.id}"
        self.offer_person(named, config, config[StoryConfig].partner)
        return named

    def offer_person(self, named: str, config: RunConfig, member: str) -> None:
        one = config.member(member)
        title = translate("StoryFields", "{0} · as in that run").format(one_line(one.name, LONGEST))
        self._add_guest(Guest(named, title, config.language, get_greetings_of(one, several=False)))

    def _add_guest(self, guest: Guest) -> None:
        self._guests.append(guest)
        world = self._get_combo_box("setting")
        for value, told in self.no_world() if world.findData("") < 0 else ():  # added with the first guest
            world.addItem(told, value)
        self._update_setting_fields()

    def _offer_member(self, named: str) -> None:
        """Offer a member of a cast who came from no card: they are not offered by themselves."""
        cast_name, _, member = named.partition("/")
        for cast in self.people.casts:
            for one in cast.members:
                if (cast.id, one.id) == (cast_name, member):
                    self._add_guest(Guest(named, f"{one.name} · {cast.name}", cast.language, ()))

    def set_answers(self, answers: Mapping[str, Any]) -> None:
        partner = str(answers.get("partner") or "")
        if not any(one.named == partner for one in self._guests):
            self._offer_member(partner)
        super().set_answers(answers)
        # Which greetings there are depends on the partner.
        super().set_answers({name: answers[name] for name in ("greeting",) if name in answers})

    def answers(self) -> dict[str, Any]:
        # Without a world nobody is to be chosen.
        return {name: "" if value is None and name == "concept" else value for name, value in super().answers().items()}

    def _find_chosen_guest(self) -> Guest | None:
        """Return the chosen partner, where they are of no setting."""
        wanted = str(self._get_combo_box("partner").currentData() or "")
        return next((one for one in self._guests if one.named == wanted), None)

    def _is_without_setting(self) -> bool:
        return self.setting() is None and bool(self._guests)

    def _update_setting_fields(self) -> None:
        super()._update_setting_fields()
        people = setting.people if (setting := self.setting()) else ()
        guests = [(one.named, one.title) for one in self._guests]
        fill(self._get_combo_box("partner"), [*((one.id, one.name) for one in people), *guests])
        told = [one.description.text(self._language) for one in people]
        _describe_choices(self._get_combo_box("partner"), told + ["" for _ in guests])
        self._update_partner_fields()

    def _update_partner_fields(self) -> None:
        guest = self._find_chosen_guest()
        texts = guest.texts if guest is not None else ()
        offered = [(str(at), one_line(text, LONGEST)) for at, text in enumerate(texts, 1)]
        nothing = "0", translate("NewRunDialog", "No greeting: the first line is made up like all others")
        fill(self._get_combo_box("greeting"), [*offered, nothing] if offered else [("", "")])
        narrow(self._get_combo_box("greeting"), SEEN)
        self.changed.emit()


def _describe_choices(box: QComboBox, texts: Sequence[str]) -> None:
    """Say of each choice what it is: as its tool tip, and for screen readers."""
    for row, text in enumerate(texts):
        box.setItemData(row, make_tip(text), Qt.ItemDataRole.ToolTipRole)
        box.setItemData(row, text, Qt.ItemDataRole.AccessibleDescriptionRole)
