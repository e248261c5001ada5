"""Talks of other programs as dialogues: a person and somebody else, who talk on where they are."""

from __future__ import annotations

from datetime import datetime

from parley.core.base.line import repair_text
from parley.core.cast.member import PLAYER
from parley.core.formats import Localised
from parley.core.importing.base import members_named
from parley.core.importing.talk import Shaped, Speaker, Talk, TalkShape
from parley.core.log.config import RunConfig
from parley.core.modes.story.composing import PLACE, load_spare, make_attributes, members_of, setting_of_two
from parley.core.modes.story.config import IMPORTED, StoryConfig
from parley.core.modes.story.creation import HEALTH
from parley.core.modes.story.events import DialogueOpened, PhaseChanged, PlayerDid, Sheet, SheetWritten
from parley.core.modes.story.request import LONGEST
from parley.core.modes.story.rules.parts import Someone
from parley.core.modes.story.rules.setting import Setting

HERE = Localised(en="An imported talk.", de="Ein importiertes Gespräch.")
DESCRIPTION = 8_000
"""Characters of what the partner was told that are kept."""


class DialogueTalks(TalkShape):
    """A dialogue takes talks between one person and one other; no talk is one where nobody chooses it."""

    def fits(self, talk: Talk) -> bool:
        """Return whether one person talks with one other, whose name is none of those who tell stories."""
        if [speaker.kind == "person" for speaker in talk.speakers].count(True) != 1 or len(talk.speakers) != 2:
            return False
        name = _find_partner_speaker(talk).name.strip().casefold()
        return name not in {said.casefold() for agent in load_spare().agents for said in (agent.name.en, agent.name.de)}

    def suits(self, talk: Talk) -> bool:
        """Return False: a dialogue is the stage of a story, and is taken only where somebody chooses it."""
        return False

    def shaped(self, talk: Talk, at: datetime) -> Shaped:
        """Return the run of a talk: the person is the player, the other a character in a setting of just the two."""
        partner = _find_partner_speaker(talk)
        (member,) = members_named([partner.name])
        (person,) = members_named([each.name for each in talk.speakers if each.kind == "person"])
        setting = _build_setting(talk, member.id, member.name, partner.told)
        section = StoryConfig(setting=setting, concept="guest", player=person.name, partner=member.id, length=LONGEST)
        members = members_of(setting, talk.language, person.name)
        sheet = Sheet(name=person.name, concept="guest", attributes=make_attributes(), health=HEALTH)
        before = (
            SheetWritten(at=at, sheet=sheet, method="chosen"),  # without a sheet the player would be interviewed
            PhaseChanged(at=at, phase="exploration", reason=""),
            PlayerDid(at=at, what="talk", text="", by="rules", effects=(DialogueOpened(character=member.id),)),
        )
        ids = {speaker.key: PLAYER if speaker.kind == "person" else member.id for speaker in talk.speakers}
        return Shaped(members, ids, {"story": section}, before)

    def told(self, config: RunConfig, member: str) -> str:
        """Return the character's description; empty where it only says that the talk was imported."""
        one = config[StoryConfig].setting.someone(member)
        told = one.description.text(config.language) if one is not None else ""
        return "" if told in (HERE.en, HERE.de) else told


def _find_partner_speaker(talk: Talk) -> Speaker:
    return next(speaker for speaker in talk.speakers if speaker.kind != "person")


def _build_setting(talk: Talk, one: str, name: str, told: str) -> Setting:
    """Return a setting with one place and one character."""
    place, about = repair_text(talk.place).strip()[:80], repair_text(told)[:DESCRIPTION]
    character = Someone(
        id=one, name=name, role=Localised(en="partner", de="Gegenüber"),
        description=Localised(en=about, de=about) if told else HERE, location=PLACE,
    )  # fmt: skip
    called = Localised(en=place or "Imported talk", de=place or "Importiertes Gespräch")
    return setting_of_two(IMPORTED, called, character, HERE, Localised(en=place or "Here", de=place or "Hier"), HERE)


TALKS = DialogueTalks()
