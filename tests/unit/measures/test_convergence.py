"""Convergence: the established score to the last digit, and ours where the established one is odd."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.core.measures.convergence import COMPONENTS, PROFILES, Message, compute_classic, find_trend, parley

CASES: list[dict[str, Any]] = json.loads(Path("tests/golden/convergence.json").read_text("utf-8"))["cases"]

TEXTS = st.text(st.sampled_from("aäB .,!?:;—-\n•*`12ß"), max_size=60)
TALK = st.lists(st.tuples(st.sampled_from("abc"), TEXTS), max_size=16)


def said(case: dict[str, Any]) -> list[Message]:
    return [(each["agent_id"], each["content"]) for each in case["messages"]]


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_classic_is_the_established_score(case: dict[str, Any], profile: Any) -> None:
    wanted = case["live"][profile]
    found = compute_classic(said(case), "agent_a", "agent_b", profile)
    assert found.score == pytest.approx(wanted["score"], abs=1e-9)
    assert found.exact == pytest.approx(wanted["score_unrounded"], abs=1e-9)
    assert found.components == pytest.approx(wanted["components"], abs=1e-9)
    assert found.per_side == wanted["per_agent"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_classic_after_each_turn(case: dict[str, Any]) -> None:
    messages = said(case)
    ends = [at for at, (who, _text) in enumerate(messages, 1) if who == "agent_b"]
    scores = [compute_classic(messages[:end], "agent_a", "agent_b").score for end in ends]
    assert scores == pytest.approx(case["live_score_after_each_turn"], abs=1e-9)


def test_the_quirks_are_in_the_one_and_not_in_the_other() -> None:
    alike = [("a", "The bridge is closed today."), ("b", "The ferry is late again.")]
    assert compute_classic(alike, "a", "b").components["sentences"] == 0
    assert parley(alike, "a", "b").components["sentences"] == 1
    one_item = [("a", "- oak\n\nWhich one?"), ("b", "Oak is fine with me.")]
    assert compute_classic(one_item, "a", "b").components["structure"] == pytest.approx((0.5 + 0 + 0 + 1) / 4)
    assert parley(one_item, "a", "b").components["structure"] == pytest.approx((0.5 + 0.5 + 0.5 + 1) / 4)
    anagram = [("a", "tea"), ("b", "eat")]
    assert compute_classic(anagram, "a", "b").components["content"] == 1
    assert parley(anagram, "a", "b").components["content"] == 0


def test_the_window_is_the_newest_ten_of_the_two_and_as_many_of_each() -> None:
    old = [("a", "Once upon a time."), ("b", "Something else entirely!")] * 20
    new = [("a", "Yes, I agree."), ("c", "Not me."), ("b", "Yes, I agree.")] * 5
    assert parley(old + new, "a", "b").score == pytest.approx(1)
    lonely = [("b", "First.")] + [("a", "Alone.")] * 12
    assert parley(lonely, "a", "b").per_side == compute_classic(lonely, "a", "b").per_side == 0
    assert compute_classic([], "a", "b").score == 0


@given(TALK)
def test_every_score_is_a_part_of_one_and_the_same_from_both_sides(talk: list[Message]) -> None:
    for score in (compute_classic, parley):
        found = score(talk, "a", "b")
        assert 0 <= found.score <= 1 + 1e-9
        assert set(found.components) == set(COMPONENTS)
        assert all(0 <= value <= 1 + 1e-9 for value in found.components.values())
        assert found.exact == pytest.approx(score(talk, "b", "a").exact)


def test_embeddings_can_stand_in_for_shared_words() -> None:
    talk = [("a", "A cat."), ("b", "A feline.")]
    assert parley(talk, "a", "b", similarity=lambda mine, yours: 0.9).components["content"] == 0.9


@pytest.mark.parametrize(
    ("scores", "name"),
    [([0.1, 0.2], ""), ([0.1, 0.2, 0.3], "rising"), ([0.3, 0.2, 0.1], "falling"), ([0.3, 0.3, 0.35], "steady"),
     ([0.3, 0.5, 0.3], "wavering"), ([0.9, 0.1, 0.2, 0.3], "rising")],
)  # fmt: skip
def test_trend(scores: list[float], name: str) -> None:
    assert find_trend(scores) == name


@pytest.mark.parametrize(
    "row", ["." * 200_000 + "a", "\n" * 200_000 + "a", "1" * 200_000, ".…" * 100_000 + "'" * 100_000]
)
def test_long_rows_of_one_mark_take_no_longer_than_other_texts(row: str) -> None:
    # Tried anew from each mark of the row, these take hours.
    talk = [("a", row), ("b", row + " b")]
    assert 0 <= compute_classic(talk, "a", "b").score <= 1
    assert 0 <= parley(talk, "a", "b").score <= 1
