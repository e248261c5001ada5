"""Decorators at the head of a lore entry, as version 3 of the character cards has them: `@@depth 4`."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

NUMBERS = ("depth", "scan_depth", "activate_only_after", "activate_only_every")
SWITCHES = ("activate", "dont_activate", "keep_activate_after_match", "dont_activate_after_match")
LISTS = ("additional_keys", "exclude_keys")
"""Those that are known; all others are kept in the entry and not followed."""
LARGEST = 10_000
_LINE = re.compile(r"(@{2,3})(\w+)[ \t]*(.*)")


class Decorated(NamedTuple):
    """An entry's content without its decorators, and these: numbers, switches, and lists of keys."""

    text: str
    numbers: dict[str, int]
    switches: frozenset[str]
    lists: dict[str, tuple[tuple[str, ...], ...]]


@lru_cache(maxsize=4_096)
def parse_decorators(content: str) -> Decorated:
    """Return what the decorators of an entry say. Of several of one name the first counts, but for lists of keys.

    What begins with three @ is followed where the one before it cannot be.
    """
    numbers: dict[str, int] = {}
    switches: set[str] = set()
    lists: dict[str, tuple[tuple[str, ...], ...]] = {}
    lines, at, followed = content.split("\n"), 0, True
    while at < len(lines) and ((line := _LINE.fullmatch(lines[at].strip())) or not lines[at].strip()):
        at += 1
        if line is None:
            continue
        signs, name, value = line[1], line[2], line[3].strip()
        if len(signs) == 3 and followed:  # a fallback, and the one before it was understood
            continue
        followed = True
        if name in NUMBERS and value.isdecimal() and len(value) < 9:  # `int` refuses thousands of digits
            numbers.setdefault(name, min(LARGEST, int(value)))  # the first counts
        elif name in SWITCHES:
            switches.add(name)
        elif name in LISTS and (keys := tuple(key for each in value.split(",") if (key := each.strip()))):
            lists[name] = (*lists.get(name, ()), keys)
        else:
            followed = False
    return Decorated("\n".join(lines[at:]).strip(), numbers, frozenset(switches), lists)
