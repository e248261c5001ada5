"""Members of casts, and characters from cards, as partners of a dialogue: in a setting, or in none but their own."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic import ValidationError

from parley.core.base.clock import SeededRandom
from parley.core.base.definition import parse_toml
from parley.core.base.errors import UnknownName, UsageError
from parley.core.base.line import printable
from parley.core.base.packaged import packaged
from parley.core.base.sentences import Sentence
from parley.core.cast.characters import list_character_endings, read_character
from parley.core.cast.lore import LoreBook
from parley.core.cast.macros import filled
from parley.core.cast.member import PLAYER, Member
from parley.core.engine.run_request import IN_RUN
from parley.core.formats import Localised
from parley.core.home import named
from parley.core.log.persona import GUEST, NOBODY
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.rules.parts import AGENTS, ATTRIBUTES, Concept, Place, Someone
from parley.core.modes.story.rules.sayings import LONGEST_PROSE
from parley.core.modes.story.rules.setting import Setting

if TYPE_CHECKING:
    from parley.core.engine.composition import Shelf
    from parley.core.log.config import RunConfig

OWN, IMPORTED = "own", "imported"
"""The ids of settings that have one place, and nobody in it but the two: their own, and that of a talk that came in."""
TELLERS_OF = "ferry.toml"
PLACE = "talk"
NO_ROLE = Localised(en="partner", de="Gegenüber")
"""What stands where a card or cast says nothing of what somebody is; nobody says so of themselves."""
MIDDLING = 10
LONGEST_LINE = 2_000
"""Characters of a line that somebody is known for."""


class Partner(NamedTuple):
    """Somebody from elsewhere: who they are, the cast that they are in (empty: a file), its language and books."""

    member: Member
    cast: str = ""
    language: str = ""
    lore: tuple[LoreBook, ...] = ()


def partner_named(library: Shelf, wanted: str) -> Partner | None:
    """Return who is named as CAST/MEMBER, by the file of a character card, or as they are in a run's log:
    run:ID#MEMBER, or run:ID for whom it was a talk with; None: somebody of the setting is meant.

    Raises `UnknownName`, `FileError` and their kin.
    """
    name = wanted.strip()
    if name.startswith(IN_RUN):
        return _find_run_partner(library, name.removeprefix(IN_RUN).strip())
    if Path(name).suffix.lower() in list_character_endings():
        return Partner(read_character(named(name)))
    cast_name, _, member = name.rpartition("/")
    if not cast_name:
        return None
    cast = library.cast(cast_name)
    for one in cast.coloured():
        if member.strip().casefold() in {one.id, one.name.casefold()}:
            return Partner(one, cast.id, cast.language, cast.lore)
    raise UnknownName(Sentence("member of '{name}'", name=cast.id), member.strip(), [one.id for one in cast.members])


def _find_run_partner(library: Shelf, run: str) -> Partner:
    """Somebody as they are in a run's log: who is named behind it, else whom it was a talk with."""
    run, named_so, wanted = run.rpartition("#") if "#" in run else (run, "", "")
    config = library.made_of(run)
    story = config.find(StoryConfig)
    one = wanted if named_so else story.partner if story is not None else ""
    if not config.has(one) or one in {PLAYER, *AGENTS}:
        if not one:
            raise UsageError("The run {run} was no talk with somebody.", run=run, hint="Name one: run:ID#MEMBER")
        raise UnknownName(Sentence("member of '{name}'", name=run), one, characters(config))
    # A world has its own books, and brings them again.
    lore = config.lore if story is None or story.setting.id == OWN else ()
    cast = story.cast if story is not None and story.partner == one else ""
    return Partner(config.member(one), cast, config.language, lore)


def characters(config: RunConfig) -> list[str]:
    """Return the ids of those in a run with whom one can talk: not whom the player plays, nor who tells a story."""
    return [member.id for member in config.members if member.id not in {PLAYER, *AGENTS}]


