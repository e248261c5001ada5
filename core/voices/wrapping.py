"""A voice in front of another."""

from __future__ import annotations

from parley.core.cast.member import VoiceSpec
from parley.core.voices.base import Capabilities, Payload, Request, Voice


class Wrapping:
    """What a voice in front of another has of it: all but how it speaks."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice

    @property
    def spec(self) -> VoiceSpec:
        """Which voice the one within is."""
        return self._voice.spec

    @property
    def capabilities(self) -> Capabilities:
        """What the voice within can do."""
        return self._voice.capabilities

    def payload(self, request: Request) -> Payload:
        """Return what the voice within would send."""
        return self._voice.payload(request)

    async def close(self) -> None:
        """Close the voice within."""
        await self._voice.close()
