"""What the provider counts of a prompt, over loopback."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from core.base.clock import SimulatedClock
from core.cast.member import VoiceSpec
from core.voices.base import Counting, Voice
from core.voices.limits import Limited, Limits
from core.voices.rehearsal.voice import RehearsalVoice
from tests.entries_by_hand import Talk, hear, startup, voice_at
from tests.strict_server import StrictServer


def asked(server: StrictServer, *, times: int = 1, **values: Any) -> tuple[list[int | None], int]:
    """What is counted, and what the prompt is in the end."""

    async def main() -> tuple[list[int | None], int]:
        voice = voice_at(server, **values)
        talk = Talk(startup())
        talk.say("boss", "Who has slept?")
        talk.say(talk.config.members[1].id, "Nobody, and it shows.")
        request = talk.request(talk.config.members[0].id)
        try:
            limited: Voice = Limited(voice, Limits())
            assert isinstance(limited, Counting)
            found = [await limited.count(request) for _ in range(times)]
            usage = (await hear(voice, request)).reply.usage
            return found, usage.input + usage.cache_read + usage.cache_write
        finally:
            await voice.close()

    return asyncio.run(main())


@pytest.mark.parametrize("model", ["claude-haiku-5-5", "claude-sonnet-5-5"])
def test_the_server_counts_what_is_sent(model: str) -> None:
    with StrictServer() as server:
        (counted,), sent = asked(server, model=model)
    assert counted == sent > 0
    assert "max_tokens" not in server.requests[0].body
    assert "stream" not in server.requests[0].body


def test_a_server_that_does_not_count_is_asked_once() -> None:
    with StrictServer() as server:
        server.refuse_counting = True
        counted, sent = asked(server, times=3, model="claude-haiku-5-5")
    assert counted == [None, None, None]
    assert sent > 0
    assert len([one for one in server.requests if one.path.endswith("count_tokens")]) == 1


def test_a_voice_that_cannot_count_says_so() -> None:
    async def main() -> int | None:
        limited = Limited(RehearsalVoice(VoiceSpec(provider="rehearsal"), SimulatedClock()), Limits())
        return await limited.count(Talk(startup()).request(startup().members[0].id))

    assert asyncio.run(main()) is None
