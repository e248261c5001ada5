"""What a story's setting is made of: rules, things, places, people, foes, quests, agents."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import AfterValidator, Field, ValidationError, field_validator, model_validator

from parley.core.base.definition import Definition, Misplaced
from parley.core.base.errors import ParleyError
from parley.core.base.sentences import Sentence
from parley.core.cast.colours import PALETTE
from parley.core.cast.member import Member
from parley.core.formats import Localised
from parley.core.modes.story.events import Archetype
from parley.core.modes.story.rules.dice import parse

LONGEST_PROSE = 8_000
"""Characters of any text that is no name; as many as a member's persona may have."""


_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
"""Control characters (Unicode's categories Cc and Cs) but line feeds and tabulators."""


def is_empty(value: object) -> bool:
    """Return whether a field is left out of what is written, as logs of before it came do not have it."""
    return not value


def ensure_readable(text: str) -> None:
    """Raise `ValueError` where a text is empty, too long, or has control characters."""
    if not text.strip():
        raise ValueError("there is no text")
    if len(text) > LONGEST_PROSE:
        raise ValueError(
            Sentence(
                "a text has at most {longest_prose:,} characters; this one has {count:,}",
                longest_prose=LONGEST_PROSE,
                count=len(text),
            )
        )
    if _CONTROLS.search(text):
        raise ValueError("there are control characters in the text")


Act = Literal[
    "greeting", "again", "who", "wants", "place", "feeling", "thanks", "praise", "insult", "threat", "apology", "offer",
    "agree", "deny", "tale", "trade", "part", "unknown", "follows", "remains", "task", "progress", "done", "statement",
    "long", "danger", "next", "trust", "invite", "real", "age", "like_me", "flirt", "married", "children", "home",
    "here", "work", "day", "plans", "fear", "sorrow", "joy", "lie", "doubt", "joke", "song", "story", "who_am_i",
    "promise", "help_me", "reward", "ruler", "stay", "time", "past", "deeds", "money", "friends", "goodnight", "wish",
    "sympathy", "name_me", "me_tired", "me_cold", "me_afraid", "me_sad", "me_happy", "me_hurt", "me_angry", "me_lost",
    "me_new",
    "me_from", "laugh", "gesture", "ack", "maybe", "lodging", "food", "sleep", "family", "belief", "town", "weather",
    "advice", "can", "love", "war", "death", "warn", "accuse", "dear",
    "moment", "hire", "deal", "intro", "seek", "me_poor", "hungry",
]  # fmt: skip
"""What a line of somebody's answers: an act of the player's, as `[acts]` of `resources/words/story.toml` has them, or
how it stands with the task that they have given."""


class Words(Definition):
    """A text in both languages, or in one: a log keeps sayings in the language of its run alone."""

    en: str = Field("", exclude_if=is_empty)
    de: str = Field("", exclude_if=is_empty)

    @model_validator(mode="after")
    def _check_readable(self) -> Self:
        for text in (self.en, self.de):
            if text or not (self.en or self.de):  # one language is enough, none is not
                ensure_readable(text)
        return self

    def text(self, language: str) -> str:
        """Return the text in `language`, or in the one that it is written in."""
        return (self.de or self.en) if language == "de" else (self.en or self.de)

    def keep_only(self, language: str) -> Words:
        """Return the text in `language` alone."""
        # It has been validated; a setting has thousands.
        return Words.model_construct(None, **{language: self.text(language)})


class Saying(Definition):
    """What somebody says, in their own words, `on` an act of the player's, or where they speak `about` something, or
    when they are `given` a thing (its id).

    What has both `about` and `given` they say only as long as they have the thing, what is said `without` it only
    until then, and until the player has it; what is `seen`, only while the player has it.
    """

    on: tuple[Act, ...] = ()
    about: Words | None = Field(None, description="Words that call for it, with commas between them.")
    given: str = Field("", exclude_if=is_empty, description="The thing for which they say it, when they are given it.")
    text: Words
    without: str = Field("", exclude_if=is_empty, description="The thing that they do not have when they say it.")
    seen: str = Field("", exclude_if=is_empty, description="The thing that the player has with them when they say it.")
    more: Words | None = Field(None, exclude_if=is_empty, description="What they add where they are asked on.")

    def keep_only(self, language: str) -> Saying:
        """Return the same in one language."""
        texts = {"about": self.about, "text": self.text, "more": self.more}
        return self.model_copy(update={name: text.keep_only(language) for name, text in texts.items() if text})


