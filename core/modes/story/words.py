"""The core's own sentences in a story, in the run's language, from `resources/prompts/story_*.toml`."""

from __future__ import annotations

import tomllib
from functools import cache

from parley.core.base.packaged import get_resource
from parley.core.base.sentences import Argument, Sentence


@cache
def sentences(part: str) -> dict[str, dict[str, str]]:
    """Return all sentences of a part of the mode, by language and key."""
    found: dict[str, dict[str, str]] = tomllib.loads(get_resource("prompts", f"story_{part}.toml").read_text("utf-8"))
    return found


def words(language: str, key: str, part: str = "mode", **values: Argument) -> str:
    """Return the sentence `key` of a part of the mode, filled in. The file has a table a language: [en] and [de]."""
    return str(get_sentence(language, key, part, **values))


def add_capital(text: str) -> str:
    """Return the text with a capital letter, as it stands alone or begins a sentence."""
    return text[:1].upper() + text[1:]


def get_sentence(language: str, key: str, part: str = "mode", **values: Argument) -> Sentence:
    """Return the sentence with its wordings, so that it can be shown in the reader's language as well."""
    table = sentences(part)
    return Sentence.written(table["en"][key], table["de" if language == "de" else "en"][key], language, values)
