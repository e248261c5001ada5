"""A round of a fight, blow by blow, in the order of initiative. Chance is seeded for every fighter and round."""

from __future__ import annotations

import random
from typing import Any

from parley.core.base.clock import SeededRandom
from parley.core.cast.member import PLAYER
from parley.core.log.state import State
from parley.core.modes.story.checks import HARDEST, USUAL, attributes
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.events import (
    AnyEffect,
    Blow,
    Check,
    CombatAction,
    FoeLeft,
    HealthChanged,
    ItemMoved,
    Moved,
    StatusSet,
)
from parley.core.modes.story.fighters import (
    BLEEDING,
    BREATH,
    CROWDED,
    HEART,
    LASTS,
    LOSS,
    OUTRIGHT,
    RECOVERED,
    RESIST,
    THIRD,
    WEARY,
    Act,
    Fighter,
    act,
    fighters,
    gift,
    improvised,
    struck,
)
from parley.core.modes.story.naming import exits
from parley.core.modes.story.rules.dice import MOST_DICE, Dice, mended, parse, throw
from parley.core.modes.story.rules.parser import difficulty
from parley.core.modes.story.rules.parts import Trick
from parley.core.modes.story.rules.setting import kind_of
from parley.core.modes.story.state import StoryState
from parley.core.modes.story.words import words


