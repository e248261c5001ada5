"""A story as the fold knows it: where everybody is, what they carry and think, the fight and the talk under way."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

import msgspec

from core.cast.colours import PALETTE
from core.cast.member import Member
from core.events import (
    PLAYER,
    AnyEffect,
    Check,
    ChoicesOffered,
    CombatEnded,
    CombatFought,
    CombatStarted,
    DialogueClosed,
    DialogueOpened,
    DialogueSummarised,
    DiceRolled,
    FlagSet,
    FoesCalled,
    Followed,
    HealthChanged,
    ItemMoved,
    Joined,
    MomentTagged,
    Moved,
    Person,
    Phase,
    PlayerDid,
    QuestAdvanced,
    Sheet,
    StatusSet,
    StoryRouted,
    TrustChanged,
)
from core.story.intents import Known
from core.story.setting import AGENTS, Setting
from core.story.texts import LONGEST_PROSE
from core.transcript.config import RunConfig
from core.transcript.line import visible

RECENT = 5
"""Agents that are remembered as recent."""

HERE = "@"
"""What an owner's name begins with where a thing lies at a place: "@mill"."""


@dataclass(slots=True)
class Standing:
    """Somebody as they are now; the player too (id `player`). `statuses` are in turns of the player that are left.

    `met`: the player has spoken with them. At `health` 0 they are out of the story.
    """

    person: Person
    location: str = ""
    items: dict[str, int] = field(default_factory=dict)
    trust: int = 0
    statuses: dict[str, int] = field(default_factory=dict)
    following: bool = False
    health: int = 8
    met: bool = False

    def copy(self) -> Standing:
        """One that can be folded on without touching this one."""
        # By hand: `replace` looks at every field, and a story with many people is copied often.
        return Standing(
            self.person, self.location, self.items.copy(), self.trust, self.statuses.copy(), self.following,
            self.health, self.met,
        )  # fmt: skip


@dataclass(slots=True)
class Fight:
    """The fight under way. `order` are the ids of all who fight, by initiative; `round` counts what was fought."""

    foes: tuple[str, ...]
    order: tuple[str, ...]
    allies: tuple[str, ...]
    initiative: tuple[Check, ...]
    round: int = 0
    last: CombatFought | None = None

    def copy(self) -> Fight:
        """One that can be folded on without touching this one."""
        return replace(self)


class Talk(msgspec.Struct, frozen=True, gc=False):
    """A talk with a character: turns `first` to `last`, and its summary (empty until there is one)."""

    character: str
    first: int
    last: int
    summary: str = ""
    method: str = ""
    note: str = ""


