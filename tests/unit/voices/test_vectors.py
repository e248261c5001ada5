"""Long texts in pieces, and what counts as an answer with vectors."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.core.voices.vectors import MOST_PIECES, joined, pieces, vectors_in


@given(st.text(max_size=400), st.integers(4, 60))
def test_pieces_are_short_enough_not_blank_and_in_their_order(text: str, longest: int) -> None:
    found = pieces(text, longest)
    assert len(found) <= MOST_PIECES
    assert all(piece.strip() and len(piece.encode("utf-8", "replace")) <= longest for piece in found)
    assert bool(found) == bool(text.strip())
    at = 0
    for piece in found:
        at = text.index(piece, at) + len(piece)


def test_pieces_end_between_words() -> None:
    assert pieces("one two three four", 9) == ["one two", "three", "four"]
    assert pieces("unbreakable", 4) == ["unbr", "eaka", "ble"]
    assert pieces("größer", 3) == ["gr", "ö", "ße", "r"]


def test_a_long_text_counts_by_its_longer_pieces() -> None:
    vector = joined(["aaa", "b"], [(1.0, 0.0), (0.0, 1.0)])
    assert math.hypot(*vector) == pytest.approx(1)
    assert vector[0] == pytest.approx(3 * vector[1])
    assert joined(["a", "b"], [(1.0, 0.0), (-1.0, 0.0)]) == (0.0, 0.0)


def test_vectors_come_in_the_order_of_the_texts_whatever_the_answers_order() -> None:
    rows = [{"index": 1, "embedding": [0, 1]}, {"index": 0, "embedding": [1.0, 0]}]
    assert vectors_in({"data": rows}, 2) == [(1.0, 0.0), (0.0, 1.0)]
    assert vectors_in({"data": [{"embedding": [1]}]}, 1) == [(1.0,)]


NO_VECTORS = [
    None, "words", {}, {"data": {}}, {"data": []}, {"data": [{"embedding": []}]}, {"data": [{"embedding": "AAAA"}]},
    {"data": [{"embedding": [[1.0], [2.0]]}]}, {"data": [{"embedding": [float("nan")]}]},
    {"data": [{"embedding": [1.0], "index": 7}]}, {"data": [{"embedding": [1.0]}] * 2},
]  # fmt: skip


def test_what_is_not_one_vector_a_text_is_none() -> None:
    for answer in NO_VECTORS:
        assert vectors_in(answer, 1) is None


def test_vectors_of_different_lengths_are_none() -> None:
    assert vectors_in({"data": [{"embedding": [1.0]}, {"embedding": [1.0, 2.0]}]}, 2) is None
