"""How many tokens a call's prompt is, by the model's own tokenizer: it is asked of the server that will speak."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.base.errors import VoiceError
from core.voices.embedded.bodies import Call
from core.voices.embedded.client import LostServerError, answer_to
from core.voices.embedded.process import EmbeddedServer

PATIENCE = 20.0
"""Seconds: counting takes some hundredths of one, and the estimate will do where it does not."""


async def counted(server: EmbeddedServer, call: Call) -> int | None:
    """Tokens of all that `call` sends, without the reply; None where the server cannot say.

    What is wrong with the server shows in the call itself, with its own sentence.
    """
    path, body = _question(call)
    try:
        await server.start()
        async with server.places.place():
            answer = await answer_to(server.address, server.key, path, body, silence=PATIENCE)
    except (VoiceError, LostServerError):
        return None
    found = answer.get("tokens", answer.get("input_tokens"))
    number = len(found) if isinstance(found, list) else found
    return number if isinstance(number, int) and number > 0 else None


def _question(call: Call) -> tuple[str, Mapping[str, Any]]:
    """Where to ask and what: a bare prompt goes through the tokenizer, messages through the chat template too."""
    if call.path == "/completion":
        return "/tokenize", {"content": call.body["prompt"], "add_special": True, "parse_special": True}
    return "/v1/messages/count_tokens", {"messages": call.body["messages"]}
