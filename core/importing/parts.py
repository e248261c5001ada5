"""What a chat message says, in the many shapes in which programs write it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from parley.core.log.events.base import reported_tokens
from parley.core.log.events.turn import Usage

SPOKEN = frozenset({"text", "input_text", "output_text", "refusal"})  # "_text": of OpenAI's Responses API
THOUGHT = frozenset({"thinking", "reasoning", "thought", "summary_text"})
CALLS = frozenset({"tool_use", "tool_call", "function_call", "server_tool_use"})
RESULTS = frozenset({"tool_result", "function_call_output", "web_search_tool_result"})
SILENT = frozenset({"redacted_thinking", "step_start", "step-start", "token_budget"})
"""Parts that say nothing that anybody could read."""
DEEPEST = 6


class Call(NamedTuple):
    """A call of a tool: its id, the tool's name, and what it was given, as JSON or as a value."""

    id: str
    name: str
    arguments: object


class Content(NamedTuple):
    """What a message holds: what is said, what is thought, calls and results of tools by (name or id, text), and by
    its kind what no line can hold."""

    text: str
    thoughts: tuple[str, ...] = ()
    calls: tuple[Call, ...] = ()
    results: tuple[tuple[str, str], ...] = ()
    others: Mapping[str, int] = {}


def get_map(value: object) -> Mapping[str, Any]:
    """Return the value where it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def get_list(value: object) -> Sequence[Any]:
    """Return the value where it is a list, else an empty one."""
    return value if isinstance(value, list) else ()


def text(value: object) -> str:
    """Return the value where it is a text, else an empty one."""
    return value if isinstance(value, str) else ""


def get_content_of(value: object) -> Content:
    """Return what stands in a message's content: a text, or a list of parts of any program's kind."""
    if isinstance(value, str):
        return Content(value)
    said: list[str] = []
    thoughts: list[str] = []
    calls: list[Call] = []
    results: list[tuple[str, str]] = []
    others: Counter[str] = Counter()
    for part in [value] if isinstance(value, dict) else get_list(value):
        if isinstance(part, str):
            said.append(part)
            continue
        piece = get_map(part)
        kind = text(piece.get("type")) or text(piece.get("content_type"))
        if kind in THOUGHT:
            thoughts.append(_extract_thought(piece))
        elif kind in CALLS:
            calls.append(call_of(piece))
        elif kind in RESULTS:
            of = text(piece.get("name")) or text(piece.get("tool_use_id")) or text(piece.get("call_id"))
            results.append((of, get_text(piece.get("content", piece.get("output")))))
        elif kind in SPOKEN or (not kind and isinstance(piece.get("text"), str)):  # Gemini's parts have no type
            said.append(text(piece.get("text")) or text(piece.get("refusal")))
        elif kind not in SILENT:
            others[kind or ("image" if "data" in piece else "?")] += 1  # AutoGen's pictures have `data` alone
    kept = tuple(each for each in thoughts if each.strip())
    return Content("\n\n".join(each for each in said if each.strip()), kept, tuple(calls), tuple(results), others)


def get_text(value: object, depth: int = 0) -> str:
    """Return all text within a value: what a tool gave may be a text, parts, or parts in parts."""
    if isinstance(value, str):
        return value
    if depth < DEEPEST and isinstance(value, list):  # a file may be nested a thousand deep
        return "\n".join(filter(None, (get_text(each, depth + 1) for each in value)))
    if depth < DEEPEST and isinstance(value, dict):
        return get_text(value.get("text") or value.get("content") or value.get("output") or "", depth + 1)
    return "" if value is None or isinstance(value, list | dict) else str(value)


def call_of(piece: Mapping[str, Any]) -> Call:
    """Return a tool call as OpenAI, Anthropic, LangChain, AutoGen or inspect write it."""
    function = get_map(piece.get("function"))
    name = text(function.get("name")) or text(piece.get("name")) or text(piece.get("function"))  # inspect's is a name
    given = function or piece
    named = (given[key] for key in ("arguments", "args", "input") if given.get(key) is not None)  # input: Anthropic's
    arguments: object = next(named, {})
    return Call(text(piece.get("id")) or text(piece.get("call_id")), name or "tool", arguments)


def counted(
    value: object, *, sent: str, got: str, cached: str = "", written: str = "", inclusive: bool = True
) -> Usage:
    """Return the tokens of a call, by what the program calls them; `inclusive`: the cached ones are among those
    sent.
    """
    counts = get_map(value)

    def read_count(name: str) -> int:
        number = counts.get(name)
        usable = isinstance(number, int | float) and not isinstance(number, bool)
        return reported_tokens(number) if usable and number == number else 0  # NaN differs from itself

    read, wrote = read_count(cached), read_count(written)
    fresh = read_count(sent) - (read + wrote if inclusive else 0)
    return Usage(input=max(0, fresh), cache_read=read, cache_write=wrote, output=read_count(got))


def _extract_thought(piece: Mapping[str, Any]) -> str:
    for key in ("thinking", "reasoning", "thought", "text", "content"):
        if found := get_text(piece.get(key)):
            return found
    return get_text(piece.get("summary"))
