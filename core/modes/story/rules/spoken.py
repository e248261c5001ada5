"""The vocabulary of players, as patterns, and a line taken apart into sentences, clauses, counts and names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any

from parley.core.modes.story.rules.names import told, wordlist

SHORTEST_VERB = 4
"""Letters of a verb that may have one amiss."""

_SENTENCES = re.compile(r"[^.!?\n…]+[.!?\n…]*")
_CLAUSES = re.compile(
    r"[;:,()—&+]+|\s[–-]\s|\b(?:and then|and|then|but|und dann|und|dann|danach|anschliessend|sowie|aber)\b"
    r"|\b(?:in order )?to (?=(?:buy|talk|speak|ask|fetch|get|take|attack|kill|fight|sell|give|pick|grab)\b)"
)
_THEN = re.compile(r"((?:^|\b(?:ich|und|and|i)\s)\s*\w+)\s(?:dann|then)\s(?=\w)")
_QUOTED = re.compile(r"[\"“„»«]([^\"“”„»«]{1,600})[\"”“«»]")
_COUNT = re.compile(r"(\d{1,7})\s*[x×]?")


class Vocabulary:
    """The patterns of `resources/words/story.toml`, ready to be looked for."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.numbers = {
            word: at for at, each in enumerate(found["words_of_numbers"].split(","), 1) for word in each.split()
        }
        self.mechanical = re.compile(rf"\b(?:{'|'.join(found['mechanical'])})\b", re.IGNORECASE)
        self.parts = {part: _patterns(found[part]) for part in ("phrases", "offers", "sentences", "meta", "asks")}
        self.verbs = [
            (
                each["kind"],
                frozenset(each["forms"].split()),
                frozenset(each.get("particles", "").split()),
                "person" in each,
                "thing" in each,
            )
            for each in found["verbs"]
        ]
        self.known = frozenset(chain.from_iterable(forms for _kind, forms, *_needs in self.verbs))
        self.long = sorted(form for form in self.known if len(form) >= SHORTEST_VERB)


def _patterns(found: Mapping[str, Sequence[str]]) -> dict[str, re.Pattern[str]]:
    return {name: re.compile(rf"\b(?:{'|'.join(any_of)})(?!\w)") for name, any_of in found.items()}


@cache
def spoken_words() -> Vocabulary:
    return Vocabulary(told())


def sentences_of(text: str) -> Iterator[tuple[str, bool]]:
    """The sentences of a line, and whether they stand in quotation marks."""
    at = 0
    for found in _QUOTED.finditer(text):
        yield from ((each, False) for each in _SENTENCES.findall(text[at : found.start()]))
        yield from ((each, True) for each in _SENTENCES.findall(found[1]))
        at = found.end()
    yield from ((each, False) for each in _SENTENCES.findall(text[at:]))


def clauses_of(sentence: str) -> Iterator[str]:
    # "Ich gehe dann hinunter" is one clause.
    sentence = _THEN.sub(r"\1 ", sentence)
    yield from (each.strip(" .!?…'") for each in _CLAUSES.split(sentence) if each and each.strip(" .!?…'"))


def is_polite(said: Sequence[str]) -> bool:
    return bool(said) and (
        bool(wordlist("asked").intersection(said[:4]))
        or said[0] in wordlist("my_try")
        or bool({"please", "bitte", "magst", "kommst"}.intersection(said))
    )


def is_mine(said: Sequence[str]) -> bool:
    """Whether it is the player who gives: "I give …" with "me" elsewhere."""
    return bool(said) and said[0] in wordlist("first") and not wordlist("asked").intersection(said)


def content_of(said: Sequence[str]) -> list[str]:
    """The words that name something."""
    empty = wordlist("fillers") | wordlist("articles") | wordlist("leads") | wordlist("onward") | wordlist("vague")
    return [word for word in said if word not in empty and not number_of(word)]


def remaining(said: Sequence[str], stop: frozenset[str] = frozenset()) -> str:
    """What was named, in the words that are left of it."""
    end = next((at for at, word in enumerate(said) if word in stop), len(said))
    return " ".join(content_of(said[:end]))[:60]


def is_known(word: str) -> bool:
    return word in spoken_words().known or any(
        word in wordlist(name)
        for name in (
            "harmless",
            "doing",
            "feelings",
            "greetings",
            "question",
            "show",
            "fillers",
            "others",
            "wishes",
            "wishing",
            "articles",
        )
    )


def number_of(word: str) -> int:
    if found := _COUNT.fullmatch(word):
        return int(found[1])
    return spoken_words().numbers.get(word, 0)


def quantity_in(said: Sequence[str], otherwise: int, *, plural: bool = False) -> int:
    for at, word in enumerate(said):
        # "One of the candles" is a count, "one" behind it is none.
        if (number := number_of(word)) and not (word == "one" and at and said[at - 1] in {"this", "that", "the"}):
            return number
        if word in wordlist("couple") and (word != "paar" or said[at - 1 : at] != ("ein",)):
            return 2
    return 0 if plural or wordlist("all").intersection(said) else otherwise
