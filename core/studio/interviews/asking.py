"""Asking members of a run off the record, each alone and as they see it at a turn."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

import msgspec

from parley.core.base.errors import RunError, UsageError, VoiceError
from parley.core.base.line import repair_text
from parley.core.base.prompts import prompt
from parley.core.base.sentences import Sentence
from parley.core.cast.affinity import pair
from parley.core.cast.member import Member, VoiceSpec
from parley.core.cast.providers import simulated
from parley.core.engine.calling import Voices
from parley.core.engine.requests import get_chance_of, get_temperature_of
from parley.core.home import Home
from parley.core.log.events.turn import Usage
from parley.core.log.material import Piece
from parley.core.log.played import get_behaviour_of
from parley.core.log.replay import Replay
from parley.core.log.state import State
from parley.core.perspective.perspective import perspective
from parley.core.studio.interviews.events import InterviewAnswered, InterviewAsked, InterviewFailed, QuestionnaireFilled
from parley.core.studio.interviews.log import Interview, InterviewLog
from parley.core.studio.interviews.questions import Item, Questionnaire, read_answer
from parley.core.studio.studio import Studio
from parley.core.voices.base import Delta as Piecemeal
from parley.core.voices.base import Reply, Request, Spent, Waiting
from parley.core.voices.provider import VOICES

ROOM = {"likert": 200, "choice": 300, "text": 700}
"""Tokens that an answer may have: a form takes more than the number in it."""


class Place(NamedTuple):
    """Of which questionnaire a question is an item, and at which of its moments; empty for one of its own."""

    questionnaire: str = ""
    moment: str = ""


_ALONE = Place()


@dataclass(frozen=True)
class Asking:
    """Who may ask: the home that keeps the interviews, the voices, what is left of the day's budget (None: no bound),
    and who hears of what an answer cost."""

    home: Home
    voices: Voices
    left: Callable[[], float | None] = lambda: None
    paid: Callable[[float], None] = lambda _cost: None

    @classmethod
    def of(cls, studio: Studio) -> Asking:
        """Return who asks in a studio's home, with its voices and within the day's budget."""
        return cls(studio.home, studio.get_voices_aside(), studio.compute_left_today)

    async def ask(
        self, replay: Replay, member: str, turn: int, item: Item, *, voice: VoiceSpec | None = None, of: Place = _ALONE
    ) -> Interview:
        """Ask one member at a turn (0: before the first). Raises `UsageError`, `UnknownName`, `VoiceError`,
        `RunError` where the day's budget is used up; what failed stands in the log too."""
        state = at_turn(replay, turn)
        who = state.setup.find_member(member)
        spec = voice or state.get_voice_of(who.id)
        request = build_question_request(state, who, item)
        if not simulated(spec.provider) and (left := self.left()) is not None and left <= 0:  # rehearsals cost nothing
            raise RunError("The day's budget is used up: nobody can be asked today.")
        log, language = InterviewLog(self.home, replay.live.run), state.setup.language
        asked = log.ask(  # before the call: what that costs needs a number to stand under
            InterviewAsked(
                at=datetime.now(UTC), number=0, turn=turn, member=who.id, kind=item.type,
                question=repair_text(item.text.text(language)), options=_collect_option_texts(item, language),
                points=item.points if item.type == "likert" else 0, questionnaire=of.questionnaire,
                item=item.id if of.questionnaire else "", moment=of.moment,
            )
        )  # fmt: skip
        try:
            reply = await self._fetch_reply(log, asked.number, spec, request)
        except VoiceError as error:
            usage = Usage(**error.tokens)
            self._log_failure(log, asked.number, error.kind, error.sentence, usage, error.cost, error.request_id)
            raise
        try:
            answer = read_answer(item, repair_text(reply.text), language)
        except UsageError as error:
            self._log_failure(log, asked.number, "unusable", error.sentence, reply.usage, reply.cost, reply.request_id)
            raise
        answered = InterviewAnswered(
            at=datetime.now(UTC), number=asked.number, answer=answer, provider=reply.provider, model=reply.model,
            rehearsed=simulated(reply.provider), usage=reply.usage, cost=reply.cost, latency=reply.latency,
            request_id=reply.request_id, request_hash=reply.request_hash,
        )  # fmt: skip
        log.append(answered)
        self.paid(reply.cost)
        return Interview(asked, answered)

    async def _fetch_reply(self, log: InterviewLog, number: int, spec: VoiceSpec, request: Request) -> Reply:
        """Return the reply, with the cost of failed attempts before it. Raises `VoiceError`, which has it too."""
        voice, spent = self.voices.voice(spec), Spent(Usage())
        able, wasted, wasted_cost = voice.capabilities, Usage(), 0.0
        if not able.fills_forms and not able.staged:
            request = msgspec.structs.replace(request, schema=None)  # in words: `read_answer` finds the answer in them
        reply: Reply | None = None
        try:
            with VOICES.blame_package(spec.provider):
                async for piece in voice.speak(request):
                    match piece:
                        case Piecemeal():
                            spent = piece.spent or spent
                        case Waiting():
                            if piece.fault:
                                over, spent = (piece.spent or spent).usage, Spent(Usage())  # the next one counts anew
                                wasted, wasted_cost = wasted + over, wasted_cost + able.price.of(over)
                        case Reply():
                            reply = piece
            if reply is None:
                raise VoiceError(
                    "dropped", "The voice stopped without a reply.", hint="Ask again.", request_id=spent.request_id,
                    tokens=msgspec.structs.asdict(spent.usage), cost=able.price.of(spent.usage),
                )  # fmt: skip
        except asyncio.CancelledError:  # what has come until then is paid for all the same
            usage, cost = wasted + spent.usage, wasted_cost + able.price.of(spent.usage)
            told = Sentence("The question was taken back.")
            self._log_failure(log, number, "cancelled", told, usage, cost, spent.request_id)
            raise
        except VoiceError as error:
            error.tokens = msgspec.structs.asdict(wasted + Usage(**error.tokens))
            error.cost += wasted_cost
            raise
        return msgspec.structs.replace(reply, usage=wasted + reply.usage, cost=reply.cost + wasted_cost)

    def _log_failure(
        self, log: InterviewLog, number: int, kind: str, sentence: str, usage: Usage, cost: float, request_id: str
    ) -> None:
        log.append(
            InterviewFailed(
                at=datetime.now(UTC), number=number, kind=kind, sentence=str(sentence), usage=usage, cost=cost,
                request_id=request_id,
            )
        )  # fmt: skip
        self.paid(cost)

    async def fill_form(
        self, replay: Replay, questionnaire: Questionnaire, wanted: Callable[[], bool] = lambda: True
    ) -> int:
        """Have a run's members fill in a questionnaire at every moment that the run has; return how many answers came.

        What is answered already is not asked again; nothing more is where it is not `wanted` any longer. Raises as
        `ask` does.
        """
        log, digest = InterviewLog(self.home, replay.live.run), questionnaire.digest
        if log.is_filled(digest):
            return 0
        there = {
            (one.asked.moment, one.asked.item, one.asked.member)
            for one in log.list_interviews()
            if one.asked.questionnaire == digest and one.answered is not None  # what failed is asked again
        }
        asked = 0
        for moment, turn in questionnaire.turns(replay.turns).items():
            members = members_of(at_turn(replay, turn), questionnaire.members)  # of that moment: a fork may have fewer
            for member, item in ((member, item) for member in members for item in questionnaire.items):
                if not wanted():
                    return asked
                if (moment, item.id, member.id) not in there:
                    await self.ask(replay, member.id, turn, item, of=Place(digest, moment))
                    asked += 1
        log.append(QuestionnaireFilled(at=datetime.now(UTC), questionnaire=digest))
        return asked