LONGEST_NAME = 80
"""Characters of what something is called."""


def one_line(name: str) -> str:
    """Return a name that can be read. Raises `ValueError` where it is empty, too long, or has what cannot be seen."""
    if not name.strip() or any(unicodedata.category(each).startswith("C") for each in name):
        raise ValueError("a name is one line of visible characters")
    if len(name) > LONGEST_NAME:
        raise ValueError(
            Sentence(
                "a name has at most {longest_name} characters; this one has {count:,}",
                longest_name=LONGEST_NAME,
                count=len(name),
            )
        )
    return name.strip()


def _clean_name(name: Localised) -> Localised:
    return Localised(en=one_line(name.en), de=one_line(name.de))


def _check_prose(prose: Localised) -> Localised:
    for text in (prose.en, prose.de):
        ensure_readable(text)
    return prose


Name = Annotated[Localised, AfterValidator(_clean_name)]
Prose = Annotated[Localised, AfterValidator(_check_prose)]


AGENTS = ("narrator", "keeper", "jester")
ATTRIBUTES = ("str", "dex", "con", "int", "wis", "cha")
QUESTIONS = 5
MOST = 1_000
"""Of each sort that a setting may have; every line of a player's is compared with all their names."""
IMPROVISE = 12
MOST_TOKENS = 10_000_000
"""More than any voice takes."""

Id = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]*$", max_length=40)]  # as `PersonId` in the events
Colour = Annotated[str, Field(pattern=rf"^(#[0-9a-fA-F]{{6}}|{'|'.join(PALETTE)})?$")]  # empty: a free one is chosen
Attribute = Literal["str", "dex", "con", "int", "wis", "cha"]
Quantities = dict[str, Annotated[int, Field(ge=1, le=1_000_000)]]


