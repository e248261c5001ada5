"""One turn: who was chosen and why, what the voice replied, what was said."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, Literal

import msgspec

from parley.core.base.acts import Act, Stance
from parley.core.cast.member import PLAYER
from parley.core.log.events.base import (
    Count,
    Draw,
    Event,
    EventPart,
    Message,
    Money,
    Seconds,
    Share,
    Term,
    Tokens,
    Turn,
    Word,
)

TurnKind = Word
"""What a turn is to the talk: opening, line, closing, director, or a kind of the mode's own."""

Purpose = Word
"""What a voice is asked for: turn, contribution, distillation, selection, summary, or a purpose of the mode's own."""

ALTERNATIVE = "alternative"
"""The purpose of a reply that is another way to say the line of its turn, which was said before."""


class Candidate(EventPart, frozen=True, kw_only=True):
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
    """Who speaks at `turn`, with the whole reason; `draw` in [0, 1] fell into the member's stretch of probability."""

    sentence_field = "reason"

    turn: Turn
    member: str
    policy: str
    reason: str
    message: Message | None = None
    candidates: tuple[Candidate, ...] = ()
    draw: Draw = -1.0


class Recalled(EventPart, frozen=True, kw_only=True):
    """A memory that came to mind, with its scores in 0 to 1; `score` is their weighted mean."""

    memory: str
    recency: Share
    relevance: Share
    importance: Share
    score: Share


class CameToMind(EventPart, frozen=True, kw_only=True):
    """An entry of a lore book that came to mind, and the `key` by which it did (empty: it always does); `text` is sent.

    `by` is the entry that has the key, where it was not said in the talk.
    """

    book: str = ""
    entry: str
    key: str = ""
    by: str = ""
    text: str


class Move(EventPart, frozen=True, kw_only=True):
    """What a turn is to do, drawn before its voice is asked: an `act`, towards whom (`to`, empty: everybody), about
    which line (`about`, a turn's number; 0: the topic). `stance` is the side of a speaker who keeps one; `injected` is
    the topic or whisper, put in by the director, that the turn answers; `point` is one of the talking points that
    were noted for the topic, which the turn is about."""

    act: Act
    to: str = ""
    about: Count = 0
    stance: Stance = ""
    injected: str = ""
    point: str = ""  # set in logs of an earlier version alone, as `PointsNoted` is


MOST_POINTS = 40
"""Talking points that may be noted for one topic."""


class PointsNoted(Event, frozen=True, kw_only=True, tag="points.noted"):
    """What a model noted that could come up in a talk about `topic`, from `turn` on: a few words each.

    Read from logs of an earlier version, in which a small model was given one of them with each move.
    """

    turn: Turn
    topic: str
    points: Annotated[tuple[str, ...], msgspec.Meta(max_length=MOST_POINTS)] = ()


class TurnStarted(Event, frozen=True, kw_only=True, tag="turn.started"):
    """`member` is asked to speak. `direction` is sent last, behind what was `recalled` and the `lore` that came to
    mind, and never kept in a history; it is made from the `move` where the mode draws one.

    `tools` are the names of those that the voice is offered.
    """

    turn: Turn
    member: str
    kind: TurnKind = "line"  # as most turns are: a field at its default is not written
    direction: str = ""
    attempt: Count = 0  # a part of the key of its draws, so that a retry is drawn anew
    recalled: tuple[Recalled, ...] = ()
    lore: tuple[CameToMind, ...] = ()
    tools: tuple[str, ...] = ()
    move: Move | None = None


class Usage(EventPart, frozen=True, kw_only=True):
    """Tokens of one call: input beyond the cache, read from it, written to it, and output.

    `estimated`: the server counted none, and these are taken from the length of the texts.
    """

    input: Tokens = 0
    cache_read: Tokens = 0
    cache_write: Tokens = 0
    output: Tokens = 0
    estimated: bool = False

    @property
    def total(self) -> int:
        """All tokens in and out."""
        return self.input + self.cache_read + self.cache_write + self.output

    def __add__(self, other: Usage) -> Usage:
        """Return the tokens of both; `estimated` where those of one of them are."""
        return Usage(
            input=self.input + other.input,
            cache_read=self.cache_read + other.cache_read,
            cache_write=self.cache_write + other.cache_write,
            output=self.output + other.output,
            estimated=self.estimated or other.estimated,
        )

    @property
    def counts(self) -> dict[str, int]:
        """The tokens by their names, and that they are `estimated` where they are."""
        found = msgspec.structs.asdict(self)
        return found if self.estimated else {name: count for name, count in found.items() if name != "estimated"}


