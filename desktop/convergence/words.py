"""What the measures are called in the interface's language, and what each means: formula, range, unit."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication

from core.measures.language import OF_LINE, OF_PAIR
from core.measures.series import OF_TALK
from desktop.convergence.figures import COMPONENTS

SCORES = ("convergence.parley", "convergence.classic")
"""The convergence of the pair, in the balanced profile."""
EMBEDDED = ("convergence.embedding", "embedding.content")
"""What there is only once a voice was asked for vectors; the other components are Parley's."""
TITLES = {
    "characters": "Characters",
    "words": "Words",
    "sentences": "Sentences",
    "sentence_length": "Sentence length",
    "vocabulary": "Vocabulary",
    "type_token_ratio": "Type-token ratio",
    "hapax": "Hapax",
    "entropy": "Entropy",
    "compression": "Compression",
    "repetition": "Repetition",
    "questions": "Questions",
    "exclamations": "Exclamations",
    "hedges": "Hedges",
    "agreement": "Agreement",
    "politeness": "Politeness",
    "formality": "Formality",
    "overlap": "Overlap",
    "mimicry": "Mimicry",
    "alignment": "Alignment",
    "style": "Style match",
    "expansion": "Expansion",
    "convergence.parley": "Convergence",
    "convergence.classic": "Convergence (classic)",
    "convergence.embedding": "Convergence (embedding)",
    "new_words": "New words",
    "talk_share": "Talk share",
    "gini": "Gini",
    "evenness": "Evenness",
    "answer_reciprocity": "Reciprocity",
    "answer_density": "Density",
    "content": "Content",
    "length": "Length",
    "structure": "Structure",
    "punctuation": "Punctuation",
}
CALCULATORS = {"parley": "Parley", "classic": "Classic", "embedding": "Embedding"}
WORDED = ("parley", "classic")
"""Those that look at the words alone: their components have a column each."""
PROFILES = {"balanced": "Balanced", "structural": "Structural", "semantic": "Semantic", "strict": "Strict"}
DESCRIPTIONS = {
    "convergence.parley": "How alike the two sound over their newest ten lines, in [0, 1], by Parley's own calculator, "
    "balanced profile.",
    "convergence.classic": "How alike the two sound over their newest ten lines, in [0, 1], by the established "
    "calculator, balanced profile.",
    "convergence.embedding": "How alike the two sound over their newest ten lines, in [0, 1], balanced profile, where "
    "the content is compared by the vectors that a language model gives: by meaning, not by words.",
    "embedding.content": "How alike in meaning the newest lines of both are, in [0, 1]: the cosine of the sums of "
    "their standardised vectors, opposites counting as 0.",
    "new_words": "The part of the line's different words that nobody has said before, in [0, 1].",
    "talk_share": "The speaker's part of all words up to here, in [0, 1].",
    "gini": "How unequally the words are shared out up to here: 0 for alike, towards 1 for one who says all.",
    "evenness": "How evenly the words are shared out up to here: entropy of the shares as a part of the largest, in "
    "[0, 1].",
    "answer_reciprocity": "The part of the answers up to here that were answered back, in [0, 1].",
    "answer_density": "How many of the ordered pairs have answered each other up to here, in [0, 1].",
    "content": "Which words both use, in [0, 1].",
    "length": "How alike their lines are in length: shorter by longer, in [0, 1].",
    "sentences": "How alike their sentences are, in number or length, in [0, 1].",
    "structure": "How alike paragraphs, list items, questions and code fences are, in [0, 1].",
    "punctuation": "How alike their punctuation marks are, in [0, 1].",
    "by.parley": "All components always count; nothing is rounded.",
    "by.classic": "The established score, number for number, so that results can be compared with published ones.",
}


def parts() -> Iterator[str]:
    """The names of the components' columns, "parley.content" …"""
    for calculator in WORDED:
        for component in COMPONENTS:
            yield f"{calculator}.{component}"


def title(name: str) -> str:
    """A measure's title."""
    calculator, _, component = name.partition(".")
    if calculator in CALCULATORS:
        return f"{_told(TITLES[component])} · {_told(CALCULATORS[calculator])}"
    return _told(TITLES[name])


def description(name: str) -> str:
    """What a measure means, with its formula, range and unit."""
    calculator, _, component = name.partition(".")
    if calculator in WORDED:
        return f"{_told(DESCRIPTIONS[component])} {_told(DESCRIPTIONS[f'by.{calculator}'])}"
    return _told(_english(name))


def described() -> tuple[tuple[str, str, str], ...]:
    """All measures as (title, name, description)."""
    return tuple((title(name), name, description(name)) for name in (*OF_LINE, *OF_PAIR, *SCORES, *OF_TALK, *parts()))


def described_embedded() -> tuple[tuple[str, str, str], ...]:
    """The measures by embeddings as (title, name, description)."""
    return tuple((title(name), name, description(name)) for name in EMBEDDED)


def texts() -> Iterator[str]:
    """All that is translated under the context "Measures"."""
    yield from TITLES.values()
    yield from CALCULATORS.values()
    yield from PROFILES.values()
    yield from DESCRIPTIONS.values()
    for name in (*OF_LINE, *OF_PAIR):
        yield _english(name)


def _told(text: str) -> str:
    return QCoreApplication.translate("Measures", text)


def _english(name: str) -> str:
    """The first paragraph of the measure's own docstring, or what stands here."""
    function = OF_LINE.get(name) or OF_PAIR.get(name)
    if function is None:
        return DESCRIPTIONS[name]
    return " ".join((inspect.getdoc(function) or "").partition("\n\n")[0].split())


def profile_titles() -> tuple[tuple[str, str], ...]:
    """The convergence profiles with their titles."""
    return (
        ("balanced", QCoreApplication.translate("Topology", "Balanced")),
        ("structural", QCoreApplication.translate("Topology", "Structural")),
        ("semantic", QCoreApplication.translate("Topology", "Semantic")),
        ("strict", QCoreApplication.translate("Topology", "Strict")),
    )


def calculator_titles() -> tuple[tuple[str, str], ...]:
    """The ways of reckoning the convergence, with their titles."""
    translate = QCoreApplication.translate
    return (("parley", translate("Topology", "Parley's own")), ("classic", translate("Topology", "Classic")))
