"""A story on a small model: a word of a list from one that cannot do more, a form where it can fill one in."""

from __future__ import annotations

import json
from typing import Any

import pytest
from parley.core.voices.embedded.filling import GAP

from parley.core.base.clock import REHEARSAL_EPOCH
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.events import ToolAnswered
from parley.core.modes.story.rules.tools import DIALOGUE, FORMS
from parley.core.perspective.material import Piece
from parley.core.perspective.perspective import Block, Perspective
from parley.core.voices.base import Request
from parley.core.voices.embedded import ahead
from parley.core.voices.embedded.bodies import call
from parley.core.voices.embedded.choosing import Scene
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


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_narrator_is_asked_of_what_a_place_smells_and_nobody_else_of_anything(language: str) -> None:
    asked = [request("narrator", language, chance=chance) for chance in range(12)]
    place = asked[0].perspective.config[StoryConfig].setting.place("taproom")
    assert place is not None
    found = [gap for one in asked if (gap := ahead.gap(one, "The fog stands there.", scene(language))) is not None]
    assert 2 < len(found) <= 12
    for each in found:
        assert all(place.description.text(language) in probe for probe in each.here)
        assert not any(place.description.text(language) in probe for one in each.others for probe in one)
        assert {len(each.here)} == {len(one) for one in each.others} == {len({*each.here})}
        assert each.sentence.count(GAP) == 1
    assert len({each.sentence for each in found}) > 1
    for chance in range(12):
        assert ahead.gap(request("marta", language, chance=chance), "I am Marta.", scene(language)) is None


def scene(language: str) -> Scene:
    return Scene(language, "", earlier=("The story begins.",), shown=(), others=(), name="")


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
    assert names == ["none", "end_dialogue", "exchange_item", "make_offer", "update_relationship"]
    assert json.dumps(plan.body)
