"""A story on a small model: a screenplay where it can only go on with a text, a form where it can fill one in."""

from __future__ import annotations

import json
from typing import Any

import pytest

from core.clock import REHEARSAL_EPOCH
from core.events import ToolAnswered
from core.story.tools import DIALOGUE
from core.transcript.material import Piece
from core.transcript.perspective import Block, Perspective
from core.voices.base import Request, Tool
from core.voices.embedded.bodies import STORY_LINE, call
from core.voices.embedded.screenplay import shown_lines, staged, tokens, told
from tests.stories import a_story

TOOLS = tuple(Tool(form.name, form.description, form.schema) for form in DIALOGUE)


def request(member: str, language: str = "en", tail: tuple[Block, ...] = (), **values: Any) -> Request:
    config = a_story("ferry", language=language, concept="letter")
    blocks = [
        Block(1, "assistant" if member == "narrator" else "user", "narrator", "Narrator", "The fog stands there."),
        Block(2, "user", "player", config.member("player").name, "Where is the bell?"),
    ]
    view = Perspective(config, config.member(member), "A story.", blocks, len(blocks), tail=tail, called=bool(tail))
    material = (
        Piece("phase", "", "dialogue" if member == "marta" else "exploration"),
        Piece("place", "", "taproom"),
        Piece("present", "marta", "Marta"),
        Piece("facts", "", "14 vs 12, it holds."),
    )
    return Request(view, "Answer.", material=material, **values)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("member", ["narrator", "jester", "marta"])
def test_a_story_reads_like_one_and_not_like_a_meeting(member: str, language: str) -> None:
    asked = request(member, language)
    scene = staged(asked, 2_048)
    config = asked.perspective.config
    assert scene.text.endswith(f"{config.member(member).name}:")
    assert config.tale.setting.name.text(language) in scene.head
    assert "Minutes of" not in scene.head
    assert "Mitschrift" not in scene.head
    assert any(line in scene.head for line in shown_lines(config, config.member(member)))
    assert tokens(scene.text) < 2_048
    assert "{" not in scene.text
    assert member == "jester" or "Marta" in told(asked)
    assert "14 vs 12, it holds." in told(asked)


def test_a_question_of_the_interview_is_put_as_it_stands() -> None:
    asked = request("marta", kind="question")
    assert told(asked) == asked.perspective.config.tale.setting.questions[0].text.en


def test_a_line_of_a_story_is_not_drawn_without_end() -> None:
    body = call(request("narrator"), chat=False, context=2_048, warmth=0.8).body
    assert body["n_predict"] <= STORY_LINE // 3 + 16
    assert body["logit_bias"] == []


def test_a_tool_call_is_a_form_and_its_result_is_told_in_words() -> None:
    done = ToolAnswered(
        at=REHEARSAL_EPOCH, turn=3, member="marta", call="one", name="exchange_item",
        arguments={"item_name": "moon"}, text="Marta has no moon.", error=True,
    )  # fmt: skip
    tail = (Block(3, "assistant", "marta", "", "", (done,)), Block(3, "user", "", "", "", (done,)))
    plan = call(request("marta", tail=tail, tools=TOOLS), chat=True, context=4_096, warmth=0.8)
    assert plan.structured
    said = plan.body["messages"][-1]["content"]
    assert said.count("Marta has no moon.") == 1
    assert [item.role for item in plan.items if item.role == "tool_result"] == ["tool_result"]
    shapes = plan.body["response_format"]["json_schema"]["schema"]["anyOf"]
    names = [shape["properties"]["tool"]["const"] for shape in shapes]
    assert names == ["none", "end_dialogue", "exchange_item", "update_relationship"]
    assert json.dumps(plan.body)
