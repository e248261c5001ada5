"""Who fights, as the rules count them, and what the player does in a round, as the rules read their words."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field

from parley.core.cast.member import PLAYER
from parley.core.log.state import State
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.events import Check, CombatAction, PlayerDid, RollMode
from parley.core.modes.story.knowing import known
from parley.core.modes.story.naming import (
    exits,
    having,
    item_among,
    neat,
    people_listed,
    person_meant,
    place_name,
    wrong,
)
from parley.core.modes.story.rules.dice import Dice, modifier, parse, throw
from parley.core.modes.story.rules.names import named, words_of
from parley.core.modes.story.rules.parser import Intent, intents
from parley.core.modes.story.rules.parts import Feature, Item, Trick
from parley.core.modes.story.rules.setting import Setting, kind_of
from parley.core.modes.story.state import StoryState

ARMOUR = 10
"""What a blow has to reach where nobody wears anything and is neither quick nor slow."""

PRACTICE = 2
"""What the player's character adds to an attribute where they strike: they have done it before."""

DEFENCE = 4
"""How much harder to hit somebody is who defends, until their own next act."""

RECOVERED, BREATH = "1d6+1", "breath"
"""What somebody regains who catches their breath as they defend, and what that is called among what was used."""

COURAGE = {"guard": 14, "companion": 14, "foe": 13, "love_interest": 11, "merchant": 10, "townsperson": 10}
"""What a threat has to reach against the people of a story, by what they are."""

PEACE = 14
"""What words have to reach that make peace with somebody who thinks neither well nor ill of the player; ten points of
trust are one more or less."""


OFFERS = frozenset({"parley", "talk", "say", "give", "buy", "sell", "price", "accept", "haggle", "decline"})
"""Wishes by which the player tries to make peace in a fight."""

LASTS = {
    "poisoned": 3,
    "bleeding": 3,
    "stunned": 2,
    "afraid": 3,
    "defending": 2,
    "poised": 2,
    "exposed": 2,
    "steady": 2,
}
"""Turns of the player for which a condition stands, the one in which it came among them.

Whoever is stunned loses their next act, whoever defends does so until theirs and is poised for it, and whoever has
failed at something is exposed until theirs: all this is over then, and two turns are enough for it to come. Who comes
to from a daze is steady until their next act: nobody is stunned twice in a row.
"""

HEART = 20
"""What d20 has to reach, less the courage, where an enemy may lose heart."""

THIRD = 3
"""An enemy with a third of their health or less may lose heart; it is seen when they come to it, or a friend falls."""

CROWDED = 8
"""How much harder it is for an enemy to hit somebody at whom another one has struck in the round: they are in each
other's way."""

LOSS = 12
"""By how much a friend's fall weighs more than one's own wounds."""

OUTRIGHT = 5
"""By how much what was tried has to succeed to stun, and a threat to drive away somebody who is not hurt."""

WEARY = 3
"""How much easier talks and threats are against enemies of whom somebody is beaten, or who are hurt."""

RESIST = 12
"""What a throw with the constitution has to reach against a condition."""

BLEEDING = 1
"""What somebody loses who bleeds, at each of their acts."""


@dataclass(slots=True)
class Fighter:
    """Somebody in a round, changed blow by blow. `ours`: on the player's side. Modifiers are of their attributes."""

    id: str
    name: str
    ours: bool
    health: int
    most: int
    armour: int
    bonus: int
    damage: Dice
    dexterity: int
    constitution: int = 0
    inflicts: str = ""
    statuses: dict[str, int] = field(default_factory=dict)
    courage: int = 12
    parley: int = 0
    gone: bool = False

    @property
    def standing(self) -> bool:
        """Whether they are still in the fight."""
        return self.health > 0 and not self.gone

    @property
    def reach(self) -> int:
        """What a blow has to reach now."""
        return self.armour + (DEFENCE if "defending" in self.statuses else 0)


