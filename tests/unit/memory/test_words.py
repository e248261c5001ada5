from __future__ import annotations

import pytest

from core.modes.office.memory.words import stems


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Häuser", "Haus"),
        ("HAEUSER", "haus"),
        ("Ha\u0308user", "Häuser"),
        ("Straße", "STRASSE"),
        ("Knochentürme", "Knochenturm"),
        ("Vorführungen", "Vorführung"),
        ("Café", "Cafe"),
    ],
)
def test_german_inflection_umlauts_and_case_make_no_difference(one: str, other: str) -> None:
    assert stems(one, "de") == stems(other, "de") != []


def test_english_inflection_makes_no_difference() -> None:
    assert stems("The towers' textures", "en") == stems("tower texture", "en")


def test_small_words_and_single_letters_say_nothing_and_numbers_do() -> None:
    assert stems("Und was ist mit dem, a b c: for the 7 of us?") == ["7"]


def test_words_come_in_order_and_as_often_as_they_are_said() -> None:
    assert stems("Turm, Haus – Turm_Turm!", "de") == ["turm", "haus", "turm", "turm"]


@pytest.mark.parametrize("text", ["", " ", "—", "🙂", "\x00", "'", "_", "\u0308"])
def test_what_has_no_word_has_no_stem(text: str) -> None:
    assert stems(text, "de") == []


def test_a_word_without_end_is_cut() -> None:
    assert len(stems("x" * 100_000)[0]) <= 64
