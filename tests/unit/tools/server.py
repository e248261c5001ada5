"""A server of tools over standard input and output, as others write them; by its argument it misbehaves."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Annotated, Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

OUT = os.dup(1)
"""The pipe itself: the SDK turns what is printed away from it."""
TOKEN = os.environ.get("TOKEN", "")
server: MCPServer[Any] = MCPServer("files")


@server.tool()
def read_file(path: Annotated[str, Field(description=f"Which, by {TOKEN}.")], lines: int | None = None) -> str:
    """Read a text file."""
    text = Path(path).read_text("utf-8")
    return text if lines is None else "\n".join(text.splitlines()[:lines])


@server.tool(description=f"Say what stands in the environment, and which process this is, by {TOKEN}.")
def whoami() -> str:
    return f"pid {os.getpid()} token {TOKEN} key {os.environ.get('ANTHROPIC_API_KEY', '')}"


@server.tool()
def refuse(why: str) -> str:
    """Fail."""
    raise ToolError(why)


@server.tool()
def misbehave(how: str) -> str:
    """Do what no server should."""
    if how == "die":
        print("the disk is gone", file=sys.stderr, flush=True)
        os._exit(3)
    if how == "sleep":
        time.sleep(600)
    if how == "child":
        return str(subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True).pid)
    if how == "change":
        server.add_tool(lambda: "", name="late", description="Came later.")
        os.write(OUT, b'{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n')
    if how == "large":
        return "ü" * 5_000_000
    if how == "long":
        return "ü" * 40_000
    while how == "line":
        os.write(OUT, b"x" * 100_000)
    while how == "noise":
        os.write(OUT, b"no message\n" * 1_000)
    while how == "asks":
        os.write(OUT, b'{"jsonrpc":"2.0","id":"x","method":"ping"}\n')
    while how == "notes":
        os.write(OUT, b'{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}\n')
    return how


if __name__ == "__main__":
    if "deaf" in sys.argv:
        time.sleep(600)
    if "hostile" in sys.argv:
        for name in ("a\nb", "x" * 500):
            server.add_tool(lambda: "", name=name, description="A trap.")
        bomb: dict[str, Any] = {"type": "object", "$defs": {"a": {"anyOf": [{"$ref": "#/$defs/a"}] * 2}}}
        bomb["properties"] = {"x": {"$ref": "#/$defs/a"}}
        for at, schema in enumerate((bomb, {"type": "object", "properties": {str(n): {} for n in range(5_000)}})):
            server.add_tool(lambda: "", name=f"bomb.{at}", description="Very " * 1_000)
            server._tool_manager.get_tool(f"bomb.{at}").parameters = schema
    server.run("stdio")
