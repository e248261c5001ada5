"""How alike two speakers sound of late: the established score, quirks included, and ours beside it.

Both look at a window of the newest messages, the same number from each side, and weigh five components, each in
[0, 1] with 1 for "alike". The cost of a score does not grow with the talk: only the window is read.

`classic` is the live score of the tool in whose terms results have been published, number for number, so that figures
can be compared. It is not always sensible: `content` sees only the newest message of each side and, for short ones,
their letters; a message of one sentence that ends with its mark counts no sentence at all, so that two of them score
0; a list item or a question that one side has and the other has not is a 0, be it one or twenty; of near-equal
contents nothing else counts.

`parley` mends that. Its components are described at `_compare_parley`. Given a similarity by embeddings
(`parley.core.measures.embedding`) in place of shared words it is the third score, `embedding`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from operator import sub
from typing import Literal

from parley.core.base.sums import sum_all
from parley.core.measures.counting import Heard, Means, Side, count_features, make_side
from parley.core.measures.reading import reading

WINDOW = 10
"""Messages that are looked at, of both sides together."""

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

REMEMBERED = 512
"""Messages whose counts are kept: those of the windows of fifty runs at once."""

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


def compute_classic(messages: Sequence[Message], a: str, b: str, profile: Profile = "balanced") -> Convergence:
    """Compute the established score of `a` and `b`; messages of others are left out before the window is taken."""
    mine, yours = slice_window(messages, a, b)
    if not mine:
        return NOTHING
    found = _compare_classic(_build_side(mine), _build_side(yours))
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
    mine, yours = slice_window(messages, a, b)
    if not mine:
        return NOTHING
    one, other = _build_side(mine), _build_side(yours)
    found = _compare_parley(one, other, similarity(mine, yours) if similarity else shared_words(one, other))
    exact = weighed("parley", found, profile)
    return Convergence(exact, exact, found, len(mine))


def components(one: Side, other: Side) -> dict[Calculator, dict[str, float]]:
    """Compute the components of every calculator, of two sides of as many messages each."""
    return {"classic": _compare_classic(one, other), "parley": _compare_parley(one, other, shared_words(one, other))}


CALCULATORS: dict[Calculator, Callable[[Sequence[Message], str, str, Profile], Convergence]] = {
    "classic": compute_classic,
    "parley": parley,
}


def find_trend(scores: Sequence[float]) -> Literal["", "rising", "falling", "steady", "wavering"]:
    """Where the last three scores go; empty while there are fewer. Steady: no step of a tenth or more."""
    if len(scores) < 3:
        return ""
    first, second, third = scores[-3:]
    if third > second > first:
        return "rising"
    if third < second < first:
        return "falling"
    return "steady" if max(abs(second - first), abs(third - second)) < 0.1 else "wavering"


def slice_window(messages: Sequence[Message], a: str, b: str) -> tuple[list[str], list[str]]:
    """Return what the two said in the newest `WINDOW` messages of both, as many of one as of the other; from the end,
    so that a long talk costs no more than a short one."""
    newest: list[Message] = []
    for message in reversed(messages):
        if message[0] in (a, b):
            newest.append(message)
            if len(newest) == WINDOW:
                break
    newest.reverse()
    mine, yours = [text for who, text in newest if who == a], [text for who, text in newest if who == b]
    count = min(len(mine), len(yours))
    return (mine[-count:], yours[-count:]) if count else ([], [])  # [-0:] would be all of them


def _build_side(texts: Sequence[str]) -> Side:
    return make_side(*map(_hear_text, texts))


@lru_cache(maxsize=REMEMBERED)
def _hear_text(text: str) -> Heard:
    return count_features(reading(text))


def _compute_ratio(one: float, other: float) -> float:
    """Compute the smaller as a part of the larger; 0 where either is 0."""
    return min(one, other) / max(one, other) if one and other else 0.0


def weighed(calculator: AnyCalculator, components: Mapping[str, float], profile: Profile) -> float:
    """Compute the score that the components come to, not rounded: they are the same for every profile."""
    if calculator == "classic" and components["content"] > 0.9:
        return components["content"]  # Where the contents are all but equal nothing else is asked
    return sum_all(components[name] * weight for name, weight in PROFILES[profile].items())


# The established one ------------------------------------------------------------------------------------------------


def _compare_classic(one: Side, other: Side) -> dict[str, float]:
    mine, yours = one.established, other.established
    return {
        "content": _last_content(one.newest, other.newest),
        "length": _compute_ratio(mine.length, yours.length),
        "sentences": _compute_ratio(mine.sentences, yours.sentences),
        "structure": _compute_feature_ratio(mine.structure, yours.structure),
        "punctuation": _compute_feature_ratio(mine.marks, yours.marks),
    }


def _last_content(mine: Heard, yours: Heard) -> float:
    if mine.folded == yours.folded:
        return 1.0
    shorter, longer = sorted((mine.folded, yours.folded), key=len)
    if shorter in longer:
        return len(shorter) / len(longer)
    if len(longer) < 50:  # short ones by their letters: so the established score has it
        return _compute_jaccard(set(shorter), set(longer))
    return _compute_jaccard(mine.parts, yours.parts)


def _compute_jaccard(one: AbstractSet[str], other: AbstractSet[str]) -> float:
    both = len(one & other)
    union = len(one) + len(other) - both
    return both / union if union else 0.0


def _compute_feature_ratio(mine: Sequence[float], yours: Sequence[float]) -> float:
    """Compute the mean over features of the ratio of their rates; none on both sides is alike, on one side is not."""
    ratios = [
        min(one, other) / max(one, other) if one and other else float(one == other)
        for one, other in zip(mine, yours, strict=True)
    ]
    return sum_all(ratios) / len(ratios)


# Ours ---------------------------------------------------------------------------------------------------------------


def shared_words(one: Side, other: Side) -> float:
    """How many of the words of the two sides are shared, each as often as it is said: `2·Σ min / Σ (a + b)`.

    In [0, 1]; 0 without words. Source: L. R. Dice, Measures of the Amount of Ecologic Association Between Species,
    1945, on bags of words.
    """
    mine, yours = one.bag, other.bag
    # Calling min takes twice as long.
    shared = sum([n if n < yours[word] else yours[word] for word, n in mine.items() if word in yours])  # noqa: FURB136
    whole = one.words + other.words
    return 2 * shared / whole if whole else 0.0


def _compare_parley(one: Side, other: Side, content: float) -> dict[str, float]:
    """content: shared words (or embeddings) of the whole window, not of its last messages alone.

    length: the ratio of the mean numbers of words. sentences: the ratio of the mean lengths of a sentence in words, so
    that two messages of one sentence are compared by it. structure: of the paragraphs beyond the first, list items,
    questions and code fences a message, `1 − |a − b| / (a + b + 1)`, in the mean: one more or less is little.
    punctuation: `1 − Σ|a − b| / Σ(a + b)` over the rates of each mark a character (J. R. Bray and J. T. Curtis, An
    Ordination of the Upland Forest Communities of Southern Wisconsin, 1957); 1 where there is none at all.
    """
    mine, yours = one.ours, other.ours
    return {
        "content": min(1.0, max(0.0, content)),
        "length": _compare_values(mine.length, yours.length),
        "sentences": _compare_values(_mean_sentence(mine), _mean_sentence(yours)),
        "structure": _compare_structures(mine.structure, yours.structure),
        "punctuation": _compare_marks(mine.marks, yours.marks),
    }


def _mean_sentence(means: Means) -> float:
    return means.length / means.sentences if means.sentences else 0.0


def _compare_values(one: float, other: float) -> float:
    return _compute_ratio(one, other) if one or other else 1.0


def _compare_structures(one: Sequence[float], other: Sequence[float]) -> float:
    near = [1 - abs(a - b) / (a + b + 1) for a, b in zip(one, other, strict=True)]
    return sum_all(near) / len(near)


def _compare_marks(one: Sequence[float], other: Sequence[float]) -> float:
    whole = sum_all(one) + sum_all(other)
    apart = sum_all(map(abs, map(sub, one, other)))
    return max(0.0, 1 - apart / whole) if whole else 1.0  # Rounding may end a hair below
