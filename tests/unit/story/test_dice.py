"""Dice: every notation there is, and no other; throws within bounds and by chance alone."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.core.base.errors import UsageError
from parley.core.modes.story.events import RollMode
from parley.core.modes.story.rules.dice import LARGEST_DIE, LARGEST_MODIFIER, MOST_DICE, Dice, parse, throw

MODES: tuple[RollMode, ...] = ("", "advantage", "disadvantage")
ANY = st.builds(
    Dice,
    st.integers(1, MOST_DICE),
    st.integers(2, LARGEST_DIE),
    st.integers(-LARGEST_MODIFIER, LARGEST_MODIFIER),
    st.sampled_from(MODES),
)


NOTATIONS = [
    ("2d6", Dice(2, 6)),
    ("d20", Dice(1, 20)),
    ("1D8", Dice(1, 8)),
    ("1w6", Dice(1, 6)),
    ("1d20+3", Dice(1, 20, 3)),
    ("1d20 + 3", Dice(1, 20, 3)),
    ("1d20+-1", Dice(1, 20, -1)),
    ("1d20--1", Dice(1, 20, 1)),
    ("1d20 advantage", Dice(1, 20, 0, "advantage")),
    ("1d20-2 disadvantage", Dice(1, 20, -2, "disadvantage")),
    ("W20 Vorteil", Dice(1, 20, 0, "advantage")),
]


def test_notations() -> None:
    for notation, dice in NOTATIONS:
        assert parse(notation) == dice
        assert parse(f"  {notation}\n") == dice


NO_DICE = [
    "", "d", "2d", "six", "0d6", "2d1", "2d0", "101d6", "1d1001", "1d6+10001", "-1d6", "1d6+", "1d6 luck", "1d6 3",
    "1d63 4", "2x6", "1d6+1d4", "9" * 5_000 + "d6", "1d" + "9" * 5_000, "1d6+" + "9" * 5_000, "1d²", "2d6;",
]  # fmt: skip


def test_what_is_no_dice_is_refused_with_a_way_out() -> None:
    for notation in NO_DICE:
        with pytest.raises(UsageError) as error:
            parse(notation)
        assert error.value.hint
        assert len(error.value.sentence) < 80


@given(ANY, st.integers())
def test_throws_are_within_bounds_and_add_up(dice: Dice, seed: int) -> None:
    roll = throw(dice, random.Random(seed))
    assert roll == throw(dice, random.Random(seed))
    assert len(roll.dice) == dice.count * (2 if dice.mode else 1)
    assert len(roll.kept) == dice.count
    assert all(1 <= die <= dice.sides for die in roll.dice)
    assert roll.total == sum(roll.kept) + dice.modifier
    assert dice.count <= roll.total - dice.modifier <= dice.count * dice.sides
    first, second = sum(roll.dice[: dice.count]), sum(roll.dice[dice.count :])
    if dice.mode == "advantage":
        assert sum(roll.kept) == max(first, second)
    elif dice.mode:
        assert sum(roll.kept) == min(first, second)
