"""A job, and what the queue's events make of it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import singledispatchmethod
from typing import Any, Literal

from pydantic import ValidationError

from parley.core.base.errors import UnknownName, UsageError
from parley.core.base.sentences import Sentence
from parley.core.engine.run_request import RunRequest, request_specs
from parley.core.log.codec import get_text_of
from parley.core.queue.events import (
    JobCancelled,
    JobClaimed,
    JobEnqueued,
    JobEvent,
    JobFailed,
    JobFinished,
    JobParked,
    JobPrioritized,
    JobReleased,
    JobRetried,
)

JobState = Literal["waiting", "running", "finished", "failed", "parked", "cancelled"]
STATES: dict[JobState, Sentence] = {
    "waiting": Sentence("waiting"),
    "running": Sentence("running"),
    "finished": Sentence("finished"),
    "failed": Sentence("failed"),
    "parked": Sentence("parked"),
    "cancelled": Sentence("cancelled"),
}
"""The states of a job, and what they are called."""
OVER: frozenset[JobState] = frozenset({"finished", "failed", "parked", "cancelled"})
"""In these states nothing happens by itself any more."""
CANCELLABLE: frozenset[JobState] = frozenset({"waiting", "running", "failed", "parked"})
"""In these states there is something that nobody may want any more."""
RETRYABLE: frozenset[JobState] = frozenset({"waiting", "failed", "parked", "cancelled"})
"""In these states a person can have it tried again, or at once."""


def id_of_key(key: str) -> str:
    """Return the id of the job with that key: whoever enqueues it, it is the same one."""
    return hashlib.blake2b(key.encode("utf-8", "replace"), digest_size=5).hexdigest()  # as long as a random id


def drawn_seed(job: str) -> int:
    """Return the seed of a job's run where nobody named one: the same for every try."""
    return int.from_bytes(hashlib.blake2b(job.encode(), digest_size=4, person=b"job seed").digest())


@dataclass(frozen=True, slots=True)
class Job:
    """A job as it stands.

    `number` is its place in the order of enqueuing. `fence` counts its claims, `failures` those that failed since
    somebody last asked for it; `due` is when it may be begun, None: at once. `run` is the run that its last claim
    played. `hosts` are the servers of others that it waits for leave to talk to, `allowed` those that
    it may. `ended` is why it came to its end, `reason` why it stands or is tried again. `cost` in US
    dollars.
    """

    id: str
    key: str
    kind: str
    asked: dict[str, Any]
    number: int
    cast: str = ""
    priority: int = 0
    asked_by: str = ""
    budget: float = 0.0
    hosts: tuple[str, ...] = ()
    allowed: tuple[str, ...] = ()
    state: JobState = "waiting"
    due: datetime | None = None
    worker: str = ""
    fence: int = 0
    failures: int = 0
    run: str = ""
    reason: str = ""
    ended: str = ""
    turns: int = 0
    cost: float = 0.0
    enqueued: datetime | None = None
    changed: datetime | None = None

    @property
    def over(self) -> bool:
        """Whether nothing happens to it any more by itself."""
        return self.state in OVER

    @property
    def order(self) -> tuple[int, int]:
        """Those that come first have the lesser one."""
        return -self.priority, self.number

    def is_due(self, now: datetime) -> bool:
        """Return whether it waits, and may be begun."""
        return self.state == "waiting" and (self.due is None or self.due <= now)

    def request(self) -> RunRequest:
        """Return what is asked for, checked: anybody may have written it. Raises `UsageError` and its kin."""
        return request_from(self.kind, self.asked)


def request_from(kind: str, asked: dict[str, Any]) -> RunRequest:
    """Return a kind's request of plain values. Raises `UnknownName` and `UsageError`, which say what cannot be."""
    specs = request_specs()
    if kind not in specs:
        raise UnknownName("kind of run", kind, specs)
    try:
        return specs[kind].model.model_validate(asked)
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in fault["loc"]) or kind  # empty where a validator judges the whole
        why = fault["msg"].removeprefix("Value error, ").rstrip(".")  # pydantic sets it before a `ValueError`'s words
        raise UsageError("'{where}' cannot be so: {why}.", where=where[:80], why=why) from None
    except RecursionError:
        raise UsageError("'{where}' cannot be so: {why}.", where=kind, why="nested too deeply") from None


