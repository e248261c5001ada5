"""Which lines of a small model may stand."""

from __future__ import annotations

import pytest

from parley.core.voices.embedded.scrutiny import alike, fault, own_part, rounded, tidy


@pytest.mark.parametrize(("line", "wanted"), [
    ("Boss: We ship.", "We ship."), ("(sighs) We ship.", "We ship."), ("We ship. (He leaves)", "We ship."),
    ('"We ship.', "We ship."), ("We ship (on Monday", "We ship"), ("(only a stage direction)", ""),
])  # fmt: skip
def test_tidy(line: str, wanted: str) -> None:
    assert tidy(line, "Boss") == wanted


@pytest.mark.parametrize(("line", "wanted"), [
    ("", "empty"), ("…", "empty"), ("Fine. Writer: I agree.", "speaks for Writer"),
    ("Hey, Boss! What now?", "speaks to itself"),
    ("no no no no no no no no", "repeats itself"), ("Where are we on the demo now?", "repeats an earlier line"),
    ("where are we, on the demo", "repeats an earlier line"), ("The demo is done.", ""),
    ("Ask the writer: she knows.", ""),
])  # fmt: skip
def test_fault(line: str, wanted: str) -> None:
    others = ("Analyst", "Writer") if "she knows" not in line else ("Analyst",)
    assert fault(line, earlier=["Where are we on the demo?"], others=others, name="Boss") == wanted


def test_own_part_ends_where_somebody_else_begins() -> None:
    assert own_part("Fine by me. Writer: And by me.", ["Writer"]) == "Fine by me."
    assert own_part("Fine.", []) == "Fine."


def test_alike_is_about_words_not_marks() -> None:
    assert alike(["that's", "a", "wish"], ["that's", "a", "wish"])
    assert not alike(["yes"], ["yes", "but", "no", "and", "maybe"])
    assert not alike([], [])


@pytest.mark.parametrize(("line", "cap", "wanted"), [
    ("Short.", 20, "Short."), ("It is late. And then it went on for", 24, "It is late."),
    ("It is quite late, and then it went on", 24, "It is quite late."), ("abcdefghijklmnop", 8, "abcdefghijklmnop"),
])  # fmt: skip
def test_rounded(line: str, cap: int, wanted: str) -> None:
    assert rounded(line, cap) == wanted
