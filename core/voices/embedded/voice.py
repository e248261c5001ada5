"""The embedded voice: a small model on this machine's CPU."""

from __future__ import annotations

import asyncio
import dataclasses
import json
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from msgspec.structs import asdict, replace

from core.base.clock import Stopwatch
from core.base.errors import VoiceError, VoiceFault
from core.cast.member import VoiceSpec
from core.log.events.base import reported_tokens
from core.log.events.turn import Redraw, ToolCall, Usage
from core.voices.base import Capabilities, Delta, Payload, Reply, Request, Spent, Waiting
from core.voices.embedded import scrutiny
from core.voices.embedded.bodies import NO_TOOL, Call, call, seeded
from core.voices.embedded.client import LostServerError, answer_to, events
from core.voices.embedded.embedding import Embedder
from core.voices.embedded.part import part_of
from core.voices.embedded.process import EmbeddedServer, Lease
from core.voices.embedded.screenplay import shown_lines
from core.voices.models import Model

DRAWS = 3
"""How often a line is drawn at most."""
REMEMBERED = 80
"""So many witnessed lines a new one is compared with."""
REDRAW_WARMTH = 0.15
COUNTS_FROM = 0.3
"""Counting costs next to nothing here, and of numbers and signs a small model makes three times as many tokens as of
words."""
PATIENCE = 20.0
"""Seconds: counting takes some hundredths of one, and the estimate will do where it does not."""
LIMITS = "A small model on this machine: it has no tools of its own, a short memory, and wanders off now and then."

_STOPS = {"limit": "max_tokens", "length": "max_tokens", "max_tokens": "max_tokens", "word": "stop_sequence"}


@dataclass
class Take:
    """One draw of a line, as it arrives. Times in seconds since the request began.

    `lost` is what was used up before the server died and the draw began anew.
    """

    text: str = ""
    usage: Usage = field(default_factory=Usage)
    lost: Usage = field(default_factory=Usage)
    stop: str = "end_turn"
    first: float = 0.0
    id: str = ""


