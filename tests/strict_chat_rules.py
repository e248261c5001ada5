"""What servers of chat completions refuse: the rules that the strict one goes by, and what a poor one lacks."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from tests.strict_rules import RefusedError, demand, misfit

FIELDS = {
    "model", "messages", "max_tokens", "max_completion_tokens", "stream", "stream_options", "temperature", "stop",
    "seed", "tools", "tool_choice", "response_format",
}  # fmt: skip
ID = re.compile(r"^[a-zA-Z0-9_-]{1,40}$")
OPEN_KEYWORDS = {"minLength", "maxLength", "minimum", "maximum", "pattern", "default", "maxItems", "const", "oneOf"}
"""Keywords that a strict schema may not have."""

LACKED: Mapping[str, tuple[str, str]] = {
    "tools": ("tools", "registry.ollama.ai/library/small-talker does not support tools"),
    "schema": ("response_format", "'response_format.type' must be 'text'"),
    "usage": ("stream_options", "Unrecognized request argument supplied: stream_options"),
    "sampling": ("temperature", "Unsupported value: 'temperature' does not support 0.6 with this model."),
    "stop": ("stop", "Unsupported parameter: 'stop' is not supported with this model."),
    "seed": ("seed", "body.seed: Extra inputs are not permitted"),
    "max_tokens": (
        "max_tokens",
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    ),
}
"""What a server may lack: the field that it then refuses, in these words. Besides: "system", "after_tool", "strict"."""


def check(body: Mapping[str, Any], lacks: Collection[str], models: Sequence[str]) -> None:
    """Raise `RefusedError` for the first rule that the request breaks."""
    for field in body:
        demand(field in FIELDS, f"Unrecognized request argument supplied: {field}")
    for name in lacks:
        if name in LACKED:
            field, words = LACKED[name]
            demand(field not in body, words)
    if body.get("model") not in models:
        raise RefusedError(f"The model '{body.get('model')}' does not exist", 404, "model_not_found")
    demand("max_tokens" in body or "max_completion_tokens" in body, "max_tokens: Field required")
    demand(len(body.get("stop", [])) <= 4, "'stop': at most 4 sequences")
    demand("stream_options" not in body or body.get("stream"), "'stream_options' is only allowed when 'stream' is on")
    _check_messages(body["messages"], _check_tools(body), lacks)
    if form := body.get("response_format"):
        demand(form.get("type") == "json_schema", "response_format.type: must be json_schema")
        demand(re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", form["json_schema"].get("name", "")), "response_format: name")
        if form["json_schema"].get("strict"):
            demand("strict" not in lacks, "Invalid schema for response_format 'reply'")
            _check_strict(form["json_schema"]["schema"], ())


def _check_tools(body: Mapping[str, Any]) -> dict[str, Any]:
    demand("tools" not in body or body["tools"], "[] is too short - 'tools'")
    tools: dict[str, Any] = {}
    for tool in body.get("tools", []):
        demand(tool.get("type") == "function", "tools.type: must be 'function'")
        function = tool["function"]
        demand(function["name"] not in tools, "tools: names must be unique")
        demand(function["parameters"].get("type") == "object", "tools: parameters must be an object")
        tools[function["name"]] = function["parameters"]
    return tools


def _check_messages(messages: Any, tools: Mapping[str, Any], lacks: Collection[str]) -> None:
    demand(isinstance(messages, list) and messages, "[] is too short - 'messages'")
    ever: set[str] = set()
    waiting: set[str] = set()
    before = ""
    for index, message in enumerate(messages):
        role, where = message.get("role"), f"messages.[{index}]"
        demand(role in {"system", "user", "assistant", "tool"}, f"{where}.role: '{role}' is not known")
        demand(role != "system" or index == 0, f"{where}: a system message stands first")
        demand(role != "system" or "system" not in lacks, "System role not supported")
        demand(role != before or role == "tool", "Conversation roles must alternate user/assistant/user/assistant/...")
        demand(before not in {"", "system"} or role in {"user", "system"}, f"{where}: after the system comes the user")
        if role == "tool":
            call = message.get("tool_call_id")
            demand(
                call in waiting,
                f"{where}: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'",
            )
            waiting.discard(call)
            demand(isinstance(message.get("content"), str) and message["content"].strip(), f"{where}.content: is empty")
        else:
            demand(
                not waiting,
                f"An assistant message with 'tool_calls' must be followed by tool messages. Missing: {waiting}",
            )
            calls = message.get("tool_calls")
            demand(calls is None or (role == "assistant" and calls), f"{where}.tool_calls: not here")
            content = message.get("content")
            demand(
                (isinstance(content, str) and content.strip()) or (content is None and calls), f"{where}: no content"
            )
            waiting = {_check_call(call, tools, ever, where) for call in calls or []}
        demand(
            not (before == "tool" and role == "user" and "after_tool" in lacks),
            "Unexpected role 'user' after role 'tool'",
        )
        before = role
    demand(before in {"user", "tool"}, "Expected last role User or Tool for serving")
    demand(not waiting, f"tool calls without results: {waiting}")


def _check_call(call: Mapping[str, Any], tools: Mapping[str, Any], ever: set[str], where: str) -> str:
    demand(call.get("type") == "function" and ID.fullmatch(call["id"]), f"{where}: tool_calls.id: {call.get('id')}")
    demand(call["id"] not in ever, f"{where}: duplicate tool call id")
    ever.add(call["id"])
    name, arguments = call["function"]["name"], json.loads(call["function"]["arguments"])
    demand(name in tools, f"{where}: there is no tool '{name}'")
    fault = misfit(arguments, tools[name])
    demand(not fault, f"{where}: arguments of '{name}': {fault}")
    return str(call["id"])


def _check_strict(schema: Mapping[str, Any], where: tuple[str, ...]) -> None:
    told = f"Invalid schema for response_format 'reply': In context={where}, "
    demand(where or schema.get("type") == "object", told + "schema must be of type object")
    for keyword in OPEN_KEYWORDS & set(schema):
        raise RefusedError(told + f"'{keyword}' is not permitted")
    if schema.get("type") == "object":
        demand(schema.get("additionalProperties") is False, told + "'additionalProperties' is required to be false")
        properties = schema.get("properties", {})
        demand(
            set(schema.get("required", [])) == set(properties),
            told + "'required' is required to be supplied and to include every key in properties",
        )
        for name, part in properties.items():
            _check_strict(part, (*where, name))
    if "items" in schema:
        _check_strict(schema["items"], (*where, "items"))
    for part in schema.get("anyOf", []):
        _check_strict(part, (*where, "anyOf"))
