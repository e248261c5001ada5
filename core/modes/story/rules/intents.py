"""What a player's words mean to the rules: read by words alone, in English and German, without a voice."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any, Literal

from core.base.labels import catalogue

IntentKind = Literal[
    "talk", "part", "give", "take", "go", "use", "follow", "drop", "pick", "attack", "defend", "flee", "none",
    "price", "buy", "sell", "accept", "haggle", "decline", "threaten", "surrender", "parley", "try",
]  # fmt: skip

SHORTEST = 3
"""Letters of a word of a name by which it may be called alone; also what inflection leaves of a word."""

ENDINGS = ("'s", "ern", "en", "er", "es", "em", "n", "e", "s")
"""What German and English inflection puts behind a noun or a name."""

_CLAUSES = re.compile(r"[.!?;:,\n\"“”„»«()…—]+|\b(?:and then|and|then|und dann|und|dann)\b")
_WORDS = re.compile(r"\w+(?:['-]\w+)*")
_GREETING = re.compile(
    r"^\W*(?:hello|hi|hey|greetings|good (?:day|morning|evening)|hallo|hey|grüss dich|grüezi|moin"
    r"|guten (?:tag|morgen|abend))\b[\s,]+(?P<whom>[^.!?;:,]+)"
)
_DIFFICULTY = re.compile(
    r"\b(?:dc|sg|difficulty(?:\s+of)?|schwierigkeit(?:sgrad)?(?:\s+von)?)\s*[:=]?\s*(?P<number>\d{1,2})\b",
    re.IGNORECASE,
)
_GERMAN = re.compile(r"\b(?:sg|schwierigkeit(?:sgrad)?)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Intent:
    """What the player wants. `target` is a person, a place or a foe, `item` a thing, by id; empty: not said.

    `quantity` 0: all of it. `price`: the coins that are named (0: none); `swap`: the thing that is given for it.
    """

    kind: IntentKind
    target: str = ""
    item: str = ""
    quantity: int = 1
    price: int = 0
    swap: str = ""
    swap_quantity: int = 1


@dataclass(frozen=True)
class Known:
    """What the player can name, as id to name. `called` is what else people go by ("the smith")."""

    people: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)
    items: Mapping[str, str] = field(default_factory=dict)
    foes: Mapping[str, str] = field(default_factory=dict)
    called: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


class _Vocabulary:
    """The words of `resources/words/story.toml`, ready to be looked for."""

    def __init__(self, told: dict[str, Any]) -> None:
        self.words = {name: frozenset(words.split()) for name, words in told["words"].items()}
        self.numbers = {
            word: at for at, each in enumerate(told["words_of_numbers"].split(","), 1) for word in each.split()
        }
        self.mechanical = re.compile(rf"\b(?:{'|'.join(told['mechanical'])})\b", re.IGNORECASE)
        self.phrases: list[tuple[IntentKind, re.Pattern[str]]] = [
            (kind, re.compile(rf"\b(?:{'|'.join(any_of)})\b")) for kind, any_of in told["phrases"].items()
        ]
        self.verbs: list[tuple[IntentKind, re.Pattern[str], frozenset[str]]] = [
            (each["kind"], re.compile("|".join(each["forms"])), frozenset(each.get("particles", ())))
            for each in told["verbs"]
        ]


@cache
def _spoken() -> _Vocabulary:
    return _Vocabulary(catalogue("story"))


def wordlist(name: str) -> frozenset[str]:
    """The words of one of the lists of `resources/words/story.toml`, such as the articles."""
    return _spoken().words[name]


def mechanical(text: str) -> str:
    """The word that calls for the rules as it is written, else "DC 15", else nothing."""
    text = unicodedata.normalize("NFC", text)
    if found := _spoken().mechanical.search(text):
        first, *rest = found.group().split()
        return f"{first} … {rest[-1]}" if len(rest) > 1 else found.group()
    if number := difficulty(text):
        return f"{'SG' if _GERMAN.search(text) else 'DC'} {number}"
    return ""


def difficulty(text: str) -> int:
    """The difficulty that is named ("DC 15"); 0: none."""
    found = _DIFFICULTY.search(unicodedata.normalize("NFC", text))
    return int(found["number"]) if found else 0


def intent(text: str, known: Known) -> Intent:
    """What the player wants: the first clause that says something that the rules know."""
    plain = unicodedata.normalize("NFC", text).casefold().replace("’", "'")
    whole = words_of(plain)
    if place := _place_alone(whole, known):
        return Intent("go", place)
    if (greeted := _GREETING.match(plain)) and (whom := named(words_of(greeted["whom"]), known.people, known.called)):
        return Intent("talk", whom)
    for clause in _CLAUSES.split(plain):
        said = words_of(clause or "")
        if not said or wordlist("negations").intersection(said):
            continue
        kind = _kind(clause.strip(), said)
        if kind != "none" and (meant := _filled(kind, said, whole, known)):
            return meant
    return Intent("none")


def _place_alone(said: Sequence[str], known: Known) -> str:
    """The place of which nothing but the name is said, as one says where one is going."""
    bare = tuple(_stem(word) for word in said if word not in wordlist("articles") and word not in wordlist("whither"))
    for one, _wholly, name in _ways(known.places, {}):
        if bare == tuple(_stem(word) for word in name):
            return one
    return ""


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text, casefolded."""
    return tuple(_WORDS.findall(unicodedata.normalize("NFC", text).casefold().replace("’", "'")))


