"""What some lines are about: the nouns that come up most, found by simple means and in doubt left out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from parley.core.base.markers import Language, read_common, read_markers, stop_words

LEAST, LONGEST = 3, 30
LEAST_STEM = 4
OF_TOPIC = 2
"""How many lines a noun of the topic counts for."""

_BEFORE_GENITIVE = frozenset({"des", "eines", "meines", "deines", "seines", "unseres", "dieses"})
_NO_NOUN = ("ed", "ly")  # participles and adverbs
_TOKEN = re.compile(r"[\w’'&-]+|[^\w\s]")
_ENDS = frozenset('.!?:…„“”"»«–—')


def find_keywords(
    texts: Sequence[str], language: Language, *, names: AbstractSet[str] = frozenset(), topic: str = "", most: int = 3
) -> tuple[str, ...]:
    """Return at most `most` nouns of the lines and their topic, the most frequent first; none of the `names`."""
    known = {part.casefold() for name in names for part in name.split()}
    counted: Counter[str] = Counter()
    spelled: dict[str, str] = {}
    for text, weight in [(topic, OF_TOPIC), *((text, 1) for text in texts)]:
        for noun in dict.fromkeys(find_nouns(text, language)):
            if known.isdisjoint(noun.casefold().split()):
                stem = _stem_noun(noun, language)
                counted[stem] += weight
                # Of a noun's forms the shortest is the one to name it by.
                spelled[stem] = min(spelled.get(stem, noun), noun, key=len)
    # Equally frequent ones stand in the order in which they came up.
    return tuple(spelled[stem] for stem, _count in counted.most_common(most))


def _stem_noun(noun: str, language: Language) -> str:
    """Return enough of the noun that its forms are counted together."""
    low = noun.casefold()
    for ending in ("en", "es", "n", "e", "s") if language == "de" else ("es", "s"):
        if low.endswith(ending) and len(low) - len(ending) >= LEAST_STEM:
            return low.removesuffix(ending)
    return low


def find_nouns(text: str, language: Language) -> list[str]:
    """Return the nouns of a line, bare."""
    found = (_find_german_nouns if language == "de" else _find_english_nouns)(_TOKEN.findall(text))
    return [
        noun
        for noun in found
        if LEAST <= len(noun) <= LONGEST and all(_is_telling_word(w, language) for w in noun.split())
    ]


def _is_telling_word(word: str, language: Language) -> bool:
    """Return whether a talk can be about it."""
    low = word.casefold()
    return (
        word.replace("-", "").isalpha()
        and low not in read_common()
        and low not in stop_words()
        and low not in read_markers(language).vague
    )


def _find_german_nouns(tokens: Sequence[str]) -> list[str]:
    """Return words with a capital that do not owe it to the beginning of a sentence."""
    found = []
    before = "."
    for token in tokens:
        owner = before.casefold() in _BEFORE_GENITIVE and token.endswith("s")  # "des Turms" says whose another noun is
        if token[0].isupper() and before not in _ENDS and not owner:  # German writes every noun with a capital
            found.append(token)
        before = token
    return found


def _find_english_nouns(tokens: Sequence[str]) -> list[str]:
    """Return the word or two behind an article or the like, and behind the adjectives there."""
    known = read_markers("en")
    found = []
    for at, token in enumerate(tokens):
        if token.casefold() not in known.determiners:
            continue
        rest = list(tokens[at + 1 : at + 5])
        while rest and (rest[0].casefold() in known.adjectives or rest[0].endswith("ly")):
            del rest[0]
        if not rest or not _can_be_noun(rest[0]):
            continue
        noun = rest[0].casefold() if rest[0][1:].islower() else rest[0]  # "API" keeps its capitals
        compound = (
            len(rest) > 1
            and not noun.endswith("s")  # "the players want": a verb is behind it
            and _can_be_noun(rest[1])
            and rest[1].islower()
            and not rest[1].endswith("s")  # "the game runs"
        )
        free = compound and rest[1] not in known.adjectives | known.determiners and _is_telling_word(rest[1], "en")
        found.append(f"{noun} {rest[1]}" if free else noun)
    return found


def _can_be_noun(token: str) -> bool:
    """Return whether the word behind an article can be a noun."""
    return token[0].isalpha() and len(token) >= LEAST and not token.endswith(_NO_NOUN)
