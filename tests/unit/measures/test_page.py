"""The page of the measures."""

from __future__ import annotations

from scripts.measures_page import PAGE, page


def test_it_says_what_the_functions_say() -> None:
    assert PAGE.read_text("utf-8") == page(), "write it anew: python -m scripts.measures_page"
