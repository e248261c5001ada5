"""LangChain's messages as `messages_to_dict`, `dumpd` or `model_dump` give them, and the state and history of a
LangGraph thread.

A history has a checkpoint after each step, the newest first. The newest is the talk; of the others those are branches
that went another way than it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from parley.core.formats import Localised
from parley.core.importing.moments import moment
from parley.core.importing.parts import call_of, counted, get_content_of, get_list, get_map, text
from parley.core.importing.reading import Importer, Source
from parley.core.importing.talk import Branch, Said, Speaker, Talk, called, left_out, make_note, make_title

KINDS = {
    "human": "human", "ai": "ai", "system": "system", "tool": "tool", "function": "tool", "chat": "chat",
    "HumanMessage": "human", "AIMessage": "ai", "SystemMessage": "system", "ToolMessage": "tool",
    "FunctionMessage": "tool", "ChatMessage": "chat", "HumanMessageChunk": "human", "AIMessageChunk": "ai",
    "SystemMessageChunk": "system", "ToolMessageChunk": "tool", "ChatMessageChunk": "chat", "remove": "remove",
}  # fmt: skip
"""What the types of messages and the classes' names are."""
LOOKED_AT = 20


class _Message(NamedTuple):
    kind: str
    data: Mapping[str, Any]


class _Thread(NamedTuple):
    """Messages, other ways that they went, what is known of the whole, and when each message came up, by its id."""

    messages: Sequence[Any]
    others: Sequence[Sequence[Any]]
    about: Mapping[str, Any]
    times: Mapping[str, datetime]


def _recognises(source: Source) -> bool:
    return any(next(_iterate_threads(value), None) is not None for _, value in source.values[:LOOKED_AT])


def _parse_message(value: object) -> _Message | None:
    """Return a message in any of its forms."""
    found = get_map(value)
    if found.get("lc") is not None and found.get("type") == "constructor":  # `dumpd`: the class by its path
        path = get_list(found.get("id"))
        kind = KINDS.get(text(path[-1]) if path else "")
        return _Message(kind, get_map(found.get("kwargs"))) if kind else None
    kind = KINDS.get(text(found.get("type")))
    if not kind:
        return None
    if isinstance(found.get("data"), dict) and "content" in found["data"]:  # `messages_to_dict`
        return _Message(kind, found["data"])
    # AutoGen's have a source instead.
    return _Message(kind, found) if "content" in found and "source" not in found else None


def _extract_messages(value: object) -> Sequence[Any]:
    found = get_list(value)
    return found if any(_parse_message(each) for each in found[:LOOKED_AT]) else ()


def _extract_state_messages(value: object) -> Sequence[Any]:
    """Return the messages in a state: itself, its values, or those of a checkpoint."""
    found = get_map(value)
    inner = get_map(found.get("values")) or get_map(get_map(found.get("checkpoint")).get("channel_values"))
    return _extract_messages(found.get("messages")) or _extract_messages(inner.get("messages"))


def _iterate_threads(value: Any) -> Iterator[_Thread]:
    if messages := _extract_messages(value):
        yield _Thread(messages, (), {}, {})
    elif messages := _extract_state_messages(value):
        yield _Thread(messages, (), get_map(value), {})
    elif isinstance(value, list):
        states = [(each, messages) for each in value if (messages := _extract_state_messages(each))]
        if states and any("values" in get_map(each) or "checkpoint" in get_map(each) for each, _ in states):
            yield _merge_state_history(states)
        else:
            yield from (_Thread(messages, (), get_map(each), {}) for each, messages in states)
            yield from (_Thread(messages, (), {}, {}) for each in value if (messages := _extract_messages(each)))


def _merge_state_history(states: Sequence[tuple[Any, Sequence[Any]]]) -> _Thread:
    """Return the newest state with, as other ways, those that are no beginning of it or of one another."""
    # Whoever turns the history round has the oldest first.
    when = {id(messages): text(get_map(state).get("created_at")) for state, messages in states}
    ordered = sorted(states, key=lambda each: when[id(each[1])], reverse=True) if all(when.values()) else list(states)
    newest, messages = ordered[0]
    ways = [_list_message_ids(messages)]
    others: list[Sequence[Any]] = []
    times: dict[str, datetime] = {}
    for state, found in ordered:
        ids = _list_message_ids(found)
        if (at := moment(get_map(state).get("created_at"))) is not None:
            # The oldest state that has a message is the one that it came up with.
            times |= dict.fromkeys(ids, at)
        if not any(way[: len(ids)] == ids for way in ways):  # else it is an earlier moment of a way that is known
            ways.append(ids)
            others.append(found)
    return _Thread(messages, others, get_map(newest), times)


