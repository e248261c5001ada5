"""What a line of the player's would take, before it is said."""

from __future__ import annotations

import pytest

from parley.core.base.clock import SeededRandom
from parley.core.modes.story.checks import tried
from parley.core.modes.story.combat import enemies_of
from parley.core.modes.story.options import options
from parley.core.modes.story.stakes import Stake, stake
from parley.core.modes.story.state import StoryState
from tests.fight_states import AT, does, meets, on_the_way


def test_a_line_that_names_a_difficulty_takes_the_dice_that_are_thrown_for_it() -> None:
    line = "I try to persuade her, difficulty 14."
    taken = stake(on_the_way(), line)
    assert taken is not None
    assert (taken.kind, taken.what, taken.against) == ("check", "cha", 14)
    thrown = tried(does(on_the_way(), line), SeededRandom(3), AT)
    assert thrown is not None
    check = thrown.checks[0]
    assert check.against == taken.against
    # A die of twenty with the same modifier comes out so often.
    chance = sum(face + check.roll.modifier >= check.against for face in range(1, 21)) / 20
    assert taken.chance == pytest.approx(chance)


def test_plain_words_take_nothing() -> None:
    assert stake(on_the_way(), "I sing.") is None


def test_whom_one_talks_with_is_a_matter_of_their_trust() -> None:
    state = on_the_way()
    one = state[StoryState].present()[0]
    line = f"I talk to {state.name_of(one)}."
    assert stake(state, line) == Stake("trust", one, state[StoryState].people[one].trust)


def test_a_dangerous_place_is_so_until_its_enemies_are_beaten() -> None:
    state = on_the_way()
    assert stake(state, "I go to the moor.") == Stake("danger", "moor")
    story = state[StoryState]
    for kind in enemies_of(state, "moor"):
        story.people[kind.id] = story.people[next(iter(story.people))].copy()
        story.people[kind.id].location = "moor"
        story.beaten = (*story.beaten, kind.id)
    assert stake(state, "I go to the moor.") is None


def test_in_a_fight_it_is_the_odds_of_the_option() -> None:
    state = meets(on_the_way(), "wolf")
    for option in options(state):
        taken = stake(state, option.text)
        assert (taken.chance if taken else None) == option.odds
