"""What the player tries outside a fight: dice, an attribute, a difficulty, a sentence."""

from __future__ import annotations

import re

import pytest

from parley.core.base.clock import SeededRandom
from parley.core.modes.story.deeds import roll_for_act
from parley.core.modes.story.events import Check, DiceRolled
from tests.fight_states import AT, Lang, does, on_the_way


def throws(text: str, seed: int = 3, lang: Lang = "en") -> DiceRolled | None:
    return roll_for_act(does(on_the_way(lang), text), SeededRandom(seed), AT)


def thrown(text: str) -> tuple[Check, str]:
    """The check of what must be thrown for, and what is said of it."""
    event = throws(text)
    assert event is not None
    (check,) = event.checks
    return check, event.text


@pytest.mark.parametrize(
    ("text", "attribute"),
    [
        ("I swing across the gap", "str"),
        ("I dodge the falling beam", "dex"),
        ("I cast the old spell", "int"),
        ("I persuade the ferryman (DC 15)", "cha"),
        ("I search the reeds, DC 12", "wis"),
        ("I hold my breath, DC 12", "con"),
        ("DC 12", "dex"),
    ],
)
def test_the_attribute_comes_from_the_words(text: str, attribute: str) -> None:
    check, said = thrown(text)
    scores = {"str": 2, "dex": 1, "con": 1, "int": 0, "wis": -1, "cha": 0}
    names = {"str": "strength", "dex": "dexterity", "con": "constitution", "int": "intelligence", "wis": "wisdom"}
    assert check.roll.modifier == scores[attribute]
    assert f"({names.get(attribute, 'charisma')})" in said


@pytest.mark.parametrize(
    ("text", "against"), [("I fight the door", 10), ("I fight the door, DC 15", 15), ("I roll, DC 999999", 99)]
)
def test_the_difficulty_is_the_one_that_is_named_or_10(text: str, against: int) -> None:
    check, _said = thrown(text)
    assert 0 < check.against <= against
    assert check.success == (check.roll.total >= check.against)


def test_the_same_seed_throws_the_same_and_sentences_are_german_in_german() -> None:
    assert throws("I dodge") == throws("I dodge")
    found = [throws("Ich weiche aus", seed, "de") for seed in range(20)]
    texts = {event.text for event in found if event is not None}
    assert len(texts) > 5
    for text in texts:
        assert re.fullmatch(r"\d+ gegen 10 \(Geschick\), Mira (schafft es|scheitert)\.", text)
