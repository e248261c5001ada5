"""Chat messages by role (system, user, assistant, tool), as OpenAI, inspect and many others have them, made into lines.

Whoever has the role `user` and no name is a person; with a name it is not known what they are: programs give other
agents' lines to a model in that role.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from parley.core.importing.moments import moment
from parley.core.importing.parts import Content, call_of, get_content_of, get_list, get_map, text
from parley.core.importing.talk import Said, Speaker, called, make_note
from parley.core.log.events.turn import Usage

TOLD = ("system", "developer")
ROLES = frozenset({*TOLD, "user", "assistant", "tool", "function", "model", "human", "ai"})
NOTHING = Usage()
_AS = {"human": "user", "ai": "assistant", "model": "assistant", "function": "tool"}  # model: Gemini's


def is_message(value: object) -> bool:
    """Return whether something is a message with a role."""
    found = get_map(value)
    return text(found.get("role")) in ROLES and any(
        key in found for key in ("content", "parts", "tool_calls", "function_call", "refusal")
    )


class Messages:
    """A talk that is read message by message. `left_out` counts what no line can hold, by its kind."""

    def __init__(self, person: str = "User", model: str = "Assistant") -> None:
        """`person` and `model` are what the two are called where messages name nobody."""
        self.lines: list[Said] = []
        self.left_out: Counter[str] = Counter()
        self._unnamed = {"user": person, "assistant": model}
        self._kinds: dict[str, tuple[str, str]] = {}
        self._told: list[str] = []
        self._tools: dict[str, str] = {}

    @property
    def speakers(self) -> list[Speaker]:
        """Who speaks; the models were told what stood before all as the system's message."""
        told = "\n\n".join(self._told)
        return [
            Speaker(key, name, kind, told if kind == "voice" else "")  # type: ignore[arg-type]
            for key, (name, kind) in self._kinds.items()
        ]

    def add(
        self, message: Mapping[str, Any], *, name: str = "", said: str | None = None, at: datetime | None = None,
        model: str = "", usage: Usage = NOTHING,
    ) -> None:  # fmt: skip
        """Take in a message; `name`, `said`, `at`, `model` are what is known of it from elsewhere."""
        role = _AS.get(text(message.get("role")), text(message.get("role")))
        at = at or moment(message.get("created_at", message.get("timestamp", message.get("created"))))
        content = get_content_of(message.get("content", message.get("parts")))
        self.left_out.update(content.others)
        words = (content.text if said is None else said).strip()
        name = name or text(message.get("name"))
        if role in TOLD:
            self._add_system_message(words, at)
        elif role == "tool":
            self._add_tool_answer(message, words, content, at)
        elif role in self._unnamed:
            model = model or text(message.get("model"))
            self._add_line(role, name, words, content, message, at, model, usage)
        elif role:
            self.left_out[role] += 1

    def _add_system_message(self, words: str, at: datetime | None) -> None:
        if not words:
            return
        if self.lines:
            self.lines.append(Said("", words, at, name="System", kind="system"))
        else:
            self._told.append(words)

    def _add_tool_answer(self, message: Mapping[str, Any], words: str, content: Content, at: datetime | None) -> None:
        tool = text(message.get("name")) or text(message.get("function"))
        tool = tool or self._tools.get(text(message.get("tool_call_id")), "")
        fault = message.get("error")
        words = words or "\n".join(result for _, result in content.results)
        words = words or text(get_map(fault).get("message")) or text(fault)
        self.lines.append(make_note(tool, words, at))

    def _add_line(
        self, role: str, name: str, words: str, content: Content, message: Mapping[str, Any], at: datetime | None,
        model: str, usage: Usage,
    ) -> None:  # fmt: skip
        key, shown = name or role, name or self._unnamed[role]
        calls = [*content.calls, *(call_of(get_map(one)) for one in get_list(message.get("tool_calls")))]
        if function := get_map(message.get("function_call")):  # OpenAI's form before `tool_calls`
            calls.append(call_of(function))
        reasoned = text(message.get("reasoning_content")) or text(message.get("reasoning"))
        thoughts = content.thoughts or ((reasoned,) if reasoned.strip() else ())
        words = words or text(message.get("refusal")).strip()  # a model's "no" stands beside an empty content
        if not words and content.others:
            words = ", ".join(f"[{kind}]" for kind in content.others)
        for tool, result in content.results:
            # Anthropic has what a tool gave in the user's role.
            self.lines.append(make_note(self._tools.get(tool, tool), result, at))
        if words or thoughts:
            kind = "voice" if role == "assistant" else "" if name else "person"
            if self._kinds.get(key, ("", ""))[1] != "voice":  # whom a model has spoken for once is no person later
                self._kinds[key] = (shown, kind)
            self.lines.append(Said(key, words, at, thoughts, model if role == "assistant" else "", usage))
        for call in calls:  # behind the words: they are said before the tool answers
            self._tools[call.id] = call.name
            self.lines.append(called(call.name, call.arguments, shown, at))
