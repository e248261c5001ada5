"""How a call of a tool becomes an event: checked, carried out, cut to what the voice can take, told the others."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from parley.core.base.line import fit_arguments, repair_text
from parley.core.base.schema import fits
from parley.core.base.sentences import Sentence, said
from parley.core.engine.calling import Caller
from parley.core.engine.requests import MOST_CALLS
from parley.core.engine.tool_permits import Wish
from parley.core.log.events.turn import ToolCall, ToolUsed

LONGEST_RESULT = 16_384
"""Bytes of a result that a voice reads: some four thousand tokens."""
LEAST_RESULT = 256
"""Bytes that are left for a result, also where earlier ones of the turn took all the room."""


class Result(NamedTuple):
    """What came of a call: what the voice reads, of `size` bytes as a whole, whether it went wrong, and whether that is
    because it was `refused`: then nothing was done."""

    text: str
    error: bool = False
    seconds: float = 0.0
    size: int = 0
    refused: bool = False


async def answer_call(
    stage: Caller, call: ToolCall, context: int, use: Callable[[Wish, int], Awaitable[Result]]
) -> ToolUsed:
    """Return what comes of a call of the reply in flight; `use` carries it out, with the bytes that its text may have:
    half of what the voice can take is for all results of a turn.

    What is wrong is told the voice. One that is cancelled is written down, and never made again by itself.
    """
    begun = stage.state.open
    assert begun is not None
    member, language = begun.started.member, stage.state.setup.language
    name = stage.state.name_of(member)
    known = {tool.name: tool for tool in stage.state.offered.get(member, ()) if tool.name in begun.started.tools}
    offered, arguments = known.get(call.name), fit_arguments(call.arguments)
    title = offered.tool if offered is not None else repair_text(call.name)[:80]

    def build_event(result: Result, report: str = "") -> ToolUsed:
        return ToolUsed(
            at=stage.clock.now(), turn=begun.started.turn, member=member, call=call.id, name=repair_text(call.name),
            arguments=arguments, text=repair_text(said(result.text, language)), error=result.error, tool=title,
            report=said(report, language), seconds=round(result.seconds, 3), size=result.size,
        )  # fmt: skip

    if not context:  # 0: the reply came with the log, and was not heard by this stage
        return build_event(Result(Sentence("The run was interrupted before that: ask again if it is needed."), True))
    if offered is None:
        template = "There is no tool {name}; there are: {tools}."
        return build_event(Result(Sentence(template, name=title, tools=sorted(known)), True))
    if len(begun.answers) >= MOST_CALLS:
        return build_event(Result(Sentence("No more than {most} calls in one turn: speak now.", most=MOST_CALLS), True))
    if not fits(arguments, offered.schema):
        return build_event(Result(Sentence("These arguments do not fit what {tool} takes.", tool=title), True))
    if any(each.name == call.name and each.arguments == arguments and not each.error for each in begun.answers):
        return build_event(Result(Sentence("That was asked in this turn already: its result stands above."), True))
    # Two bytes a token: figures and code have no more.
    left = context - sum(len(each.text.encode()) for each in begun.answers)
    longest = max(LEAST_RESULT, min(LONGEST_RESULT, context // 2, left))
    try:
        result = await use(Wish(name, title, arguments), longest)
    except asyncio.CancelledError:
        stage.append(build_event(Result(Sentence("It was stopped before it was done."), True)))
        raise
    template = "{name} tried {tool}, and it failed." if result.error else "{name} used {tool}."
    again = any(isinstance(each, ToolUsed) and each.tool == title and each.report for each in begun.answers)
    return build_event(result, "" if again or result.refused else Sentence(template, name=name, tool=title))


def cut_result(text: str, longest: int, failed: bool, seconds: float) -> Result:
    """Return a result of so many bytes at most, cut between two characters, with a sentence that says so."""
    size = len(text.encode())
    if size <= longest:
        return Result(text, failed, seconds, size)
    shown = text.encode()[:longest].decode("utf-8", "ignore")  # drops half a character at the cut
    template = "{text}\n(Cut here: {shown:,} of {size:,} bytes.)"
    return Result(Sentence(template, text=shown, shown=len(shown.encode()), size=size), failed, seconds, size)
