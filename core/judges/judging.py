"""Putting a rubric to a model: what is missing is asked, each vote with its own chances, and each answer is kept."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec

from parley.core.base import forms
from parley.core.base.clock import SystemClock
from parley.core.base.errors import LogLockedError, ParleyError, RunError, UsageError, VoiceError
from parley.core.base.line import repair_text
from parley.core.base.prompts import prompt
from parley.core.base.sentences import Sentence
from parley.core.cast.member import Member, VoiceSpec
from parley.core.engine.calling import Aside, Calls
from parley.core.engine.requests import get_chance_of
from parley.core.judges.log import GradeGiven, JudgeLog
from parley.core.judges.rubric import FIRST, LONGEST_REASON, SECOND, Rubric
from parley.core.judges.units import Unit
from parley.core.log.config import RunConfig
from parley.core.log.events.base import Event
from parley.core.log.events.turn import CallFailed, Usage
from parley.core.log.locking import RunLock
from parley.core.log.state import State
from parley.core.perspective.perspective import Perspective
from parley.core.perspective.weight import sum_tokens
from parley.core.studio.going_on import HOPELESS, first_of
from parley.core.studio.studio import Studio
from parley.core.voices.base import Price, Reply, Request, Voice
from parley.core.voices.budget import highest_cost
from parley.core.voices.provider import VOICES

PURPOSE = "judge"
TEMPERATURE = 0.7
"""Votes are to differ where a model is not sure."""
ROOM = 260
"""Tokens that a reason and a grade may have."""
AIR = 300
"""Tokens that are left free beside what is shown."""
AT_ONCE, MOST_CALLS = 8, 50_000
HOPELESS_AFTER = 24
"""Calls without one grade after which no more are made."""
OTHERS = {FIRST: SECOND, SECOND: FIRST}
GAP, LEAST_SHOWN = "[…]", 80
"""What stands for lines that are left out, and characters of a line that is too long."""
PAID = ("provider", "model", "usage", "cost", "latency", "request_id", "request_hash")
"""What a grade says of the reply that it was taken from."""


class Ballot(NamedTuple):
    """One call: what is graded, the how-manieth vote, and of two talks which one stands first."""

    unit: Unit
    vote: int
    order: str = ""


class Estimate(NamedTuple):
    """What calls come to at most: `tokens` in and out, `cost` in US dollars; None where nobody knows the price."""

    calls: int
    voice: str
    tokens: int
    cost: float | None

    def tell(self) -> Sentence:
        """Return the estimate in words."""
        told = self._asdict()
        if self.cost is None:
            return Sentence("{calls:,} calls of {voice}, about {tokens:,} tokens; what they cost is not known.", **told)
        if not self.cost:
            return Sentence("{calls:,} calls of {voice}, about {tokens:,} tokens; they cost nothing.", **told)
        return Sentence("{calls:,} calls of {voice}, about {tokens:,} tokens; they cost {cost:money} at most.", **told)


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
        self.studio.choose(self.spec)
        known = self._provider = VOICES[self.spec.provider]
        if not self.spec.model:
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
        return str(self.spec)[:200]  # the log takes no more

    def list_due(self, units: Sequence[Unit]) -> list[Ballot]:
        """Return the calls that are missing: what was answered before is not asked again. Raises `LogError`."""
        orders = ("ab", "ba") if self.rubric.scale == "pairwise" else ("",)
        there = {
            (run, *each.unit, each.about, each.vote, each.order)
            for run in {unit.run for unit in units}
            for each in self._get_log(run).read()
            if each.rubric == self.rubric.digest and each.grader == self.grader and not each.person
        }
        # Whoever breaks off has more of a vote on every line than of all votes on some.
        wanted = [Ballot(unit, vote, order) for vote in range(1, self.votes + 1) for unit in units for order in orders]
        due = [one for one in wanted if (*one.unit.place, one.unit.about, one.vote, one.order) not in there]
        if len(due) > MOST_CALLS:
            raise UsageError("These are {calls:,} calls; at most {most:,} are made.", calls=len(due), most=MOST_CALLS)
        return due

    def estimate(self, due: Sequence[Ballot]) -> Estimate:
        """Return what these calls come to; it takes a while where they are many."""
        sent, cost = 0, 0.0
        # Votes on the same differ in their chances alone.
        for one, count in Counter(ballot._replace(vote=1) for ballot in due).items():
            request = self.build_request(one)
            sent += count * (sum_tokens(request.task) + sum_tokens(request.direction) + request.max_tokens)
            if self._has_price():
                price = self.voice.capabilities.price
                cost += count * highest_cost(price, self.voice.payload(request), request.max_tokens)
        known = self._provider.local or self._has_price()
        return Estimate(len(due), self.spec.label, sent, cost if known else None)

    def ensure_affordable(self, estimate: Estimate) -> None:
        """Raise `RunError` where the day's budget cannot pay for these calls."""
        left = self.studio.compute_left_today()
        if estimate.calls and not self._provider.local and left is not None and (estimate.cost or 0.0) >= left:
            raise RunError(
                "These {calls:,} calls may cost {cost:money}, and {left:money} is left of the day's budget.",
                calls=estimate.calls, cost=estimate.cost or 0.0, left=max(0.0, left),
                hint="Grade fewer lines, or with fewer votes.",
            )  # fmt: skip

    async def judge(
        self, due: Sequence[Ballot], told: Callable[[int, int], object] = lambda _done, _total: None
    ) -> int:
        """Make these calls and return how many gave a grade; `told` hears how many are done.

        A call that fails is noted in `failed`; where the first ones all do, no more are made. Raises what every other
        call would meet too: no key, no money, a log that cannot be written; `RunError` where another process asks the
        same. Whatever stops it, what was paid for is kept.
        """
        waiting, total, done, given = iter(due), len(due), 0, 0  # one iterator: each worker takes the next ballot

        async def run_worker(waiting: Iterator[Ballot]) -> None:
            nonlocal done, given
            for ballot in waiting:
                given += await self._ask(ballot)
                done += 1
                told(done, total)
                if not given and done >= HOPELESS_AFTER:
                    return

        held = self.lock_voice()
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(min(AT_ONCE, total)):
                    group.create_task(run_worker(waiting))
        except BaseExceptionGroup as faults:
            raise first_of(faults) from None  # a task group wraps whatever its tasks raise
        finally:
            held.release()
        return given

    def lock_voice(self) -> RunLock:
        """Let nobody else ask this voice by this rubric until it is released: the same would be paid for twice."""
        lock = self.studio.home.lock(f"judging {self.rubric.digest} {self.grader}")
        try:
            return RunLock(lock, lock)
        except LogLockedError:
            hint = "Wait for it, or stop it there first."
            raise RunError("Another Parley asks {voice} by this rubric.", voice=self.spec.label, hint=hint) from None

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
        room = self.voice.capabilities.context - ROOM - AIR - sum_tokens(task) - sum_tokens("".join((asked, *answers)))
        lines, others = (unit.others, unit.lines) if ballot.order == "ba" else (unit.lines, unit.others)
        share = max(100, room // (2 if others else 1))  # of two talks each gets the same room
        shown = fit(lines, share)
        before = fit(unit.before, max(0, share - sum(map(sum_tokens, shown)))) if not others else fit(unit.before, AIR)
        direction = prompt(
            "judge_ask", language, topic=_guard(unit.topic), before=_guard(*before), lines=_guard(*shown),
            others=_guard(*fit(others, share)), whole=not unit.turn, question=asked, answers=answers,
        )  # fmt: skip
        me = Member(id="judge", name="Judge")
        # Of a run's settings whoever is given a task of its own needs no more than these.
        about: Any = {"language": language, "topic": "", "members": (me,), "seed": 0, "mode": "roundtable"}
        config = RunConfig.model_construct(**about)
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
        if (left := self.studio.compute_left_today()) is not None and left <= 0 and self._has_price():
            raise RunError("The day's budget is used up: nobody can be asked today.")
        unit, log = ballot.unit, self._get_log(ballot.unit.run)
        about: dict[str, Any] = {"rubric": self.rubric.digest, "grader": self.grader, **unit.describe_unit()}
        about |= {"vote": ballot.vote, "order": ballot.order}

        def add_grade(**more: Any) -> None:
            log.append(self.rubric, GradeGiven(at=datetime.now(UTC), **about, **more))

        def add_failure(event: Event) -> None:
            assert isinstance(event, CallFailed)
            add_grade(fault=event.kind, usage=event.usage, cost=event.cost, request_id=event.request_id)

        aside = Aside(State(voices={"": self.spec}), add_failure, SystemClock())
        try:
            request = self.build_request(ballot)
            reply = await Calls(aside, self.studio.get_voices_aside()).ask_voice("", request, aside=True)
            grade, reason = self._read_grade(reply, unit.language)
        except VoiceError as error:
            add_grade(fault=error.kind, usage=Usage(**error.tokens), cost=error.cost, request_id=error.request_id)
            if error.kind in HOPELESS:  # every other call would fail alike
                raise
            self.failed.append(error)
            return False
        if ballot.order == "ba":
            grade = OTHERS.get(grade, grade)  # kept as if the run itself had stood first; a tie stays a tie
        add_grade(grade=grade, reason=reason, **{name: getattr(reply, name) for name in PAID})
        return True

    def _has_price(self) -> bool:
        return self.voice.capabilities.price != Price()

    def _read_grade(self, reply: Reply, language: str) -> tuple[str, str]:
        """Return grade and reason. Raises `VoiceError` where the answer names no grade."""
        text = repair_text(reply.text)
        try:
            form = forms.read(text, dict[str, Any])
        except msgspec.DecodeError:
            form = {"grade": text}  # a model may answer with the grade alone
        try:
            return self.rubric.read_grade(form.get("grade", ""), language), str(form.get("reason", ""))[:LONGEST_REASON]
        except UsageError as fault:
            raise VoiceError(
                "invalid", fault.sentence, tokens=msgspec.structs.asdict(reply.usage), cost=reply.cost,
                request_id=reply.request_id,
            ) from None  # fmt: skip


def fit(lines: Sequence[str], room: int) -> tuple[str, ...]:
    """Return the last of the lines, as many as fit into so many tokens; what is left out is marked."""
    kept: list[str] = []
    for line in reversed(lines):
        if sum_tokens(line) >= room:
            # A letter is no more than one token.
            kept.append(GAP if kept else f"{line[: max(LEAST_SHOWN, room)]} {GAP}")
            break
        room -= sum_tokens(line) + 1
        kept.append(line)
    return tuple(reversed(kept))


def _guard(*lines: str) -> str:
    """Return lines that cannot end the marks they stand between."""
    return "\n".join(lines).replace("<", "‹").replace(">", "›")
