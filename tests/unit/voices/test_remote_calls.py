"""What calls do alike at servers of either kind: broken streams, servers that hang, calls that are cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import aclosing
from typing import Any, cast

import pytest

from parley.core.log.events.turn import Usage
from parley.core.voices.base import Delta
from tests import entries_by_hand
from tests.entries_by_hand import Talk, fails, heard, startup
from tests.strict_chat import StrictChat
from tests.strict_server import Break, CallTool, Fail, Hang, Received, Say, StrictServer
from tests.unit.voices import test_openai
from tests.unit.voices.test_openai import VOTE

Server = StrictServer | StrictChat


@pytest.fixture(params=[StrictServer, StrictChat])
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    with request.param() as strict:
        yield strict


def voice_at(server: Server, **options: Any) -> Any:
    at = test_openai.voice_at if isinstance(server, StrictChat) else entries_by_hand.voice_at
    return at(server, **options)  # type: ignore[operator]


def calls(server: Server) -> list[Received]:
    return server.completions if isinstance(server, StrictChat) else server.messages


def test_what_was_sent_is_the_payload_and_the_hash_says_so(server: Server) -> None:
    voice, talk = voice_at(server), Talk(startup())
    talk.say("boss", "Where are we?")
    talk.say("analyst", "At 62%, „naïve“ count.")
    requests = [
        talk.request("boss"),
        talk.request("writer", tools=(VOTE,)),
        talk.request("boss", schema={"type": "object", "properties": {"n": {"type": "integer", "minimum": 1}}}),
    ]
    lines = heard(voice, *requests)
    for request, received, line in zip(requests, calls(server), lines, strict=True):
        payload = voice.payload(request)
        assert received.body == payload.body
        assert line.reply.request_hash == payload.digest()


def test_a_tool_call_comes_with_its_arguments(server: Server) -> None:
    server.script(CallTool("vote", {"for": "Ännchen"}, text="I vote."), CallTool("vote", {"for": "x"}))
    both, bare = heard(voice_at(server), *[Talk().request(tools=(VOTE,))] * 2)
    (call,) = both.reply.tool_calls
    assert (call.name, call.arguments) == ("vote", {"for": "Ännchen"})
    assert call.id.endswith("_req_000001")
    assert (both.reply.text, both.reply.stop_reason) == ("I vote.", "tool_use")
    assert (bare.reply.text, bare.reply.tool_calls[0].name) == ("", "vote")


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (Fail.rate_limited(), "rate limited"),
        (Fail.overloaded(), "overloaded"),
        (Fail(500), "server fault"),
        (Fail(408, "timeout_error"), "timed out"),
        (Fail(409, "conflict_error"), "server fault"),
        (Break(how="drop"), "connection lost"),
        (Break(how="end"), "connection lost"),
        (Break(how="error"), "overloaded"),
    ],
)
def test_what_another_try_may_mend_is_tried_again_in_sight(server: Server, answer: Any, why: str) -> None:
    server.script(answer, answer, Say("At last."))
    (line,) = heard(voice_at(server), Talk().request())
    assert line.text == line.reply.text == "At last."
    assert [wait.why for wait in line.waits] == [why, why]
    assert 0 < line.waits[0].seconds < line.waits[1].seconds
    assert len({str(received.body) for received in calls(server)}) == 1


@pytest.mark.parametrize(("how", "kind"), [("drop", "dropped"), ("end", "dropped"), ("error", "overloaded")])
def test_a_stream_that_breaks_keeps_its_words_and_is_not_sent_again(server: Server, how: str, kind: str) -> None:
    server.script(Break("We ship on Fri", how=how))
    error = fails(voice_at(server))
    assert (error.kind, error.partial) == (kind, "We ship on Fri")
    assert len(calls(server)) == 1
    assert error.cost > 0
    if isinstance(server, StrictChat):
        assert Usage(**error.tokens).estimated, "it counts at the end alone"


@pytest.mark.parametrize("answer", [Hang(), Break(how="hang"), *(Break("We sh", how=h) for h in ("hang", "empty"))])
def test_a_server_that_hangs_is_given_up(server: Server, answer: Any) -> None:
    server.script(answer)
    error = fails(voice_at(server, timeout=0.4))
    assert error.kind == "timeout"
    assert "0.4 s" in error.sentence
    assert len(calls(server)) == 1


@pytest.mark.parametrize("tail", ["drop", "hang", "empty"])
def test_a_reply_that_came_whole_is_one_however_its_stream_ends(
    server: Server, monkeypatch: pytest.MonkeyPatch, tail: str
) -> None:
    """It was paid for: asking once more would be paid once more."""
    for kind in ("anthropic", "openai"):
        monkeypatch.setattr(f"parley.core.voices.{kind}.call.LINGER", 0.05)
    server.script(Say("Friday.", tail=tail))
    (line,) = heard(voice_at(server), Talk().request())
    assert line.reply.text == "Friday."
    assert len(calls(server)) == 1


@pytest.mark.parametrize("answer", [Hang(), Break("We sh", how="hang"), Fail.rate_limited(after=30)])
async def test_cancelling_ends_the_call_or_the_wait_at_once(server: Server, answer: Any) -> None:
    class Endless:
        async def sleep(self, seconds: float) -> None:
            begun.set()
            await asyncio.Event().wait()

    server.script(answer)
    begun = asyncio.Event()
    voice = voice_at(server, timeout=60.0, clock=Endless())

    async def listen() -> None:
        async with aclosing(cast("Any", voice.speak(Talk().request()))) as parts:
            async for part in parts:
                if isinstance(part, Delta):
                    begun.set()

    async with asyncio.TaskGroup() as group:
        task = group.create_task(listen())
        if isinstance(answer, Hang):
            await asyncio.to_thread(server.arrived.wait, 60.0)
        else:
            await begun.wait()
        task.cancel()
    assert task.cancelled()
    if not isinstance(answer, Fail):
        # The server sees it although the voice is still open.
        assert await asyncio.to_thread(calls(server)[0].gone.wait, 60.0)
    await voice.close()
    assert len(calls(server)) == 1
