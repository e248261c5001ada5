"""What the Messages API refuses: the rules that the strict server goes by."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

NEW_VERSION = "2026-10-21"
VERSIONS = {"2023-06-01", NEW_VERSION}
SAMPLING = ("temperature", "top_p", "top_k")
SAMPLED_MODELS = {"claude-sonnet-4-6", "claude-haiku-4-5"}
THINKING = {
    "claude-haiku-5-5": {"adaptive", "disabled"},
    "claude-sonnet-5-5": {"adaptive", "between_tools"},
    "claude-opus-5-5": {"adaptive"},
    "claude-fable-5-1": {"adaptive"},
    "claude-sonnet-4-6": {"adaptive", "disabled", "enabled"},
    "claude-haiku-4-5": {"disabled", "enabled"},
}
FIELDS = {
    "model", "max_tokens", "messages", "system", "stream", "stop_sequences", "tools", "tool_choice", "thinking",
    "output_config", "metadata", "cache_control", "service_tier", *SAMPLING,
}  # fmt: skip
OPEN_KEYWORDS = {"minimum", "maximum", "minLength", "maxLength", "multipleOf", "pattern", "uniqueItems", "maxItems"}
TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "boolean": bool,
    "null": type(None),
}  # fmt: skip


ID = re.compile(r"^[a-zA-Z0-9_-]{1,64}$")
RESULT_FIELDS = {"type", "tool_use_id", "content", "is_error", "cache_control"}


class RefusedError(Exception):
    """A request that the API answers with an error."""

    def __init__(self, message: str, status: int = 400, kind: str = "invalid_request_error") -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.kind = kind


def demand(right: object, message: str) -> None:
    """Refuse unless `right`."""
    if not right:
        raise RefusedError(message)


def check(body: Mapping[str, Any], version: str) -> None:
    """Raise `RefusedError` for the first rule that the request breaks."""
    demand(version in VERSIONS, f"anthropic-version: '{version}' is not a valid version")
    for field in body:
        demand(field in FIELDS, f"{field}: Extra inputs are not permitted")
    model = str(body.get("model", ""))
    if model not in THINKING:
        raise RefusedError(f"model: {model}", 404, "not_found_error")
    demand(isinstance(body.get("max_tokens"), int) and body["max_tokens"] >= 1, "max_tokens: must be at least 1")
    for field in SAMPLING:
        if field in body:
            demand(version != NEW_VERSION, f"{field}: not supported in API version {NEW_VERSION}")
            demand(model in SAMPLED_MODELS, f"{field}: deprecated for this model")
    thinking = body.get("thinking", {}).get("type")
    demand(thinking in {None, *THINKING[model]}, f'"thinking.type.{thinking}" is not supported for this model')
    for mark in body.get("stop_sequences", []):
        demand(mark.strip(), "stop_sequences: each stop sequence must contain non-whitespace")
    tools = _check_tools(body)
    _check_system(body.get("system", []))
    _check_messages(body.get("messages"), tools)
    marks = sum("cache_control" in block for block in blocks(body))
    demand(marks <= 4, f"A maximum of 4 blocks with cache_control may be provided. Found {marks}.")
    form = body.get("output_config", {}).get("format")
    if form:
        demand(form.get("type") == "json_schema", "output_config.format.type: must be json_schema")
        _check_schema(form.get("schema"), "output_config.format.schema")


def blocks(body: Mapping[str, Any]) -> list[dict[str, Any]]:
    """All that is cached, in its order: tools, system, messages."""
    system = body.get("system", [])
    if isinstance(system, str):
        system = [{"type": "text", "text": system}]
    found = [*body.get("tools", []), *system]
    for message in body.get("messages", []):
        content = message["content"]
        if isinstance(content, str):
            content = [{"type": "text", "text": content}]
        found += [{"role": message["role"], **block} for block in content]
    return found


def _check_tools(body: Mapping[str, Any]) -> dict[str, Any]:
    tools: dict[str, Any] = {}
    for tool in body.get("tools", []):
        demand(tool.get("name") not in tools, "tools: Tool names must be unique.")
        demand(isinstance(tool.get("input_schema"), dict), "tools: input_schema: Field required")
        demand(tool["input_schema"].get("type") == "object", "tools: input_schema.type: must be 'object'")
        tools[tool["name"]] = tool["input_schema"]
    choice = body.get("tool_choice", {}).get("type", "auto")
    demand(choice not in {"any", "tool"}, "tool_choice: forcing the use of a tool is not supported for this model")
    demand("tool_choice" not in body or tools, "tool_choice may only be specified while providing tools")
    return tools


def _check_text(block: Mapping[str, Any], where: str) -> None:
    demand(block.get("type") != "text" or block.get("text"), f"{where}: text content blocks must be non-empty")
    demand(
        block.get("type") != "text" or block["text"].strip(),
        f"{where}: text content blocks must contain non-whitespace text",
    )


def _check_system(system: Any) -> None:
    for index, block in enumerate([] if isinstance(system, str) else system):
        demand(block.get("type") == "text", f"system.{index}.type: must be 'text'")
        _check_text(block, f"system.{index}")


def _check_messages(messages: Any, tools: Mapping[str, Any]) -> None:
    demand(isinstance(messages, list) and messages, "messages: at least one message is required")
    demand(messages[0].get("role") == "user", "messages: first message must use the 'user' role")
    open_calls: set[str] = set()
    ever: set[str] = set()
    before = ""
    for index, message in enumerate(messages):
        role, where = message.get("role"), f"messages.{index}"
        demand(role in {"user", "assistant"}, f"{where}.role: must be 'user' or 'assistant'")
        demand(role != before, f"{where}: roles must alternate between 'user' and 'assistant'")
        before = role
        content = message.get("content")
        demand(content, f"{where}: all messages must have non-empty content")
        if isinstance(content, str):
            demand(content.strip(), f"{where}: content must contain non-whitespace text")
            content = []
        answered = {block.get("tool_use_id") for block in content if block.get("type") == "tool_result"}
        demand(answered <= open_calls, f"{where}: unexpected `tool_use_id` found in `tool_result` blocks: {answered}")
        demand(
            open_calls <= answered,
            f"{where}: `tool_use` ids were found without `tool_result` blocks immediately after: {open_calls}",
        )
        open_calls = set()
        kinds = [block.get("type") for block in content]
        demand(
            "tool_result" not in kinds or role == "user",
            f"{where}: `tool_result` blocks can only be in `user` messages",
        )
        results = kinds.count("tool_result")
        demand(
            kinds[:results] == ["tool_result"] * results,
            f"{where}: `tool_result` blocks must come before any other block of their message",
        )
        demand(len(answered) == results, f"{where}: each tool_use must have a single result")
        for number, block in enumerate(content):
            _check_text(block, f"{where}.content.{number}")
            if block.get("type") == "tool_result":
                _check_result(block, f"{where}.content.{number}")
            if block.get("type") == "tool_use":
                demand(ID.fullmatch(block["id"]), f"{where}: tool_use.id: String should match pattern '{ID.pattern}'")
                demand(block["id"] not in ever, f"{where}: `tool_use` ids must be unique")
                ever.add(block["id"])
                demand(role == "assistant", f"{where}: `tool_use` blocks can only be in `assistant` messages")
                demand(block["name"] in tools, f"{where}: there is no tool '{block['name']}'")
                fault = misfit(block.get("input"), tools[block["name"]])
                demand(not fault, f"{where}: input of '{block['name']}': {fault}")
                open_calls.add(block["id"])
    demand(
        before == "user",
        "This model does not support assistant message prefill. The conversation must end with a user message.",
    )


def _check_result(block: Mapping[str, Any], where: str) -> None:
    demand(set(block) <= RESULT_FIELDS, f"{where}: Extra inputs are not permitted")
    demand(isinstance(block.get("content"), str) and block["content"].strip(), f"{where}.content: must be a text")
    demand(isinstance(block.get("is_error", False), bool), f"{where}.is_error: Input should be a valid boolean")


def _check_schema(schema: Any, where: str) -> None:
    demand(isinstance(schema, dict), f"{where}: must be an object")
    for keyword in OPEN_KEYWORDS & set(schema):
        raise RefusedError(f"{where}: property '{keyword}' is not supported")
    if schema.get("type") == "object":
        demand(
            schema.get("additionalProperties") is False,
            f"{where}: For 'object' type, 'additionalProperties' must be explicitly set to false",
        )
    for name, part in schema.get("properties", {}).items():
        _check_schema(part, f"{where}.{name}")
    if "items" in schema:
        _check_schema(schema["items"], f"{where}.items")
    for part in schema.get("anyOf", []):
        _check_schema(part, f"{where}.anyOf")


def misfit(value: Any, schema: Mapping[str, Any]) -> str:
    """Why `value` does not fit the schema; empty where it does. Knows the keywords that tools use."""
    kind = schema.get("type")
    if kind and (not isinstance(value, TYPES[kind]) or (isinstance(value, bool) and kind in {"integer", "number"})):
        return f"is not of type {kind}"
    if "enum" in schema and value not in schema["enum"]:
        return f"is not one of {schema['enum']}"
    if isinstance(value, str) and not schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value)):
        return "is too short or too long"
    if kind in {"integer", "number"} and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        return "is out of bounds"
    if isinstance(value, list) and len(value) > schema.get("maxItems", len(value)):
        return "has too many items"
    if isinstance(value, dict):
        known = schema.get("properties", {})
        for name in schema.get("required", []):
            if name not in value:
                return f"'{name}' is missing"
        for name, part in value.items():
            if name not in known:
                if schema.get("additionalProperties") is False:
                    return f"'{name}' is not known"
            elif fault := misfit(part, known[name]):
                return f"'{name}' {fault}"
    if isinstance(value, list) and "items" in schema:
        for part in value:
            if fault := misfit(part, schema["items"]):
                return f"an item {fault}"
    return ""


def instance(schema: Mapping[str, Any]) -> Any:
    """The plainest value that fits the schema."""
    if "enum" in schema:
        return schema["enum"][0]
    if "anyOf" in schema:
        return instance(schema["anyOf"][0])
    match schema.get("type"):
        case "object":
            return {name: instance(part) for name, part in schema.get("properties", {}).items()}
        case "array":
            return [instance(schema["items"])] if schema.get("minItems") else []
        case "integer" | "number":
            return 0
        case "boolean":
            return False
        case "null":
            return None
    return "As agreed."
