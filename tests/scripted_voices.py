"""Voices that do as they are told, and a run around them that needs no home."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from pathlib import Path
from typing import Any

from parley.core.base.clock import REHEARSAL_EPOCH, Clock, SimulatedClock
from parley.core.base.errors import VoiceError, VoiceFault
from parley.core.cast.member import VoiceSpec
from parley.core.engine.calling import Watcher
from parley.core.engine.mode_spec import MODES
from parley.core.engine.run import Run
from parley.core.engine.stage import Stage
from parley.core.log.config import RunConfig
from parley.core.log.events.base import Event
from parley.core.log.events.run import RunStarted
from parley.core.log.events.turn import Usage
from parley.core.log.fold import fold
from parley.core.log.log import Log
from parley.core.log.state import State
from parley.core.voices.base import Capabilities, Delta, Payload, PayloadItem, Price, Reply, Request, Voice, Waiting
from tests.standup_events import sample_config

Act = str | Exception | Callable[[Request], str | Exception]
"""What a voice does when it is asked: says this, raises this, or asks a function which."""


class Actor:
    """A voice that takes its acts in order, then says "Line <turn>." for ever.

    Attributes: `requests`, what it was asked; `bodies`, what it would have sent; `stalled`, set while it waits for
    `go_on` in the middle of a line, which it does at the calls in `stall_at` (counted from 0).
    """

    def __init__(
        self,
        *acts: Act,
        spec: VoiceSpec | None = None,
        cost: float = 0.0,
        tokens: int = 10,
        stall_at: Collection[int] = (),
    ) -> None:
        self.acts: list[Act] = list(acts)
        self.requests: list[Request] = []
        self.bodies: list[Any] = []
        self.stall_at = {*stall_at}
        self.stalled = asyncio.Event()
        self.go_on = asyncio.Event()
        self.cost = cost
        self.tokens = tokens
        self.closed = False
        self._spec = spec or VoiceSpec()

    @property
    def spec(self) -> VoiceSpec:
        return self._spec

    @property
    def capabilities(self) -> Capabilities:
        return Capabilities(structured=True, price=Price(input=1.0, output=1.0) if self.cost else Price())

    def payload(self, request: Request) -> Payload:
        view = request.perspective
        body = {
            "system": request.task or view.get_system_text(),
            "messages": [
                {"role": message.role, "content": [block.text for block in message.blocks]}
                for message in view.messages()
            ],
            "direction": request.direction,
            "chance": request.chance,
            "mood": request.mood,
        }
        return Payload(body, [PayloadItem("direction", request.direction)])

    async def speak(self, request: Request) -> AsyncIterator[Delta | Waiting | Reply]:
        number = len(self.requests)
        payload = self.payload(request)
        self.requests.append(request)
        self.bodies.append(payload.body)
        act: Act = self.acts.pop(0) if self.acts else f"Line {request.turn}."
        if callable(act):
            act = act(request)
        await asyncio.sleep(0)
        if number in self.stall_at:
            yield Delta("Half a li")
            self.stalled.set()
            await self.go_on.wait()
        if isinstance(act, Exception):
            raise act
        yield Delta(act)
        yield Reply(
            text=act,
            usage=Usage(input=self.tokens, output=self.tokens),
            cost=self.cost,
            provider="actor",
            request_hash=payload.digest(),
        )

    async def close(self) -> None:
        self.closed = True


class Company:
    """The same actor for every spec, or others for other specs."""

    def __init__(self, actor: Voice, others: dict[VoiceSpec, Voice] | None = None) -> None:
        self.actor = actor
        self.others = others or {}

    def voice(self, spec: VoiceSpec) -> Voice:
        return self.others.get(spec, self.actor)

    def forget_voice(self, spec: VoiceSpec | None = None) -> None:
        """Nothing is kept that would have to be made anew."""


def fault(kind: VoiceFault = "overloaded", sentence: str = "SECRET-FAULT happened.", **values: Any) -> VoiceError:
    """A failure of a voice, with a text that is easily found where it must not be."""
    return VoiceError(kind, sentence, **values)


def begun(
    path: Path,
    actor: Voice,
    config: RunConfig | None = None,
    *,
    clock: Clock | None = None,
    watcher: Watcher | None = None,
    others: dict[VoiceSpec, Voice] | None = None,
    **values: Any,
) -> Run:
    """A run whose log is at `path`, its gate closed; `values` go to `Run`."""
    config = config or sample_config(8)
    clock = clock or SimulatedClock()
    log = Log.create(path, lock=path.with_suffix(".lock"), fsync="never")
    stage = Stage(log, State(), Company(actor, others), clock, watcher)
    stage.append(RunStarted(at=clock.now(), config=config.as_json()))
    return Run(stage, MODES[config.mode].load(), **values)


def reopened(path: Path, actor: Voice, clock: Clock | None = None) -> Run:
    """The run of a log that somebody left behind, as another process goes on with it."""
    log, recording = Log.open(path, lock=path.with_suffix(".again"), fsync="never")
    state = fold(recording.events)
    stage = Stage(log, state, Company(actor), clock or SimulatedClock(state.now or REHEARSAL_EPOCH))
    return Run(stage, MODES[state.setup.mode].load())


def recorded(run: Run) -> list[Event]:
    """All events from here on, in a list that grows."""
    seen: list[Event] = []
    run.stage.log.taps.append(lambda seq, event: seen.append(event))
    return seen


def of_type(events: Sequence[Event], *kinds: type[Any]) -> list[Any]:
    """The events of these types."""
    return [event for event in events if isinstance(event, kinds)]


async def to_the_end(run: Run) -> None:
    """Play until it ends or stands."""
    run.play()
    await run.live(until_paused=True)


async def one_step(run: Run) -> None:
    """Step once, until it stands."""
    run.step()
    await run.live(until_paused=True)


async def finished(run: Run) -> None:
    """Play until it ends or stands, and close it."""
    await to_the_end(run)
    await run.close()
