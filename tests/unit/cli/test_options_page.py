"""The reference of options is made from the models."""

from __future__ import annotations

from scripts.options import PAGE, page


def test_the_page_has_the_options_as_they_are() -> None:
    text = PAGE.read_text("utf-8")
    assert page(text) == text, "make it anew: python -m scripts.options"
