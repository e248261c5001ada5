"""A quiz as the fold knows it: its questions, who has answered them, and how everybody stands."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from parley.core.cast.member import RESERVED
from parley.core.log.config import RunConfig
from parley.core.log.events.turn import TurnEnded
from parley.core.log.slices import Slice, folds
from parley.core.log.state import State, Turn
from parley_quiz.config import QuizConfig
from parley_quiz.events import PointsAwarded


@dataclass(slots=True)
class Round:
    """A question: the turn in which it was asked, the turn of everybody's answer, and what was given for them."""

    question: int
    answers: dict[str, int] = field(default_factory=dict)
    award: PointsAwarded | None = None


@dataclass(slots=True)
class QuizState(Slice):
    """The quiz after some events. Attributes: `quizmaster`, the `contestants`, and the `rounds` so far."""

    quizmaster: str
    contestants: tuple[str, ...]
    rounds: list[Round] = field(default_factory=list)

    @classmethod
    def begin(cls, config: RunConfig) -> QuizState:
        """Nothing was asked yet."""
        quizmaster = config[QuizConfig].quizmaster
        return cls(quizmaster, tuple(each.id for each in config.members if each.id != quizmaster))

    def copy(self) -> QuizState:
        """One that can be folded on without touching this one."""
        return replace(self, rounds=[replace(each, answers=each.answers.copy()) for each in self.rounds])

    def taken_back(self, state: State, gone: Turn) -> None:
        """What was given for a line that is gone is gone as well; a question that is gone was never asked."""
        if not self.rounds:
            return
        last = self.rounds[-1]
        last.award = None
        if last.question == gone.number:
            self.rounds.pop()
        elif last.answers.get(gone.member) == gone.number:
            del last.answers[gone.member]

    @property
    def open(self) -> Round | None:
        """The question that is not judged yet."""
        return self.rounds[-1] if self.rounds and self.rounds[-1].award is None else None

    @property
    def scores(self) -> dict[str, int]:
        """Everybody's points, by id."""
        found = dict.fromkeys(self.contestants, 0)
        for award in self.awards:
            if award.member in found:
                found[award.member] += award.points
        return found

    @property
    def awards(self) -> list[PointsAwarded]:
        """What was given so far, one for each question that was judged."""
        return [each.award for each in self.rounds if each.award is not None]

    @property
    def leaders(self) -> list[str]:
        """Who has the most points; nobody where nobody has any."""
        scores = self.scores
        most = max(scores.values(), default=0)
        return [member for member, points in scores.items() if points == most] if most else []


@folds(TurnEnded, QuizState)
def _turn_ended(state: State, quiz: QuizState, event: TurnEnded) -> None:
    if event.member == quiz.quizmaster:
        if quiz.open is None:
            quiz.rounds.append(Round(event.turn))
    elif event.member != RESERVED and quiz.open is not None:
        quiz.open.answers.setdefault(event.member, event.turn)


@folds(PointsAwarded, QuizState)
def _points_awarded(state: State, quiz: QuizState, event: PointsAwarded) -> None:
    state.pending.pop("judgement", None)
    if quiz.open is not None:
        quiz.open.award = event


SLICES = (QuizState,)
"""With all that folds them: the handlers of this module."""
