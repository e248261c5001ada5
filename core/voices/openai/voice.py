"""The voice of a server that speaks chat completions."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import asdict, replace

from parley.core.base.clock import Clock, SystemClock
from parley.core.base.schema import fits
from parley.core.base.sentences import Sentence
from parley.core.cast.member import VoiceSpec
from parley.core.log.events.turn import Usage
from parley.core.perspective.weight import sum_tokens
from parley.core.voices.base import Capabilities, Delta, Payload, Price, Reply, Request, Waiting
from parley.core.voices.keys import redact
from parley.core.voices.openai.call import Call
from parley.core.voices.openai.connection import Connection
from parley.core.voices.openai.found import Found, Kept, learn_limits
from parley.core.voices.openai.payload import Terms, build_payload
from parley.core.voices.remote.connection import plain_model
from parley.core.voices.remote.embedding import embed_texts
from parley.core.voices.remote.faults import Fault, fault_of, make_refusal, make_unusable_fault
from parley.core.voices.remote.pieces import temperature_as
from parley.core.voices.remote.retries import Tries
from parley.core.voices.tool_forms import with_tools

UNKNOWN_CONTEXT = 8_192
"""Tokens that a model of which nothing is known can surely see."""
LONGEST_REFUSAL = 4_000
"""Characters of a refusal that are looked at."""
MOST_LEARNT = 6
"""Ways of asking that are tried for one line."""
FINISHED = {"stop": "end_turn", "length": "max_tokens", "tool_calls": "tool_use", "function_call": "tool_use"}
"""Why a reply ended, in the words of the log; another word is kept as it is."""
DECLINED = frozenset({"content_filter", "refusal", "safety"})


@dataclass(frozen=True, kw_only=True)
class Model:
    """Who speaks at the server: the model's `id`, its context in tokens and its price as they are set (0, None: as was
    found out); `local`: it runs on this machine."""

    id: str
    context: int = 0
    price: Price | None = None
    local: bool = False


class OpenAIVoice:
    """A voice over chat completions. `retries` is how often a call is made again before its first word.

    What the server cannot do is learnt from its refusals, `kept`, and worked around.
    """

    def __init__(
        self,
        spec: VoiceSpec,
        connection: Connection,
        *,
        model: Model,
        retries: int = 3,
        clock: Clock | None = None,
        kept: Kept | None = None,
    ) -> None:
        self._spec = spec.model_copy(update={"model": model.id})
        self._connection = connection
        self._model = model
        self._retries = retries
        self._clock = clock or SystemClock()
        self._kept = kept or Kept(None)
        self._found = self._kept.of(connection.server, model.id)
        if connection.at_home and self._found == Found():
            self._found = Found(completion=True)  # OpenAI's own knows no other name any more

    @property
    def spec(self) -> VoiceSpec:
        return self._spec

    @property
    def found(self) -> Found:
        """What was found out so far."""
        return self._found

    @property
    def price(self) -> Price | None:
        """What it costs, as set or as the server lists it; None where nobody says."""
        first, last = self._found.prices
        listed = make_price(first, last) if first >= 0 and last >= 0 else Price() if self._model.local else None
        return listed if self._model.price is None else self._model.price

    @property
    def capabilities(self) -> Capabilities:
        limits = list(map(str, self._found.list_workarounds()))
        if self.price is None:
            limits.append(str(Sentence("Its price is not known: costs show as 0.")))
        return Capabilities(
            tools=self._found.tools,
            structured=True,
            sampling=self._found.sampling,
            context=self._model.context or self._found.context or UNKNOWN_CONTEXT,
            price=self.price or Price(),
            limits=" ".join(limits),
        )

    @property
    def _terms(self) -> Terms:
        return Terms(self._model.id, self._found, self._spec.temperature, seeded=self._model.local)

    def payload(self, request: Request) -> Payload:
        """Return what `speak` would send."""
        return build_payload(request, self._terms)

    async def speak(self, request: Request) -> AsyncIterator[Delta | Waiting | Reply]:
        """Yield deltas, waits, and one reply. Raises `VoiceError`."""
        line = _Line(self, request)
        tries = Tries(
            call=line.call,
            reply=line.build_reply,
            fault_of=lambda error: fault_of(error, self._connection, self._model.id),
            failed=line.fill_fault,
            retries=self._retries,
            clock=self._clock,
            chance=request.chance,
            mended=line.adapt_request,
        )
        async with aclosing(tries.speak()) as parts:
            async for part in parts:
                yield part

    def update_found(self, found: Found) -> None:
        """Keep what was found out: from here on, and by voices made later, it is asked otherwise."""
        self._found = found
        self._kept.keep(self._connection.server, self._model.id, found)

    @property
    def embedding_model(self) -> str:
        """The server and the model: what it calls by that name is taken to stay the same."""
        return f"openai/{self._connection.where}/{self._model.id}"

    async def embed_texts(self, texts: Sequence[str]) -> tuple[tuple[float, ...], ...]:
        """Return one vector a text, where the server has them. Raises `VoiceError`."""
        return await embed_texts(self._connection, self._model.id, texts)

    async def close(self) -> None:
        """Close the connections. Idempotent."""
        await self._connection.close()


@dataclass
class _Line:
    """One line, in as many calls as it takes. `learnt` counts the ways of asking that were tried, `asked` whether a
    form was asked for once more."""

    voice: OpenAIVoice
    request: Request
    learnt: int = 0
    asked: bool = False
    payload: Payload = field(init=False)
    terms: Terms = field(init=False)

    def call(self) -> Call:
        """Return the call as it is made by what is known now."""
        self.terms = self.voice._terms
        self.payload = build_payload(self.request, self.terms)
        return Call(self.voice._connection, self.payload.body, quiet=self.terms.as_form(self.request) is not None)

    def build_reply(self, call: Call) -> Reply:
        """Return the reply of a call that came whole. Raises `Fault`."""
        if fault := self._find_fault(call):
            raise fault
        form, text = self.terms.as_form(self.request), _cut_at_stop(call.text, self.request.stop)
        usage = self._compute_usage(call)
        reply = Reply(
            text=text,
            tool_calls=call.tools,
            stop_reason="tool_use" if call.tools else FINISHED.get(call.stop_reason, call.stop_reason[:60]),
            usage=usage,
            cost=self._cost(call, usage),
            latency=call.latency,
            first_token=call.first_token,
            provider=self.voice._spec.provider,
            model=plain_model(call.model) or self.voice._model.id,
            request_id=call.request_id,
            request_hash=self.payload.digest(),
            temperature_as=temperature_as(self.request, self.terms),
        )
        if form is None:
            return reply
        answer = self._parse_filled_form(text, form, call.stop_reason)
        if self.request.schema is None:
            made = with_tools(reply, answer, f"call_{self.request.chance & 0xFFFFFFFF:08x}", self.request.tools)
            if not made.text.strip() and not made.tool_calls:
                raise Fault("empty", "{name} replied without a word.", name=self.voice._model.id)
            return made
        return replace(reply, text=json.dumps(answer, ensure_ascii=False))

    def _parse_filled_form(self, text: str, form: Mapping[str, Any], stop: str) -> Any:
        """Return the form as it was filled in. Raises `Fault`."""
        answer = find_json_in(text)
        name = self.voice._model.id
        if answer is None:
            cut = Sentence("it was cut off at its longest")
            how = cut if stop == "length" else Sentence("it is not whole")
            template = "The form that {name} was to fill in cannot be used: {how}."
            hint = "Try again, or choose a larger model."
            raise Misfit("invalid", template, hint, name=name, how=how)
        # `fits` knows no anyOf, of which the form in place of tools is made: that one is checked as a call.
        if not self.terms.found.schema and not self.asked and "anyOf" not in form and not fits(answer, form):
            raise Misfit("invalid", "{name} filled in the form otherwise than asked.", name=name)
        return answer

    def adapt_request(self, fault: Fault, call: Call) -> str:
        """Return why the next call asks otherwise (else empty): what was found out, or a form asked for once more."""
        voice = self.voice
        if self.learnt >= MOST_LEARNT:  # refusals that contradict each other would go on for ever
            return ""
        refused = fault.kind in {"bad_request", "server", "invalid"} and not call.spoke and fault.words  # some say 500
        if refused and (found := learn_limits(self.terms.found, call.body, fault.words, voice.found)) is not None:
            return self._update_found(found)
        if fault.kind == "empty" and call.mused and call.stop_reason == "length" and not voice.found.thinks:
            return self._update_found(replace(voice.found, thinks=True))  # thoughts ate the line's tokens: give it more
        if isinstance(fault, Misfit) and not self.asked:
            if self.terms.found.schema and call.stop_reason != "length" and find_json_in(call.text) is None:
                # It was asked for a form and wrote a text: it does not know what a form is.
                return self._update_found(replace(voice.found, schema=False))
            if not self.terms.found.schema:
                self.asked = True
                return AGAIN
        return ""

    def _update_found(self, found: Found) -> str:
        self.learnt += 1
        self.voice.update_found(found)
        return OTHERWISE_AGAIN

    def _find_fault(self, call: Call) -> Fault | None:
        """Return what is wrong with a reply that came whole."""
        name = self.voice._model.id
        if call.refusal or call.stop_reason in DECLINED:
            said = redact(" ".join(call.refusal[:LONGEST_REFUSAL].split()))[:240].rstrip(".")
            return make_refusal(name, said)
        if call.stop_reason == "error":
            template = "{where} had a fault of its own in the middle of the reply."
            return Fault("server", template, again=True, why="server fault", where=self.voice._connection.where)
        if not call.broken_tools and (call.text.strip() or call.tools):
            return None
        cut_at = self.request.max_tokens if call.stop_reason == "length" else 0
        return make_unusable_fault(name, broken_tools=call.broken_tools, cut_at=cut_at)

    def _compute_usage(self, call: Call) -> Usage:
        """Return what was counted; an estimate where the server does not."""
        if call.counted:
            return call.usage
        sent = sum(sum_tokens(item.text) for item in self.payload.items)
        said = call.text + "".join(json.dumps(tool.arguments) for tool in call.tools)
        return Usage(input=sent, output=max(1, sum_tokens(said)), estimated=True)

    def _cost(self, call: Call, usage: Usage) -> float:
        """Return the cost as set, else as the server said of this very call, else by its list."""
        if call.price >= 0 and self.voice._model.price is None:
            return round(call.price, 8)
        return (self.voice.price or Price()).of(usage)

    def fill_fault(self, fault: Fault, call: Call) -> Fault:
        """Return the fault with what came of the call before, and what that cost."""
        usage = self._compute_usage(call) if call.spoke else call.usage  # it may have failed before it read a word
        fault.partial, fault.tokens, fault.cost = call.text, asdict(usage), self._cost(call, usage)
        fault.request_id = fault.request_id or call.request_id
        return fault


def make_price(first: float, last: float) -> Price:
    """Return a price in and out, in US dollars a million tokens: what comes from a cache is taken for dear."""
    return Price(input=first, cache_read=first, cache_write=first, output=last)


class Misfit(Fault):
    """A form that was filled in otherwise than asked."""


OTHERWISE_AGAIN = "the server wants to be asked otherwise"
AGAIN = "the reply did not fit"


def _cut_at_stop(text: str, stops: Sequence[str]) -> str:
    """Return the text up to the first stop sign: a server that takes none goes on behind it."""
    for mark in stops:
        if mark:
            text = text.partition(mark)[0]
    return text


_FENCE = re.compile(r"```(?:json)?(.*?)```", re.DOTALL)


def find_json_in(text: str) -> Any:
    """Return the JSON value in a reply: all of it, what stands in a fence, or the first object; None where there is
    none.
    """
    fenced = _FENCE.search(text)
    for part in (text, fenced[1] if fenced else ""):
        try:
            return json.loads(part)
        except (ValueError, RecursionError):
            continue
    begin = text.find("{")
    if begin >= 0:
        try:
            return json.JSONDecoder().raw_decode(text, begin)[0]  # small models write on behind the object
        except (ValueError, RecursionError):
            return None
    return None
