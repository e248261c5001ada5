"""The only fold: `state = fold(events)`. Everything that is known of a run comes from here."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

import msgspec
from pydantic import ValidationError

from core.cast.affinity import Pair, pair
from core.cast.member import RESERVED, VoiceSpec
from core.errors import LogError
from core.events import (
    PLAYER,
    AgentSkipped,
    AnyEvent,
    AutopilotSet,
    BreakpointCleared,
    BreakpointSet,
    CallFailed,
    ChoicesOffered,
    CombatEnded,
    CombatFought,
    CombatStarted,
    ContextCut,
    ContributionAsked,
    ConvergenceReached,
    DayClosed,
    DayEnded,
    DayStarted,
    DialogueSummarised,
    DiceRolled,
    FloorGiven,
    MemberMuted,
    MemberReflected,
    MemberUnmuted,
    MemoryRecord,
    MomentTagged,
    NameChosen,
    Person,
    PhaseChanged,
    PlayerDid,
    PolicyChanged,
    RunContinued,
    RunDistilled,
    RunEnded,
    RunForked,
    RunPaused,
    RunResumed,
    RunStarted,
    SceneEnded,
    SceneRanked,
    SceneRequested,
    SceneSkipped,
    SceneStarted,
    SceneTranslated,
    SceneWoven,
    SheetWritten,
    SideTold,
    SpeakerSelected,
    StoryRouted,
    SummaryAsked,
    ToolAnswered,
    ToolCall,
    TopicInjected,
    TurnAbandoned,
    TurnBookmarked,
    TurnEnded,
    TurnFailed,
    TurnRetried,
    TurnStarted,
    Usage,
    VoiceChanged,
    VoiceReplied,
    WeaveRejected,
    text_of,
)
from core.transcript import tale as story
from core.transcript import world as office
from core.transcript.config import RunConfig
from core.transcript.line import visible
from core.transcript.tale import Tale
from core.transcript.world import World

DIRECTOR = RESERVED
"""The id under which the person at the controls speaks."""

DIRECTED = 8
"""How important a member finds what the director says, 1 to 10."""

_ANSWERED = frozenset({"empty", "refused", "invalid"})
"""Failures of a voice that did answer: with the same chances it would answer the same."""

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
    calls: tuple[ToolAnswered, ...] = ()
    hidden: bool = False
    name: str = ""

    def witnessed_by(self, member: str) -> bool:
        """Whether `member` saw or heard it; one's own lines always."""
        if self.hidden:
            return False
        return not self.heard_by or member in self.heard_by or member == self.speaker


class Turn(msgspec.Struct, frozen=True, gc=False):
    """A finished turn: what was said and everything that led to it. `seq` is that of its `turn.ended`.

    `asked_seq` is the moment from which its last request was made (events before it), `answers` are its tool calls.
    """

    number: int
    member: str
    text: str
    seq: int
    started_seq: int
    started: TurnStarted | None
    selected: SpeakerSelected | None
    reply: VoiceReplied | None
    ended: TurnEnded
    asked_seq: int = -1
    answers: tuple[ToolAnswered, ...] = ()


@dataclass(slots=True)
class OpenTurn:
    """A turn that is not finished: begun, maybe replied to, maybe failed. `selected` is why it is this member's.

    A voice that only called tools is asked once more: `asked_seq` is the moment of the last request, `answers` are
    all calls of the turn that were answered, `answered` counts those of `reply`, and `rounds` the replies. `held`: a
    breakpoint stopped the run before the calls of `reply` were answered. `next_seq` is the moment of the request that
    follows once they are; −1 where none does yet.
    """

    started: TurnStarted
    seq: int
    selected: SpeakerSelected | None = None
    reply: VoiceReplied | None = None
    failed: TurnFailed | None = None
    asked_seq: int = -1
    answers: tuple[ToolAnswered, ...] = ()
    answered: int = 0
    rounds: int = 0
    held: bool = False
    next_seq: int = -1

    @property
    def unanswered(self) -> tuple[ToolCall, ...]:
        """The tool calls of the reply that nobody answered yet."""
        return self.reply.tool_calls[self.answered :] if self.reply else ()


