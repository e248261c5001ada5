"""Words by which plain rules tell how a line is meant, and what it is about."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from typing import Literal

from parley.core.base.definition import Definition
from parley.core.base.packaged import packaged

Language = Literal["en", "de"]

_NOT_BEFORE = r"(?<!\bnot )(?<!n['’]t )(?<!\bnicht )(?<!\bkein )(?<!\bkeine )(?<!\bnever )(?<!\bnie )"
_NOT_AFTER = r"(?! (?:\w+ )?nicht\b)"
"""A marker that is denied is none."""


class Markers(Definition):
    """Words of one language by which a line shows how it is meant, and those that no talk is about."""

    support: tuple[str, ...]
    challenge: tuple[str, ...]
    playful: tuple[str, ...]
    worried: tuple[str, ...]
    tired: tuple[str, ...]
    vague: frozenset[str]
    determiners: frozenset[str]
    adjectives: frozenset[str]


@cache
def markers(language: Language) -> Markers:
    """Return the markers of the language."""
    return Markers.model_validate(tomllib.loads(packaged("prompts", "markers.toml").read_text("utf-8"))[language])


@cache
def marked(language: Language, kind: Literal["support", "challenge", "playful", "worried", "tired"]) -> re.Pattern[str]:
    """Return the expression that finds a marker of that kind in a line."""
    words: tuple[str, ...] = getattr(markers(language), kind)
    found = "|".join(re.escape(word.removesuffix("…")) + (r"\w*" if word.endswith("…") else "") for word in words)
    return re.compile(rf"{_NOT_BEFORE}(?<!\w)(?:{found})(?!\w){_NOT_AFTER}", re.IGNORECASE)


@cache
def common() -> frozenset[str]:
    """Words that no talk is about, in both languages."""
    return frozenset(packaged("prompts", "common_words.txt").read_text("utf-8").split())


@cache
def stop_words() -> frozenset[str]:
    """Words that carry no meaning of their own, in both languages."""
    return frozenset(packaged("prompts", "stop_words.txt").read_text("utf-8").split())
