"""AutoGen from version 0.4 on: the saved state of a team or of an agent, the result of a task, and lists of messages.

Of a team the manager's thread is what was said, each message once; an agent's own context is read where there is no
more than that.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

from parley.core.formats import Localised
from parley.core.importing.moments import moment
from parley.core.importing.parts import call_of, counted, get_content_of, get_list, get_map, get_text, text
from parley.core.importing.reading import Importer, Source
from parley.core.importing.talk import Said, Speaker, Talk, called, describe_end, left_out, make_note, make_title

SPOKEN = ("TextMessage", "MultiModalMessage", "HandoffMessage", "ToolCallSummaryMessage", "StopMessage",
          "StructuredMessage")  # fmt: skip
CONTEXT = ("SystemMessage", "UserMessage", "AssistantMessage", "FunctionExecutionResultMessage")
"""Messages as an agent's own model context has them."""
SILENT = ("UserInputRequestedEvent", "ModelClientStreamingChunkEvent", "SelectSpeakerEvent", "SelectorEvent")
PERSON = "user"
"""What whoever gives the task goes by."""
LOOKED_AT = 20


def _recognises(source: Source) -> bool:
    return any(next(_iterate_threads(value), None) is not None for _, value in source.values[:LOOKED_AT])


def _is_message(value: object) -> bool:
    found = get_map(value)
    kind = text(found.get("type"))
    if kind in CONTEXT:
        return True
    known = kind.split("[")[0] in SPOKEN or kind in SILENT or kind.endswith(("Event", "Message"))
    return known and "source" in found and "content" in found


def _iterate_threads(value: Any) -> Iterator[tuple[str, Sequence[Any]]]:
    """Yield the threads in a value, each with what it is called."""
    found = get_map(value)
    if messages := _extract_messages(value) or _extract_messages(found.get("messages")):
        yield "", messages
    elif "agent_states" in found:
        states = get_map(found["agent_states"])
        inner = {str(name).split("/")[0]: get_map(state) for name, state in states.items()}  # "name/id of the team"
        threads = [
            (name, thread)
            for name, state in inner.items()
            if (thread := _extract_messages(state.get("message_thread")))
        ]
        # A team within a team has a thread of its own, which is also in the outer one's.
        if threads:
            yield max(threads, key=lambda each: len(each[1]))
            return
        yield from ((name, thread) for name, state in inner.items() if (thread := _extract_context_messages(state)))
    elif thread := _extract_context_messages(found):
        yield "", thread


def _extract_messages(value: object) -> Sequence[Any]:
    found = get_list(value)
    return found if found and any(_is_message(each) for each in found[:LOOKED_AT]) else ()


def _extract_context_messages(state: Mapping[str, Any]) -> Sequence[Any]:
    state = get_map(state.get("agent_state")) or state
    return _extract_messages(get_map(state.get("llm_context")).get("messages"))


def _talks(source: Source) -> list[Talk]:
    found = []
    for number, value in source.values:
        for place, (name, messages) in enumerate(_iterate_threads(value), 1):
            found.append(_build_talk(f"{number}-{place}", name, messages, value, source))
    return found


def _build_talk(key: str, name: str, messages: Sequence[Any], value: Any, source: Source) -> Talk:
    thread = _Thread()
    for message in map(get_map, messages):
        thread.add(message)
    title = make_title(thread.lines, name or source.name)
    talk = Talk(
        key, "AutoGen", "autogen", source.name, title, thread.list_speakers(), thread.lines,
        warnings=left_out(thread.left_out),
    )  # fmt: skip
    if why := text(get_map(value).get("stop_reason")):
        talk.ending = describe_end(why)
    return talk


class _Thread:
    """A thread that is read message by message."""

    def __init__(self) -> None:
        self.lines: list[Said] = []
        self.left_out: Counter[str] = Counter()
        self._kinds: dict[str, Literal["person", "voice", ""]] = {}
        self._told: list[str] = []
        self._own = ""
        self._thoughts: dict[str, list[str]] = {}

    def list_speakers(self) -> list[Speaker]:
        """Return who speaks. What an agent's context begins with was told to that agent."""
        told = "\n\n".join(self._told)
        return [
            Speaker(by, "User" if by == PERSON else by, kind, told if by == self._own else "")
            for by, kind in self._kinds.items()
        ]

    def add(self, message: Mapping[str, Any]) -> None:
        """Take in a message."""
        kind, by = text(message.get("type")).split("[")[0], text(message.get("source"))
        at, content = moment(message.get("created_at")), message.get("content")
        if by:
            self._note_speaker_kind(by, kind, message)
        if kind == "SystemMessage":
            self._told.append(text(content))
        elif kind == "ThoughtEvent":
            self._thoughts.setdefault(by, []).append(text(content))
        elif kind in ("ToolCallRequestEvent", "AssistantMessage") and isinstance(content, list):
            self.lines += [called(call.name, call.arguments, by, at) for call in map(call_of, map(get_map, content))]
        elif kind in ("ToolCallExecutionEvent", "FunctionExecutionResultMessage"):
            results = map(get_map, get_list(content))
            self.lines += [make_note(text(one.get("name")), get_text(one.get("content")), at) for one in results]
        elif kind in (*SPOKEN, *CONTEXT) and by:
            self._add_spoken_line(by, content, message, at)
        elif kind not in SILENT:
            self.left_out[kind or "?"] += 1

    def _note_speaker_kind(self, by: str, kind: str, message: Mapping[str, Any]) -> None:
        """Note what is known of a speaker: whom a model has spoken for, and whose words were waited for."""
        if message.get("models_usage") is not None or kind == "AssistantMessage" or kind.startswith("ToolCall"):
            self._kinds[by] = "voice"
        elif kind == "UserInputRequestedEvent":
            self._kinds[by] = "person"
        else:
            self._kinds.setdefault(by, "person" if by == PERSON else "")  # a model that has spoken stays one
        if kind == "AssistantMessage":
            self._own = by  # only who has the context answers in it as the assistant

    def _add_spoken_line(self, by: str, content: object, message: Mapping[str, Any], at: datetime | None) -> None:
        read = get_content_of(json.dumps(content, ensure_ascii=False) if isinstance(content, dict) else content)
        self.left_out.update(read.others)
        words = read.text.strip() or ", ".join(f"[{each}]" for each in read.others)  # a picture alone is a line as well
        thoughts = [*self._thoughts.pop(by, ()), text(message.get("thought"))]  # some came as events before it
        usage = counted(message.get("models_usage"), sent="prompt_tokens", got="completion_tokens")
        if words:
            self.lines.append(Said(by, words, at, tuple(each for each in thoughts if each.strip()), usage=usage))


AUTOGEN = Importer("autogen", Localised(en="AutoGen", de="AutoGen"), _recognises, talks=_talks)
