"""Exactly three choices, whoever makes them, and what they mean when they are taken."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest

from parley.core.log.fold import apply
from parley.core.log.state import State
from parley.core.modes.story import choices
from parley.core.modes.story.choices import MOST_WORDS, list_options
from parley.core.modes.story.events import (
    ChoicesOffered,
    DialogueOpened,
    HealthChanged,
    Moved,
    PlayerDid,
    TrustChanged,
)
from parley.core.modes.story.naming import build_known
from parley.core.modes.story.rules.parser import parse_intents
from parley.core.modes.story.state import StoryState
from tests.fight_states import AT, Lang, does, happens, meets, on_the_way

THREE = ["Look around", "Talk to Marta", "Wait"]


def talking(state: State) -> State:
    apply(state, PlayerDid(at=AT, what="talk", text="You talk.", effects=(DialogueOpened(character="marta"),)))
    return state


def situations(lang: Lang) -> list[State]:
    """An inn, a moor, a talk, a talk with a friend, a fight, a fight that goes badly."""
    fond = TrustChanged(character="marta", before=10, after=60)
    hurt = HealthChanged(who="player", before=12, after=2)
    return [
        on_the_way(lang),
        happens(on_the_way(lang), Moved(who="player", to="moor"), hurt),
        talking(on_the_way(lang)),
        happens(talking(on_the_way(lang)), fond),
        meets(does(on_the_way(lang), "On"), "wolf", "wolf", "adder"),
        happens(meets(does(on_the_way(lang), "On"), "wolf"), hurt),
    ]


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.slow
def test_rules_offer_three_choices_that_they_understand_themselves(lang: Lang) -> None:
    kinds = set()
    for state in situations(lang):
        for seed in range(40):
            told = list_options(state, Random(seed))
            assert len({choice.casefold() for choice in told}) == len(told) == 3, told
            assert all(0 < len(choice.split()) <= MOST_WORDS and choice == choice.strip() for choice in told), told
            kinds |= {parse_intents(choice, build_known(state[StoryState], state.setup))[0].kind for choice in told}
    assert kinds == {"talk", "go", "use", "attack", "defend", "flee", "part", "follow", "ask", "say", "wait"}


def read(answer: str) -> tuple[str, ...]:
    try:
        return choices.read(answer)
    except msgspec.DecodeError:
        return ()


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        (["1. look around.", "„Talk to Marta“", "* Wait"], ("Look around", "Talk to Marta", "Wait")),
        (["Wait", "wait", "Go"], ()),
        (["Wait", "", "Go"], ()),
        (["Wait", "Go"], ()),
        (["Wait", "Go", "Run", "Hide"], ()),
        (["Wait", "Go", "walk to the end of the world"], ()),
        (["Wait", "Go", "x" * 61], ()),
        (["Wait", "Go", 3], ()),
    ],
)
def test_answers_are_tidied_and_checked(told: list[Any], expected: tuple[str, ...]) -> None:
    assert read(json.dumps({"choices": told})) == expected


def test_a_number_is_the_choice_of_that_number_and_words_are_words() -> None:
    state = on_the_way()
    assert choices.expand_choice(state, " 2 ") == "2"
    apply(state, ChoicesOffered(at=AT, story_turn=0, choices=tuple(THREE)))
    assert [choices.expand_choice(state, text) for text in ("1", " 2 ", "3\n")] == THREE
    assert [choices.expand_choice(state, text) for text in ("0", "4", "12", " Go on ")] == ["0", "4", "12", "Go on"]
