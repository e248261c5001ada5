"""Who backed, objected to and asked whom, and who stands where to the motion: as the moves of a run's turns have it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from parley.core.base.acts import Act
from parley.core.log.state import Turn

LEANS: Mapping[Act | None, int] = {"support": 1, "concede": 1, "ask": 0, "object": -1, "warn": -1}
"""The acts that are something between two: whether they speak for the line that they are about, or against it."""
STANDS: frozenset[Act | None] = frozenset({"support", "concede", "object", "commit"})
"""The acts by which somebody takes a stance; a warning is none."""


class Deed(NamedTuple):
    """What a turn did: `to` whom, `about` which line (0: the topic); its `side` is 1 for the motion, −1 against."""

    turn: int
    member: str
    act: Act | None = None
    to: str = ""
    about: int = 0
    side: int = 0


class Relations:
    """The moves of a run's turns, kept up as it grows."""

    def __init__(self) -> None:
        self._deeds: list[Deed] = []
        self._seqs: list[int] = []

    def follow(self, turns: Sequence[Turn]) -> None:
        """Take in what is new at the end, and what a retry took back."""
        kept = min(len(turns), len(self._seqs))
        while kept and turns[kept - 1].seq != self._seqs[kept - 1]:
            kept -= 1
        del self._seqs[kept:], self._deeds[kept:]
        for turn in turns[kept:]:
            move = turn.started.move if turn.started is not None else None
            told = (move.act, move.to, move.about, {"for": 1, "against": -1}.get(move.stance, 0)) if move else ()
            self._deeds.append(Deed(turn.number, turn.member, *told))
            self._seqs.append(turn.seq)

    def list_deeds(self, turns: range) -> list[Deed]:
        """Return what somebody did to somebody in these turns, oldest first."""
        return [deed for deed in self._deeds[turns.start - 1 : turns.stop - 1] if deed.to and deed.act in LEANS]

    def find_stances(self, turns: range) -> dict[str, int]:
        """Return the stance of each who took one in these turns: 1 for the motion, −1 against it.

        Where the talk has sides it is the member's. Else a line that backs another, or grants it, leans as that one
        does, and one that objects or warns the other way; what is about no line is about the motion. Who takes
        something on is for it. Any other line leans as its speaker stands.
        """
        stances: dict[str, int] = {}
        leans: dict[int, int] = {}
        for deed in self._deeds[turns.start - 1 : turns.stop - 1]:
            lean = deed.side or (1 if deed.act == "commit" else stances.get(deed.member, 1))
            if not deed.side and (way := LEANS.get(deed.act)):
                lean = way * leans.get(deed.about, stances.get(deed.to, 1))
            leans[deed.turn] = lean
            if deed.side or deed.act in STANDS:
                stances[deed.member] = lean
        return stances
