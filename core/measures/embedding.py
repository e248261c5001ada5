"""How alike lines are in meaning, by the vectors that a voice gives. Import it late: it counts with numpy.

Vectors of language models all point much the same way, and a few of their dimensions drown all others (K. Ethayarajh,
How Contextual are Contextualized Word Representations?, 2019; W. Timkey and M. van Schijndel, All Bark and No Bite:
Rogue Dimensions in Transformer Language Models Obscure Representational Quality, 2021): their plain cosine says
"alike" of everything. So each dimension is standardised first, by what is usual of the model: its mean and deviation
over plain sentences about all sorts of things (`resources/measures/plain.*.txt`). These are the same for every run, so
that scores can be compared between runs, and a score does not change when the talk goes on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from parley.core.base.packaged import get_resource

Direction = NDArray[np.float32]
"""A standardised vector of unit length: where a text points."""


def plain_sentences(language: str) -> tuple[str, ...]:
    """Return the sentences by which a model's vectors are standardised; English ones for a language without its own."""
    own = get_resource("measures", f"plain.{language}.txt")
    return tuple((own if own.is_file() else get_resource("measures", "plain.en.txt")).read_text("utf-8").splitlines())


class Standard:
    """What is usual of a model: the mean and deviation of each dimension over the vectors of `plain_sentences`."""

    def __init__(self, usual: Sequence[Sequence[float]]) -> None:
        table = np.asarray(usual, dtype=np.float32)
        self._mean = table.mean(axis=0)
        spread = table.std(axis=0)
        # A dimension that hardly ever moves must not decide all by a hair's breadth.
        self._spread = np.maximum(spread, max(float(spread.mean()) / 10, 1e-9))

    def direction(self, vector: Sequence[float]) -> Direction | None:
        """Where the text of that vector points: `(v − mean) / deviation`, of unit length; None for nowhere."""
        moved = (np.asarray(vector, dtype=np.float32) - self._mean) / self._spread
        length = float(np.linalg.norm(moved))
        return (moved / np.float32(length)).astype(np.float32) if length > 0 else None


def score_pair(mine: Sequence[Direction | None], yours: Sequence[Direction | None]) -> float:
    """How alike the two windows are: `max(0, cos(Σ mine, Σ yours))`.

    In [0, 1]: 1 where both say the same things, in whatever order; about 0 where they talk of different things;
    opposites count as 0. Lines without a vector (blank ones) are left out; 0 where a side has no other. Source: cosine
    of centroids (J. J. Rocchio, Relevance Feedback in Information Retrieval, 1971).
    """
    one, other = [each for each in mine if each is not None], [each for each in yours if each is not None]
    if not one or not other:
        return 0.0
    a, b = (np.asarray(np.sum(side, axis=0, dtype=np.float64)) for side in (one, other))  # float32 sums lose digits
    whole = float(np.linalg.norm(a) * np.linalg.norm(b))
    return min(1.0, max(0.0, float(np.dot(a, b)) / whole)) if whole else 0.0


class Meaning:
    """A `Similarity` of windows of texts whose vectors were given before; those of others are left out."""

    def __init__(self, standard: Standard | None, vectors: Mapping[str, Sequence[float]]) -> None:
        self._directions = {text: standard.direction(vector) for text, vector in vectors.items()} if standard else {}

    def __call__(self, mine: Sequence[str], yours: Sequence[str]) -> float:
        """See `score_pair`."""
        return score_pair([self._directions.get(text) for text in mine], [self._directions.get(text) for text in yours])
