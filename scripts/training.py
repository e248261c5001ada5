"""How the classifiers of `core/base/linear.py` are trained and stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix
from scipy.special import logsumexp

PENALTY = 0.5
"""Of squared weights, half of it."""
SELDOM = 2
"""A feature that fewer lines have is left out."""
STEPS = 80


@dataclass(frozen=True)
class Weights:
    """The weights of columns for labels."""

    columns: np.ndarray
    weights: np.ndarray

    def scores(self, columns: Sequence[int]) -> np.ndarray:
        at = np.searchsorted(self.columns, columns)
        at = np.minimum(at, len(self.columns) - 1)
        return self.weights[at[self.columns[at] == columns]].sum(axis=0)


def trained(
    learned: Sequence[tuple[str, Sequence[int]]], labels: Sequence[str], seldom: int = SELDOM, penalty: float = PENALTY
) -> Weights:
    """The weights of each column for each label: maximum likelihood with a Gaussian prior (Bishop 2006, 4.3.4)."""
    pointers = np.cumsum([0, *(len(columns) for _label, columns in learned)])
    flat = np.concatenate([np.array(columns) for _label, columns in learned])
    seen, at, often = np.unique(flat, return_inverse=True, return_counts=True)
    design = csr_matrix((np.ones(len(flat)), at, pointers), shape=(len(learned), len(seen)))
    kept = np.flatnonzero(often >= seldom)
    design = design[:, kept]
    truth = np.zeros((len(learned), len(labels)))
    truth[np.arange(len(learned)), [labels.index(label) for label, _columns in learned]] = 1

    def loss(flat: np.ndarray) -> tuple[float, np.ndarray]:
        weights = flat.reshape(len(kept), len(labels))
        scores = design @ weights
        logs = scores - logsumexp(scores, axis=1, keepdims=True)
        slope = design.T @ (np.exp(logs) - truth) + penalty * weights
        return float(-(truth * logs).sum() + penalty / 2 * (weights**2).sum()), slope.ravel()

    found = minimize(
        loss, np.zeros(len(kept) * len(labels)), jac=True, method="L-BFGS-B", options={"maxiter": STEPS, "maxcor": 6}
    )
    return Weights(seen[kept], np.asarray(found.x, np.float32).reshape(len(kept), len(labels)))


def stored(path: Path, found: Weights, labels: Sequence[str], digest: str) -> None:
    """Write the weights as integers of one byte."""
    scale = np.abs(found.weights).max() / 127
    np.savez_compressed(
        path, labels=np.array(" ".join(labels)), columns=found.columns.astype(np.uint32),
        weights=np.round(found.weights / scale).astype(np.int8), scale=np.float32(scale), digest=np.array(digest),
    )  # fmt: skip