class EmbeddedVoice:
    """A voice of the protocol in `core.voices.base`, over a leased `EmbeddedServer`.

    Attributes: `model`, `path` (its file), `context` in tokens, `server`.
    """

    def __init__(
        self,
        spec: VoiceSpec,
        model: Model,
        path: Path,
        *,
        context: int,
        threads: int = 0,
        server: EmbeddedServer | None = None,
    ) -> None:
        self._spec = spec
        self.model = model
        self.path = path
        self.context = min(context, model.context)
        self._lease = Lease(path, context=self.context, threads=threads, server=server)
        self._embedder = Embedder(model, path, threads=threads)

    @property
    def spec(self) -> VoiceSpec:
        """Which voice this is."""
        return self._spec

    @property
    def capabilities(self) -> Capabilities:
        """What it can do: languages by the catalogue, structured replies, sampling; nothing costs anything."""
        return Capabilities(
            languages=self.model.languages,
            tools=False,
            structured=True,
            sampling=True,
            context=self.context,
            counts_from=COUNTS_FROM,
            profile="messages" if self.model.profile == "chat" else "screenplay",
            limits=LIMITS,
        )

    @property
    def server(self) -> EmbeddedServer:
        """The server, leased at first use; it may not run yet."""
        return self._lease.server

    def payload(self, request: Request) -> Payload:
        """What `speak` sends first; a line that is drawn again differs in seed and temperature alone."""
        return self._call(request).payload()

    def _call(self, request: Request) -> Call:
        warmth = request.warmth if self._spec.warmth is None else self._spec.warmth
        return call(request, chat=self.model.profile == "chat", context=self.context, warmth=warmth)

    async def count(self, request: Request) -> int | None:
        """Tokens of the whole prompt by the model's own tokenizer; None where its server cannot say."""
        plan, server = self._call(request), self.server
        # A bare prompt goes through the tokenizer, messages through the chat template too.
        if plan.path == "/completion":
            path, body = "/tokenize", {"content": plan.body["prompt"], "add_special": True, "parse_special": True}
        else:
            path, body = "/v1/messages/count_tokens", {"messages": plan.body["messages"]}
        try:
            await server.start()
            async with server.places.place():
                answer = await answer_to(server.address, server.key, path, body, silence=PATIENCE)
        except (VoiceError, LostServerError):
            # What is wrong with the server shows in the call itself, with its own sentence.
            return None
        found = answer.get("tokens", answer.get("input_tokens"))
        number = len(found) if isinstance(found, list) else found
        return number if isinstance(number, int) and number > 0 else None

    async def speak(self, request: Request) -> AsyncGenerator[Delta | Waiting | Reply, None]:
        """Speak once. Raises `VoiceError`."""
        plan = self._call(request)
        speaking = self._structured if plan.structured else self._line
        async with aclosing(speaking(request, plan)) as pieces:
            async for piece in pieces:
                yield piece

    @property
    def embedding_model(self) -> str:
        """The model and its very file. Raises `FileError` where that is gone."""
        return self._embedder.name

    async def embed(self, texts: Sequence[str]) -> tuple[tuple[float, ...], ...]:
        """One vector a text, by a child process of its own; long ones are read in pieces. Raises `VoiceError`."""
        return await self._embedder.embed(texts)

    async def close(self) -> None:
        """Give its servers back. Idempotent."""
        await self._embedder.close()
        await self._lease.close()

    async def _line(self, request: Request, plan: Call) -> AsyncGenerator[Delta | Waiting | Reply, None]:
        watch = Stopwatch()
        config, me = request.perspective.config, request.perspective.me
        cap = config.cap
        others = [member.name for member in config.members if member.id != me.id]
        earlier, part = self._earlier(request), part_of(config.mode)
        takes: list[Take] = []
        faults: list[str] = []
        for attempt in range(DRAWS):
            take = Take()
            takes.append(take)
            if attempt:
                yield Delta("", restart=True)
            try:
                async with aclosing(self._drawn(_again(plan, request, attempt), take, watch, cap)) as deltas:
                    async for delta in deltas:
                        yield replace(delta, spent=Spent(_spent(takes)))
            except VoiceError as error:
                error.tokens = asdict(_spent(takes))
                raise
            take.text = scrutiny.tidy(take.text, me.name)
            if self.model.profile != "chat":
                # Where a line without a cap was broken off, it ends a sentence before.
                broken = part.spoken_to and take.stop == "max_tokens"
                take.text = scrutiny.rounded(take.text, len(take.text) - 1 if broken else cap)
            faults.append(scrutiny.fault(take.text, earlier=earlier, others=others, name=me.name))
            if not faults[-1]:
                break
        best = _best(takes, faults, others)
        kept = takes[best]
        if faults[best]:
            kept.text = scrutiny.own_part(kept.text, others)
            yield Delta(kept.text, restart=True)
        redrawn = tuple(
            Redraw(text=take.text, reason=why)
            for number, (take, why) in enumerate(zip(takes, faults, strict=True))
            if number != best
        )
        yield replace(self._reply(plan, kept, watch), usage=_spent(takes), redrawn=redrawn)

    def _earlier(self, request: Request) -> list[str]:
        """All that a new line must not repeat."""
        view = request.perspective
        said = [block.said for block in view.witnessed(REMEMBERED)]
        if self.model.profile == "screenplay":
            part = part_of(view.config.mode)
            said += part.unrepeated(request) if part.spoken_to else shown_lines(view.config)
        return [*said, view.config.topic, *([request.direction] if request.direction else [])]

    async def _structured(self, request: Request, plan: Call) -> AsyncGenerator[Delta | Waiting | Reply, None]:
        watch = Stopwatch()
        take = Take()
        try:
            async with aclosing(self._drawn(plan, take, watch, 0)) as deltas:
                async for _ in deltas:
                    # Half a JSON text is nothing to show.
                    if (used := _spent([take])).total:
                        yield Delta("", spent=Spent(used))
        except VoiceError as error:
            error.tokens = asdict(_spent([take]))
            raise
        try:
            answer = json.loads(take.text)
        except ValueError:
            cut = "it was cut off at its longest" if take.stop == "max_tokens" else "it is not whole"
            template = "The embedded model's structured answer cannot be used: {cut}."
            tokens = asdict(_spent([take]))
            hint = "Try again, or choose a larger model."
            raise VoiceError("invalid", template, cut=cut, hint=hint, partial=take.text, tokens=tokens) from None
        reply = self._reply(plan, take, watch)
        if request.schema is None:
            reply = _with_tools(reply, answer, request.chance)
        yield reply

    def _reply(self, plan: Call, take: Take, watch: Stopwatch) -> Reply:
        return Reply(
            text=take.text,
            stop_reason=take.stop,
            usage=_spent([take]),
            latency=round(watch.seconds(), 3),
            first_token=round(take.first, 3),
            provider="embedded",
            model=self.model.id,
            request_id=take.id,
            request_hash=plan.payload().digest(),
            warmth_as="sampling",
        )

    async def _drawn(self, plan: Call, take: Take, watch: Stopwatch, cap: int) -> AsyncGenerator[Delta, None]:
        """Stream one draw into `take`; a server that died is started again once."""
        server = self.server
        for last_chance in (False, True):
            await server.start()
            try:
                async with (
                    server.places.place(),
                    aclosing(events(server.address, server.key, plan.path, plan.body)) as stream,
                ):
                    async for event in stream:
                        piece = _READERS[plan.path](event, take)
                        if not piece:
                            continue
                        take.first = take.first or watch.seconds()
                        take.text = (take.text + piece).lstrip()
                        yield Delta(piece)
                        if cap and plan.path == "/completion" and len(take.text) > cap:
                            # What comes now would be cut off.
                            take.stop = "max_tokens"
                            return
                return
            except LostServerError:
                await self._lost(server, take, last_chance=last_chance)
            take.lost, take.usage = take.usage, Usage()
            if take.text:
                take.text, take.first = "", 0.0
                yield Delta("", restart=True)

    async def _lost(self, server: EmbeddedServer, take: Take, *, last_chance: bool) -> None:
        """Decide what a broken connection means; returns where the server should be started again."""
        # The connection breaks a moment before the system says that the child is gone.
        await asyncio.sleep(0.1)
        if server.running:
            kind: VoiceFault = "dropped" if take.text else "connection"
            what = "broke off in the middle" if take.text else "did not answer"
            hint = "Retry takes the same turn again."
            raise VoiceError(kind, "The embedded model's server {what}.", what=what, hint=hint, partial=take.text)
        if last_chance:
            why = server.last_words().rstrip(".")
            template = "The embedded model's server ended twice while it was speaking{value}."
            hint = "Choose a smaller model or context, or retry."
            raise VoiceError("server", template, value=": " + why if why else "", hint=hint, partial=take.text)


