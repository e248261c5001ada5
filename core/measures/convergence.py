"""How alike two speakers sound of late: the established score, quirks included, and ours beside it.

Both look at a window of the newest messages, the same number from each side, and weigh five components, each in
[0, 1] with 1 for "alike". The cost of a score does not grow with the talk: only the window is read.

`classic` is the live score of the tool in whose terms results have been published, number for number, so that figures
can be compared. It is not always sensible: `content` sees only the newest message of each side and, for short ones,
their letters; a message of one sentence that ends with its mark counts no sentence at all, so that two of them score
0; a list item or a question that one side has and the other has not is a 0, be it one or twenty; of near-equal
contents nothing else counts.

`parley` mends that. Its components are described at `_ours`. Given a similarity by embeddings
(`core.measures.embedding`) in place of shared words it is the third score, `embedding`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Literal, TypeVar

T = TypeVar("T")
WINDOW = 10
"""Messages that are looked at, of both sides together."""

REMEMBERED = 512
"""Messages whose counts are kept: those of the windows of thirty speakers, and more."""

Calculator = Literal["classic", "parley"]
AnyCalculator = Literal["classic", "parley", "embedding"]
"""Those that need nothing but the messages, and the one that needs their vectors too."""
Profile = Literal["balanced", "structural", "semantic", "strict"]
Message = tuple[str, str]
"""Who said it, and what."""

COMPONENTS = ("content", "length", "sentences", "structure", "punctuation")
PROFILES: dict[Profile, dict[str, float]] = {
    "balanced": {"content": 0.4, "length": 0.15, "sentences": 0.2, "structure": 0.15, "punctuation": 0.1},
    "structural": {"content": 0.25, "length": 0.1, "sentences": 0.2, "structure": 0.35, "punctuation": 0.1},
    "semantic": {"content": 0.6, "length": 0.1, "sentences": 0.15, "structure": 0.1, "punctuation": 0.05},
    "strict": {"content": 0.5, "length": 0.05, "sentences": 0.15, "structure": 0.25, "punctuation": 0.05},
}
"""What each component weighs; every profile sums to 1."""

Similarity = Callable[[Sequence[str], Sequence[str]], float]
"""What takes the place of `content`: how alike two windows of messages are, in [0, 1]; embeddings, for example."""


@dataclass(frozen=True, slots=True)
class Convergence:
    """A score in [0, 1] (`classic` rounds it to two decimals, `exact` is before that) and what it is made of.

    `per_side` messages of each were looked at; 0 where one of the two has not spoken, and then everything is 0.
    """

    score: float
    exact: float
    components: Mapping[str, float]
    per_side: int


NOTHING = Convergence(0.0, 0.0, dict.fromkeys(COMPONENTS, 0.0), 0)


def classic(messages: Sequence[Message], a: str, b: str, profile: Profile = "balanced") -> Convergence:
    """The established score of `a` and `b`; messages of others are left out before the window is taken."""
    mine, yours = window(messages, a, b)
    if not mine:
        return NOTHING
    one, other, count = _added(tuple(mine)), _added(tuple(yours)), len(mine)
    found = {
        "content": _last_content(_counted(mine[-1]).text, _counted(yours[-1]).text),
        "length": _ratio(one.length / count, other.length / count),
        "sentences": _ratio(one.closed / count, other.closed / count),
        "structure": _feature_ratio(one.structure, other.structure, per=(count, count)),
        "punctuation": _feature_ratio(one.marks, other.marks, per=(one.length, other.length)),
    }
    exact = weighed("classic", found, profile)
    return Convergence(round(exact, 2), exact, found, len(mine))


def parley(
    messages: Sequence[Message],
    a: str,
    b: str,
    profile: Profile = "balanced",
    similarity: Similarity | None = None,
) -> Convergence:
    """Our score of `a` and `b`: all components always count, and nothing is rounded."""
    mine, yours = window(messages, a, b)
    if not mine:
        return NOTHING
    found = _ours(mine, yours, similarity or shared_words)
    exact = weighed("parley", found, profile)
    return Convergence(exact, exact, found, len(mine))


CALCULATORS: dict[Calculator, Callable[[Sequence[Message], str, str, Profile], Convergence]] = {
    "classic": classic,
    "parley": parley,
}


def trend(scores: Sequence[float]) -> Literal["", "rising", "falling", "steady", "wavering"]:
    """Where the last three scores go; empty while there are fewer. Steady: no step of a tenth or more."""
    if len(scores) < 3:
        return ""
    first, second, third = scores[-3:]
    if third > second > first:
        return "rising"
    if third < second < first:
        return "falling"
    return "steady" if max(abs(second - first), abs(third - second)) < 0.1 else "wavering"


def window(messages: Sequence[tuple[str, T]], a: str, b: str) -> tuple[list[T], list[T]]:
    """The newest `WINDOW` messages of the two, as many of one as of the other; from the end, so that a long talk
    costs no more than a short one. A message is its words, or whatever stands for them."""
    newest: list[tuple[str, T]] = []
    for message in reversed(messages):
        if message[0] in (a, b):
            newest.append(message)
            if len(newest) == WINDOW:
                break
    newest.reverse()
    mine, yours = [what for who, what in newest if who == a], [what for who, what in newest if who == b]
    count = min(len(mine), len(yours))
    return (mine[-count:], yours[-count:]) if count else ([], [])


def _mean(numbers: Iterable[float]) -> float:
    values = list(numbers)
    return sum(values) / len(values)


def _ratio(one: float, other: float) -> float:
    """The smaller as a part of the larger; 0 where either is 0."""
    return min(one, other) / max(one, other) if one and other else 0.0


def weighed(calculator: AnyCalculator, components: Mapping[str, float], profile: Profile) -> float:
    """The score that the components come to, not rounded: they are the same for every profile."""
    if calculator == "classic" and components["content"] > 0.9:
        # Where the contents are all but equal nothing else is asked.
        return components["content"]
    return sum(components[name] * weight for name, weight in PROFILES[profile].items())


# The established one ------------------------------------------------------------------------------------------------

# One after the other: what is left of a label in a label is one again.
_LABELS = re.compile(r"\*\*Agent [AB]\*\*:\s*"), re.compile(r"\*\*Agent [AB]\*\*")
_GAP = re.compile(r"\n\s*\n\s*\n")
# No match begins within a row of marks, blank lines or digits: of a long row each beginning would be tried.
_CLOSED = re.compile(r"(?<![.!?])[.!?]+\s")
# The second half matches a number with a full stop wherever it stands: that is how it counts.
_ITEM = re.compile(r"^[^\S\n]*[-*•]|(?<!\d)\d+\.", re.MULTILINE)

_STRUCTURE: tuple[Callable[[str], int], ...] = (
    lambda text: text.count("\n\n") + 1,
    lambda text: len(_ITEM.findall(text)),
    lambda text: text.count("?"),
    lambda text: text.count("```"),
)
_MARKS: tuple[Callable[[str], int], ...] = (
    lambda text: text.count("!"),
    lambda text: text.count(","),
    lambda text: text.count(";"),
    lambda text: text.count(":"),
    lambda text: text.count("-") + text.count("—"),
)


@dataclass(frozen=True, slots=True)
class _Counted:
    """What the established score counts of a message, once its labels are gone."""

    text: str
    length: int
    closed: int
    structure: tuple[int, ...]
    marks: tuple[int, ...]


@lru_cache(maxsize=REMEMBERED)
def _counted(said: str) -> _Counted:
    for label in _LABELS:
        said = label.sub("", said)
    text = _GAP.sub("\n\n", said).strip()
    return _Counted(
        text=text,
        length=len(text),
        closed=_closed_sentences(text),
        structure=tuple(count(text) for count in _STRUCTURE),
        marks=tuple(count(text) for count in _MARKS),
    )


@lru_cache(maxsize=REMEMBERED)
def _added(said: tuple[str, ...]) -> _Counted:
    """The counts of a side's messages, added up: the side that listens is the same as a turn before."""
    each = [_counted(text) for text in said]
    return _Counted(
        text="",
        length=sum(one.length for one in each),
        closed=sum(one.closed for one in each),
        structure=_sums([one.structure for one in each]),
        marks=_sums([one.marks for one in each]),
    )


