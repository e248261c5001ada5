"""Tools that members may use: what a run asks of whoever has them, and what a person lets members do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol

from parley.core.base.errors import UsageError, VoiceError
from parley.core.base.registry import Registry
from parley.core.base.sentences import Sentence
from parley.core.cast.member import Member
from parley.core.engine.calling import Caller
from parley.core.home import Home
from parley.core.log.config import RunConfig
from parley.core.log.events.turn import OfferedTool, ToolCall, ToolUsed
from parley.core.voices.base import Voice

Verdict = Literal["once", "run", "always", "no"]
"""How long somebody lets a member use a tool."""


class Wish(NamedTuple):
    """What a member would do: a person says whether they may."""

    member: str
    tool: str
    arguments: Mapping[str, Any]


@dataclass
class Permit:
    """What the person at the controls lets members do, for as long as the program goes on.

    `tools` are allowed by name, whole servers too; with `without` nobody has any. `ask` is how the person is asked;
    None: nobody can be. Nothing of it is ever read from a log, a cast or a plan: those may be a stranger's.
    """

    tools: set[str] = field(default_factory=set)
    without: bool = False
    ask: Callable[[Wish], Awaitable[Verdict]] | None = None


class Toolbox(Protocol):
    """The tools that members of one run may use; nothing is started before one is needed."""

    def list_missing(self, names: Sequence[str]) -> list[str]:
        """Return which of these names nothing here goes by."""

    async def offer(self, names: Sequence[str]) -> tuple[OfferedTool, ...]:
        """Return the tools that go by these names. Raises `ParleyError` where they cannot be had."""

    async def answer(self, stage: Caller, call: ToolCall, context: int) -> ToolUsed:
        """Carry out a call of the reply in flight, if it is allowed, for a voice that takes so many tokens; 0: it is
        not to be made any more. Whatever goes wrong is told the voice; one that is cancelled is written down before it
        raises `CancelledError`."""

    async def close(self) -> None:
        """End all that was started. Idempotent: what is needed later is started again."""


TOOLBOXES: Registry[Callable[[Home, Permit], Toolbox]] = Registry(
    "toolbox", shipped={"tools": "parley.core.tools.toolbox:Tools"}
)
"""Where the tools of a run come from: the first is it. Without any, members have none."""


class ToolsMissing(UsageError):
    """A member is given tools that are not set up here."""

    def __init__(self, member: str, tools: Collection[str]) -> None:
        server = next(iter(tools)).partition(".")[0]
        super().__init__(
            "{name} is given the tool {tools}, which is not set up here.",
            name=member,
            tools=list(tools),
            hint=Sentence(
                "Set up a server with: parley tools add {server} -- COMMAND; a function comes with its package. "
                "`parley tools list` says what there is; --no-tools goes on without.",
                server=server,
            ),
        )


def make_toolbox(home: Home, permit: Permit) -> Toolbox | None:
    """Return the tools for one run; None where the program has none."""
    return next((make(home, permit) for make in TOOLBOXES.values()), None)


def check_tools(config: RunConfig, voice_of: Callable[[Member], Voice], toolbox: Toolbox | None) -> None:
    """Raise `ToolsMissing` where a member whose voice can call tools is given one that is not set up here."""
    for member in config.members:
        missing = toolbox.list_missing(member.tools) if member.tools and toolbox is not None else []
        try:
            if missing and voice_of(member).capabilities.calls_tools:
                raise ToolsMissing(member.name, missing)
        except VoiceError:
            # It is told when the voice is asked.
            continue
