"""The tools of one run: what the user set up, offered by name, used when it is allowed."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from parley.core.base.definition import parse_toml
from parley.core.base.errors import DefinitionError, ParleyError, UsageError, VoiceError
from parley.core.base.extras import require_extra
from parley.core.base.line import escape_invisible
from parley.core.base.places import place_of
from parley.core.base.sentences import Sentence
from parley.core.cast.cast import Cast
from parley.core.cast.member import Member
from parley.core.engine.requests import are_calls_over
from parley.core.engine.stage import BreakpointHit, Stage, TurnFailure
from parley.core.engine.tool_permits import Permit, Wish
from parley.core.home import Home
from parley.core.log.config import RunConfig
from parley.core.log.events.turn import OfferedTool, ToolsOffered
from parley.core.tools import book, functions
from parley.core.tools.answering import Result, answer_call, cut_result
from parley.core.voices.base import Delta, Voice

if TYPE_CHECKING:
    from parley.core.tools.schemas import ServedTool
    from parley.core.tools.server import Connection

LONGEST_ASKED = 2_000
"""Characters of a tool's arguments that are shown to whoever is asked."""
MOST_TOOLS = 40
"""Tools of one member: they go with each of their requests."""
LONGEST_NAME = 64
"""Of a tool, where it is called."""

_NO_NAME = re.compile(r"[^A-Za-z0-9_-]")


class ToolsMissing(UsageError):
    """A member is given tools that are not set up here."""

    def __init__(self, member: str, tools: Collection[str]) -> None:
        server = next(iter(tools)).partition(".")[0]
        hint = Sentence(
            "Set up a server with: parley tools add {server} -- COMMAND; a function comes with its package. "
            "`parley tools list` says what there is; --no-tools goes on without.",
            server=server,
        )
        template = "{name} is given the tool {tools}, which is not set up here."
        super().__init__(template, name=member, tools=list(tools), hint=hint)


def check_cast(path: Path, text: str, home: Home) -> None:
    """Raise `DefinitionError` where a member in a cast's file is given a tool that is not set up here."""
    found = book.load(home)
    for at, member in enumerate(parse_toml(text, path, Cast).members):
        if missing := found.list_missing(member.tools):
            line, column = place_of(text, location := ("members", at, "tools"))
            told = ToolsMissing(member.name, missing).text
            raise DefinitionError(path, told, line=line, column=column, location=location)


