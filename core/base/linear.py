"""Linear classifiers of short lines: hashed features, and weights that were trained beforehand.

A multinomial logistic regression; its weights lie in `resources/models`, made by `scripts/training.py`.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from parley.core.base.packaged import packaged

BUCKETS = 1 << 18
"""Features are hashed into as many columns."""

if TYPE_CHECKING:
    import numpy.typing as npt


class Linear(NamedTuple):
    """`weights` of each of the `columns` that has some, in their order, for each of the labels; `scale`: their unit."""

    labels: tuple[str, ...]
    columns: npt.NDArray[Any]
    weights: npt.NDArray[Any]
    scale: float

    def odds(self, asked: Sequence[int]) -> npt.NDArray[Any]:
        """The probability of each label for a line that has those columns."""
        import numpy as np

        wanted = np.array(asked)
        at = np.minimum(np.searchsorted(self.columns, wanted), len(self.columns) - 1)
        scores = self.weights[at[self.columns[at] == wanted]].sum(axis=0, dtype=np.int32) * self.scale
        raised = np.exp(scores - scores.max())
        odds: npt.NDArray[Any] = raised / raised.sum()
        return odds

    def known(self, asked: Sequence[int]) -> int:
        """How many of those columns have weights."""
        import numpy as np

        return int(np.isin(asked, self.columns).sum())


@cache
def linear(name: str) -> Linear:
    """The classifier of that name in `resources/models`."""
    # Not before a line is read: no window needs it to be painted.
    import numpy as np

    with packaged("models", f"{name}.npz").open("rb") as file, np.load(file) as stored:
        return Linear(
            tuple(str(stored["labels"]).split()), stored["columns"], stored["weights"], float(stored["scale"])
        )


def hashed(features: Iterable[str]) -> list[int]:
    """The columns of the features, each once."""
    return list(dict.fromkeys(zlib.crc32(each.encode()) % BUCKETS for each in features))


def grams(word: str) -> Iterator[str]:
    """The character n-grams of a word, of three to five."""
    whole = f"<{word}>"
    for size in (3, 4, 5):
        for at in range(len(whole) - size + 1):
            yield f"chars {whole[at : at + size]}"


def neighbours(words: Sequence[str]) -> Iterator[str]:
    """Pairs of words that stand side by side, or with one between them."""
    padded = ["^", *words, "$"]
    for one, other in pairwise(padded):
        yield f"pair {one} {other}"
    for one, other in zip(padded, padded[2:], strict=False):
        yield f"skip {one} {other}"
