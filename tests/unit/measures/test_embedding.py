"""How alike lines are in meaning, by vectors."""

from __future__ import annotations

import math

import numpy as np
import pytest

from parley.core.measures.convergence import COMPONENTS, parley
from parley.core.measures.embedding import Direction, Meaning, Standard, plain_sentences, score_pair
from tests.embedding_server import word_vector


def standard() -> Standard:
    return Standard([word_vector(sentence) for sentence in plain_sentences("en")])


def direction(*values: float) -> Direction:
    return np.asarray(values, dtype=np.float32)


def test_the_same_lines_in_any_order_are_alike_and_opposites_are_not() -> None:
    one, other = direction(1, 0), direction(0, 1)
    assert score_pair([one, other], [other, one]) == pytest.approx(1)
    assert score_pair([one], [other]) == 0
    assert score_pair([one], [-one]) == 0
    assert score_pair([one, other], [one, one]) == pytest.approx(math.sqrt(0.5))


def test_lines_without_a_vector_are_left_out() -> None:
    one = direction(1, 0)
    assert score_pair([one, None], [one]) == pytest.approx(1)
    assert score_pair([None], [one]) == score_pair([], [one]) == 0
    assert score_pair([one, -one], [one]) == 0


def test_vectors_that_all_lean_one_way_are_told_apart_only_by_what_is_usual() -> None:
    same = ["the red ship sails at night", "at night the red ship sails"]
    other = "my bread tastes of rye and salt"
    raw = [np.asarray(word_vector(text)) for text in (*same, other)]
    assert float(raw[0] @ raw[2]) > 0.3
    usual = standard()
    first, second, third = (usual.direction(vector) for vector in raw)
    assert score_pair([first], [second]) == pytest.approx(1)
    assert score_pair([first], [third]) < 0.25


def test_a_dimension_that_never_moves_decides_nothing_and_nowhere_is_none() -> None:
    usual = Standard([(1.0, 5.0), (-1.0, 5.0)])
    a, b = usual.direction((1.0, 5.0)), usual.direction((-1.0, 5.0))
    assert score_pair([a], [b]) == 0
    assert usual.direction((0.0, 5.0)) is None


@pytest.mark.parametrize("language", ["en", "de"])
def test_plain_sentences_are_many_different_and_none_is_blank(language: str) -> None:
    found = plain_sentences(language)
    assert len(set(found)) == len(found) == 40
    assert all(sentence.strip() == sentence and sentence for sentence in found)
    assert plain_sentences("xx") == plain_sentences("en")


def test_by_meaning_the_score_has_the_same_components() -> None:
    said = [("a", "the red ship sails"), ("b", "bread and salt"), ("a", " "), ("b", "the red ship sails")]
    meaning = Meaning(standard(), {text: word_vector(text) for _who, text in said if text.strip()})
    whole = parley(said, "a", "b", similarity=meaning)
    assert set(whole.components) == set(COMPONENTS)
    assert whole.components["content"] > parley(said[:2], "a", "b", similarity=meaning).components["content"]
    assert 0 <= whole.score <= 1
