from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.modes.story.limits import in_sentences, in_words, keeps_to, leading, sentences


@given(st.lists(st.sampled_from(["one", "two.", "three!", "vier,", "fünf …", "six?"]), max_size=40), st.integers(1, 20))
def test_no_word_is_lost_and_none_is_too_many(said: list[str], most: int) -> None:
    text = " ".join(said)
    kept, cut = in_words(text, most)
    assert len(kept.split()) <= most
    assert len(kept.split()) + len(cut.split()) == len(text.split())
    if len(text.split()) <= most:
        assert (kept, cut) == (text, "")


def test_what_overruns_is_cut_behind_a_sentence_in_the_second_half_else_at_a_word() -> None:
    assert in_words("One two three. Four five six.", 4) == ("One two three.", "Four five six.")
    assert in_words("One. Two three four five six seven.", 5) == ("One. Two three four five…", "six seven.")


def test_sentences_end_behind_their_quotation_marks() -> None:
    assert sentences("„Komm.“ Sie geht. Und … bleibt!") == ["„Komm.“", "Sie geht.", "Und …", "bleibt!"]
    assert in_sentences("One. Two! Three?", 2) == ("One. Two!", "Three?")


@pytest.mark.parametrize(
    ("line", "facts", "right"),
    [
        ("17 vs 12: hit, 5 damage.", ["17 vs 12, hit: 5 damage. Wolf 2 left."], True),
        ("18 vs 12: hit.", ["17 vs 12, hit: 5 damage."], False),
        ("A hit, and what a hit it was: 17.", ["17 vs 12, hit."], False),
        ("A hit.", ["17 vs 12, hit."], False),
        ("", ["17 vs 12, hit."], False),
        ("DC 12, if you dare.", [], True),
        ("SG 15.", [], True),
        ("You rolled 17.", [], False),
    ],
)
def test_the_keeper_keeps_to_the_numbers(line: str, facts: list[str], right: bool) -> None:
    assert keeps_to(line, facts) is right


def test_of_many_facts_the_first_whole_ones_are_said() -> None:
    facts = ["17 vs 11, Kim hits.", "15 vs 12, wolf hits Kim. 8 vs 12, wolf misses."]
    assert leading(facts, 11) == ("17 vs 11, Kim hits. 15 vs 12, wolf hits Kim.", "8 vs 12, wolf misses.")
    assert leading(["1 2 3 4 5 6"], 3) == ("1 2 3…", "4 5 6")
