"""A slot's run when it begins: its topic, and what is written down of it."""

from __future__ import annotations

from datetime import UTC, datetime

from parley.core.engine.run_request import RunRequest
from parley.core.log.config import RunConfig
from parley.core.queue.attendants import Attendant
from parley.core.queue.jobs import Job
from parley.core.schedule.drawn import DrawnSlot, drawn_in
from parley.core.schedule.events import SlotFired
from parley.core.schedule.log import ScheduleLog
from parley.core.studio.studio import Studio


class SlotAttendant(Attendant):
    """Completes the request of a slot's run, and writes down that the slot fired, with what came of it."""

    def completed(self, studio: Studio, job: Job, request: RunRequest) -> RunRequest:
        """As `Attendant.completed`."""
        drawn = drawn_in(job.id, job.given)
        return with_topic(ScheduleLog(studio.home, drawn.schedule), drawn, request)

    def begun(self, studio: Studio, job: Job, config: RunConfig) -> None:
        """As `Attendant.begun`."""
        drawn = drawn_in(job.id, job.given)
        note_fired(ScheduleLog(studio.home, drawn.schedule), drawn, config, datetime.now(UTC))


ATTENDANT = SlotAttendant()


def with_topic(log: ScheduleLog, drawn: DrawnSlot, request: RunRequest) -> RunRequest:
    """Return the request with the topic that its run has if it begins now. Raises `LogError`."""
    return request.model_copy(update={"topic": drawn.pooled(log.refresh().topics(drawn.day))})


def note_fired(log: ScheduleLog, drawn: DrawnSlot, config: RunConfig, at: datetime) -> None:
    """Write down that a slot fired, unless that is known. Raises `LogError`."""
    log.append(
        SlotFired(
            at=at,
            date=drawn.date,
            slot=drawn.slot,
            hour=drawn.hour,
            draw=drawn.draw,
            probability=drawn.probability,
            format=config.format.id,
            members=tuple(member.id for member in config.members),
            source="pool" if config.topic in drawn.topics else "usual",
            topic=config.topic,
            seed=config.seed,
            run=config.id,
        )
    )
