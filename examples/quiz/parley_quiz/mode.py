"""A quiz, step by step. The mode keeps nothing: all it knows is `stage.state`."""

from __future__ import annotations

import msgspec

from parley.core.base import forms
from parley.core.base.errors import VoiceError
from parley.core.base.sentences import Sentence
from parley.core.engine.floor import choose, selected, situation
from parley.core.engine.mode import FloorNeeded, Mode, resume_open_turn
from parley.core.engine.requests import Question
from parley.core.engine.stage import Stage
from parley.core.log.material import Piece
from parley.core.log.state import State
from parley.core.turn_taking.selection import Selection, certain
from parley_quiz.config import QuizConfig
from parley_quiz.events import PointsAwarded
from parley_quiz.state import QuizState, Round
from parley_quiz.words import words

NOBODY = "nobody"


class _Judgement(msgspec.Struct):
    winner: str
    reason: str = ""


class Quiz(Mode):
    """Each round a question, an answer of every contestant, and points for the best."""

    async def step(self, stage: Stage) -> None:
        """A question, an answer, a judgement, or the end after the last one."""
        state, quiz = stage.state, stage.state[QuizState]
        if await resume_open_turn(stage):
            return
        asked = quiz.open
        if asked is None and len(quiz.rounds) >= stage.config[QuizConfig].rounds:
            await self.finish(stage, "quiz", result(state))
        elif asked is None:
            await _ask(stage)
        elif waiting := [one for one in quiz.contestants if one not in asked.answers and one not in state.muted]:
            await _answer(stage, waiting)
        elif not asked.answers:
            raise FloorNeeded
        else:
            stage.append(await _judged(stage, asked))


def result(state: State) -> Sentence:
    """Who has won."""
    quiz = state[QuizState]
    names = " & ".join(state.name_of(one) for one in quiz.leaders)
    if not names:
        return Sentence("Nobody has any points.")
    return Sentence("{names} won with {points} {points:point|points}.", names=names, points=max(quiz.scores.values()))


async def _ask(stage: Stage) -> None:
    quiz, config = stage.state[QuizState], stage.config
    if quiz.quizmaster in stage.state.muted:
        raise FloorNeeded(Sentence("The quizmaster is muted: bring them back."))
    number, rounds = len(quiz.rounds) + 1, config[QuizConfig].rounds
    direction = words(config.language)["ask"].format(number=number, rounds=rounds, topic=config.topic)
    await stage.speak(quiz.quizmaster, kind="question", direction=direction)


async def _answer(stage: Stage, waiting: list[str]) -> None:
    state = stage.state
    if state.selected is None or state.selected.member not in waiting:
        stage.append(selected(stage, await _next(stage, waiting)))
    assert state.selected is not None
    direction = words(stage.config.language)["answer"].format(quizmaster=state.name_of(state[QuizState].quizmaster))
    await stage.speak(state.selected.member, kind="line", direction=direction)


async def _next(stage: Stage, waiting: list[str]) -> Selection:
    state = stage.state
    here = msgspec.structs.replace(situation(state), eligible=frozenset(waiting))
    if state.floor in here.eligible:
        return certain("director", "the director gave the floor", here, state.floor)
    return await choose(stage, here, stage.config.members)


async def _judged(stage: Stage, asked: Round) -> PointsAwarded:
    """What the quizmaster's voice finds; where it gives no usable answer, chance decides and says so."""
    state, config = stage.state, stage.config
    quiz, said = state[QuizState], words(config.language)
    able = [one for one in quiz.contestants if one in asked.answers]
    schema = forms.record({"winner": forms.one_of([*able, NOBODY]), "reason": forms.TEXT})
    heard = tuple(Piece(one, state.name_of(one), state.turns[turn - 1].text) for one, turn in asked.answers.items())
    since = state.turns[asked.question - 1].seq
    question = Question(said["task"], said["judge"], schema, max_tokens=300, material=heard, since=since)
    number = len(quiz.rounds)
    try:
        reply = await stage.ask("judgement", question, member=quiz.quizmaster)
        found = forms.read(reply.text, _Judgement)
        if found.winner in (*able, NOBODY):
            winner = found.winner if found.winner != NOBODY else ""
            reason = " ".join(found.reason.split())[:200]
            return _award(stage, number, winner, reason, "voice")
        why = Sentence("the quizmaster named nobody who has answered")
    except VoiceError as error:
        why = Sentence("the quizmaster could not be asked ({kind})", kind=error.kind)
    except msgspec.DecodeError:
        why = Sentence("the quizmaster's judgement could not be read")
    drawn = stage.rng().generator(number, "judgement").choice(able)
    return _award(stage, number, drawn, Sentence("{why}; drawn by chance", why=why), "rules")


def _award(stage: Stage, number: int, member: str, reason: str, method: str) -> PointsAwarded:
    points = stage.config[QuizConfig].points if member else 0
    return PointsAwarded(
        at=stage.clock.now(), round=number, turn=len(stage.state.turns), member=member, points=points, reason=reason,
        method="voice" if method == "voice" else "rules",
    )  # fmt: skip


MODE = Quiz()
