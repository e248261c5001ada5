"""The messages of a call, in alternating roles: what was witnessed, tool calls with their results, the direction."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from parley.core.base.packaged import prompt
from parley.core.base.schema import fits
from parley.core.log.events.turn import CallAnswered
from parley.core.perspective.perspective import Block, Role
from parley.core.voices.base import PayloadItem, Request

CACHED = {"type": "ephemeral"}

_NO_ID = re.compile(r"[^a-zA-Z0-9_-]")
LONGEST_ID = 60


@dataclass(frozen=True)
class Sent:
    """One content block, whose it is, and how the inspector shows it."""

    role: Role
    block: dict[str, Any]
    item: PayloadItem


@dataclass
class Pairs:
    """Tool calls and their results as blocks that the API takes, whatever stands in the log.

    `schemas` are those of the tools that go with the request. A call of another tool, or one whose arguments never
    fitted, is told in words, for it could not be sent. Ids that came twice, in an attempt that was taken again, are
    told apart.
    """

    schemas: Mapping[str, Mapping[str, Any]]
    language: str
    taken: set[str] = field(default_factory=set)
    ids: dict[tuple[int, int], str] = field(default_factory=dict)

    def of(self, block: Block) -> Iterator[Sent]:
        """The content blocks of a block of calls (assistant) or of their results (user); results come first."""
        legal = {
            place: call
            for place, call in enumerate(block.calls)
            if call.name in self.schemas and fits(call.arguments, self.schemas[call.name])
        }
        for place, call in legal.items():
            show = self._use if block.role == "assistant" else self._result
            yield show(self._id(block, place, call), call)
        if block.role == "user":
            yield from (self._words(call) for place, call in enumerate(block.calls) if place not in legal)

    def _id(self, block: Block, place: int, call: CallAnswered) -> str:
        key = (block.seq, place)
        if key not in self.ids:
            plain = _NO_ID.sub("_", call.call)[:LONGEST_ID] or "call"
            unique, number = plain, 1
            while unique in self.taken:
                number += 1
                unique = f"{plain}_{number}"
            self.taken.add(unique)
            self.ids[key] = unique
        return self.ids[key]

    def _use(self, unique: str, call: CallAnswered) -> Sent:
        block = {"type": "tool_use", "id": unique, "name": call.name, "input": dict(call.arguments)}
        return Sent("assistant", block, PayloadItem("tool_use", f"{call.name} {_json(call.arguments)}"))

    def _result(self, unique: str, call: CallAnswered) -> Sent:
        text = call.text.strip() or "OK"
        block: dict[str, Any] = {"type": "tool_result", "tool_use_id": unique, "content": text}
        if call.error:
            block["is_error"] = True
        return Sent("user", block, PayloadItem("tool_result", f"{call.name}: {text}"))

    def _words(self, call: CallAnswered) -> Sent:
        called = f"{call.name} {_json(call.arguments)}"
        text = prompt("tool_told", self.language, called=called, result=call.text.strip(), error=call.error)
        return Sent("user", {"type": "text", "text": text}, PayloadItem("tool_result", text))


def messages_of(request: Request, direction: str, *, tools: bool) -> tuple[list[dict[str, Any]], list[PayloadItem]]:
    """Alternating messages, the first and the last as user, without blank blocks; and their pieces for the inspector.

    Tool calls are left out where the model takes no tools, or none go with the request.
    """
    language = request.perspective.config.language
    pairs = Pairs({tool.name: tool.schema for tool in request.tools} if tools else {}, language)
    sent = list(_sent(request, pairs, tools=tools and bool(request.tools)))
    if not sent or sent[0].role == "assistant":
        sent.insert(0, _text("user", prompt("nudge", language)))
    marked = _breakpoints(sent)
    messages: list[dict[str, Any]] = []
    for index, each in enumerate(sent):
        block = {**each.block, "cache_control": CACHED} if index in marked else each.block
        _append(messages, each.role, block)
    items = [each.item for each in sent]
    if not direction and sent[-1].role == "assistant":
        # A trailing assistant message would be a prefill, which is refused.
        direction = prompt("nudge", language)
    if direction:
        _append(messages, "user", {"type": "text", "text": direction})
        items.append(PayloadItem("direction", direction))
    return messages, items


def _sent(request: Request, pairs: Pairs, *, tools: bool) -> Iterator[Sent]:
    for message in request.perspective.messages():
        for block in message.blocks:
            if not block.calls:
                if block.text.strip():
                    yield _text(message.role, block.text)
            elif tools:
                yield from pairs.of(block)


def _text(role: Role, text: str) -> Sent:
    return Sent(role, {"type": "text", "text": text}, PayloadItem(role, text))


def _append(messages: list[dict[str, Any]], role: Role, block: dict[str, Any]) -> None:
    if messages and messages[-1]["role"] == role:
        messages[-1]["content"].append(block)
    else:
        messages.append({"role": role, "content": [block]})


def _breakpoints(sent: list[Sent]) -> set[int]:
    """Where the cache is to be read and written: the last block, and the last one of this member's previous call.

    The provider looks back only twenty blocks from a breakpoint; whoever was silent for longer would lose the
    whole history without the second one. It stands before one's own last line or tool calls, where the previous call
    ended.
    """
    marked = {len(sent) - 1}
    for index in range(len(sent) - 1, 0, -1):
        if sent[index].role == "assistant":
            while index > 1 and sent[index].block["type"] == "tool_use" and sent[index - 1].role == "assistant":
                index -= 1
            marked.add(index - 1)
            break
    return marked


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(dict(value), ensure_ascii=False)


def shown(tools: Iterable[Mapping[str, Any]]) -> str:
    """The tools as the inspector shows them."""
    return json.dumps(list(tools), indent=2, ensure_ascii=False)
