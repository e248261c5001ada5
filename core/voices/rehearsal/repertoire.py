"""A cast's repertoire: topics to which each member has written lines, so that who speaks is drawn live.

A line is said only where it fits: who was asked says a line that answers the question; else a line that answers what
was said last, or one that needs nothing before it, in keeping with the drawn move. Where none fits nothing is said.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import cache
from random import Random
from typing import Literal, Self

from pydantic import Field, model_validator

from parley.core.base.acts import Act
from parley.core.base.definition import Definition, read_toml
from parley.core.base.packaged import get_path_of, names
from parley.core.log.events.turn import Move
from parley.core.perspective.perspective import Block, Perspective
from parley.core.voices.base import Request

FOLDER = "repertoire"
FIRST: frozenset[Act] = frozenset({"open"})
LAST: frozenset[Act] = frozenset({"close", "decide", "summarise"})
WINDS_UP: frozenset[Act] = frozenset({"support", "joke", "concede", "answer"})
"""What replies to others once members say what they take on; to such a promise any act but a question does."""
LATE = 12
"""Lines after which whoever has nothing new to say may sum up."""
SIDING: frozenset[Act] = frozenset({"support", "propose", "inform"})
"""What is drawn, where sides are kept, for whoever speaks after somebody of their own side."""


class RepertoireLine(Definition):
    """A line of `by`, a member's id; a thought may stand in brackets at its end.

    `act` is what it does. `answers` are the ids of lines to which it is the reply: it is said right after one of them,
    or, where one of them put a question to this member, when they take the floor. Without `answers` it needs nothing
    before it. `to` is the member whom it addresses, if not whoever said the line that it answers.
    It is said only `after` one of these lines was, where there are any, for it takes what they tell as known; and
    never in a talk with one of `not_after`, whichever came first, for the two contradict each other or say the same.
    """

    id: str = ""
    by: str
    act: Act
    says: str
    to: str = ""
    answers: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    not_after: tuple[str, ...] = ()

    @property
    def heard(self) -> str:
        """What others hear of it."""
        return self.says.partition(" [")[0]


class Repertoire(Definition):
    """Written lines of a cast to one topic. `order` is its place among the topics of the cast."""

    id: str
    cast: str
    language: Literal["en", "de"]
    topic: str
    order: int = 1
    lines: tuple[RepertoireLine, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _check_lines(self) -> Self:
        known = {line.id for line in self.lines if line.id}
        for line in self.lines:
            if missing := [each for each in (*line.answers, *line.after, *line.not_after) if each not in known]:
                raise ValueError(f"'{line.says[:40]}' names '{missing[0]}', which is no line here")
        return self

    @property
    def places(self) -> dict[str, RepertoireLine]:
        """The lines by what is heard of them."""
        return {line.heard: line for line in self.lines}


@cache
def get_repertoire(name: str) -> Repertoire:
    """Return a repertoire by its name. Raises `UnknownName`."""
    return read_toml(get_path_of("repertoire", FOLDER, name), Repertoire)


@cache
def of_cast(cast: str, language: str) -> tuple[Repertoire, ...]:
    """Return the repertoire of a cast in a language, in its order."""
    found = [each for each in map(get_repertoire, names(FOLDER)) if (each.cast, each.language) == (cast, language)]
    return tuple(sorted(found, key=lambda each: (each.order, each.id)))


@cache
def for_topic(cast: str, language: str, topic: str) -> Repertoire | None:
    """Return the repertoire to a topic, however it is written; None where there is none."""
    same = topic.strip().casefold()
    return next((each for each in of_cast(cast, language) if each.topic.casefold() == same), None)


@cache
def _map_heard_lines(name: str) -> dict[str, RepertoireLine]:
    return get_repertoire(name).places


def choose_line(request: Request) -> RepertoireLine | None:
    """Return the line of the repertoire that fits the request's move; None where none does."""
    view, move = request.perspective, request.move
    found = for_topic(view.config.cast_id, view.config.language, request.topic)
    if found is None or move is None or move.injected:
        return None
    # A run, or a scene, that was written as a whole tells the same matter otherwise.
    if request.scene is not None or view.config.voice.model in names("written"):
        return None
    blocks = view.witnessed()
    said = _map_said_lines(found.id, blocks)
    # By their words: to compare two lines as wholes takes a hundred times as long.
    told: dict[str, list[RepertoireLine]] = {}
    for one in said.values():
        told.setdefault(one.says, []).append(one)
    own = [line for line in found.lines if line.by == view.me.id and line not in told.get(line.says, ())]
    ids = {one.id for one in said.values() if one.id}
    barred = {each for one in said.values() for each in one.not_after}
    own = [line for line in own if _is_line_allowed(line, move, view) and _is_line_in_place(line, ids, barred)]
    fitting = _select_fitting_lines(own, request, said, view)
    return Random(request.chance).choice(fitting) if fitting else None  # in the file's order, so that the seed decides


