"""Runs whose lines were written by hand: spoken word for word, as long as all that was said is as it was written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Literal

from pydantic import Field

from core.base.definition import Definition
from core.base.packaged import names, path_of
from core.voices.base import Request

FOLDER = "written"
ASIDE = re.compile(r"\[[^\]]*\]|\*[^*]*\*|^(?:Task|Aufgabe):.*$", re.MULTILINE)
"""Thoughts, acts and tasks, which are not heard as words."""


class WrittenLine(Definition):
    """A line of `by`, a member's id; thoughts are in brackets. The player's are not spoken for them: they say what has
    to be said for the rest to follow, and `choices` what is offered to them then. `scene` and `beat` (each from 1)
    where members of a scene speak at once: a line each of what they say, as they would."""

    by: str
    says: str
    choices: tuple[str, ...] = ()
    scene: int = 0
    beat: int = 0

    @property
    def heard(self) -> str:
        """What others hear of it."""
        return self.says.partition(" [")[0]


class Written(Definition):
    """A run that was written by hand: what is asked for (`kind`, and `asked`, fields of its request), its lines in
    their order, and by purpose the answers to questions that are asked when all of them are said."""

    id: str
    order: int
    title: str
    detail: str
    language: Literal["en", "de"]
    kind: str
    asked: dict[str, Any] = {}
    lines: tuple[WrittenLine, ...] = Field(min_length=1)
    answers: dict[str, dict[str, Any]] = {}


@cache
def written(name: str) -> Written:
    """A written run by its name. Raises `UnknownName`."""
    from core.base.definition import read_toml

    return read_toml(path_of("written run", FOLDER, name), Written)


def all_written(language: str) -> list[Written]:
    """The written runs in a language, in the order in which they are offered."""
    found = [each for each in map(written, names(FOLDER)) if each.language == language]
    return sorted(found, key=lambda each: each.order)


@cache
def _places(name: str) -> dict[str, tuple[int, ...]]:
    """The places of what is heard, in their order."""
    found: dict[str, tuple[int, ...]] = {}
    for place, line in enumerate(written(name).lines):
        found[line.heard] = (*found.get(line.heard, ()), place)
    return found


@cache
def _all(name: str) -> str:
    """All that is heard of the lines of scenes, in one text."""
    return " ".join(_words(line.says) for line in written(name).lines if line.scene)


def _words(says: str) -> str:
    return " ".join(ASIDE.sub(" ", says).split())


def _in_scene(name: str, request: Request, scene: int) -> str | None:
    """The line of a scene: who speaks at once by their beat, who answers by how many lines the scene has."""
    run, view = written(name), request.perspective
    blocks = view.witnessed()
    if any(_words(block.said) not in _all(name) if block.speaker else block.name for block in blocks):
        # Somebody else has spoken, or the director has.
        return None
    lines = [line for line in run.lines if line.scene == scene and bool(line.beat) == bool(request.beat)]
    if request.beat:
        return next((line.says for line in lines if (line.beat, line.by) == (request.beat, view.me.id)), None)
    place = next((count for count, block in enumerate(reversed(blocks)) if not block.speaker), len(blocks))
    return lines[place].says if place < len(lines) and lines[place].by == view.me.id else None


def line_for(name: str, request: Request) -> str | None:
    """The line that was written for this request; None where there is none, or somebody said something else before."""
    run, me = written(name), request.perspective.me.id
    if scene := getattr(request.scene, "scene", 0):
        return _in_scene(name, request, scene)
    reached = _reached(name, request)
    if reached is None:
        return None
    return next((line.says for line in _due(run, request, reached) if line.by == me), None)


def answer_for(name: str, request: Request) -> dict[str, Any] | None:
    """The answer that was written for a question: about the whole run, or what is offered to the player. None where it
    did not come as it was written."""
    run, reached = written(name), _reached(name, request)
    if reached is None:
        return None
    if request.purpose == "choices":
        offered = next((line.choices for line in _due(run, request, reached) if line.choices), ())
        return {"choices": [*offered]} if offered else None
    return run.answers.get(request.purpose) if reached == len(run.lines) else None


def _due(run: Written, request: Request, reached: int) -> Iterator[WrittenLine]:
    """The lines that may be next: for who was elsewhere in the meantime by the turn, for who heard all but a talk of
    others by what was said last."""
    return (run.lines[each] for each in (request.turn - 1, reached) if reached <= each < len(run.lines))


def _reached(name: str, request: Request) -> int | None:
    """How many lines were said, as far as the last that was heard; None where somebody said something else, or the
    director did."""
    places, last = _places(name), -1
    for block in request.perspective.witnessed():
        if block.speaker:
            following = next((place for place in places.get(block.said, ()) if place > last), None)
            if following is None:
                return None
            last = following
        elif block.name:
            # What was written does not answer a note of the director's.
            return None
    return last + 1
