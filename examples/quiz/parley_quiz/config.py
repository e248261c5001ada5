"""What a quiz plays, as it stands in its log."""

from __future__ import annotations

from pydantic import Field

from parley.core.base.definition import Definition


class QuizConfig(Definition):
    """The quizmaster's id, how many questions are asked, and what a good answer is worth."""

    quizmaster: str
    rounds: int = Field(5, ge=1, le=100)
    points: int = Field(1, ge=1, le=100)
