"""What a conversation leaves behind."""

from __future__ import annotations

from typing import Literal

from core.log.events.base import Event, EventPart, Message, Share, Turn

MemoryKind = Literal["insight", "pattern", "strategy", "preference", "lesson"]


class Memory(EventPart, frozen=True, kw_only=True):
    """Something `member` took away. `confidence` in [0, 1]; `turns` are its evidence."""

    id: str
    member: str
    kind: MemoryKind
    text: str
    confidence: Share
    turns: tuple[Turn, ...] = ()


class Drift(EventPart, frozen=True, kw_only=True):
    """A change of the symmetric affinity between `a` and `b` (a < b), with its reason."""

    a: str
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