def _again(plan: Call, request: Request, attempt: int) -> Call:
    if not attempt:
        return plan
    warmer = round(plan.body["temperature"] + REDRAW_WARMTH * attempt, 3)
    return dataclasses.replace(plan, body={**plan.body, "seed": seeded(request.chance, attempt), "temperature": warmer})


WORSE = ("speaks to", "speaks for", "repeats itself", "repeats an")
"""What is wrong with a line, the least bad first."""


def _best(takes: list[Take], faults: list[str], others: list[str]) -> int:
    """Which draw is kept: the first without a fault, else the least bad. Raises `VoiceError` where all are empty."""
    worth: list[tuple[int, int]] = []
    for number, (take, fault) in enumerate(zip(takes, faults, strict=True)):
        if not fault:
            return number
        if scrutiny.own_part(take.text, others) and fault != "empty":
            worth.append((WORSE.index(" ".join(fault.split()[:2])), number))
    if not worth:
        template = "The embedded model had nothing to say, {count} times."
        hint = "Retry draws other lines."
        raise VoiceError("empty", template, count=len(takes), hint=hint, tokens=asdict(_spent(takes)))
    return min(worth)[1]


def _spent(takes: Sequence[Take]) -> Usage:
    """All tokens of these draws, of those that broke off too."""
    used = [take.lost for take in takes] + [take.usage for take in takes]
    return Usage(
        input=sum(each.input for each in used),
        cache_read=sum(each.cache_read for each in used),
        output=sum(each.output for each in used),
    )


def _with_tools(reply: Reply, answer: Any, chance: int) -> Reply:
    """A structured `{say, tool, arguments}` as what it stands for."""
    if not isinstance(answer, dict):
        return reply
    text = str(answer.get("say", "")).strip()
    name = str(answer.get("tool", NO_TOOL))
    if name == NO_TOOL:
        return replace(reply, text=text)
    arguments = answer.get("arguments")
    arguments = arguments if isinstance(arguments, dict) else {}
    made = ToolCall(id=f"call_{seeded(chance):08x}", name=name, arguments=arguments)
    return replace(reply, text=text, tool_calls=(made,), stop_reason="tool_use")


def _timed(event: Mapping[str, Any], take: Take) -> None:
    timings = event.get("timings")
    if isinstance(timings, dict):
        take.usage = Usage(
            input=reported_tokens(timings.get("prompt_n", 0)),
            cache_read=reported_tokens(timings.get("cache_n", 0)),
            output=reported_tokens(timings.get("predicted_n", 0)),
        )


def _read_completion(event: Mapping[str, Any], take: Take) -> str:
    _timed(event, take)
    if event.get("stop"):
        take.stop = _STOPS.get(str(event.get("stop_type")), "end_turn")
        if event.get("stopping_word") == "\n":
            take.stop = "end_turn"
    return str(event.get("content", ""))


def _read_chat(event: Mapping[str, Any], take: Take) -> str:
    _timed(event, take)
    take.id = str(event.get("id", take.id))
    said = ""
    for choice in event.get("choices", ()):
        if reason := choice.get("finish_reason"):
            take.stop = _STOPS.get(str(reason), "end_turn")
        said += str(choice.get("delta", {}).get("content") or "")
    return said


_READERS: dict[str, Callable[[Mapping[str, Any], Take], str]] = {
    "/completion": _read_completion,
    "/v1/chat/completions": _read_chat,
}
