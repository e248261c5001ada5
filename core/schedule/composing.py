"""A slot's run when it begins: its topic, which may follow from the runs before it, and what is written down of it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from parley.core.base.errors import ParleyError
from parley.core.engine.run_request import RunRequest
from parley.core.log.config import RunConfig
from parley.core.queue.attendants import Attendant
from parley.core.queue.jobs import Job
from parley.core.schedule.drawn import DrawnSlot, drawn_in
from parley.core.schedule.events import SlotFired
from parley.core.schedule.log import ScheduleLog
from parley.core.schedule.topics import EarlierTopics
from parley.core.studio.studio import Studio


class SlotAttendant(Attendant):
    """Completes the request of a slot's run, and writes down that the slot fired, with what came of it."""

    def completed(self, studio: Studio, job: Job, request: RunRequest) -> RunRequest:
        """As `Attendant.completed`."""
        drawn = drawn_in(job.id, job.given)
        return with_topic(studio, ScheduleLog(studio.home, drawn.schedule), drawn, request)

    def begun(self, studio: Studio, job: Job, config: RunConfig) -> None:
        """As `Attendant.begun`."""
        drawn = drawn_in(job.id, job.given)
        note_fired(studio, ScheduleLog(studio.home, drawn.schedule), drawn, config, datetime.now(UTC))


ATTENDANT = SlotAttendant()


def with_topic(studio: Studio, log: ScheduleLog, drawn: DrawnSlot, request: RunRequest) -> RunRequest:
    """The request with the topic that its run has if it begins now. Raises `UsageError` and its kin, `LogError`."""
    history = log.refresh()
    used = history.topics(drawn.day)
    topic = ""
    if drawn.wants:
        # Who takes part, and what they remember, follows from the same request without a topic.
        draft = studio.compose(request)
        earlier = _earlier(studio, drawn, draft)
        look: dict[str, Callable[[], str]] = {
            "actions": lambda: earlier.left_open(history.fired()),
            "memory": lambda: earlier.remembered(draft.names, draft.memories, used),
        }
        topic = next((found for want in drawn.wants if (found := look[want]())), "")
    return request.model_copy(update={"topic": topic or drawn.pooled(used)})


def note_fired(studio: Studio, log: ScheduleLog, drawn: DrawnSlot, config: RunConfig, at: datetime) -> None:
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
            source=_earlier(studio, drawn, config).source(config.topic),
            topic=config.topic,
            seed=config.seed,
            run=config.id,
        )
    )


def _earlier(studio: Studio, drawn: DrawnSlot, config: RunConfig) -> EarlierTopics:
    try:
        members = studio.library.cast(config.cast_id).members
    except ParleyError:
        # Its file is gone; the run has all that it needs.
        members = config.members
    return EarlierTopics(studio, drawn, {member.id: member.name for member in members}, config.language)
