"""What is known of a run after some of its events."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, ClassVar, Literal, Self, TypeVar

import msgspec

from parley.core.base.sentences import Sentence
from parley.core.cast.affinity import Pair, pair
from parley.core.cast.member import RESERVED, VoiceSpec
from parley.core.log.config import RunConfig
from parley.core.log.events.base import Event
from parley.core.log.events.distilled import RunDistilled
from parley.core.log.events.run import BreakpointSet, RunForked
from parley.core.log.events.turn import (
    Author,
    CallAnswered,
    OfferedTool,
    PointsNoted,
    SpeakerSelected,
    SummaryAsked,
    ToolCall,
    TurnEnded,
    TurnFailed,
    TurnStarted,
    Usage,
    VoiceReplied,
)

DIRECTOR = RESERVED
"""The id under which the person at the controls speaks."""

REPORTER = "Parley"
"""Under which name voices are told what the rules report between lines."""

Status = Literal["ready", "playing", "paused", "ended"]


class Entry(msgspec.Struct, frozen=True, gc=False):
    """Something that somebody could witness: a line, what the director put in, a scene's opening, an observation.

    `speaker` is empty but for a line and for tool calls, which only their own voice is shown again, answers and all.
    `heard_by` empty: everybody. `seq` is where it stands in the log. What is `hidden` is shown, and no voice is sent
    it. `name` is what something put in goes by, where that is not the director.
    """

    kind: Literal["line", "topic", "scene", "observation", "event", "calls"]
    seq: int
    turn: int
    speaker: str
    text: str
    heard_by: tuple[str, ...] = ()
    calls: tuple[CallAnswered, ...] = ()
    hidden: bool = False
    name: str = ""

    def witnessed_by(self, member: str) -> bool:
        """Return whether `member` saw or heard it; one's own lines always."""
        if self.hidden:
            return False
        return not self.heard_by or member in self.heard_by or member == self.speaker


class Parts(msgspec.Struct, frozen=True, gc=False):
    """What led to a turn, and its end, as they are in the log."""

    started_seq: int
    started: TurnStarted | None
    selected: SpeakerSelected | None
    reply: VoiceReplied | None
    ended: TurnEnded
    asked_seq: int = -1
    answers: tuple[CallAnswered, ...] = ()


class Kept(msgspec.Struct, frozen=True, gc=False):
    """The parts of a turn that are looked up in the log, each by how many events it lies before the turn's end.

    −1: there is none. Turns that went alike share one.
    """

    events: Sequence[Event]
    started_seq: int
    started: int
    selected: int
    reply: int
    asked_seq: int
    acts: bool
    answers: tuple[CallAnswered, ...] = ()

    def at(self, seq: int, before: int) -> Any:
        """Return the event so long before the turn's end at `seq`; None for −1."""
        return self.events[seq - before] if before >= 0 else None


class Turn(msgspec.Struct, frozen=True, gc=False):
    """A finished turn: what was said and everything that led to it. `seq` is that of its `turn.ended`.

    `asked_seq` is the moment from which its last request was made (events before it), `answers` are its tool calls,
    `author` is who made its words. What led to it is looked up in the log where it is not `held`.
    """

    number: int
    member: str
    text: str
    seq: int
    held: Parts | Kept
    author: Author

    @property
    def parts(self) -> Parts:
        """All that led to it."""
        held = self.held
        if isinstance(held, Parts):
            return held
        return Parts(
            self.started_seq, self.started, self.selected, self.reply, self.ended, self.asked_seq, held.answers
        )

    @property
    def started_seq(self) -> int:
        held = self.held
        return held.started_seq if isinstance(held, Parts) else self.seq - held.started_seq

    @property
    def asked_seq(self) -> int:
        held = self.held
        return held.asked_seq if isinstance(held, Parts) or held.asked_seq < 0 else self.seq - held.asked_seq

    @property
    def started(self) -> TurnStarted | None:
        held = self.held
        return held.started if isinstance(held, Parts) else held.at(self.seq, held.started)

    @property
    def selected(self) -> SpeakerSelected | None:
        held = self.held
        return held.selected if isinstance(held, Parts) else held.at(self.seq, held.selected)

    @property
    def reply(self) -> VoiceReplied | None:
        held = self.held
        return held.reply if isinstance(held, Parts) else held.at(self.seq, held.reply)

    @property
    def ended(self) -> TurnEnded:
        held = self.held
        return held.ended if isinstance(held, Parts) else held.at(self.seq, 0)

    @property
    def answers(self) -> tuple[CallAnswered, ...]:
        return self.held.answers

    @property
    def staged(self) -> bool:
        """Whether it is a stage direction (`TurnEnded.staged`)."""
        return self.author.kind == "rules" and self.ended.staged  # in this order: `ended` may be read from the file

    @property
    def written(self) -> str:
        """The line as voices are asked to write it (`TurnEnded.written`)."""
        held = self.held
        return self.text if isinstance(held, Kept) and not held.acts else self.ended.written  # else the log is read

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Turn):
            return NotImplemented
        if (self.number, self.seq) != (other.number, other.seq) or self.member != other.member:  # cheap terms first
            return False
        return self.text == other.text and (self.held is other.held or self.parts == other.parts)  # may read the file

    def __hash__(self) -> int:
        return hash((self.number, self.seq))


