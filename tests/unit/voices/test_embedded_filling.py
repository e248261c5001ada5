"""Which word a very small model finds for a sentence of the rules, and why no other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parley.core.voices.embedded.ahead import short
from parley.core.voices.embedded.choosing import Scene, best
from parley.core.voices.embedded.filling import Gap, filled, usual

SCENE = Scene(
    language="en",
    topic="The soup at the school festival",
    earlier=("The kitchen was open until ten.",),
    shown=(),
    others=("Boss",),
    name="Analyst",
)
GROUPS = (("recipe",), ("oven", "kitchen"), ("weather",), ("price",), ("soup",))
GAP = Gap("One more point on the soup: the ….", GROUPS, ("a",), (("b",),), 2.8)
USUAL = {"recipe": -9.0, "kitchen": -9.0, "oven": -9.0, "weather": -5.5, "price": -4.0, "soup": -9.0}


def found(**likely: float) -> tuple[str, dict[str, str]]:
    drafts = filled(GAP, SCENE, [likely], usual(GAP, [USUAL]))
    place = best(drafts)
    said = drafts[place].text if place is not None and not drafts[place].fault else ""
    return said, {draft.text.split()[-1].strip("."): draft.fault for draft in drafts}


def test_the_word_that_the_scene_makes_likelier_than_others_is_said() -> None:
    said, faults = found(recipe=-5.0, weather=-2.0, price=-3.9, kitchen=-3.0, oven=-2.0, soup=-1.0)
    assert said == "One more point on the soup: the recipe."
    assert faults == {
        "recipe": "", "weather": "", "price": "is as likely anywhere",
        "oven": "names what was named", "kitchen": "names what was named", "soup": "names what was named",
    }  # fmt: skip


@pytest.mark.parametrize(("likely", "why"), [
    ({"recipe": -7.5}, "is not likely here"), ({"weather": -3.0}, "is as likely anywhere"),
    ({"kitchen": -3.0}, "names what was named"), ({}, ""),
])  # fmt: skip
def test_no_word_is_better_than_a_poor_one(likely: dict[str, float], why: str) -> None:
    said, faults = found(**likely)
    assert said == ""
    assert set(faults.values()) == ({why} if why else set())


def test_all_probes_and_all_other_scenes_are_heard() -> None:
    two = replace(GAP, here=("a", "b"), others=(("c", "d"), ("e", "f")))
    # What a table has not is less likely than all that it has.
    others = usual(two, [{"recipe": -8.0}, {"price": -7.0}, {"recipe": -10.0, "price": -4.0}, {"recipe": -9.0}])
    assert [(table["recipe"], table["price"]) for table in others] == [(-9.0, -6.0), (-8.0, -8.0)]
    drafts = filled(two, SCENE, [{"recipe": -4.0}, {"recipe": -7.0, "price": -1.0}], others)
    # What is not among the likeliest of every probe is no word at all; one probe that hears nothing is one too many.
    assert [(draft.text.split()[-1], draft.fault) for draft in drafts] == [("recipe.", "is as likely anywhere")]
    assert drafts[0].terms["scene"] == 0.5


@pytest.mark.parametrize(("phrase", "language", "called"), [
    ("moving the weekly market", "en", "the weekly market"), ("the summer camp", "en", "the summer camp"),
    ("the photo of the new bridge", "en", "the photo"), ("delivering the paper by boat", "en", "the paper"),
    ("the four hundred umbrellas", "en", "the umbrellas"),
    ("die lange Nacht der Museen", "de", "die lange Nacht"),
])  # fmt: skip
def test_a_long_name_is_cut_to_its_first_noun(phrase: str, language: str, called: str) -> None:
    assert short(phrase, language) == called
