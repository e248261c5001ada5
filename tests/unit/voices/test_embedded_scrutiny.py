"""Which lines of a small model may stand."""

from __future__ import annotations

import pytest

from parley.core.voices.embedded.scrutiny import own_part, rounded, tidy


@pytest.mark.parametrize(("line", "wanted"), [
    ("Boss: We ship.", "We ship."), ("(sighs) We ship.", "We ship."), ("We ship. (He leaves)", "We ship."),
    ('"We ship.', "We ship."), ("We ship (on Monday", "We ship"), ("(only a stage direction)", ""),
    ("Sure, we ship.", "We ship."), ("- We ship.", "We ship."),
    ("You: We ship.", "We ship."), ("“We ship.”", "We ship."), ("Sure.", "Sure."),
])  # fmt: skip
def test_tidy(line: str, wanted: str) -> None:
    assert tidy(line, "Boss", "en") == wanted


def test_own_part_ends_where_somebody_else_begins() -> None:
    assert own_part("Fine by me. Writer: And by me.", ["Writer"]) == "Fine by me."
    assert own_part("Fine.", []) == "Fine."


@pytest.mark.parametrize(("line", "cap", "wanted"), [
    ("Short.", 20, "Short."), ("It is late. And then it went on for", 24, "It is late."),
    ("It is quite late. And then", 0, "It is quite late."), ("abcdefghijklmnop", 8, "abcdefghijklmnop"),
])  # fmt: skip
def test_rounded(line: str, cap: int, wanted: str) -> None:
    assert rounded(line, cap) == wanted