def joined(setting: Setting | None, partner: Partner, player: str, language: str, seed: int) -> tuple[Setting, Member]:
    """Return the setting with the partner where it begins, or without one their own; and they as they are in it.

    `player` is what the player is called, empty without a name. Raises `UsageError` where they cannot be in that
    setting.
    """
    member = partner.member
    taken = {*AGENTS, *(one.id for one in setting.people)} if setting is not None else {*AGENTS}
    if member.id in taken:
        free = next(each for at in range(2, len(taken) + 3) if (each := f"{member.id[:36]}-{at}") not in taken)
        member = member.model_copy(update={"id": free})
    # Whom they know of their cast is not here.
    member = member.model_copy(update={"relations": {}, "coordinator": False, "desk": ""})
    random, other = SeededRandom(seed), player or GUEST[language]
    name = (member.card.nickname if member.card is not None else "") or member.name

    def told(text: str, most: int = LONGEST_PROSE) -> str:
        said = filled(text, name, other, lambda what: random.uniform(0, f"macro:{member.id}:{what}"))
        return printable(said).strip()[:most].strip()

    try:
        someone = _build_someone(member, told, setting.start if setting is not None else PLACE)
        if setting is None:
            return _build_two_person_setting(member, someone, told, player), member
        data = {field: getattr(setting, field) for field in Setting.model_fields}
        return Setting.model_validate(data | {"people": (*setting.people, someone)}), member
    except ValidationError as error:
        why = error.errors(include_url=False)[0]["msg"].removeprefix("Value error, ")
        raise UsageError("{name} cannot be in a dialogue: {why}.", name=member.name, why=why) from None


def _build_someone(member: Member, told: Callable[..., str], place: str) -> Someone:
    here = Localised(en="Somebody to talk with.", de="Jemand zum Reden.")
    return Someone(
        id=member.id,
        name=member.name,
        role=_localise_text(member.role) or NO_ROLE,
        description=_localise_text(told(member.identity or member.biography or member.personality)) or here,
        tone=_localise_text(told(member.tone)),
        quirk=_localise_text(told(member.quirk)),
        lines=tuple(line for each in member.lines if (line := _localise_text(told(each, LONGEST_LINE)))),
        location=place,
        archetype="companion",
        colour=member.colour,
    )


def _build_two_person_setting(member: Member, someone: Someone, told: Callable[..., str], player: str) -> Setting:
    """Return a setting of two people; where they are is what their card says of it."""
    scenario = _localise_text(told(member.card.scenario)) if member.card is not None else None
    talk = Localised(
        en=f"{player or NOBODY['en']} and {member.name} talk.",
        de=f"{player or NOBODY['de']} und {member.name} reden miteinander.",
    )
    name, here = Localised(en=member.name, de=member.name), Localised(en="Here", de="Hier")
    return setting_of_two(OWN, name, someone, talk, here, scenario or talk)


def setting_of_two(
    one: str, name: Localised, someone: Someone, premise: Localised, here: Localised, about: Localised
) -> Setting:
    """Return a setting `one` with the place `here`, `about` which something may be known, and in it nobody but
    `someone`.
    """
    like = tellers()
    return Setting(
        id=one,
        name=name,
        premise=premise,
        opening=about,
        tone=like.tone,
        start=PLACE,
        innkeeper=someone.id,
        rules=like.rules.model_copy(update={"jester": 0.0, "jester_in_dialogue": 0.0}),
        agents=like.agents,
        questions=like.questions,
        concepts=(guest(premise),),
        places=(Place(id=PLACE, name=here, description=about),),
        people=(someone,),
    )


def guest(about: Localised) -> Concept:
    """Return who the player is where nobody asks: somebody like all others."""
    return Concept(id="guest", name=Localised(en="Guest", de="Gast"), description=about, attributes=middling())


def middling() -> dict[Any, int]:
    """Return the attributes of somebody like all others."""
    return dict.fromkeys(ATTRIBUTES, MIDDLING)


@cache
def tellers() -> Setting:
    """Return the setting whose tellers would speak if a talk that has none of its own went on and were left."""
    return parse_toml(packaged("stories", TELLERS_OF).read_text("utf-8"), TELLERS_OF, Setting)


def _localise_text(text: str) -> Localised | None:
    """Return a card speaks one language; it is told in both."""
    return Localised(en=text, de=text) if text.strip() else None