@dataclass(slots=True)
class OpenTurn:
    """A turn that is not finished: begun, maybe replied to, maybe failed. `selected` is why it is this member's.

    A voice that only called tools, or only thought, is asked once more: `asked_seq` is the moment of the last request,
    `answers` are all calls of the turn that were answered, `answered` counts those of `reply`, and `rounds` the
    replies. `held`: a breakpoint stopped the run before the calls of `reply` were answered. `next_seq` is the moment of
    the request that follows once they are; −1 where none does yet.
    """

    started: TurnStarted
    seq: int
    selected: SpeakerSelected | None = None
    reply: VoiceReplied | None = None
    failed: TurnFailed | None = None
    asked_seq: int = -1
    answers: tuple[CallAnswered, ...] = ()
    answered: int = 0
    rounds: int = 0
    held: bool = False
    next_seq: int = -1

    @property
    def unanswered(self) -> tuple[ToolCall, ...]:
        """The tool calls of the reply that nobody answered yet."""
        return self.reply.tool_calls[self.answered :] if self.reply else ()  # they are answered in their order


class Slice:
    """One mode's part of the state, from `run.started` on. Subclasses are dataclasses.

    `handlers` are called after the state's own handler of the same event, with the state, the slice and the event.
    """

    __slots__ = ()
    grown: ClassVar[tuple[str, ...]] = ()
    """Lists that only ever grow: of a moment kept for later only their lengths are."""
    handlers: ClassVar[dict[type[Event], Callable[[Any, Any, Any], None]]] = {}

    def __init_subclass__(cls) -> None:
        cls.handlers = {}  # a dict of its own: the base's would be shared by all modes

    @classmethod
    def begin(cls, config: RunConfig) -> Self:
        """Return the slice before anything happened."""
        raise NotImplementedError

    def copy(self) -> Self:
        """Return one that can be folded on without touching this one."""
        raise NotImplementedError

    def follow_fork(self, state: State, event: RunForked, before: RunConfig) -> None:
        """Follow the run as a fork; `state` has the fork's configuration already, `before` was the parent's."""

    def taken_back(self, state: State, gone: Turn) -> None:
        """Forget the last turn, which was taken back and is no more in `state`: it is to be spoken again."""


S = TypeVar("S", bound=Slice)


