"""The voice protocol: a request in, deltas and one reply out."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, runtime_checkable

import msgspec

from parley.core.base.acts import Act
from parley.core.base.errors import VoiceFault
from parley.core.cast.member import VoiceSpec
from parley.core.log.events.base import Event
from parley.core.log.events.turn import CameToMind, Move, Purpose, TurnKind, Usage
from parley.core.log.events.turn import Reply as Reply  # noqa: PLC0414  # voices take it from here
from parley.core.log.material import Piece
from parley.core.log.material import Tool as Tool  # noqa: PLC0414  # voices take it from here
from parley.core.perspective.perspective import Perspective


class Request(msgspec.Struct, frozen=True, eq=False, gc=False):
    """Everything a voice is told for one reply.

    `direction` is sent last and never kept. `temperature` is the format's (0 to 2). `chance` is the seed of
    this very call. `turn` of `turns` and `kind` say where in the talk we are; `mood` in [-1, 1] runs from tense to
    friendly. `task` replaces the perspective's system prompt where the voice does not speak as the member (choosing,
    distilling); `material` is what it is about. `scene` is
    the event that began what is under way within the run, in a mode of scenes, `beat` its beat from 1. `lore` is what
    came to mind of lore books, which stands in the direction too; `reminder` is the part of the direction that comes
    before what is to be done: memories, lore, a card's last word. `move` is what the turn does, `about` the act of the
    line that it is about, where that is known. `tools_over`: none of the tools may be called any more, words are due.
    """

    perspective: Perspective
    direction: str
    temperature: float = 0.6
    max_tokens: int = 200
    stop: tuple[str, ...] = ()
    tools: tuple[Tool, ...] = ()
    schema: Mapping[str, Any] | None = None
    purpose: Purpose = "turn"
    kind: TurnKind = "line"
    turn: int = 1
    turns: int = 1
    mood: float = 0.0
    chance: int = 0
    task: str = ""
    scene: Event | None = None
    beat: int = 0
    material: tuple[Piece, ...] = ()
    lore: tuple[CameToMind, ...] = ()
    move: Move | None = None
    about: Act | None = None
    reminder: str = ""
    tools_over: bool = False

    @property
    def topic(self) -> str:
        """What is talked about: the scene's topic where there is a scene, else the run's."""
        topic: str = getattr(self.scene, "topic", self.perspective.config.topic)  # also where `scene` is None
        return topic


class Spent(msgspec.Struct, frozen=True, gc=False):
    """What the provider has counted of one attempt at a call so far, and its id there."""

    usage: Usage
    request_id: str = ""


class Delta(msgspec.Struct, frozen=True, gc=False):
    """A piece of a line as it arrives: decoration, never logged. `restart`: forget what came before it.

    `spent` stands where the provider has just said what it counted (`text` may then be empty): should the call be
    cancelled, that is what it cost.
    """

    text: str
    restart: bool = False
    spent: Spent | None = None


class Waiting(msgspec.Struct, frozen=True, gc=False):
    """The voice waits before it tries again: `seconds`, and why ("rate limited").

    `fault` is how the attempt before it failed, `spent` what the provider counted of that attempt all the same.
    """

    seconds: float
    why: str
    fault: VoiceFault | Literal[""] = ""
    spent: Spent | None = None


@dataclass(frozen=True)
class Price:
    """US dollars a million tokens. Above `long_over` prompt tokens (0: never) all of it times `long_factor`."""

    input: float = 0.0
    cache_read: float = 0.0
    cache_write: float = 0.0
    output: float = 0.0
    long_over: int = 0
    long_factor: float = 1.0

    def of(self, usage: Usage) -> float:
        """Return what `usage` costs, in US dollars."""
        prompt = usage.input + usage.cache_read + usage.cache_write  # what is cached counts for the threshold too
        factor = self.long_factor if self.long_over and prompt > self.long_over else 1.0
        spent = (
            usage.input * self.input
            + usage.cache_read * self.cache_read
            + usage.cache_write * self.cache_write
            + usage.output * self.output
        )
        return round(spent * factor / 1_000_000, 8)  # a float's noise is cut, one cheap token still costs something


@dataclass(frozen=True)
class Capabilities:
    """What a voice can do. `context` is in tokens; `profile` says which rendering of a perspective it wants.

    `written`: its lines are written down, also those that a player may say next in a talk. `staged`: where nothing is
    written it has no words, and says in the rules' name what a turn does. `led`: left to itself it circles, and wants
    to be told what each turn does. `instant`: its lines cost nothing and are there at once: nothing is looked at before
    one.
    """

    languages: tuple[str, ...] = ("en", "de")
    tools: bool = False
    structured: bool = False
    sampling: bool = False
    context: int = 8_192
    price: Price = field(default_factory=Price)
    profile: Literal["messages", "script"] = "messages"
    limits: str = ""
    written: bool = False
    instant: bool = False
    staged: bool = False
    led: bool = False

    @property
    def fills_forms(self) -> bool:
        """Whether a question that asks for a form can be put to it."""
        return self.structured and not self.staged

    @property
    def calls_tools(self) -> bool:
        """Whether it can be offered tools: its own way, or by a form in place of them. What is written calls none."""
        return not self.written and (self.tools or self.fills_forms)


class PayloadItem(msgspec.Struct, frozen=True, gc=False):
    """One piece of what is really sent, for the inspector: `role` is system, user, assistant, direction, tools …"""

    role: str
    text: str


class Payload(msgspec.Struct, frozen=True, gc=False):
    """What is really sent: `body` is it, `items` show it."""

    body: Mapping[str, Any]
    items: Sequence[PayloadItem]

    def digest(self) -> str:
        """Return the hash that `voice.replied.request_hash` carries: BLAKE2b-128 of the canonical JSON of the body."""
        canonical = msgspec.json.encode(self.body, order="sorted")  # sorted: equal bodies have one hash
        return hashlib.blake2b(canonical, digest_size=16).hexdigest()

    def as_json(self) -> str:
        """Return the body, indented."""
        return msgspec.json.format(msgspec.json.encode(self.body), indent=2).decode()


class Voice(Protocol):
    """What gives a member words: a model, a server, what was written, or rules.

    `speak` yields `Delta`s (and `Waiting`s), then exactly one `Reply`; it raises `VoiceError` where it cannot.
    Cancelling the task that iterates it stops the call at once. `payload` is a pure function of the request: it needs
    no connection, so that the inspector can derive what was sent at any turn of any run.
    """

    @property
    def spec(self) -> VoiceSpec:
        """Which voice this is."""
        ...

    @property
    def capabilities(self) -> Capabilities:
        """What it can do."""
        ...

    def payload(self, request: Request) -> Payload:
        """Return what `speak` would send."""
        ...

    def speak(self, request: Request) -> AsyncIterator[Delta | Waiting | Reply]:  # no "async def": it is a generator
        """Speak once."""
        ...

    async def close(self) -> None:
        """Give back what it holds. Idempotent."""
        ...


@runtime_checkable
class Planning(Protocol):  # looked for with `isinstance`, as is `Embedding`: most voices have neither
    """A voice whose lines are written down: what a turn does follows from the line that is there for it."""

    def plan(self, request: Request) -> Move | None:
        """Return the move of the line that would be said; None where there is none, or its move is not known.

        `request.move` is the one that was drawn.
        """
        ...


@runtime_checkable
class Embedding(Protocol):
    """A voice whose model also says what a text means, as a vector."""

    @property
    def embedding_model(self) -> str:
        """What identifies the model: vectors may be compared, and kept, where it is the same."""
        ...

    async def embed_texts(self, texts: Sequence[str]) -> tuple[tuple[float, ...], ...]:
        """Return one vector of unit length a text, in their order; no text is blank. Raises `VoiceError`."""
        ...

    async def close(self) -> None:
        """Give back what it holds. Idempotent."""
        ...


class Wrapping:
    """What a voice in front of another has of it: all but how it speaks."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice

    @property
    def spec(self) -> VoiceSpec:
        """Which voice the one within is."""
        return self._voice.spec

    @property
    def capabilities(self) -> Capabilities:
        """What the voice within can do."""
        return self._voice.capabilities

    def payload(self, request: Request) -> Payload:
        """Return what the voice within would send."""
        return self._voice.payload(request)

    async def close(self) -> None:
        """Close the voice within."""
        await self._voice.close()
