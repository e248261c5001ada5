"""What the queue's dock is given."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

STATES = ("running", "parked", "failed", "waiting", "finished", "cancelled")
"""The states of a job, in the order in which they want to be seen."""
BY_STATE = {state: at for at, state in enumerate(STATES)}


@dataclass(frozen=True, slots=True)
class JobFigure:
    """A job: `what` is its key, else what it is about. `turns` are spoken so far. `due` is when it may begin,
    `changed` when something last happened to it. By `order` stands first what is under way, then what waits for a
    person, what comes next, and what is over, the last of it first."""

    id: str
    what: str
    kind: str
    state: str
    number: int
    priority: int = 0
    tries: int = 0
    run: str = ""
    reason: str = ""
    turns: int = 0
    due: datetime | None = None
    changed: datetime | None = None
    order: tuple[int, int, int] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        at = BY_STATE.get(self.state, len(STATES))
        ordered = (at, -self.priority, self.number) if self.state in ("running", "waiting") else (at, 0, -self.number)
        object.__setattr__(self, "order", ordered)  # the class is frozen

    @property
    def cancellable(self) -> bool:
        """Whether nobody has to want it any more."""
        return self.state not in ("finished", "cancelled")

    @property
    def retryable(self) -> bool:
        """Whether it can be tried again, or at once."""
        return self.state in ("failed", "parked", "cancelled") or (self.state == "waiting" and self.due is not None)


@dataclass(frozen=True, slots=True)
class WorkerFigure:
    """The worker of this window: how many jobs it has under way, what it has done, and what it said last. `starting`:
    its process is not at work yet."""

    running: bool = False
    starting: bool = False
    stopping: bool = False
    live: int = 0
    finished: int = 0
    turns: int = 0
    cost: float = 0.0
    told: str = ""


@dataclass(frozen=True, slots=True)
class QueueFigure:
    """All jobs in the order of their enqueuing; `fault` says what could not be read. `known`: the queue was looked
    at."""

    jobs: tuple[JobFigure, ...] = ()
    fault: str = ""
    known: bool = False
