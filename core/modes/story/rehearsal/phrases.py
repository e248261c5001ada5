"""The phrases of stories, in both languages, and how one is chosen that was not heard lately."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random

from core.voices.rehearsal.phrases import Phrase, lists_in, longest, read

TELLING = 8
"""Letters that the constant stretch of a phrase must have to tell that the phrase was said."""

ASTRAY = 0.2
"""Chance that somebody does not begin at their place."""

_PUNCTUATED = re.compile(r"([.!?…])\.")
_SENTENCE = re.compile(r"(?<=[.!?…])[“”\"»]?\s+(?=[^a-zäöüß])")


@dataclass(frozen=True)
class StoryBank:
    """All phrases of a language by pool ("act.look", "say.thanks.warm").

    `families` tell acts and words apart; `names` are for new people, and `called` what those are, both by archetype.
    """

    pools: Mapping[str, tuple[Phrase, ...]]
    families: Mapping[str, re.Pattern[str]]
    names: Mapping[str, tuple[str, ...]]
    called: Mapping[str, tuple[str, ...]]


class PhrasePicker:
    """Says phrases of one language: of a pool the one that was never heard, else the one heard longest ago.

    `heard` is what was said lately; what it says itself it takes as heard. Who has a `place` among the people begins
    each pool at another phrase than the others: they do not hear each other, but the player hears them all.
    """

    def __init__(
        self, language: str, random: Random, heard: str, slots: Mapping[str, str], place: int | None = None
    ) -> None:
        self.language = language
        self.random = random
        self.slots = {name: value for name, value in slots.items() if value}
        self._bank = story_bank(language)
        self._heard = heard
        self._place = place

    def say(self, *pools: str, **slots: str) -> str:
        """A phrase of the first of these pools that has one whose slots are all filled; empty where none has."""
        values = self.slots | {name: value for name, value in slots.items() if value}
        for pool in pools:
            fit = [
                (phrase, text)
                for phrase in self._bank.pools.get(pool, ())
                if (text := filled(phrase.text, values)) is not None
            ]
            if fit:
                if self._place is None or self.random.random() < ASTRAY:
                    self.random.shuffle(fit)
                else:
                    first = self._place % len(fit)
                    fit = fit[first:] + fit[:first]
                # A phrase about what is at hand says more than one that is about nothing.
                fit.sort(key=lambda each: (_last_said(each[0], self._heard), "{" not in each[0].text))
                return self.spoken(fit[0][1])
        return ""

    def unheard(self, texts: Iterable[str]) -> list[str]:
        """Those of the texts that were not said lately."""
        return [text for text in texts if text and text not in self._heard]

    def spoken(self, text: str) -> str:
        """The text, which counts as heard from here on."""
        self._heard = f"{self._heard} {text}"
        return text

    def name(self, archetype: str, taken: Iterable[str]) -> str:
        """A name for somebody new, which nobody has."""
        known = {name.casefold() for name in taken}
        names = self._bank.names.get(archetype) or self._bank.names["townsperson"]
        free = [name for name in names if name.casefold() not in known] or list(names)
        return free[int(self.random.random() * len(free))]


def _last_said(phrase: Phrase, heard: str) -> int:
    """Where in what was heard it was said last; −1: it was not."""
    return heard.rfind(phrase.mark) if len(phrase.mark) >= TELLING else -1


def filled(text: str, slots: Mapping[str, str]) -> str | None:
    """The phrase with its slots filled, its first letter a capital; None where a slot has nothing."""
    try:
        said = text.format_map(slots)
    except KeyError:
        return None
    said = _PUNCTUATED.sub(r"\1", said)
    return said[:1].upper() + said[1:]


def sentences(text: str) -> list[str]:
    """The sentences of a text."""
    return [part for part in _SENTENCE.split(text.strip()) if part]


def words_in(text: str) -> int:
    """How many words a text has."""
    return len(text.split())


def fitting(parts: Iterable[str], most: int) -> list[str]:
    """Of the texts those that fit into so many words together; the first in any case."""
    kept: list[str] = []
    for text in parts:
        if text and (not kept or words_in(" ".join((*kept, text))) <= most):
            kept.append(text)
    return kept


def lower_first(text: str, language: str) -> str:
    """The text as it goes on in a sentence: an English article loses its capital."""
    first, blank, rest = text.partition(" ")
    return f"{first.lower()}{blank}{rest}" if language == "en" and first in {"The", "A", "An"} else text


@cache
def story_bank(language: str) -> StoryBank:
    """The bank of a language; English for one that we do not write."""
    data, key = read("story"), "de" if language == "de" else "en"
    number = ("en", "de").index(key)
    pools = {name.removesuffix(".any"): [each[number] for each in texts] for name, texts in lists_in(data["pools"])}
    families = {
        name: re.compile(rf"(?<!\w)(?:{'|'.join(one[key])})", re.IGNORECASE) for name, one in data["families"].items()
    }
    names, called = ({name: tuple(one[key]) for name, one in data[table].items()} for table in ("names", "called"))
    phrases = {name: tuple(Phrase(text, longest(text).strip()) for text in texts) for name, texts in pools.items()}
    return StoryBank(phrases, families, names, called)
