"""The classifier of player lines: trained on the lines that are there, bounded, and careful with what is for good."""

from __future__ import annotations

import numpy as np
import pytest

from parley.core.base.packaged import packaged
from parley.core.modes.story.rules.classifier import SURE, columns, guess, where
from parley.core.modes.story.rules.intents import line_of
from parley.core.modes.story.rules.wishes import Known
from scripts.train_intents import LINES, digest_of

EXPLORE = Known(people={"dora": "Dora"}, places={"market": "Market"}, items={"rope": "Rope"}, present=("dora",))
TALK = Known(
    people={"dora": "Dora"}, places={"weir": "Wehr"}, items={"rope": "Rope"}, present=("dora",), partner="dora"
)
OFFER = Known(people={"dora": "Dora"}, items={"rope": "Rope"}, present=("dora",), partner="dora", offer="rope")


def test_the_model_is_trained_on_the_lines_that_are_there() -> None:
    with packaged("models", "intents.npz").open("rb") as file, np.load(file) as stored:
        assert str(stored["digest"]) == digest_of(sorted(LINES.glob("*.tsv"))), "run python -m scripts.train_intents"


@pytest.mark.parametrize(
    ("known", "text", "label"),
    [
        (EXPLORE, "let's mosey over to the market", "go"), (EXPLORE, "any idea how I get to the market", "ask.ways"),
        (TALK, "I'd better be off, my dear", "part"), (OFFER, "that's daylight robbery", "haggle"),
        (OFFER, "Dann eben nicht", "decline"), (TALK, "Ich gehe morgen zum Wehr für dich", "say"),
    ],
)  # fmt: skip
def test_a_line_is_what_it_most_likely_is_where_it_is_said(known: Known, text: str, label: str) -> None:
    line = line_of(text, known)
    assert guess(line.text, known, line.read()) == label


@pytest.mark.parametrize("known", [EXPLORE, TALK, OFFER], ids=where)
@pytest.mark.parametrize(
    "text", ["", "?", "x" * 2_000, "\u202e" * 50, "attack " * 300, "1 2 3 4 5", "«person» «place»"]
)
def test_any_text_has_a_label_and_nothing_is_done_for_good_by_chance(known: Known, text: str) -> None:
    line = line_of(text, known)
    assert len(columns(line.text, known, line.read())) < 4_000
    assert guess(line.text, known, line.read()) not in SURE.keys() - {"attack"}
