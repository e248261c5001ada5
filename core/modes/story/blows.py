"""A round of a fight, blow by blow, in the order of initiative. Chance is seeded for every fighter and round."""

from __future__ import annotations

import random

from core.base.clock import SeededRandom
from core.cast.member import PLAYER
from core.log.state import State
from core.modes.story.config import StoryConfig
from core.modes.story.events import AnyEffect, Blow, Check, CombatAction, HealthChanged, ItemMoved, RollMode, StatusSet
from core.modes.story.fighters import Act, Fighter, act, fighters
from core.modes.story.rules.dice import MOST_DICE, Dice, mended, throw
from core.modes.story.state import StoryState
from core.modes.story.words import words

LASTS = {"poisoned": 3, "bleeding": 3, "stunned": 2, "defending": 2}
"""Turns of the player for which a condition stands, the one in which it came among them.

Whoever is stunned loses their next act, and whoever defends does so until theirs: both are over then, and two turns
are enough for it to come.
"""

RESIST = 12
"""What a throw with the constitution has to reach against a condition."""

BLEEDING = 1
"""What somebody loses who bleeds, at each of their acts."""


def struck(fighter: Fighter, target: Fighter, chance: random.Random) -> Check:
    """Whether a blow hits. A natural 20 always does, a natural 1 never; whoever is poisoned strikes at a loss."""
    mode: RollMode = "disadvantage" if "poisoned" in fighter.statuses else ""
    roll = throw(Dice(1, 20, fighter.bonus, mode), chance)
    natural = roll.kept[0]
    hit = natural == 20 or (natural != 1 and roll.total >= target.reach)
    return Check(what="attack", who=fighter.id, roll=roll, against=target.reach, success=hit)


class Round:
    """One round that is being fought.

    Attributes: `fighters` as they are after the blows so far; `blows`; `effects`, all that they changed; `away`,
    whether the player has got away.
    """

    def __init__(self, state: State, rng: SeededRandom) -> None:
        story = state[StoryState]
        self._state = state
        self._rng = rng
        self._act = act(state)
        self._occasion = f"combat:{len(story.fought)}:{story.fight.round + 1 if story.fight else 1}"
        self.fighters = fighters(state, self._act.item)
        self.blows: list[Blow] = []
        self.effects: list[AnyEffect] = []
        self.away = False

    def fight(self) -> None:
        """Let everybody who stands act once, until the fight is decided."""
        for fighter in self.fighters.values():
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
        self._status(fighter, "defending", 0)
        if "bleeding" in fighter.statuses:
            self._bleed(fighter)
            if not fighter.standing:
                return
        if "stunned" in fighter.statuses:
            self._status(fighter, "stunned", 0)
            self._blow(fighter, "wait", "skips")
        elif fighter.id == PLAYER:
            self._player(fighter, self._act, chance)
        elif fighter.ours:
            self._strike(fighter, self._weakest(), chance)
        else:
            self._strike(fighter, chance.choice(self._standing(ours=True)), chance)

    def _weakest(self) -> Fighter:
        return min(self._standing(ours=False), key=lambda each: each.health)

    def _player(self, fighter: Fighter, meant: Act, chance: random.Random) -> None:
        if meant.done is not None:
            # What the click brought about was told where it happened.
            self.blows.append(Blow(actor=PLAYER, action=meant.action, target=PLAYER, health=fighter.health))
            return
        match meant.action:
            case "attack":
                aimed = self.fighters.get(meant.target)
                self._strike(fighter, aimed if aimed is not None and aimed.standing else self._weakest(), chance)
            case "defend":
                self._status(fighter, "defending", LASTS["defending"])
                self._blow(fighter, "defend", "defends", against=fighter.reach)
            case "flee":
                self._flee(fighter, chance)
            case "use":
                self._drink(fighter, meant.item, chance)
            case _:
                self._blow(fighter, "wait", "waits")

    def _strike(self, fighter: Fighter, target: Fighter, chance: random.Random) -> None:
        check = struck(fighter, target, chance)
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

    def _inflicted(self, fighter: Fighter, target: Fighter, chance: random.Random, checks: list[Check]) -> str:
        """The condition that a blow leaves, unless the target has it or resists it; empty: none."""
        status = fighter.inflicts
        if status not in LASTS or status in target.statuses:
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
        **values: object,
    ) -> None:
        language, whom = self._state.setup.language, target or actor
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
            )
        )