class Kept(Definition):
    """Something of a setting: what earlier versions had in it, and no rule reads any more, is passed over."""

    once: ClassVar[frozenset[str]] = frozenset()

    @model_validator(mode="before")  # before unknown keys are refused
    @classmethod
    def _drop_once_fields(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        return {name: each for name, each in value.items() if name not in cls.once}


class Rules(Kept):
    """The numbers a story goes by. Words and sentences bound what each agent says; turns are the player's."""

    once = frozenset(["prison"])

    length: int = Field(50, ge=1, le=10_000, description="Turns of the player until the epilogue.")
    jester: float = Field(0.15, ge=0, le=1, description="Chance that the Jester joins in exploration.")
    jester_in_dialogue: float = Field(0.10, ge=0, le=1)
    jester_cooldown: int = Field(3, ge=0, le=1_000, description="Turns from one appearance to the next, at least.")
    narrator_words: tuple[Annotated[int, Field(ge=1, le=1_000)], Annotated[int, Field(ge=1, le=1_000)]] = (30, 60)
    keeper_words: int = Field(10, ge=1, le=200)
    jester_sentences: int = Field(2, ge=1, le=20)
    flee: int = Field(12, ge=1, le=40, description="What a flight has to reach.")
    unarmed: str = Field("1d4", description="What a blow without a weapon does.")
    improvise: int = Field(
        IMPROVISE,
        ge=1,
        le=40,
        exclude_if=IMPROVISE.__eq__,  # as with `is_empty`: older logs lack it
        description="What anything has to reach that no rule knows.",
    )
    trust_step: int = Field(30, ge=1, le=200, description="How far one call may move a character's trust.")
    take_trust: int = Field(25, ge=-100, le=100, description="Trust from which a character lets the player take.")
    turn_tokens: int = Field(0, ge=0, le=MOST_TOKENS, description="Tokens that one story turn may use; 0: no bound.")
    context: int = Field(
        0, ge=0, le=MOST_TOKENS, description="Tokens of history that an agent is sent; 0: as many as the voice takes."
    )
    defeat: Literal["wake", "end"] = Field("wake", description="Whether a first defeat ends the story.")

    @model_validator(mode="after")
    def _check_validity(self) -> Self:
        _ensure_rollable(self.unarmed)
        least, most = self.narrator_words
        if least > most:
            raise Misplaced(
                ("narrator_words",),
                Sentence("'narrator_words' goes from fewer to more, not {least} to {most}", least=least, most=most),
            )
        return self


class Item(Kept):
    """A thing. A weapon's `damage` and a draught's `heals` are dice. Without a `price` it has that of its kind; what
    costs 0 is not for sale."""

    once = frozenset(["trick", "spent", "gender"])

    id: Id
    name: Name
    kind: Literal["thing", "weapon", "armour", "draught", "coin"] = "thing"
    description: Prose | None = None
    damage: str = ""
    attribute: Literal["str", "dex"] = "str"
    armour: int = Field(0, ge=0, le=10)
    heals: str = ""
    price: int | None = Field(  # `is_empty` would drop a price of 0
        None, ge=0, le=1_000_000, exclude_if=lambda price: price is None, description="What it is worth, in coins."
    )

    @model_validator(mode="after")
    def _check_dice(self) -> Self:
        for notation in filter(None, (self.damage, self.heals)):
            _ensure_rollable(notation)
        for kind, needs, dice in (("weapon", "damage", self.damage), ("draught", "heals", self.heals)):
            if self.kind == kind and not dice:
                raise ValueError(Sentence("a {kind_} has '{needs}', in dice", kind_=kind, needs=needs))
        return self


class Sight(Definition):
    """A thing that can be noticed at a place, as a sentence that is true whenever somebody is there."""

    by: Literal["eye", "ear", "nose", "hand"] = "eye"
    text: Prose


class Place(Kept):
    """A location. Exits are two-way: a place that is named here names this one too.

    Where it `needs` a thing, there is a way to it only for whom the thing is with, or with somebody at their side, or
    lies where they are or where they want to be; `shut` says why there is none, `way` how one comes here with it.
    """

    once = frozenset(["features"])

    id: Id
    name: Name
    description: Prose
    exits: tuple[Id, ...] = ()
    items: Quantities = {}
    foes: tuple[Id, ...] = Field((), description="Who may attack here.")
    danger: float = Field(0.0, ge=0, le=1, description="Chance that they do when the player comes in.")
    needs: str = Field("", exclude_if=is_empty, description="The thing without which nobody gets there.")
    shut: Prose | None = Field(None, exclude_if=is_empty, description="Why there is no way without it.")
    way: Prose | None = Field(None, exclude_if=is_empty, description="How one gets there with it.")
    sights: tuple[Sight, ...] = Field(
        (), exclude_if=is_empty, max_length=40, description="What else can be noticed there."
    )


class Someone(Definition):
    """A character. `lines` are what they might say; `quirk` and `tone` colour all of it."""

    id: Id
    name: str = Field(min_length=1, max_length=80)
    archetype: Archetype = "townsperson"
    role: Prose
    description: Prose
    traits: tuple[Prose, ...] = ()
    tone: Prose | None = None
    quirk: Prose | None = None
    lines: tuple[Prose, ...] = ()
    location: Id
    items: Quantities = {}
    wants: Prose | None = Field(None, description="What they are after; it guides a talk with them.")
    knows: tuple[Prose, ...] = Field((), description="What they may tell.")
    says: tuple[Saying, ...] = Field(
        (), exclude_if=is_empty, max_length=200, description="What they answer, where nobody else finds words."
    )
    trust: int = Field(0, ge=-100, le=100)
    colour: Colour = ""
    health: int = Field(8, ge=1, le=1_000)
    armour: int = Field(10, ge=1, le=30)
    bonus: int = Field(2, ge=-5, le=20)
    damage: str = "1d4"
    dexterity: int = Field(10, ge=1, le=30)

    @model_validator(mode="after")
    def _check_validity(self) -> Self:
        _ensure_rollable(self.damage)
        _ensure_valid_member(self.member)
        return self

    def member(self, language: str) -> Member:
        """Return the character as a member of a run in that language."""
        return Member(
            id=self.id,
            name=self.name,
            role=self.role.text(language),
            identity=self.description.text(language),
            personality=", ".join(trait.text(language) for trait in self.traits),
            tone=self.tone.text(language) if self.tone else "",
            quirk=self.quirk.text(language) if self.quirk else "",
            lines=tuple(line.text(language) for line in self.lines),
            colour=self.colour,
        )


class Foe(Kept):
    """A kind of enemy; a fight may have several of them."""

    once = frozenset(["courage", "mercy", "nature", "gender", "parley"])

    id: Id
    name: Name
    description: Prose
    health: int = Field(7, ge=1, le=1_000)
    armour: int = Field(11, ge=1, le=30)
    bonus: int = Field(3, ge=-5, le=20)
    damage: str = "1d6"
    dexterity: int = Field(10, ge=1, le=30)
    # No rule reads it any more; every log has it, and says it again as it was.
    inflicts: Literal["", "poisoned", "stunned", "bleeding"] = ""
    loot: Quantities = {}

    @model_validator(mode="after")
    def _check_dice(self) -> Self:
        _ensure_rollable(self.damage)
        return self


class Concept(Definition):
    """A character that a player may start as."""

    id: Id
    name: Name
    description: Prose
    person: str = Field("", max_length=80, description="What they are called, if the player does not say.")
    attributes: dict[Attribute, Annotated[int, Field(ge=3, le=20)]]
    weapon: str = ""
    items: Quantities = {}
    keywords: tuple[Prose, ...] = Field((), description="Words of an interview that speak for this concept.")

    @field_validator("person")
    @classmethod
    def _clean_person_name(cls, person: str) -> str:
        return one_line(person) if person else ""


class Question(Definition):
    """One question of the interview, and what its answer is about."""

    about: Literal["name", "origin", "calling", "strength", "reason"]
    text: Prose


class Stage(Definition):
    """A step of a quest: how it stands, and what brings it about (an item in hand, a place reached, a foe beaten)."""

    text: Prose
    item: str = ""
    place: str = ""
    foe: str = ""


class Quest(Definition):
    """Something to do, in stages."""

    id: Id
    name: Name
    giver: str = ""
    stages: tuple[Stage, ...] = Field(min_length=1)

    def told(self, stage: int, language: str) -> str:
        """Return what a stage says, from 1; of one that there is not, the nearest."""
        return self.stages[min(max(stage, 1), len(self.stages)) - 1].text.text(language)


class Agent(Definition):
    """How one of the three who tell the story sounds."""

    id: Literal["narrator", "keeper", "jester"]
    name: Name
    tone: Prose
    colour: Colour = ""
    lines: tuple[Prose, ...] = ()

    @model_validator(mode="after")
    def _check_validity(self) -> Self:
        _ensure_valid_member(self.member)
        return self

    def member(self, language: str) -> Member:
        """Return the agent as a member of a run in that language."""
        return Member(
            id=self.id,
            name=self.name.text(language),
            tone=self.tone.text(language),
            lines=tuple(line.text(language) for line in self.lines),
            colour=self.colour,
        )


def _ensure_rollable(notation: str) -> None:
    try:
        parse(notation)
    except ParleyError as error:
        raise ValueError(error.sentence) from None


def _ensure_valid_member(member: Callable[[str], Member]) -> None:
    """Raise `ValueError` with one sentence where somebody cannot be a member of a run."""
    try:
        member("en"), member("de")  # either language alone may be too long
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        message = first["msg"].removeprefix("Value error, ")
        raise ValueError(
            Sentence("{where}: {lower}{message}", where=where, lower=message[0].lower(), message=message[1:])
        ) from None
