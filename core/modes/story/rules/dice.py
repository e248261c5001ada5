"""Dice: what a notation such as 2d6+3 means, and throwing them. Chance comes from outside."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

from parley.core.base.errors import UsageError
from parley.core.base.sentences import Sentence
from parley.core.modes.story.events import Roll, RollMode

MOST_DICE = 100
LARGEST_DIE = 1_000
LARGEST_MODIFIER = 10_000

# Nine digits are more than any bound, and few enough to be read as a number.
_NOTATION = re.compile(r"(\d{0,9})[dDwW](\d{1,9})((?:\s*[+-])+\s*\d{1,9})?(?:\s+(\w+))?")  # w: German "2w6"
_MODES: dict[str, RollMode] = {
    "adv": "advantage", "advantage": "advantage", "vorteil": "advantage",
    "dis": "disadvantage", "disadvantage": "disadvantage", "nachteil": "disadvantage",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Dice:
    """`count` dice of so many `sides`, a modifier, and whether they are thrown twice."""

    count: int
    sides: int
    modifier: int = 0
    mode: RollMode = ""

    def __str__(self) -> str:
        sign = f"{self.modifier:+d}" if self.modifier else ""
        return f"{self.count}d{self.sides}{sign}{' ' + self.mode if self.mode else ''}"


def parse(notation: str) -> Dice:
    """Return the dice of a notation: `NdM`, `dM`, `+K`, `-K`, and "advantage" or "disadvantage" behind it.

    Raises `UsageError` with what is wrong.
    """
    found = _NOTATION.fullmatch(notation.strip())
    if found is None or (found.group(4) and found.group(4).casefold() not in _MODES):
        raise UsageError(
            "'{notation}' is no dice.",
            notation=notation[:40],
            hint="Write them as 2d6, 1d20+3, 1d8-1 or 1d20 advantage.",
        )
    count, sides = int(found.group(1) or 1), int(found.group(2))
    written = re.sub(r"\s", "", found.group(3) or "0")
    # "+-1" is what comes out where somebody puts a plus before a number that is negative.
    value = int(written.lstrip("+-")) * (-1 if written.count("-") % 2 else 1)
    if not 1 <= count <= MOST_DICE or not 2 <= sides <= LARGEST_DIE or abs(value) > LARGEST_MODIFIER:
        raise UsageError(
            "'{notation}' cannot be thrown.",
            notation=notation[:40],
            hint=Sentence(
                "1 to {most_dice} dice of 2 to {largest_die:,} sides, modifiers up to {largest_modifier:,}.",
                most_dice=MOST_DICE,
                largest_die=LARGEST_DIE,
                largest_modifier=LARGEST_MODIFIER,
            ),
        )
    return Dice(count, sides, value, _MODES[found.group(4).casefold()] if found.group(4) else "")


def get_modifier(score: int) -> int:
    """Return what an attribute adds to a roll: 10 and 11 add nothing, every two points one more or less."""
    return (score - 10) // 2  # floors: 9 gives −1


def roll_healing(notation: str, health: int, most: int, chance: random.Random) -> tuple[Roll, int]:
    """Return the throw for a draught, and somebody's health after it: higher by 1 at least, and at most `most`."""
    roll = throw(parse(notation), chance)
    return roll, max(health, min(most, health + max(1, roll.total)))


def throw(dice: Dice, chance: random.Random) -> Roll:
    """Return a throw. With advantage or disadvantage all dice fall twice, and the better or worse throw counts."""
    throws = [[chance.randint(1, dice.sides) for _ in range(dice.count)] for _ in range(2 if dice.mode else 1)]
    kept = max(throws, key=sum) if dice.mode != "disadvantage" else min(throws, key=sum)
    return Roll(
        notation=str(dice),
        dice=tuple(die for one in throws for die in one),  # all that fell; only those in `kept` count
        kept=tuple(kept),
        modifier=dice.modifier,
        total=sum(kept) + dice.modifier,
        mode=dice.mode,
    )
