"""What the convergence scores count of messages, against its plain definition."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from parley.core.measures.counting import count_features, make_side
from parley.core.measures.reading import reading

TEXTS = st.text(st.sampled_from("ab12 \n\t\x85.!?,;:-—–*•`'\"”()…ß😀") | st.characters(), max_size=80)


@given(
    TEXTS | st.sampled_from(["**Agent A**: Yes.", "- one\n1. two\n\n\n\n\n``` x ```", "-\n-\n 2) x\n*", "1.2.3. 12.a"])
)
def test_a_message_is_counted_as_it_is_defined(text: str) -> None:
    plain = re.sub(r"\*\*Agent [AB]\*\*", "", re.sub(r"\*\*Agent [AB]\*\*:\s*", "", text))
    plain = re.sub(r"\n\s*\n\s*\n", "\n\n", plain).strip()
    open_end = bool(plain) and plain[-1] not in ".!?"
    found = count_features(reading(text))
    assert found.established == (
        len(plain),
        len(re.findall(r"(?<![.!?])[.!?]+\s", plain)) + open_end,
        plain.count("\n\n") + 1,
        len(re.findall(r"^[^\S\n]*[-*•]|(?<!\d)\d+\.", plain, re.MULTILINE)),
        plain.count("?"),
        plain.count("```"),
        *(plain.count(mark) for mark in "!,;:"),
        plain.count("-") + plain.count("—"),
    )
    assert found.ours[:7] == (
        len(text),
        reading(text).counts.total(),
        reading(text).sentences,
        len(re.findall(r"\n\s*\n", text.strip())),
        len(re.findall(r"^[^\S\n]*(?:[-*•]|\d+[.)])\s", text, re.MULTILINE)),
        text.count("?"),
        text.count("```") // 2,
    )


def test_a_side_is_the_mean_of_its_messages() -> None:
    found = make_side(*(count_features(reading(text)) for text in ("One, two. Three", "- four\n\nfive?", "")))
    assert found.established.length == (15 + 13) / 3
    assert found.established.sentences == (2 + 0) / 3
    assert found.established.structure == [(1 + 2 + 1) / 3, 1 / 3, 1 / 3, 0]
    assert found.established.marks == [0, 1 / 28, 0, 0, 1 / 28]
    assert found.ours.length == 5 / 3
    assert found.ours.sentences == 3 / 3
    assert found.ours.structure == [1 / 3, 1 / 3, 1 / 3, 0]
    assert found.words == 5
    assert found.bag == dict.fromkeys(("one", "two", "three", "four", "five"), 1)


def test_of_nothing_said_there_are_no_marks() -> None:
    found = make_side(count_features(reading("")))
    assert not any(found.established.marks)
    assert not any(found.ours.marks)
