"""What is read of a text, and what counts as an answer with vectors."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.core.voices.vectors import find_vectors_in, shortened, unit


@given(st.text(max_size=400), st.integers(4, 60))
def test_what_is_read_of_a_text_is_its_beginning_and_short_enough(text: str, longest: int) -> None:
    if not text.strip():
        with pytest.raises(ValueError, match="no vector"):
            shortened(text, longest)
        return
    found = shortened(text, longest)
    assert found
    assert len(found.encode("utf-8", "replace")) <= longest
    assert text.strip().startswith(found)


def test_it_ends_between_words() -> None:
    assert shortened("one two three four", 9) == "one two"
    assert shortened("unbreakable", 4) == "unbr"
    assert shortened("größer", 3) == "gr"


def test_a_vector_has_a_length_of_one() -> None:
    assert unit((3.0, 4.0)) == (0.6, 0.8)
    assert unit((0.0, 0.0)) == (0.0, 0.0)


def test_vectors_come_in_the_order_of_the_texts_whatever_the_answers_order() -> None:
    rows = [{"index": 1, "embedding": [0, 1]}, {"index": 0, "embedding": [1.0, 0]}]
    assert find_vectors_in({"data": rows}, 2) == [(1.0, 0.0), (0.0, 1.0)]
    assert find_vectors_in({"data": [{"embedding": [1]}]}, 1) == [(1.0,)]


NO_VECTORS = [
    None, "words", {}, {"data": {}}, {"data": []}, {"data": [{"embedding": []}]}, {"data": [{"embedding": "AAAA"}]},
    {"data": [{"embedding": [[1.0], [2.0]]}]}, {"data": [{"embedding": [float("nan")]}]},
    {"data": [{"embedding": [1.0], "index": 7}]}, {"data": [{"embedding": [1.0]}] * 2},
]  # fmt: skip


def test_what_is_not_one_vector_a_text_is_none() -> None:
    for answer in NO_VECTORS:
        assert find_vectors_in(answer, 1) is None


def test_vectors_of_different_lengths_are_none() -> None:
    assert find_vectors_in({"data": [{"embedding": [1.0]}, {"embedding": [1.0, 2.0]}]}, 2) is None
