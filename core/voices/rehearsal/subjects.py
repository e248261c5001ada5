"""From which part of life a topic is, of what nature it is, and whether it is for or against what it names."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from parley.core.voices.rehearsal.phrases import read

HEAD = 3
"""How much more a word of the noun phrase counts than any other of the topic."""
PAIR = 5
"""How much two words that belong together count."""
_RESTRICTING = ("verbot", "verbote", "limit", "stopp", "sperre")
SHORTEST = 4
"""Characters of the beginning or end by which a longer word is known."""


class Subject(NamedTuple):
    """A part of life; `words` are whole, `begins` and `ends` are those by which longer ones are known.

    What is said `within` another fits it as well; what is `public` nobody decides for themselves alone.
    """

    name: str
    nature: str
    within: str
    public: bool
    words: frozenset[str]
    begins: tuple[str, ...]
    ends: tuple[str, ...]

    def has(self, word: str) -> bool:
        """Whether the lower-case word is one of it."""
        # In the genitive, too.
        known = word in self.words or word.removesuffix("s") in self.words
        return known or word.startswith(self.begins) or word.endswith(self.ends)


@cache
def subjects(language: str) -> tuple[Subject, ...]:
    """All of them, in the order in which they are preferred."""
    return tuple(
        _subject(name, table, table["de" if language == "de" else "en"].split())
        for name, table in read("subjects").items()
        if name not in ("en", "de")
    )


@cache
def _words(language: str) -> dict[str, frozenset[str]]:
    table = read("subjects")["de" if language == "de" else "en"]
    return {name: frozenset(words.split()) for name, words in table.items()}


def _subject(name: str, table: Mapping[str, Any], written: Sequence[str]) -> Subject:
    begins = tuple(each[:-1] for each in written if each.endswith("*"))
    ends = tuple(each[1:] for each in written if each.startswith("*"))
    words = frozenset(each for each in written if "*" not in each)
    return Subject(name, table["nature"], table.get("within", ""), table.get("public", False), words, begins, ends)


def named(subject: str, language: str) -> Subject | None:
    """The part of life of that name."""
    return next((each for each in subjects(language) if each.name == subject), None)


def subject_of(low: Sequence[str], head: Sequence[str], language: str) -> str:
    """The part of life that most of the topic's words are of, those of its noun phrase first; empty: none of ours."""
    best, most = "", 0
    low, head = _plain(low, language), _plain(head, language)
    pairs = [f"{one}_{other}" for one, other in pairwise(low)]
    for subject in subjects(language):
        weight = sum((HEAD if word in head else 1) for word in low if subject.has(word))
        weight += bool(head) and subject.has(head[-1])
        weight += PAIR * sum(pair in subject.words for pair in pairs)
        if weight > most:
            best, most = subject.name, weight
    return best


def _plain(low: Sequence[str], language: str) -> list[str]:
    """Without a word that only says what of: "the art of waiting" is about waiting."""
    heads, of = _words(language)["heads"], ("of", "des", "der", "eines", "einer")
    return [word for word, after in zip(low, [*low[1:], ""], strict=False) if not (word in heads and after in of)]


def nature_of(subject: str, low: Sequence[str], head: Sequence[str], named: bool, language: str) -> str:
    """Of what nature it is: idea, event, place, person, doing, name or thing."""
    words = _words(language)
    last = head[-1] if head else ""
    for nature in ("event", "idea", "person", "place", "doing", "tool"):
        if last in words[nature] or (nature == "event" and not words[nature].isdisjoint(low)):
            return nature
    if language == "en" and head and head[0].endswith("ing") and len(head[0]) > SHORTEST:
        return "doing"
    if named:
        return "name"
    if last.endswith(tuple(words["ideal"])):
        return "idea"
    return next((each.nature for each in subjects(language) if each.name == subject and each.has(last)), "thing")


