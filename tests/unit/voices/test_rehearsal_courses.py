"""Talks on parts of life that are known: the tagger, the tables, and courses in which a line answers the one before."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from parley.core.base.packaged import packaged
from parley.core.voices.rehearsal.life import life
from parley.core.voices.rehearsal.tagger import tagged
from parley.core.voices.rehearsal.threads import recognised
from scripts.train_topics import digest
from tests.unit.voices.test_rehearsal_talk import said, talk


@pytest.mark.parametrize("name", ["topic_kinds", "topic_parts"])
def test_the_model_fits_the_topics_and_tables_that_are_there(name: str) -> None:
    with packaged("models", f"{name}.npz").open("rb") as file, np.load(file) as stored:
        assert str(stored["digest"]) == digest(), "run python -m scripts.train_topics"


@pytest.mark.parametrize(
    ("topic", "language", "kind", "part"),
    [
        ("Should I lend my brother-in-law 300 euros?", "en", "proposal", "money"),
        ("why do my cookies burn", "en", "why", "baking"),
        ("Is it wrong to open my daughter's letters", "en", "moral", "trust"),
        ("Wer räumt die Spülmaschine aus?", "de", "who", "chores"),
        ("Zug oder Flug nach Lissabon?", "de", "choice", "travel"),
        ("Wie gewöhne ich unserem Hund das Bellen ab?", "de", "how", "pets"),
        ("qwrt zxcv plmk", "en", "", ""),
    ],
)
def test_topics_are_tagged(topic: str, language: str, kind: str, part: str) -> None:
    found = tagged(topic, language)
    assert (found.part, found.kind if kind else "") == (part, kind)


def test_both_languages_have_the_same_points() -> None:
    counts = [
        {part: {kind: len(points) for kind, points in table.items()} for part, table in life(language).items()}
        for language in ("en", "de")
    ]
    assert counts[0] == counts[1]


@pytest.mark.parametrize(
    ("topic", "form", "cast"),
    [
        ("Should we get a dog?", "debate", "startup"),
        ("Wer putzt das Bad?", "standup", "studio-de"),
        ("Zelt oder Hotel?", "debate", "studio-de"),
    ],
)
def test_a_reason_is_answered_by_what_belongs_to_it(topic: str, form: str, cast: str) -> None:
    language = "de" if cast.endswith("de") else "en"
    lines = [recognised(line, language) for line in said(talk(topic, form, cast, seed=3))]
    steps = [(one, other) for one, other in pairwise(lines) if one and other]
    answers = {"against_but", "for_but", "and"}
    answered = [(one, other) for one, other in steps if other.thread.startswith("life.") and other.act in answers]
    assert answered
    assert all(one.thread == other.thread for one, other in answered)
