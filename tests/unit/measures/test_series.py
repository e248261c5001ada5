"""The series: a turn at a time, the same as everything at once."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path
from typing import Any

import pytest

from parley.core.measures.convergence import compute_classic, parley
from parley.core.measures.language import OF_LINE, OF_PAIR, read
from parley.core.measures.series import Series

GOLDEN: list[dict[str, Any]] = json.loads(Path("tests/golden/measures.json").read_text("utf-8"))["talks"]
MEMBERS = ("ada", "bo", "cy")
POOL = ("the", "bridge", "is", "open", "I", "think", "we", "should", "not", "wait,", "maybe?", "said", "so!")


def talk(turns: int, seed: int = 1) -> list[tuple[str, str]]:
    chance = random.Random(seed)
    speakers = [*MEMBERS, "director"]
    return [(chance.choice(speakers), " ".join(chance.choices(POOL, k=chance.randint(0, 12)))) for _ in range(turns)]


def series(said: list[tuple[str, str]]) -> Series:
    found = Series(MEMBERS)
    for number, (who, text) in enumerate(said, 1):
        assert found.add(number, who, text) is (who != "director")
    return found


@pytest.mark.parametrize("told", GOLDEN, ids=lambda told: told["name"])
def test_every_measure_is_what_it_was(told: dict[str, Any]) -> None:
    found = Series(told["members"], told["language"])
    for number, (who, text) in enumerate(told["said"], 1):
        found.add(number, who, text)
    assert list(found.columns) == list(told["values"])
    for name, wanted in told["values"].items():
        values = [math.nan if value is None else value for value in wanted]
        assert list(found.columns[name]) == pytest.approx(values, abs=1e-12, nan_ok=True), name


def test_it_grows_by_one_number_a_measure_and_turn() -> None:
    found = series(talk(60))
    spoken = [number for number, (who, _text) in enumerate(talk(60), 1) if who != "director"]
    assert list(found.numbers) == spoken
    assert {len(column) for column in found.columns.values()} == {len(found)} == {len(spoken)}


def test_each_line_is_measured_with_the_one_it_answers() -> None:
    found = series(
        [("ada", "Is the bridge open?"), ("bo", "The bridge is open."), ("bo", "I think."), ("ada", "Good.")]
    )
    assert list(found.answered) == [-1, 0, -1, 1]
    for name, of in OF_LINE.items():
        assert found.columns[name][1] == of(read("The bridge is open."))
    for name, of_two in OF_PAIR.items():
        assert math.isnan(found.columns[name][0])
        assert found.columns[name][1] == of_two(read("The bridge is open."), read("Is the bridge open?"))
        assert math.isnan(found.columns[name][2])
        assert found.columns[name][3] == of_two(read("Good."), read("I think."))


def test_convergence_is_that_of_the_two_who_talk() -> None:
    said = talk(80)
    found = series(said)
    seen = 0
    for at, number in enumerate(found.numbers):
        if found.answered[at] < 0:
            assert math.isnan(found.score(at, "parley"))
            continue
        a, b = sorted((found.speakers[at], found.answered[at]))
        before = said[:number]
        for profile in ("balanced", "strict"):
            wanted = compute_classic(before, MEMBERS[a], MEMBERS[b], profile)
            assert found.score(at, "classic", profile) == pytest.approx(wanted.score)
            ours = parley(before, MEMBERS[a], MEMBERS[b], profile)
            assert found.score(at, "parley", profile) == pytest.approx(ours.score)
        assert found.get_parts(at, "parley") == pytest.approx(parley(before, MEMBERS[a], MEMBERS[b]).components)
        seen += 1
    assert seen > 20
