"""Tools for models that have none: a call as a structured reply, and what came of it in words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from msgspec.structs import replace

from parley.core.log.events.turn import ToolCall
from parley.core.perspective.perspective import Perspective
from parley.core.voices.base import Reply, Request, Tool
from parley.core.voices.remote.pieces import describe_call

NO_TOOL = "none"


def format_tools(request: Request) -> str:
    """Return what the system prompt says of the tools."""
    listed = "\n".join(f"- {tool.name}: {tool.description}" for tool in request.tools)
    return f'Tools you may use, or "{NO_TOOL}":\n{listed}'


def came_of(view: Perspective) -> str:
    """Return what came of the tool calls of the turn in flight, in words: the chat template has no place for them."""
    language = view.config.language
    calls = [call for block in takewhile(lambda block: block.calls, reversed(view.list_sent())) for call in block.calls]
    # Each pair is two blocks of the same calls.
    found = {call.call: call for call in reversed(calls)}
    return "\n".join(describe_call(call, language) for call in found.values())


def tool_schema(request: Request) -> dict[str, Any]:
    """Return a tool call as a structured reply: the words, which tool if any, its arguments, and what is beside it."""
    say = {"type": "string", "maxLength": request.perspective.config.cap or 600}
    beside = {tool.name: dict(tool.schema) for tool in request.tools if tool.beside}

    def build_schema(tool: str, **arguments: Any) -> dict[str, Any]:
        properties = {"say": say, "tool": {"const": tool}, **arguments}  # one form a tool, each with its arguments
        required = list(properties)
        return {
            "type": "object", "properties": properties | beside, "required": required, "additionalProperties": False,
        }  # fmt: skip

    tools = [tool for tool in request.tools if not tool.beside and not request.tools_over]
    return {"anyOf": [build_schema(NO_TOOL), *(build_schema(tool.name, arguments=dict(tool.schema)) for tool in tools)]}


def with_tools(reply: Reply, answer: Any, call: str, tools: Sequence[Tool] = ()) -> Reply:
    """Return a structured `{say, tool, arguments}` as what it stands for; `call` is the id of the tool's call."""
    if not isinstance(answer, dict):
        return reply
    text = str(answer.get("say", "")).strip()
    name, arguments = str(answer.get("tool", NO_TOOL)), answer.get("arguments")
    made = [(call, name, arguments)] if name != NO_TOOL else []
    made += [
        (f"{call}_{tool.name}", tool.name, answer[tool.name]) for tool in tools if tool.beside and tool.name in answer
    ]
    if not made:
        return replace(reply, text=text)
    calls = tuple(ToolCall(id=one, name=each, arguments=of if isinstance(of, dict) else {}) for one, each, of in made)
    return replace(reply, text=text, tool_calls=calls, stop_reason="tool_use")