def struck(fighter: Fighter, target: Fighter, chance: random.Random, more: int = 0) -> Check:
    """Whether a blow hits. A natural 20 always does, a natural 1 never; whoever is poisoned or afraid strikes at a
    loss, whoever is poised, or strikes at somebody exposed, with advantage; both together are nothing."""
    loss = bool({"poisoned", "afraid"}.intersection(fighter.statuses))
    gain = "poised" in fighter.statuses or "exposed" in target.statuses
    mode: RollMode = "" if loss == gain else "disadvantage" if loss else "advantage"
    against = target.reach + more
    roll = throw(Dice(1, 20, fighter.bonus, mode), chance)
    natural = roll.kept[0]
    hit = natural == 20 or (natural != 1 and roll.total >= against)
    return Check(what="attack", who=fighter.id, roll=roll, against=against, success=hit)


def fighters(state: State, weapon: str = "") -> dict[str, Fighter]:
    """All who fight, by initiative; the player strikes with `weapon`, or with what they have."""
    fight = state[StoryState].fight
    order = fight.order if fight else ()
    foes = fight.foes if fight else ()
    return {one: _fighter(state, one, one not in foes, weapon) for one in order if one in state[StoryState].people}


def _fighter(state: State, one: str, ours: bool, weapon: str) -> Fighter:
    if one == PLAYER:
        return _player(state, weapon)
    standing = state[StoryState].people[one]
    person = standing.person
    return Fighter(
        id=one,
        name=person.name,
        ours=ours,
        health=standing.health,
        most=person.health,
        armour=person.armour,
        bonus=person.bonus,
        damage=parse(person.damage),
        dexterity=modifier(person.dexterity),
        inflicts=person.inflicts,
        statuses=dict(standing.statuses),
        courage=courage_of(state, one),
        parley=parley_of(state, one),
        gone=standing.gone or standing.location != state[StoryState].here,
    )


def courage_of(state: State, one: str) -> int:
    """What a threat has to reach against somebody."""
    foe = state.setup[StoryConfig].setting.foe(kind_of(state.setup[StoryConfig].setting, one))
    return foe.courage if foe else COURAGE[state[StoryState].people[one].person.archetype]