def valued(low: Collection[str], language: str) -> int:
    """Whether a sentence speaks well of what it names, 1, or wants less of it, -1; 0: neither."""
    words = _words(language)
    against = sum(word in words["against"] or word.endswith(_RESTRICTING) for word in low)
    denied = sum(word in words["denying"] for word in low)
    if against:
        return -1 if (against + denied) % 2 else 1
    good = sum(word in words["well"] for word in low)
    return (1 if denied % 2 == 0 else -1) if good else 0


def ours(low: Sequence[str], language: str) -> bool:
    """Whether those who talk could do it themselves."""
    return not _words(language)["ours"].isdisjoint(low)


def asked_about(asked: Sequence[str], nature: str, language: str) -> str:
    """What a question of that beginning wants: advice, how something works, what for, or what something is."""
    words = _words(language)
    if asked[:1] and asked[0] in words["how"]:
        personal = not words["asking"].isdisjoint(asked)
        return "advice" if personal else "works" if words["able"].isdisjoint(asked) else "question"
    if asked[:1] and asked[0] in words["what_for"]:
        return "what_for"
    return "meaning_of" if nature == "idea" else "question"


def why_habit(low: Collection[str], language: str) -> set[str]:
    """That a why-question is about something that does one good at once and harm later; empty where it is not."""
    return set() if _words(language)["habits"].isdisjoint(low) else {"why_habit"}


def proposed(low: Collection[str], language: str) -> set[str]:
    """What a proposal for everybody is: moral, how one behaves to somebody; a rule; public, what is paid; other."""
    words = _words(language)
    if not words["moral"].isdisjoint(low) and not words["persons"].isdisjoint(low):
        return {"moral"}
    if not words["rules"].isdisjoint(low) or any(word.endswith(_RESTRICTING) for word in low):
        return {"rule", "public"}
    return {"other"} if words["policies"].isdisjoint(low) else {"public"}


def whether(asked: Sequence[str], low: Collection[str], language: str) -> str:
    """What a yes-no question asks: whether one may, whether something is called so, or whether it is so."""
    words = _words(language)
    if not words["may"].isdisjoint(asked) or (asked[:2] in (("is", "it"), ("ist", "es")) and words["may"] & set(low)):
        return "permitted"
    return "whether" if asked[:1] in (("is",), ("are",), ("ist",), ("sind",)) else "found"


def of_people(low: Collection[str], language: str) -> bool:
    """Whether a why-question asks about what people do."""
    words = _words(language)
    return not words["people"].isdisjoint(low) and words["unwilled"].isdisjoint(low)


def told(low: Collection[str], asked: Sequence[str], language: str) -> set[str]:
    """Whether something has happened and what it broke, or is so every day; of oneself one wants advice."""
    words = _words(language)
    found = not words["happened"].isdisjoint(low)
    if found and asked[:1] in (("we",), ("i",), ("wir",), ("ich",)) and words["broken"].isdisjoint(low):
        return {"our_news"}
    if found or (language == "en" and any(each.endswith("ed") and len(each) > SHORTEST for each in low)):
        done = {"somebody"} if not words["somebody"].isdisjoint(low) else set()
        return done | ({"happened"} if words["broken"].isdisjoint(low) else {"broken"})
    if not words["broken"].isdisjoint(low):
        return {"broken"}
    if not words["wishing"].isdisjoint(low):
        return {"wish"}
    if asked[:1] in (("i",), ("ich",)):
        return {"advice"}
    return set() if words["often"].isdisjoint(low) else {"habit"}


def claimed(low: Sequence[str], language: str) -> bool:
    """Whether a statement is of what is always so, and does not tell what has happened."""
    words = _words(language)
    if low and low[0] in words["personal"]:
        return False
    if not words["always"].isdisjoint(low):
        return True
    if not words["news"].isdisjoint(low) or not low or low[0] in words["pointing"]:
        return False
    return not any(each.endswith("ed") and len(each) > SHORTEST for each in low) if language == "en" else True
