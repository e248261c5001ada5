"""What the rehearsal voice's people make of a line: words in other forms, promises, and coins while a price stands."""

from __future__ import annotations

import pytest

from core.modes.story.promising import is_promise
from core.modes.story.rehearsal.lore import alike


@pytest.mark.parametrize(
    ("key", "said"), [("calls", "calling"), ("läuten", "läutet"), ("uhr", "uhren"), ("cross", "crossing")]
)
def test_another_form_of_a_word_is_known(key: str, said: str) -> None:
    assert alike(key, said)
    assert alike(said, key)


@pytest.mark.parametrize(("key", "said"), [("bell", "belfry"), ("watch", "water"), ("uhr", "uhu"), ("ada", "adam")])
def test_another_word_is_not(key: str, said: str) -> None:
    assert not alike(key, said)


def test_a_search_for_somebody_is_a_promise_and_a_search_alone_is_none() -> None:
    assert is_promise("Ich suche die Glocke für dich.", "de")
    assert is_promise("Ich bringe dir die Glocke zurück.", "de")
    assert not is_promise("Ich suche die Glocke.", "de")