@dataclass
class Jobs:
    """All jobs by id, in the order in which they were enqueued; those that wait or run are also found by themselves.

    What belongs to a claim that is not the job's last one changes nothing.
    """

    all: dict[str, Job] = field(default_factory=dict)
    waiting: dict[str, None] = field(default_factory=dict)  # sets that keep their order; one put back stands last
    running: dict[str, None] = field(default_factory=dict)

    def fold(self, events: Iterable[JobEvent]) -> None:
        """Take in events, in their order."""
        for event in events:
            self._apply_event(event)

    def first(self, now: datetime, may: Callable[[Job], bool]) -> Job | None:
        """Return the job that comes first of those that wait, are due, and `may` be begun; None where there is none."""
        due = (job for each in self.waiting if (job := self.all[each]).is_due(now))
        return next(filter(may, sorted(due, key=lambda job: job.order)), None)  # lazy: `may` takes a lock

    def _store_job(self, job: Job) -> None:  # no job is ever taken out: `number` relies on it
        self.all[job.id] = job
        self.waiting.pop(job.id, None)
        self.running.pop(job.id, None)
        if job.state == "waiting":
            self.waiting[job.id] = None
        elif job.state == "running":
            self.running[job.id] = None

    def _find_held_job(self, event: JobClaimed | JobReleased | JobFinished | JobFailed | JobParked) -> Job | None:
        """Return the job of an event, if the claim that it belongs to is still its last one."""
        job = self.all.get(event.job)
        return job if job is not None and job.state == "running" and job.fence == event.fence else None

    @singledispatchmethod
    def _apply_event(self, event: JobEvent) -> None:
        raise NotImplementedError

    @_apply_event.register
    def _(self, event: JobEnqueued) -> None:
        if event.job in self.all:
            return
        self._store_job(
            Job(
                id=event.job, key=event.key, kind=event.kind, asked=event.request, number=len(self.all),
                cast=event.cast, priority=event.priority, asked_by=event.asked_by, budget=event.budget,
                due=event.not_before, enqueued=event.at, changed=event.at,
            )
        )  # fmt: skip

    @_apply_event.register
    def _(self, event: JobClaimed) -> None:
        job = self.all.get(event.job)
        if job is None or job.over or event.fence != job.fence + 1:  # running is fine: its worker was killed
            return
        self._store_job(
            replace(
                job, state="running", worker=event.worker, fence=event.fence, run=event.run, due=None,
                changed=event.at,
            )
        )  # fmt: skip

    @_apply_event.register
    def _(self, event: JobReleased) -> None:
        if (job := self._find_held_job(event)) is not None:
            self._store_job(replace(job, state="waiting", worker="", changed=event.at))

    @_apply_event.register
    def _(self, event: JobFinished) -> None:
        if (job := self._find_held_job(event)) is not None:
            self._store_job(
                replace(
                    job, state="finished", run=event.run, ended=event.ended, turns=event.turns, cost=event.cost,
                    reason="", changed=event.at,
                )
            )  # fmt: skip

    @_apply_event.register
    def _(self, event: JobFailed) -> None:
        if (job := self._find_held_job(event)) is not None:
            self._store_job(
                replace(
                    job, state="failed" if event.retry_at is None else "waiting", due=event.retry_at, worker="",
                    failures=job.failures + 1, reason=_format_reason(event), changed=event.at,
                )
            )  # fmt: skip

    @_apply_event.register
    def _(self, event: JobParked) -> None:
        if (job := self._find_held_job(event)) is not None:
            parked = replace(job, state="parked", worker="", reason=_format_reason(event), hosts=event.hosts)
            self._store_job(replace(parked, changed=event.at))

    @_apply_event.register
    def _(self, event: JobCancelled) -> None:
        job = self.all.get(event.job)
        if job is not None and job.state != "finished":
            self._store_job(replace(job, state="cancelled", due=None, changed=event.at))  # its worker polls for it

    @_apply_event.register
    def _(self, event: JobRetried) -> None:
        job = self.all.get(event.job)
        if job is not None and job.state in RETRYABLE:
            allowed = tuple(dict.fromkeys((*job.allowed, *event.allowed)))
            self._store_job(
                replace(
                    job, state="waiting", due=None, failures=0, worker="", hosts=(), allowed=allowed,
                    changed=event.at,
                )
            )  # fmt: skip

    @_apply_event.register
    def _(self, event: JobPrioritized) -> None:
        job = self.all.get(event.job)
        if job is not None and job.state != "finished":
            self._store_job(replace(job, priority=event.priority, changed=event.at))


def _format_reason(event: JobFailed | JobParked) -> Sentence:
    return get_text_of(event)
