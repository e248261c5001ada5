"""A story as the fold knows it: where everybody is, what they carry and think, the fight and the talk under way.

What happened is kept as far as it is worth telling again: one entry for each thing that an event says.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Literal

import msgspec

from parley.core.base.line import keep_visible
from parley.core.cast.colours import PALETTE
from parley.core.cast.member import PLAYER, Member
from parley.core.log.config import RunConfig
from parley.core.log.events.run import RunForked
from parley.core.log.slices import Slice
from parley.core.log.state import State
from parley.core.log.state import Turn as EndedTurn
from parley.core.modes.story import events
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.rules.parts import AGENTS, LONGEST_PROSE
from parley.core.modes.story.rules.setting import Setting

Kind = Literal[
    "came", "item", "summary", "promise", "quest", "fight", "fell", "joined", "follows", "stays", "flag",
]  # fmt: skip


class Happening(msgspec.Struct, frozen=True, gc=False):  # gc=False: no cycles, and thousands in a long story
    """Something that happened, to be told in turn `turn`, at `place`.

    `who` are the ids of those whom it concerns beside the player, with blanks between them (promise: who made it, then
    to whom; item: who had or has it, "@place" too); `what`, a place, an item or a quest;
    `count`, how many came to the player (below 0: went), or the quest's stage; `text`, what was said of it, or how it
    ended. `aside`: it was within a talk, the summary of which tells it.
    """

    kind: Kind
    turn: int
    place: str
    who: str = ""
    what: str = ""
    count: int = 0
    text: str = ""
    aside: bool = False


def build_happening(story: StoryState, effect: events.AnyEffect, turn: int) -> Happening | None:
    """Return what is worth telling of an effect that is about to change the world; None: nothing."""
    here, aside = story.here, bool(story.partner)
    match effect:
        case events.Moved(who=who, to=to) if who == PLAYER and to != here:
            return Happening("came", turn, to, what=to)
        case events.ItemMoved(item=item, quantity=quantity, giver=giver, receiver=receiver):
            if giver != PLAYER and receiver == PLAYER:
                return Happening("item", turn, here, giver, item, quantity, aside=aside)
            if giver == PLAYER and receiver != PLAYER:
                return Happening("item", turn, here, receiver, item, -quantity, aside=aside)
        case events.Followed(character=who, on=on):
            return Happening("follows" if on else "stays", turn, here, who, aside=aside)
        case events.HealthChanged(who=who, before=before, after=after) if after <= 0 < before and who != PLAYER:
            return Happening("fell", turn, here, who, aside=aside)
        case events.Joined(person=person) if person.id not in story.people:
            return Happening("joined", turn, person.location, person.id)
        case events.QuestAdvanced(quest=quest, stage=stage, done=done):
            return Happening("quest", turn, here, what=quest, count=stage, text="done" if done else "")
        case events.FlagSet(name=name, value=value) if value:
            return Happening("flag", turn, here, text=name)
    return None


RECENT = 5
"""Agents that are remembered as recent."""

HERE = "@"
"""What an owner's name begins with where a thing lies at a place: "@mill"."""


MOST_OF_A_THING = 2**31 - 1
"""So many of a thing an event can move."""


@dataclass(slots=True)
class CharacterState:
    """Somebody as they are now; the player too (id `player`). `statuses` are in turns of the player that are left.

    `met`: the player has spoken with them. At `health` 0 they are out of the story, and so is who is `gone`.
    """

    person: events.Person
    location: str = ""
    items: dict[str, int] = field(default_factory=dict)
    trust: int = 0
    statuses: dict[str, int] = field(default_factory=dict)
    following: bool = False
    health: int = 8
    met: bool = False
    gone: bool = False

    def copy(self) -> CharacterState:
        """Return a copy that can be folded on without touching this one."""
        # By hand: `replace` looks at every field, and a story with many people is copied often.
        return CharacterState(
            self.person, self.location, self.items.copy(), self.trust, self.statuses.copy(), self.following,
            self.health, self.met, self.gone,
        )  # fmt: skip