@dataclass(slots=True)
class Tale:
    """The story after some events.

    Attributes: `turn` counts what the player did outside the interview; `act`, their words of this turn, and `did`,
    what the rules made of them or a click; `asked` and `answers` of the interview; `people` by id, the player among
    them; `lying`, what lies about by place; `partner` and `opened`, whom the player talks with and from which turn on;
    `parting`, whose talk has to be summarised still; `routed`, the newest routing and `due`, who of it has yet to
    speak; `resolved`, the story turn whose dice were thrown; `dice`, the newest throw; `recent` agents; `jester`, the
    story turn in which it last spoke (0: never); `offered`, the newest choices; `fight`, and those that are over in
    `fought`; `called`, foes who are there before the fight began; `scripted`, lines of the script that were used;
    `tokens` of this story turn; `host`, who asks the questions of the interview;
    `ended_turn`, the story turn in which the last fight ended, and `last_round` its last round;
    `arrived`, the story turn in which the player came to where they are (-1: they began there);
    `changes`, what changed since the newest talk began, as long as it lasts.
    """

    phase: Phase = "creation"
    turn: int = 0
    act: str = ""
    did: tuple[PlayerDid, ...] = ()
    asked: int = 0
    answers: tuple[str, ...] = ()
    sheet: Sheet | None = None
    health: int = 0
    people: dict[str, Standing] = field(default_factory=dict)
    lying: dict[str, dict[str, int]] = field(default_factory=dict)
    partner: str = ""
    opened: int = 0
    parting: str = ""
    talks: list[Talk] = field(default_factory=list)
    routed: StoryRouted | None = None
    due: tuple[str, ...] = ()
    resolved: int = -1
    dice: DiceRolled | None = None
    recent: tuple[str, ...] = ()
    jester: int = 0
    offered: ChoicesOffered | None = None
    fight: Fight | None = None
    fought: list[tuple[CombatStarted, CombatEnded]] = field(default_factory=list)
    begun: CombatStarted | None = None
    called: tuple[Person, ...] = ()
    flags: dict[str, str] = field(default_factory=dict)
    quests: dict[str, QuestAdvanced] = field(default_factory=dict)
    beaten: tuple[str, ...] = ()
    moments: list[MomentTagged] = field(default_factory=list)
    scripted: int = 0
    autoplay: bool = False
    defeats: int = 0
    ended_turn: int = -1
    last_round: str = ""
    arrived: int = -1
    changes: tuple[AnyEffect, ...] = ()
    tokens: int = 0
    host: str = ""

    @property
    def player(self) -> Standing:
        """Whom the player plays."""
        return self.people[PLAYER]

    @property
    def here(self) -> str:
        """Where the player is."""
        return self.people[PLAYER].location

    def present(self) -> list[str]:
        """The ids of those who are where the player is, alive, without the player and without foes of a fight."""
        fighting = self.fight.foes if self.fight else ()
        return [
            one
            for one, standing in self.people.items()
            if one != PLAYER and one not in fighting and standing.location == self.here and standing.health > 0
        ]

    def items_of(self, owner: str) -> dict[str, int]:
        """What an owner has: the player, a character, or "@place"."""
        if owner.startswith(HERE):
            return self.lying.get(owner.removeprefix(HERE), {})
        return self.people[owner].items if owner in self.people else {}

    def waits(self) -> bool:
        """Whether nobody is to speak before the player does something: all that is due was said and offered."""
        if self.due or self.parting or self.called or self.phase == "epilogue":
            return False
        if self.phase == "creation":
            return self.asked > len(self.answers)
        return self.offered is not None and self.offered.story_turn == self.turn

    def answered(self) -> bool:
        """Whether all who were to speak after the player have: what comes next is the player's, or the rules'."""
        if self.due or self.phase == "epilogue":
            return False
        if self.phase == "creation":
            return self.asked > len(self.answers)
        return self.routed is not None and self.routed.story_turn == self.turn

    def copy(self) -> Tale:
        """One that can be folded on without touching this one."""
        return replace(
            self,
            people={one: standing.copy() for one, standing in self.people.items()},
            lying={place: items.copy() for place, items in self.lying.items()},
            talks=self.talks.copy(),
            fight=self.fight.copy() if self.fight else None,
            fought=self.fought.copy(),
            flags=self.flags.copy(),
            quests=self.quests.copy(),
            moments=self.moments.copy(),
        )


def begun(config: RunConfig) -> Tale:
    """A story before anything happened: everybody where the setting has them."""
    story = config.tale
    setting = story.setting
    tale = Tale(autoplay=story.autoplay, host=setting.innkeeper)
    # A dialogue begins where its partner is.
    partner = setting.someone(story.partner)
    start = partner.location if partner else setting.start
    me = Person(id=PLAYER, name=config.member(PLAYER).name, location=start)
    tale.people[PLAYER] = Standing(me, location=start, health=0)
    for one in setting.people:
        if config.has(one.id):
            person = Person(
                id=one.id, name=one.name, archetype=one.archetype, description=one.description.text(config.language),
                traits=tuple(trait.text(config.language) for trait in one.traits), location=one.location,
                trust=one.trust, colour=config.member(one.id).colour, health=one.health, armour=one.armour,
                bonus=one.bonus, damage=one.damage, dexterity=one.dexterity,
            )  # fmt: skip
            tale.people[one.id] = Standing(
                person, location=one.location, items=dict(one.items), trust=one.trust, health=one.health
            )
    tale.lying = {place.id: dict(place.items) for place in setting.places if place.items}
    return tale


def member_of(person: Person) -> Member:
    """A character that came in on the way, as a member of the run."""
    # A log that was written by hand may have texts that no member has.
    return Member(
        id=person.id,
        name=visible(person.name) or person.id,
        role=person.archetype.replace("_", " "),
        identity=person.description[:LONGEST_PROSE],
        personality=", ".join(person.traits)[:LONGEST_PROSE],
        colour=person.colour if person.colour in PALETTE or person.colour.startswith("#") else "",
    )


def newcomers(effects: Sequence[AnyEffect]) -> Iterable[Person]:
    """Who comes into the story by these effects."""
    return [effect.person for effect in effects if isinstance(effect, Joined)]


