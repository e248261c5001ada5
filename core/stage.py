"""The stage: all that a mode may touch."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from core.cast.affinity import tension
from core.cast.member import VoiceSpec
from core.clock import Clock, Draws
from core.errors import VoiceError
from core.events import (
    AnyEvent,
    RunPaused,
    TurnEnded,
    TurnFailed,
    TurnKind,
    TurnStarted,
    Usage,
    VoiceReplied,
)
from core.transcript.config import RunConfig
from core.transcript.line import clean, encodable
from core.transcript.log import Log
from core.transcript.perspective import Perspective, Witness
from core.transcript.state import DIRECTOR, Entry, State, apply
from core.voices.base import Capabilities, Delta, Purpose, Reply, Request, Voice, Waiting

DIRECTION_TOKENS = 40


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


class TurnLost(Exception):
    """The turn could not be spoken; a `turn.failed` tells why and the run stands still."""


class Held(Exception):
    """A breakpoint stopped the turn before it began; a `run.paused` tells which."""


class Stage:
    """One run's state, log, clock, chances and voices.

    Modes read `state` and act through `append`, `speak` and `ask`; they keep nothing between two steps. `partial` is
    what has streamed of the call under way, `waiting` whether that call waits for its provider's patience.
    """

    def __init__(self, log: Log, state: State, voices: Voices, clock: Clock, watcher: Watcher | None = None) -> None:
        self.log = log
        self.state = state
        self.clock = clock
        self.watcher = watcher or Watcher()
        self._voices = voices
        self._witnesses: dict[str, Witness] = {}
        self._witnessed_config: RunConfig | None = None
        self.draws = Draws(0)
        self.partial = ""
        self.waiting = False

    @property
    def config(self) -> RunConfig:
        """The run's configuration, forks' overrides included."""
        return self.state.setup

    def append(self, event: AnyEvent) -> int:
        """Write the event, fold it, and return its seq."""
        # Folding first would show a state that a full disk never let happen.
        seq = self.log.append(event)
        apply(self.state, event)
        return seq

    def chances(self) -> Draws:
        """The run's draws: of its seed alone, so that a fork without another seed draws alike."""
        if self.draws.seed != self.config.seed:
            self.draws = Draws(self.config.seed)
        return self.draws

    def perspective(self, member: str) -> Perspective:
        """What the member has witnessed until now."""
        if self._witnessed_config is not self.config:
            self._witnesses, self._witnessed_config = {}, self.config
        witness = self._witnesses.get(member)
        if witness is None:
            witness = self._witnesses[member] = Witness(self.config, self.config.member(member))
        return witness.moment(self.state)

    async def speak(self, member: str, *, kind: TurnKind, direction: str) -> TurnEnded:
        """Have the member take the turn that is next; a turn whose reply is committed is only finished.

        Raises `TurnLost` after a `turn.failed` and a `run.paused` were written, `Held` at a breakpoint.
        """
        state = self.state
        if state.open is None:
            if state.status == "paused":
                # Paused while the speaker was being chosen: the gate holds before the call.
                raise Held
            self._hold(member)
            self.append(
                TurnStarted(
                    at=self.clock.now(),
                    turn=state.next_turn,
                    member=member,
                    kind=kind,
                    direction=direction,
                    attempt=state.attempt,
                )
            )
        assert state.open is not None
        if state.open.reply is None:
            started = state.open.started
            request = turn_request(self.config, self.perspective(member), started, state)
            try:
                reply = await self._call(member, request)
            except VoiceError as error:
                self._lose(member, error)
                raise TurnLost from error
            self.append(_committed(reply, self.clock, started.turn, member, "turn"))
        return self._finish(member)

    def _finish(self, member: str) -> TurnEnded:
        assert self.state.open is not None
        assert self.state.open.reply is not None
        name = self.config.member(member).name
        names = (name, *(each.name for each in self.config.members if each.name != name))
        line = clean(self.state.open.reply.text, names, cap=self.config.cap)
        if not line.text:
            error = VoiceError("empty", f"{name}'s voice returned no words.", hint="Retry the turn.")
            self._lose(member, error)
            raise TurnLost from error
        ended = TurnEnded(
            at=self.clock.now(),
            turn=self.state.open.started.turn,
            member=member,
            text=line.text,
            thoughts=line.thoughts,
            cut=line.cut,
        )
        self.append(ended)
        return ended

    def _hold(self, member: str) -> None:
        turn = self.state.next_turn
        if self.state.held_turn == turn:
            return
        for point in self.state.breakpoints.values():
            if point.kind == "member" and point.member == member:
                detail = f"Before {self.state.name_of(member)} speaks."
            elif point.kind == "turn" and point.turn == turn:
                detail = f"Before turn {turn}."
            else:
                continue
            self.append(RunPaused(at=self.clock.now(), reason="breakpoint", detail=detail))
            raise Held

    def _lose(self, member: str, error: VoiceError) -> None:
        turn = self.state.next_turn
        self.append(
            TurnFailed(
                at=self.clock.now(),
                turn=turn,
                member=member,
                kind=error.kind,
                sentence=str(error),
                partial=error.partial,
                usage=Usage(**error.tokens),
                cost=error.cost,
            )
        )
        self.append(RunPaused(at=self.clock.now(), reason="failure", detail=str(error)))

    def capabilities(self, member: str = "") -> Capabilities:
        """What the voice of `member` (empty: the run's default) can do. Raises `VoiceUnavailable`."""
        return self.voice(self.state.voice_of(member)).capabilities

    def voice(self, spec: VoiceSpec) -> Voice:
        """The voice of that spec. Raises `VoiceUnavailable`."""
        return self._voices.voice(spec)

    async def ask(
        self, purpose: Purpose, *, task: str, direction: str, schema: Mapping[str, Any], max_tokens: int = 1_000
    ) -> VoiceReplied:
        """Ask the run's default voice something that is no turn; the reply is committed and returned.

        A reply that was committed before a crash is returned again. Raises `VoiceError`; what the failed call cost is
        written down as an answer without words.
        """
        pending = self.state.pending_distillation if purpose == "distillation" else self.state.pending_selection
        if pending is not None:
            return pending
        request = task_request(
            self.state, purpose, task=task, direction=direction, schema=schema, max_tokens=max_tokens
        )
        try:
            reply = await self._call("", request)
        except VoiceError as error:
            if error.cost or error.tokens:
                spent = Reply("", stop_reason=error.kind, usage=Usage(**error.tokens), cost=error.cost)
                self.append(_committed(spent, self.clock, self.state.next_turn, "", purpose))
            raise
        committed = _committed(reply, self.clock, self.state.next_turn, "", purpose)
        self.append(committed)
        return committed

    async def _call(self, member: str, request: Request) -> Reply:
        spec = self.state.voice_of(member) if member else self.state.voice_of("")
        voice = self._voices.voice(spec)
        reply: Reply | None = None
        self.partial, self.waiting = "", False
        try:
            async for piece in voice.speak(request):
                match piece:
                    case Delta():
                        self.waiting = False
                        self.partial = piece.text if piece.restart else self.partial + piece.text
                        if member:
                            self.watcher.on_delta(member, piece)
                    case Waiting():
                        self.waiting = True
                        self.watcher.on_waiting(member, piece)
                    case Reply():
                        reply = piece
        except VoiceError as error:
            error.partial = error.partial or self.partial
            if error.kind in {"auth", "credit", "unavailable"}:
                # Whoever mends the key or the account wants it to be used.
                self._voices.forget(spec)
            raise
        if reply is None:
            raise VoiceError(
                "dropped", "The voice stopped without a reply.", hint="Retry the turn.", partial=self.partial
            )
        return reply