@dataclass(slots=True)
class State:
    """The run after `seq` events.

    Attributes: `config` as overridden by forks; `names` of everybody who ever was in it; `entries` and `turns`,
    append-only but for a retry, which raises `revision`; `open`, the turn in flight; `selected`, a selection whose turn
    has not begun; `begun`, the turn that a member last began or is to take again: as long as it is the next one, it was
    broken off or taken back; `held_turn`, the turn before which the breakpoint
    `held_by` paused; `spoken` and `words` by member;
    `affinity` by pair; `usage` and `cost` (US dollars) of all calls, `own_cost` without what a fork's prefix had
    cost already; `playing_seconds`, the time the gate stood open; `pending`, replies to the game master's and the
    minutes' questions by purpose, until they are acted on; `world`, the office of a run of scenes; `tale`, the
    story of a story or a dialogue; `cuts`, the seq before which a member is sent nothing any more, `summaries`,
    what each is sent in its place, and `summing`, a summary that was asked for and is not there yet; `named`, who
    has chosen a name, `told`, which injections were given (member, place) and before which turn, and `converged`,
    the newest convergence that was noticed.
    """

    config: RunConfig | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    run: str = ""
    parent: str = ""
    parent_turn: int = 0
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
    world: World | None = None
    tale: Tale | None = None
    cuts: dict[str, int] = field(default_factory=dict)
    summaries: dict[str, str] = field(default_factory=dict)
    summing: SummaryAsked | None = None
    named: frozenset[str] = frozenset()
    told: Mapping[tuple[str, int], int] = field(default_factory=dict)
    converged: ConvergenceReached | None = None

    @property
    def setup(self) -> RunConfig:
        """The configuration. Raises `ValueError` before `run.started`."""
        if self.config is None:
            raise ValueError("no run.started yet")
        return self.config

    @property
    def office(self) -> World:
        """The office. Raises `ValueError` in a mode that has none."""
        if self.world is None:
            raise ValueError("this is no run of scenes")
        return self.world

    @property
    def story(self) -> Tale:
        """The story. Raises `ValueError` in a mode that has none."""
        if self.tale is None:
            raise ValueError("this is no story")
        return self.tale

    @property
    def next_turn(self) -> int:
        """The number of the turn in flight or to come; the first is 1."""
        return len(self.turns) + 1

    @property
    def last_speaker(self) -> str:
        """Who spoke last; empty before the first turn."""
        return self.turns[-1].member if self.turns else ""

    def affinity_of(self, a: str, b: str) -> float:
        """How well the two get on; the start value for strangers."""
        return self.affinity.get(pair(a, b), 0.5)

    def voice_of(self, member: str) -> VoiceSpec:
        """The member's own voice, else the run's default."""
        return self.voices.get(member) or self.voices.get("") or self.setup.voice

    def voice_label(self, member: str = "") -> str:
        """What the member speaks through, as it is shown; in an imported run, what spoke in the other program."""
        if not self.setup.imported or self.parent:
            return self.voice_of(member).label
        replies = (turn.reply for turn in reversed(self.turns) if turn.member == member and turn.reply)
        reply = next(replies, None)
        if reply is None or not reply.provider:
            return self.setup.imported
        return f"{reply.provider} · {reply.model}" if reply.model else reply.provider

    @property
    def chosen_by(self) -> str:
        """How the next speaker is chosen: the topology of a duologue, else the policy."""
        config = self.config
        return config.duologue.router.kind if config and config.duologue else self.policy

    def name_of(self, member: str) -> str:
        """The name to show for an id."""
        return self.names.get(member) or ("Director" if member == DIRECTOR else member)

    def copy(self) -> State:
        """A state that can be folded on without touching this one."""
        return replace(
            self,
            entries=self.entries.copy(),
            turns=self.turns.copy(),
            open=replace(self.open) if self.open else None,
            spoken=self.spoken.copy(),
            words=self.words.copy(),
            affinity=self.affinity.copy(),
            voices=self.voices.copy(),
            breakpoints=self.breakpoints.copy(),
            pending=self.pending.copy(),
            world=self.world.copy() if self.world else None,
            tale=self.tale.copy() if self.tale else None,
            cuts=self.cuts.copy(),
            summaries=self.summaries.copy(),
        )