def _last_content(mine: str, yours: str) -> float:
    one, other = mine.strip().lower(), yours.strip().lower()
    if one == other:
        return 1.0
    shorter, longer = sorted((one, other), key=len)
    if shorter in longer:
        return len(shorter) / len(longer)
    if len(longer) < 50:
        return _jaccard(set(one), set(other))
    return _jaccard(set(one.split()), set(other.split()))


def _jaccard(one: set[str], other: set[str]) -> float:
    union = one | other
    return len(one & other) / len(union) if union else 0.0


def _closed_sentences(text: str) -> int:
    """Ends of sentences within the text, and one more where it ends without a mark."""
    return len(_CLOSED.findall(text)) + bool(text and not text.strip().endswith((".", "!", "?")))


def _feature_ratio(mine: Sequence[int], yours: Sequence[int], per: tuple[int, int]) -> float:
    """The mean over features of the ratio of their rates; none on both sides is alike, on one side is not."""
    ratios = []
    for one, other in zip(mine, yours, strict=True):
        rates = (one / per[0] if per[0] else 0.0, other / per[1] if per[1] else 0.0)
        ratios.append(1.0 if not any(rates) else _ratio(*rates))
    return sum(ratios) / len(ratios)


def _sums(rows: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*rows, strict=True)))


# Ours ---------------------------------------------------------------------------------------------------------------

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_SENTENCE_END = re.compile(r"(?<![.!?…])[.!?…]+[\"'”’»“)\]]*(?=\s|$)")
_OUR_ITEM = re.compile(r"^[^\S\n]*(?:[-*•]|\d+[.)])\s", re.MULTILINE)
_PARAGRAPH = re.compile(r"\n\s*\n")
_PUNCTUATION = ".!?,;:–—-…\"„“”‚‘'’«»()"


