"""A talk without a run: entries are said by hand, perspectives and requests are made from them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from parley.core.base.clock import SimulatedClock
from parley.core.base.definition import read_toml
from parley.core.base.errors import VoiceError
from parley.core.base.packaged import get_resource
from parley.core.cast.cast import Cast
from parley.core.cast.member import VoiceSpec
from parley.core.log.config import RunConfig
from parley.core.log.state import Entry, State
from parley.core.perspective.perspective import Perspective, Witness
from parley.core.voices.anthropic import create
from parley.core.voices.anthropic.voice import AnthropicVoice
from parley.core.voices.base import Delta, Reply, Request, Voice, Waiting
from tests.standup_events import sample_config
from tests.strict_server import StrictServer


class Talk:
    """What has been said so far, and what each member saw of it."""

    def __init__(self, config: RunConfig | None = None) -> None:
        self.config = config or sample_config()
        self.state = State(config=self.config)
        self._witnesses = {member.id: Witness(self.config, member) for member in self.config.members}

    def say(self, speaker: str, text: str, to: tuple[str, ...] = ()) -> None:
        """A line; with an empty speaker, something that the director put in."""
        turn = len(self.state.entries) + 1
        kind = "line" if speaker else "topic"
        self.state.entries.append(Entry(kind, turn, turn, speaker, text, to))  # type: ignore[arg-type]

    def seen_by(self, member: str) -> Perspective:
        """The member's perspective."""
        return self._witnesses[member].get_at(self.state)

    def request(self, member: str = "boss", direction: str = "One short line.", **values: Any) -> Request:
        """A request for the member's next line."""
        return Request(self.seen_by(member), direction, **values)


def startup(language: str = "en") -> RunConfig:
    """A standup of the packaged start-up: members with whole personas."""
    name = "startup.toml" if language == "en" else "startup-de.toml"
    cast = read_toml(Path(str(get_resource("casts", name))), Cast)
    return sample_config().model_copy(update={"members": cast.members[:5], "language": language})


def voice_at(server: StrictServer, model: str = "", **values: Any) -> AnthropicVoice:
    """A voice that speaks to `server`; it waits on a simulated clock."""
    options: dict[str, Any] = {"key": server.key, "base_url": server.url, "timeout": 10.0, "retries": 3}
    options |= {"clock": SimulatedClock()} | values
    return create(VoiceSpec(provider="anthropic", model=model), **options)


class Heard:
    """All that a voice yielded for one request."""

    def __init__(self, parts: list[Delta | Waiting | Reply]) -> None:
        self.text = "".join(part.text for part in parts if isinstance(part, Delta))
        self.waits = [part for part in parts if isinstance(part, Waiting)]
        self.replies = [part for part in parts if isinstance(part, Reply)]

    @property
    def reply(self) -> Reply:
        """The one reply."""
        (reply,) = self.replies
        return reply


async def hear(voice: Voice, request: Request) -> Heard:
    """Let the voice speak once."""
    return Heard([part async for part in voice.speak(request)])


def heard(voice: Voice, *requests: Request) -> list[Heard]:
    """Let the voice answer the requests one after the other, then close it."""

    async def all_of_them() -> list[Heard]:
        try:
            return [await hear(voice, request) for request in requests]
        finally:
            await voice.close()

    return asyncio.run(all_of_them())


def fails(voice: Voice) -> VoiceError:
    """The error that a line of the voice ends in."""
    with pytest.raises(VoiceError) as caught:
        heard(voice, Talk().request())
    return caught.value
