"""Members who use tools, in runs: what is sent and written, who is asked, and what is never done twice."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

import parley as package
from parley.core.cast.member import VoiceSpec
from parley.core.engine.run import Run
from parley.core.engine.tool_permits import Verdict, Wish
from parley.core.home import Home
from parley.core.log import log as log_file
from parley.core.log.events.base import Event
from parley.core.log.events.turn import ToolsOffered, ToolUsed, TurnEnded, TurnRetried, TurnStarted
from parley.core.log.fold import fold
from parley.core.modes.duologue.request import DuologueRequest, SideRequest
from parley.core.settings import Server as VoiceServer
from parley.core.settings import Settings
from parley.core.studio.studio import Studio, Watching
from parley.core.tools.toolbox import ToolsMissing
from tests.scripted_voices import of_type
from tests.strict_chat import MODEL, StrictChat
from tests.strict_server import CallTool, Say, StrictServer
from tests.unit.cli.conftest import Parley
from tests.unit.cli.conftest import parley as parley  # noqa: PLC0414
from tests.unit.tools.conftest import Asked, call_once, is_running, say, serve, start, studio_of, team, wish


async def play(run: Run) -> Sequence[Event]:
    """Play to the end, or to a pause, and return all events."""
    run.play()
    await run.live(until_paused=True)
    path = run.stage.log.path
    await run.close()
    return log_file.read(path).events


def refused(server: StrictServer | StrictChat) -> list[str]:
    return [request.refused for request in server.requests if request.refused]


def bodies_of(server: StrictServer, name: str) -> list[str]:
    """What was sent for a member, as text."""
    found = [json.dumps(each.body, ensure_ascii=False) for each in server.messages]
    return [body for body in found if f"You are {name}" in body]


async def test_a_call_its_result_and_what_the_others_hear_of_it(
    home: Home, tmp_path: Path, claude: StrictServer, sheet: Path
) -> None:
    serve(home)
    claude._reply = call_once("files_read_file", {"path": str(sheet)})
    studio = studio_of(home)
    events = await play(start(studio, tmp_path))
    assert refused(claude) == []
    (offered,) = of_type(events, ToolsOffered)
    assert [tool.tool for tool in offered.tools][:2] == ["files.read_file", "files.whoami"]
    used = of_type(events, ToolUsed)
    mine = [ended for ended in of_type(events, TurnEnded) if ended.member == "ada"]
    assert len(used) == len(mine) > 0
    assert (used[0].text, used[0].error, used[0].size) == (sheet.read_text(), False, 30)
    assert used[0].report == "Ada used files.read_file."
    # What she said before she knew is no line of hers.
    assert mine[0].text == "I read 1 result."
    # It stays with the line where that is said another way, or the turn is taken again.
    end, (begun, *_) = events.index(mine[0]), of_type(events, TurnStarted)
    taken = (TurnRetried(at=begun.at, turn=1), msgspec.structs.replace(begun, attempt=1), *events[end - 1 : end + 1])
    assert fold([*events[: end + 1], *taken]).turns[0].answers == (used[0],)
    state = fold(events)
    heard = [entry for entry in state.entries if entry.kind == "event"]
    assert {(entry.text, entry.heard_by) for entry in heard} == {("Ada used files.read_file.", ("ben",))}
    for body in bodies_of(claude, "Ben"):
        assert "Monday,12" not in body
        assert "tool_use" not in body
    assert "Ada used files.read_file." in bodies_of(claude, "Ben")[-1]
    assert all("Ada used" not in body for body in bodies_of(claude, "Ada"))
    # Any turn's payload follows from the log: what was sent is what is derived.
    opened = studio.open(state.run)
    for turn in (turn for turn in opened.state.turns if turn.member == "ada"):
        derive, reply = studio.find_sent(opened, turn.number)
        assert reply is not None
        assert derive().digest() == reply.request_hash
    # A fork takes the results from the log, and asks again before it uses anything.
    serve(home, allow=())
    asked = Asked("no")
    studio.permit.ask = asked
    forked = studio.fork(state.run, 2, {"turns": 3}, watching=Watching(attended=True))
    again = await play(forked)
    assert of_type(again, ToolUsed)[0] == used[0]
    assert [each.error for each in of_type(again, ToolUsed)] == [False, True]
    assert len(asked.wishes) == 1
    await studio.close()


async def test_a_person_is_asked_before_a_tool_is_used_and_their_word_holds(
    home: Home, tmp_path: Path, claude: StrictServer, sheet: Path
) -> None:
    serve(home, allow=())
    claude._reply = call_once("files_read_file", {"path": str(sheet)})
    cast = team(tmp_path, '["files.read_file"]')

    async def results(*verdicts: Any) -> tuple[Asked, list[bool]]:
        asked = Asked(*verdicts)
        studio = studio_of(home, asked)
        events = await play(studio.start(studio.compose(wish(cast)), Watching(attended=True)))
        await studio.close()
        return asked, [used.error for used in of_type(events, ToolUsed)]

    asked, errors = await results("once", "no", "no")
    assert errors[:2] == [False, True]
    assert asked.wishes[0] == ("Ada", "files.read_file", {"path": str(sheet)})
    # A no holds for the turn, whatever is asked for with it.
    claude.script(*(CallTool("files_read_file", {"path": path}) for path in ("a", "b")))
    asked, errors = await results("no", "once")
    assert (len(asked.wishes), errors) == (2, [True, True, False])
    asked, errors = await results("run")
    assert (len(asked.wishes), set(errors)) == (1, {False})
    asked, errors = await results("always")
    assert (len(asked.wishes), set(errors)) == (1, {False})
    asked, errors = await results()
    assert (asked.wishes, set(errors)) == ([], {False})
    # Where nobody watches nobody is asked: in a queue, an experiment, or for another program.
    serve(home, allow=())
    studio = studio_of(home, asked)
    events = await play(studio.start(studio.compose(wish(cast)), Watching()))
    assert {used.text.partition(":")[0] for used in of_type(events, ToolUsed)} == {
        "Nobody can be asked here whether files.read_file may be used"
    }
    await studio.close()


async def test_calls_of_a_turn_are_counted_and_then_words_are_due(
    home: Home, tmp_path: Path, claude: StrictServer
) -> None:
    serve(home)
    wanted = [
        CallTool("files_refuse", {"why": "no"}), CallTool("files_refuse", {}), CallTool("files_nothing", {}),
        CallTool("files_whoami", {}), CallTool("files_whoami", {}, text="Enough."),
        # The same again is no reason to look further.
        CallTool("files_whoami", {}), CallTool("files_whoami", {}),
    ]  # fmt: skip
    claude.script(*wanted[:5], Say("Ben has none."), *wanted[5:])
    claude._reply = say("Fine.")
    studio = studio_of(home)
    events = await play(start(studio, tmp_path, turns=3))
    used = of_type(events, ToolUsed)
    assert [each.error for each in used] == [True, True, True, False, False, True]
    assert "do not fit" in used[1].text
    assert "There is no tool files_nothing" in used[2].text
    assert "in this turn already" in used[5].text
    choices = [request.body.get("tool_choice", {}).get("type") for request in claude.messages[:9]]
    assert choices == ["auto"] * 4 + ["none", None] + ["auto"] * 2 + ["none"]
    assert [ended.text for ended in of_type(events, TurnEnded)] == ["Enough.", "Ben has none.", "Fine."]
    assert refused(claude) == []
    await studio.close()


@pytest.mark.parametrize("lacks", [set(), {"tools"}])
async def test_other_servers_call_tools_their_own_way_or_by_a_form(
    home: Home, tmp_path: Path, sheet: Path, lacks: set[str]
) -> None:
    serve(home)

    def reply(body: dict[str, Any]) -> Any:
        sent = json.dumps(body["messages"])
        form = body.get("response_format", {}).get("json_schema", {}).get("schema", {})
        if "anyOf" in form:
            called = "Monday,12" in sent
            tool = {"tool": "none"} if called else {"tool": "files_read_file", "arguments": {"path": str(sheet)}}
            return Say(json.dumps({"say": "Twelve on Monday." if called else "Let me see.", **tool}))
        if "tools" in body and "Monday,12" not in sent:
            return CallTool("files_read_file", {"path": str(sheet)})
        return Say(json.dumps({"summary": "Done."}) if form else "Twelve on Monday.")

    with StrictChat(key=None, lacks=lacks, reply=reply) as server:
        settings = Settings(servers={"mine": VoiceServer(url=server.url, model=MODEL)})
        studio = Studio(home, settings)
        voice = VoiceSpec(provider="openai.mine", model=MODEL)
        run = start(studio, tmp_path, voice=voice, turns=2)
        events = await play(run)
        await studio.close()
    used = of_type(events, ToolUsed)
    assert [each.error for each in used] == [False] * len(used)
    assert [each.tool for each in used][:1] == ["files.read_file"]
    assert "Twelve on Monday." in [ended.text for ended in of_type(events, TurnEnded)]


async def test_a_run_that_is_paused_while_a_tool_works_leaves_no_process_and_does_it_once(
    home: Home, tmp_path: Path, claude: StrictServer
) -> None:
    serve(home, allow=())
    claude.script(CallTool("files_misbehave", {"how": "sleep"}))
    claude._reply = say("I was stopped.")
    working = asyncio.Event()

    async def let(_wish: Wish) -> Verdict:
        working.set()
        return "once"

    studio = studio_of(home)
    studio.permit.ask = let
    run = start(studio, tmp_path, turns=1)
    run.play()
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(run.live(until_paused=True))
        await working.wait()
        running = run.stage.toolbox._connections["files"].process  # type: ignore[union-attr]
        run.pause(cancel=True)
    assert not is_running(running._popen.pid)
    (used,) = run.state.open.answers if run.state.open else ()
    assert (used.error, used.text) == (True, "It was stopped before it was done.")
    run.director.break_at(tool=True)
    events = await play(run)
    assert [ended.text for ended in of_type(events, TurnEnded)] == ["I was stopped."]
    assert len(of_type(events, ToolUsed)) == 1
    await studio.close()


async def test_a_breakpoint_holds_before_a_tool_is_used(home: Home, tmp_path: Path, claude: StrictServer) -> None:
    serve(home)
    claude.script(*(CallTool("files_refuse", {"why": why}) for why in ("late", "later")))
    claude._reply = say("Too late.")
    studio = studio_of(home)
    run = start(studio, tmp_path, turns=1)
    run.director.break_at(member="ada", tool=True)
    run.play()
    await run.live(until_paused=True)
    assert (run.state.reason, run.state.detail) == ("breakpoint", "Before Ada uses a tool.")
    ref, path = run.state.run, run.stage.log.path
    await run.close()
    path.write_text(path.read_text("utf-8").replace('"why":{"type":"string"', '"why":{"type":["string"]'), "utf-8")
    # What a log brings along is not done: it may be a stranger's, or was done before a crash. Nor is its word taken.
    resumed = studio.resume(ref)
    resumed.director.clear_breakpoint(next(iter(resumed.state.breakpoints)))
    events = await play(resumed)
    assert [used.text.partition(":")[0] for used in of_type(events, ToolUsed)] == [
        "The run was interrupted before that",
        "These arguments do not fit what files.refuse takes.",
    ]
    assert [ended.text for ended in of_type(events, TurnEnded)] == ["Too late."]
    await studio.close()


def test_a_cast_that_names_what_is_not_here_says_so_and_goes_on_without_it(
    home: Home, tmp_path: Path, claude: StrictServer, parley: Parley
) -> None:
    cast = team(tmp_path, '["sheets"]')
    asked = ("run", "roundtable", "--cast", cast, "--members", "ada,ben", "--turns", "2", "--topic", "Sales")
    live = (*asked, "--voice", "anthropic", "--model", "claude-haiku-5-5")
    said = parley(*live)
    assert said.code == 2
    for part in ("Ada is given the tool sheets", "parley tools add sheets", "--no-tools"):
        assert part in said.err
    assert list(home.runs.glob("*.jsonl")) == []
    checked = parley("check", cast)
    assert (checked.code, f"{cast}:8:1: Ada is given the tool sheets" in checked.out) == (1, True)
    assert parley(*live, "--no-tools").code == 0
    assert all("tools" not in request.body for request in claude.messages)
    # Where no voice calls tools nobody misses any, and nothing else is written than without.
    plain = tmp_path / "plain.toml"
    plain.write_text(Path(cast).read_text().replace('tools = ["sheets"]\n', ""), "utf-8")
    logs = []
    for each in (cast, str(plain)):
        out = tmp_path / f"{Path(each).stem}.jsonl"
        rehearsed = ("--voice", "rehearsal", "--fast", "--seed", "5", "-o", str(out), "--home", tmp_path / out.stem)
        assert parley("run", "roundtable", "--cast", each, *asked[4:], *rehearsed).code == 0
        logs.append(out.read_bytes().split(b"\n")[1:])
    assert logs[0] == logs[1]


def test_the_terminal_lets_tools_by_an_option_and_refuses_them_without(
    home: Home, tmp_path: Path, claude: StrictServer, sheet: Path, parley: Parley
) -> None:
    serve(home, allow=())
    claude._reply = call_once("files_read_file", {"path": str(sheet)})
    live = (
        "run", "roundtable", "--cast", team(tmp_path, '["files"]'), "--members", "ada,ben", "--turns", "2",
        "--topic", "Sales", "--voice", "anthropic", "--model", "claude-haiku-5-5", "--seed", "3",
    )  # fmt: skip
    assert "allow it with `parley tools allow files.read_file`" in parley(*live).out
    said = parley(*live, "--allow-tools", "files", "-o", tmp_path / "run.jsonl")
    assert "· Ada used files.read_file." in said.out
    assert "Ada used files.read_file." in parley("show", tmp_path / "run.jsonl").out
    # A program says it beforehand, also for what is gone on with, and the forks of it.
    for allowed, error in (((), True), ("files", False)):
        fork = package.open(tmp_path / "run.jsonl", home=home.path, allow_tools=allowed).fork(0, turns=1)
        assert [each.get("error", False) for each in fork.events() if each["type"] == "tool.used"] == [error]
    for ending in ("md", "html", "txt", "json", "csv"):
        assert parley("export", tmp_path / "run.jsonl", "-o", tmp_path / f"run.{ending}").code == 0, ending
    assert "Ada used files.read_file." in (tmp_path / "run.md").read_text("utf-8").replace("\\", "")


async def test_a_run_whose_server_fails_stands_and_says_why(home: Home, tmp_path: Path, claude: StrictServer) -> None:
    book = home.path / "tools.toml"
    book.write_text('[servers.files]\ncommand = ["ls", "/no/such/folder"]\n', "utf-8")
    studio = studio_of(home)
    run = start(studio, tmp_path)
    run.play()
    await run.live(until_paused=True)
    assert run.state.status == "paused"
    assert "No such file or directory" in run.state.detail
    book.write_text("", "utf-8")
    with pytest.raises(ToolsMissing):
        run.play()
    await run.close()
    await studio.close()


async def test_both_sides_of_a_duologue_have_them_too(
    home: Home, tmp_path: Path, claude: StrictServer, sheet: Path
) -> None:
    serve(home)
    claude._reply = call_once("files_read_file", {"path": str(sheet)})
    studio = studio_of(home)
    asked = DuologueRequest(
        cast=team(tmp_path, '["files"]'), turns=2, seed=3, opening="How were sales?",
        sides=(SideRequest("ada"), SideRequest("ben")), voice=VoiceSpec(provider="anthropic", model="claude-haiku-5-5"),
    )  # fmt: skip
    events = await play(studio.start(studio.compose(asked)))
    assert [used.member for used in of_type(events, ToolUsed)] == ["ada"]
    assert refused(claude) == []
    await studio.close()
