"""Who fights, as the rules count them, and what the player does in a round."""

from __future__ import annotations

from dataclasses import dataclass, field

from parley.core.cast.member import PLAYER
from parley.core.log.state import State
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.events import CombatAction, PlayerDid
from parley.core.modes.story.knowing import wished
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
from parley.core.modes.story.rules.dice import Dice, modifier, parse
from parley.core.modes.story.rules.names import named, words_of
from parley.core.modes.story.rules.parser import Intent
from parley.core.modes.story.rules.parts import Item
from parley.core.modes.story.rules.setting import Setting
from parley.core.modes.story.state import StoryState

ARMOUR = 10
"""What a blow has to reach where nobody wears anything and is neither quick nor slow."""

PRACTICE = 2
"""What the player's character adds to an attribute where they strike: they have done it before."""

DEFENCE = 4
"""How much harder to hit somebody is who defends, until their own next act."""


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
    statuses: dict[str, int] = field(default_factory=dict)
    gone: bool = False

    @property
    def standing(self) -> bool:
        """Whether they are still in the fight."""
        return self.health > 0 and not self.gone

    @property
    def reach(self) -> int:
        """What a blow has to reach now."""
        return self.armour + (DEFENCE if "defending" in self.statuses else 0)


@dataclass(frozen=True)
class Act:
    """One act: `target` is a foe, `item` a thing, by id; `attribute` is what trying it takes, where it was said.
    `done`: a click has brought it about."""

    action: CombatAction
    target: str = ""
    item: str = ""
    done: PlayerDid | None = None
    attribute: str = ""


def fighters(state: State, weapon: str = "") -> dict[str, Fighter]:
    """Return all who fight, by initiative; the player strikes with `weapon`, or with what they have."""
    fight = state[StoryState].fight
    order = fight.order if fight else ()
    foes = fight.foes if fight else ()
    return {
        one: _build_fighter(state, one, one not in foes, weapon) for one in order if one in state[StoryState].people
    }


def _build_fighter(state: State, one: str, ours: bool, weapon: str) -> Fighter:
    if one == PLAYER:
        return _build_player_fighter(state, weapon)
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
        statuses=dict(standing.statuses),
        gone=standing.gone or standing.location != state[StoryState].here,
    )


def gift(state: State, attribute: str) -> int:
    """Return what an attribute of the player's adds to a throw."""
    sheet = state[StoryState].sheet
    return modifier(sheet.attributes.get(attribute, 10) if sheet else 10)


def _build_player_fighter(state: State, wished: str) -> Fighter:
    story, setting = state[StoryState], state.setup[StoryConfig].setting
    weapon = wielded(story, setting, wished)
    attribute = gift(state, weapon.attribute if weapon else "str")
    dice = parse(weapon.damage if weapon and weapon.damage else setting.rules.unarmed)
    return Fighter(
        id=PLAYER,
        name=state.name_of(PLAYER),
        ours=True,
        health=story.player.health,
        most=story.health,
        armour=ARMOUR + gift(state, "dex") + worn(story, setting),
        bonus=PRACTICE + attribute,
        damage=Dice(dice.count, dice.sides, dice.modifier + attribute, dice.mode),
        dexterity=gift(state, "dex"),
        statuses=dict(story.player.statuses),
    )


def wielded(story: StoryState, setting: Setting, wished: str = "") -> Item | None:
    """Return the weapon that the player strikes with: the one they wish for, their own, else the first that they
    carry.
    """
    own = story.sheet.weapon if story.sheet else ""
    for item in (wished, own, *story.player.items):
        found = setting.item(item)
        if found is not None and found.kind == "weapon" and story.player.items.get(item, 0) > 0:
            return found
    return None


def worn(story: StoryState, setting: Setting) -> int:
    """Return what the player's armour adds: the best piece that they carry counts, and no other."""
    pieces = [setting.item(item) for item, quantity in story.player.items.items() if quantity > 0]
    return max((piece.armour for piece in pieces if piece and piece.kind == "armour"), default=0)


def get_dexterity_of(state: State, one: str) -> int:
    """Somebody's dexterity, as a score."""
    story = state[StoryState]
    if one == PLAYER:
        return story.sheet.attributes.get("dex", 10) if story.sheet else 10
    return story.people[one].person.dexterity if one in story.people else 10


def act(state: State) -> Act:
    """Return what the player does this round: a click counts before words.

    Words that mean nothing to the rules are something that is tried: whoever throws sand in a wolf's eyes is not to
    stand still for it.
    """
    story = state[StoryState]
    did = next((each for each in story.did if not each.refused and each.what not in {"ask", "meta"}), None)
    if did is not None:
        return Act("use" if did.what == "use" else "wait", done=did)
    wishes = wished(state)
    meant = next((each for each in wishes if each.kind not in {"ask", "meta"}), Intent("wait"))
    target = _choose_blow_target(story, meant)
    match meant.kind:
        case "attack":
            return Act("attack", target, meant.item)
        case "defend":
            return Act("defend")
        case "flee" | "go" | "part":
            return Act("flee")
        case "use":
            return _build_item_act(state, meant.item, target)
        case "none" | "try" | "cast" | "deed":
            return Act("try", target)
        case _:
            return Act("wait")


def act_of(state: State, action: CombatAction, target: str, item: str, attribute: str) -> Act:
    """Return what the player does this round, as a voice has read it. Raises `UsageError` with what there is not."""
    story = state[StoryState]
    foes = [one for one in (story.fight.foes if story.fight else ()) if story.is_here(one)]
    aimed = person_meant(state, target, foes) if target else weakest(story)
    if not aimed:
        raise wrong(state, "no_person", name=neat(target), people=people_listed(state, foes))
    if action not in ("attack", "use") or not item:
        return Act(action, aimed, attribute=attribute)
    thing = item_among(state, item, story.player.items)
    if not thing:
        owner, items = state.name_of(PLAYER), having(state, story.player.items)
        raise wrong(state, "has_not", owner=owner, item=neat(item), items=items)
    return Act("attack", aimed, thing) if action == "attack" else _build_item_act(state, thing, aimed)


def _build_item_act(state: State, item: str, target: str) -> Act:
    """Return what comes of using a thing: a weapon strikes, a draught is drunk, with anything else something is
    tried.
    """
    thing = state.setup[StoryConfig].setting.item(item)
    if thing is not None and thing.kind == "weapon":
        return Act("attack", target, item)
    return Act("use", item=item) if thing is not None and thing.heals else Act("try", target)


def way_out(state: State) -> str:
    """Return the exit that the player names; empty: none."""
    return named(words_of(state[StoryState].act), {way: place_name(state, way) for way in exits(state)})


def weakest(story: StoryState) -> str:
    """Return the foe who stands with the least health; of several the first. Empty: nobody stands."""
    standing = [one for one in (story.fight.foes if story.fight else ()) if story.is_here(one)]
    return min(standing, key=lambda one: story.people[one].health, default="")


def _choose_blow_target(story: StoryState, meant: Intent) -> str:
    """Whom a blow is for: who is named, else the weakest who stands."""
    foes = story.fight.foes if story.fight else ()
    names = {one: story.people[one].person.name for one in foes if story.is_here(one)}
    target = meant.target if meant.target in foes else named(words_of(story.act), names)
    return target if target and story.is_here(target) else weakest(story)
