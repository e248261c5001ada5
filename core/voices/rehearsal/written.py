"""Runs whose lines were written by hand: spoken word for word, as long as all that was said is as it was written."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Literal

from pydantic import Field

from parley.core.base.acts import Act
from parley.core.base.definition import Definition
from parley.core.base.packaged import get_path_of, names
from parley.core.cast.member import PLAYER
from parley.core.voices.base import Request

FOLDER = "written"
ASIDE = re.compile(r"\[[^\]]*\]|\*[^*]*\*|^(?:Task|Aufgabe):.*$", re.MULTILINE)
"""Thoughts, acts and tasks, which are not heard as words."""

OFFERED = 3
"""How many choices are offered, the first that were not asked before."""


class WrittenCall(Definition):
    """A tool that is called with a line, and with what."""

    name: str
    arguments: dict[str, Any] = {}


class WrittenLine(Definition):
    """A line of `by`, a member's id; thoughts are in brackets. The player's are not spoken for them: they say what has
    to be said for the rest to follow, and `choices` what is offered to them then. `calls` are the tools that are called
    with it, `answers`, by purpose, those to questions that are asked when it was said. `scene` and `beat` (each from 1)
    where members of a scene speak at once: a line each of what they say, as they would. `act` says what the line does,
    `to` whom it addresses (a member's id; empty: everybody), for the move that is logged with it."""

    by: str
    says: str
    act: Act | None = None
    to: str = ""
    choices: tuple[str, ...] = ()
    calls: tuple[WrittenCall, ...] = ()
    answers: dict[str, dict[str, Any]] = {}
    scene: int = 0
    beat: int = 0

    @property
    def heard(self) -> str:
        """What others hear of it."""
        return self.says.partition(" [")[0]

    @property
    def turns(self) -> int:
        """How many turns it is where members of a scene speak at once."""
        return sum(bool(part.strip()) for part in ASIDE.sub("", self.says).split("\n"))


class WrittenScene(Definition):
    """A scene of a day: which `members` the game master has meet, if they may, and by purpose the answers to questions
    that are asked about it."""

    scene: int
    members: tuple[str, ...] = ()
    answers: dict[str, dict[str, Any]] = {}


class Written(Definition):
    """A run that was written by hand: what is asked for (`kind`, and `asked`, fields of its request), its lines in
    their order, its scenes, and by purpose the answers to questions that are asked when all of them are said.
    `featured`: it stands on the start page; all others are offered where a run of their kind is put on."""

    id: str
    order: int
    title: str
    detail: str
    featured: bool = True
    language: Literal["en", "de"]
    kind: str
    asked: dict[str, Any] = {}
    lines: tuple[WrittenLine, ...] = Field(min_length=1)
    scenes: tuple[WrittenScene, ...] = ()
    answers: dict[str, dict[str, Any]] = {}

    @property
    def played(self) -> bool:
        """Whether somebody plays along."""
        return any(line.by == PLAYER for line in self.lines)


@cache
def read_written(name: str) -> Written:
    """Return a written run by its name. Raises `UnknownName`."""
    from parley.core.base.definition import read_toml

    return read_toml(get_path_of("written run", FOLDER, name), Written)


def all_written(language: str, *, featured: bool = False) -> list[Written]:
    """Return the written runs in a language, in the order in which they are offered; `featured`: those of the start
    page.
    """
    heads = ((name, _read_head(name)) for name in names(FOLDER))
    wanted = (
        name
        for name, head in heads
        if head.get("language") == language and (head.get("featured", True) or not featured)
    )
    return sorted(map(read_written, wanted), key=lambda each: each.order)


@cache
def _read_head(name: str) -> dict[str, Any]:
    """Return what stands above the first table of a written run: the lines, which take long to read, come below it."""
    from parley.core.base.definition import read_text, toml

    return toml(read_text(get_path_of("written run", FOLDER, name)).partition("\n[")[0])


@cache
def _map_heard_places(name: str) -> dict[str, tuple[int, ...]]:
    """Return the places of what is heard, in their order."""
    found: dict[str, tuple[int, ...]] = {}
    for place, line in enumerate(read_written(name).lines):
        found[line.heard] = (*found.get(line.heard, ()), place)
    return found


@cache
def _join_heard_lines(name: str) -> str:
    """Return all that is heard of the lines of scenes, in one text."""
    return " ".join(_strip_asides(line.says) for line in read_written(name).lines if line.scene)


def _strip_asides(says: str) -> str:
    return " ".join(ASIDE.sub(" ", says).split())


def _find_scene_line(name: str, request: Request, scene: int) -> WrittenLine | None:
    """Return the line of a scene: who speaks at once by their beat, who answers by how many lines the scene has."""
    run, view = read_written(name), request.perspective
    blocks = view.witnessed()
    if any(
        _strip_asides(block.said) not in _join_heard_lines(name) if block.speaker else block.name for block in blocks
    ):
        return None  # Somebody else has spoken, or the director has
    lines = [line for line in run.lines if line.scene == scene and bool(line.beat) == bool(request.beat)]
    if request.beat:
        return next((line for line in lines if (line.beat, line.by) == (request.beat, view.me.id)), None)
    # The lines said since the scene's opening, which is the last block that nobody speaks.
    place = next((count for count, block in enumerate(reversed(blocks)) if not block.speaker), len(blocks))
    return lines[place] if place < len(lines) and lines[place].by == view.me.id else None


def _count_turns_before_scene(run: Written, scene: int) -> int:
    """Return how many turns are said before a scene."""
    return sum(line.turns for line in run.lines if line.scene and line.scene < scene)


def _build_scene_answer(name: str, request: Request, scene: int) -> dict[str, Any] | None:
    """Return the answer about a scene: who is next and whether it is over by the lines that are left, else as it was
    written where all that was said is.
    """
    run, why = read_written(name), {"reason": read_written(name).title}
    # One line a turn: the turn's number tells how many of the scene's lines were said.
    left = [line.by for line in run.lines if line.scene == scene and not line.beat][
        request.turn - 1 - _count_turns_before_scene(run, scene) :
    ]
    if request.purpose == "selection":
        return {"member": left[0], **why} if left else None
    if any(_strip_asides(piece.text) not in _join_heard_lines(name) for piece in request.material if piece.member):
        return None
    if request.purpose == "closing":
        return {"over": not left, **why}
    return next((each.answers.get(request.purpose) for each in run.scenes if each.scene == scene), None)


def _choose_next_scene(name: str, request: Request) -> dict[str, Any] | None:
    """Return which of the scenes that may be next was written to follow so many turns; None: none of them."""
    run, config = read_written(name), request.perspective.config
    for scene in run.scenes:
        if scene.members and _count_turns_before_scene(run, scene.scene) == request.turn - 1:
            who = f": {', '.join(config.member(one).name for one in scene.members if config.has(one))}"
            met = (piece.id for piece in request.material if piece.text.split(";")[0].endswith(who))
            return next(({"choice": int(each), "reason": run.title} for each in met), None)
    return None


def line_for(name: str, request: Request) -> WrittenLine | None:
    """Return the line that was written for this request; None where none was, or somebody said something else."""
    run = read_written(name)
    if scene := getattr(request.scene, "scene", 0):
        return _find_scene_line(name, request, scene)
    reached = _count_reached_lines(name, request)
    if reached is None:
        return None
    return _find_due_line(run, request, reached)


def answer_for(name: str, request: Request) -> dict[str, Any] | None:
    """Return the answer that was written for a question: about the whole run, or what is offered to the player. None
    where it did not come as it was written.
    """
    if scene := getattr(request.scene, "scene", 0):
        return _build_scene_answer(name, request, scene)
    if request.purpose == "scene":
        return _choose_next_scene(name, request)
    run, reached = read_written(name), _count_reached_lines(name, request)
    if reached is None:
        return None
    if request.purpose == "choices":
        # Who would have thrown something in may have been silent.
        choices = next((line.choices for line in run.lines[reached : reached + 2] if line.choices), ())
        asked = {block.said for block in request.perspective.witnessed()} & _collect_aside_questions(name)
        return {"choices": [each for each in choices if each not in asked][:OFFERED]} if choices else None
    ends = run.answers if reached == len(run.lines) else {}
    return ends.get(request.purpose) or (run.lines[reached - 1].answers.get(request.purpose) if reached else None)


def goes_on(name: str, request: Request) -> bool:
    """Tell whether the writing goes on where it has no line: somebody plays, and an offered question is answered, or
    somebody throws something in."""
    played = any(line.by == PLAYER for line in read_written(name).lines)
    return played and _count_reached_lines(name, request) is not None


def _find_due_line(run: Written, request: Request, reached: int) -> WrittenLine | None:
    """Return the line that is next for who speaks, where `reached` lines were said as far as they heard: the very next;
    for who was elsewhere in the meantime the next of their own. Where somebody plays, the last of all tells the end.
    """
    me, blocks = request.perspective.me.id, [block for block in request.perspective.witnessed() if block.speaker]
    if blocks and blocks[-1].said in _collect_aside_questions(run.id):
        return None
    own = [place for place in range(reached, len(run.lines)) if run.lines[place].by == me][:1]
    if len(blocks) == request.turn - 1:  # they have heard all: it is the very next line or none
        own = [place for place in own if place == reached]
    ends = request.kind == "closing" and any(line.by == PLAYER for line in run.lines)
    return next((run.lines[place] for place in own if not ends or place == len(run.lines) - 1), None)


def _count_reached_lines(name: str, request: Request) -> int | None:
    """Return how many lines were said, as far as the last that was heard; None where the director said something, or
    somebody something else. Where somebody plays it is they alone who can, and what was offered beside they may ask.
    """
    places, last = _map_heard_places(name), -1
    played = any(line.by == PLAYER for line in read_written(name).lines)
    for block in request.perspective.witnessed():
        following = next((place for place in places.get(block.said, ()) if place > last), None)  # words may recur
        if block.speaker and following is not None:
            last = following
        elif block.speaker and played and (block.speaker != PLAYER or block.said in _collect_aside_questions(name)):
            continue  # An answer to such a question, or what somebody threw in
        elif block.speaker or block.name:
            return None
    return last + 1


@cache
def _collect_aside_questions(name: str) -> frozenset[str]:
    """Return the questions that are offered beside what was written."""
    return frozenset(each for line in read_written(name).lines for each in line.choices[1:] if each.endswith("?"))