class Tools:
    """All that is set up in a home, for one run; `permit` is what its person lets members do."""

    def __init__(self, home: Home, permit: Permit) -> None:
        self._home = home
        self._permit = permit
        self._granted: set[str] = set()
        self._refused: set[str] = set()
        self._connections: dict[str, Connection] = {}

    def check(self, config: RunConfig, voice_of: Callable[[Member], Voice]) -> None:
        """Raise `ToolsMissing` where a member whose voice can call tools is given one that is not set up here."""
        for member in config.members if not self._permit.without else ():
            missing = book.load(self._home).list_missing(member.tools) if member.tools else []
            with contextlib.suppress(VoiceError):  # what is wrong with a voice is told when it is asked
                if missing and voice_of(member).capabilities.calls_tools:
                    raise ToolsMissing(member.name, missing)

    async def offer_tools(self, stage: Stage, member: str) -> tuple[str, ...]:
        """Return the names of the tools that the member's turn begins with. Raises `TurnFailure` where one cannot be
        had."""
        given = stage.config.member(member).tools
        self._refused.clear()  # a person's no holds for one turn
        try:
            if not given or not stage.capabilities(member).calls_tools:
                return ()
            offered = await self.list_offered(given)
        except VoiceError:
            return ()  # what is wrong with the voice is reported when it is asked
        except ParleyError as fault:
            stage.handle_error(member, VoiceError("unavailable", fault.sentence, hint=fault.hint))
            raise TurnFailure from fault
        if offered != stage.state.offered.get(member, ()):  # schemas are logged only when they change
            stage.append(ToolsOffered(at=stage.clock.now(), member=member, tools=offered))
        return tuple(tool.name for tool in offered)

    async def run_calls(self, stage: Stage) -> bool:
        """Answer the calls of the reply in flight; return whether there were any, and its voice is to reply once more.

        Raises `BreakpointHit` at a breakpoint on tool calls, and where the run was paused meanwhile.
        """
        begun = stage.state.open
        assert begun is not None
        assert begun.reply is not None
        if not begun.started.tools or not begun.reply.tool_calls:
            return False
        if are_calls_over(begun.answers[: len(begun.answers) - begun.answered]):
            return False  # it was asked for words, and called all the same
        context = max(1, stage.capabilities(begun.started.member).context)  # 0 would mean a reply from the log
        for call in begun.unanswered:
            if stage.state.status == "paused":
                raise BreakpointHit
            stage.hold_calls(Sentence("Before {name} uses a tool.", name=stage.state.name_of(begun.started.member)))
            # What a log brings along may be a stranger's, or was done already: its voice is asked whether it is needed.
            fresh = begun.reply is stage.heard
            stage.append(await answer_call(stage, call, context if fresh else 0, self.use))
        if stage.state.status == "paused":
            # The reply is kept and gone on with: nothing more is asked of the voice while the run stands.
            raise BreakpointHit
        if begun.reply.text:
            stage.watcher.on_delta(begun.started.member, Delta("", restart=True))  # said anew, with the result
        return True

    async def list_offered(self, names: Sequence[str]) -> tuple[OfferedTool, ...]:
        """Return the tools of these names, each once. Raises `ParleyError` where a server fails or has no such tool."""
        found: dict[str, ServedTool] = {}
        for name in names if not self._permit.without else ():
            found |= await self._find_tools(name)
        if len(found) > MOST_TOOLS:
            template = "These are {count} tools for one member; at most {most} are possible."
            hint = "Name single tools in the cast, as SERVER.TOOL."
            raise UsageError(template, count=len(found), most=MOST_TOOLS, hint=hint)
        return tuple(
            OfferedTool(name=called, tool=tool, description=served.description, schema=dict(served.schema))
            for called, (tool, served) in zip(_name_apart(found), found.items(), strict=True)
        )

    async def use(self, wish: Wish, longest: int) -> Result:
        """Return what comes of a wish, if it is allowed, in at most so many bytes."""
        started = perf_counter()
        try:
            if refused := await self._ask(wish):
                return Result(refused, error=True, refused=True)
            started = perf_counter()  # the time that a person took to allow it does not count
            text, failed = await self._call_tool(wish)
        except ParleyError as fault:
            return Result(fault.text, True, perf_counter() - started)
        return cut_result(text, longest, failed, perf_counter() - started)

    async def close(self) -> None:
        """End all servers."""
        connections, self._connections = self._connections, {}
        async with asyncio.TaskGroup() as tasks:
            for each in connections.values():
                tasks.create_task(each.stop())

    async def list_tools(self, name: str) -> tuple[ServedTool, ...]:
        """Return what a server has to offer, or a function. Raises `ParleyError`."""
        if book.load(self._home).is_function(name):
            return (functions.describe_tool(name),)
        return await self._get_connection(name).list_tools()

    async def _find_tools(self, name: str) -> dict[str, ServedTool]:
        if book.load(self._home).is_function(name):
            return {name: (await self.list_tools(name))[0]}
        server, _, tool = name.partition(".")
        listed = {each.name: each for each in await self.list_tools(server)}
        usable = {f"{server}.{each.name}": each for each in listed.values() if not each.fault}
        if not tool:
            return usable
        if name not in usable:
            why = listed[tool].fault if tool in listed else Sentence("it has: {tools}", tools=sorted(usable)[:24])
            raise UsageError(
                "The server of tools {server} has no tool '{tool}': {why}.", server=server, tool=tool, why=why
            )
        return {name: usable[name]}

    def _get_connection(self, name: str) -> Connection:
        if name not in self._connections:
            with require_extra("mcp"):
                from parley.core.tools.server import Connection
            self._connections[name] = Connection(name, book.load(self._home).look_up(name))
        return self._connections[name]

    async def _call_tool(self, wish: Wish) -> tuple[str, bool]:
        if book.load(self._home).is_function(wish.tool):
            return await functions.run_function(wish.tool, wish.arguments)
        server, _, tool = wish.tool.partition(".")
        return await self._get_connection(server).call(tool, wish.arguments)

    async def _ask(self, wish: Wish) -> str:
        """Return why a tool may not be used; empty where it may."""
        if self._permit.without:
            return Sentence("There are no tools in this run any more.")
        tool, server = wish.tool, wish.tool.partition(".")[0]
        if {tool, server} & (self._permit.tools | self._granted) or book.load(self._home).is_allowed(tool):
            return ""
        if self._permit.ask is None:
            template = "Nobody can be asked here whether {tool} may be used: allow it with `parley tools allow {tool}`."
            return Sentence(template, tool=tool)
        verdict = "no" if tool in self._refused else await self._permit.ask(wish)
        if verdict == "no":
            self._refused.add(tool)
            return Sentence("The person at the controls did not allow it.")
        if verdict != "once":
            self._granted.add(tool)
        if verdict == "always":
            book.allow_tool(self._home, tool)
        return ""


def _name_apart(tools: Iterable[str]) -> list[str]:
    """Return the names by which voices call these tools: of letters, digits, `_` and `-`, each once."""
    found: list[str] = []
    for tool in tools:
        plain, number = _NO_NAME.sub("_", tool)[:LONGEST_NAME], 1
        name = plain
        while name in found:
            number += 1
            name = f"{plain[: LONGEST_NAME - 4]}_{number}"
        found.append(name)
    return found


async def look_into(home: Home, name: str) -> tuple[ServedTool, ...]:
    """Return what a server has to offer, or a function. Raises `ParleyError`."""
    box = Tools(home, Permit())
    try:
        return await box.list_tools(name)
    finally:
        await box.close()


def format_arguments(wish: Wish, indent: int | None = None) -> str:
    """Return the arguments as whoever is asked reads them: nothing in them hides what they are, and what is cut off is
    said."""
    text = escape_invisible(json.dumps(dict(wish.arguments), ensure_ascii=False, indent=indent))
    template = "{shown} … and {count:,} more characters, which are not shown."
    more = len(text) - LONGEST_ASKED
    return Sentence(template, shown=text[:LONGEST_ASKED], count=more) if more > 0 else text
