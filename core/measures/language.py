"""What a line is like, and what it shares with the line that it answers. Every measure reads one line or two."""

from __future__ import annotations

import math
import re
import tomllib
import zlib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from core.measures.convergence import said_in, sentences, words
from core.packaged import packaged

PHRASE = 4
"""Words of the longest phrase that is counted."""

MARKERS = ("hedges", "agreement", "disagreement", "politeness")
DEICTIC = ("pronouns", "interjections")
NOUNLIKE = ("articles", "prepositions")
STYLE = (
    "articles", "pronouns", "prepositions", "conjunctions", "auxiliaries", "negations", "quantifiers", "adverbs",
)  # fmt: skip
"""The classes of function words in which a style shows."""


_ASKED = re.compile(r"\?+")
_EXCLAIMED = re.compile("!+")


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The words of a language that are counted: phrases by marker (`first`: the words that one begins with), and the
    classes of each function word."""

    phrases: Mapping[tuple[str, ...], tuple[str, ...]]
    classes: Mapping[str, tuple[str, ...]]
    first: frozenset[str]


@cache
def lexicon(language: str) -> Lexicon:
    """The lexicon of a language, English for one that has none."""
    name = "de.toml" if language == "de" else "en.toml"
    data = tomllib.loads(packaged("measures", name).read_text("utf-8"))
    phrases: dict[tuple[str, ...], tuple[str, ...]] = {}
    for marker in MARKERS:
        for phrase in data[marker]:
            key = tuple(words(phrase))
            phrases[key] = (*phrases.get(key, ()), marker)
    classes: dict[str, tuple[str, ...]] = {}
    for name, members in data["function"].items():
        for word in members:
            key_word = word.casefold()
            classes[key_word] = (*classes.get(key_word, ()), name)
    return Lexicon(phrases, classes, frozenset(phrase[0] for phrase in phrases))


@dataclass(frozen=True, slots=True)
class Line:
    """A line that was read once: its words in order and counted, its sentences, markers and function words."""

    text: str
    words: tuple[str, ...]
    counts: Counter[str]
    sentences: int
    markers: Counter[str]
    classes: Counter[str]


def read(text: str, language: str = "en") -> Line:
    """Read a line. Of phrases that begin at the same word the longest counts; an apostrophe may be curly."""
    book = lexicon(language)
    said = said_in(text)
    if "’" in text:
        said = tuple(word.replace("’", "'") for word in said)
    counts = Counter(said)
    classes: Counter[str] = Counter()
    for word in counts.keys() & book.classes.keys():
        for name in book.classes[word]:
            classes[name] += counts[word]
    return Line(text, said, counts, sentences(text), _markers(said, book), classes)


def _markers(said: tuple[str, ...], book: Lexicon) -> Counter[str]:
    markers: Counter[str] = Counter()
    after = 0
    for at, word in enumerate(said):
        if word not in book.first or at < after:
            continue
        for length in range(min(PHRASE, len(said) - at), 0, -1):
            if found := book.phrases.get(said[at : at + length]):
                for marker in found:
                    markers[marker] += 1
                after = at + length
                break
    return markers


# Of one line --------------------------------------------------------------------------------------------------------


def characters(line: Line) -> float:
    """Its characters, spaces and marks included."""
    return len(line.text)


def length(line: Line) -> float:
    """How many words it has."""
    return len(line.words)


def sentence_count(line: Line) -> float:
    """Its sentences; 0 only where it has no words."""
    return line.sentences


def sentence_length(line: Line) -> float:
    """Words a sentence; 0 without words."""
    return len(line.words) / line.sentences if line.sentences else 0.0


def vocabulary(line: Line) -> float:
    """Its different words."""
    return len(line.counts)


def type_token_ratio(line: Line) -> float:
    """Different words a word, `V / N`, in [0, 1]; 0 without words. It falls with length.

    Source: W. Johnson, Studies in Language Behavior, 1944.
    """
    return len(line.counts) / len(line.words) if line.words else 0.0


def hapax(line: Line) -> float:
    """Words that are said just once, as a part of the different words, `V1 / V`, in [0, 1].

    Source: F. Tweedie and R. Baayen, How Variable May a Constant Be?, 1998.
    """
    return list(line.counts.values()).count(1) / len(line.counts) if line.counts else 0.0


def entropy(line: Line) -> float:
    """How hard it is to guess a word of it: `−Σ p·log2 p` over its words, in bits, in [0, log2 N].

    Source: C. E. Shannon, A Mathematical Theory of Communication, 1948.
    """
    whole = len(line.words)
    # Most words are said once: each number of times is reckoned with once.
    times = Counter(line.counts.values())
    return sum(-many * count / whole * math.log2(count / whole) for count, many in times.items()) + 0.0


def compression(line: Line) -> float:
    """How much of it repeats itself, as zlib finds it: `1 − compressed / bytes`, at least 0, below 1.

    Short lines do not compress at all. After J. Ziv and A. Lempel, A Universal Algorithm for Sequential Data
    Compression, 1977.
    """
    data = line.text.encode()
    return max(0.0, 1 - len(zlib.compress(data)) / len(data)) if data else 0.0


def repetition(line: Line) -> float:
    """Pairs of words that it has said before, as a part of all its pairs, in [0, 1]; 0 for fewer than two words."""
    pairs = len(line.words) - 1
    return 1 - len(_stretches(line.words, 2)) / pairs if pairs > 0 else 0.0


def questions(line: Line) -> float:
    """Its question marks, several in a row as one."""
    return len(_ASKED.findall(line.text))


def exclamations(line: Line) -> float:
    """Its exclamation marks, several in a row as one."""
    return len(_EXCLAIMED.findall(line.text))


def _rate(line: Line, marker: str) -> float:
    return 100 * line.markers[marker] / len(line.words) if line.words else 0.0


def hedges(line: Line) -> float:
    """Hedges ("perhaps", „vermutlich“) a hundred words; which they are is in `resources/measures`.

    After K. Hyland, Hedging in Scientific Research Articles, 1998.
    """
    return _rate(line, "hedges")


def agreement(line: Line) -> float:
    """Words of agreement less words of disagreement, a hundred words; negative where it contradicts."""
    return _rate(line, "agreement") - _rate(line, "disagreement")


def politeness(line: Line) -> float:
    """Words of courtesy a hundred words. After P. Brown and S. Levinson, Politeness, 1987; the words are ours."""
    return _rate(line, "politeness")


def formality(line: Line) -> float:
    """How much it names rather than points: `(nounlike − deictic + 1) / 2` over shares of words, in [0, 1].

    Nounlike are articles and prepositions, deictic pronouns and interjections: the closed classes of the F-score of
    F. Heylighen and J.-M. Dewaele, Formality of Language, 1999, whose open classes would need a tagger. ½ without
    words.
    """
    if not line.words:
        return 0.5
    naming = sum(line.classes[name] for name in NOUNLIKE)
    pointing = sum(line.classes[name] for name in DEICTIC)
    return min(1.0, max(0.0, ((naming - pointing) / len(line.words) + 1) / 2))


# Of a line and the one it answers -----------------------------------------------------------------------------------


def overlap(line: Line, answered: Line) -> float:
    """Different words that both have, as a part of all their different words, in [0, 1].

    Source: P. Jaccard, Étude comparative de la distribution florale, 1901.
    """
    union = len(line.counts.keys() | answered.counts.keys())
    return len(line.counts.keys() & answered.counts.keys()) / union if union else 0.0


def mimicry(line: Line, answered: Line) -> float:
    """How much of the answered line's wording comes back: its two to four words in a row that the answer has too.

    `Σ_n (n − 1)·|A_n ∩ B_n| / |A_n| / Σ_n (n − 1)` over the n that the shorter line has, in [0, 1]: longer stretches
    count for more. It has a direction: who takes over from whom.
    """
    most = min(4, len(line.words), len(answered.words))
    score = weight = 0.0
    for n in range(2, most + 1):
        theirs = _stretches(answered.words, n)
        score += (n - 1) * len(theirs & _stretches(line.words, n)) / len(theirs)
        weight += n - 1
    return score / weight if weight else 0.0


@lru_cache(maxsize=256)
def _stretches(said: tuple[str, ...], n: int) -> frozenset[tuple[str, ...]]:
    """All its stretches of `n` words; kept, for each line is compared with the next one too."""
    return frozenset(zip(*(said[i:] for i in range(n)), strict=False))


def alignment(line: Line, answered: Line) -> float:
    """Words of the answer that stood in the line it answers, as a part of its words, in [0, 1].

    Lexical repetition as in D. Reitter and J. Moore, Alignment and Task Success in Spoken Dialogue, 2014.
    """
    if not line.words:
        return 0.0
    return sum(count for word, count in line.counts.items() if word in answered.counts) / len(line.words)


def style(line: Line, answered: Line) -> float:
    """How alike the two use function words: the mean over eight classes of `1 − |p − q| / (p + q + 0.0001)`, in [0, 1].

    Language style matching, K. Niederhoffer and J. Pennebaker, Linguistic Style Matching in Social Interaction, 2002,
    with the classes of M. Ireland and J. Pennebaker, 2010. A class that neither uses counts as alike.
    """
    if not line.words or not answered.words:
        return 0.0
    alike = 0.0
    for name in STYLE:
        mine, theirs = line.classes[name] / len(line.words), answered.classes[name] / len(answered.words)
        alike += 1 - abs(mine - theirs) / (mine + theirs + 0.0001)
    return alike / len(STYLE)


def expansion(line: Line, answered: Line) -> float:
    """How much longer the answer is than what it answers: `log2((words + 1) / (words answered + 1))`, 0 for as long."""
    return math.log2((len(line.words) + 1) / (len(answered.words) + 1))


OF_LINE: dict[str, Callable[[Line], float]] = {
    "characters": characters,
    "words": length,
    "sentences": sentence_count,
    "sentence_length": sentence_length,
    "vocabulary": vocabulary,
    "type_token_ratio": type_token_ratio,
    "hapax": hapax,
    "entropy": entropy,
    "compression": compression,
    "repetition": repetition,
    "questions": questions,
    "exclamations": exclamations,
    "hedges": hedges,
    "agreement": agreement,
    "politeness": politeness,
    "formality": formality,
}
"""Every measure of a line, by its name."""

OF_PAIR: dict[str, Callable[[Line, Line], float]] = {
    "overlap": overlap,
    "mimicry": mimicry,
    "alignment": alignment,
    "style": style,
    "expansion": expansion,
}
"""Every measure of a line and the one it answers, by its name."""
