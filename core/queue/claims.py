"""Claims: which worker has a job, and who may say what became of it.

A claim is a lock: its worker holds the file `job-<id>` for as long as it has the job, and the system takes the lock
back from a killed process at once; then another worker may claim the job. One that stands still (SIGSTOP, a debugger)
keeps its job until it goes on or is killed.
"""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from parley.core.home import Home
from parley.core.queue.events import JobClaimed, JobEvent
from parley.core.queue.jobs import Job, Jobs
from parley.core.queue.queue import Queue

if TYPE_CHECKING:
    from pathlib import Path

    from filelock import FileLock

PROBE_SECONDS = 1.0
"""How often a worker that finds enough to do looks for jobs of killed ones."""


@dataclass(frozen=True)
class Claim:
    """A job that this process has."""

    job: Job
    lock: FileLock = field(repr=False)


class Claims:
    """The claims of one worker."""

    def __init__(self, queue: Queue, worker: str) -> None:
        self.queue = queue
        self.worker = worker
        self.held: dict[str, Claim] = {}
        self._probed = -PROBE_SECONDS  # so that the first probe is due even where `monotonic` begins at 0

    def take(self) -> Claim | None:
        """Claim the next job that may be begun, or gone on with; None where there is none now.

        Raises `LogError` where the queue cannot be written.
        """
        if not self._is_claim_worthwhile(self.queue.refresh()):
            return None
        with self.queue.lock_jobs() as jobs:
            found = self._claim_abandoned_job(jobs) or self._claim_next_job(jobs)  # abandoned first: its cast waits
            if found is None:
                return None
            # A run has its job's id, so that a claim whose line is lost begins no second run.
            job, lock = found
            claimed = JobClaimed(
                at=datetime.now(UTC), job=job.id, worker=self.worker, fence=job.fence + 1, run=job.run or job.id
            )
            try:
                self.queue.journal.append(claimed, sync=True)
            except BaseException:  # also at Ctrl+C: a lock that no claim knows would be held until the process ends
                lock.release()
                raise
            claim = Claim(self.queue.refresh().all[job.id], lock)  # as the fold has it: with its new fence and its run
        self.held[job.id] = claim
        return claim

    def _is_claim_worthwhile(self, jobs: Jobs) -> bool:
        """Return whether there may be anything to claim: who has nothing to do should not hold the lock all the
        time.
        """
        busy = _find_busy_casts(jobs)
        waits = jobs.first(datetime.now(UTC), lambda job: job.cast not in busy) is not None
        return waits or (self._may_probe() and any(job not in self.held for job in jobs.running))

    def _may_probe(self) -> bool:
        return time.monotonic() - self._probed >= PROBE_SECONDS

    def _claim_next_job(self, jobs: Jobs) -> tuple[Job, FileLock] | None:
        """Return the job that comes first of those that wait, and its lock; those of a cast that somebody is playing
        wait for it, and one that was cancelled and put back for who still has it.
        """
        busy = _find_busy_casts(jobs)
        locks: list[FileLock] = []

        def is_free(job: Job) -> bool:
            if job.cast in busy or (lock := _lock(lock_of(self.queue.home, job.id))) is None:
                return False
            locks.append(lock)
            return True

        job = jobs.first(datetime.now(UTC), is_free)  # stops at the first that is free: one lock at most is held
        return (job, locks[0]) if job is not None else None

    def _claim_abandoned_job(self, jobs: Jobs) -> tuple[Job, FileLock] | None:
        """Return a job whose worker was killed, and its lock."""
        if not self._may_probe():
            return None
        self._probed = time.monotonic()
        for each in jobs.running:
            if each not in self.held and (lock := _lock(lock_of(self.queue.home, each))) is not None:
                self._probed = -PROBE_SECONDS  # it may have left more than one
                return jobs.all[each], lock
        return None

    def list_cancelled(self) -> list[Claim]:
        """Return the claims that nobody wants any more."""
        jobs = self.queue.refresh()
        return [claim for claim in self.held.values() if not _is_wanted(jobs, claim)]

    def say(self, claim: Claim, what: type[JobEvent], **about: Any) -> bool:
        """Write down what became of a claim's job: an event of that type, with what it is `about`.

        False where nobody wants the job any more: nothing is written then. Raises `LogError`.
        """
        event = what(at=datetime.now(UTC), job=claim.job.id, fence=claim.job.fence, **about)  # type: ignore[call-arg]
        with self.queue.lock_jobs() as jobs:
            # First the file: who is killed in between leaves a claim that is over, and no file behind.
            _delete_file(lock_of(self.queue.home, claim.job.id))
            if wanted := _is_wanted(jobs, claim):  # only under the lock: somebody may just have cancelled it
                self.queue.journal.append(event, sync=True)
        self.release_claim(claim)
        return wanted

    def release_claim(self, claim: Claim) -> None:
        """Give the claim's lock back. Idempotent."""
        if self.held.get(claim.job.id) is claim:  # the job may be claimed anew here before the second call
            del self.held[claim.job.id]
        claim.lock.release()


def lock_of(home: Home, job: str) -> Path:
    """Return the lock of a job."""
    return home.lock(f"job-{job}")


def seems_gone(home: Home, job: Job) -> bool:
    """Return whether nobody holds the lock of a job under way."""
    path = lock_of(home, job.id)
    if not path.exists():  # a try to lock it would create the file
        return True
    if (lock := _lock(path)) is None:
        return False
    lock.release()
    return True


def _find_busy_casts(jobs: Jobs) -> set[str]:
    """Return the casts that somebody is playing."""
    return {jobs.all[each].cast for each in jobs.running} - {""}  # "" is no cast: such jobs may run side by side


def _is_wanted(jobs: Jobs, claim: Claim) -> bool:
    job = jobs.all.get(claim.job.id)
    return job is not None and job.fence == claim.job.fence and job.state == "running"  # else cancelled or claimed anew


def _lock(path: Path) -> FileLock | None:
    """Return the lock, held; None where somebody else has it."""
    from filelock import FileLock, Timeout

    lock = FileLock(path, timeout=0, thread_local=False)
    try:
        lock.acquire()
    except (Timeout, OSError):
        return None
    return lock


def _delete_file(path: Path) -> None:
    # Windows keeps a file that is open; it is small.
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)
