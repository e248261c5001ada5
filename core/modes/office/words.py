"""What the game master writes into the log, in the run's language."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from parley.core.base.labels import label
from parley.core.base.packaged import get_resource
from parley.core.base.sentences import Argument, Sentence
from parley.core.log.config import RunConfig


@cache
def _load_words(language: str) -> dict[str, Any]:
    data = tomllib.loads(get_resource("prompts", "scenes.toml").read_text("utf-8"))
    words: dict[str, Any] = data["de" if language == "de" else "en"]
    return words


def word(config: RunConfig, name: str, **values: Argument) -> str:
    """Return the sentence `name`, filled in."""
    return str(fill_sentence(config, name, **values))


def fill_sentence(config: RunConfig, name: str, **values: Argument) -> Sentence:
    """Return the same where it tells the person at the controls why: it can be said in their language, too."""
    language = config.language
    return Sentence.written(_load_words("en")[name], _load_words(language)[name], language, values)


def get_words(config: RunConfig, name: str) -> list[str]:
    """Return the list of words `name`."""
    words: list[str] = _load_words(config.language)[name]
    return words


def get_weekday(config: RunConfig, number: int) -> str:
    """Return the name of a day of the week; Monday is 0."""
    return get_words(config, "weekdays")[number]


def scene_type(config: RunConfig, name: str) -> str:
    """Return what a scene type is called, in a sentence."""
    return _format_scene_type(name, config.language)


def get_scene_title(name: str, language: str) -> str:
    """Return what a scene type is called, as a title."""
    called = _format_scene_type(name, language)
    return called[0].upper() + called[1:]


def _format_scene_type(name: str, language: str) -> str:
    called = label("scene_type", name, language)
    return called if language == "de" else called.lower()  # German nouns keep their capital
