"""Tools that members may use: what a run asks of whoever has them, and how a call becomes an event."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol

from parley.core.base.clock import Clock
from parley.core.base.errors import ParleyError, UsageError, VoiceError
from parley.core.base.line import encodable, recordable
from parley.core.base.registry import Registry
from parley.core.base.schema import fits
from parley.core.base.sentences import Sentence, said
from parley.core.cast.member import Member
from parley.core.engine.calling import Watcher
from parley.core.engine.requests import MOST_CALLS, count_calls
from parley.core.home import Home
from parley.core.log.config import RunConfig
from parley.core.log.events.base import Event
from parley.core.log.events.turn import OfferedTool, ToolCall, ToolUsed
from parley.core.log.state import State
from parley.core.voices.base import Capabilities, Voice

Verdict = Literal["once", "run", "always", "no"]
"""How long somebody lets a member use a tool."""


class Wish(NamedTuple):
    """What a member would do: a person says whether they may."""

    member: str
    tool: str
    arguments: Mapping[str, Any]

    @property
    def sentence(self) -> Sentence:
        """What is asked."""
        return Sentence("{name} wants to use {tool}.", name=self.member, tool=self.tool)


@dataclass
class Permit:
    """What the person at the controls lets members do, for as long as the program goes on.

    `tools` are allowed by name, whole servers too; with `without` nobody has any. `ask` is how the person is asked;
    None: nobody can be. Nothing of it is ever read from a log, a cast or a plan: those may be a stranger's.
    """

    tools: set[str] = field(default_factory=set)
    without: bool = False
    ask: Callable[[Wish], Awaitable[Verdict]] | None = None


class Result(NamedTuple):
    """What came of a call: what the voice reads, of `size` bytes as a whole, whether it went wrong, and whether that is
    because it was `refused`: then nothing was done."""

    text: str
    error: bool = False
    seconds: float = 0.0
    size: int = 0
    refused: bool = False


class Toolbox(Protocol):
    """The tools that members of one run may use; nothing is started before one is needed."""

    def list_missing(self, names: Sequence[str]) -> list[str]:
        """Return which of these names nothing here goes by."""
        ...

    async def offer(self, names: Sequence[str]) -> tuple[OfferedTool, ...]:
        """Return the tools that go by these names. Raises `ParleyError` where they cannot be had."""
        ...

    async def use(self, wish: Wish, longest: int) -> Result:
        """Carry out a call, if it is allowed; its text has at most so many bytes. Whatever goes wrong is a result."""
        ...

    async def close(self) -> None:
        """End all that was started. Idempotent: what is needed later is started again."""
        ...


TOOLBOXES: Registry[Callable[[Home, Permit], Toolbox]] = Registry(
    "toolbox", shipped={"tools": "parley.core.tools.toolbox:Tools"}
)
"""Where the tools of a run come from: the first is it."""


class NoTools:
    """What members have whose person goes on without tools."""

    def list_missing(self, names: Sequence[str]) -> list[str]:
        """Miss nothing."""
        return []

    async def offer(self, names: Sequence[str]) -> tuple[OfferedTool, ...]:
        """Offer nothing."""
        return ()

    async def use(self, wish: Wish, longest: int) -> Result:
        """Refuse."""
        return Result(Sentence("There are no tools in this run any more."), error=True)

    async def close(self) -> None:
        """Have nothing to end."""


class ToolsMissing(UsageError):
    """A member is given tools that are not set up here; `tools` are their names."""

    code = "tools-missing"

    def __init__(self, member: str, tools: Collection[str]) -> None:
        self.tools = tuple(tools)
        server = self.tools[0].partition(".")[0]
        super().__init__(
            "{name} is given the tool {tools}, which is not set up here.",
            name=member,
            tools=list(self.tools),
            hint=Sentence(
                "Set it up with: parley tools add {server} -- COMMAND; or go on with --no-tools.", server=server
            ),
        )


def make_toolbox(home: Home, permit: Permit) -> Toolbox | None:
    """Return the tools for one run; None where the program has no room for any."""
    if permit.without:
        return NoTools()
    return next((make(home, permit) for make in TOOLBOXES.values()), None)


def check_tools(config: RunConfig, voice_of: Callable[[Member], Voice], toolbox: Toolbox | None) -> None:
    """Raise `ToolsMissing` where a member whose voice can call tools is given one that is not set up here."""
    for member in filter(lambda member: member.tools, config.members):
        try:
            able = voice_of(member).capabilities.calls_tools
        except VoiceError:
            # It is told when the voice is asked.
            continue
        missing = toolbox.list_missing(member.tools) if toolbox is not None else member.tools
        if able and missing:
            raise ToolsMissing(member.name, missing)


LONGEST_RESULT = 16_384
"""Bytes of a result that a voice reads: some four thousand tokens."""
LEAST_RESULT = 256
"""Bytes that are left for a result, also where earlier ones of the turn took all the room."""


class Caller(Protocol):
    """What a call of a tool needs of the stage; `Stage` says what each is."""

    state: State
    clock: Clock
    watcher: Watcher
    toolbox: Toolbox | None

    def append(self, event: Event) -> int: ...

    def capabilities(self, member: str = "") -> Capabilities: ...


async def use_tool(stage: Caller, call: ToolCall) -> ToolUsed:
    """Return what comes of a call of the reply in flight, as an event; one that is cancelled is written down as such.

    Raises nothing but `CancelledError`: the voice is told what is wrong, and what would be right.
    """
    begun = stage.state.open
    assert begun is not None
    member, language = begun.started.member, stage.state.setup.language
    name = stage.state.name_of(member)
    known = {tool.name: tool for tool in stage.state.offered.get(member, ()) if tool.name in begun.started.tools}
    offered, arguments = known.get(call.name), recordable(call.arguments)
    title = offered.tool if offered is not None else encodable(call.name)[:80]

    def describe(result: Result, report: str = "") -> ToolUsed:
        return ToolUsed(
            at=stage.clock.now(), turn=begun.started.turn, member=member, call=call.id, name=encodable(call.name),
            arguments=arguments, text=encodable(said(result.text, language)), error=result.error, tool=title,
            report=said(report, language), seconds=round(result.seconds, 3), size=result.size,
        )  # fmt: skip

    if offered is None:
        return describe(
            Result(Sentence("There is no tool {name}; there are: {tools}.", name=title, tools=sorted(known)), True)
        )
    if count_calls(stage.state) >= MOST_CALLS:
        return describe(Result(Sentence("No more than {most} calls in one turn: speak now.", most=MOST_CALLS), True))
    if not fits(arguments, offered.schema):
        return describe(Result(Sentence("These arguments do not fit what {tool} takes.", tool=title), True))
    if stage.toolbox is None:
        return describe(Result(Sentence("There are no tools in this run any more."), True))
    stage.watcher.on_tool(member, title)
    try:
        result = await stage.toolbox.use(Wish(name, title, arguments), _compute_room(stage, member))
    except asyncio.CancelledError:
        # It may have been done by half: it is never done again by itself.
        stage.append(describe(Result(Sentence("It was stopped before it was done."), True)))
        raise
    finally:
        stage.watcher.on_tool(member, "")
    template = "{name} tried {tool}, and it failed." if result.error else "{name} used {tool}."
    again = any(isinstance(each, ToolUsed) and each.tool == title and each.report for each in begun.answers)
    return describe(result, "" if again or result.refused else Sentence(template, name=name, tool=title))


def _compute_room(stage: Caller, member: str) -> int:
    """Return the bytes that a result may have: half of what the voice can take is for all results of a turn."""
    begun = stage.state.open
    taken = sum(len(each.text.encode()) for each in begun.answers) if begun is not None else 0
    try:
        context = stage.capabilities(member).context or LONGEST_RESULT
    except ParleyError:
        context = LONGEST_RESULT
    # Two bytes a token: figures and code have no more.
    return max(LEAST_RESULT, min(LONGEST_RESULT, context // 2, context - taken))
