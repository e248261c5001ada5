"""`parley tools`: what members may use, servers of the Model Context Protocol and functions of Python."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from textwrap import shorten
from typing import Annotated, Any

import typer

from parley.core.base.sentences import Sentence
from parley.core.cli.common import HomeOption, JsonOption, get_home_of, in_words, print_stderr, say, show_all
from parley.core.engine.tool_permits import Verdict, Wish
from parley.core.tools import book
from parley.core.tools.book import FUNCTIONS
from parley.core.tools.functions import do_apart
from parley.core.tools.schemas import ServedTool
from parley.core.tools.toolbox import format_arguments, look_into

tools_app = typer.Typer(help="Tools that members may use: servers of the Model Context Protocol, Python functions.")

LONGEST_TOLD = 100
"""Characters of what a tool is for, in a list."""

Name = Annotated[str, typer.Argument(help="What the server is called.", show_default=False)]


@tools_app.command("list")
def list_tools(home: HomeOption = None, as_json: JsonOption = False) -> None:
    """List what members can be given; a server is not started for it."""
    found = book.load(get_home_of(home))
    rows: list[dict[str, Any]] = [
        {
            "name": name, "kind": "server", "command": server.line, "cwd": server.cwd, "env": sorted(server.env),
            "allow": list(server.allow),
        }
        for name, server in found.servers.items()
    ]  # fmt: skip
    rows += [{"name": name, "kind": "function", "allow": found.is_allowed(name)} for name in FUNCTIONS]

    def describe_row(row: dict[str, Any]) -> str:
        if row["kind"] == "function":
            return f"{row['name']:<16} a Python function; {'allowed' if row['allow'] else 'asked for'}"
        allowed = "all allowed" if book.ANY in row["allow"] else f"allowed: {', '.join(row['allow']) or 'none'}"
        held = f"; with {', '.join(row['env'])}" if row["env"] else ""
        return f"{row['name']:<16} {row['command']}  ({allowed}{held})"

    if not (rows or as_json):
        say("There are none yet. Add a server with: parley tools add NAME -- COMMAND")
    show_all(rows, (), dict, describe_row, as_json=as_json)


@tools_app.command()
def add(
    name: Name,
    command: Annotated[list[str], typer.Argument(help="How it is started, behind --.", show_default=False)],
    env: Annotated[
        list[str] | None,
        typer.Option("--env", help="KEY=VALUE in its environment; more than once.", show_default=False),
    ] = None,
    home: HomeOption = None,
) -> None:
    """Add a server, or change one: parley tools add files -- npx -y @modelcontextprotocol/server-filesystem FOLDER

    It is started in this folder, when a member needs it, and with nothing of your environment but what is named.
    """
    book.add_server(get_home_of(home), name, book.describe_server(command, env or ()))
    say(in_words(Sentence("'{name}' is known now. See what it has with: parley tools try {name}", name=name)))


@tools_app.command()
def remove(name: Name, home: HomeOption = None) -> None:
    """Forget a server."""
    book.remove(get_home_of(home), name)
    say(in_words(Sentence("'{name}' was forgotten.", name=name)))


@tools_app.command()
def allow(
    name: Annotated[str, typer.Argument(help="A server, one tool of it (SERVER.TOOL), or a function.")],
    no: Annotated[bool, typer.Option("--no", help="Ask again from now on.")] = False,
    home: HomeOption = None,
) -> None:
    """Let members use a tool without asking you first."""
    book.allow_tool(get_home_of(home), name, allowed=not no)
    template = "It is asked before {name} is used." if no else "Members may use {name} from now on."
    say(in_words(Sentence(template, name=name)))


@tools_app.command("try")
def try_out(
    name: Annotated[str, typer.Argument(help="A server, or a function.", show_default=False)],
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Start a server and list its tools, with what is wrong with any of them; nothing is called."""
    found = asyncio.run(look_into(get_home_of(home), name))

    def describe_tool(tool: ServedTool) -> str:
        told = in_words(Sentence("cannot be used: {fault}", fault=tool.fault)) if tool.fault else tool.description
        return f"{tool.name:<24}  {shorten(told.partition(chr(10))[0], LONGEST_TOLD, placeholder='…')}"

    show_all(found, (), lambda tool: {**tool._asdict(), "schema": dict(tool.schema)}, describe_tool, as_json=as_json)
    if not as_json:
        say(in_words(Sentence("{count} {count:tool|tools}.", count=len(found))))


async def ask_for_tool(wish: Wish) -> Verdict:
    """Ask whoever is at the terminal whether a member may use a tool, until there is an answer; without one: no."""
    # Also with `--quiet`: nobody can answer what they did not read.
    for line in (Sentence("{name} wants to use {tool}.", name=wish.member, tool=wish.tool), format_arguments(wish)):
        print_stderr(line)
    answers: dict[str, Verdict] = {"o": "once", "r": "run", "a": "always", "n": "no", "": "no"}
    while True:
        print(in_words(Sentence("[o]nce, for this [r]un, [a]lways, [n]o?")), end=" ", file=sys.stderr, flush=True)
        answer = (await _read_line()).strip().casefold()
        if answer in answers:
            return answers[answer]


async def _read_line() -> str:
    """Return the next line of the terminal; empty at its end."""

    def read_stdin() -> bytes:
        with contextlib.suppress(OSError):
            return os.read(sys.stdin.fileno(), 4096)
        return b""  # the same as the end of input: no

    # The program waits for a thread in a buffered reader where it ends.
    return (await do_apart(read_stdin, "tools-question")).decode("utf-8", "replace")