class Unfoldable(ValueError):
    """An event that does not fit those before it: the log was written by hand, or by a program that is not ours."""

    def __init__(self, seq: int, event: AnyEvent, error: Exception) -> None:
        super().__init__(f"event {seq + 1}, {event.__struct_config__.tag}: {_why(error)}")


def _why(error: Exception) -> str:
    """What an error says, on one line."""
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_input=False)[0]
        return f"{'.'.join(map(str, first['loc']))}: {first['msg'].removeprefix('Value error, ')}"
    if isinstance(error, KeyError):
        return f"there is no {error}"
    return str(error).split("\n", 1)[0][:400] or type(error).__name__


@contextlib.contextmanager
def folding(path: Path, hint: str = "It was not changed.") -> Iterator[None]:
    """Whole lines that make no run are a file that is wrong. Raises `LogError` for `Unfoldable`."""
    try:
        yield
    except Unfoldable as error:
        raise LogError(path, "its events make no run ({why}).", why=str(error), hint=hint) from None


def fold(events: Iterable[AnyEvent], state: State | None = None) -> State:
    """The state after `events`, from the beginning or from `state` (which is changed and returned).

    Raises `Unfoldable`.
    """
    state = state if state is not None else State()
    for event in events:
        try:
            apply(state, event)
        except Exception as error:
            raise Unfoldable(state.seq, event, error) from error
    return state


def apply(state: State, event: AnyEvent) -> None:
    """Fold one event into `state`."""
    # Of events of the same moment nothing is to be added, which are most of them in simulated time.
    if state.now is not event.at and state.status == "playing" and state.now and type(event) is not RunResumed:
        state.playing_seconds += (event.at - state.now).total_seconds()
    state.now = event.at
    _APPLY[type(event)](state, event)
    state.seq += 1


def _configure(state: State, config: RunConfig) -> None:
    state.config = config
    # Those whom a fork left behind keep their names: what they said still stands.
    names = {member.id: member.name for member in config.members}
    if len(names) < len(config.members):
        raise ValueError("two members have the same id")
    state.names = {**state.names, **names}
    state.run = config.id
    state.policy = config.policy
    state.voices = {member.id: member.voice for member in config.members if member.voice}
    state.voices[""] = config.voice


def _run_started(state: State, event: RunStarted) -> None:
    if state.config is not None:
        # Two logs in one file: what the first did would count for the second, or for none.
        raise ValueError("a run begins only once")
    config = RunConfig.model_validate(event.config)
    _configure(state, config)
    state.started_at = event.at
    state.affinity = {pair(each.a, each.b): each.affinity for each in config.affinities}
    if config.scenes is not None:
        state.world = office.begun(config)
    if config.story is not None:
        state.tale = story.begun(config)


