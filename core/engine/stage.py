"""The stage: all that a mode may touch."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Mapping
from typing import Any, Literal, Protocol

from parley.core.base.clock import Clock, SeededRandom
from parley.core.base.errors import VoiceError, VoiceFault
from parley.core.base.line import Called, Line, repair_text
from parley.core.base.sentences import Sentence
from parley.core.cast.member import Member, VoiceSpec
from parley.core.engine.calling import Calls, Nearness, Voices, Watcher, make_record
from parley.core.engine.requests import (
    Question,
    build_summary_request,
    build_task_request,
    turn_request,
)
from parley.core.log.authors import PERSON, RULES, author_of_reply, is_stage_direction
from parley.core.log.behaviour import Behaviour
from parley.core.log.codec import with_message
from parley.core.log.config import RunConfig
from parley.core.log.events.base import Event
from parley.core.log.events.run import RunPaused
from parley.core.log.events.turn import (
    Author,
    CameToMind,
    Move,
    Purpose,
    Recalled,
    SummaryAsked,
    Swipe,
    TurnEnded,
    TurnFailed,
    TurnKind,
    TurnStarted,
    Usage,
    VoiceReplied,
)
from parley.core.log.fold import apply
from parley.core.log.log import EventLog
from parley.core.log.played import get_behaviour_of
from parley.core.log.state import State
from parley.core.log.ways import get_line_of
from parley.core.perspective.lore import came_to_mind, get_books_of
from parley.core.perspective.perspective import Perspective, Witness, get_premise
from parley.core.voices.base import Capabilities, Planning, Reply, Request, Voice

MOST_ASKED_AGAIN = 2
"""How often a voice is asked once more whose reply was a thought and no word."""


class TurnFailure(Exception):
    """The turn could not be spoken; a `turn.failed` tells why and the run stands still."""


class BreakpointHit(Exception):
    """A breakpoint stopped the turn before it began; a `run.paused` tells which."""


class Toolbox(Protocol):
    """The tools that members of one run may use; nothing is started before one is needed."""

    def check(self, config: RunConfig, voice_of: Callable[[Member], Voice]) -> None:
        """Raise `ToolsMissing` where a member whose voice can call tools is given one that is not set up here."""

    async def offer_tools(self, stage: Stage, member: str) -> tuple[str, ...]:
        """Return the names of the tools that the member's turn begins with. Raises `TurnFailure` where one cannot be
        had."""

    async def run_calls(self, stage: Stage) -> bool:
        """Answer the calls of the reply in flight; return whether there were any, and its voice is to reply once more.

        Raises `BreakpointHit` at a breakpoint on tool calls, and where the run was paused meanwhile.
        """

    async def close(self) -> None:
        """End all that was started. Idempotent: what is needed later is started again."""


class Stage:
    """One run's state, log, clock, chances and voices.

    Modes read `state` and act through `append`, `speak` and `ask`; they keep nothing between two steps, but for
    `caches`, by their type, of what follows from the state alone. `nearness` tells how near texts are in meaning; None:
    nobody does. What it says follows from no log: whoever asks it writes the answer down. `toolbox` has the tools that
    members may use. `heard` is the newest reply that a voice gave this stage: no log brought it along.
    """

    def __init__(
        self, log: EventLog, state: State, voices: Voices, clock: Clock, watcher: Watcher | None = None
    ) -> None:
        self.log = log
        self.state = state
        self.clock = clock
        self.watcher = watcher or Watcher()
        self.calls = Calls(self, voices)
        self.nearness: Nearness | None = None
        self.toolbox: Toolbox | None = None
        self.heard: VoiceReplied | None = None
        self._witnesses: dict[str, Witness] = {}  # they grow: made anew each turn, they would take quadratic time
        self._witnessed_config: RunConfig | None = None
        self._premise = ""
        self._random = SeededRandom(0)
        self.caches: dict[type, object] = {}

    @property
    def config(self) -> RunConfig:
        """The run's configuration, forks' overrides included."""
        return self.state.setup

    @property
    def behaviour(self) -> Behaviour:
        """How the run's mode behaves."""
        return get_behaviour_of(self.state.setup)

    def append(self, event: Event) -> int:
        """Write the event, fold it, and return its seq."""
        # Folding first would show a state that a full disk never let happen.
        event = with_message(event)
        seq = self.log.append(event)
        apply(self.state, event)
        return seq

    def rng(self) -> SeededRandom:
        """Return the run's chances: of its seed alone, so that a fork without another seed draws alike."""
        seed = self.config.seed
        if self._random.seed != seed:
            self._random = SeededRandom(seed)
        return self._random

    def perspective(self, member: str) -> Perspective:
        """Return what the member has witnessed until now."""
        config = self.config
        if self._witnessed_config is not config:  # a config is frozen: what a fork overrides makes a new one
            self._witnesses, self._witnessed_config, self._premise = {}, config, get_premise(config)
        witness = self._witnesses.get(member)
        if witness is None:
            witness = self._witnesses[member] = Witness(config, config.member(member), self._premise)
        return witness.get_at(self.state)

    def planned(self, member: str, kind: TurnKind, move: Move | None) -> Move | None:
        """Return what the member's turn will do: the drawn move, or that of the line which is written for it.

        None where a line is written and nobody says what it does. Raises `VoiceUnavailable`.
        """
        voice, state = self.voice(self.state.get_voice_of(member)), self.state
        if not isinstance(voice, Planning):  # only what is written is known before it is said
            return move
        # Never appended: only the request is made from it.
        started = TurnStarted(at=self.clock.now(), turn=state.next_turn, member=member, kind=kind, move=move)
        return voice.plan(turn_request(state.setup, self.perspective(member), started, state))

    async def speak(
        self,
        member: str,
        *,
        kind: TurnKind,
        direction: str,
        recalled: tuple[Recalled, ...] = (),
        move: Move | None = None,
    ) -> TurnEnded:
        """Have the member take the turn that is next; a turn whose reply is committed is only finished.

        Raises `TurnFailure` after a `turn.failed` and a `run.paused` were written, `BreakpointHit` at a breakpoint.
        """
        box = self.toolbox
        if self.state.open is None:
            tools = await box.offer_tools(self, member) if box is not None else ()  # first: turn.started names them
            self.begin(member, kind=kind, direction=direction, recalled=recalled, tools=tools, move=move)
        assert self.state.open is not None
        reply = self.state.open.reply or await self.ask_on()  # committed before a crash, or a pause between calls
        while (box is not None and await box.run_calls(self)) or self.ask_again(get_line_of(self.state, reply)):
            reply = await self.ask_on()
        return self._finish_turn(member, get_line_of(self.state, reply))

    def ensure_tools(self) -> None:
        """Raise `ToolsMissing` where a member whose voice can call tools is given one that is not set up here."""
        if self.toolbox is not None:
            self.toolbox.check(self.config, lambda member: self.voice(self.state.get_voice_of(member.id)))

    def hold_calls(self, detail: str) -> None:
        """Pause before the calls of the reply in flight are answered where a breakpoint says so. Raises
        `BreakpointHit`."""
        begun = self.state.open
        if begun is None or begun.held or not begun.unanswered:  # held: it has paused before these calls already
            return
        for point in self.state.breakpoints.values():
            if point.kind == "tool" and point.member in {"", begun.started.member}:
                self.append(RunPaused(at=self.clock.now(), reason="breakpoint", detail=detail, breakpoint=point.id))
                raise BreakpointHit

    def begin(
        self,
        member: str,
        *,
        kind: TurnKind,
        direction: str,
        recalled: tuple[Recalled, ...] = (),
        tools: tuple[str, ...] = (),
        move: Move | None = None,
    ) -> None:
        """Begin the turn that is next. Raises `BreakpointHit` at a breakpoint."""
        state = self.state
        if state.status == "paused":
            # Paused while the speaker was being chosen: the gate holds before the call.
            raise BreakpointHit
        self.hold_turn(member)
        self.append(
            TurnStarted(
                at=self.clock.now(),
                turn=state.next_turn,
                member=member,
                kind=kind,
                direction=direction,
                attempt=state.attempt,
                recalled=recalled,
                lore=self.lore(member),
                tools=tools,
                move=move,
            )
        )

    def lore(self, member: str) -> tuple[CameToMind, ...]:
        """Return what comes to the member's mind of lore books before the turn that is next."""
        return came_to_mind(self.state, self.perspective(member)) if get_books_of(self.config, member) else ()

    async def ask_on(self) -> VoiceReplied:
        """Have the voice of the turn in flight reply, once more where it only called tools. Raises `TurnFailure`."""
        state = self.state
        assert state.open is not None
        started = state.open.started
        request = turn_request(state.setup, self.perspective(started.member), started, state)
        try:
            reply = await self.calls.ask_voice(started.member, request)
        except VoiceError as error:
            self.handle_error(started.member, error)
            raise TurnFailure from error
        written = make_record(reply, self.clock, started.turn, started.member, "turn")
        self.append(written)
        self.heard = written  # only this reply's calls are run: a stranger's log may bring some along
        return written

    def ask_again(self, line: Line) -> bool:
        """Return whether the reply in flight, which makes `line`, is only a thought, and the voice is to reply once
        more.

        Raises `BreakpointHit` where the run was paused meanwhile: nothing is asked while it stands.
        """
        begun = self.state.open
        assert begun is not None
        assert begun.reply is not None
        silent = not line.text and not line.acts and not begun.reply.tool_calls
        thought = bool(line.thoughts) or begun.reply.text.lstrip().startswith("<")  # a line keeps no <think> block
        if not silent or not thought or begun.rounds > MOST_ASKED_AGAIN:
            return False
        if self.state.status == "paused":
            raise BreakpointHit
        return True

    def _finish_turn(self, member: str, line: Line) -> TurnEnded:
        if not line.text and not line.acts:
            name = self.config.member(member).name
            raise self.make_failure("empty", Sentence("{name}'s voice returned no words.", name=name))
        reply = self.state.open.reply if self.state.open is not None else None
        author: Literal["voice", "rules"] = "rules" if reply is not None and is_stage_direction(reply) else "voice"
        return self.end_turn(line.text, thoughts=line.thoughts, cut=line.cut, acts=line.acts, author=author)

    def end_turn(
        self,
        text: str,
        *,
        thoughts: tuple[str, ...] = (),
        cut: str = "",
        author: Literal["voice", "director", "script", "rules"] = "voice",
        acts: tuple[str, ...] = (),
        words_by: Author | None = None,
    ) -> TurnEnded:
        """End the turn in flight with these words; `words_by` where another made them than `author` says."""
        assert self.state.open is not None
        started = self.state.open.started
        ended = TurnEnded(
            at=self.clock.now(),
            turn=started.turn,
            member=started.member,
            text=repair_text(text),
            thoughts=thoughts,
            acts=acts,
            cut=cut,
            author=author,
            heard_by=self.behaviour.find_hearers(self.state, started.member),
            words_by=words_by or _determine_author(author, self.state.open.reply),
        )
        self.append(ended)
        return ended

    def make_failure(self, kind: VoiceFault, sentence: str, hint: str = "Retry the turn.") -> TurnFailure:
        """Give up the turn in flight for what its reply was, and return what is to be raised."""
        assert self.state.open is not None
        self.handle_error(self.state.open.started.member, VoiceError(kind, sentence, hint=hint))
        return TurnFailure()

    def list_names(self, member: str) -> Called:
        """Return the names that a voice may put before the member's lines."""
        return self.config.called[member]

    def cap(self) -> int:
        """Return how many characters a line may have now; 0: as many as it likes."""
        now = self.behaviour.get_moment(self.state).cap
        return self.config.cap if now < 0 else now

    def say(
        self,
        member: str,
        text: str,
        thoughts: tuple[str, ...] = (),
        acts: tuple[str, ...] = (),
        author: Literal["voice", "script"] = "voice",
        swipes: tuple[Swipe, ...] = (),
        swipe: int = 0,
        words_by: Author | None = None,
    ) -> TurnEnded:
        """Take the next turn with words that are there already; `words_by` as in `end_turn`.

        Raises `BreakpointHit` at a breakpoint.
        """
        if self.state.status == "paused":
            raise BreakpointHit
        self.hold_turn(member)
        ended = TurnEnded(  # without turn.started: no voice is asked, so nothing could be left half done
            at=self.clock.now(),
            turn=self.state.next_turn,
            member=member,
            text=text,
            thoughts=thoughts,
            acts=acts,
            author=author,
            heard_by=self.behaviour.find_hearers(self.state, member),
            swipes=swipes,
            swipe=swipe,
            words_by=words_by or _determine_author(author, None),
        )
        self.append(ended)
        return ended

    async def ask_all(self, requests: Mapping[str, Request]) -> None:
        """Have all these members' voices reply at once.

        Whatever comes is written down at once, a reply as well as a failure: it was paid for. Raises `TurnFailure`
        after a `turn.failed` for each who failed and one `run.paused` were written.
        """
        failed: dict[str, VoiceError] = {}

        async def record_reply(member: str, request: Request) -> None:
            try:
                reply = await self.calls.ask_voice(member, request, aside=True)
            except VoiceError as error:
                failed[member] = error
                self._record_failed_turn(member, error)
            else:
                self.append(make_record(reply, self.clock, self.state.next_turn, member, request.purpose))
                if not self.config.simulated:
                    self.log.ensure_whole()  # Others may wait for their turn at the provider

        if self.config.simulated:
            # Nobody waits in simulated time, and a resumed run tells the same hours as one that was not killed.
            for member, request in requests.items():
                await record_reply(member, request)
        else:
            await _run_calls_concurrently([record_reply(member, request) for member, request in requests.items()])
        if failed:
            # In the order asked, whoever was faster.
            first = next(failed[member] for member in requests if member in failed)
            self._pause_for(first)
            raise TurnFailure from first

    def hold_turn(self, member: str) -> None:
        """Pause before `member` takes the next turn where a breakpoint says so. Raises `BreakpointHit`."""
        turn = self.state.next_turn
        if self.state.held_turn == turn:  # it has paused before this turn already: Play goes past that
            return
        for point in self.state.breakpoints.values():
            if point.kind == "member" and point.member == member:
                detail = Sentence("Before {name} speaks.", name=self.state.name_of(member))
            elif point.kind == "turn" and point.turn == turn:
                detail = Sentence("Before turn {turn}.", turn=turn)
            else:
                continue
            self.append(RunPaused(at=self.clock.now(), reason="breakpoint", detail=detail, breakpoint=point.id))
            raise BreakpointHit

    def handle_error(self, member: str, error: VoiceError) -> None:
        """Write down that the member's turn, which may be one that is to begin, failed, and pause."""
        self._record_failed_turn(member, error)
        self._pause_for(error)

    def _pause_for(self, error: VoiceError) -> None:
        # That its writing ends is no failure of a run: it waits to hear who goes on.
        reason = "unwritten" if error.kind == "unwritten" else "failure"
        self.append(RunPaused(at=self.clock.now(), reason=reason, detail=error.text))

    def _record_failed_turn(self, member: str, error: VoiceError) -> None:
        self.append(
            TurnFailed(
                at=self.clock.now(),
                turn=self.state.next_turn,
                member=member,
                kind=error.kind,
                sentence=error.text,
                partial=error.partial,
                usage=Usage(**error.tokens),
                cost=error.cost,
                request_id=error.request_id,
            )
        )

    def capabilities(self, member: str = "") -> Capabilities:
        """Return what the voice of `member` (empty: the run's default) can do. Raises `VoiceUnavailable`."""
        return self.voice(self.state.get_voice_of(member)).capabilities

    def voice(self, spec: VoiceSpec) -> Voice:
        """Return the voice of that spec. Raises `VoiceUnavailable`."""
        return self.calls.voices.voice(spec)

    async def ask(self, purpose: Purpose, question: Question, *, member: str = "") -> VoiceReplied:
        """Ask a voice something that is no turn: the run's default one, or `member`'s; the reply is committed.

        A reply that was committed before a crash is returned again. Raises `VoiceError`; what the failed call cost is
        written down as an answer without words.
        """
        pending = self.state.pending.get(purpose)
        if pending is not None and pending.member == member:
            return pending
        return await self.ask_voice(build_task_request(self.state, purpose, question, member), member)

    async def sum_up(self, asked: SummaryAsked) -> VoiceReplied:
        """Have a member's voice sum up what they will be sent no more; as `ask`."""
        pending = self.state.pending.get("summary")
        if pending is not None and pending.member == asked.member:
            return pending
        request = build_summary_request(self.state, self.perspective(asked.member), asked)
        return await self.ask_voice(request, asked.member)

    async def ask_voice(self, request: Request, member: str) -> VoiceReplied:
        """Return the committed reply to a question. Raises `VoiceError`."""
        purpose = request.purpose
        try:
            reply = await self.calls.ask_voice(member, request, aside=True)
        except VoiceError as error:
            if error.cost or any(error.tokens.values()):
                paid = Usage(**error.tokens)
                empty = Reply(text="", stop_reason=error.kind, usage=paid, cost=error.cost, request_id=error.request_id)
                self.append(make_record(empty, self.clock, self.state.next_turn, member, purpose))
            raise
        written = make_record(reply, self.clock, self.state.next_turn, member, purpose)
        self.append(written)
        return written


def _determine_author(author: str, reply: VoiceReplied | None) -> Author:
    """Return who made a line's words: what nobody typed and no voice replied is said by the rules of the mode."""
    if author in ("director", "script"):
        return PERSON
    return author_of_reply(reply) if author == "voice" and reply is not None else RULES


async def _run_calls_concurrently(calls: Iterable[Coroutine[Any, Any, None]]) -> None:
    try:
        async with asyncio.TaskGroup() as tasks:
            for call in calls:
                tasks.create_task(call)
    except ExceptionGroup as faults:
        raise faults.exceptions[0] from None  # the first cancelled the others; callers catch it by its own type