def at_turn(replay: Replay, turn: int) -> State:
    """Return the run after a turn; 0: before the first. Raises `UsageError` for one that it does not have."""
    if not 0 <= turn <= replay.turns:
        raise UsageError("The run has {turns:,} turns; ask at 0 to {turns:,}.", turns=replay.turns)
    return replay.state_at_turn(turn)


def members_of(state: State, wanted: Sequence[str]) -> list[Member]:
    """Return the members with these ids or names; all where none is named. Raises `UnknownName`."""
    return [state.setup.find_member(one) for one in wanted] if wanted else list(state.setup.members)


def build_question_request(state: State, member: Member, item: Item) -> Request:
    """Return what the member's voice is asked: their own system prompt, what they witnessed, and the question last. A
    function of the log up to the turn, and of the question.
    """
    config = state.setup
    question = item.told(config.language)
    told = prompt(
        "interview", config.language, me=member.name, question=repair_text(question), kind=item.type, points=item.points
    )
    asked = hashlib.blake2b(question.encode("utf-8", "replace"), digest_size=4).hexdigest()
    return Request(
        perspective=perspective(state, member.id),
        direction=told.strip(),
        temperature=get_temperature_of(state, member.id),
        max_tokens=ROOM[item.type],
        schema=item.build_form(config.language),
        purpose="interview",
        kind=item.type,
        turn=state.next_turn,
        turns=config.turns,
        chance=get_chance_of(config.seed, state.next_turn, f"interview:{member.id}:{asked}"),
        material=(*_iterate_question_pieces(item, config.language), *_iterate_own_state_pieces(state, member)),
    )


def _iterate_question_pieces(item: Item, language: str) -> Iterator[Piece]:
    yield Piece("question", "", item.text.text(language))
    if item.type == "likert":
        yield Piece("scale", "", f"{-item.points if item.reverse else item.points}")  # negative: reversed
    for option in item.options:
        yield Piece("option", "", option.text(language))


def _iterate_own_state_pieces(state: State, member: Member) -> Iterator[Piece]:
    """Yield what the member knows of themselves beyond what they witnessed: voices that follow rules answer by it."""
    for other in state.setup.members:
        two = pair(member.id, other.id)
        if other.id != member.id and two in state.affinity:
            yield Piece("affinity", other.id, f"{state.affinity[two]:.4f}")
    yield from get_behaviour_of(state.setup).known_to(state, member.id)


def _collect_option_texts(item: Item, language: str) -> tuple[str, ...]:
    if item.type == "likert":
        return item.low.text(language), item.high.text(language)
    return tuple(option.text(language) for option in item.options)