def _run_forked(state: State, event: RunForked) -> None:
    config = state.setup
    data = config.as_json() | event.overrides | {"id": event.run}
    if state.tale is not None and "story" in event.overrides:
        state.tale.autoplay = bool(event.overrides["story"].get("autoplay", False))
    voices, policy = state.voices, state.policy
    _configure(state, RunConfig.model_validate(data))
    if config.duologue is not None and state.setup.duologue is not None:
        # Of another awareness nobody was told anything yet.
        was, now = config.duologue.sides, state.setup.duologue.sides
        same = {one for one, side in was.items() if one in now and now[one].awareness == side.awareness}
        state.told = {one: turn for one, turn in state.told.items() if one[0] in same}
    # What the director had changed before the fork stays, unless the fork says otherwise.
    if "voice" not in event.overrides and "members" not in event.overrides:
        state.voices = voices
    if "policy" not in event.overrides:
        state.policy = policy
    state.parent, state.parent_turn = event.parent, event.at_turn
    state.muted = frozenset(member for member in state.muted if state.setup.has(member))
    state.status, state.reason, state.detail = "paused", "", ""
    state.pending, state.summing = {}, None
    if state.world is not None:
        office.run_forked(state.world, state.setup, anew="scenes" in event.overrides)
    state.own_cost, state.own_tokens, state.playing_seconds = 0.0, 0, 0.0


def _run_continued(state: State, event: RunContinued) -> None:
    state.status, state.reason, state.detail = "playing", event.how, ""
    if state.open is not None and state.open.next_seq >= 0:
        # It stood between two replies: what was put in meanwhile is asked with.
        state.open.next_seq = state.seq + 1


def _run_paused(state: State, event: RunPaused) -> None:
    state.status, state.reason, state.detail = "paused", event.reason, text_of(event)
    if event.reason == "breakpoint":
        state.held_turn, state.held_by = state.next_turn, event.breakpoint
        if state.open is not None and state.open.reply is not None:
            state.open.held = True
    if event.reason == "scene":
        state.office.stood = len(state.office.scenes)


def _run_resumed(state: State, event: RunResumed) -> None:
    if state.status != "ended":
        state.status, state.reason = "paused", "interrupted"


def _run_ended(state: State, event: RunEnded) -> None:
    state.status, state.reason, state.detail = "ended", event.reason, text_of(event)
    state.selected = None


def _breakpoint_set(state: State, event: BreakpointSet) -> None:
    state.breakpoints[event.id] = event


def _breakpoint_cleared(state: State, event: BreakpointCleared) -> None:
    state.breakpoints.pop(event.id, None)


def _topic_injected(state: State, event: TopicInjected) -> None:
    state.entries.append(
        Entry("topic", state.seq, state.next_turn, "", event.text, event.to, (), event.hidden, event.name)
    )
    world = state.world
    if world is not None:
        if world.scene is not None:
            world.scene.feedback = (*world.scene.feedback, event.text)
        # What the director says is remembered: it is meant for more than the next line.
        for member in event.to or [each.id for each in state.setup.members]:
            place = len(world.memories) + 1
            kept = MemoryRecord(
                id=f"m{place}", member=member, type="observation", text=event.text, importance=DIRECTED,
                day=world.day, scene=world.next_scene, moment=world.moment, tags=("director",),
            )  # fmt: skip
            office.remember(world, (kept,))


def _floor_given(state: State, event: FloorGiven) -> None:
    state.floor = event.member
    state.selected = None
    if state.tale is not None:
        story.floor_given(state.tale, event.member)


def _member_muted(state: State, event: MemberMuted) -> None:
    state.muted |= {event.member}
    if state.floor == event.member:
        state.floor = ""
    if state.selected and state.selected.member == event.member:
        state.selected = None


def _member_unmuted(state: State, event: MemberUnmuted) -> None:
    state.muted -= {event.member}


def _voice_changed(state: State, event: VoiceChanged) -> None:
    state.voices[event.member] = VoiceSpec.model_validate(event.voice)


def _policy_changed(state: State, event: PolicyChanged) -> None:
    state.policy = event.policy
    state.selected = None


def _speaker_selected(state: State, event: SpeakerSelected) -> None:
    state.selected = event
    state.pending.pop("selection", None)
    state.pending.pop("closing", None)
    if state.floor == event.member:
        state.floor = ""


