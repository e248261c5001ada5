"""Servers of tools as real processes: what they may do, and what becomes of those that misbehave."""

from __future__ import annotations

import asyncio
import io
import os
import re
import stat
import sys
import threading
import time
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import pytest

from parley.core.base.errors import ParleyError
from parley.core.cli.manners import Manners
from parley.core.cli.tools import ask_for_tool
from parley.core.engine.tool_permits import Permit, Wish
from parley.core.home import Home
from parley.core.tools import book, process, server
from parley.core.tools.answering import LONGEST_RESULT, Result
from parley.core.tools.book import Server
from parley.core.tools.schemas import simplify
from parley.core.tools.toolbox import LONGEST_ASKED, Tools
from tests.unit.cli.conftest import Parley, Told
from tests.unit.cli.conftest import parley as parley  # noqa: PLC0414
from tests.unit.cli.conftest import told as told  # noqa: PLC0414
from tests.unit.tools.conftest import SECRET, SERVER, is_running, serve


async def use(box: Tools, tool: str, longest: int = LONGEST_RESULT, **arguments: Any) -> Result:
    return await box.use(Wish("Ada", tool, arguments), longest)


async def test_a_server_is_started_when_it_is_needed_and_ends_with_the_run(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-of-the-user")
    serve(home, TOKEN=SECRET)
    box = Tools(home, Permit())
    assert book.load(home).list_missing(["files", "files.read_file", "sheets", "sheets.x"]) == ["sheets", "sheets.x"]
    assert box._connections == {}
    offered = await box.list_offered(["files.whoami", "files"])
    assert [each.name for each in offered] == ["files_whoami", "files_read_file", "files_refuse", "files_misbehave"]
    assert SECRET not in str(offered)
    assert offered[1].schema["properties"]["lines"] == {"type": "integer"}
    said = await use(box, "files.whoami")
    pid = int(re.findall(r"pid (\d+)", said.text)[0])
    # Neither the user's keys nor what they gave the server is for anybody else.
    assert said.text.endswith("token ••• key ")
    assert (await use(box, "files.refuse", why=f"not {SECRET}")).text.endswith("not •••")
    # What is long is cut between two letters.
    result = await use(box, "files.misbehave", longest=1_001, how="long")
    assert (result.size, str(result.text)) == (80_000, "ü" * 500 + "\n(Cut here: 1,000 of 80,000 bytes.)")
    # What it offers anew is offered at the next turn; what it started ends with it, also in a session of its own.
    await use(box, "files.misbehave", how="change")
    assert [each.tool for each in await box.list_offered(["files"])][-1] == "files.late"
    child = int((await use(box, "files.misbehave", how="child")).text)
    assert is_running(pid)
    assert is_running(child)
    await box.close()
    assert not is_running(pid)
    # It was nobody's child any more: the system ends it, and nobody waits for that.
    while is_running(child):
        await asyncio.sleep(0.01)
    with pytest.raises(ParleyError, match="has no tool 'write'"):
        await box.list_offered(["files.write"])
    await box.close()


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ("die", "the disk is gone"), ("sleep", "no answer within 1 seconds"), ("large", "more than 4 MB at once"),
        ("line", "more than 4 MB at once"), ("noise", "writes without end"), ("notes", "writes without end"),
        ("asks", "writes without end"),
    ],
)  # fmt: skip
async def test_a_server_that_misbehaves_is_ended_and_started_again(
    home: Home, monkeypatch: pytest.MonkeyPatch, how: str, why: str
) -> None:
    monkeypatch.setattr(server, "CALL_SECONDS", 1.0 if how == "sleep" else 60.0)
    monkeypatch.setattr(process, "MOST_UNASKED", 500)
    serve(home)
    box = Tools(home, Permit())
    await box.list_offered(["files"])
    before = box._connections["files"].process
    result = await use(box, "files.misbehave", how=how)
    assert result.error
    assert why in result.text
    assert before is not None
    assert not is_running(before._popen.pid)
    assert (await use(box, "files.refuse", why="again")).text.endswith("again")
    await box.close()


