"""A judge that does as it is told, and talks that are there to be graded."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from parley.core.base.errors import VoiceError
from parley.core.cast.member import VoiceSpec
from parley.core.home import Home
from parley.core.log.events.turn import Usage
from parley.core.log.state import State
from parley.core.studio.studio import Studio
from parley.core.voices import pool
from parley.core.voices.base import Capabilities, Delta, Payload, PayloadItem, Price, Reply, Request, Waiting
from tests.played_runs import played_at, talk
from tests.scripted_voices import Actor

SPEC = VoiceSpec(provider="anthropic", model="judge")


class Judge:
    """A voice that costs a dollar a million tokens; `answers` says what it grades, or raises. Attributes: `asked`,
    what it was asked, in order."""

    capabilities = Capabilities(structured=True, price=Price(input=1.0, output=1.0))
    asked: list[Request] = []
    answers: Callable[[Request], str | VoiceError] = staticmethod(lambda request: "3")
    waits: asyncio.Event | None = None

    def __init__(self, spec: VoiceSpec) -> None:
        self.spec = spec

    def payload(self, request: Request) -> Payload:
        return Payload({"text": request.task + request.direction}, [PayloadItem("direction", request.direction)])

    async def speak(self, request: Request) -> AsyncIterator[Delta | Waiting | Reply]:
        Judge.asked.append(request)
        usage = Usage(input=900, output=100)
        if Judge.waits is not None and len(Judge.asked) > 3:
            await Judge.waits.wait()
        found = Judge.answers(request)
        if isinstance(found, VoiceError):
            raise found
        text = json.dumps({"reason": f"Because of {len(Judge.asked)}.", "grade": found})
        yield Reply(text=text, provider="anthropic", model="judge", usage=usage, cost=0.001)

    async def close(self) -> None:
        pass


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch) -> type[Judge]:
    """The judge, in place of every voice."""
    Judge.asked, Judge.answers, Judge.waits = [], staticmethod(lambda request: "3"), None
    monkeypatch.setattr(pool, "make_voice", lambda spec, *_args, **_values: Judge(spec))
    return Judge


@pytest.fixture
def studio(home: Home) -> Iterator[Studio]:
    """A studio on this test's home; closed in the end."""
    found = Studio(home)
    yield found
    asyncio.run(found.close())


def talked(path: Path, *lines: str, turns: int = 0) -> State:
    """A talk of Ada and Bo in which a model said these lines, and "Line <turn>." behind them."""
    run, _events = played_at(path, Actor(*lines), talk(turns or len(lines)))
    return run.state
