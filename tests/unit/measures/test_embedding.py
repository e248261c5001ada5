"""How alike lines are in meaning, by vectors."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from parley.core.measures.convergence import COMPONENTS, parley
from parley.core.measures.embedding import Contents, Direction, Meaning, Standard, alike, plain_sentences
from parley.core.measures.series import Series
from tests.embedding_server import word_vector


def standard() -> Standard:
    return Standard([word_vector(sentence) for sentence in plain_sentences("en")])


def direction(*values: float) -> Direction:
    return np.asarray(values, dtype=np.float32)


def test_the_same_lines_in_any_order_are_alike_and_opposites_are_not() -> None:
    one, other = direction(1, 0), direction(0, 1)
    assert alike([one, other], [other, one]) == pytest.approx(1)
    assert alike([one], [other]) == 0
    assert alike([one], [-one]) == 0
    assert alike([one, other], [one, one]) == pytest.approx(math.sqrt(0.5))


def test_lines_without_a_vector_are_left_out() -> None:
    one = direction(1, 0)
    assert alike([one, None], [one]) == pytest.approx(1)
    assert alike([None], [one]) == alike([], [one]) == 0
    assert alike([one, -one], [one]) == 0


def test_vectors_that_all_lean_one_way_are_told_apart_only_by_what_is_usual() -> None:
    same = ["the red ship sails at night", "at night the red ship sails"]
    other = "my bread tastes of rye and salt"
    raw = [np.asarray(word_vector(text)) for text in (*same, other)]
    assert float(raw[0] @ raw[2]) > 0.3
    usual = standard()
    first, second, third = (usual.direction(vector) for vector in raw)
    assert alike([first], [second]) == pytest.approx(1)
    assert alike([first], [third]) < 0.25


def test_a_dimension_that_never_moves_decides_nothing_and_nowhere_is_none() -> None:
    usual = Standard([(1.0, 5.0), (-1.0, 5.0)])
    a, b = usual.direction((1.0, 5.0)), usual.direction((-1.0, 5.0))
    assert alike([a], [b]) == 0
    assert usual.direction((0.0, 5.0)) is None


@pytest.mark.parametrize("language", ["en", "de"])
def test_plain_sentences_are_many_different_and_none_is_blank(language: str) -> None:
    found = plain_sentences(language)
    assert len(set(found)) == len(found) == 40
    assert all(sentence.strip() == sentence and sentence for sentence in found)
    assert plain_sentences("xx") == plain_sentences("en")


def test_contents_row_by_row_are_those_of_the_windows() -> None:
    chance = random.Random(4)
    words = ["ship", "sea", "bread", "salt", "night", "red", "rye", "moon", "harbour", "oven"]
    series, usual = Series(("a", "b", "c")), standard()
    contents = Contents(series)
    said: list[tuple[str, str]] = []
    for turn in range(1, 60):
        text = " ".join(chance.sample(words, 4)) if turn % 9 else " "
        who = chance.choice(["a", "b", "c", "director"])
        said.append((who, text))
        if not series.add(turn, who, text):
            continue
        vector = usual.direction(word_vector(text)) if text.strip() else None
        value = contents.add(vector)
        row = len(series) - 1
        if series.answered[row] < 0:
            assert math.isnan(value)
            continue
        meaning = Meaning(usual, {each: word_vector(each) for _who, each in said if each.strip()})
        me, other = series.members[series.speakers[row]], series.members[series.answered[row]]
        whole = parley(said, me, other, similarity=meaning)
        assert value == pytest.approx(whole.components["content"], abs=1e-6)
        assert set(whole.components) == set(COMPONENTS)
        assert 0 <= whole.score <= 1
    assert len(contents) == len(series)
