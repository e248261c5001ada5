"""The models of a server, as it lists them itself: with their context and price where it says so.

Read without the SDK: servers on this machine are looked for when somebody is to be asked who shall speak, and most
have none of them.
"""

from __future__ import annotations

import asyncio
import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from parley.core.base.errors import VoiceError
from parley.core.voices.openai.connection import Connection
from parley.core.voices.remote.connection import Said
from parley.core.voices.remote.faults import make_nonsense_fault, of_said

if TYPE_CHECKING:
    import httpx2

LONGEST_LIST = 8_000_000
"""Bytes; hubs list hundreds of models with a paragraph on each."""
MOST_MODELS = 2_000
MOST_SHOWN = 12
"""Models of one's own server that are asked about one by one."""
OLLAMA_CONTEXT = 4_096
"""Tokens that Ollama gives a model that is not told otherwise: what is longer it cuts off without a word."""
_CONTEXTS = (
    "max_model_len",  # vLLM
    "context_length",  # OpenRouter
    "context_window",  # Groq
    "max_context_length",  # Mistral
    "max_input_tokens",  # Anthropic
    "inputTokenLimit",  # Gemini
)
_OTHERS = re.compile(
    r"embed|whisper|tts|dall-e|moderation|rerank|transcribe|image|realtime|audio|sora|davinci|babbage", re.IGNORECASE
)
"""Models that do not talk, by their names: OpenAI's list does not say."""


@dataclass(frozen=True)
class ServerModel:
    """One of them. `context` in tokens, 0 where the server does not say; prices in US dollars a million tokens, −1
    where it does not; `tools` and `schema` None where it does not. `loaded`: it answers at once."""

    id: str
    name: str = ""
    context: int = 0
    input: float = -1.0
    output: float = -1.0
    tools: bool | None = None
    schema: bool | None = None
    embeds: bool = False
    loaded: bool = False

    @property
    def priced(self) -> bool:
        """Whether the server says what it costs."""
        return self.input >= 0 and self.output >= 0


async def get_models_of(connection: Connection, *, patience: float) -> tuple[ServerModel, ...]:
    """Return the models of a server, those that are loaded first. Raises `VoiceError`."""
    import httpx2

    headers = {"Authorization": f"Bearer {connection.key}"} if connection.key else {}
    if connection.server.host == "api.anthropic.com":  # its list has the same shape but wants these headers
        headers |= {"x-api-key": connection.key or "", "anthropic-version": "2023-06-01"}
    own = connection.server.scheme == "http"  # such servers are rarely behind TLS, on whichever machine they run
    try:
        async with (
            asyncio.timeout(patience),
            httpx2.AsyncClient(headers=headers, timeout=patience, trust_env=not connection.direct) as client,
        ):
            answer = await _fetch_json(client, f"{connection.url}/models")
            found = _parse_model_list(answer)
            if found is None:
                raise make_nonsense_fault(connection)
            if own:
                found = await _refine_local_models(client, connection.server.url, found)
    except _Refused as refused:
        raise of_said(refused.said, connection, "") from None
    except (httpx2.TimeoutException, TimeoutError):
        hint = "Is it running, and is the address right?"
        template = "{where} did not answer within {patience:g} s."
        raise VoiceError("timeout", template, where=connection.where, patience=patience, hint=hint) from None
    except (httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError):
        hint = "Start it, or correct the server's URL."
        raise VoiceError("connection", "{where} cannot be reached.", where=connection.where, hint=hint) from None
    clean = connection.make_echo().clean_value  # a server may send our key back in a name
    told = [replace(each, id=clean(each.id)[:400], name=clean(each.name)[:200]) for each in found]
    usable = [each for each in told if each.id][:MOST_MODELS]
    return tuple(sorted(usable, key=lambda each: not each.loaded))


class _Refused(Exception):
    def __init__(self, said: Said) -> None:
        super().__init__(said.status)
        self.said = said


async def _fetch_json(client: httpx2.AsyncClient, url: str, body: Mapping[str, Any] | None = None) -> Any:
    """Return the JSON at `url`, None where there is none. Raises `_Refused` for another status than 200."""
    request = client.build_request("POST" if body is not None else "GET", url, json=body)
    answer = await client.send(request, stream=True, follow_redirects=False)  # they would get the key
    try:
        content = b""
        async for piece in answer.aiter_bytes():
            content += piece
            if len(content) > LONGEST_LIST:
                return None
    finally:
        await answer.aclose()
    try:
        told = json.loads(content)
    except (ValueError, RecursionError):
        told = None
    if answer.status_code != 200:
        error = told.get("error") if isinstance(told, dict) else None
        message = error.get("message") if isinstance(error, dict) else error
        raise _Refused(Said("", answer.status_code, message if isinstance(message, str) else ""))
    return told


def _parse_model_list(answer: Any) -> list[ServerModel] | None:
    """Return the models of a list in OpenAI's shape; a few have it bare, or call it otherwise."""
    rows = answer
    if isinstance(answer, dict):
        rows = next((answer[name] for name in ("data", "models") if isinstance(answer.get(name), list)), None)
    if not isinstance(rows, list):
        return None
    return [
        _parse_model_row(row)
        for row in rows
        if isinstance(row, dict) and isinstance(row.get("id") or row.get("name"), str)
    ]


