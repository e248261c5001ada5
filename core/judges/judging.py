"""Putting a rubric to a model: what is missing is asked, each vote with its own chances, and each answer is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, NamedTuple

import msgspec

from parley.core.base import forms
from parley.core.base.clock import Clock, SystemClock
from parley.core.base.errors import ParleyError, RunError, UsageError, VoiceError
from parley.core.base.line import encodable
from parley.core.base.prompts import prompt
from parley.core.cast.member import Member, VoiceSpec
from parley.core.engine.calling import Calls, Watcher
from parley.core.engine.requests import get_chance_of
from parley.core.judges.log import GradeFailed, GradeGiven, JudgeLog
from parley.core.judges.rubric import FIRST, LONGEST_REASON, MOST_VOTES, SECOND, Rubric
from parley.core.judges.units import Unit
from parley.core.log.config import RunConfig
from parley.core.log.events.base import Event
from parley.core.log.events.turn import CallFailed, Usage
from parley.core.perspective.perspective import Perspective
from parley.core.perspective.weight import tokens
from parley.core.studio.going_on import HOPELESS, first_of
from parley.core.studio.studio import Studio
from parley.core.voices.base import Price, Request, Voice
from parley.core.voices.budget import highest_cost
from parley.core.voices.provider import VOICES

PURPOSE = "judge"
TEMPERATURE = 0.7
"""Votes are to differ where a model is not sure."""
ROOM = 260
"""Tokens that a reason and a grade may have."""
AIR = 300
"""Tokens that are left free beside what is shown."""
AT_ONCE = 8
MOST_CALLS = 50_000
OTHERS = {FIRST: SECOND, SECOND: FIRST}
GAP = "[…]"


class Ballot(NamedTuple):
    """One call: what is graded, the how-manieth vote, and of two talks which one stands first."""

    unit: Unit
    vote: int
    order: str = ""


class Estimate(NamedTuple):
    """What calls come to at most: `tokens` in and out, `cost` in US dollars; None where nobody knows the price."""

    calls: int
    tokens: int
    cost: float | None


@dataclass
class Judging:
    """One rubric put to one voice. Raises `UsageError` where that is none that could judge, `VoiceUnavailable`,
    `HostNotAllowed`."""

    studio: Studio
    rubric: Rubric
    spec: VoiceSpec
    votes: int = 0
    failed: list[ParleyError] = field(default_factory=list)
    """Why calls gave no grade, the other calls being made all the same."""

    def __post_init__(self) -> None:
        self.votes = self.votes or self.rubric.votes
        if self.votes > MOST_VOTES:
            raise UsageError("At most {most} votes are asked for.", most=MOST_VOTES)
        self.studio.choose(self.spec)
        known = VOICES.usable(self.spec.provider)
        if known is not None and not self.spec.model:
            # What its grades are kept under says by which model they are.
            home, settings = self.studio.home, self.studio.settings
            model = known.model(settings) or known.offer(home, settings).model
            self.spec = self.spec.model_copy(update={"model": model})
        if (known is not None and known.simulated) or not self.voice.capabilities.fills_forms:
            raise UsageError(
                "{voice} judges nothing: it reads by rules, or fills in no forms.", voice=self.spec.label,
                hint="Name a model: --voice PROVIDER:MODEL.",
            )  # fmt: skip
        self._logs: dict[str, JudgeLog] = {}

    @property
    def voice(self) -> Voice:
        """Whoever is asked."""
        return self.studio.get_voices_aside().voice(self.spec)

    @property
    def grader(self) -> str:
        """What its grades are kept under."""
        return str(self.spec)[:200]

    def list_due(self, units: Sequence[Unit]) -> list[Ballot]:
        """Return the calls that are missing: what was answered already is not asked again. Raises `LogError`."""
        orders = ("ab", "ba") if self.rubric.scale == "pairwise" else ("",)
        there = {
            (run, each.unit, each.about, each.vote, each.order)
            for run in {unit.run for unit in units}
            for each in self._get_log(run).read()
            if each.rubric == self.rubric.digest and each.grader == self.grader and not each.person
        }
        wanted = [Ballot(unit, vote, order) for unit in units for vote in range(1, self.votes + 1) for order in orders]
        due = [one for one in wanted if (one.unit.run, one.unit.key, one.unit.about, one.vote, one.order) not in there]
        if len(due) > MOST_CALLS:
            raise UsageError("These are {calls:,} calls; at most {most:,} are made.", calls=len(due), most=MOST_CALLS)
        return due

    def estimate(self, due: Sequence[Ballot]) -> Estimate:
        """Return what these calls come to. Raises `RunError` where the day's budget cannot pay for them."""
        price, sent, cost = self.voice.capabilities.price, 0, 0.0
        known = VOICES.usable(self.spec.provider)
        for ballot in due:
            request = self.build_request(ballot)
            sent += tokens(request.task) + tokens(request.direction) + request.max_tokens
            if price != Price():
                cost += highest_cost(price, self.voice.payload(request), request.max_tokens)
        free = known is not None and known.local
        if due and not free and (left := self.studio.compute_left_today()) is not None and cost >= left:
            raise RunError(
                "These {calls:,} calls may cost {cost:money}, and {left:money} is left of the day's budget.",
                calls=len(due), cost=cost, left=max(0.0, left), hint="Grade fewer lines, or with fewer votes.",
            )  # fmt: skip
        return Estimate(len(due), sent, cost if price != Price() or free else None)

    async def judge(
        self, due: Sequence[Ballot], told: Callable[[int, int], object] = lambda _done, _total: None
    ) -> int:
        """Make these calls and return how many gave a grade; `told` hears how many are done.

        A call that fails is noted in `failed`. Raises what every other call would meet too: no key, no money, a log
        that cannot be written. Whatever stops it, what was paid for is kept.
        """
        waiting, total, done, given = iter(due), len(due), 0, 0

        async def work(waiting: Iterator[Ballot]) -> None:
            nonlocal done, given
            for ballot in waiting:
                given += await self._ask(ballot)
                done += 1
                told(done, total)

        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(min(AT_ONCE, total)):
                    group.create_task(work(waiting))
        except BaseExceptionGroup as faults:
            raise first_of(faults) from None
        return given

    def build_request(self, ballot: Ballot) -> Request:
        """Return what the judge is asked: a function of the rubric, of what is shown, and of the vote's number."""
        unit, rubric, language = ballot.unit, self.rubric, ballot.unit.language
        labels = rubric.get_labels_in(language)
        answers = [
            answer if answer == label else f"{answer} = {label}"
            for answer, label in zip(rubric.get_answers_in(language), labels, strict=True)
        ]
        task = prompt("judge_task", language)
        asked = rubric.question.text(language)
        room = self.voice.capabilities.context - ROOM - AIR - tokens(task) - tokens("".join((asked, *answers)))
        lines, others = (unit.others, unit.lines) if ballot.order == "ba" else (unit.lines, unit.others)
        share = max(100, room // (2 if others else 1))
        shown = fit(lines, share)
        before = fit(unit.before, max(0, share - sum(map(tokens, shown)))) if not others else fit(unit.before, AIR)
        direction = prompt(
            "judge_ask", language, topic=_guard(unit.topic), before=_guard(*before), lines=_guard(*shown),
            others=_guard(*fit(others, share)), whole=not unit.turn, question=asked, answers=answers,
        )  # fmt: skip
        me = Member(id="judge", name="Judge")
        config = RunConfig.model_construct(language=language, topic="", members=(me,), seed=0, mode="roundtable")
        chance = f"judge:{rubric.digest}:{unit.about}:{ballot.vote}:{ballot.order}"
        return Request(
            perspective=Perspective(config, me, prompt("judge_premise", language), (), 0),
            direction=direction, task=task, schema=rubric.build_form(language), purpose=PURPOSE, max_tokens=ROOM,
            temperature=TEMPERATURE if self.spec.temperature is None else self.spec.temperature,
            chance=get_chance_of(0, unit.turn, chance),
        )  # fmt: skip

    def _get_log(self, run: str) -> JudgeLog:
        return self._logs.setdefault(run, JudgeLog(self.studio.home, run))

    async def _ask(self, ballot: Ballot) -> bool:
        """Make one call, keep what came of it, and return whether that is a grade."""
        if (left := self.studio.compute_left_today()) is not None and left <= 0 and self._costs():
            raise RunError("The day's budget is used up: nobody can be asked today.")
        unit, log = ballot.unit, self._get_log(ballot.unit.run)
        about: dict[str, Any] = {
            **unit.placed(), "rubric": self.rubric.digest, "grader": self.grader, "vote": ballot.vote,
            "order": ballot.order,
        }  # fmt: skip

        def fail(kind: str, sentence: str, usage: Usage, cost: float, request_id: str) -> None:
            told = {"kind": kind, "sentence": sentence[:2_000], "usage": usage, "cost": cost, "request_id": request_id}
            log.append(self.rubric, GradeFailed(at=datetime.now(UTC), **about, **told))

        def keep(event: Event) -> None:
            if isinstance(event, CallFailed):
                fail(event.kind, "", event.usage, event.cost, event.request_id)

        calls = Calls(_Aside(self.spec, keep), self.studio.get_voices_aside())
        try:
            reply = await calls.make("", self.build_request(ballot), aside=True)
        except VoiceError as error:
            fail(error.kind, error.sentence, Usage(**error.tokens), error.cost, error.request_id)
            if error.kind in HOPELESS:
                raise
            self.failed.append(error)
            return False
        try:
            grade, reason = self._read(encodable(reply.text), unit.language)
        except UsageError as error:
            fail("unusable", error.sentence, reply.usage, reply.cost, reply.request_id)
            self.failed.append(error)
            return False
        if ballot.order == "ba":
            grade = OTHERS.get(grade, grade)
        given = GradeGiven(
            at=datetime.now(UTC), **about, grade=grade, reason=reason, provider=reply.provider, model=reply.model,
            usage=reply.usage, cost=reply.cost, latency=reply.latency, request_id=reply.request_id,
            request_hash=reply.request_hash,
        )  # fmt: skip
        log.append(self.rubric, given)
        return True

    def _costs(self) -> bool:
        return self.voice.capabilities.price != Price()

    def _read(self, text: str, language: str) -> tuple[str, str]:
        try:
            form = forms.read(text, dict[str, Any])
        except msgspec.DecodeError:
            form = {"grade": text}
        return self.rubric.read_grade(form.get("grade", ""), language), str(form.get("reason", ""))[:LONGEST_REASON]


class _Aside:
    """Who asks in place of a run's stage: what a call costs that gives nothing is handed to `keep`."""

    def __init__(self, spec: VoiceSpec, keep: Callable[[Event], None]) -> None:
        self.state: Any = SimpleNamespace(get_voice_of=lambda _member: spec, next_turn=0)
        self.clock: Clock = SystemClock()
        self.watcher = Watcher()
        self.log: Any = self
        self._keep = keep

    def ensure_whole(self) -> None:
        """There is no run's log that would have to be whole."""

    def append(self, event: Event) -> int:
        """Keep what a failed call cost."""
        self._keep(event)
        return -1


def fit(lines: Sequence[str], room: int) -> tuple[str, ...]:
    """Return the last of the lines, as many as fit into so many tokens; what is left out is marked."""
    kept: list[str] = []
    for line in reversed(lines):
        room -= tokens(line) + 1
        if room < 0:
            # Ten letters are some four tokens.
            short = line if kept or room + tokens(line) <= 0 else line[: max(40, 2 * (room + tokens(line)))]
            return (GAP, *reversed(kept)) if kept or not lines else (f"{short} {GAP}",)
        kept.append(line)
    return tuple(reversed(kept))


def _guard(*lines: str) -> str:
    """Return lines that cannot end the marks they stand between."""
    return "\n".join(lines).replace("<", "‹").replace(">", "›")