@dataclass(slots=True)
class Fight:
    """The fight under way. `order` are the ids of all who fight, by initiative; `round` counts what was fought; `used`
    are the features of the place that have served, and the breath that was caught."""

    foes: tuple[str, ...]
    order: tuple[str, ...]
    allies: tuple[str, ...]
    initiative: tuple[events.Check, ...]
    round: int = 0
    last: events.CombatFought | None = None
    used: tuple[str, ...] = ()


class Talk(msgspec.Struct, frozen=True, gc=False):
    """A talk with a character: turns `first` to `last`, and its summary (empty until there is one)."""

    character: str
    first: int
    last: int
    summary: str = ""
    method: str = ""
    note: str = ""


@dataclass(slots=True)
class StoryState(Slice):
    """The story after some events.

    Attributes: `turn` counts what the player did outside the interview; `act`, their words of this turn, `read`, how a
    model read these, and `did`, what the rules made of them or a click; `asked` and `answers` of the interview;
    `people` by id, the player among them; `lying`, what lies about by place; `partner` and `opened`, whom the player
    talks with and from which turn on;
    `parting`, whose talk has to be summarised still; `routed`, the newest routing and `due`, who of it has yet to
    speak; `resolved`, the story turn whose dice were thrown; `dice`, the newest throw; `recent` agents; `jester`, the
    story turn in which it last spoke (0: never); `offered`, the newest choices; `fight`, and those that are over in
    `fought`; `called`, foes who are there before the fight began; `scripted`, lines of the script that were used;
    `tokens` of this story turn; `host`, who asks the questions of the interview;
    `ended_turn`, the story turn in which the last fight ended, and `last_round` its last round;
    `arrived`, the story turn in which the player came to where they are (-1: they began there);
    `changes`, what changed since the newest talk began, as long as it lasts; `chronicle`, what happened until now;
    `edits`, what the player last wrote on a card, by card; `offer`, the one that stands in the talk; `meant`,
    which written answer the player last asked for.
    """

    phase: events.Phase = "creation"
    turn: int = 0
    act: str = ""
    read: events.LineRead | None = None
    did: tuple[events.PlayerDid, ...] = ()
    asked: int = 0
    answers: tuple[str, ...] = ()
    sheet: events.Sheet | None = None
    health: int = 0
    people: dict[str, CharacterState] = field(default_factory=dict)
    lying: dict[str, dict[str, int]] = field(default_factory=dict)
    partner: str = ""
    opened: int = 0
    parting: str = ""
    talks: list[Talk] = field(default_factory=list)
    routed: events.StoryRouted | None = None
    due: tuple[str, ...] = ()
    resolved: int = -1
    dice: events.DiceRolled | None = None
    recent: tuple[str, ...] = ()
    jester: int = 0
    offered: events.ChoicesOffered | None = None
    fight: Fight | None = None
    fought: list[tuple[events.CombatStarted, events.CombatEnded]] = field(default_factory=list)
    begun: events.CombatStarted | None = None
    called: tuple[events.Person, ...] = ()
    flags: dict[str, str] = field(default_factory=dict)
    quests: dict[str, events.QuestAdvanced] = field(default_factory=dict)
    beaten: tuple[str, ...] = ()
    moments: list[events.MomentTagged] = field(default_factory=list)
    scripted: int = 0
    autoplay: bool = False
    defeats: int = 0
    ended_turn: int = -1
    last_round: str = ""
    arrived: int = -1
    changes: tuple[events.AnyEffect, ...] = ()
    tokens: int = 0
    host: str = ""
    chronicle: list[Happening] = field(default_factory=list)
    edits: dict[str, events.CardEdited] = field(default_factory=dict)
    round_fought: events.CombatFought | None = None
    offer: events.Offer | None = None
    meant: events.AnswerMatched | None = None

    @classmethod
    def begin(cls, config: RunConfig) -> StoryState:
        """Return a story before anything happened: everybody where the setting has them."""
        story_config = config[StoryConfig]
        setting = story_config.setting
        story = StoryState(autoplay=story_config.autoplay, host=setting.innkeeper)
        partner = setting.someone(story_config.partner)  # a dialogue begins where its partner is
        start = partner.location if partner else setting.start
        me = events.Person(id=PLAYER, name=config.member(PLAYER).name, location=start)
        story.people[PLAYER] = CharacterState(me, location=start, health=0)  # the sheet sets health, name and things
        for one in setting.people:
            if config.has(one.id):
                person = events.Person(
                    id=one.id, name=one.name, archetype=one.archetype,
                    description=one.description.text(config.language),
                    traits=tuple(trait.text(config.language) for trait in one.traits), location=one.location,
                    trust=one.trust, colour=config.member(one.id).colour, health=one.health, armour=one.armour,
                    bonus=one.bonus, damage=one.damage, dexterity=one.dexterity,
                )  # fmt: skip
                story.people[one.id] = CharacterState(
                    person, location=one.location, items=dict(one.items), trust=one.trust, health=one.health
                )
        story.lying = {place.id: dict(place.items) for place in setting.places if place.items}
        return story

    def follow_fork(self, state: State, event: RunForked, before: RunConfig) -> None:
        """Take from the fork whether the player takes choices by chance."""
        if "story" in event.overrides:
            self.autoplay = bool(event.overrides["story"].get("autoplay", False))

    def taken_back(self, state: State, gone: EndedTurn) -> None:
        """Make whoever spoke the line that was taken back due again."""
        member, before = gone.member, (turn.member for turn in reversed(state.turns))
        if self.phase == "creation":
            self.asked -= 1
            return
        self.due = (member, *(one for one in self.due if one != member))
        self.recent = tuple(islice((one for one in before if one in AGENTS), RECENT))[::-1]
        if member == "jester" and self.routed is not None:
            # It was counted when it was decided who answers.
            self.jester = self.routed.story_turn - self.routed.since
        if self.offered is not None and self.offered.story_turn == self.turn:
            self.offered = None  # the choices were made of what was told

    @property
    def player(self) -> CharacterState:
        """The player's character."""
        return self.people[PLAYER]

    @property
    def here(self) -> str:
        """Where the player is."""
        return self.people[PLAYER].location

    def present(self) -> list[str]:
        """Return the ids of those who are where the player is, alive, without the player and without foes of a
        fight.
        """
        fighting = self.fight.foes if self.fight else ()
        return [one for one in self.people if one not in fighting and self.is_here(one)]

    def is_here(self, one: str) -> bool:
        """Return whether somebody is where the player is, alive, and not the player."""
        standing = self.people.get(one)
        return (
            one != PLAYER
            and standing is not None
            and standing.location == self.here
            and standing.health > 0
            and not standing.gone
        )

    def get_items_of(self, owner: str) -> dict[str, int]:
        """Return what an owner has: the player, a character, or "@place"."""
        if owner.startswith(HERE):
            return self.lying.get(owner.removeprefix(HERE), {})
        return self.people[owner].items if owner in self.people else {}

    def is_waiting(self) -> bool:
        """Return whether nobody is to speak before the player does something: all that is due was said and offered."""
        offered = self.phase == "creation" or (self.offered is not None and self.offered.story_turn == self.turn)
        return self.is_answered() and offered and not (self.parting or self.called)

    def is_answered(self) -> bool:
        """Return whether all who were to speak after the player have: what comes next is the player's, or the
        rules'.
        """
        if self.due or self.phase == "epilogue":
            return False
        if self.phase == "creation":
            return self.asked > len(self.answers)
        return self.routed is not None and self.routed.story_turn == self.turn

    def goes_by_itself(self, config: RunConfig) -> bool:
        """Return whether the script's next line, or chance, acts for the player."""
        return self.autoplay or self.scripted < len(config[StoryConfig].script)

    def copy(self) -> StoryState:
        """Return a copy that can be folded on without touching this one."""
        return replace(
            self,  # fields that are not copied here are never changed in place
            people={one: standing.copy() for one, standing in self.people.items()},
            lying={place: items.copy() for place, items in self.lying.items()},
            talks=self.talks.copy(),
            fight=replace(self.fight) if self.fight else None,
            fought=self.fought.copy(),
            flags=self.flags.copy(),
            quests=self.quests.copy(),
            moments=self.moments.copy(),
            chronicle=self.chronicle.copy(),
            edits=self.edits.copy(),
        )


