"""What everybody asks of a quiz about a run."""

from __future__ import annotations

from parley.core.base.sentences import Sentence
from parley.core.log.behaviour import Behaviour, Refusal
from parley.core.log.state import State
from parley_quiz.state import QuizState


class QuizBehaviour(Behaviour):
    """Whoever has answered a question does not answer it again."""

    def floor_refused(self, state: State, member: str) -> Refusal | None:
        """Only those have the floor who have yet to answer; between two questions the quizmaster."""
        quiz = state[QuizState]
        asked = quiz.open
        if asked is None and member != quiz.quizmaster:
            return Refusal(Sentence("No question is open."), Sentence("Play on until the quizmaster has asked."))
        if asked is not None and (member == quiz.quizmaster or member in asked.answers):
            name = state.name_of(member)
            return Refusal(Sentence("{name} does not answer this question.", name=name), Sentence("Name another one."))
        return None
