"""A voice: it says again what it has just heard, backwards."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

from parley.core.cast.member import VoiceSpec
from parley.core.formats import Localised
from parley.core.voices.base import Capabilities, Delta, Payload, PayloadItem, Reply, Request
from parley.core.voices.provider import Making, Provider


class Echo:
    """One echo."""

    def __init__(self, spec: VoiceSpec, making: Making) -> None:
        self.spec = spec
        self.capabilities = Capabilities()

    def payload(self, request: Request) -> Payload:
        """What it goes by: the last line that the member has heard."""
        heard = request.perspective.witnessed(1)
        text = heard[-1].said if heard else request.direction
        return Payload({"heard": text}, (PayloadItem("user", text),))

    async def speak(self, request: Request) -> AsyncIterator[Delta | Reply]:
        """The words of it, last one first."""
        sent = self.payload(request)
        text = " ".join(reversed(str(sent.body["heard"]).split())) or "…"
        if request.schema is not None:
            text = json.dumps({"text": text})
        yield Delta(text)
        yield Reply(text=text, provider="echo", request_hash=sent.digest())

    async def close(self) -> None:
        """It holds nothing."""


ECHO = Provider(
    name="echo",
    title=Localised(en="Echo", de="Echo"),
    detail=Localised(en="Says again what it heard, backwards.", de="Wiederholt Gehörtes, rückwärts."),
    create=Echo,
    simulated=True,
    local=True,
    modelled=False,
)
