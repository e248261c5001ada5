"""Calls of voices: what streams is shown, what was paid for is written down, and a whole reply comes of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import msgspec

from parley.core.base.clock import Clock
from parley.core.base.errors import HostNotAllowed, VoiceError
from parley.core.base.line import fit_arguments, repair_text
from parley.core.base.sentences import Sentence
from parley.core.cast.member import VoiceSpec
from parley.core.cast.providers import simulated
from parley.core.engine.aloud import Aloud
from parley.core.log.authors import RULES
from parley.core.log.events.base import Event
from parley.core.log.events.turn import Author, CallFailed, Purpose, ToolCall, Usage, VoiceReplied
from parley.core.log.log import EventLog
from parley.core.log.state import State
from parley.core.voices.base import Delta, Reply, Request, Spent, Voice, Waiting
from parley.core.voices.provider import VOICES
from parley.core.voices.servers import own_to_allow


class Voices(Protocol):
    """Where voices come from; one object for one spec."""

    def voice(self, spec: VoiceSpec) -> Voice:
        """Return the voice of that spec. Raises `VoiceUnavailable`."""
        ...

    def forget_voice(self, spec: VoiceSpec | None = None) -> None:
        """Make the voice (None: every voice) anew when it is next needed."""
        ...


class Nearness(Protocol):
    """How near texts are in meaning, where somebody has a model for embeddings."""

    def model(self, language: str) -> str:
        """Return who would be asked about lines in that language; empty: there is nobody."""
        ...

    async def near(self, said: str, texts: Sequence[str], language: str) -> list[float]:
        """Return how near `said` is to each of the texts, 0 to 1. Raises `ParleyError`."""
        ...


@dataclass
class Watcher:
    """Who looks on while somebody speaks: decoration, nothing depends on it."""

    on_delta: Callable[[str, Delta], None] = lambda member, delta: None
    on_waiting: Callable[[str, Waiting], None] = lambda member, waiting: None


class Caller(Protocol):
    """What the calls of a run need of the stage that they are made for; `Stage` says what each is."""

    state: State
    log: EventLog
    clock: Clock
    watcher: Watcher

    def append(self, event: Event) -> int: ...


@dataclass
class Aside:
    """Who asks in place of a run's stage: what a call comes to is handed to `write`."""

    state: State
    write: Callable[[Event], object]
    clock: Clock
    watcher: Watcher = field(default_factory=Watcher)

    def __post_init__(self) -> None:
        self.log: Any = self  # `Calls` calls `log.ensure_whole()`, which is below

    def ensure_whole(self) -> None:
        """Do nothing: no log of a run has to be whole."""

    def append(self, event: Event) -> int:
        """Hand over what a call that gave nothing has cost."""
        self.write(event)
        return -1  # no seq: it stands in no run's log


class Calls:
    """The calls of one run. `partial` is what has streamed of the turn under way."""

    def __init__(self, stage: Caller, voices: Voices) -> None:
        self._stage = stage
        self.voices = voices
        self.partial = ""
        self._under_way: dict[object, bool] = {}  # by call: whether it only waits for its provider

    @property
    def waiting(self) -> bool:
        """Whether all calls under way wait for their provider's patience: there is nothing to finish."""
        return bool(self._under_way) and all(self._under_way.values())

    def ensure_allowed(self) -> None:
        """Raise `HostNotAllowed` where a voice of the run is at a server that the user has not allowed."""
        hosts: list[str] = []
        for spec in self._stage.state.voices.values():
            if spec.base_url or own_to_allow(spec.provider):  # the others go to servers that no log can choose
                try:
                    self.voices.voice(spec)
                except HostNotAllowed as refused:
                    hosts += refused.hosts
                except VoiceError:
                    continue  # Whatever else is wrong is reported once it is to speak
        if hosts:
            raise HostNotAllowed(hosts, Sentence("The log of this run"))

    async def ask_voice(self, member: str, request: Request, *, aside: bool = False) -> Reply:
        """Return one reply; `aside`: it is not the words of the turn under way. Raises `VoiceError`."""
        spec = self._stage.state.get_voice_of(member)
        voice = self.voices.voice(spec)
        if not voice.capabilities.instant:
            # What is paid for, or waited for, must have a log to stand in.
            self._stage.log.ensure_whole()
        reply: Reply | None = None
        partial = ""
        spent = Spent(Usage())
        aloud = Aloud()
        if not aside:
            self.partial = ""
        call = object()  # several calls may be under way, of one member too
        self._under_way[call] = False
        try:
            with VOICES.blame_package(spec.provider):
                async for piece in voice.speak(request):
                    match piece:
                        case Delta():
                            spent = piece.spent or spent
                            partial = piece.text if piece.restart else partial + piece.text
                            self._under_way[call] = False
                            if not aside:
                                self.partial = partial  # what `turn.abandoned` keeps if the turn is cut short
                            # The JSON of a form is not shown as speech, nor is an answer of no member in particular.
                            if member and request.schema is None and (heard := aloud.heard(piece)) is not None:
                                self._stage.watcher.on_delta(member, heard)
                        case Waiting():
                            if piece.fault:
                                spent, over = Spent(Usage()), piece.spent or spent  # the next attempt counts anew
                                self._record_wasted_call(member, request, piece.fault, over, voice)
                            # A call that only waits for another call of ours to end counts as speaking.
                            self._under_way[call] = piece.seconds > 0 or not aside
                            self._stage.watcher.on_waiting(member, piece)
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
            error.partial = error.partial or partial  # Whoever catches it writes down what it cost
            if error.kind in {"auth", "credit", "unavailable"}:
                # Whoever mends the key or the account wants it to be used.
                self.voices.forget_voice(spec)
            raise
        except BaseException as stop:  # a cancelled call too: the provider counts what it has sent until then
            kind = "cancelled" if isinstance(stop, asyncio.CancelledError) else "failed"
            self._record_wasted_call(member, request, kind, spent, voice)
            raise
        finally:
            del self._under_way[call]
        return reply if reply.words_by else msgspec.structs.replace(reply, words_by=_infer_author(reply, spec))

    def _record_wasted_call(self, member: str, request: Request, kind: str, spent: Spent, voice: Voice) -> None:
        """Write down what a call cost that gave nothing, where it cost anything."""
        if spent.usage.total:
            self._stage.append(
                CallFailed(
                    at=self._stage.clock.now(),
                    turn=self._stage.state.next_turn,
                    member=member,
                    purpose=request.purpose,
                    kind=kind,
                    usage=spent.usage,
                    cost=voice.capabilities.price.of(spent.usage),
                    request_id=spent.request_id,
                )
            )


def make_record(reply: Reply, clock: Clock, turn: int, member: str, purpose: Purpose) -> VoiceReplied:
    """Return a reply as it is written down."""
    said = {"text": repair_text(reply.text), "tool_calls": tuple(map(_make_recordable_call, reply.tool_calls))}
    placed = {"at": clock.now(), "turn": turn, "member": member, "purpose": purpose}
    # A sum is no default, which would be left out: the log says of every reply what it cost.
    cost = {"cost": reply.cost + 0.0}
    return VoiceReplied(**(msgspec.structs.asdict(reply) | said | placed | cost))


def _infer_author(reply: Reply, spec: VoiceSpec) -> Author:
    """Return who made the words of a reply that does not say it."""
    provider = reply.provider or spec.provider
    return RULES if simulated(provider) else Author(kind="model", name=reply.model or spec.model or provider)


def _make_recordable_call(call: ToolCall) -> ToolCall:
    return ToolCall(id=repair_text(call.id), name=repair_text(call.name), arguments=fit_arguments(call.arguments))
