"""One turn: who was chosen and why, what the voice replied, what was said."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from core.events.base import Count, Draw, Event, Message, Money, Part, Seconds, Share, Term, Tokens, Turn
from core.events.scene import Recalled

TurnKind = Literal["opening", "line", "closing", "director", "player", "question", "greeting"]
Purpose = Literal[
    "turn", "contribution", "distillation", "selection", "scene", "weave", "closing", "aftermath", "reflection",
    "translation", "choices", "summary", "sheet", "name",
]  # fmt: skip
"""What a voice is asked for; all but the first two are the game master's or the minutes'."""


class Candidate(Part, frozen=True, kw_only=True):
    """One member's terms in a speaker selection; `weight` is their sum floored at 0, `probability` its share."""

    member: str
    base: Term = 0.0
    affinity: Term = 0.0
    recency: Term = 0.0
    jitter: Term = 0.0
    bonus: Term = 0.0
    weight: Term = 0.0
    probability: Share = 0.0


class SpeakerSelected(Event, frozen=True, kw_only=True, tag="speaker.selected"):
    """Who speaks at `turn`, with the whole reason; `draw` in [0, 1) fell into the member's stretch of probability."""

    turn: Turn
    member: str
    policy: str
    reason: str
    message: Message | None = None
    candidates: tuple[Candidate, ...] = ()
    draw: Draw = -1.0


class TurnStarted(Event, frozen=True, kw_only=True, tag="turn.started"):
    """`member` is asked to speak. `direction` is sent last, behind what was `recalled`, and never kept in a history.

    `tools` are the names of those that the voice is offered.
    """

    turn: Turn
    member: str
    kind: TurnKind = "line"
    direction: str = ""
    attempt: Count = 0
    recalled: tuple[Recalled, ...] = ()
    tools: tuple[str, ...] = ()


class Usage(Part, frozen=True, kw_only=True):
    """Tokens of one call: input beyond the cache, read from it, written to it, and output."""

    input: Tokens = 0
    cache_read: Tokens = 0
    cache_write: Tokens = 0
    output: Tokens = 0

    @property
    def total(self) -> int:
        """All tokens in and out."""
        return self.input + self.cache_read + self.cache_write + self.output


class ToolCall(Part, frozen=True, kw_only=True):
    """A call of a tool; `id` pairs it with its result."""

    id: str
    name: str
    arguments: dict[str, Any] = {}


class Redraw(Part, frozen=True, kw_only=True):
    """A line that was drawn again, and why."""

    text: str
    reason: str


class VoiceReplied(Event, frozen=True, kw_only=True, tag="voice.replied"):
    """What a voice returned, committed before anything acts on it.

    `cost` is in US dollars, `latency` and `first_token` in seconds. `request_hash` is the hash of what was really
    sent (`Voice.payload_hash`). `warmth_as` says how the warmth was applied: as a sampling parameter or in words.
    `batch` is the provider's id of the batch that it came in, at half the price, and with no latency to speak of.
    """

    turn: Turn
    member: str
    purpose: Purpose = "turn"
    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    stop_reason: str = "end_turn"
    usage: Usage = Usage()
    cost: Money = 0.0
    latency: Seconds = 0.0
    first_token: Seconds = 0.0
    provider: str = ""
    model: str = ""
    request_id: str = ""
    request_hash: str = ""
    warmth_as: Literal["", "sampling", "words"] = ""
    redrawn: tuple[Redraw, ...] = ()
    batch: str = ""


class Swipe(Part, frozen=True, kw_only=True):
    """A reply of an imported chat that could have been the line, and what it came through; `at` is None where that is
    not known."""

    text: str
    at: datetime | None = None
    provider: str = ""
    model: str = ""
    thoughts: tuple[str, ...] = ()


class TurnEnded(Event, frozen=True, kw_only=True, tag="turn.ended"):
    """What was said at `turn`: the truth that every view shows.

    `thoughts` are kept apart and reach nobody else. `cut` is what was cut off the end. `author` is "director"
    for a line that the person at the controls wrote, "script" for one that they wrote beforehand, "rules" for one that
    no voice said, "user" for one that somebody said under their own name in the program that it was imported from;
    `edited` for one that the director changed. `heard_by` empty: everybody. A `hidden` line was said and is shown, and
    no voice is sent it. `swipes` are the replies among which the line was chosen, itself at the place `swipe`.
    """

    turn: Turn
    member: str
    text: str
    thoughts: tuple[str, ...] = ()
    cut: str = ""
    author: Literal["voice", "director", "script", "rules", "user"] = "voice"
    edited: bool = False
    heard_by: tuple[str, ...] = ()
    hidden: bool = False
    swipes: tuple[Swipe, ...] = ()
    swipe: Count = 0


class TurnFailed(Event, frozen=True, kw_only=True, tag="turn.failed"):
    """The voice could not speak; `sentence` is for the director and never reaches a member."""

    turn: Turn
    member: str
    kind: str
    sentence: str
    message: Message | None = None
    partial: str = ""
    usage: Usage = Usage()
    cost: Money = 0.0
    request_id: str = ""


class CallFailed(Event, frozen=True, kw_only=True, tag="call.failed"):
    """What a call to a voice cost that gave nothing, where no `turn.failed` tells: written as soon as it is known.

    An attempt that failed and was made again, or a call that was cancelled (`kind` "cancelled"), as far as the server
    had said by then what it counts. `turn`, `member` and `purpose` are those of the reply that was asked for.
    """

    turn: Turn
    member: str
    purpose: Purpose = "turn"
    kind: str
    usage: Usage = Usage()
    cost: Money = 0.0
    request_id: str = ""


class TurnAbandoned(Event, frozen=True, kw_only=True, tag="turn.abandoned"):
    """A turn that was begun and not finished; it will be taken again under the same number."""

    turn: Turn
    member: str
    reason: str
    message: Message | None = None
    partial: str = ""


class TurnRetried(Event, frozen=True, kw_only=True, tag="turn.retried"):
    """The last turn is taken back; the same number is spoken again with the next attempt's chances."""

    turn: Turn


class TurnBookmarked(Event, frozen=True, kw_only=True, tag="turn.bookmarked"):
    """The director marked a turn, or took the mark away."""

    turn: Turn
    on: bool = True
