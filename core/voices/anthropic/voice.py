"""The Anthropic voice: Claude, or any server that speaks the Messages API."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import aclosing
from typing import Any

from msgspec.structs import asdict

from parley.core.base.clock import Clock, SystemClock
from parley.core.base.errors import VoiceUnavailable
from parley.core.cast.member import VoiceSpec
from parley.core.voices.anthropic.call import Call
from parley.core.voices.anthropic.connection import Connection
from parley.core.voices.anthropic.models import Model, find_model, from_server, model_of
from parley.core.voices.anthropic.payload import Terms, build_payload
from parley.core.voices.base import Capabilities, Delta, Payload, Price, Reply, Request, Waiting
from parley.core.voices.keys import redact
from parley.core.voices.remote.connection import plain_model
from parley.core.voices.remote.embedding import embed_texts
from parley.core.voices.remote.faults import Fault, fault_of, make_refusal, make_unusable_fault
from parley.core.voices.remote.pieces import temperature_as
from parley.core.voices.remote.retries import Tries

ASKING_SECONDS = 10.0
"""How long the server may think about what a model can do."""

SAMPLED_VERSION = "2023-06-01"
"""The API version under which older models still take a temperature."""


class AnthropicVoice:
    """A voice over the Messages API. `retries` is how often a call is made again before its first word."""

    def __init__(
        self,
        spec: VoiceSpec,
        connection: Connection,
        *,
        model: str,
        retries: int = 3,
        clock: Clock | None = None,
        told: Mapping[str, Any] | None = None,
    ) -> None:
        self._spec = spec.model_copy(update={"model": model})
        self._connection = connection
        self._retries = retries
        self._clock = clock or SystemClock()
        self._model = model_of(model).model_copy(update=dict(told or {}))
        self._asked = not self._model.claude or find_model(model) is not None  # then the server need not be asked

    @property
    def spec(self) -> VoiceSpec:
        return self._spec

    @property
    def model(self) -> Model:
        """What is known of the model."""
        return self._model

    @property
    def capabilities(self) -> Capabilities:
        limits = "" if self._model.priced or not self._model.claude else "Its price is not known: costs show as 0."
        return Capabilities(
            tools=self._model.tools,
            structured=self._model.structured,
            sampling=self._terms.sampling,
            context=self._model.context,
            price=self._model.price if self._model.priced else Price(),
            limits=limits,
        )

    @property
    def _terms(self) -> Terms:
        elsewhere = not self._connection.at_home and not self._model.claude
        older = self._connection.version == SAMPLED_VERSION and self._model.sampling  # others answer 400
        return Terms(self._model, sampling=elsewhere or older, temperature=self._spec.temperature)

    def payload(self, request: Request) -> Payload:
        """Return what `speak` would send."""
        return build_payload(request, self._terms)

    async def speak(self, request: Request) -> AsyncIterator[Delta | Waiting | Reply]:
        """Yield deltas, waits, and one reply. Raises `VoiceError`."""
        await self._ask_about_model()
        payload = self.payload(request)
        tries = Tries(
            call=lambda: Call(self._connection, payload.body),
            reply=lambda call: self._build_reply(call, request, payload),
            fault_of=lambda error: fault_of(error, self._connection, self._model.id),
            failed=self._fill_fault,
            retries=self._retries,
            clock=self._clock,
            chance=request.chance,
        )
        async with aclosing(tries.speak()) as parts:  # a caller that stops listening ends the call
            async for part in parts:
                yield part

    async def _ask_about_model(self) -> None:
        """Ask the server what a Claude can do that is newer than the packaged data; once, and only if it answers."""
        if self._asked:
            return
        # Set before the first await: a second line that begins meanwhile must not ask as well.
        self._asked = True
        client = await self._connection.get_client()
        # Whatever is wrong will show in the call itself, with its own sentence.
        with contextlib.suppress(Exception):
            told = await client.models.retrieve(self._model.id, timeout=ASKING_SECONDS)
            self._model = from_server(told).model_copy(update={"id": self._model.id})  # it answers by a snapshot's id

    def _build_reply(self, call: Call, request: Request, payload: Payload) -> Reply:
        if fault := self._fault_of_reply(call, request):
            raise fault
        return Reply(
            text=call.text,
            tool_calls=call.tools,
            stop_reason=call.stop_reason or "end_turn",
            usage=call.usage,
            cost=self._cost(call),
            latency=call.latency,
            first_token=call.first_token,
            provider=self._spec.provider,
            model=plain_model(call.model) or self._model.id,
            request_id=call.request_id,
            request_hash=payload.digest(),
            temperature_as=temperature_as(request, self._terms),
        )

    def _cost(self, call: Call) -> float:
        return self.capabilities.price.of(call.usage)

    def _fault_of_reply(self, call: Call, request: Request) -> Fault | None:
        """Return what is wrong with a whole message; a pause counts as an end, for no tool of the server is used."""
        name = self._model.id
        if call.stop_reason == "refusal":
            return _build_refusal_fault(call, name)
        if call.stop_reason == "model_context_window_exceeded":
            hint = "Fork earlier, or choose another model."
            return Fault("context_full", "The talk has grown too long for {name}.", hint, name=name)
        if not call.broken_tools and (call.text.strip() or call.tools):
            return None
        cut_at = request.max_tokens if call.stop_reason == "max_tokens" else 0
        return make_unusable_fault(name, broken_tools=call.broken_tools, cut_at=cut_at)

    def _fill_fault(self, fault: Fault, call: Call) -> Fault:
        """Return the fault with what came of the call before, and what that cost."""
        fault.partial, fault.tokens, fault.cost = call.text, asdict(call.usage), self._cost(call)
        fault.request_id = fault.request_id or call.request_id
        return fault

    @property
    def embedding_model(self) -> str:
        """The server and the model: what it calls by that name is taken to stay the same."""
        return f"anthropic/{self._connection.where}/{self._spec.model}"

    async def embed_texts(self, texts: Sequence[str]) -> tuple[tuple[float, ...], ...]:
        """Return one vector a text, where the server is not Claude's and has them. Raises `VoiceError`."""
        if self._connection.at_home:
            hint = "Use the embedded model (parley models get qwen2.5-coder-1.5b) or a server of your own that embeds."
            raise VoiceUnavailable("Claude has no embeddings: Anthropic's API offers none.", hint=hint)
        return await embed_texts(self._connection, self._spec.model, texts)

    async def close(self) -> None:
        """Close the connections. Idempotent."""
        await self._connection.close()


def _build_refusal_fault(call: Call, name: str) -> Fault:
    category = getattr(call.details, "category", None)
    explanation = redact(" ".join(str(getattr(call.details, "explanation", None) or "").split()))[:240].rstrip(".")
    return make_refusal(name, explanation, redact(str(category))[:40] if category else "")
