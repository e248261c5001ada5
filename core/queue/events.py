"""What happens to jobs: the events of the queue's log.

    job.enqueued   somebody asks for a run
    job.claimed    a worker begins it, or goes on with what another left
    job.released   the worker was told to stop, and leaves it as it is
    job.finished   its run has ended
    job.failed     it did not come to its end; with `retry_at` it is tried again then
    job.parked     trying again would not help: a person has to do something first
    job.cancelled  nobody wants it any more
    job.retried    a person wants it tried again, and may give it leave to talk to a server
    job.prioritized  earlier versions: a person wants it sooner or later than others

`fence` is the number of the claim that an event belongs to: it grows by one with each claim of a job. What is said of a
claim that is not the job's last one is left out: earlier versions let a job be taken from a worker that stood still.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

import msgspec

from parley.core.log.codec import find_events_in
from parley.core.log.events.base import Count, Event, Message, Money, Turn, Word

QUEUE_VERSION = 1
"""Version of the events; a log with a higher one is refused with a sentence."""

LARGEST_PRIORITY = 1_000_000
LARGEST_SEED = 2**63 - 1  # msgspec takes no bounds beyond 64 bits
Seed = Annotated[int, msgspec.Meta(ge=-LARGEST_SEED, le=LARGEST_SEED)]
Priority = Annotated[int, msgspec.Meta(ge=-LARGEST_PRIORITY, le=LARGEST_PRIORITY)]
Name = Annotated[str, msgspec.Meta(max_length=400)]  # not less than `LONGEST_NAME`: what is enqueued is read again
Moment = Annotated[datetime, msgspec.Meta(tz=True)]


class JobEvent(Event, frozen=True, kw_only=True, tag="job"):
    """What all of these have: the job's id."""

    job: Word


class JobEnqueued(JobEvent, frozen=True, kw_only=True, tag="job.enqueued"):
    """A run is asked for: `request` is the `RunRequest` of the kind, as JSON without what it has by default.

    `cast` names whose earlier runs it remembers (empty: nobody's); two jobs of one are never played at once. Jobs of a
    higher `priority` come first. `budget` is what the run may cost, in US dollars (0: as set). Earlier versions also
    asked for runs of experiments (`run` and `seed`), for runs that wait for an hour (`not_before`), and had runs
    of a schedule attended (`attendant`, `given`).
    """

    key: Name = ""
    kind: Word
    request: dict[str, Any]
    cast: str = ""
    priority: Priority = 0
    asked_by: Name = ""
    not_before: Moment | None = None
    budget: Money = 0.0
    run: Name = ""
    seed: Seed | None = None
    attendant: Word = ""
    given: dict[str, Any] = {}


class JobClaimed(JobEvent, frozen=True, kw_only=True, tag="job.claimed"):
    """A worker has it from now on. `taken` was said by earlier versions, where the last one stood still."""

    worker: Name
    fence: Count
    run: Name
    taken: bool = False


class JobReleased(JobEvent, frozen=True, kw_only=True, tag="job.released"):
    """The worker leaves it as it is, for the next one."""

    fence: Count


class JobFinished(JobEvent, frozen=True, kw_only=True, tag="job.finished"):
    """Its run has ended: why, after how many turns, and what it cost in US dollars."""

    fence: Count
    run: Name
    ended: Word = ""
    turns: Turn = 0
    cost: Money = 0.0


class JobFailed(JobEvent, frozen=True, kw_only=True, tag="job.failed"):
    """It did not come to its end: `reason` is a sentence. Without `retry_at` it was the last try."""

    sentence_field = "reason"

    fence: Count
    reason: str
    message: Message | None = None
    retry_at: Moment | None = None


class JobParked(JobEvent, frozen=True, kw_only=True, tag="job.parked"):
    """Trying again would not help before somebody has done something: `reason` says what is wrong.

    `hosts` are the servers that it would talk to, where nobody has allowed them.
    """

    sentence_field = "reason"

    fence: Count
    reason: str
    message: Message | None = None
    hosts: tuple[Name, ...] = ()


class JobCancelled(JobEvent, frozen=True, kw_only=True, tag="job.cancelled"):
    """Nobody wants it any more."""

    by: Name = ""


class JobRetried(JobEvent, frozen=True, kw_only=True, tag="job.retried"):
    """It is to be tried again: what its run has so far is kept. It, and no other job, may talk to the servers that are
    `allowed`, without a key of the user's."""

    by: Name = ""
    allowed: tuple[Name, ...] = ()


class JobPrioritized(JobEvent, frozen=True, kw_only=True, tag="job.prioritized"):
    """It has another priority from now on. Said by earlier versions."""

    priority: Priority
    by: Name = ""


def queue_events() -> tuple[type[JobEvent], ...]:
    """Return all events of the queue's log."""
    import sys

    return tuple(each for each in find_events_in(sys.modules[__name__]) if issubclass(each, JobEvent))
