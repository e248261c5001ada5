"""What players' words mean to the classic parser; lines of both languages are read in `modes/test_story_reading.py`."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.core.modes.story.rules.parser import Intent, Known, intents

EN = Known(
    people={"mara": "Mara Thorn", "tom": "Old Tom", "jana": "Jana"},
    places={"mill": "the Old Mill", "gate": "the North Gate", "lantern": "the Heron's taproom"},
    items={"coin": "silver coin", "lamp": "lamp", "key": "iron key", "cordial": "healing draught", "sword": "sword"},
    foes={"wolf": "Wolf", "bandit_2": "Bandit 2"},
    called={"jana": ("smith",)},
    present=("mara", "tom", "jana"),
)
DE = Known(
    people={"mara": "Mara Dorn", "tom": "Der alte Tom", "jana": "Jana"},
    places={"mill": "die alte Mühle", "gate": "das Nordtor", "steg": "der Steg"},
    items={"coin": "Silbermünze", "lamp": "Laterne", "key": "eiserner Schlüssel", "cordial": "Heiltrank",
           "sword": "Schwert"},
    foes={"wolf": "Wolf", "bandit_2": "Bandit 2"},
    called={"jana": ("Schmiedin",)},
    present=("mara", "tom", "jana"),

)  # fmt: skip


def goes(place: str) -> Intent:
    return Intent("go", place)


def test_several_commands_are_heard_in_their_order_each_once() -> None:
    wishes = intents("Take the lamp and the key, then go to the mill. Go to the mill!", EN)
    assert wishes == (Intent("pick", "", "lamp"), Intent("pick", "", "key"), goes("mill"))


@pytest.mark.parametrize(
    ("said", "meant"),
    [("Who are you?", "say"), ("I go where the river goes.", "say"), ("Give me a moment", "say"), ("Wait!", "say"),
     ("look around", "say"), ("What does the crossing cost?", "say"), ("How much is the lamp?", "price"),
     ("give me the key", "take"), ("go to the mill", "go"), ("I punch you", "attack"), ("goodbye", "part"),
     ("“I attack the wolf”", "say"), ("Deal!", "say")],
)  # fmt: skip
def test_in_a_talk_all_that_is_no_whole_command_is_said(said: str, meant: str) -> None:
    there = replace(EN, partner="mara", present=("mara",))
    assert [each.kind for each in intents(said, there)] == [meant]


@given(st.text(max_size=200), st.sampled_from([EN, DE, replace(EN, partner="mara"), replace(EN, fighting=True)]))
def test_whatever_is_typed_means_something(said: str, known: Known) -> None:
    found = intents(said, known)
    assert 1 <= len(found) <= 6
    assert all(each.target == "" or each.target in {**known.people, **known.places, **known.foes} for each in found)
