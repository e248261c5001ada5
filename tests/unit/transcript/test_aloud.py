"""What is heard of a reply while it streams: thoughts are not."""

from __future__ import annotations

import pytest

from parley.core.base.line import READ
from parley.core.engine.aloud import Aloud
from parley.core.voices.base import Delta


def heard(*pieces: str) -> list[str]:
    aloud = Aloud()
    return [delta.text for piece in pieces if (delta := aloud.heard(Delta(piece))) is not None]


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ("We ship.", "We ship."),
        (" [I doubt it.] We ship. [Or not?] Now.", " We ship. Now."),
        ("We [really](http://x.y/z) ship.", "We really ship."),
        ("We [really](no link) ship.", "We [really](no link) ship."),
        ("<think>Who is [he]?</think>We ship.", "We ship."),
        ("<THINKING>a < b</thinking> We ship.", "We ship."),
        ("I <3 you, and a < b", "I <3 you, and a < b"),
        ("We ship. [And I", "We ship. "),
        ("<think>without end", ""),
        ("<reasoning>longer than what is kept of it</reasoning>We ship.", "We ship."),
    ],
)
def test_thoughts_are_kept_back_in_whatever_pieces_they_come(reply: str, said: str) -> None:
    for size in (1, 2, 3, 7, 100):
        assert "".join(heard(*(reply[at : at + size] for at in range(0, len(reply), size)))) == said


def test_words_are_heard_at_once() -> None:
    assert heard("We ", "[no", "t] ", "ship", ".") == ["We ", "ship", "."]


def test_a_reply_begins_anew() -> None:
    aloud = Aloud()
    aloud.heard(Delta("[Half a tho"))
    assert aloud.heard(Delta("We ship.", restart=True)) == Delta("We ship.", restart=True)


def test_of_a_reply_without_end_as_much_is_heard_as_is_read() -> None:
    assert sum(map(len, heard(*["We ship. "] * READ))) == READ
    for sign in ("<", "[", "[]", "[a](", " ", "<think>"):
        assert sum(map(len, heard(sign * 200_000))) <= READ
    assert heard(*["["] * READ, *["a" * READ] * 50, "]", "Now.") == ["Now."]
