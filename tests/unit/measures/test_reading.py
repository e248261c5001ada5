"""A text that is read: its words and sentences."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from parley.core.measures.reading import reading, sentences, words

PLAIN = st.text(st.sampled_from("abZ09_'’-. \n\t\x1c\"") | st.characters(max_codepoint=127), max_size=40)
ANY = st.text(st.sampled_from("abßÄé19_'’.!?… \n\t\x85\xa0\"”)世😀") | st.characters(), max_size=40)


SENTENCES = [
    ("", 0), ("…", 0), ("Yes", 1), ("Yes.", 1), ("Yes. No", 2), ("Yes! Really?", 2), ("„Ja.“ Er ging.", 2),
    ("Version 1.2 is out.", 1), ("Warte … nein.", 2), ('Hm.".) And so?!\n', 2),
]  # fmt: skip


def test_sentences() -> None:
    for text, count in SENTENCES:
        assert sentences(text) == reading(text).sentences == count, text


def test_words_are_folded_and_keep_their_apostrophes() -> None:
    assert words("Don’t GROẞ_klein, it's 42!") == ("don’t", "gross", "klein", "it's", "42")
    assert words("'So' isn''t it? Rock'n'roll_") == ("so", "isn", "t", "it", "rock'n'roll")


@given(PLAIN | ANY)
def test_words_are_letters_and_digits_with_single_apostrophes_within(text: str) -> None:
    found = re.findall(r"[^\W_]+(?:['’][^\W_]+)*", text)
    assert words(text) == tuple(word.casefold() for word in found)


@given(ANY)
def test_sentences_end_with_marks_before_a_blank(text: str) -> None:
    ends = list(re.finditer(r"(?<![.!?…])[.!?…]+[\"'”’»“)\]]*(?=\s|\Z)", text))
    rest = text[ends[-1].end() :] if ends else text
    wanted = len(ends) + bool(words(rest)) if words(text) else 0
    assert sentences(text) == wanted
