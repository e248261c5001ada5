"""What the interview's dock is given."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AnswerFigure:
    """A question that was put, and what came of it: `answer`, or in `problem` why there is none. `turn` is when it was
    put, in the run; `note` says how it was answered."""

    number: int
    turn: int
    name: str
    question: str
    answer: str = ""
    note: str = ""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class InterviewFigure:
    """Whom there is to ask (id and name), at which turn, what was asked before (the newest first), and how many are
    being asked now; empty `members`: there is no run. `problem` is why the last question was not answered."""

    members: tuple[tuple[str, str], ...] = ()
    turn: int = 0
    answers: tuple[AnswerFigure, ...] = ()
    busy: int = 0
    problem: str = ""
