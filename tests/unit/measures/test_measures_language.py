"""The measures of a line and of a line with the one it answers: counted by hand."""

from __future__ import annotations

import math
import random
import zlib

import pytest

from parley.core.measures import language
from parley.core.measures.language import OF_LINE, load_lexicon, read

ONE = read("The bridge, the old bridge, is it open? I think so. Thank you!")


OF_ONE = [
    ("characters", 62), ("words", 13), ("sentences", 3), ("sentence_length", 13 / 3), ("vocabulary", 11),
    ("type_token_ratio", 11 / 13), ("hapax", 9 / 11),
    ("entropy", 9 * math.log2(13) / 13 + 2 * 2 / 13 * math.log2(13 / 2)), ("repetition", 0),
    ("questions", 1), ("exclamations", 1), ("hedges", 100 / 13), ("politeness", 100 / 13), ("agreement", 0),
    # the, the; it, I, you
    ("formality", ((2 - 3) / 13 + 1) / 2),
]  # fmt: skip


def test_a_line() -> None:
    for name, value in OF_ONE:
        assert OF_LINE[name](ONE) == pytest.approx(value), name


def test_german_is_read_with_german_words() -> None:
    line = read("Ich glaube, das stimmt nicht. Könntest du bitte noch einmal schauen?", "de")
    assert line.markers == {"hedges": 1, "agreement": 0, "disagreement": 1, "politeness": 2}
    assert OF_LINE["agreement"](line) < 0
    assert OF_LINE["hedges"](read("I guess", "de")) == 0


def test_the_longest_phrase_counts_and_only_once() -> None:
    assert read("Yes, I agree.").markers["agreement"] == 2
    assert read("It is kind of late.").markers["hedges"] == 1
    assert read("You don’t. You don't.").classes["negations"] == 2


def test_repetition_and_compression_see_what_comes_again() -> None:
    again = read("go on " * 20)
    assert language.compute_repetition(again) == pytest.approx(1 - 2 / 39)
    assert language.compute_compression(again) > 0.7
    assert language.compute_compression(read("Short.")) == 0
    assert language.count_questions(read("What??? Really? No.")) == 2


@pytest.mark.parametrize("times", [1, 3, 9, 10, 11, 31, 60, 130, 600, 3_000])
def test_compression_is_that_of_zlib_s_usual_window(times: int) -> None:
    chance = random.Random(times)
    text = " ".join(
        chance.choice(("the", "old", "brücke", "so", "wait", "42,", f"{chance.random()}")) for _ in range(times)
    )
    data = text.encode()
    assert language.compute_compression(read(text)) == max(0.0, 1 - len(zlib.compress(data)) / len(data))


def test_a_line_and_what_it_answers() -> None:
    asked, answer = read("Shall we take the old bridge today"), read("We take the old bridge, not the ferry")
    assert language.overlap(answer, asked) == pytest.approx(5 / 9)
    assert language.compute_alignment(answer, asked) == pytest.approx(6 / 8)
    # Pairs: 4 of 6 come back; threes: 3 of 5; fours: 2 of 4.
    assert language.compute_mimicry(answer, asked) == pytest.approx((4 / 6 + 2 * 3 / 5 + 3 * 2 / 4) / 6)
    assert language.compute_mimicry(asked, answer) != language.compute_mimicry(answer, asked)
    assert language.compute_style_match(answer, answer) == pytest.approx(1, abs=1e-3)
    assert language.compute_expansion(answer, asked) == pytest.approx(math.log2(9 / 8))


@pytest.mark.parametrize("spoken", ["en", "de"])
def test_a_lexicon_has_every_class_and_phrases_that_can_be_found(spoken: str) -> None:
    book = load_lexicon(spoken)
    assert {name for names in book.classes.values() for name in names} >= {
        *language.STYLE, *language.DEICTIC, *language.NOUNLIKE
    }  # fmt: skip
    assert all(len(phrase) in book.lengths[phrase[0]] for phrase in book.phrases)
    assert all(lengths == tuple(sorted(lengths, reverse=True)) for lengths in book.lengths.values())
    assert {marker for markers in book.phrases.values() for marker in markers} == set(language.MARKERS)
