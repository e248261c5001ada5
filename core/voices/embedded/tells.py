"""By what one hears that an assistant speaks: the table of `resources/prompts/tells.toml`, and the small words."""

from __future__ import annotations

import re
import tomllib
from functools import cache

from parley.core.base.packaged import packaged


@cache
def _load_tells_table(language: str) -> dict[str, list[str]]:
    data = tomllib.loads(packaged("prompts", "tells.toml").read_text("utf-8"))
    found: dict[str, list[str]] = data[language]
    return found


@cache
def openings(language: str) -> str:
    """Return a pattern of how an assistant begins."""
    return _build_alternation_pattern(_load_tells_table(language)["openings"])


@cache
def assistant(language: str) -> re.Pattern[str]:
    """Return what an assistant says."""
    return re.compile(rf"\b(?:{_build_alternation_pattern(_load_tells_table(language)['phrases'])})", re.IGNORECASE)


@cache
def staged(language: str) -> re.Pattern[str]:
    """Talk of the talk's being made."""
    return re.compile(rf"\b(?:{_build_alternation_pattern(_load_tells_table(language)['staged'])})\b", re.IGNORECASE)


@cache
def small(language: str) -> frozenset[str]:
    """Return the small words of a language."""
    blocks = packaged("prompts", "stop_words.txt").read_text("utf-8").split("\n\n")
    return frozenset(blocks[1 if language == "de" else 0].split())


def _build_alternation_pattern(words: list[str]) -> str:
    return "|".join(re.escape(word) for word in words)
