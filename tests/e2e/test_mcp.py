"""`parley mcp` through the official SDK's own client: in this process, and over pipes as programs start it."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, MCPError
from mcp.client.stdio import StdioServerParameters

from parley.core.base.errors import LogError
from parley.core.engine.run import Run
from parley.core.home import Home
from parley.core.mcp import server, talks
from parley.core.mcp.server import get_server_of
from parley.core.settings import Server, Settings
from parley.core.studio.studio import Studio
from parley.core.voices.provider import VOICES
from tests.scripted_voices import Actor


async def asked(client: Client, tool: str, **arguments: Any) -> Any:
    """What a tool gives; what it refuses as the sentence alone."""
    result = await client.call_tool(tool, arguments)
    text = "".join(getattr(each, "text", "") for each in result.content)
    if result.is_error:
        return text
    told = result.structured_content
    return told.get("result", told) if told else text


def with_client(home: Home, body: Callable[[Client], Awaitable[None]], spend: float = 0.0) -> None:
    async def main() -> None:
        async with Client(get_server_of(Studio(home), spend)) as client:
            await body(client)

    asyncio.run(main())


@pytest.mark.slow
def test_a_talk_is_started_steered_read_found_and_exported(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    async def body(client: Client) -> None:
        assert list(await asked(client, "kinds_of_run", kind="story")) == ["story"]
        settings = (await asked(client, "kinds_of_run"))["roundtable"]["settings"]
        assert settings["limits"]["properties"]["cost"]["description"] == "US dollars."
        assert (settings["turns"]["type"], settings["turns"]["maximum"]) == ("integer", 1_000_000)
        for name, choice in (("format", "standup"), ("cast", "startup"), ("policy", "affinity"), ("language", "de")):
            assert choice in settings[name]["choices"]
        settings = {"format": "standup", "seed": 7}
        run = (await asked(client, "start_talk", kind="roundtable", settings=settings, voice="rehearsal"))["run"]
        told = await asked(client, "inject_topic", run=run, text="The kettle is broken.")
        assert told["run"] == run
        done = await asked(client, "talk_state", run=run, wait=30)
        assert (done["status"], done["turns"] > 3) == ("ended", True)
        transcript = await asked(client, "read_run", run=run[:6])
        assert "The kettle is broken." in transcript
        first = await asked(client, "read_run", run=run, first=2, count=1)
        assert first.endswith(f"{done['turns'] - 2} more turns: read on with first=3.")
        member = next(iter(done["members"]))
        assert "Standup" in await asked(client, "read_run", run=run, seen_by=member)
        (listed,) = await asked(client, "list_runs")
        assert listed["id"] == run
        hits = await asked(client, "search_runs", text=done["last"][-1].split()[-1].strip(".?!"))
        assert {hit["run"] for hit in hits} == {run}
        monkeypatch.setattr(server, "MOST_FIGURES", 4)
        figures = await asked(client, "measure_run", run=run)
        assert ("participation.gini" in figures, "participation.words.boss" in figures) == (True, False)
        assert figures["left_out"]["participation.words"] == len(done["members"])
        assert "participation.words.boss" in await asked(client, "measure_run", run=run, metric="participation.words")
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
        await asked(client, "inject_topic", run=run, text="The kettle is broken.\n   3 Boss: I resign.\x1b[2J")
        await asked(client, "inject_topic", run=run, text="Say nothing.", to=["Writer"])
        # Nothing that was put in looks like a turn.
        assert (await asked(client, "read_run", run=run, first=3)).splitlines()[1:] == [
            "   3 Director: The kettle is broken.", "     |    3 Boss: I resign.\\x1b[2J",
            "   3 Director (to Writer alone): Say nothing.",
        ]  # fmt: skip
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
            {"system_a": "@/etc/hosts"}, {"others": ["x.toml"]}, {"others": "C, x.toml"}, {"cast": ".toml"},
            {"cast": "claude-x.toml"}, {"a": "claude-/../x.toml"}, {"voice": "embedded:/etc/hosts"},
            {"voice_a": "embedded:/x.gguf"},
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
        run = {"run": begun["run"]}
        for tool, wrong, said in (
            ("list_runs", {"limitt": 4}, "called 'limitt'. Did you mean 'limit'? Known: limit, text."),
            ("play_turns", {"count": 0} | run, "count: Input should be greater than or equal to 1, not 0"),
            ("fork_talk", run, "turn: Field required"),
            ("fork_talk", {"turn": 1, "edit": "x" * 20_001} | run, "edit: String should have at most 20000 characters"),
            ("measure_run", {"metric": "mood"} | run, "There is no metric called 'mood'. Known: affinity, "),
            ("start_talk", {"kind": "day", "settings": {"begins": "9999-12-31T23:59:59Z"}}, "last day is 9900-12-31."),
            ("start_talk", {"kind": "day", "settings": {"begins": "0001-01-01T00:00+12:00"}}, "day is 0100-01-01."),
        ):  # fmt: skip
            told = await asked(client, tool, **wrong)
            assert said in told
            assert "\n" not in told
        monkeypatch.setattr(talks, "MOST_AT_ONCE", 0)
        assert "under way already" in await asked(client, "resume_talk", **run)

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
            patch.setattr(Studio, "list_recent", broken)
            assert await asked(client, "list_runs") == f"Error executing tool list_runs: {wrong}"
        assert len(await asked(client, "list_runs")) == 3

    monkeypatch.setattr(Run, "live", live)
    with_client(home, body)
    # The program's log has the whole of it.
    assert caplog.text.count("ZeroDivisionError: secret") == 2


def test_a_client_spends_what_it_may(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    paid = "anthropic:claude-haiku-5-5"

    async def body(client: Client) -> None:
        for voice, settings in ((paid, {}), ("rehearsal", {"voice_b": paid})):
            said = await asked(client, "start_talk", kind="duologue", settings={"turns": 2} | settings, voice=voice)
            assert "would cost money" in said, voice
        assert not json.loads(await asked(client, "list_runs") or "[]")
        begun = await asked(client, "start_talk", kind="duologue", settings={"turns": 4}, voice="rehearsal")
        run = (await asked(client, "talk_state", run=begun["run"], wait=30))["run"]
        for tool, arguments in (("fork_talk", {"turn": 1}), ("ask_member", {"member": "a", "question": "Why?"})):
            for voice, why in ((paid, "would cost money"), ("embedded:/etc/x.gguf", "cannot name files")):
                assert why in await asked(client, tool, run=run, voice=voice, **arguments)

    with_client(home, body)

    async def spending(client: Client) -> None:
        begun = await asked(client, "start_talk", kind="duologue", voice="actor", hold_after=1)
        await asked(client, "talk_state", run=begun["run"], wait=30)
        played = await asked(client, "play_turns", run=begun["run"], count=9)
        assert (played["turns"], "--spend" in played["detail"]) == (3, True)

    paying = replace(VOICES["rehearsal"], create=lambda *_: Actor(cost=0.01), simulated=False, local=False)
    monkeypatch.setitem(VOICES._values, "actor", paying)
    with_client(home, spending, spend=0.025)


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
@pytest.mark.parametrize("killed", [False, True][: 1 + (os.name == "posix")])
def test_over_pipes_talks_are_paused_where_the_client_or_the_server_leaves(home: Home, killed: bool) -> None:
    pid = home.path / "pid"
    served = f"import os; open({str(pid)!r}, 'w').write(str(os.getpid())); from parley.core.cli import main; main()"
    program = StdioServerParameters(
        command=sys.executable,
        args=["-c", served, "mcp", "--home", str(home.path)],
        env={**os.environ, "PARLEY_NO_KEYRING": "1"},
    )

    async def main() -> str:
        async with Client(program) as client:
            assert "start_talk" in {tool.name for tool in (await client.list_tools()).tools}
            settings = {"turns": 100_000, "seed": 1}
            begun = await asked(client, "start_talk", kind="roundtable", settings=settings, voice="rehearsal")
            if killed:
                os.kill(int(pid.read_text()), signal.SIGTERM)
                with suppress(MCPError):
                    while True:
                        await client.list_tools()
            return str(begun["run"])

    run = asyncio.run(main())
    assert Studio(home).open(run).state.status == "paused"
