"""Vectors of texts that are longer than a model reads at once: piece by piece."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Sequence

from parley.core.base.sums import added

Vector = tuple[float, ...]

MOST_PIECES = 8
"""What a text has beyond these is left out."""


def pieces(text: str, longest: int) -> list[str]:
    """`text` in pieces of at most `longest` bytes, cut between words where there are any; at most `MOST_PIECES`.

    Bytes, for no model makes more tokens than bytes of them.
    """
    found: list[str] = []
    rest = text.strip()
    while rest and len(found) < MOST_PIECES:
        head = rest.encode("utf-8", "replace")[:longest].decode("utf-8", "ignore")
        if len(head) < len(rest) and not rest[len(head)].isspace():
            gap = max(head.rfind(" "), head.rfind("\n"))
            head = head[:gap] if gap > 0 else head
        # One character at least: an end is certain.
        head = head or rest[0]
        found.append(head.strip())
        rest = rest[len(head) :].lstrip()
    return found


def joined(parts: Sequence[str], vectors: Sequence[Vector]) -> Vector:
    """Return the vector of a text by those of its pieces: their mean, the longer counting for more, of unit length."""
    weights = [len(part) for part in parts]
    whole = [
        added(weight * vector[at] for weight, vector in zip(weights, vectors, strict=True))
        for at in range(len(vectors[0]))
    ]
    length = math.sqrt(added(value * value for value in whole))
    return tuple(value / length for value in whole) if length else tuple(whole)


async def whole(
    texts: Sequence[str], longest: int, ask: Callable[[list[str]], Awaitable[Sequence[Vector]]]
) -> tuple[Vector, ...]:
    """One vector of unit length a text: `ask` gives those of pieces of at most `longest` bytes."""
    parts = [pieces(text, longest) for text in texts]
    if not all(parts):
        raise ValueError("a blank text has no vector")
    flat = [piece for several in parts for piece in several]
    found = iter(await ask(flat) if flat else ())
    return tuple(joined(several, [next(found) for _ in several]) for several in parts)


def vectors_in(answer: object, count: int) -> list[Vector] | None:
    """Return the vectors of an answer in the shape of OpenAI's `/v1/embeddings`, in the order of what was sent.

    None where it is no such answer, or has another number of vectors, or some of another length.
    """
    rows = answer.get("data") if isinstance(answer, dict) else None
    if not isinstance(rows, list) or len(rows) != count:
        return None
    found: dict[int, Vector] = {}
    for place, row in enumerate(rows):
        numbers = row.get("embedding") if isinstance(row, dict) else None
        if not isinstance(numbers, list) or not numbers:
            return None
        if not all(isinstance(number, int | float) and math.isfinite(number) for number in numbers):
            return None
        at = row.get("index", place)
        found[at if isinstance(at, int) else place] = tuple(map(float, numbers))
    if set(found) != set(range(count)) or len({len(vector) for vector in found.values()}) > 1:
        return None
    return [found[at] for at in range(count)]
