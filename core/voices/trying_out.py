"""A server of the user's, asked what it has and tried out: what works, in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from parley.core.base.errors import VoiceError
from parley.core.base.sentences import Sentence, joined
from parley.core.home import Home
from parley.core.settings import Server, Settings
from parley.core.voices.keys import find_key
from parley.core.voices.named import no_model
from parley.core.voices.openai.call import Call
from parley.core.voices.openai.connection import Connection
from parley.core.voices.openai.found import Found, Kept, learnt
from parley.core.voices.openai.models import ServerModel, get_models_of
from parley.core.voices.openai.payload import THINKING_ROOM
from parley.core.voices.openai.provider import connect
from parley.core.voices.openai.voice import MOST_LEARNT, find_json_in
from parley.core.voices.remote import connection as remote
from parley.core.voices.remote.call import RemoteCall
from parley.core.voices.remote.connection import plain_model
from parley.core.voices.remote.faults import Fault, fault_of
from parley.core.voices.servers import find_server_in, get_account_of, is_loopback

PATIENCE = 10.0
"""Seconds for a list."""
ROOM = 96
COUNT = "Count from one to twenty, in words."
_SYSTEM = "You are asked a few short questions to see what works."
_TOOL = {
    "type": "function",
    "function": {
        "name": "note",
        "description": "Notes a word.",
        "parameters": {"type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"]},
    },
}
_FORM = {
    "type": "object",
    "properties": {"colour": {"type": "string", "enum": ["blue", "red"]}},
    "required": ["colour"],
    "additionalProperties": False,
}


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What came of trying a server out. `model` as it names it itself; `seconds` to the first word, `speed` in tokens a
    second (0: too short to say); `around` says what is worked around."""

    where: str
    model: str
    models: tuple[ServerModel, ...] = ()
    key: bool = False
    context: int = 0
    seconds: float = 0.0
    speed: float = 0.0
    streams: bool = True
    tools: bool = False
    schema: bool = False
    around: tuple[Sentence, ...] = ()

    @property
    def sentence(self) -> str:
        """All of it, for whoever asked."""
        template = "{where} answers with {model} after {seconds:.1f} s."
        told: list[str] = [Sentence(template, where=self.where, model=self.model, seconds=self.seconds)]
        if self.speed:
            told.append(Sentence("It writes {speed:.0f} tokens a second.", speed=self.speed))
        told.append(Sentence("It took the key.") if self.key else Sentence("It was sent no key."))
        told.append(Sentence("It streams.") if self.streams else Sentence("It does not stream: lines come whole."))
        if self.tools:
            told.append(Sentence("It calls tools."))
        if self.schema:
            told.append(Sentence("It keeps to forms."))
        return joined(*told, *self.around)


async def find_models_at(voice: str, server: Server, *, key: str | None = None) -> tuple[ServerModel, ...]:
    """Return the models of a server that talk, by its own list; `key` None: the one that is kept for it. Raises
    `VoiceError`."""
    connection = _build_connection(voice, server, key, PATIENCE)
    return tuple(model for model in await get_models_of(connection, patience=PATIENCE) if not model.embeds)


def remember(home: Home, server: Server, models: tuple[ServerModel, ...]) -> None:
    """Keep what a list says of context and prices: voices ask for it later."""
    where, kept = find_server_in(server.url), Kept(home.servers)
    kept.keep_all(
        where, {each.id: known for each in models if (known := _merge_known_facts(kept.of(where, each.id), each))}
    )


def _merge_known_facts(found: Found, model: ServerModel) -> Found | None:
    prices = (model.input, model.output) if model.priced else found.prices
    tools = found.tools if model.tools is None else model.tools
    known = replace(found, context=model.context or found.context, prices=prices, tools=tools)
    return known if known != found else None


async def tried(voice: str, server: Server, home: Home, settings: Settings, *, key: str | None = None) -> Verdict:
    """Try a server out with its usual model: what is found out is kept. Raises `VoiceError`."""
    connection = _build_connection(voice, server, key, settings.voices.timeout)
    try:
        listed = await get_models_of(connection, patience=PATIENCE)
    except VoiceError as error:
        if error.kind in {"auth", "connection", "timeout"}:
            raise
        # Some list nothing and speak all the same.
        listed = ()
    talking = tuple(each for each in listed if not each.embeds)
    model = server.model or (talking[0].id if talking else "")
    if not model:
        raise no_model(connection.server)
    of_it = next((each for each in talking if each.id == model), None)
    try:
        if server.kind == "anthropic":
            found, first, tools, schema = await _probe_messages_api(connection, server, model)
        else:
            kept = Kept(home.servers)
            kept.keep(connection.server, model, None)
            found, first, tools, schema = await _probe_completions_api(connection, model)
            found = _merge_known_facts(found, of_it) or found if of_it else found
            kept.keep(connection.server, model, replace(found, tools=tools, schema=schema))
            found = replace(found, tools=tools, schema=schema)
    finally:
        await connection.close()
    writing = first.latency - first.first_token
    return Verdict(
        where=connection.where,
        model=plain_model(first.model) or model,
        models=talking,
        key=connection.key is not None,
        context=server.context or found.context,
        seconds=round(first.first_token, 3),
        speed=round(first.usage.output / writing, 1) if writing > 0.05 and first.usage.output > 1 else 0.0,
        streams=getattr(first, "streams", True),
        tools=tools,
        schema=schema,
        around=tuple(found.around()),
    )


