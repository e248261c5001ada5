"""The messages of a call, in alternating roles: what was witnessed, tool calls with their results, the direction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parley.core.base.prompts import prompt
from parley.core.perspective.perspective import Role
from parley.core.voices.base import PayloadItem, Request
from parley.core.voices.remote.pieces import Piece, get_pieces_of

CACHED = {"type": "ephemeral"}


def get_messages_of(request: Request, direction: str, *, tools: bool) -> tuple[list[dict[str, Any]], list[PayloadItem]]:
    """Alternating messages, the first and the last as user, without blank blocks; and their pieces for the inspector.

    Tool calls are left out where the model takes no tools, or none go with the request.
    """
    sent = get_pieces_of(request, tools=tools)
    marked = _find_cache_breakpoints(sent)
    messages: list[dict[str, Any]] = []
    for index, each in enumerate(sent):
        block = _block(each)
        _append(messages, each.role, block | {"cache_control": CACHED} if index in marked else block)
    items = [each.item for each in sent]
    if not direction and sent[-1].role == "assistant":
        # A trailing assistant message would be a prefill, which is refused.
        direction = prompt("nudge", request.perspective.config.language)
    if direction:
        _append(messages, "user", {"type": "text", "text": direction})
        items.append(PayloadItem("direction", direction))
    return messages, items


def _block(piece: Piece) -> dict[str, Any]:
    if piece.call is None:
        return {"type": "text", "text": piece.text}
    if piece.kind == "call":
        return {"type": "tool_use", "id": piece.id, "name": piece.call.name, "input": piece.arguments}
    block = {"type": "tool_result", "tool_use_id": piece.id, "content": piece.text}
    return block | {"is_error": True} if piece.call.error else block


def _append(messages: list[dict[str, Any]], role: Role, block: dict[str, Any]) -> None:
    if messages and messages[-1]["role"] == role:
        messages[-1]["content"].append(block)
    else:
        messages.append({"role": role, "content": [block]})


def _find_cache_breakpoints(sent: Sequence[Piece]) -> set[int]:
    """Return where the cache is to be read and written: the last block, and the last one of this member's previous
    call.

    The provider looks back only twenty blocks from a breakpoint; whoever was silent for longer would lose the
    whole history without the second one. It stands before one's own last line or tool calls, where the previous call
    ended.
    """
    marked = {len(sent) - 1}
    for index in range(len(sent) - 1, 0, -1):
        if sent[index].role == "assistant":
            while index > 1 and sent[index].kind == "call" and sent[index - 1].role == "assistant":
                index -= 1
            marked.add(index - 1)
            break
    return marked
