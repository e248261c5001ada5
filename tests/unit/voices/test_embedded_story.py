"""A story on a small model: a short talk with one that cannot do more, a form where it can fill one in."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec.structs import replace

from core.base.clock import REHEARSAL_EPOCH
from core.modes.story.config import StoryConfig
from core.modes.story.events import ToolAnswered
from core.modes.story.rules.tools import DIALOGUE, FORMS
from core.modes.story.small_model import SHOWN, SPEAKER_TOKENS, TELLER_TOKENS, exchange, happening, own_lines
from core.perspective.material import Piece
from core.perspective.perspective import Block, Perspective
from core.voices.base import Request
from core.voices.embedded.bodies import call
from core.voices.embedded.screenplay import tokens, words
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


def said(asked: Request, context: int = 2_048) -> str:
    return "\n".join(text for _role, text in exchange(asked, context))


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("member", ["narrator", "jester", "marta"])
def test_a_story_is_a_talk_with_whoever_speaks(member: str, language: str) -> None:
    asked = request(member, language)
    config = asked.perspective.config
    messages = exchange(asked, 2_048)
    roles = [role for role, _text in messages]
    assert roles == ["system", *(("user", "assistant")[at % 2] for at in range(len(roles) - 1))]
    assert roles[-1] == "user"
    system, whole = messages[0][1], said(asked)
    assert config[StoryConfig].setting.premise.text(language)[:60] in system
    assert config.member("player").name in system or member == "jester"
    assert all(line in whole for line in own_lines(config, config.member(member)))
    assert "{" not in whole
    assert not any(word in whole for word in ("Minutes of", "Mitschrift", "meeting", "Besprechung"))
    assert "14 vs 12, it holds." in messages[-1][1]
    # What the player does comes last: it is what is answered.
    assert messages[-1][1].endswith("Where is the bell?")


def test_what_happens_is_told_by_the_kind_of_turn() -> None:
    assert "Marta" in happening(request("narrator"))
    assert "How it ended" not in happening(request("narrator"))
    assert "Tell" in happening(request("narrator", kind="closing"))
    greeting = exchange(request("marta", kind="greeting"), 2_048)
    assert greeting[-1][1].endswith("Hello, Marta.")
    assert "Where is the bell?" not in greeting[-1][1]


@pytest.mark.parametrize("context", [600, 1_024, 4_096])
def test_a_long_story_is_shown_by_its_end(context: int) -> None:
    asked = request("marta", max_tokens=50)
    blocks = [
        Block(at, ("user", "assistant")[at % 2], ("player", "marta")[at % 2], "", f"{at} " + "word " * 60)
        for at in range(41)
    ]
    view = replace(asked.perspective, blocks=blocks, count=len(blocks))
    messages = exchange(replace(asked, perspective=view), context)
    shown = [text for _role, text in messages if "word word" in text]
    assert 1 <= len(shown) < 2 * SHOWN
    assert messages[-1][1].split("\n")[-1].startswith("40 ")
    assert context == 600 or sum(tokens(text) for _role, text in messages) + 50 <= context


def test_a_line_of_a_story_is_not_drawn_without_end() -> None:
    for member, most in (("narrator", TELLER_TOKENS), ("marta", SPEAKER_TOKENS)):
        plan = call(request(member), chat=False, context=2_048, warmth=0.8)
        assert plan.body["max_tokens"] == most
        assert [item.role for item in plan.items][-1] == "user"


@pytest.mark.parametrize(("member", "which"), [("narrator", "behind"), ("marta", "thoughts")])
def test_behind_what_the_rules_told_a_line_begins_as_nothing_can_contradict(member: str, which: str) -> None:
    plain = request(member)
    asked = replace(plain, material=(*plain.material, Piece("told", "", "The fog lifts.")))
    one = call(asked, chat=False, context=2_048, warmth=0.7, draws=4)
    assert one.begun in words("en")["story"][which]
    assert one.body["messages"][-1] == {"role": "assistant", "content": one.begun}
    # Without it, or with one line drawn at a time, it begins as it will.
    assert call(plain, chat=False, context=2_048, warmth=0.7, draws=4).begun == ""
    assert call(asked, chat=False, context=2_048, warmth=0.7).body["messages"][-1]["role"] == "user"


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
