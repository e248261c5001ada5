"""Who speaks after whom. Speakers are indices from 0; −1 is the director, who answers nobody and is not answered."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from parley.core.base.sums import sum_all
from parley.core.measures.participation import compute_shares, entropy

Counts = Sequence[Sequence[float]]
"""`counts[i][j]`: how often i spoke right after j."""


def answers(speakers: Sequence[int], n: int) -> list[list[int]]:
    """How often each of `n` members spoke right after each: `counts[i][j]` counts i after j.

    A turn of the director breaks the chain. The diagonal counts who went on speaking. All sum to at most
    `len(speakers) − 1`. The turn-taking unit is that of H. Sacks, E. Schegloff and G. Jefferson, A Simplest Systematics
    for the Organization of Turn-Taking, 1974.
    """
    counts = [[0] * n for _ in range(n)]
    for before, speaker in itertools.pairwise(speakers):
        if before >= 0 and speaker >= 0:
            counts[speaker][before] += 1
    return counts


def transition_entropy(counts: Counts) -> float:
    """How hard it is to guess the next speaker when the last is known: `Σ_j p_j · H(T_j)`, in bits.

    In [0, log2 n]: 0 for a strict order, the upper end where the last speaker tells nothing. `p_j` is how often j was
    followed. Source: C. E. Shannon, A Mathematical Theory of Communication, 1948 (the entropy of a source).
    """
    n = len(counts)
    followed = [[counts[after][before] for after in range(n)] for before in range(n)]
    parts = compute_shares([sum(row) for row in followed])  # whoever was never followed has a part of 0
    return sum_all(part * entropy(row) for part, row in zip(parts, followed, strict=True))


def compute_reciprocity(counts: Counts) -> float:
    """How much of the answering is answered back: `Σ_{i≠j} min(w_ij, w_ji) / Σ_{i≠j} w_ij`.

    In [0, 1]; 0 where nobody answered anybody. Source: T. Squartini, F. Picciuto, F. Ruzzenenti and D. Garlaschelli,
    Reciprocity of Weighted Networks, 2013.
    """
    n = len(counts)
    pairs = [(i, j) for i in range(n) for j in range(n) if i != j]
    whole = sum(counts[i][j] for i, j in pairs)
    return sum(min(counts[i][j], counts[j][i]) for i, j in pairs) / whole if whole else 0.0
