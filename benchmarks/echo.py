"""What the engine alone costs: a voice that only returns a line, so that nothing but the loop is measured."""

from __future__ import annotations

from collections.abc import AsyncIterator

from parley.core.cast.member import VoiceSpec
from parley.core.formats import Localised
from parley.core.log.events.turn import Usage
from parley.core.voices.base import Capabilities, Delta, Payload, Reply, Request, Waiting
from parley.core.voices.provider import VOICES, Making, Provider

LINE = " ".join(f"word{number:02d}" for number in range(40))
"""Forty words."""


class EchoVoice:
    """A `Voice` that says the same whatever it is asked, at once."""

    def __init__(self, spec: VoiceSpec, _making: Making) -> None:
        self.spec = spec
        self.capabilities = Capabilities(instant=True)
        self._reply = Reply(text=LINE, usage=Usage(input=100, output=60), provider="echo", model="echo")

    def payload(self, request: Request) -> Payload:
        """Nothing is sent."""
        return Payload({}, ())

    async def speak(self, request: Request) -> AsyncIterator[Delta | Waiting | Reply]:
        """The line."""
        yield self._reply

    async def close(self) -> None:
        """Nothing is held."""


def registered() -> VoiceSpec:
    """The voice's spec; the registry has it from then on."""
    if "echo" not in VOICES:
        name = Localised(en="Echo", de="Echo")
        VOICES.add(
            "echo", Provider(name="echo", title=name, detail=name, create=EchoVoice, simulated=True, modelled=False)
        )
    return VoiceSpec(provider="echo")
