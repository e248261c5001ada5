"""Talking points: small things that could come up in a talk, one of which a move is about."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from parley.core.base.acts import Act
from parley.core.base.clock import SeededRandom
from parley.core.log.events.turn import MOST_POINTS, Move
from parley.core.log.state import State
from parley.core.perspective.move_text import topic_of

POINTED: frozenset[Act] = frozenset({"inform", "propose", "warn", "joke"})
"""Acts that bring something up."""
MOST_WORDS = 10
"""Words of a point; what is longer is a speech."""
TOLD_APART_BY = 2
"""So many first words tell one point from another."""
LOOKS_BACK = 60
"""Turns back in which a point counts as used."""

_BULLET = re.compile(r"^[-*•\d.)\s]+")


def read_points(text: str) -> tuple[str, ...]:
    """Return the points of notes with one a line: short, each once, at most `MOST_POINTS`."""
    found: dict[tuple[str, ...], str] = {}
    for line in text.splitlines():
        point = _BULLET.sub("", line).strip().rstrip(".,;:")
        words = tuple(point.casefold().split())
        if words and len(words) <= MOST_WORDS:
            found.setdefault(words[:TOLD_APART_BY], point)
    return tuple(found.values())[:MOST_POINTS]


def subject_of(state: State, first: int = 1) -> str:
    """Return what is talked about since turn `first`, with what the director put in last for everybody."""
    topic = topic_of(state)
    for entry in reversed(state.entries):
        if entry.turn < first:
            break
        if entry.kind == "topic" and not entry.name and not entry.heard_by:
            return f"{topic.rstrip('.')}. {entry.text}" if topic else entry.text
    return topic


def wants_point(move: Move) -> bool:
    """Return whether the move brings something up of its own: it answers nobody and has no side to keep to.

    A point takes sides itself, so a member who has one goes without.
    """
    return move.act in POINTED and not move.injected and not move.stance


def add_point(move: Move, state: State, rng: SeededRandom) -> Move:
    """Return the move with a point that nobody had yet, drawn by (seed, turn), where one was noted and is wanted."""
    if state.points is None or not wants_point(move):
        return move
    used = set(_iterate_used_points(state))
    left = [point for point in state.points.points if point not in used]
    if not left:
        return move
    return replace(move, point=left[int(rng.uniform(state.next_turn, "point") * len(left))])


def _iterate_used_points(state: State) -> Iterator[str]:
    for turn in state.turns[-LOOKS_BACK:]:
        if turn.started is not None and turn.started.move is not None and turn.started.move.point:
            yield turn.started.move.point