@dataclass(slots=True)
class State:
    """The run after `seq` events.

    Attributes: `config` as overridden by forks; `names` of everybody who ever was in it; `entries` and `turns`,
    append-only but for a retry, which raises `revision`; `open`, the turn in flight; `selected`, a selection whose turn
    has not begun; `begun`, the turn that a member last began or is to take again: as long as it is the next one, it was
    broken off or taken back; `held_turn`, the turn before which the breakpoint
    `held_by` paused; `spoken` and `words` by member; `authors`, how many turns are by whom,
    and `last_authors`, who made the words that each member's voice last replied with;
    `affinity` by pair; `foreign`: it was had in another program, up to its end; `usage` and `cost` (US dollars) of all
    calls, `own_cost` without what a fork's prefix had cost already; `playing_seconds`, the time the gate stood open;
    `pending`, replies to questions that are no turns by purpose, until they are acted on; `slices`, what the mode
    keeps of its own (`state[StoryState]`); `points`, the talking points that were noted last; `cuts`, the seq before
    which a member is sent nothing any more, `summaries`, what each is sent in its place, and `summing`, a summary that
    was asked for and is not there yet; `alternatives`, by turn, other words for a line that stands; `offered`, the
    tools that each member's voice was last offered.
    """

    config: RunConfig | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    run: str = ""
    parent: str = ""
    parent_turn: int = 0
    foreign: bool = False
    status: Status = "ready"
    reason: str = ""
    detail: str = ""
    seq: int = 0
    revision: int = 0
    started_at: datetime | None = None
    now: datetime | None = None
    entries: list[Entry] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    open: OpenTurn | None = None
    selected: SpeakerSelected | None = None
    attempt: int = 0
    begun: int = 0
    spoken: dict[str, int] = field(default_factory=dict)
    words: dict[str, int] = field(default_factory=dict)
    authors: dict[Author, int] = field(default_factory=dict)
    last_authors: dict[str, Author] = field(default_factory=dict)
    affinity: dict[Pair, float] = field(default_factory=dict)
    muted: frozenset[str] = frozenset()
    voices: dict[str, VoiceSpec] = field(default_factory=dict)
    policy: str = "affinity"
    floor: str = ""
    breakpoints: dict[str, BreakpointSet] = field(default_factory=dict)
    held_turn: int = 0
    held_by: str = ""
    usage: Usage = field(default_factory=Usage)
    cost: float = 0.0
    own_cost: float = 0.0
    own_tokens: int = 0
    calls: int = 0
    playing_seconds: float = 0.0
    pending: dict[str, VoiceReplied] = field(default_factory=dict)
    distilled: RunDistilled | None = None
    bookmarks: frozenset[int] = frozenset()
    slices: dict[type[Slice], Slice] = field(default_factory=dict)
    cuts: dict[str, int] = field(default_factory=dict)
    summaries: dict[str, str] = field(default_factory=dict)
    summing: SummaryAsked | None = None
    points: PointsNoted | None = None
    alternatives: dict[int, tuple[VoiceReplied, ...]] = field(default_factory=dict)
    offered: dict[str, tuple[OfferedTool, ...]] = field(default_factory=dict)

    @property
    def setup(self) -> RunConfig:
        """The configuration. Raises `ValueError` before `run.started`."""
        if self.config is None:
            raise ValueError("no run.started yet")
        return self.config

    def find(self, kind: type[S]) -> S | None:
        """Return the mode's own part of that kind; None in a mode that has none."""
        return self.slices.get(kind)  # type: ignore[return-value]  # each is kept under its own type

    def __getitem__(self, kind: type[S]) -> S:
        """Return the mode's own part of that kind. Raises `ValueError` in a mode that has none."""
        found = self.slices.get(kind)
        if found is None:
            raise ValueError(
                Sentence("a run of the mode '{mode}' has no {kind}", mode=self.setup.mode, kind=kind.__name__)
            )
        return found  # type: ignore[return-value]  # each is kept under its own type

    @property
    def next_turn(self) -> int:
        """The number of the turn in flight or to come; the first is 1."""
        return len(self.turns) + 1

    @property
    def last_speaker(self) -> str:
        """Who spoke last; empty before the first turn."""
        return self.turns[-1].member if self.turns else ""

    def get_affinity_of(self, a: str, b: str) -> float:
        """Return how well the two get on; the start value for strangers."""
        return self.affinity.get(pair(a, b), 0.5)

    def get_voice_of(self, member: str) -> VoiceSpec:
        """Return the member's own voice, else the run's default."""
        return self.voices.get(member) or self.voices.get("") or self.setup.voice

    def get_voice_label(self, member: str = "") -> str:
        """Return what the member speaks through, as it is shown; in an imported run, what spoke in the other
        program.
        """
        if not self.foreign:
            return self.get_voice_of(member).label
        replies = (turn.reply for turn in reversed(self.turns) if turn.member == member and turn.reply)
        reply = next(replies, None)
        if reply is None or not reply.provider:
            return self.setup.imported
        return f"{reply.provider} · {reply.model}" if reply.model else reply.provider

    def was_person(self, member: str) -> bool:
        """Return whether in an imported run the member was somebody who wrote their lines themselves."""
        last = next((turn for turn in reversed(self.turns) if turn.member == member), None) if self.foreign else None
        return last is not None and last.ended.author == "user"

    def name_of(self, member: str) -> str:
        """Return the name to show for an id."""
        return self.names.get(member) or ("Director" if member == DIRECTOR else member)

    def copy(self) -> State:
        """Return a state that can be folded on without touching this one."""
        return replace(  # shared is what is frozen, and what handlers replace rather than change
            self,
            entries=self.entries.copy(),
            turns=self.turns.copy(),
            open=replace(self.open) if self.open else None,  # handlers change it in place
            spoken=self.spoken.copy(),
            words=self.words.copy(),
            authors=self.authors.copy(),
            last_authors=self.last_authors.copy(),
            affinity=self.affinity.copy(),
            voices=self.voices.copy(),
            breakpoints=self.breakpoints.copy(),
            pending=self.pending.copy(),
            slices={kind: each.copy() for kind, each in self.slices.items()},
            cuts=self.cuts.copy(),
            summaries=self.summaries.copy(),
            alternatives=self.alternatives.copy(),
            offered=self.offered.copy(),
        )