def apply_effects(tale: Tale, effects: Iterable[AnyEffect], next_turn: int) -> None:
    """Fold what changed in the story's world. A log that was written by hand may name strangers: they are left out."""
    for effect in effects:
        if tale.partner:
            tale.changes = (*tale.changes, effect)
        match effect:
            case Moved():
                if effect.who == PLAYER and effect.to != tale.here:
                    tale.arrived = tale.turn
                if effect.who in tale.people:
                    tale.people[effect.who].location = effect.to
            case ItemMoved():
                _item_moved(tale, effect)
            case TrustChanged():
                if effect.character in tale.people:
                    tale.people[effect.character].trust = effect.after
            case StatusSet():
                if effect.who in tale.people:
                    statuses = tale.people[effect.who].statuses
                    statuses.pop(effect.status, None)
                    if effect.turns > 0:
                        statuses[effect.status] = effect.turns
            case Followed():
                if effect.character in tale.people:
                    tale.people[effect.character].following = effect.on
            case HealthChanged():
                if effect.who in tale.people:
                    tale.people[effect.who].health = effect.after
            case Joined(person=person) if person.id not in tale.people:
                tale.people[person.id] = Standing(
                    person, location=person.location, items={each.item: each.quantity for each in person.items},
                    trust=person.trust, health=person.health,
                )  # fmt: skip
            case FlagSet():
                tale.flags.pop(effect.name, None)
                if effect.value:
                    tale.flags[effect.name] = effect.value
            case QuestAdvanced():
                tale.quests[effect.quest] = effect
            case DialogueOpened():
                tale.phase, tale.partner, tale.opened = "dialogue", effect.character, next_turn
                tale.changes = ()
                if effect.character in tale.people:
                    tale.people[effect.character].met = True
            case DialogueClosed():
                tale.parting = effect.character
            case FoesCalled():
                tale.called = effect.foes


def _item_moved(tale: Tale, effect: ItemMoved) -> None:
    if effect.giver:
        had = tale.items_of(effect.giver)
        left = had.get(effect.item, 0) - effect.quantity
        had.pop(effect.item, None)
        if left > 0:
            had[effect.item] = left
    if effect.receiver.startswith(HERE):
        tale.lying.setdefault(effect.receiver.removeprefix(HERE), {})
    if effect.receiver:
        has = tale.items_of(effect.receiver)
        has[effect.item] = has.get(effect.item, 0) + effect.quantity


def player_spoke(tale: Tale, text: str, *, scripted: bool) -> None:
    """What the player did: an answer in the interview, else a turn of the story, in which statuses count down."""
    tale.scripted += scripted
    if tale.phase == "creation":
        tale.answers = (*tale.answers, text)
        return
    tale.turn += 1
    tale.act, tale.did = text, ()
    tale.tokens = 0
    for standing in tale.people.values():
        if standing.statuses:
            standing.statuses = {name: turns - 1 for name, turns in standing.statuses.items() if turns > 1}


def agent_spoke(tale: Tale, member: str) -> None:
    """An agent, a character or the innkeeper said their line."""
    if tale.phase == "creation":
        # One question at a time: what the director has somebody say in between is none.
        tale.asked += member == tale.host and tale.asked == len(tale.answers)
        return
    tale.due = tuple(one for one in tale.due if one != member)
    if member in AGENTS:
        tale.recent = (*tale.recent, member)[-RECENT:]
    if member == "jester":
        tale.jester = tale.turn


def agent_taken_back(tale: Tale, member: str, before: Iterable[str]) -> None:
    """Their line was taken back and is to be spoken again; `before` are who spoke before it, the newest first."""
    if tale.phase == "creation":
        tale.asked -= 1
        return
    tale.due = (member, *(one for one in tale.due if one != member))
    tale.recent = tuple(islice((one for one in before if one in AGENTS), RECENT))[::-1]
    if member == "jester" and tale.routed is not None:
        # It was counted when it was decided who answers.
        tale.jester = tale.routed.story_turn - tale.routed.since
    if tale.offered is not None and tale.offered.story_turn == tale.turn:
        # What may be done next was made of what was told.
        tale.offered = None


def floor_given(tale: Tale, member: str) -> None:
    """The director has somebody speak before the others who are due."""
    tale.due = (member, *(one for one in tale.due if one != member))


def routed(tale: Tale, event: StoryRouted) -> None:
    """Who answers is decided."""
    tale.routed, tale.due = event, event.agents


def dice_rolled(tale: Tale, event: DiceRolled, next_turn: int) -> None:
    """The rules decided an act outside a fight."""
    tale.dice, tale.resolved = event, event.story_turn
    apply_effects(tale, event.effects, next_turn)


