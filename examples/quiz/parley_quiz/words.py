"""What is said around a quiz, in both languages."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files


@cache
def words(language: str) -> dict[str, str]:
    """All sentences of one language, by name."""
    data = tomllib.loads(files("parley_quiz").joinpath("words.toml").read_text("utf-8"))
    found: dict[str, str] = data[language]
    return found