def _committed(reply: Reply, clock: Clock, turn: int, member: str, purpose: Purpose) -> VoiceReplied:
    return VoiceReplied(
        at=clock.now(),
        turn=turn,
        member=member,
        purpose=purpose,
        text=encodable(reply.text),
        tool_calls=reply.tool_calls,
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
    )


def turn_request(config: RunConfig, perspective: Perspective, started: TurnStarted, state: State) -> Request:
    """What the voice of `started.member` is asked: a function of the log up to its `turn.started`."""
    spec = state.voice_of(started.member)
    last = state.last_speaker
    mood = 0.0
    if last and last not in {started.member, DIRECTOR}:
        mood = 1.0 - 2.0 * tension(state.affinity_of(started.member, last))
    # A token is about four characters; half as much again for a thought, and air for other alphabets.
    room = max(60, config.cap) if config.cap else 1_200
    return Request(
        perspective=perspective,
        direction=started.direction,
        warmth=spec.warmth if spec.warmth is not None else config.warmth,
        max_tokens=min(1_500, DIRECTION_TOKENS + room),
        kind=started.kind,
        turn=started.turn,
        turns=config.turns,
        mood=round(mood, 4),
        chance=_chance(config.seed, started.turn, f"{started.member}:{started.attempt}"),
    )


def task_request(
    state: State, purpose: Purpose, *, task: str, direction: str, schema: Mapping[str, Any], max_tokens: int = 1_000
) -> Request:
    """A question about the whole run, put to its default voice."""
    config = state.setup
    return Request(
        perspective=overview(state),
        direction=direction,
        warmth=0.2,
        max_tokens=max_tokens,
        schema=schema,
        purpose=purpose,
        turn=state.next_turn,
        turns=config.turns,
        chance=_chance(config.seed, state.next_turn, purpose),
        task=task,
    )


def overview(state: State) -> Perspective:
    """The run as nobody in particular sees it: every public line as `user`, whispers left out."""
    config = state.setup
    me = config.members[0].model_copy(update={"id": "_scribe", "name": "Scribe"})
    whole = Witness(config, me)
    public: list[Entry] = [entry for entry in state.entries if not entry.heard_by]
    return whole.moment(State(config=config, names=state.names, entries=public, revision=state.revision))


def _chance(seed: int, turn: int, purpose: str) -> int:
    digest = hashlib.blake2b(f"voice:{seed}:{turn}:{purpose}".encode(), digest_size=4).digest()
    return int.from_bytes(digest)


__all__ = [
    "Held",
    "Stage",
    "TurnLost",
    "Voices",
    "Watcher",
    "overview",
    "task_request",
    "turn_request",
]
