"""What a conversation leaves behind."""

from __future__ import annotations

from typing import Literal

from parley.core.log.events.base import Count, Day, Event, EventPart, Message, Points, Share, Turn

MemoryKind = Literal["insight", "pattern", "strategy", "preference", "lesson"]
RecordType = Literal["observation", "reflection", "plan", "artifact", "conversation"]


class Memory(EventPart, frozen=True, kw_only=True):
    """Something `member` took away. `confidence` in [0, 1]; `turns` are its evidence."""

    id: str
    member: str
    kind: MemoryKind
    text: str
    confidence: Share
    turns: tuple[Turn, ...] = ()


class MemoryRecord(EventPart, frozen=True, kw_only=True):
    """Something a member remembers. `importance` is 1 to 10, `moment` the office's time ("2026-01-08T12:30").

    `id` is "m" and its place in the run's list of memories, from 1. `evidence` are ids of memories (of a reflection),
    `turns` the first and the last turn of the exchange it is about, `depth` 0 for what was witnessed and one more than
    its evidence for a reflection. A thread (`open`: "question" or "promise") is what is still to be answered; where it
    has its own words (`said`), it lies between `member`, who owes, and the first of `about`, and is open until a scene
    settles it.
    """

    id: str
    member: str
    type: RecordType
    text: str
    importance: Points = 1
    day: Day = 0
    scene: Count = 0
    moment: str = ""
    tags: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()
    depth: Count = 0
    about: tuple[str, ...] = ()
    turns: tuple[Turn, Turn] | None = None
    open: Literal["", "question", "promise"] = ""
    said: str = ""
    run: str = ""


class Drift(EventPart, frozen=True, kw_only=True):
    """A change of the symmetric affinity between `a` and `b` (a < b), with its reason."""

    a: str  # the smaller id: a pair has one key, whoever is named first
    b: str
    before: Share
    after: Share
    reason: str


class ActionItem(EventPart, frozen=True, kw_only=True):
    """Something somebody promised to do."""

    owner: str
    text: str


class RunDistilled(Event, frozen=True, kw_only=True, tag="run.distilled"):
    """What the run left behind, in one event so that it happens wholly or not at all.

    `method` is "voice" or, with the reason in `note`, "rules" where the voice's answer could not be used.
    """

    sentence_field = "note"

    summary: str
    memories: tuple[Memory, ...] = ()
    drifts: tuple[Drift, ...] = ()
    actions: tuple[ActionItem, ...] = ()
    method: Literal["voice", "rules"] = "voice"
    note: str = ""
    message: Message | None = None
