"""What the events of a story are made of: dice, people, things, and every change of its world as an `Effect`."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from parley.core.log.events.base import Count, EventPart, Points

Phase = Literal["creation", "exploration", "combat", "dialogue", "epilogue"]
Archetype = Literal["townsperson", "companion", "foe", "love_interest", "merchant", "guard"]
RollMode = Literal["", "advantage", "disadvantage"]
CombatAction = Literal[
    "attack", "defend", "flee", "use", "wait", "surrender", "parley", "threaten", "place", "trick", "try"
]
Outcome = Literal["victory", "defeat", "fled", "peace", "routed", "surrendered"]
Cause = Literal["voice", "player", "rules", "script"]
"""Who did it; "script": what was asked for has been played."""


PersonId = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9][a-z0-9_-]*$", max_length=40)]
"""The id of somebody in a story; a line of a log that names somebody otherwise is not read."""


class Roll(EventPart, frozen=True, kw_only=True):
    """Dice that fell. `kept` are those that count, `total` their sum with the `modifier`."""

    notation: str
    dice: tuple[Points, ...]
    kept: tuple[Points, ...]
    modifier: Points = 0
    total: Points = 0
    mode: RollMode = ""


class Check(EventPart, frozen=True, kw_only=True):
    """A roll and what it was for: `who` rolled, it had to reach `against` (0: nothing). `success` where it matters."""

    what: Literal["initiative", "attack", "damage", "flee", "check", "heal"]
    who: str
    roll: Roll
    against: Points = 0
    success: bool | None = None


class Stack(EventPart, frozen=True, kw_only=True):
    """So many of an item; `item` is an id of the setting, or the name of what was made up on the way."""

    item: str
    quantity: Count = 1


class Person(EventPart, frozen=True, kw_only=True):
    """Somebody of the story as they came into it. `armour` is what a blow has to reach, `bonus` is added to theirs."""

    id: PersonId
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    archetype: Archetype = "townsperson"
    description: str = ""
    traits: tuple[str, ...] = ()
    location: str = ""
    items: tuple[Stack, ...] = ()
    trust: Points = 0
    colour: Annotated[str, msgspec.Meta(pattern=r"^(#[0-9a-fA-F]{6}|[a-z]*)$")] = ""
    health: Points = 8
    armour: Points = 10
    bonus: Points = 2
    damage: str = "1d4"
    dexterity: Points = 10
    inflicts: str = ""
    loot: tuple[Stack, ...] = ()


class Sheet(EventPart, frozen=True, kw_only=True):
    """The player's character. `attributes` are str, dex, con, int, wis, cha, each 3 to 20; `weapon` an item."""

    name: str
    concept: str = ""
    description: str = ""
    attributes: dict[str, Points] = {}
    health: Points = 10
    weapon: str = ""
    items: tuple[Stack, ...] = ()


class Effect(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="effect", gc=False):
    """One change of the story's world."""


class Moved(Effect, frozen=True, kw_only=True, tag="moved"):
    """Somebody, or the player, is at another location."""

    who: str
    to: str


class ItemMoved(Effect, frozen=True, kw_only=True, tag="item"):
    """An item changes hands. `giver` and `receiver` are the player, a character, "@location", or empty: from nowhere
    (found, made) and to nowhere (used up, lost)."""

    item: str
    quantity: Count
    giver: str = ""
    receiver: str = ""


class TrustChanged(Effect, frozen=True, kw_only=True, tag="trust"):
    """What a character thinks of the player, −100 to 100."""

    character: str
    before: Points
    after: Points


class StatusSet(Effect, frozen=True, kw_only=True, tag="status"):
    """A status or condition for so many of the player's turns; 0: it is over."""

    who: str
    status: str
    turns: Count


class Followed(Effect, frozen=True, kw_only=True, tag="follow"):
    """A character goes where the player goes, or stops to."""

    character: str
    on: bool


class HealthChanged(Effect, frozen=True, kw_only=True, tag="health"):
    """Somebody's health; at 0 they are out of the story, the player out of the fight."""

    who: str
    before: Points
    after: Points


class Joined(Effect, frozen=True, kw_only=True, tag="joined"):
    """A new character comes into the story."""

    person: Person


class FlagSet(Effect, frozen=True, kw_only=True, tag="flag"):
    """Something the story remembers; an empty value takes it away."""

    name: str
    value: str = ""


class QuestAdvanced(Effect, frozen=True, kw_only=True, tag="quest"):
    """A quest is at stage `stage` (1: accepted); `done` ends it."""

    quest: str
    stage: Count
    done: bool = False


class DialogueOpened(Effect, frozen=True, kw_only=True, tag="dialogue"):
    """The player and a character talk with each other from here on."""

    character: str


class DialogueClosed(Effect, frozen=True, kw_only=True, tag="parting"):
    """The talk is over; it is summarised next."""

    character: str


class FoeLeft(Effect, frozen=True, kw_only=True, tag="left"):
    """An enemy goes away and does not come back; they live."""

    who: str


class Offer(EventPart, frozen=True, kw_only=True):
    """What a character would hand over (`gives`) and have from the player for it (`wants`), until somebody says no.

    `bound`: how far the character goes in coins, the least they sell for or the most they pay; `round` counts how
    often it was haggled over.
    """

    character: str
    gives: tuple[Stack, ...] = ()
    wants: tuple[Stack, ...] = ()
    bound: Count = 0
    round: Count = 0


class OfferMade(Effect, frozen=True, kw_only=True, tag="offer"):
    """An offer stands, in place of one that stood; nothing has changed hands."""

    offer: Offer


class OfferClosed(Effect, frozen=True, kw_only=True, tag="offer_over"):
    """The offer stands no more; what was accepted changed hands by the effects beside this one."""

    how: Literal["accepted", "declined", "withdrawn"]


class FoesCalled(Effect, frozen=True, kw_only=True, tag="foes"):
    """Foes are there: a fight begins before anybody speaks again."""

    foes: tuple[Person, ...]


AnyEffect = (
    Moved
    | ItemMoved
    | TrustChanged
    | StatusSet
    | Followed
    | HealthChanged
    | Joined
    | FlagSet
    | QuestAdvanced
    | DialogueOpened
    | DialogueClosed
    | FoesCalled
    | FoeLeft
    | OfferMade
    | OfferClosed
)
