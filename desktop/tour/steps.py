"""The tour's steps: data, in `resources/tour/tour.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from parley.core.base.packaged import packaged

Words = Mapping[str, str]
"""A text by language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A step: what it points at, and what it says of it.

    `target` is a name that `parley.desktop.tour.targets` knows: that of a dock, of a part of the window, or of a
    widget. With `task` somebody is asked to do something, and the tour goes on when that was `done`, a name of
    `parley.desktop.tour.commands`.
    """

    target: str
    title: Words
    text: Words
    task: Words | None = None
    done: str = ""


@dataclass(frozen=True, slots=True)
class Tour:
    """`run` is the written run that it leads through, by language."""

    run: Words
    steps: tuple[Step, ...]


@cache
def tour() -> Tour:
    """Return the tour."""
    told = tomllib.loads(packaged("tour", "tour.toml").read_text("utf-8"))
    return Tour(told["run"], tuple(Step(**step) for step in told["step"]))


def in_language(words: Words | None, language: str) -> str:
    """Return the text in a language, English where there is none in it; "" for no text at all."""
    return (words.get(language) or words["en"]) if words else ""