def _turn_started(state: State, event: TurnStarted) -> None:
    # A selection that waits while the director takes the turn is not the reason for that turn.
    why = state.selected if event.kind != "director" else None
    if event.kind not in {"director", "player"}:
        state.begun = event.turn
    state.open = OpenTurn(event, state.seq, why, asked_seq=state.seq + 1)


def _voice_replied(state: State, event: VoiceReplied) -> None:
    state.calls += 1
    _spend(state, event.usage, event.cost)
    if event.purpose == "contribution":
        if state.world is not None and state.world.scene is not None:
            office.contributed(state.world.scene, event)
    elif event.purpose != "turn":
        state.pending[event.purpose] = event
    elif state.open is not None:
        state.open.reply, state.open.failed = event, None
        state.open.answered, state.open.held = 0, False
        state.open.rounds += 1
        if state.open.next_seq >= 0:
            state.open.asked_seq, state.open.next_seq = state.open.next_seq, -1
    if state.tale is not None:
        state.tale.tokens += event.usage.total


def _turn_ended(state: State, event: TurnEnded) -> None:
    open_turn = state.open
    if open_turn is not None and open_turn.started.member != event.member:
        # What led to this line was lost with the lines of a damaged log.
        open_turn = None
    reply = open_turn.reply if open_turn else None
    by_weave = open_turn is None and (event.author == "voice" or event.edited)
    if by_weave and state.world is not None and state.world.scene is not None:
        reply = _woven_from(state.world.scene, event.member)
    turn = Turn(
        event.turn,
        event.member,
        event.text,
        state.seq,
        open_turn.seq if open_turn else state.seq,
        open_turn.started if open_turn else None,
        open_turn.selected if open_turn else None,
        reply,
        event,
        open_turn.asked_seq if open_turn else -1,
        open_turn.answers if open_turn else (),
    )
    state.turns.append(turn)
    state.entries.append(
        Entry("line", state.seq, event.turn, event.member, event.text, event.heard_by, (), event.hidden)
    )
    state.spoken[event.member] = state.spoken.get(event.member, 0) + 1
    state.words[event.member] = state.words.get(event.member, 0) + len(event.text.split())
    state.open = state.selected = None
    state.pending.pop("selection", None)
    state.pending.pop("closing", None)
    state.attempt = 0
    if state.tale is not None:
        if state.floor == event.member:
            state.floor = ""
        if event.member == PLAYER:
            story.player_spoke(state.tale, event.text, scripted=event.author == "script")
        elif event.member != DIRECTOR:
            story.agent_spoke(state.tale, event.member)


def _woven_from(scene: office.OpenScene, member: str) -> VoiceReplied | None:
    """The next woven line is said: the member's contribution stands behind the first of theirs, and is paid once."""
    before = [line.member for line in scene.woven[: scene.said]]
    scene.said += 1
    return scene.contributions.get(member) if member not in before else None


def _turn_failed(state: State, event: TurnFailed) -> None:
    _spend(state, event.usage, event.cost)
    if state.open is not None:
        state.open.failed = event
        state.open.reply = None


def _call_failed(state: State, event: CallFailed) -> None:
    _spend(state, event.usage, event.cost)


def _turn_abandoned(state: State, event: TurnAbandoned) -> None:
    state.open = None


