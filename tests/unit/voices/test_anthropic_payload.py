from __future__ import annotations

import json
from typing import Any

import pytest

from parley.core.voices.anthropic.models import find_model, model_of
from parley.core.voices.anthropic.payload import THINKING_ROOM, Terms, build_payload
from parley.core.voices.base import Payload, Request, Tool
from parley.core.voices.remote.pieces import adapt_schema, temperature_as
from tests.entries_by_hand import Talk
from tests.strict_rules import NEW_VERSION, check

HAIKU = Terms(model_of("claude-haiku-5-5"))
LOCAL = Terms(model_of("qwen3:4b"), sampling=True)
VOTE = Tool("vote", "Vote.", {"type": "object", "properties": {"for": {"type": "string"}}, "required": ["for"]})


def texts(payload: Payload) -> list[tuple[str, list[str]]]:
    return [(message["role"], [block["text"] for block in message["content"]]) for message in payload.body["messages"]]


def marks(payload: Payload) -> list[str]:
    return [
        block["text"]
        for message in payload.body["messages"]
        for block in message["content"]
        if "cache_control" in block
    ]


def talk_of(*lines: tuple[str, str]) -> Talk:
    talk = Talk()
    for speaker, text in lines:
        talk.say(speaker, text)
    return talk


def strictly(request: Request, terms: Terms = HAIKU) -> Payload:
    payload = build_payload(request, terms)
    if terms.model.claude:
        check(json.loads(json.dumps(payload.body)), NEW_VERSION)
    return payload


def test_the_direction_is_the_last_block_of_the_last_user_message() -> None:
    payload = strictly(talk_of(("boss", "Where are we?"), ("analyst", "At 62%.")).request("boss", "Be brief."))
    premise = payload.body["messages"][0]["content"][0]["text"]
    assert texts(payload) == [
        ("user", [premise]),
        ("assistant", ["Where are we?"]),
        ("user", ["Analyst: At 62%.", "Be brief."]),
    ]
    assert payload.items[-1].role == "direction"
    # Behind a line of one's own it is a message of its own.
    payload = strictly(talk_of(("boss", "Where are we?")).request("boss", "Go on."))
    assert texts(payload)[-2:] == [("assistant", ["Where are we?"]), ("user", ["Go on."])]


@pytest.mark.parametrize("speaker", ["boss", "analyst"])
def test_without_a_direction_there_is_neither_a_prefill_nor_an_empty_block(speaker: str) -> None:
    payload = strictly(talk_of((speaker, "Hm.")).request("boss", "  "))
    assert texts(payload)[-1] == (("user", ["Your turn."]) if speaker == "boss" else ("user", texts(payload)[-1][1]))


def test_blank_lines_are_left_out_and_roles_still_alternate() -> None:
    payload = strictly(talk_of(("analyst", "One."), ("boss", "  "), ("writer", "Two."), ("boss", "")).request("boss"))
    assert [role for role, _ in texts(payload)] == ["user"]
    assert texts(payload)[0][1][1:] == ["Analyst: One.", "Writer: Two.", "One short line."]


def test_the_cache_ends_at_the_last_witnessed_block_and_where_the_last_call_ended() -> None:
    talk = talk_of(("analyst", "One."), ("boss", "Two."), ("writer", "Three."), ("hustler", "Four."))
    payload = strictly(talk.request("boss"))
    assert marks(payload) == ["Analyst: One.", "Hustler: Four."]
    assert payload.body["system"][0]["cache_control"] == {"type": "ephemeral"}


def test_temperature_is_a_parameter_where_sampling_is_taken_and_else_said_in_words() -> None:
    talk = talk_of()
    cool, hot = (strictly(talk.request(temperature=temperature)) for temperature in (0.3, 1.2))
    assert "temperature" not in cool.body
    assert "precise and dry" in cool.body["system"][0]["text"]
    assert "playful" in hot.body["system"][0]["text"]
    assert temperature_as(talk.request(), HAIKU) == "words"
    local = strictly(talk.request(temperature=1.2), LOCAL)
    assert local.body["temperature"] == 1.2
    assert "playful" not in local.body["system"][0]["text"]
    assert temperature_as(talk.request(), LOCAL) == "sampling"


