"""Chat messages in OpenAI's shape, as one member lived the run: their own lines as `assistant`, all that reached them
of others as `user` with the name of whoever said it; or each member's, one a line, as for fine-tuning."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from parley.core.base.errors import UnknownName
from parley.core.base.line import drop_control
from parley.core.cast.member import PLAYER
from parley.core.export.base import Exporter, Options
from parley.core.export.structured import dump_json_text
from parley.core.export.transcript import Transcript
from parley.core.formats import Localised
from parley.core.log.events.base import Event
from parley.core.log.played import PLAYED
from parley.core.perspective.perspective import Block, Perspective, perspective

_NOT_IN_NAMES = re.compile(r"[\s<|\\/>]+")
LONGEST_NAME = 64
"""What the API takes as a name: so many characters, without blanks and these signs."""


def render_json(transcript: Transcript, events: Sequence[Event], options: Options) -> Iterator[str]:
    """Yield one object with the messages of one member: who was chosen, else the first who spoke and is no person."""
    state = transcript.state
    chosen = sorted(_choose_members(transcript, options), key=lambda one: one == PLAYER or state.was_person(one))
    yield '{"messages": [\n'
    for count, message in enumerate(yield_messages(transcript, chosen[0])):
        yield (",\n" if count else "") + dump_json_text(message)
    yield "\n]}\n"


def render_jsonl(transcript: Transcript, events: Sequence[Event], options: Options) -> Iterator[str]:
    """Yield a line for each member who spoke, or for the one who was chosen."""
    for member in _choose_members(transcript, options):
        yield dump_json_text({"messages": list(yield_messages(transcript, member))}) + "\n"


def _choose_members(transcript: Transcript, options: Options) -> list[str]:
    config, spoken = transcript.config, transcript.state.spoken
    if options.member:
        if not config.has(options.member):
            raise UnknownName("member", options.member, config.names)
        return [options.member]
    return [member for member in config.names if spoken.get(member)] or list(config.names)[:1]


def yield_messages(transcript: Transcript, member: str) -> Iterator[dict[str, Any]]:
    """Yield what the member was told, and all that reached them, as messages."""
    seen = perspective(transcript.state, member)
    told, premise = _build_system_prompts(transcript, member, seen)
    if told:
        yield {"role": "system", "content": drop_control(told)}
    if premise:
        yield {"role": "user", "content": drop_control(premise)}
    for block in seen.blocks[: seen.count]:  # the list is shared, and may have grown since
        if block.calls:
            yield from _yield_tool_messages(block)
            continue
        name = transcript.name_of(block.speaker) if block.speaker else block.name
        message = {"role": block.role, "content": drop_control(block.said)}
        if fitting := clean_name(name):  # the API refuses an empty name
            message["name"] = fitting
        yield message


def _build_system_prompts(transcript: Transcript, member: str, seen: Perspective) -> tuple[str, str]:
    """Return what the member was told, and what all were told when it began: of a talk that was had elsewhere what its
    file says, for nobody was sent there what Parley would send.
    """
    config = transcript.config
    talks = PLAYED[config.mode].talks
    if not transcript.state.foreign or talks is None:
        return seen.get_system_text().strip(), seen.premise.strip()
    return talks().told(config, member).strip(), config.topic.strip()


def clean_name(name: str) -> str:
    """Return a name as the API takes it; empty where nothing is left of it."""
    return _NOT_IN_NAMES.sub("_", drop_control(name).strip())[:LONGEST_NAME].strip("_")


def _yield_tool_messages(block: Block) -> Iterator[dict[str, Any]]:
    """Yield tool calls as the assistant's, and behind them what each gave."""
    if block.role == "assistant":
        calls = [
            {
                "id": call.call, "type": "function",
                "function": {"name": call.name, "arguments": dump_json_text(call.arguments)},
            }
            for call in block.calls
        ]  # fmt: skip
        yield {"role": "assistant", "content": None, "tool_calls": calls}  # the API wants the key, with null
        return
    for call in block.calls:
        yield {"role": "tool", "tool_call_id": call.call, "content": drop_control(call.text)}


OPENAI = Exporter(
    "openai",
    Localised(en="OpenAI messages of one member", de="OpenAI-Nachrichten eines Mitglieds"),
    ".messages.json",
    render_json,
    by_member=True,
)
OPENAI_LINES = Exporter(
    "openai-jsonl",
    Localised(en="OpenAI messages, a line each member", de="OpenAI-Nachrichten, je Mitglied eine Zeile"),
    ".messages.jsonl",
    render_jsonl,
    by_member=True,
)
