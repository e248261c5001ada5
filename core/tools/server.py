"""A connection to a server of tools: started when it is needed, asked within bounds, ended with the run."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.metadata
import json
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

import anyio
import mcp_types as types
import msgspec
from mcp.client.session import ClientSession
from mcp.shared.exceptions import MCPError
from pydantic import ValidationError

from parley.core.base.line import repair_text
from parley.core.base.sentences import Sentence
from parley.core.tools.book import Server
from parley.core.tools.process import LAST_WORDS, Process, open_streams
from parley.core.tools.schemas import CALL_SECONDS, SEEN, ServedTool, ToolFault, clip_description, is_plain, simplify

START_SECONDS = 60.0
"""For a server to start, and to list its tools: the first time it may have to be fetched."""
FAULTS = (
    MCPError, ValidationError, RuntimeError, ValueError, OSError, anyio.ClosedResourceError, anyio.BrokenResourceError,
    anyio.EndOfStream, asyncio.CancelledError,
)  # fmt: skip
"""What a session raises where the other side is gone, too slow or none, or where nobody waits any more."""
MOST_PAGES, MOST_LISTED = 20, 500


class Connection:
    """One server, for one run. Whatever it does, only `ToolFault` comes of it."""

    def __init__(self, name: str, server: Server) -> None:
        self.name = name
        self.server = server
        self.process: Process | None = None
        self._session: ClientSession | None = None
        self._tools: tuple[ServedTool, ...] = ()
        self._changed = True
        self._task: asyncio.Task[None] | None = None
        self._leave = asyncio.Event()
        self._lock = asyncio.Lock()

    async def list_tools(self) -> tuple[ServedTool, ...]:
        """Return its tools, also those that cannot be offered. Raises `ToolFault`."""
        session = await self._start()
        if self._changed:
            self._changed = False  # before: a change meanwhile is listed next time
            try:
                async with asyncio.timeout(START_SECONDS):
                    self._tools = await _list_all(session, self.server.hide_secrets)
            except FAULTS as error:
                await self._give_up(error, START_SECONDS)
            SEEN[self.server.command] = self._tools
        return self._tools

    async def call(self, tool: str, arguments: Mapping[str, Any]) -> tuple[str, bool]:
        """Return what a tool says, and whether it says that it failed. Raises `ToolFault`.

        A server that does not answer in time, or whose caller does not want to wait any more, is ended: what it was
        doing ends with it.
        """
        session = await self._start()
        asked = types.CallToolRequest(params=types.CallToolRequestParams(name=tool, arguments=dict(arguments)))
        try:
            async with asyncio.timeout(CALL_SECONDS):
                # Not `call_tool`: that raises where a result does not fit the schema that the server gave for it.
                result = await session.send_request(asked, types.CallToolResult)
        except FAULTS as error:
            # A server that answers with an error is alive: the voice reads it like a result.
            if isinstance(error, MCPError) and self.process is not None and not self.process.silent:
                return self.server.hide_secrets(repair_text(str(error)))[:2_000], True
            await self._give_up(error, CALL_SECONDS)
        return self.server.hide_secrets(repair_text(format_result(result))), bool(result.is_error)

    async def stop(self) -> None:
        """End it. Idempotent; it is started again when it is needed."""
        task, self._task, self._session = self._task, None, None
        if task is not None:
            self._leave.set()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await asyncio.shield(task)  # the server ends even if the waiting is cancelled

    async def _give_up(self, error: BaseException, seconds: float) -> NoReturn:
        """End it at once for what a session raised, and raise `ToolFault`, or `CancelledError` again."""
        process = self.process
        assert process is not None
        if isinstance(error, TimeoutError):
            process.fault = process.fault or Sentence("it gave no answer within {seconds:.0f} seconds", seconds=seconds)
        elif isinstance(error, MCPError) and not process.silent:
            process.fault = process.fault or self.server.hide_secrets(repair_text(str(error)))[:LAST_WORDS]
        with anyio.CancelScope(shield=True):
            await asyncio.to_thread(process.end_tree, 0)
            await self.stop()
        if isinstance(error, asyncio.CancelledError):
            raise error
        hint = Sentence("Try it with: parley tools try {name}", name=self.name)
        template = "The server of tools '{name}' failed: {why}."
        raise ToolFault(template, name=self.name, why=process.describe_end(), hint=hint) from None

    async def _start(self) -> ClientSession:
        async with self._lock:  # two calls at once start one server
            alive = self.process is not None and not self.process.silent
            if alive and self._session is not None and self._task is not None and not self._task.done():
                return self._session
            await self.stop()
            # Not in a thread: one that is cancelled meanwhile would leave it behind.
            self.process = Process(self.name, self.server)
            self._leave, self._changed = asyncio.Event(), True
            ready: asyncio.Future[ClientSession] = asyncio.get_running_loop().create_future()
            # A scope of anyio has to be left by the task that entered it: so the connection has one of its own.
            self._task = asyncio.create_task(self._run_session(self.process, ready, self._leave))
            try:
                async with asyncio.timeout(START_SECONDS):
                    self._session = await asyncio.shield(ready)  # a timeout must not cancel what the task sets
            except FAULTS as error:
                await self._give_up(error, START_SECONDS)
            return self._session

    async def _run_session(self, process: Process, ready: asyncio.Future[ClientSession], leave: asyncio.Event) -> None:
        """Hold the connection, in a task of its own, until somebody leaves it."""

        async def note_change(message: object) -> None:
            self._changed = self._changed or isinstance(message, types.ToolListChangedNotification)

        info = types.Implementation(name="parley", version=importlib.metadata.version("parley-studio"))
        try:
            async with (
                open_streams(process) as (incoming, outgoing),
                ClientSession(incoming, outgoing, client_info=info, message_handler=note_change) as session,
            ):
                await session.initialize()
                ready.set_result(session)
                await leave.wait()
        except (*FAULTS, ExceptionGroup) as error:
            if not ready.done():
                ready.set_exception(RuntimeError(str(error)))
                ready.exception()  # marks it as retrieved: nobody may be waiting any more


async def _list_all(session: ClientSession, hide: Callable[[str], str]) -> tuple[ServedTool, ...]:
    found: dict[str, ServedTool] = {}
    cursor: str | None = None
    for _page in range(MOST_PAGES):
        listed = await session.list_tools(params=types.PaginatedRequestParams(cursor=cursor))
        for tool in listed.tools[: MOST_LISTED - len(found)]:
            found.setdefault(tool.name, _describe_tool(tool, hide))
        cursor = listed.next_cursor
        if not cursor or len(found) >= MOST_LISTED:
            break
    return tuple(found.values())


def _describe_tool(tool: types.Tool, hide: Callable[[str], str]) -> ServedTool:
    def hide_in(part: dict[str, Any]) -> dict[str, Any]:
        told = part.get("description")
        return part | {"description": hide(told)} if isinstance(told, str) else part

    if not is_plain(tool.name):
        name = " ".join(repair_text(tool.name).split())[:60]
        return ServedTool(name, fault=Sentence("its name is no name of the protocol"))
    try:
        schema = json.loads(json.dumps(tool.input_schema), object_hook=hide_in)  # the hook sees every object in it
        return ServedTool(tool.name, clip_description(hide(tool.description or "")), simplify(schema))
    except (ValueError, RecursionError) as error:
        return ServedTool(tool.name, fault=str(error) or type(error).__name__)


def format_result(result: types.CallToolResult) -> str:
    """Return a result as text: pictures and sounds are mentioned, and not sent on."""
    parts = [_format_part(part) for part in result.content]
    if not any(parts) and result.structured_content is not None:
        parts = [msgspec.json.encode(result.structured_content).decode()]
    return "\n".join(filter(None, parts))


def _format_part(part: Any) -> str:
    if isinstance(part, types.EmbeddedResource):
        part = part.resource
    return str(getattr(part, "text", "") or f"({getattr(part, 'mime_type', '') or type(part).__name__})")