class ToolCall(EventPart, frozen=True, kw_only=True):
    """A call of a tool; `id` pairs it with its result."""

    id: str
    name: str
    arguments: dict[str, Any] = {}


class Redraw(EventPart, frozen=True, kw_only=True):
    """A line that was drawn again, and why."""

    text: str
    reason: str


MOST_DRAFTS = 64
"""Lines that a voice may have drawn for one."""


class Draft(EventPart, frozen=True, kw_only=True):
    """One of several lines that a voice drew at once, of which it said one.

    `score` is the weighted mean of the `terms`, each in 0 to 1 (`parley.core.voices.embedded.choosing`); `fault` says
    why it may not stand, `chosen` is the line that was said.
    """

    text: str
    score: Share = 0.0
    terms: dict[Word, Share] = {}
    fault: str = ""
    chosen: bool = False


class Author(EventPart, frozen=True, kw_only=True):
    """Who made the words of a line.

    `name` is the file of a writer, or a model as its server named it; empty where there is none. "unknown" is whoever
    made a line of another program, or of a damaged log, that does not say so.
    """

    kind: Literal["writer", "model", "rules", "person", "unknown"]
    name: str = ""

    def __str__(self) -> str:
        return f"{self.kind}:{self.name}" if self.name else self.kind


NOT_YET = datetime(1970, 1, 1, tzinfo=UTC)
"""The moment of a reply that is in no log yet."""


class Reply(Event, frozen=True, kw_only=True, tag="reply", rename={"temperature_as": "warmth_as"}):
    """What a voice returned; where in the talk it has its place is said when it is committed.

    `cost` is in US dollars, `latency` and `first_token` in seconds. `request_hash` is the hash of what was really sent
    (`Payload.digest`). `temperature_as` says how the temperature was applied: as a sampling parameter or in words;
    logs keep its first name, `warmth_as`. `batch`, in logs of earlier versions, is the provider's id of the batch that
    it came in, at half the price. `drafts` are the lines among which the voice chose this one, as they were drawn;
    `led` is what of it the rules say first, by themselves where it is the whole text. `words_by` is who made the words
    where that is neither its model nor, of a voice that is simulated, its rules.
    """

    at: Annotated[datetime, msgspec.Meta(tz=True)] = NOT_YET
    turn: Turn = 0
    member: str = ""
    purpose: Purpose = "turn"
    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    stop_reason: str = "end_turn"  # Anthropic's word for a reply that is whole; the rehearsal uses it too
    usage: Usage = Usage()
    cost: Money = 0.0
    latency: Seconds = 0.0
    first_token: Seconds = 0.0
    provider: str = ""
    model: str = ""
    request_id: str = ""  # the provider's name for the call, by which its support finds it
    request_hash: str = ""
    temperature_as: Literal["", "sampling", "words"] = ""
    redrawn: tuple[Redraw, ...] = ()
    batch: str = ""
    drafts: Annotated[tuple[Draft, ...], msgspec.Meta(max_length=MOST_DRAFTS)] = ()
    led: str = ""
    words_by: Author | None = None


class VoiceReplied(Reply, frozen=True, kw_only=True, tag="voice.replied"):
    """A reply in its place in the talk, committed before anything acts on it."""

    at: Annotated[datetime, msgspec.Meta(tz=True)]  # without defaults here: every line of a log has these three
    turn: Turn
    member: str


class Swipe(EventPart, frozen=True, kw_only=True):
    """Words that could be the line, or are it, and what they came through; `at` and `words_by` are None where that is
    not known."""

    text: str
    at: datetime | None = None
    provider: str = ""
    model: str = ""
    thoughts: tuple[str, ...] = ()
    words_by: Author | None = None


