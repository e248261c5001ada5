"""What a line is like, and what it shares with the line that it answers. Every measure reads one line or two."""

from __future__ import annotations

import math
import re
import tomllib
import zlib
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from parley.core.base.markers import stop_words
from parley.core.base.packaged import get_resource
from parley.core.base.sums import sum_all
from parley.core.measures.reading import Reading, reading, words

MARKERS = ("hedges", "agreement", "disagreement", "politeness")
DEICTIC = ("pronouns", "interjections")
NOUNLIKE = ("articles", "prepositions")
STYLE = (
    "articles", "pronouns", "prepositions", "conjunctions", "auxiliaries", "negations", "quantifiers", "adverbs",
)  # fmt: skip
"""The classes of function words in which a style shows."""
CLASSES = (*STYLE, "interjections")
AHEAD = 262
"""Bytes by which a window of zlib must be larger than what it shall see as a whole."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The words of a language that are counted: the markers of each phrase, the classes of each function word, and
    `lengths`: how many words the phrases have that begin with a word, from the longest on."""

    phrases: Mapping[tuple[str, ...], tuple[str, ...]]
    classes: Mapping[str, tuple[str, ...]]
    lengths: Mapping[str, tuple[int, ...]]


@cache
def load_lexicon(language: str) -> Lexicon:
    """Load the lexicon of a language, English for one that has none."""
    name = "de.toml" if language == "de" else "en.toml"
    data = tomllib.loads(get_resource("measures", name).read_text("utf-8"))
    phrases: dict[tuple[str, ...], tuple[str, ...]] = {}
    for marker in MARKERS:
        for phrase in data[marker]:
            key = words(phrase)
            phrases[key] = (*phrases.get(key, ()), marker)
    classes: dict[str, tuple[str, ...]] = {}
    for name, members in data["function"].items():
        for word in members:
            key_word = word.casefold()
            classes[key_word] = (*classes.get(key_word, ()), name)
    lengths: dict[str, tuple[int, ...]] = {}
    for first, length in sorted({(phrase[0], len(phrase)) for phrase in phrases}, reverse=True):
        lengths[first] = (*lengths.get(first, ()), length)
    return Lexicon(phrases, classes, lengths)


class Line(NamedTuple):
    """A line that was read once: its words in order and counted, how many of them are said once, twice …, its
    sentences, and how often each of `MARKERS` and of `CLASSES` occurs."""

    text: str
    words: tuple[str, ...]
    counts: Mapping[str, int]
    times: Mapping[int, int]
    sentences: int
    markers: Mapping[str, int]
    classes: Mapping[str, int]


def read(text: str, language: str = "en") -> Line:
    """Read a line. Of phrases that begin at the same word the longest counts; an apostrophe may be curly."""
    return get_line_of(reading(text), language)


def get_line_of(found: Reading, language: str) -> Line:
    """As `read`, of what was read of the text already."""
    book, text, said, counts = load_lexicon(language), found.text, found.words, found.counts
    if "’" in text:  # the lexicon has straight apostrophes alone
        said = tuple(word.replace("’", "'") for word in said)
        counts = Counter(said)
    classes = dict.fromkeys(CLASSES, 0)
    for word in counts.keys() & book.classes.keys():  # the intersection runs in C, and few words are in a class
        for name in book.classes[word]:
            classes[name] += counts[word]
    return Line(text, said, counts, Counter(counts.values()), found.sentences, _count_markers(said, book), classes)


def _count_markers(said: tuple[str, ...], book: Lexicon) -> dict[str, int]:
    markers = dict.fromkeys(MARKERS, 0)
    after = 0
    for at in [at for at, word in enumerate(said) if word in book.lengths]:  # few words begin a phrase
        if at < after:
            continue  # within the phrase before it
        for length in book.lengths[said[at]]:
            if found := book.phrases.get(said[at : at + length]):
                for marker in found:
                    markers[marker] += 1
                after = at + length
                break
    return markers