def words(text: str) -> list[str]:
    """The words of a text, folded in case; an apostrophe within one belongs to it."""
    return list(said_in(text))


@lru_cache(maxsize=REMEMBERED)
def said_in(text: str) -> tuple[str, ...]:
    """As `words`, of a text that may be asked for again."""
    if text.isascii():
        # Of these letters none changes its kind or its number when it is folded.
        return tuple(_WORD.findall(text.lower()))
    return tuple(word.casefold() for word in _WORD.findall(text))


@lru_cache(maxsize=REMEMBERED)
def sentences(text: str) -> int:
    """Its sentences: what ends with a mark, and what is left behind the last one; 0 only for no words at all."""
    if not _WORD.search(text):
        return 0
    ends = list(_SENTENCE_END.finditer(text.strip()))
    rest = text.strip()[ends[-1].end() :] if ends else text
    return max(1, len(ends) + bool(ends and _WORD.search(rest)))


@dataclass(frozen=True, slots=True)
class _Read:
    """What our score counts of a message. `marks` has one count for each of `_PUNCTUATION`."""

    length: int
    words: int
    sentences: int
    structure: tuple[int, ...]
    marks: tuple[int, ...]


@lru_cache(maxsize=REMEMBERED)
def _read(text: str) -> _Read:
    return _Read(
        length=len(text),
        words=len(said_in(text)),
        sentences=sentences(text),
        structure=tuple(count(text) for count in _OUR_STRUCTURE),
        marks=tuple(text.count(mark) for mark in _PUNCTUATION),
    )


def shared_words(mine: Sequence[str], yours: Sequence[str]) -> float:
    """How many of the words of the two windows are shared, each as often as it is said: `2·Σ min / Σ (a + b)`.

    In [0, 1]; 0 without words. Source: L. R. Dice, Measures of the Amount of Ecologic Association Between Species,
    1945, on bags of words.
    """
    one, other = _bag(tuple(mine)), _bag(tuple(yours))
    whole = one.total() + other.total()
    return 2 * sum(min(one[word], other[word]) for word in one.keys() & other.keys()) / whole if whole else 0.0


@lru_cache(maxsize=REMEMBERED // 8)
def _bag(texts: tuple[str, ...]) -> Counter[str]:
    return Counter(chain.from_iterable(said_in(text) for text in texts))


@dataclass(frozen=True, slots=True)
class _Side:
    """What our score takes of a side's messages: means a message, and of each mark the rate a character."""

    words: float
    sentences: float
    structure: tuple[float, ...]
    rates: tuple[float, ...]


@lru_cache(maxsize=REMEMBERED)
def _side(texts: tuple[str, ...]) -> _Side:
    each = [_read(text) for text in texts]
    count, whole = len(each), max(1, sum(one.length for one in each))
    return _Side(
        words=sum(one.words for one in each) / count,
        sentences=sum(one.sentences for one in each) / count,
        structure=tuple(number / count for number in _sums([one.structure for one in each])),
        rates=tuple(number / whole for number in _sums([one.marks for one in each])),
    )


def _ours(mine: Sequence[str], yours: Sequence[str], similarity: Similarity) -> dict[str, float]:
    """content: shared words (or embeddings) of the whole window, not of its last messages alone.

    length: the ratio of the mean numbers of words. sentences: the ratio of the mean lengths of a sentence in words, so
    that two messages of one sentence are compared by it. structure: of the paragraphs beyond the first, list items,
    questions and code fences a message, `1 − |a − b| / (a + b + 1)`, in the mean: one more or less is little.
    punctuation: `1 − Σ|a − b| / Σ(a + b)` over the rates of each mark a character (J. R. Bray and J. T. Curtis, An
    Ordination of the Upland Forest Communities of Southern Wisconsin, 1957); 1 where there is none at all.
    """
    one, other = _side(tuple(mine)), _side(tuple(yours))
    lengths = [side.words / side.sentences if side.sentences else 0.0 for side in (one, other)]
    return {
        "content": min(1.0, max(0.0, similarity(mine, yours))),
        "length": _alike(one.words, other.words),
        "sentences": _alike(*lengths),
        "structure": _mean(_near(a, b) for a, b in zip(one.structure, other.structure, strict=True)),
        "punctuation": _marks_alike(one.rates, other.rates),
    }


_OUR_STRUCTURE: tuple[Callable[[str], int], ...] = (
    lambda text: len(_PARAGRAPH.findall(text.strip())),
    lambda text: len(_OUR_ITEM.findall(text)),
    lambda text: text.count("?"),
    lambda text: text.count("```") // 2,
)


def _alike(one: float, other: float) -> float:
    return _ratio(one, other) if one or other else 1.0


def _near(one: float, other: float) -> float:
    return 1 - abs(one - other) / (one + other + 1)


def _marks_alike(one: Sequence[float], other: Sequence[float]) -> float:
    whole = sum(one) + sum(other)
    apart = sum(abs(a - b) for a, b in zip(one, other, strict=True))
    # Rounding may end a hair below.
    return max(0.0, 1 - apart / whole) if whole else 1.0