def parley_of(state: State, one: str) -> int:
    """What words have to reach that make peace with somebody; 0: they do not listen."""
    foe = state.setup[StoryConfig].setting.foe(kind_of(state.setup[StoryConfig].setting, one))
    return foe.parley if foe else max(5, min(25, PEACE - state[StoryState].people[one].trust // 10))


def gift(state: State, attribute: str) -> int:
    """What an attribute of the player's adds to a throw."""
    sheet = state[StoryState].sheet
    return modifier(sheet.attributes.get(attribute, 10) if sheet else 10)


def _player(state: State, wished: str) -> Fighter:
    story, setting = state[StoryState], state.setup[StoryConfig].setting
    scores = story.sheet.attributes if story.sheet else {}
    weapon = wielded(story, setting, wished)
    attribute = modifier(scores.get(weapon.attribute if weapon else "str", 10))
    dice = parse(weapon.damage if weapon and weapon.damage else setting.rules.unarmed)
    dexterity = modifier(scores.get("dex", 10))
    return Fighter(
        id=PLAYER,
        name=state.name_of(PLAYER),
        ours=True,
        health=story.player.health,
        most=story.health,
        armour=ARMOUR + dexterity + worn(story, setting),
        bonus=PRACTICE + attribute,
        damage=Dice(dice.count, dice.sides, dice.modifier + attribute, dice.mode),
        dexterity=dexterity,
        constitution=modifier(scores.get("con", 10)),
        statuses=dict(story.player.statuses),
    )


def wielded(story: StoryState, setting: Setting, wished: str = "") -> Item | None:
    """The weapon that the player strikes with: the one they wish for, their own, else the first that they carry."""
    own = story.sheet.weapon if story.sheet else ""
    for item in (wished, own, *story.player.items):
        found = setting.item(item)
        if found is not None and found.kind == "weapon" and story.player.items.get(item, 0) > 0:
            return found
    return None


def worn(story: StoryState, setting: Setting) -> int:
    """What the player's armour adds: the best piece that they carry counts, and no other."""
    pieces = [setting.item(item) for item, quantity in story.player.items.items() if quantity > 0]
    return max((piece.armour for piece in pieces if piece and piece.kind == "armour"), default=0)


def dexterity_of(state: State, one: str) -> int:
    """Somebody's dexterity, as a score."""
    story = state[StoryState]
    if one == PLAYER:
        return story.sheet.attributes.get("dex", 10) if story.sheet else 10
    return story.people[one].person.dexterity if one in story.people else 10


_COUNTED = re.compile(
    r"\b(?:(first|erste[nmrs]?)|(second|zweite[nmrs]?)|(third|dritte[nmrs]?)|(fourth|vierte[nmrs]?))\b"
)
_NUMBER = re.compile(r"\b([1-9])\b")


@dataclass(frozen=True)
class Act:
    """One act: `target` is a foe, `item` a thing or a feature of the place, by id, with the `trick` that it is good
    for, called `name`; `attribute` is what trying it takes, where it was said. `done`: a click has brought it about."""

    action: CombatAction
    target: str = ""
    item: str = ""
    done: PlayerDid | None = None
    trick: Trick | None = None
    name: str = ""
    attribute: str = ""


def act(state: State) -> Act:
    """What the player does this round.

    A click counts before words. What can be used at the place, and a thing that is good for a trick, count before what
    is done with it. Words that mean nothing to the rules are something that is tried: whoever throws sand in a wolf's
    eyes is not to stand still for it.
    """
    story, setting = state[StoryState], state.setup[StoryConfig].setting
    did = next((each for each in story.did if not each.refused and each.what not in {"ask", "meta"}), None)
    if did is not None:
        return Act("use" if did.what == "use" else "wait", done=did)
    wishes = intents(story.act, known(story, state.setup))
    meant = next((each for each in wishes if each.kind not in {"ask", "meta"}), Intent("wait"))
    target = _aimed(story, setting, meant)
    if meant.kind in OFFERS:
        # Who offers something, or speaks to them, wants to come to terms.
        return Act("parley")
    if meant.kind not in {"defend", "flee", "go", "part", "surrender", "wait"} and (
        one := _means(state, meant, target)
    ):
        action: CombatAction = "place" if isinstance(one, Feature) else "trick"
        trick = one if isinstance(one, Feature) else one.trick
        return Act(action, target, one.id, trick=trick, name=one.name.text(state.setup.language))
    match meant.kind:
        case "attack":
            return Act("attack", target, meant.item)
        case "defend" | "surrender":
            return Act(meant.kind)
        case "threaten":
            return Act("threaten", target)
        case "flee" | "go" | "part":
            return Act("flee")
        case "use":
            return _used(story, setting, meant, target)
        case "none" | "try" | "cast" | "deed":
            return Act("try", target)
        case _:
            return Act("wait")


def act_of(state: State, action: CombatAction, target: str, item: str, attribute: str) -> Act:
    """What the player does this round, as a voice has read it. Raises `UsageError` with what there is not."""
    story, setting, language = state[StoryState], state.setup[StoryConfig].setting, state.setup.language
    foes = [one for one in (story.fight.foes if story.fight else ()) if story.is_here(one)]
    aimed = person_meant(state, target, foes) if target else weakest(story)
    if not aimed:
        raise wrong(state, "no_person", name=neat(target), people=people_listed(state, foes))
    if action not in ("attack", "use", "try", "threaten") or not item:
        return Act(action, aimed, attribute=attribute)
    here = {each.id: each for each in features(state)}
    if feature := here.get(item) or here.get(
        named(words_of(item), {one: each.name.text(language) for one, each in here.items()})
    ):
        return Act("place", aimed, feature.id, trick=feature, name=feature.name.text(language))
    thing = setting.item(item_among(state, item, story.player.items))
    if thing is None:
        raise wrong(
            state, "has_not", owner=state.name_of(PLAYER), item=neat(item), items=having(state, story.player.items)
        )
    if thing.trick and action != "attack":
        return Act("trick", aimed, thing.id, trick=thing.trick, name=thing.name.text(language))
    if action == "use" and not thing.heals:
        return Act("attack" if thing.kind == "weapon" else "try", aimed, thing.id, attribute=attribute)
    return Act(action, aimed, thing.id, attribute=attribute)


def _means(state: State, meant: Intent, target: str) -> Feature | Item | None:
    """What is used of the place, or of the things that the player carries and that are good for something in a fight.

    Where they strike or threaten, what is called like their target is the target.
    """
    story, setting, language = state[StoryState], state.setup[StoryConfig].setting, state.setup.language
    carried = [setting.item(item) for item, count in story.player.items.items() if count > 0]
    found: dict[str, Feature | Item] = {item.id: item for item in carried if item is not None and item.trick}
    found |= {f"@{each.id}": each for each in features(state)}
    said = words_of(story.act)
    if meant.kind in {"attack", "threaten"} and target in story.people:
        its = words_of(state.name_of(target))
        said = tuple(word for word in said if word not in its)
    one = named(said, {key: each.name.text(language) for key, each in found.items()})
    return found.get(one or (meant.item if meant.kind == "use" else ""))


def features(state: State) -> tuple[Feature, ...]:
    """What can still be used in this fight at the place where it is."""
    story = state[StoryState]
    place = state.setup[StoryConfig].setting.place(story.here)
    used = story.fight.used if story.fight else ()
    return tuple(each for each in (place.features if place else ()) if each.id not in used)


def improvised(attribute: str, outright: bool, unarmed: str) -> Trick | None:
    """What comes of something that nobody has written down, by the attribute that it took: force and quickness hurt,
    and stun where they succeed outright, words frighten; None: it opens a gap."""
    if attribute == "cha":
        return Trick(inflicts="afraid")
    if attribute in {"str", "dex", "con"}:
        return Trick(damage=unarmed, inflicts="stunned" if outright else "")
    return Trick(inflicts="stunned") if outright else None


def way_out(state: State) -> str:
    """The exit that the player names; empty: none."""
    return named(words_of(state[StoryState].act), {way: place_name(state, way) for way in exits(state)})


def weakest(story: StoryState) -> str:
    """The foe who stands with the least health; of several the first. Empty: nobody stands."""
    standing = [one for one in (story.fight.foes if story.fight else ()) if story.is_here(one)]
    return min(standing, key=lambda one: story.people[one].health, default="")


def _used(story: StoryState, setting: Setting, meant: Intent, target: str) -> Act:
    item = setting.item(meant.item)
    if item is not None and item.kind == "weapon":
        return Act("attack", target, item.id)
    if item is not None and item.kind == "draught":
        return Act("use", item=item.id)
    # A rope or a ledger is what somebody tries something with.
    return Act("try", target)


def _aimed(story: StoryState, setting: Setting, meant: Intent) -> str:
    """Whom a blow is for: who is named or counted ("the second wolf", "number 2"), else the weakest who stands."""
    foes = story.fight.foes if story.fight else ()
    names = {one: story.people[one].person.name for one in foes if story.is_here(one)}
    target = meant.target if meant.target in foes else named(words_of(story.act), names)
    kind = kind_of(setting, target)
    alike = [one for one in foes if kind_of(setting, one) == kind] if kind else list(foes)
    said = story.act.casefold()
    if found := _COUNTED.search(said):
        number = found.lastindex or 1
    elif not target and (digit := _NUMBER.search(said)):
        number = int(digit.group(1))
    else:
        number = 0
    if 0 < number <= len(alike):
        target = alike[number - 1]
    return target if target and story.is_here(target) else weakest(story)