def test_a_task_is_the_system_prompt_and_else_the_members_own_temperature_wins() -> None:
    terms, talk = Terms(LOCAL.model, sampling=True, temperature=0.1), talk_of()
    task = talk.request(temperature=0.9, purpose="distillation", task="Sum up.")
    assert strictly(talk.request(temperature=0.9), terms).body["temperature"] == 0.1
    assert strictly(task, terms).body["temperature"] == 0.9
    assert strictly(task).body["system"][0]["text"] == "Sum up."
    assert temperature_as(task, HAIKU) == ""


@pytest.mark.parametrize(
    ("model", "thinking", "effort"),
    [
        ("claude-haiku-5-5", {"type": "disabled"}, None),
        ("claude-sonnet-5-5", {"type": "between_tools"}, None),
        ("claude-opus-5-5", None, "low"),
        ("claude-haiku-4-5-20251001", None, None),
        ("qwen3:4b", None, None),
    ],
)
def test_thinking_is_as_little_as_the_model_takes(model: str, thinking: Any, effort: str | None) -> None:
    body = build_payload(talk_of().request(max_tokens=100), Terms(model_of(model))).body
    assert body.get("thinking") == thinking
    assert body.get("output_config", {}).get("effort") == effort
    assert body["max_tokens"] == 100 + (THINKING_ROOM if effort else 0)


def test_a_schema_becomes_structured_output_and_its_bounds_words() -> None:
    schema = {
        "type": "object",
        "properties": {
            "lines": {"type": "array", "items": {"type": "string", "maxLength": 80}, "minItems": 2},
            "mood": {"oneOf": [{"type": "number", "minimum": 0, "maximum": 1}, {"const": "none"}]},
        },
        "required": ["lines"],
    }
    form = strictly(talk_of().request(schema=schema)).body["output_config"]["format"]
    assert form["type"] == "json_schema"
    assert form["schema"]["additionalProperties"] is False
    assert form["schema"]["properties"]["lines"]["items"] == {"type": "string", "description": "(maxLength: 80)"}
    assert form["schema"]["properties"]["mood"]["anyOf"][1] == {"enum": ["none"]}
    assert schema["properties"]["lines"]["items"] == {"type": "string", "maxLength": 80}  # type: ignore[index]
    # A property may be called like a keyword.
    schema = {"type": "object", "properties": {"pattern": {"type": "string"}, "default": {"type": "string"}}}
    assert list(adapt_schema(schema)["properties"]) == ["pattern", "default"]
    # Without structured output it is asked for in words.
    payload = strictly(talk_of().request(schema={"type": "object"}), LOCAL)
    assert "output_config" not in payload.body
    assert '{"type": "object"}' in texts(payload)[-1][1][-1]


def test_tools_are_offered_and_never_forced() -> None:
    body = strictly(talk_of().request(tools=(VOTE,))).body
    assert body["tools"][0]["name"] == "vote"
    assert body["tool_choice"] == {"type": "auto"}
    assert "tool_choice" not in strictly(talk_of().request()).body


def test_blank_stop_sequences_go_only_to_servers_that_take_them() -> None:
    request = talk_of().request(stop=("\n", "END"))
    assert strictly(request).body["stop_sequences"] == ["END"]
    assert strictly(request, LOCAL).body["stop_sequences"] == ["\n", "END"]


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("claude-haiku-5-5-20261007", True),
        ("anthropic/claude-haiku-5-5", True),
        ("claude-haiku-5-5@20261007", True),
        ("claude-haiku-5-50", False),
        ("qwen3:4b", False),
    ],
)
def test_snapshots_and_gateways_names_are_known(name: str, found: bool) -> None:
    model = find_model(name)
    assert (model is not None) == found
    assert model_of(name).id == name
    assert model_of(name).priced == found
    newer = model_of("claude-haiku-7")
    assert newer.structured
    assert not newer.priced
