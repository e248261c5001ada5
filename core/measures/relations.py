"""Who backed, objected to and asked whom, and who stands where to the motion: as the moves of a run's turns have it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from parley.core.base.acts import Act
from parley.core.log.state import Turn

MOST = 400
"""Turns of a talk that are looked back at: a long run is not read for them."""
LEANS: Mapping[Act, int] = {"support": 1, "concede": 1, "ask": 0, "object": -1, "warn": -1}
"""The acts that are something between two: whether they speak for the line that they are about, or against it."""
STANDS: frozenset[Act] = frozenset({"support", "concede", "object", "commit"})
"""The acts by which somebody takes a stance; a warning is none."""


class Deed(NamedTuple):
    """What a turn did: `to` whom, `about` which line (0: the topic); its `side` is 1 for the motion, −1 against."""

    turn: int
    member: str
    act: Act
    to: str = ""
    about: int = 0
    side: int = 0


def read_deeds(turns: Sequence[Turn]) -> tuple[Deed, ...]:
    """Return what these turns did, as far as moves were drawn for them."""
    found = []
    for turn in turns:
        if turn.started is not None and (move := turn.started.move) is not None:
            side = {"for": 1, "against": -1}.get(move.stance, 0)
            found.append(Deed(turn.number, turn.member, move.act, move.to, move.about, side))
    return tuple(found)


def list_relations(deeds: Sequence[Deed]) -> list[Deed]:
    """Return those of the deeds that are something between two."""
    return [deed for deed in deeds if deed.to and deed.act in LEANS]


def find_stances(deeds: Sequence[Deed]) -> dict[str, int]:
    """Return the stance of each who took one in these deeds of a talk: 1 for its motion, −1 against it.

    Where the talk has sides it is the member's. Else a line that backs another, or grants it, leans as that one does,
    and one that objects or warns the other way; what is about no line is about the motion. Who takes something on is
    for it. Any other line leans as its speaker stands.
    """
    stances: dict[str, int] = {}
    leans: dict[int, int] = {}
    for deed in deeds:
        lean = deed.side or (1 if deed.act == "commit" else stances.get(deed.member, 1))
        if not deed.side and (way := LEANS.get(deed.act)):  # a question has 0: it leans as its speaker stands
            lean = way * leans.get(deed.about, stances.get(deed.to, 1))  # else by the stance of whom it is said to
        leans[deed.turn] = lean
        if deed.side or deed.act in STANDS:
            stances[deed.member] = lean
    return stances