def _parse_model_row(row: Mapping[str, Any]) -> ServerModel:
    model_id = str(row.get("id") or row.get("name"))
    meta = _object(row.get("meta"))
    context = next((count for name in _CONTEXTS if (count := _get_count(row.get(name)))), 0)
    context = context or _get_count(meta.get("n_ctx")) or _get_count(meta.get("n_ctx_train"))  # llama.cpp
    first, last = _parse_prices(row.get("pricing"))
    parameters, abilities = row.get("supported_parameters"), row.get("capabilities")
    tools = schema = None
    if isinstance(parameters, list):
        tools = "tools" in parameters  # OpenRouter
        schema = "structured_outputs" in parameters or "response_format" in parameters
    elif isinstance(abilities, dict) and isinstance(abilities.get("function_calling"), bool):
        tools = abilities["function_calling"]  # Mistral
    name = row.get("name") or row.get("display_name") or ""
    return ServerModel(
        # Gemini lists "models/…" and takes both.
        model_id.removeprefix("models/"),
        name if isinstance(name, str) and name != model_id else "",
        context,
        first,
        last,
        tools,
        schema,
        embeds=bool(_OTHERS.search(model_id)) or row.get("type") in {"embeddings", "embedding", "image", "audio"},
    )


def _parse_prices(pricing: Any) -> tuple[float, float]:
    """Return US dollars a million tokens, in and out. OpenRouter says them a token, as texts; Together a million."""
    if not isinstance(pricing, dict):
        return -1.0, -1.0
    for names, factor in ((("prompt", "completion"), 1_000_000.0), (("input", "output"), 1.0)):
        found = [_parse_number(pricing.get(name)) for name in names]
        if all(value is not None and value >= 0 for value in found):
            return round((found[0] or 0.0) * factor, 6), round((found[1] or 0.0) * factor, 6)
    return -1.0, -1.0


def _parse_number(value: Any) -> float | None:
    try:
        number = float(value)
    except (TypeError, ValueError):
        return None
    return number if math.isfinite(number) and number < 100_000 else None


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _get_count(value: Any) -> int:
    # A context of 0 or null means "unknown" to some servers, and True is an int in Python.
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 1_000_000_000 else 0


async def _refine_local_models(client: httpx2.AsyncClient, url: str, found: list[ServerModel]) -> list[ServerModel]:
    """Return what servers of one's own say besides, each in its own way."""
    for look in (_query_lm_studio, _query_ollama, _query_llama_cpp):
        try:
            told = await look(client, url, found)
        except _Refused:
            continue  # 404: it is another kind of server
        if told is not None:
            return told
    return found


async def _query_lm_studio(client: httpx2.AsyncClient, url: str, found: list[ServerModel]) -> list[ServerModel] | None:
    answer = await _fetch_json(client, f"{url}/api/v0/models")
    rows = answer.get("data") if isinstance(answer, dict) else None
    if not isinstance(rows, list):
        return None
    told = {str(row.get("id")): row for row in rows if isinstance(row, dict)}
    return [_merge_lm_studio_row(each, told.get(each.id, {})) for each in found]


def _merge_lm_studio_row(model: ServerModel, row: Mapping[str, Any]) -> ServerModel:
    context = _get_count(row.get("loaded_context_length")) or _get_count(row.get("max_context_length")) or model.context
    abilities = row.get("capabilities")
    return replace(
        model,
        context=context,
        loaded=row.get("state") == "loaded",
        embeds=model.embeds or row.get("type") == "embeddings",
        tools="tool_use" in abilities if isinstance(abilities, list) else model.tools,
    )


async def _query_ollama(client: httpx2.AsyncClient, url: str, found: list[ServerModel]) -> list[ServerModel] | None:
    running = await _fetch_json(client, f"{url}/api/ps")
    rows = running.get("models") if isinstance(running, dict) else None
    if not isinstance(rows, list):
        return None
    loaded = {str(row.get("name")): _get_count(row.get("context_length")) for row in rows if isinstance(row, dict)}
    told = [await _query_ollama_model(client, url, each, loaded) for each in found[:MOST_SHOWN]]
    return [*told, *(replace(each, context=OLLAMA_CONTEXT) for each in found[MOST_SHOWN:])]


async def _query_ollama_model(
    client: httpx2.AsyncClient, url: str, model: ServerModel, loaded: Mapping[str, int]
) -> ServerModel:
    try:
        shown = await _fetch_json(client, f"{url}/api/show", {"model": model.id})
    except _Refused:
        shown = None
    shown = _object(shown)
    info = _object(shown.get("model_info"))  # names begin with the architecture: "llama.context_length"
    trained = next((_get_count(value) for name, value in info.items() if name.endswith(".context_length")), 0)
    given = re.search(r"\bnum_ctx\s+(\d+)", str(shown.get("parameters") or ""))  # from the Modelfile
    context = loaded.get(model.id) or (int(given[1]) if given else OLLAMA_CONTEXT)
    abilities = shown.get("capabilities")
    return replace(
        model,
        context=min(context, trained or context),  # num_ctx may be more than the model was trained for
        loaded=model.id in loaded,
        tools="tools" in abilities if isinstance(abilities, list) else model.tools,
        embeds=model.embeds or (isinstance(abilities, list) and "completion" not in abilities),
    )


async def _query_llama_cpp(client: httpx2.AsyncClient, url: str, found: list[ServerModel]) -> list[ServerModel] | None:
    props = await _fetch_json(client, f"{url}/props")
    usual = props.get("default_generation_settings") if isinstance(props, dict) else None
    context = _get_count(usual.get("n_ctx")) if isinstance(usual, dict) else 0
    return [replace(each, context=context, loaded=True) for each in found] if context else None
