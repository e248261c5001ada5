"""Who fights, what the player does, and a round, blow by blow. Chance is seeded for every fighter and round."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from parley.core.base.clock import SeededRandom
from parley.core.cast.member import PLAYER
from parley.core.log.state import State
from parley.core.modes.story import events, naming
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.deeds import USUAL, find_attributes
from parley.core.modes.story.rules.dice import MOST_DICE, Dice, get_modifier, parse, roll_healing, throw
from parley.core.modes.story.rules.names import which, words_of
from parley.core.modes.story.rules.parser import Intent, find_difficulty
from parley.core.modes.story.rules.parts import Item
from parley.core.modes.story.rules.setting import Setting
from parley.core.modes.story.rules.tools import FightRound
from parley.core.modes.story.state import StoryState
from parley.core.modes.story.words import words

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

    action: events.CombatAction
    target: str = ""
    item: str = ""
    done: events.PlayerDid | None = None
    attribute: str = ""


def build_fighters(state: State, weapon: str = "") -> dict[str, Fighter]:
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
        statuses=dict(standing.statuses),
        gone=standing.gone or standing.location != state[StoryState].here,
    )


def get_bonus(state: State, attribute: str) -> int:
    """Return what an attribute of the player's adds to a throw."""
    sheet = state[StoryState].sheet
    return get_modifier(sheet.attributes.get(attribute, 10) if sheet else 10)


def _build_player_fighter(state: State, wished: str) -> Fighter:
    story, setting = state[StoryState], state.setup[StoryConfig].setting
    weapon = find_weapon(story, setting, wished)
    attribute = get_bonus(state, weapon.attribute if weapon else "str")
    dice = parse(weapon.damage if weapon and weapon.damage else setting.rules.unarmed)
    return Fighter(
        id=PLAYER,
        name=state.name_of(PLAYER),
        ours=True,
        health=story.player.health,
        most=story.health,
        armour=ARMOUR + get_bonus(state, "dex") + get_armour(story, setting),
        bonus=PRACTICE + attribute,  # other people's `bonus` includes their attribute already
        damage=Dice(dice.count, dice.sides, dice.modifier + attribute, dice.mode),
        statuses=dict(story.player.statuses),
    )


def find_weapon(story: StoryState, setting: Setting, wished: str = "") -> Item | None:
    """Return the weapon that the player strikes with: the one they wish for, their own, else the first that they
    carry.
    """
    own = story.sheet.weapon if story.sheet else ""
    for item in (wished, own, *story.player.items):
        found = setting.find_item(item)
        if found is not None and found.kind == "weapon" and story.player.items.get(item, 0) > 0:
            return found
    return None


def get_armour(story: StoryState, setting: Setting) -> int:
    """Return what the player's armour adds: the best piece that they carry counts, and no other."""
    pieces = [setting.find_item(item) for item, quantity in story.player.items.items() if quantity > 0]
    return max((piece.armour for piece in pieces if piece and piece.kind == "armour"), default=0)


def read_act(state: State) -> Act:
    """Return what the player does this round: a click counts before words.

    Words that mean nothing to the rules are something that is tried: whoever throws sand in a wolf's eyes is not to
    stand still for it.
    """
    story = state[StoryState]
    did = next((each for each in story.did if not each.refused and each.what not in {"ask", "meta"}), None)
    if did is not None:
        return Act("use" if did.what == "use" else "wait", done=did)  # `CombatAction` has no name for other deeds
    wishes = naming.read_wishes(state)
    # Questions are answered before the round is fought.
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


def act_of(state: State, given: FightRound) -> Act:
    """Return what the player does this round, as a voice has read it. Raises `UsageError` with what there is not."""
    story = state[StoryState]
    foes = [one for one in (story.fight.foes if story.fight else ()) if story.is_here(one)]
    aimed = naming.person_meant(state, given.target, foes) if given.target else find_weakest(story)
    if not aimed:
        raise naming.wrong(state, "no_person", name=naming.neat(given.target), people=naming.people_listed(state, foes))
    if given.action not in ("attack", "use") or not given.item:
        return Act(given.action, aimed, attribute=given.attribute)
    thing = naming.item_among(state, given.item, story.player.items)
    if not thing:
        owner, items = state.name_of(PLAYER), naming.format_items(state, story.player.items)
        raise naming.wrong(state, "has_not", owner=owner, item=naming.neat(given.item), items=items)
    return Act("attack", aimed, thing) if given.action == "attack" else _build_item_act(state, thing, aimed)


def _build_item_act(state: State, item: str, target: str) -> Act:
    """Return what comes of using a thing: a weapon strikes, a draught is drunk, with anything else something is
    tried.
    """
    thing = state.setup[StoryConfig].setting.find_item(item)
    if thing is not None and thing.kind == "weapon":
        return Act("attack", target, item)
    return Act("use", item=item) if thing is not None and thing.heals else Act("try", target)


def find_weakest(story: StoryState) -> str:
    """Return the foe who stands with the least health; of several the first. Empty: nobody stands."""
    standing = [one for one in (story.fight.foes if story.fight else ()) if story.is_here(one)]
    return min(standing, key=lambda one: story.people[one].health, default="")


