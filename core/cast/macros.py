"""The macros of character cards: {{char}}, {{user}} and a few more. They are words and do nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable

_MACRO = re.compile(
    r"\{\{\s*(?://(?P<note>[^{}]*)"
    r"|(?P<name>char|user|original|comment|hidden_key|random|pick|roll|reverse)\s*(?::{1,2}(?P<value>[^{}]*))?)\s*\}\}"
    r"|<(?P<tag>char|bot|user)>",
    re.IGNORECASE,
)
_COMMA = re.compile(r"(?<!\\),")  # "\," is a comma within what can be drawn
MOST_SIDES = 1_000_000
"""Sides of a die."""


def fill_text(text: str, char: str, user: str, draw: Callable[[str], float] = lambda _what: 0.0) -> str:
    """Return the text with its macros filled in, once and not again in what they gave; unknown ones stay as they are.

    `draw` gives a number in [0, 1) that follows from what is drawn: the same macro at the same place stays the same.
    """
    if "{{" not in text and "<" not in text:  # true of most texts
        return text

    def get_value(found: re.Match[str]) -> str:
        name = (found["tag"] or found["name"] or "").lower()
        given = (found["value"] or "").strip()
        match name:
            case "char" | "bot":
                return char
            case "user":
                return user
            case "random" | "pick":
                # With two colons what can be drawn is parted by two colons, too.
                parts = given.split("::") if "::" in given else _COMMA.split(given)
                chances = draw(f"{found.start()}:{found.group()}")  # by its place, too: equal macros draw apart
                return parts[min(len(parts) - 1, int(chances * len(parts)))].replace("\\,", ",").strip()
            case "roll":
                sides = given.lower().removeprefix("d").removeprefix("1d")
                most = min(MOST_SIDES, int(sides)) if sides.isdecimal() and len(sides) < 10 else 0  # `int` has a limit
                return str(1 + int(draw(f"{found.start()}:{found.group()}") * most)) if most else found.group()
            case "reverse":
                return given[::-1]
            case _:
                return ""  # The original is what is told anyway; notes are for nobody

    return _MACRO.sub(get_value, text)
