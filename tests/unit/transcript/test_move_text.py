"""A move in words: told to who makes it, staged for who watches, and as a small model is asked for it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from parley.core.log.events.run import RunStarted
from parley.core.log.events.turn import Move, TurnEnded, TurnStarted
from parley.core.log.fold import fold
from parley.core.log.replay import Replay
from parley.core.log.state import State
from parley.core.perspective.move_text import describe_move, direct_move, get_topic_of, phrase_brief_move, phrase_move
from tests.day_events import a_day
from tests.standup_events import sample_config

AT = datetime(2026, 1, 5, 9, tzinfo=UTC)
TOPIC = "“The demo slipped by two weeks”"


@pytest.mark.parametrize(("act", "way", "language", "draw", "values", "text"), [
    ("support", "staged", "en", 0.0, {}, "Bex backs Ilja's proposal."),
    ("support", "staged", "en", 0.99, {}, "Bex agrees with Ilja and adds a detail."),
    ("support", "staged", "en", 0.0, {"about": None}, "Bex backs Ilja's words."),
    ("object", "staged", "de", 0.0, {}, "Bex widerspricht dem Vorschlag von Ilja."),
    ("object", "staged", "de", 0.99, {}, "Bex stellt den Vorschlag von Ilja infrage."),
    ("object", "told", "de", 0.0, {}, "Du bist von dem Vorschlag von Ilja nicht überzeugt. Sag, was fehlt."),
    ("ask", "staged", "en", 0.3, {}, "Bex asks Ilja who is going to do it."),
    ("open", "staged", "en", 0.0, {}, "Bex opens the talk on “Sundays”."),
    ("answer", "staged", "en", 0.0, {"injected": "Fire"}, "Bex answers the director: “Fire”."),
    ("answer", "staged", "en", 0.5, {"injected": "Fire", "to": ""}, "Bex takes up what the director put in: “Fire”."),
    ("answer", "staged", "en", 0.99, {}, "Bex gives Ilja an answer, and a reason."),
    ("answer", "told", "en", 0.6, {"injected": "Fire"}, "Give the answer first, then the reason."),
    ("object", "staged", "en", 0.9, {"to": ""}, "Bex gives an example for “Sundays”."),
    ("close", "staged", "en", 0.0, {"topic": ""}, "Bex closes the talk."),
])  # fmt: skip
def test_a_move_is_drawn_among_the_sentences_that_it_can_fill(
    act: Any, way: Any, language: str, draw: float, values: dict[str, Any], text: str
) -> None:
    given = {"me": "Bex", "to": "Ilja", "topic": "Sundays", "about": "propose", "injected": ""} | values
    move = Move(act=act, to=given["to"], injected=given.pop("injected"))
    assert phrase_move(move, way, language, draw, **given) == text


@pytest.mark.parametrize(("move", "values", "text"), [
    (Move(act="inform", stance="against"), {}, "You are against it: you want a no. Tell one small thing that went wrong"
     " yesterday because of it."),
    (Move(act="propose", stance="for"), {}, "You are for it: you want a yes. Suggest one small, practical step."),
    (Move(act="inform"), {"topic": "A boat? "}, "Say one practical thing about it."),
    (Move(act="ask"), {"topic": "A boat"}, "Tell one small thing that happened to you with it yesterday."),
    (Move(act="inform"), {"turn": 7}, "Tell one small thing that happened to you with it this morning."),
    (Move(act="ask"), {"to": "Boss"}, "Ask Boss one short question about that."),
    (Move(act="decide"), {}, "Decide: say who does what."),
])  # fmt: skip
def test_a_small_model_is_asked_for_one_thing(move: Move, values: dict[str, Any], text: str) -> None:
    assert phrase_brief_move(move, "en", **{"to": ""} | values) == text


def talk() -> State:
    """A question, something that was woven in without a beginning, a line without a move, and a proposal."""
    state = fold([RunStarted(at=AT, config=sample_config().as_json())])
    for turn, member, move in ((1, "boss", Move(act="ask")), (2, "writer", None), (3, "analyst", Move(act="propose"))):
        fold([TurnStarted(at=AT, turn=turn, member=member, move=move)], state)
        fold([TurnEnded(at=AT, turn=turn, member=member, text=f"Said by {member}.")], state)
    return fold([TurnEnded(at=AT, turn=4, member="hustler", text="Woven in.")], state)


@pytest.mark.parametrize(("move", "text"), [
    (Move(act="answer", to="boss", about=1, stance="for"),
     "Boss asked you: “Said by boss.”. You are for it, and stay so. Answer it, plainly, before anything else."),
    (Move(act="answer", injected="Fire"), "The director has just put in: “Fire”. Answer it, plainly, before anything"
     " else."),
    (Move(act="object", to="analyst", about=3), "You are not convinced by Analyst's proposal. Say what is missing."),
    (Move(act="object", to="boss", about=1), "You are not convinced by Boss's question. Say what is missing."),
    (Move(act="object", to="writer", about=2), "You are not convinced by Writer's words. Say what is missing."),
    (Move(act="object", to="hustler", about=4), "You are not convinced by Hustler's words. Say what is missing."),
    (Move(act="object", to="boss"), "You are not convinced by Boss's words. Say what is missing."),
    (Move(act="object"), "Bring in something that nobody has said yet."),
])  # fmt: skip
def test_a_direction_says_what_is_answered_and_which_side_is_kept(move: Move, text: str) -> None:
    assert direct_move(talk(), move, 0.0) == text


def test_a_reader_is_told_the_move_its_topic_and_its_point() -> None:
    state = talk()
    assert describe_move(state, "boss", Move(act="ask", to="analyst")) == f"Boss asks Analyst for a number on {TOPIC}."
    decided = describe_move(state, "boss", Move(act="decide", point="the date"))
    assert decided == f"Boss decides about {TOPIC} and says who does what. The point: the date."
    assert describe_move(state, "boss", Move(act="concede")) == "Boss says how this looks from their desk."


def test_in_a_scene_its_topic_is_talked_about() -> None:
    topics = {get_topic_of(state) for state in map(Replay(a_day("en")).state_at_turn, range(1, 20))}
    assert len(topics) > 1
    assert get_topic_of(talk()) == sample_config().topic
