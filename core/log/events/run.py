"""The life of a run, and what the director does to it."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from parley.core.log.events.base import LOG_VERSION, UNWRITTEN, Count, Day, Event, Message, Share, Turn, Word

PauseReason = Word
"""Why a run stands: director, breakpoint, failure, step, floor, interrupted, or what a mode waits for."""

EndReason = Word
"""Why a run ended: turns, tokens, cost, day_cost, time, left, director, or how a mode's runs come to their end."""


class RunStarted(Event, frozen=True, kw_only=True, tag="run.started"):
    """The first event: the whole configuration (`parley.core.log.config.RunConfig`, as JSON)."""

    version: Count = UNWRITTEN  # not LOG_VERSION, which would rise for the logs of before as well
    config: dict[str, Any]  # checked in the fold by pydantic, which names the field at fault

    @classmethod
    def begin(cls, at: datetime, config: dict[str, Any]) -> RunStarted:
        """Return the first event of a new log, which is of today's version."""
        return cls(at=at, version=LOG_VERSION, config=config)


class RunForked(Event, frozen=True, kw_only=True, tag="run.forked"):
    """What precedes is a copy of `parent` up to `at_seq` (exclusive); `overrides` are `RunConfig` fields."""

    run: str
    parent: str
    at_seq: Count
    at_turn: Turn  # said, too: the parent's log may be gone when its forks are listed
    overrides: dict[str, Any] = {}  # not merged into `run.started`, which stays a copy of the parent's


class RunContinued(Event, frozen=True, kw_only=True, tag="run.continued"):
    """The gate was opened: for good (`play`) or for one turn (`step`)."""

    how: Literal["play", "step"] = "play"


class RunPaused(Event, frozen=True, kw_only=True, tag="run.paused"):
    """The gate was closed; `detail` is a sentence, `breakpoint` the id of the one that did it."""

    sentence_field = "detail"

    reason: PauseReason = "director"
    detail: str = ""
    message: Message | None = None
    breakpoint: str = ""


class RunResumed(Event, frozen=True, kw_only=True, tag="run.resumed"):
    """The log was opened again by a later process; `torn` bytes of an unfinished line were cut off."""

    torn: Count = 0


class RunEnded(Event, frozen=True, kw_only=True, tag="run.ended"):
    """The run is over; `detail` is a sentence."""

    sentence_field = "detail"

    reason: EndReason
    detail: str = ""  # empty where the words for `reason` say it all
    message: Message | None = None


class BreakpointSet(Event, frozen=True, kw_only=True, tag="breakpoint.set"):
    """Pause before `member` speaks, before turn number `turn`, on a tool call, or at a convergence >= `threshold`.

    `calculator` and `profile` say by which score; it is that of who has spoken and of the other who spoke last.
    """

    id: str
    kind: Literal["member", "turn", "tool", "convergence"]
    member: str = ""
    turn: Turn = 0
    threshold: Share = 0.0
    calculator: str = "parley"
    profile: str = "balanced"


class BreakpointCleared(Event, frozen=True, kw_only=True, tag="breakpoint.cleared"):
    """The breakpoint `id` is gone."""

    id: str


class TopicInjected(Event, frozen=True, kw_only=True, tag="topic.injected"):
    """The director put something in: to all (`to` empty), or whispered to the members in `to`.

    In an imported chat it is nobody's line: `name` is what it went by there, `kind` what it was ("narrator",
    "comment" …); where it is `hidden` it is shown, and no voice is sent it.
    """

    text: str
    to: tuple[str, ...] = ()
    name: str = ""
    kind: str = ""
    hidden: bool = False


class FloorGiven(Event, frozen=True, kw_only=True, tag="floor.given"):
    """The director said who speaks next."""

    member: str


class MemberMuted(Event, frozen=True, kw_only=True, tag="member.muted"):
    """The member hears but is not selected."""

    member: str


class MemberUnmuted(Event, frozen=True, kw_only=True, tag="member.unmuted"):
    """The member may be selected again."""

    member: str


class VoiceChanged(Event, frozen=True, kw_only=True, tag="voice.changed"):
    """From here on `member` (empty: the run's default) speaks through `voice` (a `VoiceSpec`, as JSON)."""

    member: str = ""
    voice: dict[str, Any]  # checked in the fold, as a run's configuration is


class PolicyChanged(Event, frozen=True, kw_only=True, tag="policy.changed"):
    """From here on the next speaker is chosen by `policy`."""

    policy: str


class AutopilotSet(Event, frozen=True, kw_only=True, tag="autopilot.set"):
    """Whether scenes follow each other without asking the director, and for how many days in all (0: as before)."""

    on: bool
    days: Day = 0
