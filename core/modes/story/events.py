"""A story: what the player does, what the rules decide, what a tool call changes: dice, people, things and effects.

Whatever changes the world of a story is an `Effect` inside the one event that caused it, so that it happens wholly or
not at all, and once.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from parley.core.log.events.base import Count, Draw, Event, EventPart, Message, Points, Share, Turn
from parley.core.log.events.turn import Author, CallAnswered, TurnKind

Phase = Literal["creation", "exploration", "combat", "dialogue", "epilogue"]
Archetype = Literal["townsperson", "companion", "foe", "love_interest", "merchant", "guard"]
RollMode = Literal["", "advantage", "disadvantage"]
CombatAction = Literal[  # only in older logs: "surrender" to "trick"
    "attack", "defend", "flee", "use", "wait", "surrender", "parley", "threaten", "place", "trick", "try"
]
Outcome = Literal["victory", "defeat", "fled", "peace", "routed", "surrendered"]  # the last three: only in older logs
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
    inflicts: str = ""  # only older logs set it, and no rule reads it
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


class FoeLeft(Effect, frozen=True, kw_only=True, tag="left"):  # kept so that older logs replay
    """An enemy went away for good, and lives: only in older logs."""

    who: str


class Offer(EventPart, frozen=True, kw_only=True):
    """What a character would have handed over (`gives`) for things of the player's (`wants`): only in older logs.

    `bound` is how far the character went in coins, `round` how often it was haggled over.
    """

    character: str
    gives: tuple[Stack, ...] = ()
    wants: tuple[Stack, ...] = ()
    bound: Count = 0
    round: Count = 0


class OfferMade(Effect, frozen=True, kw_only=True, tag="offer"):
    """An offer stood from here on, in place of any before; nothing changed hands: only in older logs."""

    offer: Offer


class OfferClosed(Effect, frozen=True, kw_only=True, tag="offer_over"):
    """The offer stood no more; what was accepted changed hands by the effects beside this one: only in older logs."""

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


Did = Literal[
    "talk", "part", "give", "take", "go", "use", "follow", "drop", "pick",
    "ask", "meta", "deed", "attack", "defend", "flee", "surrender", "parley", "threaten", "cast", "try",
    "buy", "sell", "price", "accept", "haggle", "decline",  # only in older logs: the last three, "surrender" to "cast"
]  # fmt: skip
"""What the player did: a deed of the rules, a question that they answered, or, refused, what cannot be done."""


class Deed(EventPart, frozen=True, kw_only=True):
    """One deed that a model has read in the player's words, of those that were possible then.

    `what` is one of `Did`; `target` a person, a place or a foe and `item` a thing, by id; `unknown` what was named and
    is not there; `attribute` what something is tried with.
    """

    what: Did
    target: str = ""
    item: str = ""
    quantity: Count = 1
    attribute: str = ""
    unknown: str = ""


READINGS = ("reading", "reading1")
"""Purposes of the calls that read a line, one a clause."""


class LineRead(Event, frozen=True, kw_only=True, tag="story.read"):
    """What a model that calls no tools read in the player's words of `story_turn`; no deeds: they change nothing.

    `about` is a key of the written answer that they ask for. `method` rules: it could not be asked, as `note` says,
    and the words are read as commands.
    """

    sentence_field = "note"

    story_turn: Turn
    deeds: tuple[Deed, ...] = ()
    about: str = ""
    method: Literal["voice", "rules"] = "voice"
    note: str = ""
    message: Message | None = None


class StoryRouted(Event, frozen=True, kw_only=True, tag="story.routed"):
    """Who answers what the player did, in this order, and why.

    `story_turn` counts what the player did, from 1 (0: the opening). `mechanical` is the word or difficulty that
    called the Keeper. The Jester joined where `draw` < `probability`; `since` are the story turns since it last spoke,
    which must reach `cooldown`.
    """

    sentence_field = "reason"

    story_turn: Turn
    turn: Turn
    phase: Phase
    agents: tuple[str, ...]
    mechanical: str = ""
    probability: Share = 0.0
    cooldown: Count = 0
    since: Count = 0
    draw: Draw = -1.0
    reason: str = ""
    message: Message | None = None


class AgentSkipped(Event, frozen=True, kw_only=True, tag="agent.skipped"):
    """An agent that was to answer does not; `reason` is a sentence."""

    sentence_field = "reason"

    agent: str
    reason: str
    message: Message | None = None


class ChoicesOffered(Event, frozen=True, kw_only=True, tag="choices.offered"):
    """Exactly three things the player may do, of at most six words each; free text is always possible.

    `words_by` is who made the words of each; empty: the rules made all.
    """

    sentence_field = "note"

    story_turn: Turn
    choices: tuple[str, ...]
    words_by: tuple[Author, ...] = ()
    method: Literal["voice", "rules"] = "rules"
    note: str = ""
    message: Message | None = None


class DiceRolled(Event, frozen=True, kw_only=True, tag="dice.rolled"):
    """The rules decided what the player tried outside a fight; `text` says it with the numbers first."""

    story_turn: Turn
    checks: tuple[Check, ...]
    text: str
    effects: tuple[AnyEffect, ...] = ()


class CombatStarted(Event, frozen=True, kw_only=True, tag="combat.started"):
    """A fight begins. `order` are all who fight by their initiative, the first first, with the rolls."""

    foes: tuple[Person, ...]
    order: tuple[Check, ...]
    allies: tuple[str, ...] = ()
    reason: str = ""


class Blow(EventPart, frozen=True, kw_only=True):
    """What one of the fighters did in a round. `health` is the target's after it; `text` says it, numbers first.

    `means` is the thing, or the feature of the place, that they did it with.
    """

    actor: str
    action: CombatAction
    target: str = ""
    checks: tuple[Check, ...] = ()
    hit: bool = False
    damage: Points = 0
    health: Points = 0
    text: str = ""
    means: str = ""


class CombatFought(Event, frozen=True, kw_only=True, tag="combat.fought"):
    """One round, decided by the rules. `text` is the round in a line, numbers first."""

    story_turn: Turn
    round: Count
    blows: tuple[Blow, ...]
    text: str
    effects: tuple[AnyEffect, ...] = ()


class CombatEnded(Event, frozen=True, kw_only=True, tag="combat.ended"):
    """The fight is over; `effects` are what was won or lost."""

    outcome: Outcome
    text: str
    effects: tuple[AnyEffect, ...] = ()


class SheetWritten(Event, frozen=True, kw_only=True, tag="sheet.written"):
    """Who the player is. `method`: chosen (a starting concept), voice or rules (made of the interview)."""

    sentence_field = "note"

    sheet: Sheet
    method: Literal["chosen", "voice", "rules"] = "rules"
    note: str = ""
    message: Message | None = None


class PhaseChanged(Event, frozen=True, kw_only=True, tag="phase.changed"):
    """The story enters a phase by itself: exploration after creation, the epilogue at the end."""

    sentence_field = "reason"

    phase: Phase
    reason: str
    message: Message | None = None


class ToolAnswered(CallAnswered, frozen=True, kw_only=True, tag="tool.answered"):
    """One tool call of the reply in flight, and what it did; a refused one has no effects."""

    effects: tuple[AnyEffect, ...] = ()


class PlayerDid(Event, frozen=True, kw_only=True, tag="player.acted"):
    """What the player did by a click, or the rules read from their words.

    `text` says what came of it, or answers what they asked; `refused`: nothing did. `checks` are the dice that it took.
    In the interview a refused one takes back the answer before it, and its question is asked again.
    """

    what: Did
    text: str
    by: Cause = "player"
    refused: bool = False
    effects: tuple[AnyEffect, ...] = ()
    checks: tuple[Check, ...] = ()  # only in older logs

    def get_deed(self) -> tuple[str, tuple[str, ...], str] | None:
        """Return what the person at the keys did; nothing where a script or chance did it."""
        return ("acted", (), self.text) if self.by == "player" else None


class Promise(EventPart, frozen=True, kw_only=True):
    """What somebody promised somebody in a talk, in their own words: only in older logs."""

    by: str
    to: str
    text: Annotated[str, msgspec.Meta(max_length=400)]


class StoryTold(Event, frozen=True, kw_only=True, tag="story.told"):  # kept so that older logs replay
    """What the rules said beside a turn of `member`: only in older logs.

    `after` it, what was asked for; else before it, as a voice could only go on with a text.
    """

    story_turn: Turn
    member: str
    text: str
    kind: TurnKind = "line"
    after: bool = False


class DialogueSummarised(Event, frozen=True, kw_only=True, tag="dialogue.summarised"):
    """What the narrator knows of a talk: a summary, never the words, but in older logs for what was promised."""

    sentence_field = "note"

    character: str
    summary: str
    method: Literal["voice", "rules"] = "rules"
    note: str = ""
    message: Message | None = None
    promises: tuple[Promise, ...] = ()  # only in older logs


class AnswerMatched(Event, frozen=True, kw_only=True, tag="answer.matched"):
    """Which of the written answers of `member`, who takes `turn`, a line of the player's means, by a model's vectors.

    `answer` is the nearest of those that they had not given yet, by its `key`; `score` is how near, 0 to 1. It is given
    where that is at `least` so much, else they do not know. `note`: why the model could not tell; then keys do.
    """

    sentence_field = "note"

    turn: Turn
    member: str
    model: str = ""
    answer: str = ""
    key: str = ""
    score: Share = 0.0
    least: Share = 0.0
    note: str = ""
    message: Message | None = None

    @property
    def given(self) -> str:
        """The answer; empty where none is near enough."""
        return self.answer if self.score >= self.least else ""


class MomentTagged(Event, frozen=True, kw_only=True, tag="moment.tagged"):  # kept so that older logs replay
    """Something worth telling in the epilogue, `weight` 1 to 10: only in older logs."""

    story_turn: Turn
    turn: Turn
    title: str
    weight: Points


CardKind = Literal["person", "place", "thing", "promise", "note"]
CARD_TITLE, CARD_TEXT = 80, 400
"""Characters that a card's title and its text may have."""


class CardEdited(Event, frozen=True, kw_only=True, tag="card.edited"):  # kept so that older logs replay
    """The player wrote on a card of what is remembered, or a card of their own ("own-1"): only in older logs.

    From then on it was as this says; an empty `text` left what the rules had on it. `pinned`: whoever may know it was
    always told; `forgotten`: nobody was.
    """

    card: Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
    kind: CardKind = "note"
    title: Annotated[str, msgspec.Meta(max_length=CARD_TITLE)] = ""
    text: Annotated[str, msgspec.Meta(max_length=CARD_TEXT)] = ""
    pinned: bool = False
    forgotten: bool = False

    def get_deed(self) -> tuple[str, tuple[str, ...], str] | None:
        """Return what the person at the keys did."""
        return "noted", (), self.title or self.text
