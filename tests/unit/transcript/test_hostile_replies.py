"""What else reads replies, besides their cleaning: with an expression that goes back each of these takes minutes."""

from __future__ import annotations

import msgspec
import pytest

from benchmarks.hostile import LONG
from parley.core.base.line import READ, Called
from parley.core.log.events.turn import TurnEnded
from parley.core.log.fold import fold
from parley.core.modes.office.memory.played import sentences as sentences_played
from parley.core.modes.office.memory.weaving import part_of
from parley.core.modes.story.directing import in_sentences
from parley.core.voices.openai.voice import find_json_in
from tests.standup_events import sample_events


def test_a_fence_that_never_ends_holds_no_form() -> None:
    assert find_json_in("```" + " " * LONG) is None


@pytest.mark.parametrize("text", ["Task:" + " " * LONG, "\n" * LONG, " " * LONG + "a", "." * LONG, "[ " * LONG])
def test_a_contribution_is_read_in_one_pass(text: str) -> None:
    part = part_of(text, Called(("Boss",), ("Vera",)))
    assert sum(map(len, (*part.said, *part.thoughts, part.does, part.task))) <= READ


def test_what_is_stored_is_shown_as_it_was_stored() -> None:
    said = "(laughs) See foo.com/x. <think>So?</think> [Hm.] " + "*a " * READ
    events = [
        msgspec.structs.replace(event, text=said) if isinstance(event, TurnEnded) else event
        for event in sample_events(2)
    ]
    assert {turn.text for turn in fold(events).turns} == {said}


def test_sentences_without_end_are_told_apart_in_one_pass() -> None:
    for text in ("." * LONG + "a", "?“" * LONG + "a"):
        assert sentences_played(text) == [text]
        assert in_sentences(text, 3) == (text, "")
    assert sentences_played("I. " * READ)[0][-2:] == "I."