def _is_line_allowed(line: RepertoireLine, move: Move, view: Perspective) -> bool:
    """Return whether whom a line addresses takes part, and, where there are sides, it speaks for its own."""
    if line.to and line.to not in view.config.names:
        return False
    return not move.stance or line.act not in {"support", "object"} or (line.act == "support") == (move.act in SIDING)


def _is_line_in_place(line: RepertoireLine, ids: Set[str], barred: Set[str]) -> bool:
    """Return whether what the line takes as known was said, and nothing that it cannot stand beside: `ids` are those of
    the lines that were said, `barred` those that one of them cannot stand beside.
    """
    apart = not ids.isdisjoint(line.not_after) or (bool(line.id) and line.id in barred)
    return not apart and (not line.after or not ids.isdisjoint(line.after))


def _map_said_lines(name: str, blocks: Sequence[Block]) -> dict[int, RepertoireLine]:
    """Return the lines that were said, by the place of their block."""
    heard = _map_heard_lines(name)
    return {at: heard[block.said] for at, block in enumerate(blocks) if block.speaker and block.said in heard}


def _select_fitting_lines(
    own: Sequence[RepertoireLine], request: Request, said: dict[int, RepertoireLine], view: Perspective
) -> list[RepertoireLine]:
    """Return those of one's own lines that may be said now, of the best kind that there is."""
    move, blocks = request.move, view.witnessed()
    assert move is not None
    if move.act in FIRST | LAST:
        return [line for line in own if line.act == move.act and not line.answers]
    last = said.get(len(blocks) - 1)  # None where what was said last is not of the repertoire
    if move.act == "answer":
        asked = _find_open_question(said, view.me.id)
        return [line for line in own if asked and asked.id in line.answers]
    usual = [line for line in own if line.act not in FIRST | LAST]
    replies = [line for line in usual if last is not None and last.id and last.id in line.answers]
    if move.act == "commit" and (promises := [line for line in own if line.act == "commit" and not line.answers]):
        return promises
    if move.act == "commit" or any(line.act == "commit" for line in said.values()):
        return _select_closing_lines(own, replies, last)
    free = [line for line in usual if not line.answers and line.act != "answer" and line.act != "commit"]
    alike = [line for line in replies if line.act == move.act] or replies
    late = [line for line in own if line.act == "summarise" and not line.answers and len(said) >= LATE]
    return alike or [line for line in free if line.act == move.act] or free or late


def _select_closing_lines(
    own: Sequence[RepertoireLine], replies: Sequence[RepertoireLine], last: RepertoireLine | None
) -> list[RepertoireLine]:
    """Return what may be said once members promise things: a reply, one's own promise, or a summary; nothing new."""
    promised = last is not None and last.act == "commit"
    fitting = [line for line in replies if line.act in WINDS_UP or (promised and line.act != "ask")]
    free = [line for line in own if not line.answers]
    return fitting or [line for line in free if line.act == "summarise"]


def _find_open_question(said: dict[int, RepertoireLine], me: str) -> RepertoireLine | None:
    """Return the oldest line that asked this member and that nobody answered for them."""
    answered = {each for line in said.values() if line.by == me for each in line.answers}
    asked = [line for line in said.values() if line.act == "ask" and line.to == me and line.id not in answered]
    return asked[0] if asked else None  # `said` is in the order of the talk


def move_of(line: RepertoireLine, request: Request) -> Move:
    """Return what the line does: its act, to whom it is said, and about which turn. On which side it is nobody drew."""
    to, about = line.to, 0
    for at, block in enumerate(reversed(request.perspective.witnessed())):
        found = for_topic_line(request, block.said)
        if found is not None and found.id in line.answers:
            to, about = to or found.by, request.turn - 1 - at
            break
    return Move(act=line.act, to=to, about=max(0, about))


def for_topic_line(request: Request, said: str) -> RepertoireLine | None:
    """Return the line of the run's repertoire that these words are; None where they are none of it."""
    config = request.perspective.config
    found = for_topic(config.cast_id, config.language, request.topic)
    return _map_heard_lines(found.id).get(said) if found is not None else None
