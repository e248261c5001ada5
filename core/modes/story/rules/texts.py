"""Texts of a setting: names that fit into a line, and prose that fits into a prompt, in both languages."""

from __future__ import annotations

import unicodedata
from typing import Annotated

from pydantic import AfterValidator

from core.base.sentences import Sentence
from core.formats import Localised

LONGEST_NAME = 80
"""Characters of what something is called."""
LONGEST_PROSE = 8_000
"""Characters of any other text; as many as a member's persona may have."""


def one_line(name: str) -> str:
    """A name that can be read. Raises `ValueError` where it is empty, too long, or has what cannot be seen."""
    if not name.strip() or any(unicodedata.category(each).startswith("C") for each in name):
        raise ValueError("a name is one line of visible characters")
    if len(name) > LONGEST_NAME:
        raise ValueError(
            Sentence(
                "a name has at most {longest_name} characters; this one has {count:,}",
                longest_name=LONGEST_NAME,
                count=len(name),
            )
        )
    return name.strip()


def _named(name: Localised) -> Localised:
    return Localised(en=one_line(name.en), de=one_line(name.de))


def _written(prose: Localised) -> Localised:
    for text in (prose.en, prose.de):
        if not text.strip():
            raise ValueError("there is no text")
        if len(text) > LONGEST_PROSE:
            raise ValueError(
                Sentence(
                    "a text has at most {longest_prose:,} characters; this one has {count:,}",
                    longest_prose=LONGEST_PROSE,
                    count=len(text),
                )
            )
        if any(unicodedata.category(each) in ("Cc", "Cs") and each not in "\n\t" for each in text):
            raise ValueError("there are control characters in the text")
    return prose


Name = Annotated[Localised, AfterValidator(_named)]
Prose = Annotated[Localised, AfterValidator(_written)]
