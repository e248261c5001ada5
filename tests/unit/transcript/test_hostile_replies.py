"""What else reads replies, besides their cleaning: with an expression that goes back each of these takes minutes."""

from __future__ import annotations

import pytest

from benchmarks.hostile import LONG
from parley.core.base.line import READ, Called
from parley.core.modes.office.memory.played import sentences as sentences_played
from parley.core.modes.office.memory.weaving import part_of
from parley.core.modes.story.fitting import in_sentences
from parley.core.voices.openai.voice import json_in


def test_a_fence_that_never_ends_holds_no_form() -> None:
    assert json_in("```" + " " * LONG) is None


@pytest.mark.parametrize("text", ["Task:" + " " * LONG, "\n" * LONG, " " * LONG + "a", "." * LONG, "[ " * LONG])
def test_a_contribution_is_read_in_one_pass(text: str) -> None:
    part = part_of(text, Called(("Boss",), ("Vera",)))
    assert sum(map(len, (*part.said, *part.thoughts, part.does, part.task))) <= READ


def test_sentences_without_end_are_told_apart_in_one_pass() -> None:
    for text in ("." * LONG + "a", "?“" * LONG + "a"):
        assert sentences_played(text) == [text]
        assert in_sentences(text, 3) == (text, "")
    assert sentences_played("I. " * READ)[0][-2:] == "I."
