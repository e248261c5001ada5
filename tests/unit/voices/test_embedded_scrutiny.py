"""Which lines of a small model may stand."""

from __future__ import annotations

from parley.core.voices.embedded.scrutiny import tidy

TIDIED = [
    ("Boss: We ship.", "We ship."), ("(sighs) We ship.", "We ship."), ("We ship. (He leaves)", "We ship."),
    ('"We ship.', "We ship."), ("We ship (on Monday", "We ship"), ("(only a stage direction)", ""),
    ("Sure, we ship.", "We ship."), ("- We ship.", "We ship."),
    ("You: We ship.", "We ship."), ("“We ship.”", "We ship."), ("Sure.", "Sure."),
]  # fmt: skip


def test_tidy() -> None:
    for line, wanted in TIDIED:
        assert tidy(line, "Boss", "en") == wanted, line
