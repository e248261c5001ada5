"""The page of how far it goes: its arithmetic, and that it can be measured."""

from __future__ import annotations

import dataclasses

import pytest

from benchmarks.scale import LIMITS, PAGE, RECORDED, TURNS, costs, measure, page, saturation


def test_the_page_has_the_tables_of_what_was_measured() -> None:
    text = PAGE.read_text("utf-8")
    assert page(text, RECORDED) == text, "write it anew: python -m benchmarks.scale --write"
    for turns in ("470,000", "5,800,000", "17,000,000", "38,000,000"):
        assert f"| {turns} turns |" in text, "the words below speak of what stands in the table"
        assert f"At {turns} turns" in text


def test_what_is_full_first_is_full_at_its_limit() -> None:
    found = dict(saturation(RECORDED))
    assert list(found.values()) == sorted(found.values())
    for name, words, most in LIMITS:
        if name != "experiments":
            assert costs(RECORDED, round(found[words]))[name] == pytest.approx(most, rel=1e-3)
    assert costs(RECORDED, 10**8)["runs"] == 10**8 / TURNS


def test_it_can_be_measured_here() -> None:
    found = measure(runs=3, turns=4)
    assert all(value >= 0 for value in dataclasses.asdict(found).values())
    # Bytes and tokens are the same on every machine, but for how often a log's head is shared.
    assert 300 < found.log_bytes < 10_000
    assert 5 < found.tokens_out < 60
    assert found.row_bytes > 1_000
    assert found.play_s > 0
