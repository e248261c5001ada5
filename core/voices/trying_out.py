"""A server of the user's, asked what it has and tried out: what works, in a sentence."""

from __future__ import annotations

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
from parley.core.voices.openai.voice import MOST_LEARNT
from parley.core.voices.remote import connection as remote
from parley.core.voices.remote.call import RemoteCall
from parley.core.voices.remote.connection import plain_model
from parley.core.voices.remote.faults import Fault, fault_of
from parley.core.voices.servers import find_server_in, get_account_of, is_loopback

PATIENCE = 10.0
"""Seconds for a list."""
ROOM = 96
COUNT = "Count from one to twenty, in words."
_SYSTEM = "You are asked a short question to see what works."


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
        return joined(*told, *self.around)


async def find_models_at(voice: str, server: Server) -> tuple[ServerModel, ...]:
    """Return the models of a server that talk, by its own list. Raises `VoiceError`."""
    connection = _build_connection(voice, server, PATIENCE)
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


async def tried(voice: str, server: Server, home: Home, settings: Settings) -> Verdict:
    """Try a server out with its usual model: what is found out is kept. Raises `VoiceError`."""
    connection = _build_connection(voice, server, settings.voices.timeout)
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
            found, first = Found(), await _probe_messages_api(connection, model)
        else:
            kept = Kept(home.servers)
            kept.keep(connection.server, model, None)
            first, found = await _probe_completions_api(connection, model)
            found = _merge_known_facts(found, of_it) or found if of_it else found
            kept.keep(connection.server, model, found)
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
        around=tuple(found.around()),
    )


def _build_connection(voice: str, server: Server, timeout: float) -> Connection:
    return connect(voice, server, key=find_key(get_account_of(voice)).key, timeout=timeout)


async def _probe_completions_api(connection: Connection, model: str) -> tuple[Call, Found]:
    """Ask for a line, otherwise as often as the server wants it; return it with what is known then. Raises `Fault`.

    A line that was cut before a word came is tried once more: a server may close an idle one just when something is
    sent on it.
    """
    found, cut = Found(), False
    for last in range(MOST_LEARNT, -1, -1):
        call = Call(connection, _build_probe_body(connection, model, found), quiet=True)
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


def _build_probe_body(connection: Connection, model: str, found: Found) -> dict[str, Any]:
    user = {"role": "user", "content": COUNT if found.system else f"{_SYSTEM}\n\n{COUNT}"}
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
    if found.seed and is_loopback(connection.server.host):
        body["seed"] = 1
    if found.stop:
        body["stop"] = ["###"]
    return body


async def _perform_call(call: RemoteCall[Any], way: remote.Connection, model: str) -> None:
    """Make a call, and hear it to its end. Raises `Fault`."""
    try:
        async for _delta in call.stream():
            pass
    except Exception as error:
        if (fault := fault_of(error, way, model)) is None:
            raise
        raise fault from None


async def _probe_messages_api(connection: Connection, model: str) -> RemoteCall[Any]:
    """Ask for the same line by the Messages API. Raises `Fault`."""
    from parley.core.voices.anthropic import connection as messages_api
    from parley.core.voices.anthropic.call import Call as Message

    way = messages_api.Connection(
        server=connection.server,
        key=connection.key,
        timeout=connection.timeout,
        trusted=False,
        variable=connection.variable,
    )
    messages = [{"role": "user", "content": COUNT}]
    call = Message(way, {"model": model, "max_tokens": ROOM, "stream": True, "messages": messages})
    try:
        await _perform_call(call, way, model)
    finally:
        await way.close()
    return call