def _kind(clause: str, said: Sequence[str]) -> IntentKind:
    for kind, phrase in _spoken().phrases:
        if phrase.search(clause):
            return kind
    if said[0] in wordlist("others"):
        return "none"
    for kind, forms, particles in _spoken().verbs:
        for place, word in enumerate(said):
            if not forms.fullmatch(word):
                continue
            rest = (*said[:place], *said[place + 1 :])
            if particles and not particles.intersection(rest):
                continue
            if kind == "talk" and wordlist("to_me").union({"mich", "myself"}).intersection(said[place + 1 : place + 2]):
                # "Tell me about Mara", "ich frage mich": nobody is spoken to.
                continue
            if kind in {"attack", "defend", "flee"} and wordlist("asked").intersection(said[:place]):
                continue
            if _leads(said[:place]) or (place == len(said) - 1 and word.endswith("n") and len(said) > 1):
                return kind
    return "none"


def _leads(before: Sequence[str]) -> bool:
    """Whether what stands before a verb leaves it to be what the player does."""
    return all(word in wordlist("leads") or word.endswith("ly") for word in before)


def _filled(kind: IntentKind, said: Sequence[str], whole: Sequence[str], known: Known) -> Intent | None:
    """The intent with what it is about; None where it names nothing that there is."""
    person = named(said, known.people, known.called)
    item = named(said, known.items)
    quantity = _quantity(said)
    match kind:
        case "talk":
            return Intent("talk", person) if person else None
        case "part" | "follow":
            return Intent(kind, person or named(whole, known.people, known.called))
        case "give":
            paid = next((place for place, word in enumerate(said) if word in wordlist("for")), len(said))
            item = named(said[:paid], known.items) or item
            if not item:
                return None
            asked = bool(wordlist("to_me").intersection(said)) and not _mine(said)
            person = person or named(whole, known.people, known.called)
            return Intent("take" if asked else "give", person, item, quantity)
        case "take":
            if not item:
                return None
            return Intent("take" if person else "pick", person, item, quantity)
        case "use":
            return Intent("use", person, item, quantity) if item else None
        case "drop" | "pick":
            return Intent(kind, "", item, quantity) if item else None
        case "go":
            place = named(said, known.places)
            return Intent("go", place) if place else None
        case "attack":
            return Intent("attack", named(said, known.foes) or person, item)
        case _:
            return Intent(kind)


def _mine(said: Sequence[str]) -> bool:
    """Whether it is the player who gives: "I give …" with "me" elsewhere."""
    return bool(said) and said[0] in {"i", "i'll", "ich", "we", "wir"} and not wordlist("asked").intersection(said)


def _quantity(said: Sequence[str]) -> int:
    for word in said:
        if word.isdecimal():
            return min(int(word), 1_000_000) if len(word) < 8 else 1_000_000
        if word in _spoken().numbers:
            return _spoken().numbers[word]
    return 0 if wordlist("all").intersection(said) else 1


def named(said: Sequence[str], names: Mapping[str, str], called: Mapping[str, tuple[str, ...]] | None = None) -> str:
    """The id of what is named: by its whole name, by its id, or by a word of it that nothing else here has.

    The name of most words wins, an exact one before an inflected one. Empty: nothing is.
    """
    spoken = tuple(_stem(word) for word in said)
    best, best_score = "", (False, 0, False, 0)
    for one, wholly, name in _ways(names, called or {}):
        stems = tuple(_stem(word) for word in name)
        if not stems or not _within(stems, spoken):
            continue
        score = (wholly, len(name), _within(name, said), sum(len(word) for word in name))
        if score > best_score:
            best, best_score = one, score
    return best or _compound(spoken, names)


def _within(name: Sequence[str], said: Sequence[str]) -> bool:
    return any(tuple(said[start : start + len(name)]) == tuple(name) for start in range(len(said) - len(name) + 1))


def _ways(
    names: Mapping[str, str], called: Mapping[str, tuple[str, ...]]
) -> Iterable[tuple[str, bool, tuple[str, ...]]]:
    """All by which something may be called: id, whether it is the whole name, and the words."""
    single: dict[str, list[str]] = {}
    for one, name in names.items():
        whole = _bare(name)
        for other in (whole, _bare(re.sub(r"[_-]", " ", one)), *(_bare(each) for each in called.get(one, ()))):
            yield one, True, other
        for word in set(whole):
            if len(word) >= SHORTEST:
                single.setdefault(_stem(word), []).append(one)
    for one, name in names.items():
        for word in _bare(name):
            if single.get(_stem(word)) == [one]:
                yield one, False, (word,)


def _compound(spoken: Sequence[str], names: Mapping[str, str]) -> str:
    """Whose name ends in a word that is spoken ("Münze", where it is a "Silbermünze"), if only one's does."""
    longer = {stem for stem in spoken if len(stem) > SHORTEST}
    found = {
        one for one, name in names.items() for word in _bare(name) for stem in longer if _stem(word).endswith(stem)
    }
    return found.pop() if len(found) == 1 else ""


@lru_cache(maxsize=4_096)
def _bare(name: str) -> tuple[str, ...]:
    """The words of a name without articles."""
    return tuple(word for word in words_of(name) if word not in wordlist("articles"))


@lru_cache(maxsize=16_384)
def _stem(word: str) -> str:
    """A word without what inflection may have put behind it; umlauts count as their vowels."""
    # Again and again, so that "coins" comes to what "coin" comes to.
    while ending := next((each for each in ENDINGS if word.endswith(each) and len(word) - len(each) >= SHORTEST), ""):
        word = word.removesuffix(ending)
    return word.translate(_VOWELS)


_VOWELS = str.maketrans("äöü", "aou")
