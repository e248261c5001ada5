"""Other ways in which a turn could have gone, as they are shown. Plain values, no core, no Qt."""

from __future__ import annotations

from dataclasses import dataclass

from parley.desktop.run.figures import MemberFigure


@dataclass(frozen=True, slots=True)
class CardFigure:
    """One way: `number` tells it from the others, 0 is the turn as it was said. `chance` is the probability with which
    the member was drawn, −1 where nobody was. `same`: word for word what was said. `problem` says why there is none."""

    number: int
    member: MemberFigure | None = None
    text: str = ""
    chance: float = -1.0
    same: bool = False
    kept: bool = False
    problem: str = ""


@dataclass(frozen=True, slots=True)
class WhatIfFigure:
    """The ways of turn `turn`, and of those up to `last` where they are drawn together; so many are still `drawing`.
    `question` says what drawing costs, and waits for an answer; `problem` why nothing can be drawn.
    """

    turn: int = 0
    cards: tuple[CardFigure, ...] = ()
    drawing: int = 0
    question: str = ""
    problem: str = ""
    last: int = 0