def member_of(person: events.Person) -> Member:
    """Return a character that came in on the way, as a member of the run."""
    # A log that was written by hand may have texts that no member has.
    return Member(
        id=person.id,
        name=keep_visible(person.name) or person.id,
        role=person.archetype.replace("_", " "),
        identity=person.description[:LONGEST_PROSE],
        personality=", ".join(person.traits)[:LONGEST_PROSE],
        colour=person.colour if person.colour in PALETTE or person.colour.startswith("#") else "",
    )


def list_newcomers(effects: Sequence[events.AnyEffect]) -> Iterable[events.Person]:
    """Return who comes into the story by these effects."""
    return [effect.person for effect in effects if isinstance(effect, events.Joined)]


def apply_effects(story: StoryState, effects: Iterable[events.AnyEffect], next_turn: int) -> None:
    """Fold what changed in the story's world. A log that was written by hand may name strangers: they are left out."""
    for effect in effects:
        if story.partner:  # for the summary of the talk
            story.changes = (*story.changes, effect)
        if (told := build_happening(story, effect, next_turn)) is not None:  # first: it needs the world as it was
            story.chronicle.append(told)
        one = story.people.get(getattr(effect, "who", "") or getattr(effect, "character", ""))
        match effect:
            case events.Moved(who=who, to=to):
                if who == PLAYER and to != story.here:
                    story.arrived = story.turn
                if one:
                    one.location = to
            case events.ItemMoved():
                _apply_item_moved(story, effect)
            case events.TrustChanged() if one:
                one.trust = effect.after
            case events.StatusSet(status=status) if one:
                one.statuses.pop(status, None)
                if effect.turns > 0:
                    one.statuses[status] = effect.turns
            case events.Followed() if one:
                one.following = effect.on
            case events.HealthChanged() if one:
                one.health = effect.after
            case events.Joined(person=person) if person.id not in story.people:
                items = {each.item: each.quantity for each in person.items}
                story.people[person.id] = CharacterState(
                    person, person.location, items, person.trust, health=person.health
                )
            case events.FlagSet(name=name):
                story.flags.pop(name, None)
                if effect.value:
                    story.flags[name] = effect.value
            case events.QuestAdvanced():
                story.quests[effect.quest] = effect
            case events.DialogueOpened() if one:
                story.phase, story.partner, story.opened = "dialogue", effect.character, next_turn
                story.changes, story.offer = (), None
                one.met = True
            case events.DialogueClosed():
                story.parting, story.offer = effect.character, None
            case events.FoesCalled():
                story.called, story.offer = effect.foes, None
            case events.FoeLeft() if one:
                one.gone = True
            case events.OfferMade(offer=offer) if offer.character in story.people:
                story.offer = offer
            case events.OfferClosed():
                story.offer = None


def _apply_item_moved(story: StoryState, effect: events.ItemMoved) -> None:
    had = story.get_items_of(effect.giver)  # for nobody a new dict, which is discarded
    left = had.pop(effect.item, 0) - effect.quantity
    if left > 0:
        had[effect.item] = left
    if effect.receiver.startswith(HERE):
        story.lying.setdefault(effect.receiver.removeprefix(HERE), {})
    has = story.get_items_of(effect.receiver)
    has[effect.item] = min(MOST_OF_A_THING, has.get(effect.item, 0) + effect.quantity)


def get_audience(story: StoryState) -> tuple[str, ...]:
    """Return who hears what is said now: in a talk the two, and the Jester, who listens everywhere; else the
    tellers.
    """
    if story.phase == "creation" and story.host:
        return (PLAYER, story.host)
    if story.phase == "dialogue" and story.partner:
        return (PLAYER, story.partner, "jester")
    return (PLAYER, *AGENTS)


def inventory(setting: Setting, items: dict[str, int], language: str) -> list[tuple[str, str, int]]:
    """Return what somebody has, as (item, name, quantity), in the order in which they came by it."""
    return [(item, setting.item_name(item, language), quantity) for item, quantity in items.items() if quantity > 0]
