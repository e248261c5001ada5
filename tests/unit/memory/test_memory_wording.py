from __future__ import annotations

import re

import pytest

from parley.core.base.keywords import find_keywords
from parley.core.base.markers import find_promise
from parley.core.base.packaged import names
from parley.core.modes.office.memory.played import load_wording
from parley.core.office.plan import load_plan
from tests.scene_lines import Lang

LANGS: tuple[Lang, Lang] = ("de", "en")


def test_both_languages_say_the_same_with_the_same_slots() -> None:
    german, english = (
        {name: {*re.findall(r"{(\w+)}", text)} for name, text in load_wording(lang).templates.items()}
        | dict.fromkeys(load_wording(lang).moods)
        for lang in LANGS
    )
    assert german == english


def test_every_room_that_ships_has_its_preposition() -> None:
    for plan in names("plans"):
        for lang in LANGS:
            assert {room.title(lang) for room in load_plan(plan).rooms} <= set(load_wording(lang).rooms)


@pytest.mark.parametrize(
    ("lang", "texts", "topic", "found"),
    [
        ("de", ["Ada mag den Nebel.", "Die Nebel sind zu teuer.", "Nimm den Laptop."], "", ("Nebel", "Laptop")),
        ("de", ["Heute ist Montag, und die Sache hat Zeit."], "", ()),
        ("de", ["Die Knöpfe.", "Wir brauchen mehr Knöpfe aus den Knöpfen."], "", ("Knöpfe",)),
        ("de", ["Am Ende des Ganges."], "Die Überfahrt ist lang", ("Überfahrt",)),
        ("en", ["The memory bug is back.", "My memory bug?", "A crossing."], "", ("memory bug", "crossing")),
        ("en", ["The first day of the week."], "", ()),
        ("en", ["The buttons sink in the fog today."], "", ("buttons", "fog")),
    ],
)
def test_keywords_are_nouns_of_the_talk(lang: Lang, texts: list[str], topic: str, found: tuple[str, ...]) -> None:
    assert find_keywords(texts, lang, names=frozenset({"Ada"}), topic=topic) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Gut. Ich schicke dir die Liste morgen. Ja?", "Ich schicke dir die Liste morgen"),
        ("Bis morgen zeige ich es dir.", "Bis morgen zeige ich es dir"),
        ("Bis Freitag habe ich Zeit.", ""),
        ("Ich mache das.", "Ich mache das"),
        ("Mache ich das heute?", ""),
        ("I will? Maybe I'm going to do it!", "I'm going to do it"),
        ("I'll be quiet now. I'll make it short this time.", ""),
        ("Ich mache es kurz und bündig. Ich werde noch verrückt.", ""),
        ("Ich mache es kurz. Ich bringe morgen zwei Fassungen mit.", "Ich bringe morgen zwei Fassungen mit"),
    ],
)
def test_promises_are_told_by_their_words(text: str, found: str) -> None:
    assert find_promise(text) == found
