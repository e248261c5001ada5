from __future__ import annotations

import re
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parley.core.base.keywords import keywords
from parley.core.base.packaged import names
from parley.core.base.promises import promised
from parley.core.modes.office.memory.played import wording
from parley.core.modes.office.memory.records import overheard_talk, overhears
from parley.core.office.plan import load_plan
from tests.scene_lines import Lang

LANGS: tuple[Lang, Lang] = ("de", "en")


def slots(text: str) -> list[str]:
    return sorted(set(re.findall(r"{(\w+)}", text)))


def test_both_languages_say_the_same_with_the_same_slots() -> None:
    german, english = (
        {name: slots(text) for name, text in wording(lang).templates.items()} | dict.fromkeys(wording(lang).moods)
        for lang in LANGS
    )
    assert german == english


def test_every_room_that_ships_has_its_preposition() -> None:
    for plan in names("plans"):
        for lang in LANGS:
            assert {room.title(lang) for room in load_plan(plan).rooms} <= set(wording(lang).rooms)


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
    assert keywords(texts, lang, names=frozenset({"Ada"}), topic=topic) == found


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
    assert promised(text) == found


def test_what_would_repeat_the_talk_is_left_out_step_by_step() -> None:
    def tell(*lines: str) -> str:
        return overheard_talk(["Ada", "Ben"], "Küche", ["Nebel", "Laptop"], "ruhig", lines, "de")[0]

    assert (
        tell("über nebel und laptop")
        == "Ada und Ben haben in der Küche über das Thema Nebel gesprochen. Sie wirkten ruhig."
    )
    assert tell("über Nebel und Laptop", "über das Thema Nebel") == (
        "Ada und Ben haben in der Küche über das Thema Laptop gesprochen. Sie wirkten ruhig."
    )
    assert tell("gesprochen, sie wirkten ruhig") == "Ada und Ben haben in der Küche über Nebel und Laptop gesprochen."
    assert tell("Ada und Ben haben gelacht") == "Ada und Ben waren in der Küche im Gespräch."
    assert tell("Ada und Ben haben", "ben waren in der") == "Ada und Ben waren im Gespräch."
    assert tell("Ada und Ben haben", "ada und ben waren") == "Es wurde geredet."


@pytest.mark.parametrize("lang", ["de", "en"])
@settings(max_examples=60)
@given(data=st.data())
def test_no_four_words_of_the_talk_are_ever_told(lang: Literal["de", "en"], data: st.DataObject) -> None:
    whole, _ = overheard_talk(["Ada", "Ben"], "Küche", ["Nebel", "Laptop"], "ruhig", [], lang)
    least, _ = overheard_talk(["Ada", "Ben"], "", [], "", [], lang)
    piece = st.sampled_from([*whole.split(), *least.split(), "im", "Gespräch.", "were", "talking", "talk"])
    lines = data.draw(st.lists(st.lists(piece, min_size=3, max_size=12).map(" ".join), max_size=4))
    words = data.draw(st.lists(piece, max_size=3))
    text, kept = overheard_talk(["Ada", "Ben"], "Küche", words, "ruhig", lines, lang)
    assert text
    assert not overhears(text, lines)
    assert set(kept) <= set(words)
