"""What passes between the desk, which writes the logs, and the workers of a cluster."""

from __future__ import annotations

from typing import TypedDict


class Task(TypedDict):
    """One run to be played on; `log` is all of its lines so far, `attempt` names this sending of it alone.

    `session` is the desk's, `protocol` what both must speak. `home` is named where workers share the desk's machine,
    and empty where each has its own. `calls` may be under way at once in the worker's process.
    """

    session: str
    attempt: str
    protocol: str
    home: str
    calls: int
    log: bytes


class Message(TypedDict):
    """Lines of a run, in order; `first` is the place in the log of the first of them, from 0."""

    attempt: str
    first: int
    lines: list[bytes]


class Outcome(TypedDict):
    """How an attempt went: all lines that it wrote, and what went wrong, if anything did.

    `begun` is False where another worker had begun it and was lost: nothing was played, for the log has grown since.
    """

    begun: bool
    first: int
    lines: list[bytes]
    fault: str
    hint: str


class Order(TypedDict):
    """An order that these attempts stand, and why; with `cancel` replies under way are dropped."""

    attempts: list[str]
    why: str
    cancel: bool


def events_topic(session: str) -> str:
    """Return where lines are sent to."""
    return f"parley-{session}-events"


def orders_topic(session: str) -> str:
    """Return where orders are sent to."""
    return f"parley-{session}-orders"
