"""Vectors of texts: what of a text is read for one, and what counts as an answer with some."""

from __future__ import annotations

import math

Vector = tuple[float, ...]


def shorten_text(text: str, longest: int) -> str:
    """Return the beginning of a text in at most `longest` bytes, up to a word's end where there is any.

    Bytes, for no model makes more tokens than bytes of them. Raises `ValueError` for a blank text: it has no vector.
    """
    text = text.strip()
    if not text:
        raise ValueError("a blank text has no vector")
    head = text.encode("utf-8", "replace")[:longest].decode("utf-8", "ignore")  # drops half a character
    if len(head) < len(text) and not text[len(head)].isspace():
        head = head.rpartition(" ")[0] or head  # a single long word has no blank
    return head.strip()


def make_unit(vector: Vector) -> Vector:
    """Return a vector with a length of one; of zeros it stays zeros."""
    length = math.hypot(*vector)  # unlike a sum of squares it does not overflow
    return tuple(value / length for value in vector) if length else vector


def find_vectors_in(answer: object, count: int) -> list[Vector] | None:
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
        at = row.get("index", place)  # the order of the answer is not promised
        found[at if isinstance(at, int) else place] = tuple(map(float, numbers))
    if set(found) != set(range(count)) or len({len(vector) for vector in found.values()}) > 1:
        return None
    return [found[at] for at in range(count)]
