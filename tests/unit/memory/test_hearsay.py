from __future__ import annotations

from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.modes.office.memory.hearsay import overheard_talk, overhears, runs

LINES = ["Der Nebel ist fertig, und zwar seit gestern.", "Vierzig Ebenen. Das läuft auf keinem Laptop."]


def test_runs_are_four_words_whatever_their_signs() -> None:
    assert runs("Der NEBEL -- ist fertig!") == {("der", "nebel", "ist", "fertig")}
    assert runs("drei Worte nur") == set()
    assert overhears("Man sagt, der Nebel ist fertig.", LINES)
    assert not overhears("Man sagt, der Nebel sei fertig.", LINES)
    assert overhears("ebenen das läuft auf", LINES)
    assert not overhears("", LINES)


def test_bystanders_tell_who_where_about_what_and_how() -> None:
    assert overheard_talk(["Ada", "Ben"], "Küche", ["Nebel", "Laptop", "Ebene"], "gut gelaunt", LINES, "de") == (
        "Ada und Ben haben in der Küche über Nebel und Laptop gesprochen. Sie wirkten gut gelaunt.",
        ("Nebel", "Laptop"),
    )
    assert overheard_talk(["Ada", "Ben", "Cleo"], "Kitchen", ["fog"], "", [], "en") == (
        "Ada, Ben and Cleo were talking in the kitchen about the fog.",
        ("fog",),
    )
    text, kept = overheard_talk(["Ada", "Ben"], "Turm", [], "ruhig", LINES, "de")
    assert (text, kept) == ("Ada und Ben haben im Raum „Turm“ miteinander gesprochen. Sie wirkten ruhig.", ())
    assert overheard_talk(["Ada", "Ben"], "Lounge", ["Drache"], "ausgelassen", LINES, "de", game=True) == (
        "Ada und Ben haben in der Lounge D&D gespielt. Sie wirkten ausgelassen.",
        (),
    )


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