def _list_message_ids(messages: Sequence[Any]) -> list[str]:
    """Return what tells messages apart: their ids, or what they say."""
    found = []
    for each in messages:
        message = _parse_message(each)
        data = message.data if message else {}
        found.append(text(data.get("id")) or f"{message.kind if message else ''}:{data.get('content')!r}")
    return found


def _talks(source: Source) -> list[Talk]:
    threads = [(number, thread) for number, value in source.values for thread in _iterate_threads(value)]
    return [_build_talk(f"{number}-{place}", thread, source) for place, (number, thread) in enumerate(threads, 1)]


def _build_talk(key: str, thread: _Thread, source: Source) -> Talk:
    read = _Reader(thread.times)
    places = [0, *(read.add(each) for each in thread.messages)]  # how many lines there are after each message
    main, lines = _list_message_ids(thread.messages), list(read.lines)
    branches = []
    for messages in thread.others:
        shared = next(
            (at for at, one in enumerate(_list_message_ids(messages)) if main[at : at + 1] != [one]), len(messages)
        )
        before = len(read.lines)  # the branches are read behind the talk, which `lines` is a copy of
        for each in messages[shared:]:
            read.add(each)
        if said := tuple(read.lines[before:]):
            branches.append(Branch(places[shared], said))
    configured = get_map(get_map(thread.about.get("config")).get("configurable"))
    name = text(configured.get("thread_id")) or text(thread.about.get("thread_id"))
    title = make_title(lines, name or Path(source.name).stem)
    return Talk(
        name or key, "LangChain", "langchain", source.name, title, read.list_speakers(), lines,
        warnings=left_out(read.left_out), branches=branches, began=moment(thread.about.get("created_at")),
    )  # fmt: skip


class _Reader:
    """Messages that are read one by one."""

    def __init__(self, times: Mapping[str, datetime]) -> None:
        self.lines: list[Said] = []
        self.left_out: Counter[str] = Counter()
        self._times = times
        self._told: list[str] = []
        self._speakers: dict[str, Speaker] = {}
        self._tools: dict[str, str] = {}

    def list_speakers(self) -> list[Speaker]:
        """Return who speaks; the models were told what the first messages of the system say."""
        told = "\n\n".join(self._told)
        return [each._replace(told=told) if each.kind == "voice" else each for each in self._speakers.values()]

    def add(self, value: Any) -> int:
        """Take in a message; gives how many lines there are then."""
        message = _parse_message(value)
        if message is None:
            self.left_out[text(get_map(value).get("type")) or "?"] += 1
        else:
            self._add_message(message)
        return len(self.lines)

    def _add_message(self, message: _Message) -> None:
        kind, data = message
        content = get_content_of(data.get("content"))
        self.left_out.update(content.others)
        about = get_map(data.get("response_metadata"))
        at = moment(about.get("created_at") or about.get("created")) or self._times.get(text(data.get("id")))
        words = content.text.strip()
        if kind == "system":
            if not self.lines:  # before all lines: what the models were told
                self._told.append(words)
            elif words:
                self.lines.append(Said("", words, at, name="System", kind="system"))
        elif kind == "tool":
            tool = text(data.get("name")) or self._tools.get(text(data.get("tool_call_id")), "")
            self.lines.append(make_note(tool, words, at))
        elif kind != "remove":  # an order to LangGraph: it takes a message out of the state
            self._add_line(kind, data, at)

    def _add_line(self, kind: str, data: Mapping[str, Any], at: datetime | None) -> None:
        content, more = get_content_of(data.get("content")), get_map(data.get("additional_kwargs"))
        about = get_map(data.get("response_metadata"))
        named = text(data.get("name")) or (text(data.get("role")) if kind == "chat" else "")
        name = named or {"human": "User", "ai": "Assistant"}.get(kind, "Chat")
        reasoned = text(more.get("reasoning_content"))
        thoughts = content.thoughts or ((reasoned,) if reasoned.strip() else ())
        words = content.text.strip() or ", ".join(f"[{each}]" for each in content.others)
        # What stands in the content is in `tool_calls` too.
        listed = get_list(data.get("tool_calls")) or get_list(more.get("tool_calls"))
        calls = [call_of(get_map(each)) for each in listed] or list(content.calls)
        if words or thoughts:
            # Programs give an agent the lines of others as a human's, with their names.
            known: Any = "voice" if kind == "ai" else "person" if kind == "human" and not named else ""
            self._speakers.setdefault(name, Speaker(name, name, known))
            model = text(about.get("model_name")) or text(about.get("model"))
            usage = counted(data.get("usage_metadata"), sent="input_tokens", got="output_tokens")
            self.lines.append(Said(name, words, at, thoughts, model, usage))
        for call in calls:
            self._tools[call.id] = call.name
            self.lines.append(called(call.name, call.arguments, name, at))


LANGCHAIN = Importer(
    "langchain", Localised(en="LangChain and LangGraph", de="LangChain und LangGraph"), _recognises, talks=_talks
)
