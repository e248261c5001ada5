"""Words that are taken over from the line before."""

from __future__ import annotations

from parley.core.measures.language import TakenWords


def test_a_word_is_taken_over_from_the_line_before_once_and_never_from_oneself() -> None:
    talk = (
        ("ada", "The map signs its blanks: nobody decided yet."),
        ("bo", "A signed blank is a promise. Who decided? Nobody DECIDED that."),
        ("ada", "I like promise better than error; nobody decided, I said."),
        ("bo", "Better a promise than an error."),
        ("bo", "An error is better."),
    )
    read, found = TakenWords(), []
    for member, text in talk:
        found.append([text[start : start + length] for start, length in read.read(member, text)])
    assert found == [[], ["decided", "Nobody"], ["promise"], ["Better", "error"], []]


def test_stop_words_and_short_ones_are_nobodys() -> None:
    read = TakenWords()
    read.read("ada", "This would have been an ox, weil das doch so ist.")
    assert read.read("bo", "Would this ox have been? Doch, weil das so ist.") == ()
