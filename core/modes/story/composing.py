"""From what somebody asks for to the configuration of a story or of a dialogue; its forks, and scripts in files.

Partners of a dialogue are people of a setting, or members of casts and characters from cards: these in a setting, or in
none but their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic import ValidationError

from parley.core.base.clock import SeededRandom
from parley.core.base.definition import parse_toml, read_text
from parley.core.base.errors import FileError, UnknownName, UsageError
from parley.core.base.line import drop_control, keep_visible
from parley.core.base.packaged import get_resource
from parley.core.base.sentences import Sentence
from parley.core.cast.characters import list_character_endings, read_character
from parley.core.cast.colours import fill_gaps
from parley.core.cast.lore import LoreBook
from parley.core.cast.macros import fill_text
from parley.core.cast.member import PLAYER, Member
from parley.core.engine.composing import get_greeting_of, get_greetings_of, get_language_of, get_limits_of, seeded
from parley.core.engine.composition import Composing
from parley.core.engine.director import LONGEST_TOPIC
from parley.core.engine.forking import Fork, ForkSpec, plain_overrides
from parley.core.engine.run_request import IN_RUN
from parley.core.formats import Format, Localised
from parley.core.home import Definitions, parse_path
from parley.core.log.config import Greeting, RunConfig
from parley.core.log.persona import GUEST, NOBODY
from parley.core.modes.story.config import OWN, StoryConfig
from parley.core.modes.story.request import LONGEST, LONGEST_NAME, DialogueRequest, StoryRequest
from parley.core.modes.story.rules.parts import AGENTS, ATTRIBUTES, LONGEST_PROSE, Concept, Place, Someone
from parley.core.modes.story.rules.setting import Setting

if TYPE_CHECKING:
    from parley.core.engine.composition import Shelf
    from parley.core.log.config import RunConfig

SETTINGS = Definitions("setting", "stories", Setting, "story")
"""Settings that stories can be played in."""
DEFAULT = "varn"
"""The setting that is played where none is named."""


def compose(request: StoryRequest, composing: Composing) -> RunConfig:
    """Return the configuration of a story or a dialogue, as yet without an id; stories do not remember one another.

    Raises `UsageError` and its kin.
    """
    guest = partner_named(composing.library, request.partner) if isinstance(request, DialogueRequest) else None
    # Who comes with a card brings their own scenario, unless a setting is named for them.
    setting = composing.library.read(SETTINGS, request.setting or DEFAULT) if request.setting or not guest else None
    # A setting is written in both languages: where nobody says, it is the one that was set for the window.
    usual = "de" if composing.settings.look.language == "de" else "en"
    if guest and setting is None:
        usual = guest.language or usual
    language = get_language_of(request.language, usual)
    name = keep_visible(request.player)
    if len(name) > LONGEST_NAME:
        raise UsageError(
            "A name of {count:,} characters is too long; at most {longest_name} are possible.",
            count=len(name),
            longest_name=LONGEST_NAME,
        )
    partner, seed = "", seeded(request.seed)
    member: Member | None = None
    if guest is not None:
        if setting is not None:
            begins = named_concept(setting, request.concept) if request.concept else setting.concepts[0]
            name = name or begins.person  # the card's texts below may mention the player by name
        setting, member = join_up(setting, guest, name, language, seed)
        partner = member.id
    assert setting is not None
    if isinstance(request, DialogueRequest) and not partner:
        if not request.partner.strip():
            raise UsageError(
                "A dialogue needs somebody to talk with.", hint="Name them with --with; see parley stories."
            )
        partner = named_person(setting, request.partner)
    lore = (*setting.lore, *(guest.lore if guest else ()))
    rules, jester = setting.rules, request.jester
    if jester is not None:
        spared = min(rules.jester_in_dialogue, jester)
        rules = rules.model_copy(update={"jester": jester, "jester_in_dialogue": spared})
    spoken = {"rules": rules, "lore": ()}  # lore books stand in the run's own `lore` instead
    setting = setting.spoken_in(language).model_copy(update=spoken)
    concept = (
        named_concept(setting, request.concept).id if request.concept else setting.concepts[0].id if partner else ""
    )
    # Nobody writes a script for half of it to be played.
    length = min(LONGEST, max(setting.rules.length, len(request.script))) if request.turns is None else request.turns
    if guest and not request.setting and request.turns is None and not (request.script or request.autoplay):
        length = LONGEST  # a talk without a setting has no end of its own
    form = format_of(setting, "dialogue" if partner else "story")
    config = RunConfig(
        id="",
        mode="dialogue" if partner else "story",
        cast_id=f"story-{setting.id}",
        cast_name=setting.name.text(language),
        members=members_of(setting, language, name, member),
        format=form,
        topic=setting.premise.text(language),
        title=setting.name.text(language),
        language=language,
        seed=seed,
        turns=0,  # a story ends by its own length
        voice=composing.voice(language),
        cap=form.cap,
        temperature=form.temperature,
        limits=request.limits or get_limits_of(composing.settings),
        lore=lore,
        story=StoryConfig(
            setting=setting,
            concept=concept,
            player=name,
            partner=partner,
            guest=guest is not None,
            cast=guest.cast if guest else "",
            script=request.script,
            autoplay=request.autoplay,
            length=length,
            context=setting.rules.context,
        ),
        simulated=request.simulated,
    )
    wanted = request.greeting.strip() if isinstance(request, DialogueRequest) else ""
    return config.model_copy(update={"greeting": _find_greeting(config, partner, wanted)}) if partner else config


def _find_greeting(config: RunConfig, partner: str, wanted: str) -> Greeting | None:
    """Return the greeting with which the partner begins: the one that is named, else their first; None where there is
    none.
    """
    if wanted == "0" or (not wanted and not get_greetings_of(config.member(partner), several=False)):
        return None
    return get_greeting_of(config, f"{partner}:{wanted or 1}", several=False)


def members_of(setting: Setting, language: str, player: str, guest: Member | None = None) -> tuple[Member, ...]:
    """Return everybody of the story: the player, the three who tell it, and the characters, `guest` among them as they
    are in their cast; no two have one colour as long as there are others."""
    me = Member(id=PLAYER, name=player or NOBODY[language])
    tellers = sorted(setting.agents, key=lambda agent: AGENTS.index(agent.id))
    told = [agent.member(language) for agent in tellers]
    people = (guest if guest and guest.id == one.id else one.member(language) for one in setting.people)
    everybody = [me, *told, *people]
    wished = [member.colour for member in everybody]
    # Where one is empty or was given away it is a free one of the palette, as long as there is one.
    colours = fill_gaps([colour if colour not in wished[:place] else "" for place, colour in enumerate(wished)])
    return tuple(
        member.model_copy(update={"colour": colour}) for member, colour in zip(everybody, colours, strict=True)
    )


def format_of(setting: Setting, mode: str) -> Format:
    """Return the format that a run needs; a story's own numbers are in its setting's rules."""
    return Format(
        id=mode,
        name=setting.name,
        purpose=setting.premise,
        members=(1, 10_000),  # no bound: everybody in the setting takes part
        turns=(1, LONGEST),
        temperature=0.8,
        opening=setting.opening,
        closing=Localised(en="Tell the epilogue.", de="Erzähle den Epilog."),
        distils=(),
        cap=0,
        room="",
    )


def named_person(setting: Setting, wanted: str) -> str:
    """Return the id of a character who is named by id or by name. Raises `UnknownName`."""
    names = {one.id: {one.id, one.name.casefold()} for one in setting.people}
    return _find_named(wanted, names, Sentence("character in '{name}'", name=setting.id))


def named_concept(setting: Setting, wanted: str) -> Concept:
    """Return the starting concept that is named by id or by its name in either language. Raises `UnknownName`."""
    names = {one.id: {one.id, one.name.en.casefold(), one.name.de.casefold()} for one in setting.concepts}
    found = _find_named(wanted, names, Sentence("concept in '{name}'", name=setting.id))
    return next(one for one in setting.concepts if one.id == found)


def _find_named(wanted: str, names: Mapping[str, set[str]], what: Sentence) -> str:
    """Return the id whose names have what is wanted. Raises `UnknownName`."""
    for one, called in names.items():
        if wanted.strip().casefold() in called:
            return one
    raise UnknownName(what, wanted.strip(), list(names))


def _build_fork_overrides(fork: Fork) -> dict[str, Any]:
    changes = plain_overrides(fork)
    if "turns" in fork.asked:
        story = changes.get("story") or fork.before.setup.as_json()["story"]  # an override replaces the whole section
        changes["story"] = story | {"length": changes.pop("turns")}
    return changes


def _check_changes(before: RunConfig, after: RunConfig, changes: Mapping[str, Any]) -> None:
    """Raise `UsageError` where somebody is left out without whom the story cannot be told."""
    for member in before.members if "members" in changes else ():
        if not after.has(member.id):
            raise UsageError("The story cannot do without '{name}'.", name=member.id, hint="Leave --members out.")


FORK = ForkSpec(overrides=_build_fork_overrides, check=_check_changes)


def script_lines(path: Path) -> tuple[str, ...]:
    """Return the player's lines in a file, one a line; empty lines and those that begin with # are left out.

    Raises `FileError` where it cannot be read, has nothing to say, or too much.
    """
    lines = [drop_control(line.replace("\t", " ")).strip() for line in read_text(path).split("\n")]
    found = tuple(line for line in lines if line and not line.startswith("#"))
    if not found:
        raise FileError(path, "the script has no line.", hint="Write what the player says or does, one a line.")
    if len(found) > LONGEST or any(len(line) > LONGEST_TOPIC for line in found):
        raise FileError(
            path,
            "a script has at most {lines:,} lines of {characters:,} characters.",
            lines=LONGEST,
            characters=LONGEST_TOPIC,
        )
    return found


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
        return Partner(read_character(parse_path(name)))
    cast_name, _, member = name.rpartition("/")
    if not cast_name:
        return None
    cast = library.cast(cast_name)
    people = {one.id: one for one in cast.assign_colours()}
    names = {one.id: {one.id, one.name.casefold()} for one in people.values()}
    found = _find_named(member, names, Sentence("member of '{name}'", name=cast.id))
    return Partner(people[found], cast.id, cast.language, cast.lore)


def _find_run_partner(library: Shelf, run: str) -> Partner:
    """Return somebody as they are in a run's log: who is named after the run's id, else whom it was a talk with."""
    run, named_so, wanted = run.rpartition("#") if "#" in run else (run, "", "")
    config = library.made_of(run)
    story = config.find(StoryConfig)
    one = wanted if named_so else story.partner if story is not None else ""
    if not config.has(one) or one in {PLAYER, *AGENTS}:
        if not one:
            raise UsageError("The run {run} was no talk with somebody.", run=run, hint="Name one: run:ID#MEMBER")
        raise UnknownName(Sentence("member of '{name}'", name=run), one, list_characters(config))
    # A world has its own books, and brings them again.
    lore = config.lore if story is None or story.setting.id == OWN else ()
    cast = story.cast if story is not None and story.partner == one else ""
    return Partner(config.member(one), cast, config.language, lore)


def list_characters(config: RunConfig) -> list[str]:
    """Return the ids of those in a run with whom one can talk: not whom the player plays, nor who tells a story."""
    return [member.id for member in config.members if member.id not in {PLAYER, *AGENTS}]


def join_up(setting: Setting | None, partner: Partner, player: str, language: str, seed: int) -> tuple[Setting, Member]:
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
        # Macros that draw do so by the seed: the same request reads the same card.
        said = fill_text(text, name, other, lambda what: random.draw_float(0, f"macro:{member.id}:{what}"))
        return drop_control(said).strip()[:most].strip()

    try:
        someone = _build_someone(member, told, setting.start if setting is not None else PLACE)
        if setting is None:
            return _build_two_person_setting(member, someone, told, player), member
        data = {field: getattr(setting, field) for field in Setting.model_fields}  # `model_copy` does not validate
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
    like, called = load_spare(), Localised(en="Guest", de="Gast")
    # Where nobody asks, the player is somebody like all others.
    guest = Concept(id="guest", name=called, description=premise, attributes=make_attributes())
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
        concepts=(guest,),
        places=(Place(id=PLACE, name=here, description=about),),
        people=(someone,),
    )


def make_attributes() -> dict[Any, int]:
    """Return the attributes of somebody of average abilities."""
    return dict.fromkeys(ATTRIBUTES, MIDDLING)


@cache
def load_spare() -> Setting:
    """Return the setting whose tellers would speak if a talk that has none of its own went on and were left."""
    return parse_toml(get_resource("stories", TELLERS_OF).read_text("utf-8"), TELLERS_OF, Setting)


def _localise_text(text: str) -> Localised | None:
    """Return a card's text, which is in one language, for both; None where it is empty."""
    return Localised(en=text, de=text) if text.strip() else None