def _turn_retried(state: State, event: TurnRetried) -> None:
    attempt = (state.open.started.attempt if state.open else state.attempt) + 1
    if state.open is not None:
        if state.open.failed is not None and state.open.failed.kind not in _ANSWERED:
            # A call that failed said nothing: the same chances are taken again.
            attempt -= 1
        state.open = None
    elif state.turns and state.turns[-1].number == event.turn:
        gone = state.turns.pop()
        # It was this line that was marked.
        state.bookmarks -= {gone.number}
        state.entries = [entry for entry in state.entries if entry.seq != gone.seq]
        if state.told:
            _untold(state, gone)
        if state.converged is not None and state.converged.turn >= gone.number:
            # It was the line that is gone which brought them there.
            state.converged = None
        state.spoken[gone.member] -= 1
        state.words[gone.member] -= len(gone.text.split())
        attempt = (gone.started.attempt if gone.started else 0) + 1
        if state.selected is not None and state.selected.policy == "director":
            # Whoever was given the floor for the turn after it still has it then.
            state.floor = state.selected.member
        state.selected = gone.selected
        # The director asked for just this turn: no breakpoint stands before it.
        state.held_turn = gone.number
        state.revision += 1
        if state.tale is not None:
            story.agent_taken_back(state.tale, gone.member, (turn.member for turn in reversed(state.turns)))
    state.attempt = attempt
    state.begun = state.next_turn


def _untold(state: State, gone: Turn) -> None:
    """What a side is to know from the turn after the one that is gone on, it is told when that comes."""
    state.told = {one: turn for one, turn in state.told.items() if turn <= gone.number}
    state.entries = [entry for entry in state.entries if entry.kind != "event" or entry.seq < gone.seq]


def _turn_bookmarked(state: State, event: TurnBookmarked) -> None:
    state.bookmarks = state.bookmarks | {event.turn} if event.on else state.bookmarks - {event.turn}


def _run_distilled(state: State, event: RunDistilled) -> None:
    state.pending.pop("distillation", None)
    state.distilled = event
    for drift in event.drifts:
        state.affinity[pair(drift.a, drift.b)] = drift.after


def _spend(state: State, usage: Usage, cost: float) -> None:
    had = state.usage
    state.usage = Usage(
        input=had.input + usage.input,
        cache_read=had.cache_read + usage.cache_read,
        cache_write=had.cache_write + usage.cache_write,
        output=had.output + usage.output,
    )
    state.cost += cost
    state.own_cost += cost
    state.own_tokens += usage.total


def _day_started(state: State, event: DayStarted) -> None:
    office.day_started(state.office, event)


def _day_ended(state: State, event: DayEnded) -> None:
    office.day_ended(state.office, event.summary)


def _day_closed(state: State, event: DayClosed) -> None:
    world = state.office
    world.closed, world.ranked, world.requested = True, None, ()
    state.selected = None
    state.pending.pop("scene", None)
    if world.scene is not None:
        world.scene.skipped = True


def _autopilot_set(state: State, event: AutopilotSet) -> None:
    if state.tale is not None:
        state.tale.autoplay = event.on
        return
    state.office.autopilot = event.on
    state.office.days = event.days or state.office.days


def _scene_ranked(state: State, event: SceneRanked) -> None:
    state.office.ranked = event
    state.pending.pop("scene", None)


def _scene_requested(state: State, event: SceneRequested) -> None:
    state.office.requested = (*state.office.requested, event)
    state.office.ranked = None
    state.pending.pop("scene", None)


def _scene_started(state: State, event: SceneStarted) -> None:
    office.scene_started(state.office, event, state.seq, state.next_turn)
    text = office.opening(state.setup, event)
    state.entries.append(Entry("scene", state.seq, state.next_turn, "", text, event.members))


def _contribution_asked(state: State, event: ContributionAsked) -> None:
    office.contribution_asked(state.office, event, state.seq)


def _weave_rejected(state: State, event: WeaveRejected) -> None:
    state.pending.pop("weave", None)
    if state.office.scene is not None:
        state.office.scene.refusals = (*state.office.scene.refusals, event.reason)


def _scene_woven(state: State, event: SceneWoven) -> None:
    state.pending.pop("weave", None)
    office.scene_woven(state.office, event)


def _scene_skipped(state: State, event: SceneSkipped) -> None:
    state.selected = None
    # What the game master was about to choose among is no choice any more.
    state.pending.pop("scene", None)
    if state.office.scene is not None:
        state.office.scene.skipped = True
    elif state.office.requested:
        state.office.requested, state.office.ranked = state.office.requested[1:], None
    else:
        state.office.slot, state.office.ranked = state.office.slot + 1, None


