"""Names out of what people say when they are asked for theirs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.modes.story.creation import LONGEST_NAME, cleaned


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Mira", "Mira"),
        ("mira", "Mira"),
        ("“Mira.”", "Mira"),
        ("My name is Mira of the Vale!", "Mira of the Vale"),
        ("I am Mira, daughter of smiths.", "Mira"),
        ("Well, I'm just Kim.", "Kim"),
        ("They call me Robin the Quick", "Robin the Quick"),
        ("Hello! Name's Jo", "Jo"),
        ("I am a traveller from the east called Ada of the Low Mill", "Ada of the Low Mill"),
        ("Ich heiße Jörg.", "Jörg"),
        ("Ich heiße Jörg und komme vom Fluss.", "Jörg"),
        ("Man nennt mich Änne", "Änne"),
        ("Du kannst mich Tom nennen.", "Tom"),
        ("Mein Name ist Hase, ich weiß von nichts", "Hase"),
        ("Ich bin die Ada vom Berg", "Ada vom Berg"),
        ("O’Brien", "O'Brien"),
        ("**Icabod**", "Icabod"),
        ("Dr. Wu", "Dr Wu"),
        ("none of your business", ""),
        ("I'd rather not say.", ""),
        ("Das geht dich nichts an", ""),
        ("Nobody", ""),
        ("…", ""),
        ("😀", ""),
        ("42", ""),
        ("", ""),
    ],
)
def test_names(said: str, name: str) -> None:
    assert cleaned(said) == name


@given(st.text(max_size=200))
def test_whatever_is_said_a_name_is_one_short_line(said: str) -> None:
    name = cleaned(said)
    assert len(name) <= LONGEST_NAME
    assert name == " ".join(name.split())
    assert name == "" or name.isprintable()
