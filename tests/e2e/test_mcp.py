"""`parley mcp` through the official SDK's own client: in this process, and over pipes as programs start it."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters

from parley.core.home import Home
from parley.core.mcp import talks
from parley.core.mcp.server import server_of
from parley.core.studio.studio import Studio


async def asked(client: Client, tool: str, **arguments: Any) -> Any:
    """What a tool gives; what it refuses as the sentence alone."""
    result = await client.call_tool(tool, arguments)
    text = "".join(getattr(each, "text", "") for each in result.content)
    if result.is_error:
        return text
    return (
        (result.structured_content or {}).get("result", result.structured_content)
        if result.structured_content
        else text
    )


def with_client(home: Home, body: Callable[[Client], Awaitable[None]], spend: float = 0.0) -> None:
    async def main() -> None:
        async with Client(server_of(Studio(home), spend)) as client:
            await body(client)

    asyncio.run(main())


def test_a_talk_is_started_steered_read_found_and_exported(home: Home) -> None:
    async def body(client: Client) -> None:
        kinds = await asked(client, "kinds_of_run")
        assert "format" in kinds["roundtable"]["settings"]
        begun = await asked(
            client, "start_talk", kind="roundtable", settings={"format": "standup", "seed": 7}, voice="rehearsal"
        )
        run = begun["run"]
        told = await asked(client, "inject_topic", run=run, text="The kettle is broken.")
        assert told["run"] == run
        done = await asked(client, "talk_state", run=run, wait=30)
        assert (done["status"], done["turns"] > 3) == ("ended", True)
        transcript = await asked(client, "read_run", run=run[:6])
        assert "The kettle is broken." in transcript
        first = await asked(client, "read_run", run=run, first=2, count=1)
        assert len(first.splitlines()) <= len(transcript.splitlines()) - 4
        member = next(iter(done["members"]))
        assert "Standup" in await asked(client, "read_run", run=run, seen_by=member)
        (listed,) = await asked(client, "list_runs")
        assert listed["id"] == run
        hits = await asked(client, "search_runs", text=done["last"][-1].split()[-1].strip(".?!"))
        assert {hit["run"] for hit in hits} == {run}
        assert "participation.gini" in await asked(client, "measure_run", run=run, metric="participation")
        assert "<html" in await asked(client, "export_run", run=run, to="html")
        assert json.loads(await asked(client, "export_run", run=run, to="json"))
        assert "md" in {each["format"] for each in await asked(client, "formats_of_export", run=run)}
        resource = await client.read_resource(f"parley://runs/{run}")
        assert "# " in getattr(resource.contents[0], "text", "")

    with_client(home, body)


def test_what_cannot_be_is_told_in_a_sentence(home: Home) -> None:
    async def body(client: Client) -> None:
        assert "no kind of run called 'chess'" in await asked(client, "start_talk", kind="chess")
        assert "setting of this kind of run" in await asked(client, "start_talk", kind="roundtable", settings={"x": 1})
        for setting in ({"cast": "/etc/hosts.toml"}, {"cast": "../x"}, {"format": "mine.toml"}):
            assert "cannot name files" in await asked(client, "start_talk", kind="roundtable", settings=setting)
        for setting in ({"system_a": "@/etc/hosts"}, {"others": ["x.toml"]}, {"voice_a": "embedded:/x.gguf"}):
            assert "cannot name files" in await asked(client, "start_talk", kind="duologue", settings=setting)
        assert "there are 31" in await asked(client, "start_talk", kind="duologue", settings={"others": ["x"] * 29})
        assert "is played here now" in await asked(client, "inject_topic", run="abc", text="Hello")
        assert "abcdef" in await asked(client, "read_run", run="abcdef")
        begun = await asked(client, "start_talk", kind="duologue", settings={"turns": 2, "seed": 1}, voice="rehearsal")
        await asked(client, "talk_state", run=begun["run"], wait=30)
        for to in ("pdf", "obsidian"):
            assert "cannot be given as text" in await asked(client, "export_run", run=begun["run"], to=to)
        assert "has ended" in await asked(client, "resume_talk", run=begun["run"])
        (log,) = home.runs.glob("*.jsonl")
        for tool in ("read_run", "talk_state", "resume_talk", "export_run", "measure_run"):
            assert "cannot name files" in await asked(client, tool, run=str(log))
        assert "No talk ''" in await asked(client, "stop_talk", run="")

    with_client(home, body)


def test_no_more_talks_are_resumed_than_are_played_at_once(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talks, "MOST_AT_ONCE", 1)

    async def body(client: Client) -> None:
        begun = await asked(client, "start_talk", kind="day", settings={"days": 3, "seed": 1}, voice="rehearsal")
        assert "under way already" in await asked(client, "resume_talk", run=begun["run"])

    with_client(home, body)


def test_a_client_spends_nothing_unless_it_may(home: Home) -> None:
    paid = "anthropic:claude-haiku-5-5"

    async def body(client: Client) -> None:
        for voice, settings in ((paid, {}), ("rehearsal", {"voice_b": paid})):
            said = await asked(client, "start_talk", kind="duologue", settings={"turns": 2} | settings, voice=voice)
            assert "would cost money" in said, voice
        assert not json.loads(await asked(client, "list_runs") or "[]")

    with_client(home, body)


@pytest.mark.slow
def test_over_pipes_a_client_that_leaves_pauses_what_it_began(home: Home) -> None:
    program = StdioServerParameters(
        command=sys.executable,
        args=["-m", "parley.core.cli", "mcp", "--home", str(home.path)],
        env={**os.environ, "PARLEY_NO_KEYRING": "1"},
    )

    async def main() -> str:
        async with Client(program) as client:
            assert "start_talk" in {tool.name for tool in (await client.list_tools()).tools}
            begun = await asked(client, "start_talk", kind="day", settings={"days": 3, "seed": 1}, voice="rehearsal")
            return str(begun["run"])

    run = asyncio.run(main())
    state = Studio(home).open(run).state
    assert state.status in {"paused", "ended"}