def _scene_ended(state: State, event: SceneEnded) -> None:
    state.pending.pop("aftermath", None)
    state.pending.pop("closing", None)
    # The floor was given in this scene, and for it.
    state.selected, state.floor, state.begun = None, "", 0
    # They see that somebody talked, and of what; the words were never theirs to hear.
    for memory in event.memories:
        if memory.type == "observation":
            turn = state.next_turn
            state.entries.append(Entry("observation", state.seq, turn, "", memory.text, (memory.member,)))
    office.scene_ended(state.office, event, state.seq, len(state.turns))
    for drift in event.drifts:
        state.affinity[pair(drift.a, drift.b)] = drift.after


def _scene_translated(state: State, event: SceneTranslated) -> None:
    state.pending.pop("translation", None)
    state.office.translations.append(event)


def _member_reflected(state: State, event: MemberReflected) -> None:
    state.pending.pop("reflection", None)
    state.office.memories.extend(event.insights)
    state.office.accumulated[event.member] = 0


def _told(state: State, text: str) -> None:
    """Something happened in the story: whoever tells it, and whoever is there, knows it."""
    if text:
        heard = story.audience(state.story)
        state.entries.append(Entry("event", state.seq, state.next_turn, "", text, heard))


def _story_routed(state: State, event: StoryRouted) -> None:
    story.routed(state.story, event)


def _agent_skipped(state: State, event: AgentSkipped) -> None:
    state.story.due = tuple(one for one in state.story.due if one != event.agent)


def _choices_offered(state: State, event: ChoicesOffered) -> None:
    state.pending.pop("choices", None)
    state.story.offered = event


def _dice_rolled(state: State, event: DiceRolled) -> None:
    story.dice_rolled(state.story, event, state.next_turn)
    _told(state, event.text)


def _combat_started(state: State, event: CombatStarted) -> None:
    story.combat_started(state.story, event)
    for foe in event.foes:
        _joined(state, foe)
    _told(state, event.reason)


def _combat_fought(state: State, event: CombatFought) -> None:
    story.combat_fought(state.story, event, state.next_turn)
    _told(state, event.text)


def _combat_ended(state: State, event: CombatEnded) -> None:
    story.combat_ended(state.story, event, state.next_turn)
    _told(state, event.text)


def _sheet_written(state: State, event: SheetWritten) -> None:
    state.pending.pop("sheet", None)
    story.sheet_written(state.story, event.sheet)
    _rename(state, event.sheet.name)


def _rename(state: State, name: str) -> None:
    me = state.setup.member(PLAYER)
    name = visible(name) or me.name
    state.config = state.setup.joined(me.model_copy(update={"name": name, "letter": ""}))
    state.names = {**state.names, PLAYER: name}


def _joined(state: State, person: Person) -> None:
    if not state.setup.has(person.id):
        member = story.member_of(person)
        state.config = state.setup.joined(member)
        state.names = {**state.names, member.id: member.name}


def _phase_changed(state: State, event: PhaseChanged) -> None:
    state.story.phase = event.phase


def _tool_answered(state: State, event: ToolAnswered) -> None:
    open_turn = state.open
    story.apply_effects(state.story, event.effects, state.next_turn)
    for person in story.newcomers(event.effects):
        _joined(state, person)
    if open_turn is None or open_turn.reply is None:
        return
    open_turn.answers = (*open_turn.answers, event)
    open_turn.answered += 1
    if not open_turn.unanswered:
        calls = open_turn.answers[-open_turn.answered :]
        state.entries.append(Entry("calls", state.seq, state.next_turn, event.member, "", (event.member,), calls))
        open_turn.next_seq = state.seq + 1


def _player_did(state: State, event: PlayerDid) -> None:
    story.player_did(state.story, event, state.next_turn)
    _told(state, event.text)


