"""Words by which plain rules tell how a line is meant, what it is about, and what it promises; "I'll be brief" and its
like promise nothing.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from typing import Literal

from parley.core.base.definition import Definition
from parley.core.base.packaged import get_resource

Language = Literal["en", "de"]

# Python's lookbehinds have a fixed width: there is one for each word.
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
def read_markers(language: Language) -> Markers:
    """Return the markers of the language."""
    return Markers.model_validate(tomllib.loads(get_resource("prompts", "markers.toml").read_text("utf-8"))[language])


@cache
def marked(language: Language, kind: Literal["support", "challenge", "playful", "worried", "tired"]) -> re.Pattern[str]:
    """Return the expression that finds a marker of that kind in a line."""
    words: tuple[str, ...] = getattr(read_markers(language), kind)
    found = "|".join(re.escape(word.removesuffix("…")) + (r"\w*" if word.endswith("…") else "") for word in words)
    return re.compile(rf"{_NOT_BEFORE}(?<!\w)(?:{found})(?!\w){_NOT_AFTER}", re.IGNORECASE)


@cache
def read_common() -> frozenset[str]:
    """Return words that no talk is about, in both languages."""
    return frozenset(get_resource("prompts", "common_words.txt").read_text("utf-8").split())


@cache
def stop_words() -> frozenset[str]:
    """Return words that carry no meaning of their own, in both languages."""
    return frozenset(get_resource("prompts", "stop_words.txt").read_text("utf-8").split())


LEAST_WORDS = 3

_PROMISE = re.compile(
    r"\b((?:I['’]ll|I will|I['’]m going to)"
    r"(?! (?:be|see|say|admit|bet|laugh|keep|stop|never|make it short|have to|need to)\b)"
    r"|ich (?:werde|übernehme|kümmere|schicke|mache|schreibe|bringe|baue|prüfe|kläre|teste|liefere|zeichne|male|rufe)"
    r"(?! (?:es kurz|mir|mit|nie|noch|alt|müde|rot|verrückt|das nicht)\b)"
    r"|(?:kümmere|übernehme|schicke|schreibe|mache|bringe|prüfe|kläre|teste|liefere|baue|male|rufe) ich(?! mir\b)"
    r"|(?:bis|morgen|nachher|gleich)\b[^.!?,;:]{0,30}? (?!habe|hatte|hätte|könnte|würde|möchte|glaube|denke)\w{2,}e ich"
    r")\b[^.!?]*",
    re.IGNORECASE,
)


def find_promise(text: str) -> str:
    """Return what is promised in the line, in its own words from the promise on; empty where nothing is."""
    for found in _PROMISE.finditer(text):
        said = found.group(0).strip()
        asks = text[found.end() : found.end() + 1] == "?"  # "Mache ich das?" asks
        if len(said.split()) >= LEAST_WORDS and not asks:  # "I'll go" promises nothing
            return said
    return ""
