"""A server of the user's, asked what it has and tried out: what works, in a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from parley.core.base.clock import SystemClock
from parley.core.base.errors import VoiceError
from parley.core.base.sentences import Sentence, joined
from parley.core.cast.member import Member, VoiceSpec
from parley.core.home import Home
from parley.core.log.config import RunConfig
from parley.core.perspective.perspective import Perspective
from parley.core.settings import Server, Settings, set_group, with_server
from parley.core.voices.base import Delta, Reply, Request, Voice
from parley.core.voices.keys import find_key
from parley.core.voices.named import no_model
from parley.core.voices.openai.connection import Connection
from parley.core.voices.openai.found import Found, Kept
from parley.core.voices.openai.models import ServerModel, get_models_of
from parley.core.voices.openai.provider import make_connection
from parley.core.voices.pool import make_voice
from parley.core.voices.servers import find_server_in, get_account_of, own_to_allow

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


def remember_models(home: Home, server: Server, models: tuple[ServerModel, ...]) -> None:
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


async def try_server(voice: str, server: Server, home: Home, settings: Settings) -> Verdict:
    """Try a server out with its usual model: what is found out is kept. Raises `VoiceError`."""
    connection = _build_connection(voice, server, settings.voices.timeout)
    try:
        listed = await get_models_of(connection, patience=PATIENCE)
    except VoiceError as error:
        if error.kind in {"auth", "connection", "timeout"}:
            raise
        listed = ()  # Some have no list, and speak nevertheless
    talking = tuple(each for each in listed if not each.embeds)
    model = server.model or (talking[0].id if talking else "")
    if not model:
        raise no_model(connection.server)
    asked = with_server(settings, get_account_of(voice), server)
    asked = set_group(asked, "voices", retries=0)  # a retry would only delay or hide the fault
    spec, found = VoiceSpec(provider=voice, model=model), Kept(home.servers)
    if server.kind == "openai":
        # What was worked around before may not be needed any more.
        found.keep(connection.server, model, None)
        remember_models(home, server, tuple(each for each in talking if each.id == model))
    speaker = make_voice(spec, home, asked, SystemClock(), allowed=[own_to_allow(voice)])
    try:
        first, pieces = await _ask_question(speaker)
    finally:
        await speaker.close()
    known = found.of(connection.server, model)
    writing = first.latency - first.first_token
    return Verdict(
        where=connection.where,
        model=first.model,
        models=talking,
        key=connection.key is not None,
        context=server.context or known.context,
        seconds=round(first.first_token, 3),
        speed=round(first.usage.output / writing, 1) if writing > 0.05 and first.usage.output > 1 else 0.0,
        streams=pieces > 1,
        around=tuple(known.list_workarounds()),
    )


def _build_connection(voice: str, server: Server, timeout: float) -> Connection:
    return make_connection(voice, server, key=find_key(get_account_of(voice)).key, timeout=timeout)


async def _ask_question(voice: Voice) -> tuple[Reply, int]:
    """Return what the voice replies to a short question, and in how many pieces that came. Raises `VoiceError`."""
    me = Member(id="member", name="You")
    config: dict[str, Any] = {"members": (me,), "topic": ""}
    view = Perspective(RunConfig.model_construct(**config), me, COUNT, (), 0)  # not validated: no run comes of it
    request = Request(view, "", temperature=0.2, max_tokens=ROOM, stop=("###",), task=_SYSTEM)  # tries `stop` out
    reply, pieces = Reply(), 0
    async for part in voice.speak(request):
        if isinstance(part, Reply):
            reply = part
        else:
            pieces += isinstance(part, Delta)
    return reply, pieces