class Round:
    """One round that is being fought.

    Attributes: `fighters` as they are after the blows so far; `blows`; `effects`, all that they changed; `away`,
    whether the player has got away.
    """

    def __init__(self, state: State, rng: SeededRandom, does: Act | None = None) -> None:
        story = state[StoryState]
        self._state = state
        self._rng = rng
        self._act = does or act(state)
        self._language = state.setup.language
        self._occasion = f"combat:{len(story.fought)}:{story.fight.round + 1 if story.fight else 1}"
        self.fighters = fighters(state, self._act.item)
        self.blows: list[Blow] = []
        self.effects: list[AnyEffect] = []
        self.away = False
        enemies = [each for each in self.fighters.values() if not each.ours]
        self._doubted = {each.id for each in enemies if each.health * THIRD <= each.most}
        self._fallen = sum(not each.standing for each in enemies)

    def fight(self) -> None:
        """Let everybody who stands act once, until the fight is decided."""
        # Who lays down their arms does so before anybody strikes: nobody hits whoever has given up.
        first = [each for each in self.fighters.values() if each.id == PLAYER and self._act.action == "surrender"]
        for fighter in (*first, *(each for each in self.fighters.values() if each not in first)):
            if self._decided():
                return
            if fighter.standing:
                self._turn(fighter, self._rng.generator(self._state[StoryState].turn, f"{self._occasion}:{fighter.id}"))

    def _decided(self) -> bool:
        player = self.fighters.get(PLAYER)
        return self.away or player is None or not player.standing or not self._standing(ours=False)

    def _standing(self, *, ours: bool) -> list[Fighter]:
        return [each for each in self.fighters.values() if each.standing and each.ours is ours]

    def _turn(self, fighter: Fighter, chance: random.Random) -> None:
        for until in ("defending", "exposed", "steady"):
            self._status(fighter, until, 0)
        if "bleeding" in fighter.statuses:
            self._bleed(fighter)
            if not fighter.standing:
                return
        if "stunned" in fighter.statuses:
            self._status(fighter, "stunned", 0)
            self._status(fighter, "steady", LASTS["steady"])
            self._blow(fighter, "wait", "skips")
        elif fighter.id == PLAYER:
            self._player(fighter, self._act, chance)
        elif fighter.ours:
            self._strike(fighter, self._weakest(), chance)
        else:
            target = chance.choice(self._standing(ours=True))
            crowded = any(blow.action == "attack" and blow.target == target.id for blow in self.blows)
            self._strike(fighter, target, chance, CROWDED * crowded)

    def _weakest(self) -> Fighter:
        return min(self._standing(ours=False), key=lambda each: each.health)

    def _player(self, fighter: Fighter, meant: Act, chance: random.Random) -> None:
        if meant.done is not None:
            # What the click brought about was told where it happened.
            self.blows.append(Blow(actor=PLAYER, action=meant.action, target=PLAYER, health=fighter.health))
            return
        match meant.action:
            case "attack":
                self._strike(fighter, self._aimed(meant), chance)
                self._status(fighter, "poised", 0)
            case "defend":
                self._defend(fighter, chance)
            case "flee":
                self._flee(fighter, chance)
            case "use":
                self._drink(fighter, meant.item, chance)
            case "surrender":
                self.away = True
                self._blow(fighter, "surrender", "surrenders")
            case "parley":
                self._parley(fighter, chance)
            case "threaten":
                self._threaten(fighter, self._aimed(meant), chance)
            case "place" | "trick" | "try":
                self._try(fighter, meant, chance)
            case _:
                self._blow(fighter, "wait", "waits")

    def _aimed(self, meant: Act) -> Fighter:
        aimed = self.fighters.get(meant.target)
        return aimed if aimed is not None and aimed.standing else self._weakest()

    def _defend(self, fighter: Fighter, chance: random.Random) -> None:
        """Harder to hit, poised for the next blow, and what bleeds or burns is seen to; who is at half of their health
        or less catches their breath, once in a fight."""
        for ended in ("bleeding", "poisoned"):
            self._status(fighter, ended, 0)
        self._status(fighter, "defending", LASTS["defending"])
        self._status(fighter, "poised", LASTS["poised"])
        fight = self._state[StoryState].fight
        if fighter.health * 2 > fighter.most or (fight is not None and BREATH in fight.used):
            self._blow(fighter, "defend", "defends", against=fighter.reach)
            return
        before = fighter.health
        roll, now = mended(RECOVERED, before, fighter.most, chance)
        self._health(fighter, now)
        self._blow(
            fighter, "defend", "recovers", checks=(Check(what="heal", who=fighter.id, roll=roll),),
            against=fighter.reach, amount=now - before, used=BREATH,
        )  # fmt: skip

    def _check(self, fighter: Fighter, attribute: str, against: int, chance: random.Random) -> Check:
        roll = throw(Dice(1, 20, gift(self._state, attribute)), chance)
        return Check(what="check", who=fighter.id, roll=roll, against=against, success=roll.total >= against)

    def _parley(self, fighter: Fighter, chance: random.Random) -> None:
        """Words, to whoever of the enemies is hardest to convince; peace is made with all of them or with none."""
        enemies = self._standing(ours=False)
        deaf = next((each for each in enemies if not each.parley), None)
        if deaf is not None:
            self._blow(fighter, "parley", "deaf", deaf)
            return
        hardest = max(enemies, key=lambda each: each.parley)
        check = self._check(fighter, "cha", max(1, hardest.parley - self._weary(hardest)), chance)
        self.away = bool(check.success)
        key = "peace" if check.success else "no_peace"
        self._blow(fighter, "parley", key, hardest, checks=(check,), total=check.roll.total, against=check.against)

    def _weary(self, target: Fighter) -> int:
        return WEARY if self._fallen or target.health * 2 <= target.most else 0

    def _threaten(self, fighter: Fighter, target: Fighter, chance: random.Random) -> None:
        check = self._check(fighter, "cha", max(1, target.courage - self._weary(target)), chance)
        hurt = target.health * 2 <= target.most
        key = "unmoved"
        if check.success and (hurt or check.roll.total >= check.against + OUTRIGHT):
            key = "cowed"
            self._leaves(target)
        elif check.success:
            key = "daunted"
            self._status(target, "afraid", LASTS["afraid"])
        self._blow(fighter, "threaten", key, target, checks=(check,), total=check.roll.total, against=check.against)

    def _try(self, fighter: Fighter, meant: Act, chance: random.Random) -> None:
        """Something with the place, a thing or bare wits: it works, or it leaves who tried it exposed."""
        target, trick, rules = self._aimed(meant), meant.trick, self._state.setup[StoryConfig].setting.rules
        words_of_act = self._state[StoryState].act
        attribute = (
            trick.attribute if trick else meant.attribute or next(iter(attributes(words_of_act, self._language)), USUAL)
        )
        against = trick.difficulty if trick else min(difficulty(words_of_act) or rules.improvise, HARDEST)
        check = self._check(fighter, attribute, against, chance)
        item = self._state.setup[StoryConfig].setting.item(meant.item) if meant.action == "trick" else None
        if item is not None and item.spent:
            self.effects.append(ItemMoved(item=item.id, quantity=1, giver=PLAYER))
        means = words(self._language, "used_up", part="combat", item=meant.name) if item and item.spent else meant.name
        told: dict[str, Any] = {"total": check.roll.total, "against": against, "means": means}
        if not check.success:
            self._status(fighter, "exposed", LASTS["exposed"])
            key = "tries_in_vain" if trick is None else "uses_in_vain"
            self._blow(fighter, meant.action, key, target, checks=(check,), **told)
            return
        if trick is None:
            trick = improvised(attribute, check.roll.total >= against + OUTRIGHT, rules.unarmed)
        if trick is None:
            self._status(fighter, "poised", LASTS["poised"])
            self._blow(fighter, meant.action, "tries", target, checks=(check,), more="poised", **told)
            return
        targets = self._standing(ours=False) if trick.all else [target]
        for at, each in enumerate(targets):
            self._suffers(fighter, each, trick, meant, (check,) * (not at), chance, told)

    def _suffers(
        self,
        fighter: Fighter,
        target: Fighter,
        trick: Trick,
        meant: Act,
        checks: tuple[Check, ...],
        chance: random.Random,
        told: dict[str, Any],
    ) -> None:
        damage = 0
        if trick.damage:
            thrown = throw(parse(trick.damage), chance)
            damage = max(1, thrown.total)
            checks = (*checks, Check(what="damage", who=fighter.id, roll=thrown))
            self._health(target, target.health - damage)
        if trick.inflicts and target.standing and not (trick.inflicts == "stunned" and "steady" in target.statuses):
            self._status(target, trick.inflicts, LASTS[trick.inflicts])
        way = "tries" if meant.action == "try" else "uses"
        key = f"{way}_fells" if not target.standing else f"{way}_hits" if damage else way
        more = trick.inflicts if target.standing else ""
        self._blow(
            fighter, meant.action, key, target, checks=checks, hit=bool(damage), damage=damage, more=more,
            used=meant.item, **told,
        )  # fmt: skip
        self._heart(target, chance)

    def _heart(self, target: Fighter, chance: random.Random) -> None:
        """Whether enemies lose heart by what has just come to `target`: at a third of their health, or a friend's
        fall."""
        if target.ours:
            return
        if not target.standing:
            self._fallen += 1
            doubting = self._standing(ours=False)
        else:
            hurt = target.health * THIRD <= target.most
            doubting = [target] if hurt and target.id not in self._doubted else []
        for each in doubting:
            self._doubted.add(each.id)
            against = max(1, HEART - each.courage + (0 if target.standing else LOSS))
            roll = throw(Dice(1, 20), chance)
            check = Check(what="check", who=each.id, roll=roll, against=against, success=roll.total >= against)
            if not check.success:
                self._leaves(each)
                self._blow(each, "flee", "loses_heart", checks=(check,), total=roll.total, against=against)

    def _leaves(self, target: Fighter) -> None:
        """They run: an enemy for good, somebody of the story's people to a place near by."""
        target.gone = True
        ways = exits(self._state)
        if ways and not kind_of(self._state.setup[StoryConfig].setting, target.id):
            chance = self._rng.generator(self._state[StoryState].turn, f"{self._occasion}:leaves:{target.id}")
            self.effects.append(Moved(who=target.id, to=chance.choice(ways)))
        else:
            self.effects.append(FoeLeft(who=target.id))

    def _strike(self, fighter: Fighter, target: Fighter, chance: random.Random, more: int = 0) -> None:
        check = struck(fighter, target, chance, more)
        roll, against, natural = check.roll, check.against, check.roll.kept[0]
        if not check.success:
            key = "slips" if natural == 1 else "misses"
            self._blow(fighter, "attack", key, target, checks=(check,), total=roll.total, against=against)
            return
        dice = fighter.damage
        if natural == 20:
            dice = Dice(min(2 * dice.count, MOST_DICE), dice.sides, dice.modifier, dice.mode)
        thrown = throw(dice, chance)
        damage = max(1, thrown.total)
        self._health(target, target.health - damage)
        checks = [check, Check(what="damage", who=fighter.id, roll=thrown)]
        left = "" if not target.standing else self._inflicted(fighter, target, chance, checks)
        key = ("hits" if target.standing else "fells") + ("_hard" if natural == 20 else "")
        self._blow(
            fighter, "attack", key, target, checks=tuple(checks), hit=True, damage=damage, more=left,
            total=roll.total, against=against,
        )  # fmt: skip
        self._heart(target, chance)

    def _inflicted(self, fighter: Fighter, target: Fighter, chance: random.Random, checks: list[Check]) -> str:
        """The condition that a blow leaves, unless the target has it or resists it; empty: none."""
        status = fighter.inflicts
        if status not in LASTS or status in target.statuses or (status == "stunned" and "steady" in target.statuses):
            return ""
        roll = throw(Dice(1, 20, target.constitution), chance)
        resisted = roll.total >= RESIST
        checks.append(Check(what="check", who=target.id, roll=roll, against=RESIST, success=resisted))
        if resisted:
            return ""
        self._status(target, status, LASTS[status])
        return status

    def _bleed(self, fighter: Fighter) -> None:
        self._health(fighter, fighter.health - BLEEDING)
        key = "bleeds" if fighter.standing else "bleeds_out"
        self._blow(fighter, "wait", key, fighter, damage=BLEEDING)
        if not fighter.standing:
            self._heart(fighter, self._rng.generator(self._state[StoryState].turn, f"{self._occasion}:heart"))

    def _flee(self, fighter: Fighter, chance: random.Random) -> None:
        against = self._state.setup[StoryConfig].setting.rules.flee
        roll = throw(Dice(1, 20, fighter.dexterity), chance)
        self.away = roll.total >= against
        check = Check(what="flee", who=fighter.id, roll=roll, against=against, success=self.away)
        key = "escapes" if self.away else "trapped"
        self._blow(fighter, "flee", key, checks=(check,), total=roll.total, against=against)

    def _drink(self, fighter: Fighter, wished: str, chance: random.Random) -> None:
        setting, language = self._state.setup[StoryConfig].setting, self._state.setup.language
        item = setting.item(wished)
        if item is None or not item.heals or not self._state[StoryState].player.items.get(wished, 0):
            self._blow(fighter, "use", "nothing")
            return
        if fighter.health >= fighter.most:
            self._blow(fighter, "use", "well")
            return
        before = fighter.health
        roll, now = mended(item.heals, before, fighter.most, chance)
        self.effects.append(ItemMoved(item=wished, quantity=1, giver=PLAYER))
        self._health(fighter, now)
        check = Check(what="heal", who=fighter.id, roll=roll)
        name = item.name.text(language)
        self._blow(
            fighter, "use", "heals", fighter, checks=(check,), amount=fighter.health - before, item=name,
            most=fighter.most,
        )  # fmt: skip

    def _health(self, target: Fighter, after: int) -> None:
        after = max(0, after)
        if after != target.health:
            self.effects.append(HealthChanged(who=target.id, before=target.health, after=after))
        target.health = after

    def _status(self, target: Fighter, status: str, turns: int) -> None:
        if turns or status in target.statuses:
            self.effects.append(StatusSet(who=target.id, status=status, turns=turns))
        target.statuses.pop(status, None)
        if turns:
            target.statuses[status] = turns

    def _blow(
        self,
        actor: Fighter,
        action: CombatAction,
        key: str,
        target: Fighter | None = None,
        *,
        checks: tuple[Check, ...] = (),
        hit: bool = False,
        damage: int = 0,
        more: str = "",
        used: str = "",
        **values: object,
    ) -> None:
        language, whom = self._language, target or actor
        values |= {"actor": actor.name, "target": whom.name, "damage": damage, "left": whom.health}
        told = [words(language, key, part="combat", **values)]
        if more:
            told.append(words(language, more, part="combat"))
        self.blows.append(
            Blow(
                actor=actor.id,
                action=action,
                target=target.id if target else "",
                checks=checks,
                hit=hit,
                damage=damage,
                health=whom.health,
                text=" ".join(told),
                means=used,
            )
        )
