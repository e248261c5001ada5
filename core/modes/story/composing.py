"""From what somebody asks for to the configuration of a story or of a dialogue."""

from __future__ import annotations

import colorsys
from collections.abc import Sequence

from core.base.errors import UnknownName, UsageError
from core.base.line import visible
from core.base.sentences import Sentence
from core.cast.colours import completed
from core.cast.member import PLAYER, Member, VoiceSpec
from core.formats import Format, Localised
from core.log.config import RunConfig
from core.modes.story.config import StoryConfig
from core.modes.story.request import LONGEST, LONGEST_NAME, DialogueRequest, StoryRequest
from core.modes.story.rules.setting import AGENTS, Concept, Rules, Setting, Someone
from core.settings import Settings
from core.studio.compose import digest, limits_of, new_id, seeded

DEFAULT = "varn"
"""The setting that is played where none is named."""
PROPORTION = 0.618034
"""By how much the hue turns from one to the next of those for whom the palette has no colour left."""


def compose_story(wish: StoryRequest, setting: Setting, settings: Settings, voice: VoiceSpec) -> RunConfig:
    """The configuration of a story; stories do not remember one another. Raises `UsageError` and its kin."""
    # A setting is written in both languages: where nobody says, it is the one that was set for the window.
    language = wish.language or ("de" if settings.look.language == "de" else "en")
    if language not in ("en", "de"):
        raise UnknownName("language", language, ["en", "de"])
    name = visible(wish.player)
    if len(name) > LONGEST_NAME:
        raise UsageError(
            "A name of {count:,} characters is too long; at most {longest_name} are possible.",
            count=len(name),
            longest_name=LONGEST_NAME,
        )
    partner = named_person(setting, wish.partner) if isinstance(wish, DialogueRequest) else ""
    setting = setting.model_copy(update={"rules": _rules(setting.rules, wish)})
    concept = named_concept(setting, wish.concept) if wish.concept else setting.concepts[0].id if partner else ""
    script = tuple(wish.script)
    story = StoryConfig(
        setting=setting,
        concept=concept,
        player=name,
        partner=partner,
        script=script,
        autoplay=wish.autoplay,
        length=_length(wish, setting.rules),
        context=wish.context or setting.rules.context,
    )
    form = format_of(setting, "dialogue" if partner else "story")
    config = RunConfig(
        id="",
        mode="dialogue" if partner else "story",
        cast_id=f"story-{setting.id}",
        cast_name=setting.name.text(language),
        members=members_of(setting, language, name),
        format=form,
        topic=setting.premise.text(language),
        title=setting.name.text(language),
        language="de" if language == "de" else "en",
        seed=seeded(wish.seed),
        turns=0,
        voice=voice,
        cap=form.cap,
        warmth=form.warmth,
        limits=wish.limits or limits_of(settings),
        story=story,
        simulated=wish.simulated,
    )
    if config.simulated and not config.rehearsed():
        config = config.model_copy(update={"simulated": False})
    return config.model_copy(update={"id": digest(config) if config.simulated else new_id()})


def members_of(setting: Setting, language: str, player: str) -> tuple[Member, ...]:
    """Everybody of the story: the player, the three who tell it, and the characters; no two of one colour."""
    me = Member(id=PLAYER, name=player or ("Du" if language == "de" else "You"))
    tellers = sorted(setting.agents, key=lambda agent: AGENTS.index(agent.id))
    told = [agent.member(language) for agent in tellers]
    everybody = [me, *told, *(one.member(language) for one in setting.people)]
    colours = distinct([member.colour for member in everybody])
    return tuple(
        member.model_copy(update={"colour": colour}) for member, colour in zip(everybody, colours, strict=True)
    )


def format_of(setting: Setting, mode: str) -> Format:
    """What a run needs to have of a format; a story's own numbers are in its setting's rules."""
    return Format(
        id=mode,
        name=setting.name,
        purpose=setting.premise,
        members=(1, 10_000),
        turns=(1, LONGEST),
        warmth=0.8,
        opening=setting.opening,
        closing=Localised(en="Tell the epilogue.", de="Erzähle den Epilog."),
        distils=(),
        cap=0,
        room="",
    )


def distinct(colours: Sequence[str]) -> tuple[str, ...]:
    """These colours, where one is empty or was given away a free one: of the palette, then of all hues."""
    once = [colour if colour not in colours[:place] else "" for place, colour in enumerate(colours)]
    found: list[str] = []
    hue = 0.0
    for colour in completed(once):
        while colour in found:
            hue = (hue + PROPORTION) % 1
            colour = "#" + "".join(f"{round(part * 255):02x}" for part in colorsys.hls_to_rgb(hue, 0.45, 0.6))
        found.append(colour)
    return tuple(found)


def named_person(setting: Setting, wanted: str) -> str:
    """The id of a character who is named by id or by name. Raises `UnknownName`."""
    people: Sequence[Someone] = setting.people
    for one in people:
        if wanted.strip().casefold() in {one.id, one.name.casefold()}:
            return one.id
    raise UnknownName(Sentence("character in '{name}'", name=setting.id), wanted.strip(), [one.id for one in people])


def named_concept(setting: Setting, wanted: str) -> str:
    """The id of a starting concept that is named by id or by its name in either language. Raises `UnknownName`."""
    concepts: Sequence[Concept] = setting.concepts
    for one in concepts:
        if wanted.strip().casefold() in {one.id, one.name.en.casefold(), one.name.de.casefold()}:
            return one.id
    raise UnknownName(Sentence("concept in '{name}'", name=setting.id), wanted.strip(), [one.id for one in concepts])


def _rules(rules: Rules, wish: StoryRequest) -> Rules:
    if wish.jester is None:
        return rules
    in_dialogue = min(rules.jester_in_dialogue, wish.jester)
    return rules.model_copy(update={"jester": wish.jester, "jester_in_dialogue": in_dialogue})


def _length(wish: StoryRequest, rules: Rules) -> int:
    if wish.turns is None:
        # Nobody writes a script for half of it to be played.
        return min(LONGEST, max(rules.length, len(wish.script)))
    return wish.turns
