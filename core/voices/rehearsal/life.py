"""What goes with the parts of life: reasons, causes, jobs, small experiences and names, as threads of a talk.

They lie in `resources/phrases/life_en.toml` and `life_de.toml`, a table a part, one point a line, fields between bars.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from parley.core.cast.world import Forms
from parley.core.voices.rehearsal.phrases import read

FIELDS = {
    "pro": ("label", "for", "against_but"),
    "con": ("label", "against", "for_but", "end"),
    "know": ("only", "label", "say", "and", "end"),
    "jobs": ("label", "say", "and"),
    "seen": ("label", "say", "and"),
    "names": ("label", "say", "but"),
    "sides": ("only", "label", "for", "against_but"),
}
"""What stands in a line of a table, in its order; all but `label` and `only` are acts."""

CONDITION = "condition"
"""Under this name a point keeps the clause that its `end` is made of; it is no act."""


class Point(NamedTuple):
    """One thing that is to be said of a part of life: how it is called afterwards, and its sentences by act.

    `only`: beginnings of words by which a topic shows that it is meant.
    """

    name: str
    kind: str
    label: str
    said: dict[str, str]
    only: tuple[str, ...] = ()

    @property
    def forms(self) -> Forms:
        """The label, in the nominative only."""
        return Forms(self.label, self.label, self.label)


@cache
def life(language: str) -> dict[str, dict[str, tuple[Point, ...]]]:
    """The points of each part of life, by their kind."""
    language = language if language == "de" else "en"
    words = read("life_words")[language]
    return {
        part: {kind: tuple(_points(part, kind, text, words)) for kind, text in table.items()}
        for part, table in read(f"life_{language}").items()
    }


def _points(part: str, kind: str, text: str, words: dict[str, Any]) -> Iterator[Point]:
    for at, line in enumerate(text.strip().splitlines()):
        told = dict(zip(FIELDS[kind], (each.strip() for each in line.split("|")), strict=True))
        only, label = tuple(told.pop("only", "").split()), told.pop("label")
        if "end" in told and kind == "con":
            told[CONDITION] = told["end"]
            told["end"] = words["only_if"][at % len(words["only_if"])].replace("{x}", told["end"])
        if kind == "names":
            told["say"] = words["named"].replace("{x}", label).replace("{reason}", told["say"])
        if kind == "jobs":
            told["take"] = words["take"][at % len(words["take"])].replace("{x}", label)
        yield Point(f"life.{part}_{kind}_{at}", kind, label, told, only)


@cache
def parts() -> dict[str, Any]:
    """Which words a topic has to have for the reasons of a part of life, by language; and whether they turn round.

    `flips` is false where what speaks for the thing speaks for less of it already.
    """
    found: dict[str, Any] = read("life_words")["parts"]
    return found