# Of one line --------------------------------------------------------------------------------------------------------


def count_characters(line: Line) -> float:
    """Its characters, spaces and marks included."""
    return len(line.text)


def count_words(line: Line) -> float:
    """How many words it has."""
    return len(line.words)


def count_sentences(line: Line) -> float:
    """Its sentences; 0 only where it has no words."""
    return line.sentences


def sentence_length(line: Line) -> float:
    """Words a sentence; 0 without words."""
    return len(line.words) / line.sentences if line.sentences else 0.0


def count_vocabulary(line: Line) -> float:
    """Its different words."""
    return len(line.counts)


def type_token_ratio(line: Line) -> float:
    """Different words a word, `V / N`, in [0, 1]; 0 without words. It falls with length.

    Source: W. Johnson, Studies in Language Behavior, 1944.
    """
    return len(line.counts) / len(line.words) if line.words else 0.0


def compute_hapax_ratio(line: Line) -> float:
    """Words that are said just once, as a part of the different words, `V1 / V`, in [0, 1].

    Source: F. Tweedie and R. Baayen, How Variable May a Constant Be?, 1998.
    """
    return line.times.get(1, 0) / len(line.counts) if line.counts else 0.0


def entropy(line: Line) -> float:
    """How hard it is to guess a word of it: `−Σ p·log2 p` over its words, in bits, in [0, log2 N].

    Source: C. E. Shannon, A Mathematical Theory of Communication, 1948.
    """
    whole = len(line.words)
    # Most words are said once: each number of times is reckoned with once.
    return sum_all(-many * count / whole * math.log2(count / whole) for count, many in line.times.items()) + 0.0


def compute_compression(line: Line) -> float:
    """How much of it repeats itself, as zlib finds it: `1 − compressed / bytes`, at least 0, below 1.

    Short lines do not compress at all. After J. Ziv and A. Lempel, A Universal Algorithm for Sequential Data
    Compression, 1977.
    """
    data = line.text.encode()
    if not data:
        return 0.0
    # The same bytes come of a window that just holds the line, and less has to be made ready for it.
    window = min(zlib.MAX_WBITS, max(9, (len(data) + AHEAD).bit_length()))
    return max(0.0, 1 - len(zlib.compress(data, wbits=window)) / len(data))


def compute_repetition(line: Line) -> float:
    """Pairs of words that it has said before, as a part of all its pairs, in [0, 1]; 0 for fewer than two words."""
    pairs = len(line.words) - 1
    return 1 - len(_collect_stretches(line.words, 2)) / pairs if pairs > 0 else 0.0


def count_questions(line: Line) -> float:
    """Its question marks, several in a row as one."""
    return _count_mark_rows(line.text, "?")


def count_exclamations(line: Line) -> float:
    """Its exclamation marks, several in a row as one."""
    return _count_mark_rows(line.text, "!")


def _count_mark_rows(text: str, mark: str) -> int:
    while mark * 2 in text:  # each round halves every row of marks: few rounds do for the longest
        text = text.replace(mark * 2, mark)
    return text.count(mark)


def _rate(line: Line, marker: str) -> float:
    return 100 * line.markers[marker] / len(line.words) if line.words else 0.0


def compute_hedge_rate(line: Line) -> float:
    """Hedges ("perhaps", „vermutlich“) a hundred words; which they are is in `resources/measures`.

    After K. Hyland, Hedging in Scientific Research Articles, 1998.
    """
    return _rate(line, "hedges")


def compute_agreement(line: Line) -> float:
    """Words of agreement less words of disagreement, a hundred words; negative where it contradicts."""
    return _rate(line, "agreement") - _rate(line, "disagreement")


def compute_politeness(line: Line) -> float:
    """Words of courtesy a hundred words. After P. Brown and S. Levinson, Politeness, 1987; the words are ours."""
    return _rate(line, "politeness")


def compute_formality(line: Line) -> float:
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
    both = len(line.counts.keys() & answered.counts.keys())
    union = len(line.counts) + len(answered.counts) - both
    return both / union if union else 0.0


