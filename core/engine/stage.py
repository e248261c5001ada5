"""The stage: all that a mode may touch."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import msgspec

from core.base.clock import Clock, SeededRandom
from core.base.errors import HostNotAllowed, VoiceError, VoiceFault
from core.base.line import Called, clean, encodable, recordable
from core.base.sentences import Sentence
from core.cast.member import VoiceSpec
from core.engine.requests import Question, summary_request, task_request, turn_request
from core.log.behaviour import Behaviour
from core.log.codec import with_message
from core.log.config import RunConfig
from core.log.events.base import Event
from core.log.events.run import RunPaused
from core.log.events.turn import (
    CallFailed,
    Purpose,
    Recalled,
    SummaryAsked,
    ToolCall,
    TurnEnded,
    TurnFailed,
    TurnKind,
    TurnStarted,
    Usage,
    VoiceReplied,
)
from core.log.fold import apply
from core.log.log import Log
from core.log.modes import behaviour_of
from core.log.state import State
from core.perspective.perspective import Perspective, Witness, premise
from core.voices.base import Capabilities, Delta, Reply, Request, Spent, Voice, Waiting


class Voices(Protocol):
    """Where voices come from; one object for one spec."""

    def voice(self, spec: VoiceSpec) -> Voice:
        """The voice of that spec. Raises `VoiceUnavailable`."""
        ...

    def forget(self, spec: VoiceSpec | None = None) -> None:
        """Make the voice (None: every voice) anew when it is next needed."""
        ...


@dataclass
class Watcher:
    """Who looks on while somebody speaks: decoration, nothing depends on it."""

    on_delta: Callable[[str, Delta], None] = lambda member, delta: None
    on_waiting: Callable[[str, Waiting], None] = lambda member, waiting: None


class TurnFailure(Exception):
    """The turn could not be spoken; a `turn.failed` tells why and the run stands still."""


class BreakpointHit(Exception):
    """A breakpoint stopped the turn before it began; a `run.paused` tells which."""


class Stage:
    """One run's state, log, clock, chances and voices.

    Modes read `state` and act through `append`, `speak` and `ask`; they keep nothing between two steps, but for
    `caches`, by their type, of what follows from the state alone. `partial` is what has streamed of the call under way.
    """

    def __init__(self, log: Log, state: State, voices: Voices, clock: Clock, watcher: Watcher | None = None) -> None:
        self.log = log
        self.state = state
        self.clock = clock
        self.watcher = watcher or Watcher()
        self._voices = voices
        self._witnesses: dict[str, Witness] = {}
        self._witnessed_config: RunConfig | None = None
        self._premise = ""
        self._random = SeededRandom(0)
        self.caches: dict[type, object] = {}
        self.partial = ""
        self._calls: dict[object, bool] = {}

    @property
    def waiting(self) -> bool:
        """Whether all calls under way wait for their provider's patience: there is nothing to finish."""
        return bool(self._calls) and all(self._calls.values())

    @property
    def config(self) -> RunConfig:
        """The run's configuration, forks' overrides included."""
        return self.state.setup

    @property
    def behaviour(self) -> Behaviour:
        """How the run's mode behaves."""
        return behaviour_of(self.state.setup)

    def append(self, event: Event) -> int:
        """Write the event, fold it, and return its seq."""
        # Folding first would show a state that a full disk never let happen.
        event = with_message(event)
        seq = self.log.append(event)
        apply(self.state, event)
        return seq

    def rng(self) -> SeededRandom:
        """The run's chances: of its seed alone, so that a fork without another seed draws alike."""
        seed = self.config.seed
        if self._random.seed != seed:
            self._random = SeededRandom(seed)
        return self._random

    def perspective(self, member: str) -> Perspective:
        """What the member has witnessed until now."""
        config = self.config
        if self._witnessed_config is not config:
            self._witnesses, self._witnessed_config, self._premise = {}, config, premise(config)
        witness = self._witnesses.get(member)
        if witness is None:
            witness = self._witnesses[member] = Witness(config, config.member(member), self._premise)
        return witness.moment(self.state)

    async def speak(
        self, member: str, *, kind: TurnKind, direction: str, recalled: tuple[Recalled, ...] = ()
    ) -> TurnEnded:
        """Have the member take the turn that is next; a turn whose reply is committed is only finished.

        Raises `TurnFailure` after a `turn.failed` and a `run.paused` were written, `BreakpointHit` at a breakpoint.
        """
        await self.reply(member, kind=kind, direction=direction, recalled=recalled)
        return self._finish(member)

    async def reply(
        self,
        member: str,
        *,
        kind: TurnKind,
        direction: str,
        recalled: tuple[Recalled, ...] = (),
        tools: tuple[str, ...] = (),
    ) -> VoiceReplied:
        """Have the member take the turn that is next as far as its committed reply, which may call `tools`.

        A reply that is there already is returned again. Raises `TurnFailure` and `BreakpointHit` as `speak` does.
        """
        if self.state.open is None:
            self.begin(member, kind=kind, direction=direction, recalled=recalled, tools=tools)
        assert self.state.open is not None
        if self.state.open.reply is None:
            await self.ask_on()
        assert self.state.open.reply is not None
        return self.state.open.reply

    def begin(
        self,
        member: str,
        *,
        kind: TurnKind,
        direction: str,
        recalled: tuple[Recalled, ...] = (),
        tools: tuple[str, ...] = (),
    ) -> None:
        """Begin the turn that is next. Raises `BreakpointHit` at a breakpoint."""
        state = self.state
        if state.status == "paused":
            # Paused while the speaker was being chosen: the gate holds before the call.
            raise BreakpointHit
        self.hold(member)
        self.append(
            TurnStarted(
                at=self.clock.now(),
                turn=state.next_turn,
                member=member,
                kind=kind,
                direction=direction,
                attempt=state.attempt,
                recalled=recalled,
                tools=tools,
            )
        )

    async def ask_on(self) -> None:
        """Have the voice of the turn in flight reply, once more where it only called tools. Raises `TurnFailure`."""
        state = self.state
        assert state.open is not None
        started = state.open.started
        request = turn_request(state.setup, self.perspective(started.member), started, state)
        try:
            reply = await self._call(started.member, request)
        except VoiceError as error:
            self._fail(started.member, error)
            raise TurnFailure from error
        self.append(_committed(reply, self.clock, started.turn, started.member, "turn"))

    def _finish(self, member: str) -> TurnEnded:
        assert self.state.open is not None
        assert self.state.open.reply is not None
        line = clean(self.state.open.reply.text, *self.called(member), cap=self.cap())
        if not line.text:
            name = self.config.member(member).name
            raise self.fail_turn("empty", Sentence("{name}'s voice returned no words.", name=name))
        return self.end(line.text, thoughts=line.thoughts, cut=line.cut)

    def end(
        self,
        text: str,
        *,
        thoughts: tuple[str, ...] = (),
        cut: str = "",
        author: Literal["voice", "director", "script", "rules"] = "voice",
    ) -> TurnEnded:
        """End the turn in flight with these words."""
        assert self.state.open is not None
        started = self.state.open.started
        ended = TurnEnded(
            at=self.clock.now(),
            turn=started.turn,
            member=started.member,
            text=encodable(text),
            thoughts=thoughts,
            cut=cut,
            author=author,
            heard_by=self.behaviour.hearers(self.state, started.member),
        )
        self.append(ended)
        return ended

    def fail_turn(self, kind: VoiceFault, sentence: str, hint: str = "Retry the turn.") -> TurnFailure:
        """Give up the turn in flight for what its reply was; what is returned is to be raised."""
        assert self.state.open is not None
        self._fail(self.state.open.started.member, VoiceError(kind, sentence, hint=hint))
        return TurnFailure()

    def called(self, member: str) -> Called:
        """The names that a voice may put before the member's lines."""
        return self.config.called[member]

    def cap(self) -> int:
        """How many characters a line may have now; 0: as many as it likes."""
        now = self.behaviour.moment(self.state).cap
        return self.config.cap if now < 0 else now

    def say(self, member: str, text: str, thoughts: tuple[str, ...] = ()) -> TurnEnded:
        """Take the next turn with words that are there already.

        Raises `BreakpointHit` at a breakpoint.
        """
        if self.state.status == "paused":
            raise BreakpointHit
        self.hold(member)
        ended = TurnEnded(
            at=self.clock.now(),
            turn=self.state.next_turn,
            member=member,
            text=text,
            thoughts=thoughts,
            heard_by=self.behaviour.hearers(self.state, member),
        )
        self.append(ended)
        return ended

    async def ask_all(self, requests: Mapping[str, Request]) -> None:
        """Have all these members' voices reply at once.

        Whatever comes is written down at once, a reply as well as a failure: it was paid for. Raises `TurnFailure`
        after a `turn.failed` for each who failed and one `run.paused` were written.
        """
        failed: dict[str, VoiceError] = {}

        async def take(member: str, request: Request) -> None:
            try:
                reply = await self._call(member, request, aside=True)
            except VoiceError as error:
                failed[member] = error
                self._failed(member, error)
            else:
                self.append(_committed(reply, self.clock, self.state.next_turn, member, request.purpose))

        if self.config.simulated:
            # Nobody waits in simulated time, and a resumed run tells the same hours as one that was not killed.
            for member, request in requests.items():
                await take(member, request)
        else:
            await _all_at_once([take(member, request) for member, request in requests.items()])
        if failed:
            first = next(failed[member] for member in requests if member in failed)
            self._pause_for(first)
            raise TurnFailure from first

    def hold(self, member: str) -> None:
        """Pause before `member` takes the next turn where a breakpoint says so. Raises `BreakpointHit`."""
        turn = self.state.next_turn
        if self.state.held_turn == turn:
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

    def _fail(self, member: str, error: VoiceError) -> None:
        self._failed(member, error)
        self._pause_for(error)

    def _pause_for(self, error: VoiceError) -> None:
        self.append(RunPaused(at=self.clock.now(), reason="failure", detail=error.text))

    def _failed(self, member: str, error: VoiceError) -> None:
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
        """What the voice of `member` (empty: the run's default) can do. Raises `VoiceUnavailable`."""
        return self.voice(self.state.voice_of(member)).capabilities

    def voice(self, spec: VoiceSpec) -> Voice:
        """The voice of that spec. Raises `VoiceUnavailable`."""
        return self._voices.voice(spec)

    def ensure_allowed(self) -> None:
        """Raises `HostNotAllowed` where a voice of the run is at a server that the user has not allowed."""
        hosts: list[str] = []
        for spec in self.state.voices.values():
            if spec.base_url:
                try:
                    self.voice(spec)
                except HostNotAllowed as refused:
                    hosts += refused.hosts
                except VoiceError:
                    # What else is wrong with it is told when it is to speak.
                    continue
        if hosts:
            raise HostNotAllowed(hosts, Sentence("The log of this run"))

    async def ask(self, purpose: Purpose, question: Question, *, member: str = "") -> VoiceReplied:
        """Ask a voice something that is no turn: the run's default one, or `member`'s; the reply is committed.

        A reply that was committed before a crash is returned again. Raises `VoiceError`; what the failed call cost is
        written down as an answer without words.
        """
        pending = self.state.pending.get(purpose)
        if pending is not None and pending.member == member:
            return pending
        return await self._asked(task_request(self.state, purpose, question, member), member)

    async def sum_up(self, asked: SummaryAsked) -> VoiceReplied:
        """Have a member's voice sum up what they will be sent no more; as `ask`."""
        pending = self.state.pending.get("summary")
        if pending is not None and pending.member == asked.member:
            return pending
        request = summary_request(self.state, self.perspective(asked.member), asked)
        return await self._asked(request, asked.member)

    async def _asked(self, request: Request, member: str) -> VoiceReplied:
        """The committed reply to a question. Raises `VoiceError`."""
        purpose = request.purpose
        try:
            reply = await self._call(member, request, aside=True)
        except VoiceError as error:
            if error.cost or any(error.tokens.values()):
                paid = Usage(**error.tokens)
                empty = Reply("", stop_reason=error.kind, usage=paid, cost=error.cost, request_id=error.request_id)
                self.append(_committed(empty, self.clock, self.state.next_turn, member, purpose))
            raise
        committed = _committed(reply, self.clock, self.state.next_turn, member, purpose)
        self.append(committed)
        return committed

    async def _call(self, member: str, request: Request, *, aside: bool = False) -> Reply:
        """One reply; `aside`, it is not the words of the turn under way."""
        spec = self.state.voice_of(member)
        voice = self._voices.voice(spec)
        reply: Reply | None = None
        partial = ""
        spent = Spent(Usage())
        if not aside:
            self.partial = ""
        call = object()
        self._calls[call] = False
        try:
            async for piece in voice.speak(request):
                match piece:
                    case Delta():
                        spent = piece.spent or spent
                        partial = piece.text if piece.restart else partial + piece.text
                        self._calls[call] = False
                        if not aside:
                            self.partial = partial
                        if member and request.schema is None and (piece.text or piece.restart):
                            self.watcher.on_delta(member, piece)
                    case Waiting():
                        if piece.fault:
                            spent, over = Spent(Usage()), piece.spent or spent
                            self._paid(member, request, piece.fault, over, voice)
                        # Who of several waits for one of the others to end is as good as speaking.
                        self._calls[call] = not piece.begun and (piece.seconds > 0 or not aside)
                        self.watcher.on_waiting(member, piece)
                    case Reply():
                        reply, spent = piece, Spent(piece.usage, piece.request_id)
            if reply is None:
                raise VoiceError(
                    "dropped",
                    "The voice stopped without a reply.",
                    hint="Retry the turn.",
                    request_id=spent.request_id,
                    tokens=msgspec.structs.asdict(spent.usage),
                    cost=voice.capabilities.price.of(spent.usage),
                )
        except VoiceError as error:
            # Whoever catches it writes down what it cost.
            error.partial = error.partial or partial
            if error.kind in {"auth", "credit", "unavailable"}:
                # Whoever mends the key or the account wants it to be used.
                self._voices.forget(spec)
            raise
        except BaseException as stop:
            kind = "cancelled" if isinstance(stop, asyncio.CancelledError) else "failed"
            self._paid(member, request, kind, spent, voice)
            raise
        finally:
            del self._calls[call]
        return reply

    def _paid(self, member: str, request: Request, kind: str, spent: Spent, voice: Voice) -> None:
        """Write down what a call cost that gave nothing, where it cost anything."""
        if spent.usage.total:
            self.append(
                CallFailed(
                    at=self.clock.now(),
                    turn=self.state.next_turn,
                    member=member,
                    purpose=request.purpose,
                    kind=kind,
                    usage=spent.usage,
                    cost=voice.capabilities.price.of(spent.usage),
                    request_id=spent.request_id,
                )
            )


async def _all_at_once(calls: Iterable[Coroutine[Any, Any, None]]) -> None:
    try:
        async with asyncio.TaskGroup() as tasks:
            for call in calls:
                tasks.create_task(call)
    except ExceptionGroup as faults:
        raise faults.exceptions[0] from None


def _committed(reply: Reply, clock: Clock, turn: int, member: str, purpose: Purpose) -> VoiceReplied:
    return VoiceReplied(
        at=clock.now(),
        turn=turn,
        member=member,
        purpose=purpose,
        text=encodable(reply.text),
        tool_calls=tuple(map(_recorded, reply.tool_calls)),
        stop_reason=reply.stop_reason,
        usage=reply.usage,
        cost=reply.cost,
        latency=reply.latency,
        first_token=reply.first_token,
        provider=reply.provider,
        model=reply.model,
        request_id=reply.request_id,
        request_hash=reply.request_hash,
        warmth_as=reply.warmth_as,
        redrawn=reply.redrawn,
        batch=reply.batch,
    )


def _recorded(call: ToolCall) -> ToolCall:
    return ToolCall(id=encodable(call.id), name=encodable(call.name), arguments=recordable(call.arguments))
