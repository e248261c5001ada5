"""The queue of a home: `queue/queue.jsonl`, to which everybody appends under one lock, and its fold."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from parley.core.base.errors import RunError, UnknownName, UsageError
from parley.core.base.line import repair_text
from parley.core.base.sentences import Sentence
from parley.core.base.urls import checked_host
from parley.core.engine.run_request import RunRequest, get_spec_of
from parley.core.home import Home
from parley.core.log.journal import Journal
from parley.core.queue.events import (
    LARGEST_PRIORITY,
    QUEUE_VERSION,
    JobCancelled,
    JobEnqueued,
    JobEvent,
    JobRetried,
    queue_events,
)
from parley.core.queue.jobs import CANCELLABLE, RETRYABLE, Job, Jobs, id_of_key

LONGEST_NAME = 400
"""Characters of a key, and of who asked."""


class Queue:
    """The queue of a home. Every call looks first at what others have appended."""

    def __init__(self, home: Home) -> None:
        self.home = home
        self.journal: Journal[JobEvent] = Journal(
            home.queue, home.lock("queue"), "queue", queue_events(), QUEUE_VERSION
        )
        self._jobs = Jobs()

    @property
    def faults(self) -> Sequence[Sentence]:
        """What is said of lines that cannot be read."""
        return self.journal.faults

    def refresh(self) -> Jobs:
        """Return all jobs as they stand now. Raises `LogError`, `NewerLogError`."""
        if self.journal.replaced:  # asked before `read`, which takes the new file for the known one
            self._jobs = Jobs()
        self._jobs.fold(self.journal.read())
        return self._jobs

    @contextlib.contextmanager
    def lock_jobs(self) -> Iterator[Jobs]:
        """Hold the lock, and yield the jobs, which nobody else can change then. Raises as `Journal.hold_lock` does."""
        with self.journal.hold_lock():
            yield self.refresh()

    # What is asked ------------------------------------------------------------------------------------------------

    def jobs(self) -> list[Job]:
        """Return all jobs, in the order in which they were enqueued."""
        return list(self.refresh().all.values())

    def job(self, ref: str) -> Job:
        """Return a job by its id, the beginning of one, or its key. Raises `UnknownName`, `UsageError`."""
        found = self.refresh().all
        if (exact := found.get(ref) or found.get(id_of_key(ref))) is not None:
            return exact
        near = [job for job in found.values() if ref and job.id.startswith(ref)]  # every id begins with ""
        if len(near) > 1:
            raise UsageError(
                "'{ref}' fits {count} jobs: {ids}.",
                ref=ref[:60],
                count=len(near),
                ids=[job.id for job in near[:6]],
                hint="Write a longer beginning of the id.",
            )
        if not near:
            raise UnknownName("job", ref, found)
        return near[0]

    # What is said -------------------------------------------------------------------------------------------------

    def enqueue(
        self,
        request: RunRequest,
        *,
        key: str = "",
        priority: int = 0,
        asked_by: str = "",
        budget: float = 0.0,
    ) -> Job:
        """Ask for a run and return its job: the one with that key where there is one already, whatever it asked for.

        `budget` is what its run may cost, in US dollars (0: as set). Raises `UsageError` for what cannot be, `LogError`
        where it cannot be written.
        """
        _check_limits(priority, budget)
        key = _clean_name(key)
        event = JobEnqueued(
            at=datetime.now(UTC),
            job=id_of_key(key) if key else secrets.token_hex(5),
            key=key,
            kind=get_spec_of(request).name,
            request=_convert_to_plain_value(request.model_dump(mode="json", exclude_defaults=True)),
            cast=request.remembers(),
            priority=priority,
            asked_by=_clean_name(asked_by),
            budget=budget,
        )
        with self.lock_jobs() as jobs:
            if event.job not in jobs.all:  # only under the lock: two may enqueue a key at once
                self.journal.append(event, sync=True)
            return self.refresh().all[event.job]

    def cancel(self, ref: str, *, by: str = "") -> Job:
        """Have a job not be begun, or its worker leave it; its run can be gone on with. Raises `RunError`."""
        with self.lock_jobs():
            job = self.job(ref)
            if job.state == "finished":
                raise RunError("The job {job} is finished.", job=job.id)
            if job.state in CANCELLABLE:  # a second time is no mistake, and leaves no second line
                self.journal.append(JobCancelled(at=datetime.now(UTC), job=job.id, by=_clean_name(by)), sync=True)
            return self.refresh().all[job.id]

    def retry(self, ref: str, *, by: str = "", allowed: Iterable[str] = ()) -> Job:
        """Have a job tried again that failed, was parked or was cancelled, or at once what waits for its time; it may
        talk to the servers of others that are `allowed`, as its `hosts` names those that it waits for.

        Raises `RunError` for one that is under way or finished, `UsageError` for what is no host.
        """
        hosts = tuple(map(checked_host, allowed))
        with self.lock_jobs():
            job = self.job(ref)
            if job.state not in RETRYABLE:
                template = "The job {job} is under way." if job.state == "running" else "The job {job} is finished."
                raise RunError(template, job=job.id)
            event = JobRetried(at=datetime.now(UTC), job=job.id, by=_clean_name(by), allowed=hosts)
            self.journal.append(event, sync=True)
            return self.refresh().all[job.id]


def _check_limits(priority: int, budget: float) -> None:
    if abs(priority) > LARGEST_PRIORITY:
        raise UsageError(
            "A priority of {priority} is not possible; the highest is {highest:,}.",
            priority=str(priority)[:24],
            highest=LARGEST_PRIORITY,
        )
    if not 0 <= budget <= 10_000:  # in this form NaN is refused too
        raise UsageError("A budget of {budget:money} is not possible.", budget=budget)


def _clean_name(text: str) -> str:
    found = repair_text(text).strip()
    if len(found) > LONGEST_NAME:
        raise UsageError(
            "'{text}' is too long: at most {most} characters are possible.", text=f"{found[:40]}…", most=LONGEST_NAME
        )
    return found


def _convert_to_plain_value(value: Any) -> Any:
    """Return the value as a log can hold it."""
    if isinstance(value, str):
        return repair_text(value)
    if isinstance(value, dict):
        return {repair_text(str(name)): _convert_to_plain_value(each) for name, each in value.items()}
    return [_convert_to_plain_value(each) for each in value] if isinstance(value, list) else value
