"""What the judges' dock and the page for grading by hand are given."""

from __future__ import annotations

from dataclasses import dataclass

Choices = tuple[tuple[str, str], ...]
"""Names, each with its title."""


@dataclass(frozen=True, slots=True)
class RowFigure:
    """What was graded: `turn` 0 is the whole run; of each grader the grade and what is told of it, both empty where
    there is none."""

    turn: int
    name: str
    grades: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class JudgesFigure:
    """By which rubric is graded, who may be asked, and what was graded so far. `graders` are the columns; `told` are
    sentences on agreement, `note` stands in place of the table. `progress` is told while a model is asked, `estimate`
    before, where it may cost money."""

    rubrics: Choices = ()
    rubric: str = ""
    question: str = ""
    voices: Choices = ()
    voice: str = ""
    graders: tuple[str, ...] = ()
    rows: tuple[RowFigure, ...] = ()
    told: tuple[str, ...] = ()
    note: str = ""
    progress: str = ""
    estimate: str = ""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class LineFigure:
    """One line to be graded by hand, what came before it, and the place of the grade that it has (−1: none)."""

    topic: str
    before: str
    text: str
    grade: int = -1