async def test_what_cannot_be_started_or_is_no_server_says_why(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "START_SECONDS", 1.0)
    serve(home, "deaf", name="deaf")
    book.add_server(home, "gone", Server(command=("/no/such/program",)))
    book.add_server(home, "list", Server(command=("ls", "/no/such/folder")))
    box = Tools(home, Permit())
    for name, why in (("deaf", "no answer within 1 seconds"), ("gone", "cannot be started"), ("list", "No such file")):
        with pytest.raises(ParleyError, match=why):
            await box.list_offered([name])
    await box.close()


def test_schemas_are_made_plain_and_bombs_are_refused() -> None:
    nested: dict[str, Any] = {"type": "object"}
    for _ in range(30):
        nested = {"type": "object", "properties": {"x": nested}}
    twice = {"anyOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/a"}]}
    for bomb in (
        nested,
        {"type": "object", "properties": {"x": twice}, "$defs": {"a": twice}},
        {"type": "object", "properties": {"x": {"$ref": "https://example.org/schema"}}},
        {"type": "object", "properties": {f"p{n}": {"type": "string"} for n in range(400)}},
        {"type": "object", "properties": {"a b": {}}, "required": ["a b"]},
        {"type": "object", "required": [["a"]]},
        {"type": "string"},
    ):
        with pytest.raises(ValueError, match=r"schema|object|named"):
            simplify(bomb)
    point = {"type": "object", "properties": {"x": {"type": ["number", "null"], "minimum": float("inf")}}}
    plain = simplify(
        {
            "type": "object", "additionalProperties": False, "required": ["at"], "$defs": {"Point": point},
            "properties": {
                "at": {"$ref": "#/$defs/Point"}, "how": {"const": "fast"}, "any": True,
                "tags": {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "null"}], "default": None},
            },
        }
    )  # fmt: skip
    assert plain["properties"] == {
        "at": {"type": "object", "properties": {"x": {"type": "number"}}},
        "how": {"enum": ["fast"]}, "any": {}, "tags": {"type": "array", "items": {"type": "string"}},
    }  # fmt: skip
    assert plain["required"] == ["at"]


