"""A story on a small model: a form where it is to call a tool."""

from __future__ import annotations

import json
from typing import Any

from parley.core.base.clock import REHEARSAL_EPOCH
from parley.core.modes.story.events import ToolAnswered
from parley.core.modes.story.rules.tools import DIALOGUE, FORMS
from parley.core.perspective.material import Piece
from parley.core.perspective.perspective import Block, Perspective
from parley.core.voices.base import Request
from parley.core.voices.embedded.bodies import call
from tests.story_configs import a_story

TOOLS = tuple(FORMS[name] for name in DIALOGUE)


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


def test_a_tool_call_is_a_form_and_its_result_is_told_in_words() -> None:
    done = ToolAnswered(
        at=REHEARSAL_EPOCH, turn=3, member="marta", call="one", name="exchange_item",
        arguments={"item_name": "moon"}, text="Marta has no moon.", error=True,
    )  # fmt: skip
    tail = (Block(3, "assistant", "marta", "", "", (done,)), Block(3, "user", "", "", "", (done,)))
    plan = call(request("marta", tail=tail, tools=TOOLS), context=4_096, warmth=0.8)
    assert plan.structured
    said = plan.body["messages"][-1]["content"]
    assert said.count("Marta has no moon.") == 1
    assert [item.role for item in plan.items if item.role == "tool_result"] == ["tool_result"]
    shapes = plan.body["response_format"]["json_schema"]["schema"]["anyOf"]
    names = [shape["properties"]["tool"]["const"] for shape in shapes]
    assert names == ["none", *(name for name in DIALOGUE if not FORMS[name].beside)]
    assert json.dumps(plan.body)