class TurnEnded(Event, frozen=True, kw_only=True, tag="turn.ended"):
    """What was said at `turn`: the truth that every view shows.

    `thoughts` are kept apart and reach nobody else. `cut` is what was cut off the end. `author` is "director"
    for a line that the person at the controls wrote, "script" for one that they wrote beforehand, "rules" for one that
    no voice said, "user" for one that somebody said under their own name in the program that it was imported from;
    `edited` for one that the director changed. `heard_by` empty: everybody. A `hidden` line was said and is shown, and
    no voice is sent it. `acts` is what the speaker did meanwhile ("pours coffee"), which everybody in sight sees.
    `swipes` are the replies among which the line was chosen, itself at the place `swipe`. `words_by` is who made the
    words; earlier programs did not write it (`Turn.author`).
    """

    turn: Turn
    member: str
    text: str
    thoughts: tuple[str, ...] = ()
    acts: tuple[str, ...] = ()
    cut: str = ""
    author: Literal["voice", "director", "script", "rules", "user"] = "voice"
    edited: bool = False
    heard_by: tuple[str, ...] = ()  # not all the names: they would stand in nearly every line of a log
    hidden: bool = False
    swipes: tuple[Swipe, ...] = ()
    swipe: Count = 0
    words_by: Author | None = None

    @property
    def staged(self) -> bool:
        """Whether the text is a stage direction of the rules, and nobody's words.

        Rules of earlier programs put words into mouths: those logs do not say by whom the words are. What the player
        does stays theirs, also where it was drawn for them.
        """
        return self.words_by is not None and self.words_by.kind == "rules" and self.member != PLAYER

    def line(self, name: str) -> str:
        """Return it as one line of text: "Name: words", a stage direction by itself."""
        return self.text if self.staged else f"{name}: {self.written}"

    @property
    def written(self) -> str:
        """The line as voices are asked to write it: what is done in *asterisks*, before what is said."""
        return " ".join([*(f"*{act}*" for act in self.acts), self.text]).strip() if self.acts else self.text


class TurnFailed(Event, frozen=True, kw_only=True, tag="turn.failed"):
    """The voice could not speak; `sentence` is for the director and never reaches a member."""

    sentence_field = "sentence"

    turn: Turn
    member: str
    kind: str  # no `VoiceFault`: a log with a kind unknown here can be read all the same
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

    sentence_field = "reason"

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


class ContextCut(Event, frozen=True, kw_only=True, tag="context.cut"):
    """From here on `member` is sent nothing that stands before `before` (a seq): the oldest whole exchanges.

    `dropped` counts the pieces that are left out now, `budget` is the room for the history in tokens. `summary` stands
    in place of all that was ever left out, as far as it was summed up; empty: nothing does. `note` says why what is
    left out now is not in it although it was to be.
    """

    sentence_field = "note"

    member: str
    before: Count
    dropped: Count
    budget: Tokens
    summary: str = ""
    note: str = ""
    message: Message | None = None


class SummaryAsked(Event, frozen=True, kw_only=True, tag="summary.asked"):
    """`member`'s voice is to sum up what stands before `before` before it is cut off; fields as in `context.cut`.

    The summary has room for `room` tokens. What is asked follows from the log up to here, so that the answer is used
    after a crash, too.
    """

    member: str
    before: Count
    dropped: Count
    budget: Tokens
    room: Tokens


class CallAnswered(Event, frozen=True, kw_only=True):  # no tag of its own: only modes' events of this kind are logged
    """One tool call of the reply in flight, carried out or refused (`error`). A mode's event adds what came of it.

    `call` is the id that pairs it with the call; `text` is the tool's result, as the voice reads it.
    """

    turn: Turn
    member: str
    call: str
    name: str
    arguments: dict[str, Any] = {}
    text: str = ""
    error: bool = False
    effects: tuple[Any, ...] = ()  # each mode's event narrows the type


class OfferedTool(EventPart, frozen=True, kw_only=True):
    """A tool as a voice is told of it: `name` is how it calls it, `tool` what people call it ("files.read_file")."""

    name: str
    tool: str  # with its dot, which servers refuse in the name that is called
    description: str = ""
    schema: dict[str, Any] = {}


class ToolsOffered(Event, frozen=True, kw_only=True, tag="tools.offered"):
    """From here on `member`'s voice may call these tools, and no others."""

    member: str
    tools: tuple[OfferedTool, ...] = ()


class ToolUsed(CallAnswered, frozen=True, kw_only=True, tag="tool.used"):
    """A call of a tool of the member's own, as it was carried out: it is never made again, also not by a fork.

    `tool` is what people call it, `size` the bytes of the whole result, of which `text` may be the beginning.
    `report` is what the others are told: that it was used, and nothing of what it said; empty: nothing.
    """

    tool: str = ""
    report: str = ""
    seconds: Seconds = 0.0  # without the time that a person took to allow it
    size: Count = 0
