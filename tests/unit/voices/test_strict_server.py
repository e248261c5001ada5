"""The strict server is a measure for others, so it is measured too."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.strict_cache import PromptCache
from tests.strict_rules import NEW_VERSION, RefusedError, check, instance, misfit

SCHEMA = {
    "type": "object",
    "properties": {"for": {"type": "string"}},
    "required": ["for"],
    "additionalProperties": False,
}
TOOL = {"name": "vote", "description": "Vote.", "input_schema": SCHEMA}
USE = {"type": "tool_use", "id": "a", "name": "vote", "input": {"for": "boss"}}
RESULT = {"type": "tool_result", "tool_use_id": "a", "content": "ok"}


def text(words: str, **more: Any) -> dict[str, Any]:
    return {"type": "text", "text": words, **more}


def said(role: str, *content: Any) -> dict[str, Any]:
    return {"role": role, "content": list(content)}


def body(*messages: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "model": "claude-haiku-5-5", "max_tokens": 10, "messages": list(messages) or [said("user", text("Hi"))], **more
    }  # fmt: skip


def test_what_is_right_passes() -> None:
    check(body(), NEW_VERSION)
    check(body(said("user", text("Hi")), said("assistant", USE), said("user", RESULT), tools=[TOOL]), NEW_VERSION)
    check(body(model="claude-sonnet-4-6", temperature=0.5), "2023-06-01")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (body(temperature=1.0), "temperature"),
        (body(top_p=1.0), "top_p"),
        (body(top_k=1), "top_k"),
        (body(model="gpt"), "model: gpt"),
        (body(max_tokens=0), "max_tokens"),
        (body(extra=1), "Extra inputs"),
        (body(stop_sequences=["\n"]), "non-whitespace"),
        (body(thinking={"type": "between_tools"}), "between_tools"),
        (body(tools=[TOOL], tool_choice={"type": "any"}), "forcing"),
        (body(tools=[TOOL], tool_choice={"type": "tool", "name": "vote"}), "forcing"),
        (body(tool_choice={"type": "auto"}), "tool_choice"),
        (body(tools=[TOOL, TOOL]), "unique"),
        (body(system=[text("")]), "non-empty"),
        (body(said("user", text(""))), "non-empty"),
        (body(said("user", text(" \n"))), "non-whitespace"),
        (body(said("user")), "non-empty content"),
        (body(said("assistant", text("Hi")), said("user", text("Hi"))), "first message"),
        (body(said("user", text("Hi")), said("user", text("Hi"))), "alternate"),
        (body(said("user", text("Hi")), said("assistant", text("Well"))), "prefill"),
        (body(said("user", text("Hi")), said("assistant", USE), said("user", text("Hi")), tools=[TOOL]), "without"),
        (body(said("user", RESULT), tools=[TOOL]), "unexpected"),
        (body(said("user", text("Hi")), said("assistant", USE), said("user", RESULT)), "no tool 'vote'"),
        (
            body(said("user", text("Hi")), said("assistant", USE | {"input": {}}), said("user", RESULT), tools=[TOOL]),
            "'for' is missing",
        ),
        (body(said("user", *[text("Hi", cache_control={"type": "ephemeral"})] * 5)), "maximum of 4"),
        (body(output_config={"format": {"type": "json_schema", "schema": {"type": "object"}}}), "additionalProperties"),
        (
            body(output_config={"format": {"type": "json_schema", "schema": {"type": "integer", "minimum": 1}}}),
            "'minimum' is not supported",
        ),
    ],
)
def test_what_is_wrong_is_refused(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(RefusedError, match=message):
        check(wrong, NEW_VERSION)


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ({"for": "boss"}, ""),
        ({"for": 1}, "string"),
        ({}, "missing"),
        ({"for": "x", "by": 1}, "not known"),
        ([], "object"),
    ],
)
def test_values_are_held_against_their_schema(value: Any, fault: str) -> None:
    assert fault in misfit(value, SCHEMA)
    assert bool(fault) == bool(misfit(value, SCHEMA))
    assert not misfit(instance(SCHEMA), SCHEMA)


def test_the_cache_finds_what_came_before_a_breakpoint_and_nothing_else() -> None:
    mark = {"cache_control": {"type": "ephemeral"}}
    cache = PromptCache(minimum=10)
    first = body(said("user", text("a" * 400, **mark), text("b" * 40)))
    longer = body(said("user", text("a" * 400), text("b" * 40), text("c" * 80, **mark)))
    other = copy.deepcopy(longer)
    other["messages"][0]["content"][0]["text"] = "A" + "a" * 399
    prompts = [cache.count(each) for each in (first, first, longer, longer, other)]
    assert [(each.cache_read, each.cache_write, each.input) for each in prompts] == [
        (0, 100, 10),
        (100, 0, 10),
        (100, 30, 0),
        (130, 0, 0),
        (0, 130, 0),
    ]


def test_too_short_a_prefix_is_not_cached() -> None:
    cache = PromptCache(minimum=512)
    short = body(said("user", text("a" * 400, cache_control={"type": "ephemeral"})))
    assert [cache.count(short).cache_read for _ in range(2)] == [0, 0]
