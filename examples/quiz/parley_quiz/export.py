"""What a quiz adds to documents, and an export of its own: the scoreboard as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from parley.core.export.base import Exporter, Options
from parley.core.export.transcript import Facts, ModeExport, Transcript
from parley.core.formats import Localised
from parley.core.log.codec import get_text_of
from parley.core.log.config import RunConfig
from parley.core.log.events.base import Event
from parley.core.log.modes import Happened
from parley.core.log.state import State
from parley_quiz.config import QuizConfig
from parley_quiz.events import PointsAwarded
from parley_quiz.state import QuizState
from parley_quiz.words import words


def described(state: State, event: PointsAwarded, language: str) -> str:
    """An award in one sentence."""
    say = words(language)
    if not event.member:
        return say["nobody"]
    return say["given"].format(name=state.name_of(event.member), points=event.points, reason=get_text_of(event))


def between(state: State, event: Event, language: str) -> Iterator[Happened]:
    """An award that still stands, between the lines."""
    if isinstance(event, PointsAwarded) and event in state[QuizState].awards:
        told = described(state, event, language)
        yield Happened("event", words(language)["points"], told, event.member, "ph.trophy")


class QuizExport(ModeExport):
    """The scoreboard stands in the head of a document."""

    def change_facts(self, transcript: Transcript, facts: Facts) -> None:
        """How everybody stands."""
        scores = transcript.state[QuizState].scores
        told = ", ".join(f"{transcript.name_of(one)} {points}" for one, points in scores.items())
        facts["policy"].append((words(transcript.language)["scoreboard"], told))

    def sections(self, transcript: Transcript, events: Sequence[Event]) -> Mapping[str, Any]:
        """The scoreboard in the JSON export."""
        return {"quiz": report(transcript.state)["quiz"]}


def report(state: State) -> dict[str, Any]:
    """What `parley state --json` says of a quiz."""
    quiz = state[QuizState]
    open_round = quiz.open
    return {
        "quiz": {
            "quizmaster": quiz.quizmaster,
            "asked": len(quiz.rounds),
            "open": open_round is not None,
            "answered": list(open_round.answers) if open_round else [],
            "scores": quiz.scores,
            "leaders": quiz.leaders,
        }
    }


def _scoreboard(transcript: Transcript, events: Sequence[Event], options: Options) -> Iterator[str]:
    state, say = transcript.state, words(transcript.language)
    out = io.StringIO()
    table = csv.writer(out)
    quiz = state[QuizState]
    table.writerow(["", *(str(award.round) for award in quiz.awards), say["points"]])
    for member, points in quiz.scores.items():
        given = [award.points if award.member == member else 0 for award in quiz.awards]
        table.writerow([state.name_of(member), *given, points])
    yield out.getvalue()


def _is_a_quiz(config: RunConfig) -> bool:
    return config.find(QuizConfig) is not None


EXPORT = QuizExport()
SCOREBOARD = Exporter(
    "scoreboard", Localised(en="Scoreboard", de="Punktestand"), ".scores.csv", _scoreboard, fits=_is_a_quiz
)
