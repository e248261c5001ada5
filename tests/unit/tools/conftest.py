"""A home with a server of tools, a team of which one may use it, and runs with voices that call them."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from parley.core.cast.member import VoiceSpec
from parley.core.engine.run import Run
from parley.core.engine.tool_permits import Permit, Verdict, Wish
from parley.core.home import Home
from parley.core.modes.roundtable.request import RoundtableRequest
from parley.core.studio.studio import Studio, Watching
from parley.core.tools import book
from parley.core.tools.book import FUNCTIONS, Server
from tests.strict_server import Answer, CallTool, Say, StrictServer, plain_reply

SERVER = Path(__file__).parent / "server.py"
SECRET = "s3cr3t-token-4711"
CSV = "day,sold\nMonday,12\nTuesday,30\n"


def serve(home: Home, *arguments: str, name: str = "files", allow: tuple[str, ...] = ("*",), **env: str) -> None:
    """Have a server in the home."""
    command = (sys.executable, str(SERVER), *arguments)
    book.add_server(home, name, Server(command=command, env=env, allow=allow))


def is_running(pid: int) -> bool:
    """Tell whether a process is there, and no zombie."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "sold.csv"
    path.write_text(CSV, "utf-8")
    return path


def team(folder: Path, tools: str) -> str:
    """Write a cast of two, of which Ada has these tools."""
    path = folder / "team.toml"
    path.write_text(
        'id = "shop"\nname = "The shop"\n\n[[members]]\nid = "ada"\nname = "Ada"\n'
        f"coordinator = true\ntools = {tools}\n"
        '\n[[members]]\nid = "ben"\nname = "Ben"\n',
        "utf-8",
    )
    return str(path)


Reply = Callable[[dict[str, Any]], Answer]


def call_once(name: str, arguments: Mapping[str, Any]) -> Reply:
    """A model that calls a tool at the beginning of each turn in which it may, then says what it read."""

    def reply(body: dict[str, Any]) -> Answer:
        last = body["messages"][-1]["content"]
        results = [block["content"] for block in last if block["type"] == "tool_result"]
        if body.get("output_config", {}).get("format"):
            return plain_reply(body)
        if "tools" in body and not results and body["tool_choice"]["type"] == "auto":
            return CallTool(name, arguments, text="Let me look.")
        return Say(f"I read {len(results)} result.")

    return reply


def say(text: str) -> Reply:
    """A model that says this each time."""
    return lambda body: plain_reply(body) if body.get("output_config", {}).get("format") else Say(text)


class Asked:
    """A person at the controls: what they were asked, and what they answer, one after the other."""

    def __init__(self, *verdicts: Verdict) -> None:
        self.verdicts = list(verdicts)
        self.wishes: list[Wish] = []

    async def __call__(self, wish: Wish) -> Verdict:
        self.wishes.append(wish)
        await asyncio.sleep(0)
        return self.verdicts.pop(0)


def studio_of(home: Home, ask: Asked | None = None, **permit: Any) -> Studio:
    studio = Studio(home)
    studio.permit = Permit(ask=ask, **permit)
    return studio


def wish(cast: str, **values: Any) -> RoundtableRequest:
    claude = VoiceSpec(provider="anthropic", model="claude-haiku-5-5")
    given: dict[str, Any] = {"members": ("ada", "ben"), "turns": 4, "seed": 3, "topic": "Sales", "voice": claude}
    return RoundtableRequest(cast=cast, **(given | values))


def start(studio: Studio, folder: Path, tools: str = '["files"]', **values: Any) -> Run:
    """A run that a person attends, of a team of which Ada has these tools."""
    return studio.start(studio.compose(wish(team(folder, tools), **values)), Watching(attended=True))


@pytest.fixture
def claude(monkeypatch: pytest.MonkeyPatch) -> Iterator[StrictServer]:
    with StrictServer() as server:
        monkeypatch.setenv("ANTHROPIC_API_KEY", server.key or "")
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        yield server


@pytest.fixture
def functions(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Functions of packages by name; those that are installed here, as docs/tools.md has it, are not among them."""
    here: dict[str, Any] = {}
    monkeypatch.setattr(FUNCTIONS, "_values", here)
    monkeypatch.setattr(FUNCTIONS, "_places", {})
    monkeypatch.setattr(FUNCTIONS, "_searched", True)
    return here
