"""Tool calls and their results on the wire: whatever stands in the log, what is sent is legal."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from parley.core.log.events.turn import TurnEnded
from parley.core.modes.story.events import ToolAnswered
from parley.core.modes.story.rules.tools import FORMS, NARRATIVE
from parley.core.modes.story.state import StoryState
from parley.core.perspective.perspective import Perspective
from parley.core.voices.anthropic.models import Model, model_of
from parley.core.voices.anthropic.payload import Terms, build_payload
from parley.core.voices.base import Payload, Request, Tool
from tests.entries_by_hand import voice_at
from tests.scripted_voices import begun, of_type, recorded, to_the_end
from tests.story_configs import a_story
from tests.strict_rules import NEW_VERSION, check
from tests.strict_server import CallTool, Say, StrictServer, plain_reply
from tests.tool_calling_voice import TERMS, call, view

TOOLS = tuple(FORMS[name] for name in NARRATIVE)


def sent(perspective: Perspective, terms: Terms = TERMS, tools: tuple[Tool, ...] = TOOLS) -> Payload:
    payload = build_payload(Request(perspective, "Go on.", tools=tools), terms)
    check(json.loads(json.dumps(payload.body)), NEW_VERSION)
    return payload


def kinds(payload: Payload) -> list[tuple[str, list[str]]]:
    return [(one["role"], [block["type"] for block in one["content"]]) for one in payload.body["messages"]]


def test_a_pair_is_a_call_and_right_behind_it_its_result() -> None:
    payload = sent(view("I go.", (call("start_dialogue", character_id="marta"),), "< You turn to Marta.", "Well?"))
    assert kinds(payload) == [
        ("user", ["text", "text"]),
        ("assistant", ["tool_use"]),
        ("user", ["tool_result"]),
        ("assistant", ["text"]),
        ("user", ["text", "text"]),
    ]
    use, result = payload.body["messages"][1]["content"][0], payload.body["messages"][2]["content"][0]
    assert use["id"] == result["tool_use_id"] == "one"
    assert use["input"] == {"character_id": "marta"}
    assert "is_error" not in result
    roles = [item.role for item in payload.items]
    assert roles == ["tools", "system", "user", "user", "tool_use", "tool_result", "assistant", "user", "direction"]
    assert payload.items[4].text == 'start_dialogue {"character_id": "marta"}'


def test_several_results_stand_together_and_errors_are_marked() -> None:
    calls = (call("start_dialogue", character_id="x", error=True), call("update_game_state", call_id="two", flag="f"))
    payload = sent(view("I go.", calls))
    assert kinds(payload)[1:] == [("assistant", ["tool_use"] * 2), ("user", ["tool_result", "tool_result", "text"])]
    first, second, _direction = payload.body["messages"][2]["content"]
    assert first["is_error"] is True
    assert "is_error" not in second
    assert {first["tool_use_id"], second["tool_use_id"]} == {"one", "two"}


def test_ids_that_came_twice_are_told_apart_and_made_fit() -> None:
    again = (call("update_game_state", call_id="a.b/ü", flag="f"),)
    payload = sent(view("I go.", again, again, "< Yes.", "And?", (call("update_game_state", call_id="", flag="g"),)))
    ids = [block["id"] for one in payload.body["messages"] for block in one["content"] if block["type"] == "tool_use"]
    assert ids == ["a_b__", "a_b___2", "call"]


@pytest.mark.parametrize(
    "made_up",
    [call("fly", to="moon"), call("start_dialogue"), call("start_dialogue", character_id=5), call("end_dialogue")],
)
def test_what_could_not_be_sent_is_told_in_words(made_up: ToolAnswered) -> None:
    alone = sent(view("I go.", (made_up,), "< Yes."))
    assert kinds(alone) == [("user", ["text"] * 3), ("assistant", ["text"]), ("user", ["text"])]
    assert f"You called {made_up.name}" in json.dumps(alone.body)
    beside = sent(view("I go.", (made_up, call("update_game_state", call_id="two", flag="f"))))
    assert kinds(beside)[2] == ("user", ["tool_result", "text", "text"])


def test_without_tools_the_pairs_are_left_out() -> None:
    pieces = view("I go.", (call("update_game_state", flag="f"),), "< Yes.", "And?")
    assert "tool_use" not in json.dumps(sent(pieces, tools=()).body)
    plain = Terms(Model.model_validate(model_of("claude-haiku-5-5").model_dump() | {"tools": False}))
    body = json.dumps(build_payload(Request(pieces, "Go on.", tools=TOOLS), plain).body)
    assert "tool_use" not in body
    assert "tool_result" not in body


def test_the_cache_is_read_before_ones_last_calls() -> None:
    calls = (call("start_dialogue", character_id="marta"), call("update_game_state", call_id="two", flag="f"))
    payload = sent(view("I go.", calls))
    marked = [block for one in payload.body["messages"] for block in one["content"] if "cache_control" in block]
    assert [block["type"] for block in marked] == ["text", "tool_result"]
    assert marked[0]["text"] == "You: I go."


@pytest.fixture
def server() -> Iterator[StrictServer]:
    with StrictServer(reply=_storyteller) as strict:
        yield strict


CALLS = {
    "I take the bread.": CallTool("update_game_state", {"items_gained": [{"item_name": "rye bread", "quantity": 1}]}),
    "I want the moon.": CallTool("update_game_state", {"location": "moon"}),
    "I would remember this.": CallTool("update_game_state", {"flag": "remembered"}),
    "I turn to Marta.": CallTool("start_dialogue", {"character_id": "marta"}),
    "How are you?": CallTool("update_relationship", {"trait": "trust", "change": 5}),
    "That is all I came for.": CallTool("end_dialogue", {}, text="Come back dry."),
}


def _storyteller(body: dict[str, Any]) -> Any:
    """Calls a tool for what was said last, once, then speaks."""
    last = body["messages"][-1]["content"]
    if not body.get("tools") or any(block["type"] == "tool_result" for block in last):
        return plain_reply(body)
    said = " ".join(block.get("text", "") for block in last)
    return next((answer for words, answer in CALLS.items() if f": {words}" in said), Say("The fog stands and waits."))


async def test_a_short_story_over_the_wire(server: StrictServer, tmp_path: Path) -> None:
    script = (
        "I take the bread.", "I want the moon.", "I would remember this.", "I turn to Marta.", "How are you?",
        "That is all I came for.",
    )  # fmt: skip
    config = a_story("ferry", concept="letter", script=script, turns=20, jester=0.0)
    voice = voice_at(server, "claude-haiku-5-5")
    run = begun(tmp_path / "run.jsonl", voice, config)
    events = recorded(run)
    try:
        await to_the_end(run)
    finally:
        await voice.close()
    assert not [each.refused for each in server.messages if each.refused]
    assert run.state.reason == "story", run.state.detail
    answers = of_type(events, ToolAnswered)
    assert [(answer.name, answer.error) for answer in answers] == [
        # Nothing was read before: what the model calls is what is done.
        ("update_game_state", False),
        ("update_game_state", True),
        ("update_game_state", False),
        ("start_dialogue", False),
        ("update_relationship", False),
        ("end_dialogue", False),
    ]
    assert "Come back dry." in [turn.text for turn in of_type(events, TurnEnded)]
    assert run.state[StoryState].player.items["bread"] == 3