async def test_python_functions_are_tools(
    home: Home, functions: dict[str, Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def rows(path: str, most: int = 3) -> list[dict[str, int]]:
        """Return the rows of a table."""
        return [{"row": n} for n in range(most)]

    async def broken(text: str) -> str:
        print("for people, and no part of what a program reads")
        raise OSError(f"no {text}")

    async def interrupt() -> None:
        raise KeyboardInterrupt

    async def block() -> None:
        time.sleep(2)  # noqa: ASYNC251  # as the unwary write it

    functions |= {"rows": rows, "broken": broken, "interrupt": interrupt, "block": block, "leave": lambda: sys.exit(3)}
    functions["wait"] = lambda: asyncio.sleep(600)
    functions |= {"none": lambda: next(iter(())), "odd": lambda: {(1, 2): 3}, "anything": lambda *values: values}
    box = Tools(home, Permit(set(functions)))
    (offered,) = await box.list_offered(["rows"])
    assert (offered.description, offered.schema["required"]) == ("Return the rows of a table.", ["path"])
    assert (await use(box, "rows", path="x", most="2")).text == '[{"row": 0}, {"row": 1}]'
    wrong = await use(box, "rows", path=7)
    assert (wrong.error, "path" in wrong.text) == (True, True)
    assert (await use(box, "broken", text="bread")).text == "OSError: no bread"
    assert capsys.readouterr() == ("", "for people, and no part of what a program reads\n")
    # Whatever they do, it ends neither the run nor the program, and holds nothing up.
    for name, why in (("interrupt", "KeyboardInterrupt: "), ("leave", "SystemExit: 3"), ("none", "StopIteration: ")):
        assert await use(box, name) == (why, True, ANY, len(why), False)
    assert (await use(box, "odd")).text.startswith("TypeError: keys must be")
    monkeypatch.setattr("parley.core.tools.functions.CALL_SECONDS", 0.1)
    for name in ("block", "wait"):
        assert "no answer within 0 seconds" in (await use(box, name)).text
    for each in (each for each in threading.enumerate() if each.name == "tools-function"):
        each.join(60)
        assert not each.is_alive()
    with pytest.raises(ParleyError, match="names each of its arguments"):
        await box.list_offered(["anything"])


@pytest.mark.usefixtures("functions")
def test_tools_are_kept_by_the_command_line_and_secrets_stay_there(home: Home, parley: Parley, told: Told) -> None:
    assert "none yet" in parley("tools", "list").out
    parley("tools", "add", "files", "--env", f"TOKEN={SECRET}", "--", sys.executable, SERVER, f"--key={SECRET}")
    path = book.get_path_in(home)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.write_text(f"# mine\n{path.read_text()}", "utf-8")
    (row,) = told("tools", "list")
    assert (row["name"], row["env"], row["allow"], row["cwd"]) == ("files", ["TOKEN"], [], str(Path.cwd()))
    assert SECRET not in str(row) + parley("tools", "list").out
    assert [tool["name"] for tool in told("tools", "try", "files")][:2] == ["read_file", "whoami"]
    parley("tools", "allow", "files.read_file")
    assert book.load(home).is_allowed("files.read_file")
    assert not book.load(home).is_allowed("files.whoami")
    for name in ("files", "files.read_file"):  # one tool more takes nothing away where all are allowed
        parley("tools", "allow", name)
        assert book.load(home).is_allowed("files.whoami")
    for wrong, why in (
        (("add", "Files", "--", "x"), "small letters"), (("add", "files"), "'command'"), (("try", "nobody"), "files"),
        (("add", "x", "--env", "TOKEN", "--", "x"), "KEY=VALUE"), (("remove", "nobody"), "files"),
        (("add", "x", "--", *["x"] * 201), "200 words"), (("add", "x", "--", "\udcff"), "Unicode"),
    ):  # fmt: skip
        refused = parley("tools", *wrong)
        assert (refused.code > 0, why in refused.err) == (True, True), refused.err
    parley("tools", "allow", "files.read_file", "--no")
    assert not book.load(home).is_allowed("files.read_file")
    assert path.read_text("utf-8").startswith("# mine")
    parley("tools", "remove", "files")
    assert told("tools", "list") == []
    serve(home, "hostile")
    traps = [tool["fault"] for tool in told("tools", "try", "files") if tool["fault"]]
    assert traps == ["its name is no name of the protocol"] * 2 + ["its schema is too large"] * 2
    path.write_text("servers = 3\n", "utf-8")
    assert "tools.toml" in parley("tools", "list").err


async def test_whoever_is_asked_at_the_terminal_sees_what_for_and_may_go_without_an_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reading, writing = os.pipe()
    with io.FileIO(reading) as typed, io.FileIO(writing, "w") as keys:
        monkeypatch.setattr(sys, "stdin", typed)
        monkeypatch.setattr("parley.core.cli.common.manners", lambda: Manners(quiet=True))
        before = set(threading.enumerate())
        wish = Wish("Ada", "files.write", {"to": "\u202e~/x", "text": "x" * LONGEST_ASKED + "rm"})
        asked = asyncio.create_task(ask_for_tool(wish))
        await asyncio.sleep(0)
        said = capsys.readouterr().err
        assert "Ada wants to use files.write." in said
        assert r'{"to": "\u202e~/x"' in said
        assert "… and 33 more characters, which are not shown." in said
        # Ctrl+C: nothing that waits for an answer keeps the program from ending.
        asked.cancel()
        (reader,) = set(threading.enumerate()) - before
        assert reader.daemon
        keys.write(b"\n")
        reader.join()
        for answer, verdict in ((b"R\n", "run"), (b"n\n", "no")):
            asked = asyncio.create_task(ask_for_tool(wish))
            keys.write(answer)
            assert await asked == verdict