def combat_started(tale: Tale, event: CombatStarted) -> None:
    """Foes stand against the player; they are people of the story from here on."""
    for foe in event.foes:
        if foe.id not in tale.people:
            tale.people[foe.id] = Standing(foe, location=tale.here, health=foe.health)
    order = tuple(check.who for check in event.order)
    tale.fight = Fight(tuple(foe.id for foe in event.foes), order, event.allies, event.order)
    tale.phase, tale.begun, tale.called, tale.partner = "combat", event, (), ""
    # What the player did began the fight; the first blow is their next turn's.
    tale.resolved = tale.turn


def combat_fought(tale: Tale, event: CombatFought, next_turn: int) -> None:
    """A round is over."""
    tale.resolved = event.story_turn
    if tale.fight is not None:
        tale.fight.round, tale.fight.last = event.round, event
    apply_effects(tale, event.effects, next_turn)


def combat_ended(tale: Tale, event: CombatEnded, next_turn: int) -> None:
    """The fight is over; who fell is out of the story."""
    if tale.begun is not None:
        tale.fought.append((tale.begun, event))
    tale.ended_turn = tale.turn
    tale.last_round = tale.fight.last.text if tale.fight and tale.fight.last else ""
    if event.outcome == "victory" and tale.fight is not None:
        tale.beaten = (*tale.beaten, *tale.fight.foes)
    tale.defeats += event.outcome == "defeat"
    tale.fight, tale.begun = None, None
    tale.phase = "exploration"
    apply_effects(tale, event.effects, next_turn)


def sheet_written(tale: Tale, sheet: Sheet) -> None:
    """The player is somebody now."""
    tale.sheet = sheet
    me = tale.people[PLAYER]
    me.person = msgspec.structs.replace(me.person, name=sheet.name, description=sheet.description)
    me.items = {each.item: each.quantity for each in sheet.items}
    me.health = tale.health = sheet.health


def player_did(tale: Tale, event: PlayerDid, next_turn: int) -> None:
    """A click, or what the rules read from the player's words."""
    tale.did = (*tale.did, event)
    apply_effects(tale, event.effects, next_turn)


def audience(tale: Tale) -> tuple[str, ...]:
    """Who hears what is said now: in a talk the two, and the Jester, who listens everywhere; else the tellers."""
    if tale.phase == "creation" and tale.host:
        return (PLAYER, tale.host)
    if tale.phase == "dialogue" and tale.partner:
        return (PLAYER, tale.partner, "jester")
    return (PLAYER, *AGENTS)


def summarised(tale: Tale, event: DialogueSummarised, last: int) -> None:
    """The talk is over for good: the story goes on."""
    tale.talks.append(Talk(event.character, tale.opened, last, event.summary, event.method, event.note))
    tale.parting = tale.partner = ""
    if tale.phase == "dialogue":
        tale.phase = "exploration"


def inventory(setting: Setting, items: dict[str, int], language: str) -> list[tuple[str, str, int]]:
    """What somebody has, as (item, name, quantity), in the order in which they came by it."""
    return [(item, setting.item_name(item, language), quantity) for item, quantity in items.items() if quantity > 0]


def known(tale: Tale, config: RunConfig) -> Known:
    """What the player can name: everybody alive, all places, what is here to be had, and who may be fought here.

    Who is elsewhere, or what is out of reach, is named too: the rules then say why it does not work.
    """
    setting, language = config.tale.setting, config.language
    fighting = tale.fight.foes if tale.fight else ()
    people = {
        one: standing.person.name
        for one, standing in tale.people.items()
        if one != PLAYER and one not in fighting and standing.health > 0
    }
    items = {item.id: item.name.text(language) for item in setting.items}
    for owner in (PLAYER, HERE + tale.here, *tale.present()):
        items |= {item: name for item, name, _quantity in inventory(setting, tale.items_of(owner), language)}
    if fighting:
        foes = {one: tale.people[one].person.name for one in fighting if tale.people[one].health > 0}
    else:
        place = setting.place(tale.here)
        kinds = [setting.foe(one) for one in (place.foes if place else ())]
        foes = {kind.id: kind.name.text(language) for kind in kinds if kind is not None}
    return Known(
        people=people,
        places={place.id: place.name.text(language) for place in setting.places},
        items=items,
        foes=foes,
        called={one.id: (_title(one.role.text(language)),) for one in setting.people if one.id in people},
    )


def _title(role: str) -> str:
    """What somebody may be called by their role: "innkeeper" of "innkeeper of the Drowned Lantern"."""
    return _TITLE.split(role, maxsplit=1)[0].strip()


_TITLE = re.compile(r"[,;:(.]|\b(?:of|at|who|in|from|on|for|von|vom|des|der|im|am|auf|an|aus|für)\b")