def compute_mimicry(line: Line, answered: Line) -> float:
    """How much of the answered line's wording comes back: its two to four words in a row that the answer has too.

    `Σ_n (n − 1)·|A_n ∩ B_n| / |A_n| / Σ_n (n − 1)` over the n that the shorter line has, in [0, 1]: longer stretches
    count for more. It has a direction: who takes over from whom.
    """
    most = min(4, len(line.words), len(answered.words))
    score = 0.0
    for n in range(2, most + 1):
        theirs = _collect_stretches(answered.words, n)
        both = len(theirs & _collect_stretches(line.words, n))
        if not both:
            break  # No longer stretch comes back either
        score += (n - 1) * both / len(theirs)
    return score / sum(range(1, most)) if most > 1 else 0.0


@lru_cache(maxsize=8)
def _collect_stretches(said: tuple[str, ...], n: int) -> frozenset[tuple[str, ...]]:
    """All its stretches of `n` words; kept, for each line is compared with the next one too."""
    return frozenset(zip(*(said[i:] for i in range(n)), strict=False))


def compute_alignment(line: Line, answered: Line) -> float:
    """Words of the answer that stood in the line it answers, as a part of its words, in [0, 1].

    Lexical repetition as in D. Reitter and J. Moore, Alignment and Task Success in Spoken Dialogue, 2014.
    """
    if not line.words:
        return 0.0
    return sum(line.counts[word] for word in line.counts.keys() & answered.counts.keys()) / len(line.words)


def compute_style_match(line: Line, answered: Line) -> float:
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


def compute_expansion(line: Line, answered: Line) -> float:
    """How much longer the answer is than what it answers: `log2((words + 1) / (words answered + 1))`, 0 for as long."""
    return math.log2((len(line.words) + 1) / (len(answered.words) + 1))


OF_LINE: dict[str, Callable[[Line], float]] = {
    "characters": count_characters,
    "words": count_words,
    "sentences": count_sentences,
    "sentence_length": sentence_length,
    "vocabulary": count_vocabulary,
    "type_token_ratio": type_token_ratio,
    "hapax": compute_hapax_ratio,
    "entropy": entropy,
    "compression": compute_compression,
    "repetition": compute_repetition,
    "questions": count_questions,
    "exclamations": count_exclamations,
    "hedges": compute_hedge_rate,
    "agreement": compute_agreement,
    "politeness": compute_politeness,
    "formality": compute_formality,
}
"""Every measure of a line, by its name."""

OF_PAIR: dict[str, Callable[[Line, Line], float]] = {
    "overlap": overlap,
    "mimicry": compute_mimicry,
    "alignment": compute_alignment,
    "style": compute_style_match,
    "expansion": compute_expansion,
}
"""Every measure of a line and the one it answers, by its name."""


_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")  # letters, with apostrophes and hyphens within
LEAST = 4
"""Letters that a word has at least."""


class TakenWords:
    """Reads a talk line by line. Short words and stop words (English and German) are nobody's."""

    def __init__(self) -> None:
        self._before: tuple[str, frozenset[str]] = "", frozenset()
        self._own: defaultdict[str, set[str]] = defaultdict(set)

    def read(self, member: str, text: str) -> tuple[tuple[int, int], ...]:
        """Take the next line. Returns the places of the words, as (start, length) in characters, that the line before
        it had, said by another, and that this member had not said until now; each word once."""
        speaker, offered = self._before
        own, said, found = self._own[member], set[str](), list[tuple[int, int]]()
        for match in _WORD.finditer(text):
            word = match.group().casefold()
            if len(word) < LEAST or word in stop_words():
                continue
            if word in offered and speaker != member and word not in own and word not in said:
                found.append((match.start(), len(match.group())))
            said.add(word)
        own |= said  # in place: it is the set in `_own`
        self._before = member, frozenset(said)
        return tuple(found)