def _dialogue_summarised(state: State, event: DialogueSummarised) -> None:
    state.pending.pop("summary", None)
    story.summarised(state.story, event, len(state.turns))
    _told(state, event.summary)


def _moment_tagged(state: State, event: MomentTagged) -> None:
    state.story.moments.append(event)


def _name_chosen(state: State, event: NameChosen) -> None:
    state.pending.pop("name", None)
    state.named |= {event.member}
    if state.setup.has(event.member):
        member = state.setup.member(event.member)
        state.config = state.setup.joined(member.model_copy(update={"name": event.name, "letter": ""}))
        state.names = {**state.names, event.member: event.name}


def _side_told(state: State, event: SideTold) -> None:
    state.told = {**state.told, (event.member, event.injection): state.next_turn}
    state.entries.append(Entry("event", state.seq, state.next_turn, "", event.text, (event.member,)))


def _convergence_reached(state: State, event: ConvergenceReached) -> None:
    state.converged = event


def _context_cut(state: State, event: ContextCut) -> None:
    state.cuts[event.member] = event.before
    state.summaries.pop(event.member, None)
    if event.summary:
        state.summaries[event.member] = event.summary
    if state.summing is not None and state.summing.member == event.member:
        state.summing = None
        state.pending.pop("summary", None)


def _summary_asked(state: State, event: SummaryAsked) -> None:
    state.summing = event
    # What was replied to another question is no answer to this one.
    state.pending.pop("summary", None)


_APPLY: dict[type[Any], Callable[[State, Any], None]] = {
    RunStarted: _run_started,
    RunForked: _run_forked,
    RunContinued: _run_continued,
    RunPaused: _run_paused,
    RunResumed: _run_resumed,
    RunEnded: _run_ended,
    BreakpointSet: _breakpoint_set,
    BreakpointCleared: _breakpoint_cleared,
    TopicInjected: _topic_injected,
    FloorGiven: _floor_given,
    MemberMuted: _member_muted,
    MemberUnmuted: _member_unmuted,
    VoiceChanged: _voice_changed,
    PolicyChanged: _policy_changed,
    SpeakerSelected: _speaker_selected,
    TurnStarted: _turn_started,
    VoiceReplied: _voice_replied,
    TurnEnded: _turn_ended,
    TurnFailed: _turn_failed,
    CallFailed: _call_failed,
    TurnAbandoned: _turn_abandoned,
    TurnRetried: _turn_retried,
    TurnBookmarked: _turn_bookmarked,
    RunDistilled: _run_distilled,
    DayStarted: _day_started,
    DayEnded: _day_ended,
    DayClosed: _day_closed,
    AutopilotSet: _autopilot_set,
    SceneRanked: _scene_ranked,
    SceneRequested: _scene_requested,
    SceneStarted: _scene_started,
    ContributionAsked: _contribution_asked,
    WeaveRejected: _weave_rejected,
    SceneWoven: _scene_woven,
    SceneSkipped: _scene_skipped,
    SceneEnded: _scene_ended,
    SceneTranslated: _scene_translated,
    MemberReflected: _member_reflected,
    StoryRouted: _story_routed,
    AgentSkipped: _agent_skipped,
    ChoicesOffered: _choices_offered,
    DiceRolled: _dice_rolled,
    CombatStarted: _combat_started,
    CombatFought: _combat_fought,
    CombatEnded: _combat_ended,
    SheetWritten: _sheet_written,
    PhaseChanged: _phase_changed,
    ToolAnswered: _tool_answered,
    PlayerDid: _player_did,
    DialogueSummarised: _dialogue_summarised,
    MomentTagged: _moment_tagged,
    ContextCut: _context_cut,
    SummaryAsked: _summary_asked,
    NameChosen: _name_chosen,
    SideTold: _side_told,
    ConvergenceReached: _convergence_reached,
}
