"""A server of tools as a child process, and its messages, within bounds: whatever it writes, it is only a guest."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import AsyncIterator
from concurrent.futures import CancelledError
from contextlib import asynccontextmanager
from pathlib import Path
from typing import IO, Any, cast
from uuid import uuid4

import anyio
import mcp_types
from mcp.client.stdio import get_default_environment
from mcp.shared.message import SessionMessage

from parley.core.base.sentences import Sentence, os_reason
from parley.core.tools.book import Server
from parley.core.tools.schemas import ToolFault

LONGEST_MESSAGE = 4_000_000
"""Bytes of one message; a server that writes more is ended."""
MOST_UNASKED = 10_000
"""Lines between two requests of ours, whatever it asks itself; a server that writes more is ended."""
PATIENCE = 2.0
"""Seconds in which a server may end by itself once nobody listens, and as many once it is told to."""
LAST_WORDS = 300


class Process:
    """A server that runs. `fault` says why it was ended, if it was; `silent`: nothing more comes of it."""

    def __init__(self, name: str, server: Server) -> None:
        """Start it. Raises `ToolFault`."""
        self.name = name
        self.fault = ""
        self.unasked = 0
        self.silent = self._ended = False
        self._server = server
        self._stderr: deque[bytes] = deque(maxlen=20)  # read all the time: a full pipe would stop the server
        self._mark = uuid4().hex  # in the environment of all that it starts, too: by this they are found
        program = shutil.which(server.command[0]) or server.command[0]  # Windows does not find "npx.cmd" by "npx"
        # Windows: CREATE_NO_WINDOW, or a console comes up. Elsewhere: a group that can be ended as a whole.
        more: dict[str, Any] = {"creationflags": 0x08000000} if sys.platform == "win32" else {"start_new_session": True}
        try:
            self._popen = subprocess.Popen(
                [program, *server.command[1:]],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                env=get_default_environment() | server.env | {"PARLEY_SERVER": self._mark},  # PATH and such, no keys
                cwd=server.cwd or Path.home(),  # not wherever Parley was started
                **more,
            )  # fmt: skip
        except (OSError, ValueError) as error:  # ValueError: a null character in the command
            why = os_reason(error) if isinstance(error, OSError) else str(error)
            raise ToolFault(
                "The server of tools '{name}' cannot be started ({why}): {command}.",
                name=name, why=why, command=server.line,
                hint=Sentence("Mend its command with: parley tools add {name} -- COMMAND", name=name),
            ) from None  # fmt: skip
        pipes = self._popen.stdin, self._popen.stdout, self._popen.stderr
        self._stdin, self._stdout, self._errors = (cast("IO[bytes]", pipe) for pipe in pipes)
        threading.Thread(target=self._keep_last_words, name="tools-stderr", daemon=True).start()

    def describe_end(self) -> str:
        """Return why it is gone, as far as that is known, without what is secret."""
        told = b"".join(self._stderr).decode("utf-8", "replace")
        said = next((line.strip() for line in reversed(told.splitlines()) if line.strip()), "")
        last = self._server.hide_secrets(said)[:LAST_WORDS]
        return self.fault or last or Sentence("it ended by itself")

    def read(self) -> bytes:
        """Return the next line; empty at the end. Blocks."""
        try:
            line = self._stdout.readline(LONGEST_MESSAGE + 1)  # one more, to see that it is too long
        except (OSError, ValueError):
            return b""
        if len(line) > LONGEST_MESSAGE:
            self.fault = Sentence("it wrote more than {most} MB at once", most=LONGEST_MESSAGE // 1_000_000)
            return b""
        return line

    def write(self, data: bytes) -> None:
        """Write to it. Blocks, as long as it does not read; raises `OSError` where it is gone."""
        self._stdin.write(data)
        self._stdin.flush()

    def end_tree(self, patience: float = PATIENCE) -> None:
        """End it with all that it started. Blocks; idempotent."""
        popen = self._popen
        if self._ended:
            return
        self._ended = True
        if patience:
            # A writer that is stuck holds the pipe: closing would wait for it.
            threading.Thread(target=_close, args=(self._stdin,), daemon=True).start()
            with contextlib.suppress(subprocess.TimeoutExpired):
                popen.wait(patience)
        if patience and popen.poll() is None:
            self._send_signal(signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                popen.wait(patience)
        # Also where it has ended: what it left behind goes with it.
        self._send_signal(getattr(signal, "SIGKILL", signal.SIGTERM))
        popen.wait()
        for pipe in (self._stdin, self._stdout):
            threading.Thread(target=_close, args=(pipe,), daemon=True).start()

    def _send_signal(self, number: int) -> None:
        with contextlib.suppress(OSError):
            if sys.platform == "win32":
                # Its children too, which a mere kill leaves behind.
                subprocess.run(["taskkill", "/T", "/F", "/PID", str(self._popen.pid)], capture_output=True, check=False)  # noqa: S607
            else:
                os.killpg(self._popen.pid, number)  # it leads its session, so its pid is the group's
        # What has a session of its own is in no group of ours; only Linux says whose it is.
        for found in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if self._mark.encode() in (found / "environ").read_bytes():
                    os.kill(int(found.name), number)

    def _keep_last_words(self) -> None:
        with contextlib.suppress(OSError, ValueError), self._errors:
            while piece := self._errors.readline(1_000):
                self._stderr.append(piece)


def _close(pipe: IO[bytes]) -> None:
    with contextlib.suppress(OSError, ValueError):
        pipe.close()


@asynccontextmanager
async def open_streams(process: Process) -> AsyncIterator[tuple[Any, Any]]:
    """Yield the streams of messages from and to a server, as the SDK's session takes them; end the server behind it.

    Pipes are read in threads: the window's event loop knows none.
    """
    loop = asyncio.get_running_loop()
    incoming, from_server = anyio.create_memory_object_stream[SessionMessage | Exception](0)  # no buffer: a flood waits
    to_server, outgoing = anyio.create_memory_object_stream[SessionMessage](0)

    def read_messages() -> None:
        while line := process.read():
            process.unasked += 1
            if process.unasked > MOST_UNASKED:
                process.fault = Sentence("it writes without end")
                break
            try:
                message = mcp_types.jsonrpc_message_adapter.validate_json(line, by_name=False)
            except ValueError:
                continue  # many servers also print what is no message
            if not _wait_for(loop, incoming.send, SessionMessage(message)):
                break
        process.silent = True
        _wait_for(loop, incoming.aclose)

    async def send() -> None:
        with contextlib.suppress(OSError, ValueError, anyio.ClosedResourceError):
            async for message in outgoing:
                if isinstance(message.message, mcp_types.JSONRPCRequest):
                    process.unasked = 0
                text = message.message.model_dump_json(by_alias=True, exclude_unset=True)
                await asyncio.to_thread(process.write, text.encode() + b"\n")  # blocks while the server does not read

    reader = threading.Thread(target=read_messages, name="tools-stdout", daemon=True)
    reader.start()
    async with asyncio.TaskGroup() as tasks:
        writer = tasks.create_task(send())
        try:
            yield from_server, to_server
        finally:
            from_server.close()
            to_server.close()
            with anyio.CancelScope(shield=True):  # also where the run is cancelled
                await asyncio.to_thread(process.end_tree, 0 if process.fault else PATIENCE)
                await asyncio.to_thread(reader.join, PATIENCE)
            writer.cancel()
            incoming.close()
            outgoing.close()


def _wait_for(loop: asyncio.AbstractEventLoop, act: Any, *args: Any) -> bool:
    """Run a coroutine on the loop and wait for it in this thread; False where the loop or the stream is closed."""
    if loop.is_closed():  # before there is a coroutine that nobody would await
        return False
    waiting = act(*args)
    try:
        asyncio.run_coroutine_threadsafe(waiting, loop).result()
    except (RuntimeError, anyio.BrokenResourceError, anyio.ClosedResourceError, CancelledError):
        waiting.close()
        return False
    return True
