from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.transcript.line import Line, capped, clean

NAMES = ("Boss", "Jürgen", "Dr. No (retired)")


@pytest.mark.parametrize(
    ("reply", "text"),
    [
        ("Boss: We ship.", "We ship."),
        ("boss: We ship.", "We ship."),
        ("Boss (smiling): We ship.", "We ship."),
        ('"Boss: We ship."', "We ship."),
        ('Boss: "We ship."', "We ship."),
        ("Jürgen — wir liefern.", "wir liefern."),
        ("Dr. No (retired): Never.", "Never."),
        ("Bossy: stays.", "Bossy: stays."),
        ("Boss, we ship.", "Boss, we ship."),
        ("“We ship.”", "We ship."),
        ("„Wir liefern.“", "Wir liefern."),
        ("«On livre.»", "On livre."),
        ('"One" and "two"', '"One" and "two"'),
        ("**We** _ship_ `now` ~~never~~.", "We ship now never."),
        ("# Plan\n- We ship.\n- Now.", "Plan We ship. Now."),
        ("1. We ship.", "We ship."),
        ("```\nWe ship.\n```", "We ship."),
        ("See https://example.org/a?b=c now.", "See now."),
        ("[our site](https://example.org) is up.", "our site is up."),
        ("We   ship\n\n now .", "We ship now."),
        ("2 * 3 * 4 and snake_case_name", "2 * 3 * 4 and snake_case_name"),
        ("We\x00 ship\x1b[31m.", "We ship."),
        ("\ud800We ship.", "?We ship."),
        ("\u200b\u200b", ""),
        ("[only thinking]", ""),
        ("   ", ""),
        ("Boss:", ""),
    ],
)
def test_a_reply_is_cleaned(reply: str, text: str) -> None:
    assert clean(reply, NAMES).text == text


def test_thoughts_are_kept_apart() -> None:
    line = clean("[I  doubt it.] We ship. [Or not?] []", NAMES)
    assert line == Line("We ship.", ("I doubt it.", "Or not?"))
    assert clean("We [really](http://x.y) ship.").thoughts == ()


@pytest.mark.parametrize(
    ("text", "cap", "kept"),
    [
        ("We ship on Friday.", 0, "We ship on Friday."),
        ("We ship on Friday.", 18, "We ship on Friday."),
        ("We ship on Friday. And then we sleep.", 25, "We ship on Friday."),
        ("We ship on Friday. And then we sleep.", 18, "We ship on Friday."),
        ("We ship, and then, on Friday, we sleep.", 18, "We ship, and…"),
        ("We ship, and then, on Friday, we sleep.", 10, "We ship…"),
        ("Donaudampfschifffahrt", 10, "Donaudamp…"),
        ("a b", 1, "…"),
    ],
)
def test_a_line_is_cut_at_a_words_end(text: str, cap: int, kept: str) -> None:
    assert capped(text, cap) == kept


def test_what_is_cut_is_kept() -> None:
    line = clean("We ship, and then, on Friday, we sleep.", cap=18)
    assert (line.text, line.cut) == ("We ship, and…", "then, on Friday, we sleep.")
    assert clean("We ship on Friday. And then we sleep.", cap=25).cut == "And then we sleep."


@given(reply=st.text(max_size=300), cap=st.integers(0, 130))
def test_a_line_is_one_line_within_its_cap(reply: str, cap: int) -> None:
    line = clean(reply, NAMES, cap=cap)
    assert not cap or len(line.text) <= cap
    assert line.text == line.text.strip()
    assert "\n" not in line.text
    assert "\n" not in "".join(line.thoughts)
    line.text.encode()


@given(words=st.lists(st.text("abcäß.,!", min_size=1, max_size=9), min_size=1, max_size=40), cap=st.integers(4, 80))
def test_nothing_between_what_is_kept_and_what_is_cut_is_lost(words: list[str], cap: int) -> None:
    text = clean(" ".join(words)).text
    line = clean(text, cap=cap)
    whole = line.text.removesuffix("…") if line.cut else line.text
    assert (whole + line.cut).replace(" ", "") == text.replace(" ", "")


@given(st.text(alphabet=st.characters(exclude_categories=[]), max_size=100))
def test_any_reply_can_be_kept(reply: str) -> None:
    clean(reply, NAMES, cap=120).text.encode()
