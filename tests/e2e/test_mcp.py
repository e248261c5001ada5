"""`parley mcp` through the official SDK's own client: in this process, and over pipes as programs start it."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters

from parley.core.base.errors import LogError
from parley.core.engine.run import Run
from parley.core.home import Home
from parley.core.mcp import talks
from parley.core.mcp.server import get_server_of
from parley.core.settings import Server, Settings
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
        async with Client(get_server_of(Studio(home), spend)) as client:
            await body(client)

    asyncio.run(main())


@pytest.mark.slow
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


def test_a_talk_waits_for_the_client_who_steers_asks_forks_and_compares(home: Home) -> None:
    async def body(client: Client) -> None:
        settings = {"format": "standup", "seed": 7}
        begun = await asked(client, "start_talk", kind="roundtable", settings=settings, voice="rehearsal", hold_after=0)
        run = begun["run"]
        state = await asked(client, "talk_state", run=run, wait=30)
        assert (state["status"], state["turns"]) == ("paused", 0)
        played = await asked(client, "play_turns", run=run, count=2)
        assert [each["turn"] for each in played["new"]] == [1, 2]
        assert (played["status"], played["playing"]) == ("paused", False)
        await asked(client, "inject_topic", run=run, text="The kettle is broken.")
        (turn,) = (await asked(client, "play_turns", run=run))["new"]
        assert "kettle" in turn["line"]
        answered = await asked(client, "ask_member", run=run, member="Boss", question="Are you content?", points=5)
        assert answered["answer"] in range(1, 6)
        assert (answered["turn"], answered["rehearsed"]) == (3, True)
        assert "by a choice, not by both" in await asked(
            client, "ask_member", run=run, member="Boss", question="Well?", points=5, choices=["a", "b"]
        )
        fork = await asked(client, "fork_talk", run=run, turn=2, seed=9, edit="Let us begin anew.", hold_after=1)
        state = await asked(client, "talk_state", run=fork["run"], wait=30)
        assert (fork["parent"], state["turns"], state["status"]) == (run, 3, "paused")
        compared = await asked(client, "compare_runs", one=run, other=fork["run"])
        assert compared["shared_turns"] == 1
        assert compared["next"][1]["line"].endswith("Let us begin anew.")
        assert [each["what"] for each in compared["settings"]] == ["seed"]
        assert (await asked(client, "stop_talk", run=fork["run"]))["status"] == "ended"
        rest = await asked(client, "play_turns", run=run, count=100)
        assert (rest["status"], rest["new"][-1]["turn"]) == ("ended", rest["planned"])
        assert "has ended" in await asked(client, "play_turns", run=run)
        for tool in (await client.list_tools()).tools:
            assert tool.input_schema["additionalProperties"] is False

    with_client(home, body)

    async def other(client: Client) -> None:
        # What another client began is not ended by this one.
        for row in await asked(client, "list_runs"):
            assert "is played here now" in await asked(client, "stop_talk", run=row["id"])

    with_client(home, other)


def test_what_cannot_be_is_told_in_a_sentence(home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "log").touch()

    async def body(client: Client) -> None:
        assert "no kind of run called 'chess'" in await asked(client, "start_talk", kind="chess")
        assert "setting of this kind of run" in await asked(client, "start_talk", kind="roundtable", settings={"x": 1})
        for setting in ({"cast": "/etc/hosts.toml"}, {"cast": "../x"}, {"format": "mine.toml"}):
            assert "cannot name files" in await asked(client, "start_talk", kind="roundtable", settings=setting)
        for setting in (
            {"system_a": "@/etc/hosts"}, {"others": ["x.toml"]}, {"voice_a": "embedded:/x.gguf"}, {"cast": ".toml"},
            {"cast": "claude-x.toml"}, {"a": "claude-/../x.toml"}, {"voice": "embedded:/etc/hosts"},
        ):  # fmt: skip
            assert "cannot name files" in await asked(client, "start_talk", kind="duologue", settings=setting)
        for setting in ({"setting": "../x"}, {"voice": {"provider": "embedded", "model": "/etc/x"}}):
            assert "cannot name files" in await asked(client, "start_talk", kind="story", settings=setting)
        for partner in ("a.png ", "run:log#x", "run:a#b.jsonl#x"):
            for name in ("partner", "with"):
                said = await asked(client, "start_talk", kind="dialogue", settings={name: partner})
                assert "cannot name files" in said
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


def test_an_argument_that_a_tool_does_not_know_is_named(home: Home) -> None:
    async def body(client: Client) -> None:
        said = await asked(client, "list_runs", limitt=4)
        assert said == "There is no argument of list_runs called 'limitt'. Did you mean 'limit'? Known: limit, text."

    with_client(home, body)


def test_a_fault_of_one_talk_or_call_is_told_and_the_server_and_the_other_talks_go_on(
    home: Home, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "parley")
    real, faults = Run.live, [ZeroDivisionError("secret"), LogError(home.runs, "it is full."), None]

    async def live(run: Run, *, until_paused: bool = False) -> None:
        if (fault := faults.pop(0)) is not None:
            raise fault
        await real(run, until_paused=until_paused)

    def broken(_studio: Studio, **_named: Any) -> None:
        raise ZeroDivisionError("secret")

    async def body(client: Client) -> None:
        runs = []
        for seed in range(3):
            settings = {"turns": 2, "seed": seed}
            begun = await asked(client, "start_talk", kind="duologue", settings=settings, voice="rehearsal")
            runs.append(begun["run"])
        told = [await asked(client, "talk_state", run=run, wait=30) for run in runs]
        wrong = "Something went wrong that should not have (ZeroDivisionError)."
        assert told[0]["fault"] == wrong
        assert "it is full." in told[1]["fault"]
        assert (told[2]["status"], "fault" in told[2]) == ("ended", False)
        with monkeypatch.context() as patch:
            patch.setattr(Studio, "recent", broken)
            assert await asked(client, "list_runs") == f"Error executing tool list_runs: {wrong}"
        assert len(await asked(client, "list_runs")) == 3

    monkeypatch.setattr(Run, "live", live)
    with_client(home, body)
    # The program's log has the whole of it.
    assert caplog.text.count("ZeroDivisionError: secret") == 2


def test_a_moment_is_bounded_as_a_first_day_is(home: Home) -> None:
    async def body(client: Client) -> None:
        for begins, why in (
            ("9999-12-31T23:59:59Z", "9999-12-31 is too late to begin; the last day is 9900-12-31."),
            ("0001-01-01T00:00:00+12:00", "0001-01-01 is too early to begin; the first day is 0100-01-01."),
        ):
            said = await asked(client, "start_talk", kind="roundtable", settings={"begins": begins}, voice="rehearsal")
            assert said.endswith(why)

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
        begun = await asked(client, "start_talk", kind="duologue", settings={"turns": 4}, voice="rehearsal")
        run = (await asked(client, "talk_state", run=begun["run"], wait=30))["run"]
        assert "would cost money" in await asked(client, "fork_talk", run=run, turn=1, voice=paid)
        assert "would cost money" in await asked(client, "ask_member", run=run, member="a", question="Why?", voice=paid)
        for tool, arguments in (("fork_talk", {"turn": 1}), ("ask_member", {"member": "a", "question": "Why?"})):
            said = await asked(client, tool, run=run, voice="embedded:/etc/x.gguf", **arguments)
            assert "cannot name files" in said

    with_client(home, body)


@pytest.mark.slow
async def test_a_model_may_have_a_slash_and_what_is_spoken_on_this_machine_costs_nothing(home: Home) -> None:
    here, there = "http://127.0.0.1:9/v1", "https://router.example/v1"
    settings = Settings(
        servers={
            "here": Server(url=here, model="m"),
            "priced": Server(url=here, model="m", input=1.0, output=2.0),
            "router": Server(url=there, model="m"),
        }
    )

    async with Client(get_server_of(Studio(home, settings))) as client:
        for voice, paid in (
            ("openai.here:org/model", False), ("openai.priced:org/model", True),
            ("openai.router:anthropic/claude-x", True), ("claude-x/y", True),
        ):  # fmt: skip
            for given in ({"voice": voice}, {"a": voice}):
                told = await asked(
                    client, "start_talk", kind="duologue", settings={"turns": 2, "voice": "rehearsal"} | given
                )
                assert ("would cost money" in told) is paid, (given, told)
                assert "cannot name files" not in told
        for state in await asked(client, "list_runs"):
            await asked(client, "stop_talk", run=state["id"])


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