def _choose_blow_target(story: StoryState, meant: Intent) -> str:
    """Return whom a blow is for: who is named, else the weakest who stands."""
    foes = story.fight.foes if story.fight else ()
    names = {one: story.people[one].person.name for one in foes if story.is_here(one)}
    target = meant.target if meant.target in foes else which(words_of(story.act), names).id
    return target if target and story.is_here(target) else find_weakest(story)


RECOVERED, BREATH = "1d8+2", "breath"
"""What somebody regains who catches their breath as they defend, and what that is called among what was used."""

CROWDED = 14
"""How much harder it is for an enemy to hit somebody at whom another one has struck in the round: they are in each
other's way."""

GUARDED = 2
"""Turns of the player for which a guard stands, the one in which it came among them: until their own next act."""


class Round:
    """One round that is being fought.

    Attributes: `fighters` as they are after the blows so far; `blows`; `effects`, all that they changed; `away`,
    whether the player has got away.
    """

    def __init__(self, state: State, rng: SeededRandom, does: Act | None = None) -> None:
        story = state[StoryState]
        self._state = state
        self._rng = rng
        self._act = does or read_act(state)
        # Two fights may fall into one turn: chance is drawn by fight and round as well.
        self._occasion = f"combat:{len(story.fought)}:{story.fight.round + 1 if story.fight else 1}"
        self.fighters = build_fighters(state, self._act.item)
        self.blows: list[events.Blow] = []
        self.effects: list[events.AnyEffect] = []
        self.away = False

    def fight(self) -> None:
        """Let everybody who stands act once, until the fight is decided."""
        for fighter in self.fighters.values():  # in order of initiative
            if self._is_fight_decided():
                return
            if fighter.standing:
                self._turn(fighter, self._rng.generator(self._state[StoryState].turn, f"{self._occasion}:{fighter.id}"))

    def _is_fight_decided(self) -> bool:
        player = self.fighters.get(PLAYER)
        return self.away or player is None or not player.standing or not self._list_standing_fighters(ours=False)

    def _list_standing_fighters(self, *, ours: bool) -> list[Fighter]:
        return [each for each in self.fighters.values() if each.standing and each.ours is ours]

    def _turn(self, fighter: Fighter, chance: random.Random) -> None:
        if "defending" in fighter.statuses:
            self._guard(fighter, 0)
        if fighter.id == PLAYER:
            self._act_as_player(fighter, self._act, chance)
        elif fighter.ours:
            self._strike(fighter, self._find_weakest_enemy(), chance)
        else:
            target = chance.choice(self._list_standing_fighters(ours=True))
            crowded = any(blow.action == "attack" and blow.target == target.id for blow in self.blows)
            self._strike(fighter, target, chance, CROWDED * crowded)

    def _find_weakest_enemy(self) -> Fighter:
        return min(self._list_standing_fighters(ours=False), key=lambda each: each.health)

    def _act_as_player(self, fighter: Fighter, meant: Act, chance: random.Random) -> None:
        if meant.done is not None:
            # What the click brought about was told where it happened.
            self.blows.append(events.Blow(actor=PLAYER, action=meant.action, target=PLAYER, health=fighter.health))
            return
        match meant.action:
            case "attack":
                self._strike(fighter, self._find_aimed_target(meant), chance)
            case "defend":
                self._defend(fighter, chance)
            case "flee":
                self._flee(fighter, chance)
            case "use":
                self._take_draught(fighter, meant.item, chance)
            case "try":
                self._try(fighter, meant, chance)
            case _:
                self._record_blow(fighter, "wait", "waits")

    def _find_aimed_target(self, meant: Act) -> Fighter:
        aimed = self.fighters.get(meant.target)  # they may have fallen earlier in the round
        return aimed if aimed is not None and aimed.standing else self._find_weakest_enemy()

    def _defend(self, fighter: Fighter, chance: random.Random) -> None:
        """Make somebody harder to hit; who has at most half of their health catches their breath, once in a fight."""
        self._guard(fighter, GUARDED)
        fight = self._state[StoryState].fight
        if fighter.health * 2 > fighter.most or (fight is not None and BREATH in fight.used):
            self._record_blow(fighter, "defend", "defends", against=fighter.reach)
            return
        before = fighter.health
        roll, now = roll_healing(RECOVERED, before, fighter.most, chance)
        self._set_health(fighter, now)
        self._record_blow(
            fighter, "defend", "recovers", checks=(events.Check(what="heal", who=fighter.id, roll=roll),),
            against=fighter.reach, amount=now - before, used=BREATH,
        )  # fmt: skip

    def _try(self, fighter: Fighter, meant: Act, chance: random.Random) -> None:
        """Try something with the place, a thing or bare wits; where it works, it hurts like a blow with bare hands."""
        target, rules = self._find_aimed_target(meant), self._state.setup[StoryConfig].setting.rules
        said = self._state[StoryState].act
        against = find_difficulty(said) or rules.improvise
        attribute = meant.attribute or next(iter(find_attributes(said, self._state.setup.language)), USUAL)
        roll = throw(Dice(1, 20, get_bonus(self._state, attribute)), chance)
        check = events.Check(what="check", who=fighter.id, roll=roll, against=against, success=roll.total >= against)
        told: dict[str, Any] = {"total": roll.total, "against": against}
        if not check.success:
            self._record_blow(fighter, "try", "tries_in_vain", target, checks=(check,), **told)
            return
        damage, thrown = self._wound(fighter, target, parse(rules.unarmed), chance)
        key = "tries_hits" if target.standing else "tries_fells"
        self._record_blow(fighter, "try", key, target, checks=(check, thrown), hit=True, damage=damage, **told)

    def _strike(self, fighter: Fighter, target: Fighter, chance: random.Random, more: int = 0) -> None:
        """Strike a blow: a natural 20 always hits and doubles the dice, a natural 1 never hits."""
        against = target.reach + more
        roll = throw(Dice(1, 20, fighter.bonus), chance)
        natural = roll.kept[0]
        hit = natural == 20 or (natural != 1 and roll.total >= against)
        check = events.Check(what="attack", who=fighter.id, roll=roll, against=against, success=hit)
        if not hit:
            key = "slips" if natural == 1 else "misses"
            self._record_blow(fighter, "attack", key, target, checks=(check,), total=roll.total, against=against)
            return
        dice = fighter.damage
        if natural == 20:
            dice = Dice(min(2 * dice.count, MOST_DICE), dice.sides, dice.modifier, dice.mode)  # modifier not doubled
        damage, thrown = self._wound(fighter, target, dice, chance)
        checks = (check, thrown)
        key = ("hits" if target.standing else "fells") + ("_hard" if natural == 20 else "")
        self._record_blow(
            fighter, "attack", key, target, checks=checks, hit=True, damage=damage, total=roll.total, against=against
        )

    def _wound(self, fighter: Fighter, target: Fighter, dice: Dice, chance: random.Random) -> tuple[int, events.Check]:
        """Wound somebody with a blow that hit, and return the damage, 1 at least, with its throw."""
        thrown = throw(dice, chance)
        damage = max(1, thrown.total)
        self._set_health(target, target.health - damage)
        return damage, events.Check(what="damage", who=fighter.id, roll=thrown)

    def _flee(self, fighter: Fighter, chance: random.Random) -> None:
        against = self._state.setup[StoryConfig].setting.rules.flee
        roll = throw(Dice(1, 20, get_bonus(self._state, "dex")), chance)
        self.away = roll.total >= against
        check = events.Check(what="flee", who=fighter.id, roll=roll, against=against, success=self.away)
        key = "escapes" if self.away else "trapped"
        self._record_blow(fighter, "flee", key, checks=(check,), total=roll.total, against=against)

    def _take_draught(self, fighter: Fighter, wished: str, chance: random.Random) -> None:
        setting, language = self._state.setup[StoryConfig].setting, self._state.setup.language
        item = setting.find_item(wished)
        if item is None or not item.heals or not self._state[StoryState].player.items.get(wished, 0):
            self._record_blow(fighter, "use", "nothing")
            return
        if fighter.health >= fighter.most:  # nothing to heal: the draught is not used up
            self._record_blow(fighter, "use", "well")
            return
        before = fighter.health
        roll, now = roll_healing(item.heals, before, fighter.most, chance)
        self.effects.append(events.ItemMoved(item=wished, quantity=1, giver=PLAYER))
        self._set_health(fighter, now)
        check = events.Check(what="heal", who=fighter.id, roll=roll)
        name = item.name.text(language)
        self._record_blow(
            fighter, "use", "heals", fighter, checks=(check,), amount=fighter.health - before, item=name,
            most=fighter.most,
        )  # fmt: skip

    def _set_health(self, target: Fighter, after: int) -> None:
        after = max(0, after)
        if after != target.health:
            self.effects.append(events.HealthChanged(who=target.id, before=target.health, after=after))
        target.health = after

    def _guard(self, target: Fighter, turns: int) -> None:
        self.effects.append(events.StatusSet(who=target.id, status="defending", turns=turns))
        target.statuses.pop("defending", None)  # the effect is for the fold; later blows of this round look here
        if turns:
            target.statuses["defending"] = turns

    def _record_blow(
        self,
        actor: Fighter,
        action: events.CombatAction,
        key: str,
        target: Fighter | None = None,
        *,
        checks: tuple[events.Check, ...] = (),
        hit: bool = False,
        damage: int = 0,
        used: str = "",
        **values: object,
    ) -> None:
        whom = target or actor
        values |= {"actor": actor.name, "target": whom.name, "damage": damage, "left": whom.health}
        self.blows.append(
            events.Blow(
                actor=actor.id,
                action=action,
                target=target.id if target else "",
                checks=checks,
                hit=hit,
                damage=damage,
                health=whom.health,
                text=words(self._state.setup.language, key, part="combat", **values),
                means=used,
            )
        )
