"""`parley tools`: what members may use, servers of the Model Context Protocol and functions of Python."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
from pathlib import Path
from textwrap import shorten
from typing import Annotated, Any

import typer

from parley.core.base.errors import UsageError
from parley.core.base.sentences import Sentence
from parley.core.cli.common import HomeOption, JsonOption, get_home_of, in_words, print_json, print_stderr, say
from parley.core.engine.toolbox import Verdict, Wish
from parley.core.tools import book
from parley.core.tools.book import FUNCTIONS, Server
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
    rows += [{"name": name, "kind": "function", "allow": found.allows(name)} for name in FUNCTIONS]
    if as_json:
        print_json(rows)
        return
    if not rows:
        say("There are none yet. Add a server with: parley tools add NAME -- COMMAND")
    for row in rows:
        if row["kind"] == "function":
            say(f"{row['name']:<16} a Python function; {'allowed' if row['allow'] else 'asked for'}")
            continue
        allowed = "all allowed" if book.ANY in row["allow"] else f"allowed: {', '.join(row['allow']) or 'none'}"
        held = f"; with {', '.join(row['env'])}" if row["env"] else ""
        say(f"{row['name']:<16} {row['command']}  ({allowed}{held})")


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
    given: dict[str, str] = {}
    for each in env or ():
        key, sign, value = each.partition("=")
        if not (key and sign):
            raise UsageError("--env takes KEY=VALUE, and not '{given}'.", given=key[:60])
        given[key] = value
    try:
        server = Server(command=tuple(command), cwd=str(Path.cwd()), env=given)
        server.model_dump_json()
    except ValueError:
        raise UsageError("A server's command has 1 to 200 words, and all that is said of it is Unicode text.") from None
    book.add(get_home_of(home), name, server)
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
    book.allow(get_home_of(home), name, allowed=not no)
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
    if as_json:
        print_json([{**tool._asdict(), "schema": dict(tool.schema)} for tool in found])
        return
    wide = max((len(tool.name) for tool in found), default=0)
    for tool in found:
        said_of = in_words(Sentence("cannot be used: {fault}", fault=tool.fault)) if tool.fault else tool.description
        say(f"{tool.name:<{wide}}  {shorten(said_of.partition(chr(10))[0], LONGEST_TOLD, placeholder='…')}")
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
    loop = asyncio.get_running_loop()
    line: asyncio.Future[bytes] = loop.create_future()

    def read() -> None:
        data = b""
        with contextlib.suppress(OSError):
            data = os.read(sys.stdin.fileno(), 4096)
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(lambda: line.done() or line.set_result(data))  # type: ignore[func-returns-value]

    # The program waits for a pool's thread where it ends, and one in a buffered reader keeps it from ending.
    threading.Thread(target=read, name="tools-question", daemon=True).start()
    return (await line).decode("utf-8", "replace")
