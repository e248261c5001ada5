"""Claims: which worker has a job, how long, and who may still say what became of it.

A claim has a lock file of its own, `job-<id>-<fence>`, which its worker holds locked and touches now and then. It is
over, and another may claim the job:

- when the lock is free: the system takes it back from a killed process at once;
- when nobody has touched the file for the length of a lease, as the other one has watched it on its own clock: the
  worker stands still (SIGSTOP, a debugger, a disk that hangs). It still holds the run's log, so its successor takes
  that too (`parley.core.log.locking.take_over`): the run goes on in a new file of the same name, and what the first
  worker writes when it comes back reaches a file that nobody sees.

Whoever says what became of a job does so under the lock of the queue's log and with the claim's fence, and is refused
where the job has a later one.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from parley.core.home import Home
from parley.core.queue.events import JobClaimed, JobEvent, JobFailed, JobFinished, JobParked, JobReleased
from parley.core.queue.jobs import Job, Jobs
from parley.core.queue.queue import Queue

if TYPE_CHECKING:
    from pathlib import Path

    from filelock import FileLock

LEASE = 30.0
"""Seconds without a sign of life after which a worker is taken to stand still."""
BEATS = 4
"""Signs of life in the time of a short lease; of a long one there is one a second."""
PROBE_SECONDS = 1.0
"""How often a worker that finds enough to do looks for jobs of killed ones."""


@dataclass(frozen=True)
class Claim:
    """A job that this process has."""

    job: Job
    lock: FileLock = field(repr=False)

    @property
    def run(self) -> str:
        """The id of its run."""
        return self.job.run

    @property
    def taken(self) -> bool:
        """Whether a worker that had it stands still, and may hold the run's log: the last one, or one before that whose
        successor was killed, perhaps as it took the log."""
        return self.job.taken

    @property
    def fence(self) -> int:
        """The number of the claim."""
        return self.job.fence


class Claims:
    """The claims of one worker. `lease` in seconds."""

    def __init__(
        self, queue: Queue, worker: str, lease: float = LEASE, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.queue = queue
        self.worker = worker
        self.lease = lease
        self.held: dict[str, Claim] = {}
        self._clock = clock
        self._seen: dict[tuple[str, int], tuple[int, float]] = {}
        self._probed = -PROBE_SECONDS

    # Taking -------------------------------------------------------------------------------------------------------

    def take(self) -> Claim | None:
        """Claim the next job that may be begun, or gone on with; None where there is none now.

        Raises `LogError` where the queue cannot be written.
        """
        if not self._worthwhile(self.queue.refresh()):
            return None
        with self.queue.writing() as jobs:
            found = self._left_by_others(jobs) or self._next(jobs)
            if found is None:
                return None
            job, taken = found
            lock = _lock(lock_of(self.queue.home, job.id, job.fence + 1))
            if lock is None:
                return None
            if job.fence:
                # Its last worker is gone, or holds a file that has no name any more.
                _unlink(lock_of(self.queue.home, job.id, job.fence))
            claimed = JobClaimed(
                at=datetime.now(UTC), job=job.id, worker=self.worker, fence=job.fence + 1, run=job.run or job.id,
                taken=taken,
            )  # fmt: skip
            try:
                self.queue.journal.append(claimed, sync=_lasts(job))
            except BaseException:
                lock.release()
                raise
            claim = Claim(self.queue.refresh().all[job.id], lock)
        self.held[job.id] = claim
        return claim

    def _worthwhile(self, jobs: Jobs) -> bool:
        """Whether there may be anything to claim: who has nothing to do should not hold the lock all the time."""
        return self._next(jobs) is not None or (self._may_probe() and any(job not in self.held for job in jobs.running))

    def _may_probe(self) -> bool:
        return self._clock() - self._probed >= min(PROBE_SECONDS, self.lease / BEATS)

    def _next(self, jobs: Jobs) -> tuple[Job, bool] | None:
        """The job that comes first of those that wait; those of a cast that somebody is playing wait for it."""
        busy = {jobs.all[each].cast for each in jobs.running} - {""}
        job = jobs.first(datetime.now(UTC), lambda job: job.cast not in busy)
        return (job, False) if job is not None else None

    def _left_by_others(self, jobs: Jobs) -> tuple[Job, bool] | None:
        """A job whose worker was killed, or stands still (True)."""
        if not self._may_probe():
            return None
        self._probed = self._clock()
        for each in jobs.running:
            job = jobs.all[each]
            if each in self.held:
                continue
            path = lock_of(self.queue.home, job.id, job.fence)
            if (lock := _lock(path)) is not None:
                lock.release()
                dead = job, False
            elif self._stands_still(job, path):
                dead = job, True
            else:
                continue
            # It may have left more than one.
            self._probed = -PROBE_SECONDS
            return dead
        return None

    def _stands_still(self, job: Job, path: Path) -> bool:
        """Whether nobody has touched the claim's lock for a lease, by this worker's own clock."""
        try:
            touched = path.stat().st_mtime_ns
        except OSError:
            return False
        before = self._seen.get((job.id, job.fence))
        if before is None or before[0] != touched:
            self._seen[job.id, job.fence] = touched, self._clock()
            return False
        return self._clock() - before[1] >= self.lease

    # Keeping ------------------------------------------------------------------------------------------------------

    def touch(self) -> None:
        """Give a sign of life for all claims. It may be called from another thread."""
        for claim in list(self.held.values()):
            with contextlib.suppress(OSError):
                os.utime(lock_of(self.queue.home, claim.job.id, claim.fence))

    def look(self) -> tuple[list[Claim], list[Claim]]:
        """The claims that others have by now, and those that nobody wants any more."""
        jobs = self.queue.refresh()
        lost, cancelled = [], []
        for claim in self.held.values():
            job = jobs.all.get(claim.job.id)
            if job is None or job.fence != claim.fence:
                lost.append(claim)
            elif job.state != "running":
                cancelled.append(claim)
        return lost, cancelled

    # Saying what became of it -------------------------------------------------------------------------------------

    def finish(self, claim: Claim, *, ended: str = "", turns: int = 0, cost: float = 0.0) -> bool:
        """The run has ended. False where the claim is not the job's any more: nothing was written then."""
        return self._say(
            claim, JobFinished(at=_now(), job=claim.job.id, fence=claim.fence, run=claim.run, ended=ended, turns=turns,
                               cost=cost)
        )  # fmt: skip

    def fail(self, claim: Claim, reason: str, retry_at: datetime | None) -> bool:
        """It did not come to its end, and is tried again then; None: no more. False as `finish`."""
        return self._say(
            claim, JobFailed(at=_now(), job=claim.job.id, fence=claim.fence, reason=reason, retry_at=retry_at)
        )

    def park(self, claim: Claim, reason: str, hosts: tuple[str, ...] = ()) -> bool:
        """A person has to do something first, such as to allow `hosts`. False as `finish`."""
        return self._say(claim, JobParked(at=_now(), job=claim.job.id, fence=claim.fence, reason=reason, hosts=hosts))

    def release(self, claim: Claim) -> bool:
        """Leave it as it is, for the next worker. False as `finish`."""
        return self._say(claim, JobReleased(at=_now(), job=claim.job.id, fence=claim.fence))

    def _say(self, claim: Claim, event: JobEvent) -> bool:
        with self.queue.writing() as jobs:
            job = jobs.all.get(claim.job.id)
            if said := job is not None and job.fence == claim.fence and job.state == "running":
                # First the file: who is killed in between leaves a claim that is over, and no file behind.
                _unlink(lock_of(self.queue.home, claim.job.id, claim.fence))
                self.queue.journal.append(event, sync=_lasts(claim.job))
        self.forget(claim)
        return said

    def forget(self, claim: Claim) -> None:
        """Give the claim's lock back, whoever has the job now. Idempotent."""
        if self.held.get(claim.job.id) is claim:
            del self.held[claim.job.id]
        claim.lock.release()


def lock_of(home: Home, job: str, fence: int) -> Path:
    """The lock of a claim."""
    return home.lock(f"job-{job}-{fence}")


def seems_gone(home: Home, job: Job) -> bool:
    """Whether nobody has given a sign of life for a job under way for the length of a lease, by the machine's clock.

    For display: who claims jobs looks closer.
    """
    try:
        return time.time() - lock_of(home, job.id, job.fence).stat().st_mtime > LEASE
    except OSError:
        return True


def _lock(path: Path) -> FileLock | None:
    """The lock, held; None where somebody else has it."""
    from filelock import FileLock, Timeout

    lock = FileLock(path, timeout=0, thread_local=False)
    try:
        lock.acquire()
    except (Timeout, OSError):
        return None
    return lock


def _unlink(path: Path) -> None:
    # Windows keeps a file that is open; it is small.
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)


def _lasts(job: Job) -> bool:
    """Whether what is said of a job must outlast a power cut: a rehearsal on a simulated clock can be had again."""
    return not job.asked.get("simulated")


def _now() -> datetime:
    return datetime.now(UTC)
