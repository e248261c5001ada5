"""Chat messages in OpenAI's shape: {"messages": […]}, a bare list, a file of either a line, or one message a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from parley.core.formats import Localised
from parley.core.importing.moments import moment
from parley.core.importing.parts import counted, get_list, get_map, text
from parley.core.importing.reading import Importer, Source
from parley.core.importing.roles import Messages, is_message
from parley.core.importing.talk import Talk, left_out, make_title

LOOKED_AT = 20
"""Lines, and messages of each, that are looked at to see whose they are."""


def _recognises(source: Source) -> bool:
    values = [value for _, value in source.values[:LOOKED_AT]]
    inner = (each for value in values for each in get_list(value)[:LOOKED_AT])  # a list of conversations
    return any(map(_extract_messages, values)) or any(map(_extract_messages, inner)) or _has_message_per_line(source)


def _has_message_per_line(source: Source) -> bool:
    values = [value for _, value in source.values[:LOOKED_AT]]
    return bool(values) and all(is_message(value) for value in values)  # `all`: the lines may be conversations


def _extract_messages(value: Any) -> Sequence[Any]:
    """Return the messages of a conversation; empty where it is none."""
    found = get_list(value) or get_list(get_map(value).get("messages"))
    return found if any(is_message(each) for each in found[:LOOKED_AT]) else ()


def _iterate_conversations(source: Source) -> Iterator[tuple[int, Any, Sequence[Any]]]:
    """Yield each conversation, with its line and what stands around its messages."""
    if _has_message_per_line(source):
        yield 1, {}, [value for _, value in source.values]
        return
    for number, value in source.values:
        if messages := _extract_messages(value):
            yield number, get_map(value), messages
            continue
        for place, inner in enumerate(get_list(value), 1):
            if messages := _extract_messages(inner):
                yield place, get_map(inner), messages


def _talks(source: Source) -> list[Talk]:
    return [
        _build_talk(number, around, messages, source) for number, around, messages in _iterate_conversations(source)
    ]


def _build_talk(number: int, around: Any, messages: Sequence[Any], source: Source) -> Talk:
    read = Messages()
    model = text(around.get("model"))
    for message in messages:
        if is_message(message):
            read.add(message, model=model)
        else:
            read.left_out[text(get_map(message).get("type")) or "?"] += 1
    for choice in get_list(around.get("choices"))[:1]:
        # A request that was kept with its answer.
        usage = counted(around.get("usage"), sent="prompt_tokens", got="completion_tokens")
        read.add(get_map(get_map(choice).get("message")), model=model, usage=usage)
    key = text(around.get("id")) or text(around.get("conversation_id")) or str(number)
    title = text(around.get("title")) or make_title(read.lines, Path(source.name).stem)
    return Talk(
        key, "OpenAI messages", "openai messages", source.name, title, read.speakers, read.lines,
        warnings=left_out(read.left_out), began=moment(around.get("created", around.get("created_at"))),
    )  # fmt: skip


OPENAI = Importer("openai", Localised(en="OpenAI messages", de="OpenAI-Nachrichten"), _recognises, talks=_talks)
