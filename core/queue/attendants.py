"""Who attends a job's run: completes what is asked for when it begins, and notes that it has begun."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parley.core.base.registry import Registry

if TYPE_CHECKING:
    from parley.core.engine.run_request import RunRequest
    from parley.core.log.config import RunConfig
    from parley.core.queue.jobs import Job
    from parley.core.studio.studio import Studio


class Attendant:
    """Attends the runs of jobs that were enqueued with it, by what it was `given` for each. Does nothing by itself."""

    def completed(self, studio: Studio, job: Job, request: RunRequest) -> RunRequest:
        """Return the request as it is when the job's run begins. Raises `UsageError` and its kin for what cannot be."""
        return request

    def begun(self, studio: Studio, job: Job, config: RunConfig) -> None:
        """The job's run has begun, or is gone on with: called with each claim. Raises `LogError`."""


ATTENDANTS: Registry[Attendant] = Registry(
    "attendant of a job",
    shipped={"schedule": "parley.core.schedule.composing:ATTENDANT"},
)