def _build_connection(voice: str, server: Server, key: str | None, timeout: float) -> Connection:
    given = key if key is not None else find_key(get_account_of(voice)).key
    return connect(voice, server, key=given, timeout=timeout)


async def _probe_completions_api(connection: Connection, model: str) -> tuple[Found, Call, bool, bool]:
    """Return what is found out by asking: a line, a tool, a form."""
    seeds = is_loopback(connection.server.host)

    def line(found: Found) -> dict[str, Any]:
        seed = {"seed": 1} if seeds and found.seed else {}
        stop = {"stop": ["###"]} if found.stop else {}
        return _build_probe_body(model, found, COUNT, **seed, **stop)

    first, found = await _send_adapting_call(connection, model, line, Found())
    tools = schema = False
    if found.tools:
        call, found = await _send_adapting_call(
            connection,
            model,
            lambda now: _build_probe_body(model, now, "Use the tool to note the word yes.", tools=[_TOOL]),
            found,
        )
        tools = found.tools and bool(call.tools)
    if found.schema:

        def form(now: Found) -> dict[str, Any]:
            given = {"name": "reply", "strict": now.strict, "schema": _FORM}
            more = {"response_format": {"type": "json_schema", "json_schema": given}} if now.schema else {}
            return _build_probe_body(model, now, "What colour is the sky?", **more)

        call, found = await _send_adapting_call(connection, model, form, found)
        answer = find_json_in(call.text)
        schema = found.schema and isinstance(answer, Mapping) and answer.get("colour") in {"blue", "red"}
    return found, first, tools, schema


def _build_probe_body(model: str, found: Found, asked: str, **more: Any) -> dict[str, Any]:
    user = {"role": "user", "content": asked if found.system else f"{_SYSTEM}\n\n{asked}"}
    room = ROOM + (THINKING_ROOM if found.thinks else 0)
    body: dict[str, Any] = {
        "model": model,
        "messages": [{"role": "system", "content": _SYSTEM}, user] if found.system else [user],
        "max_completion_tokens" if found.completion else "max_tokens": room,
        "stream": True,
    }
    if found.usage:
        body["stream_options"] = {"include_usage": True}
    if found.sampling:
        body["temperature"] = 0.2
    if not found.tools:
        more.pop("tools", None)
    return body | more


async def _send_adapting_call(
    connection: Connection, model: str, body: Callable[[Found], Mapping[str, Any]], found: Found
) -> tuple[Call, Found]:
    """One call, asked otherwise as often as the server wants it; what is known then. Raises `Fault`.

    A line that was cut before a word came is tried once more: a server may close an idle one just when something is
    sent on it.
    """
    cut = False
    for last in range(MOST_LEARNT, -1, -1):
        call = Call(connection, body(found), quiet=True)
        try:
            await _perform_call(call, connection, model)
        except Fault as fault:
            if fault.kind in {"connection", "dropped"} and not cut and last:
                cut = True
                continue
            known = learnt(found, call.body, fault.words) if fault.words else None
            if known is None or not last:
                raise
            found = known
            continue
        if call.mused and call.stop_reason == "length" and not found.thinks and last:
            found = replace(found, thinks=True)
            continue
        break
    return call, found


async def _perform_call(call: RemoteCall[Any], way: remote.Connection, model: str) -> None:
    """Make a call, and hear it to its end. Raises `Fault`."""
    try:
        async for _delta in call.stream():
            pass
    except Exception as error:
        if (fault := fault_of(error, way, model)) is None:
            raise
        raise fault from None


async def _probe_messages_api(connection: Connection, server: Server, model: str) -> tuple[Found, Any, bool, bool]:
    """Return the same by the Messages API, which has tools; whether a form is kept to is known of Claude alone."""
    from parley.core.voices.anthropic import connection as messages_api
    from parley.core.voices.anthropic.call import Call as Message
    from parley.core.voices.anthropic.models import model_of

    way = messages_api.Connection(
        server=connection.server,
        key=connection.key,
        timeout=connection.timeout,
        trusted=False,
        variable=connection.variable,
    )
    asked = {"role": "user", "content": "Use the tool to note the word yes."}
    tool = {"name": "note", "description": "Notes a word.", "input_schema": _TOOL["function"]["parameters"]}  # type: ignore[index]
    counting = {"role": "user", "content": COUNT}
    body: dict[str, Any] = {"model": model, "max_tokens": ROOM, "stream": True}
    try:
        told: list[dict[str, Any]] = [{"messages": [counting]}, {"messages": [asked], "tools": [tool]}]
        calls = [Message(way, body | each) for each in told]
        for call in calls:
            try:
                await _perform_call(call, way, model)
            except Fault as fault:
                if call is calls[0] or fault.kind != "bad_request":
                    raise
    finally:
        await way.close()
    first, noted = calls
    schema = model_of(model).structured
    return Found(tools=bool(noted.tools), schema=schema), first, bool(noted.tools), schema
