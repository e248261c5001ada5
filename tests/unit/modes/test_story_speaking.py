"""Turns of a story with a voice that calls tools: what is sent, what is answered, and what is kept of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from parley.core.log.config import RunConfig
from parley.core.log.events.base import Event
from parley.core.log.events.run import BreakpointSet, RunPaused
from parley.core.log.events.turn import TurnEnded, TurnFailed, VoiceReplied
from parley.core.log.state import State
from parley.core.modes.story.events import DialogueSummarised, StoryRouted, ToolAnswered
from parley.core.modes.story.rules.tools import DIALOGUE, NARRATIVE
from parley.core.modes.story.state import StoryState
from parley.core.perspective.perspective import perspective
from tests.scripted_voices import begun, of_type
from tests.story_configs import a_story
from tests.tool_calling_voice import Said, Teller, play

FAREWELL = "Come back dry, traveller, and mind the twelfth plank."
SALE = "Here is the knife then; five coins and no complaints."
PLAIN: dict[str, Any] = {"tools": False, "structured": False}
"""A voice that neither calls tools nor fills in forms: the rules read the player's words."""
SCRIPT = (
    "I look around.",
    "I go to the moon and take the bread.",
    "I catch the eye of the woman at the stove.",
    "Sell me the knife.",
    "And the moon?",
    "You are kind.",
    "That is good to know.",
    "I step out into the night.",
    "I do something odd.",
    "I wait a little.",
)
ACTS: dict[tuple[str, str], list[Said]] = {
    ("narrator", SCRIPT[0]): [
        ("", [("create_character", {"archetype": "guard", "location": "taproom", "name_hint": "Bruno"})]),
        "A guard comes in and shakes the fog from his hat.",
    ],
    ("narrator", SCRIPT[1]): [
        (
            "You walk to the moon, bread in hand.",
            [
                ("update_game_state", {"location": "moon"}),
                ("update_game_state", {"items_gained": [{"item_name": "bread", "quantity": 1}]}),
            ],
        ),
        "The moon stays where it is; the bread is yours.",
    ],
    ("narrator", SCRIPT[2]): [
        ("", [("start_dialogue", {"character_id": "marta"}), ("update_game_state", {"location": "jetty"})])
    ],
    ("marta", SCRIPT[3]): [
        (
            SALE,
            [
                ("exchange_item", {"item_name": "coin", "giver_id": "player", "receiver_id": "marta", "quantity": 5}),
                ("exchange_item", {"item_name": "knife", "giver_id": "marta", "receiver_id": "player", "quantity": 1}),
            ],
        )
    ],
    ("marta", SCRIPT[4]): [
        (
            "Take the moon.",
            [("exchange_item", {"item_name": "moon", "giver_id": "marta", "receiver_id": "player", "quantity": 1})],
        ),
        "I have no moon to give, I notice.",
    ],
    ("marta", SCRIPT[5]): [("", [("update_relationship", {"trait": "trust", "change": 5})])] * 4,
    ("marta", SCRIPT[6]): [(FAREWELL, [("end_dialogue", {})])],
    ("narrator", SCRIPT[7]): [("You step out into the fog.", [("update_game_state", {"location": "jetty"})])],
    ("narrator", SCRIPT[8]): [
        ("", [("fly", {"to": "moon"}), ("update_game_state", {"location": 5}), ("start_dialogue", {})]),
        ("", [("update_game_state", {"flag": "the fog listens"})]),
        "Nothing flies here but the heron.",
    ],
}


def config(**wish: Any) -> RunConfig:
    return a_story("ferry", **({"concept": "letter", "script": SCRIPT, "turns": 30, "jester": 0.0} | wish))


def said_after(events: list[Event], words: str) -> TurnEnded:
    turns = of_type(events, TurnEnded)
    place = next(at for at, turn in enumerate(turns) if turn.text == words)
    found: TurnEnded = turns[place + 1]
    return found


class Whole(NamedTuple):
    teller: Teller
    events: list[Event]
    state: State


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """The scripted story from beginning to end; every request was checked by the strict rules."""
    teller = Teller(ACTS)
    run = begun(tmp_path_factory.mktemp("story") / "run.jsonl", teller, config())
    events = play(run)
    assert run.state.status == "ended", run.state.detail
    return Whole(teller, events, run.state)


def test_a_voice_that_only_called_tools_or_was_refused_is_asked_on(whole: Whole) -> None:
    events, state = whole.events, whole.state
    assert said_after(events, SCRIPT[0]).text == "A guard comes in and shakes the fog from his hat."
    assert any(standing.person.archetype == "guard" for standing in state[StoryState].people.values())
    assert said_after(events, SCRIPT[1]).text == "The moon stays where it is; the bread is yours."
    assert said_after(events, SCRIPT[4]).text == "I have no moon to give, I notice."


def test_a_transition_ends_the_turn_and_the_rest_is_refused(whole: Whole) -> None:
    events = whole.events
    ended = said_after(events, SCRIPT[2])
    assert (ended.author, ended.member) == ("rules", "narrator")
    assert ended.text.startswith("(Kim and Marta are talking now.")
    begun, other = (answer for answer in of_type(events, ToolAnswered) if answer.turn == ended.turn)
    assert (begun.error, other.error) == (False, True)
    assert not other.effects
    assert "marta" not in ended.heard_by


def test_after_three_replies_the_rules_say_a_line(whole: Whole) -> None:
    events, state = whole.events, whole.state
    ended = said_after(events, SCRIPT[5])
    assert (ended.author, ended.member) == ("rules", "marta")
    assert sum(reply.turn == ended.turn for reply in of_type(events, VoiceReplied)) == 3
    assert state[StoryState].people["marta"].trust == 10 + 3 * 5


def test_a_companion_keeps_utterances_and_their_farewell_alone(whole: Whole) -> None:
    teller, events = whole.teller, whole.events
    assert said_after(events, SCRIPT[6]).text == FAREWELL
    mine = perspective(whole.state, "marta")
    assert FAREWELL in [block.said for block in mine.list_sent() if block.role == "assistant"]
    blocks = mine.list_sent()
    assert not any(block.calls for block in blocks)
    # What the rules decide in a talk is nobody's words.
    assert {block.speaker for block in blocks} == {"player", "marta"}
    told = json.dumps([body for body, each in zip(teller.bodies, teller.requests, strict=True)
                       if each.perspective.me.id == "marta"])  # fmt: skip
    assert "shakes the fog" not in told
    assert SCRIPT[0] not in told


def test_the_narrator_hears_no_word_of_a_talk_but_its_summary(whole: Whole) -> None:
    teller, events = whole.teller, whole.events
    (summary,) = of_type(events, DialogueSummarised)
    assert summary.method == "voice"
    bodies = [body for body, each in zip(teller.bodies, teller.requests, strict=True)
              if each.purpose == "turn" and each.perspective.me.id == "narrator"]  # fmt: skip
    assert summary.summary in json.dumps(bodies[-1], ensure_ascii=False)
    for words in (SALE, FAREWELL, SCRIPT[3], SCRIPT[6]):
        assert words not in json.dumps(bodies)


def test_who_tells_has_the_same_tools_and_what_was_made_up_is_sent_back_in_words(whole: Whole) -> None:
    teller = whole.teller
    offered = {tuple(tool.name for tool in each.tools) for each in teller.of("narrator")}
    assert offered == {tuple(NARRATIVE)}
    talked = {tuple(tool.name for tool in each.tools) for each in teller.of("marta")}
    assert talked == {tuple(DIALOGUE)}
    last = json.dumps(teller.bodies[-1])
    assert '"name": "fly"' not in last
    assert "You called fly" in last
    assert said_after(whole.events, SCRIPT[8]).text == "Nothing flies here but the heron."


def test_a_follow_up_that_failed_can_be_retried(tmp_path: Path) -> None:
    teller = Teller(ACTS)
    teller.faults = {("narrator", SCRIPT[0]): 1, ("marta", SCRIPT[4]): 1}
    run = begun(tmp_path / "run.jsonl", teller, config())
    events = play(run)
    assert run.state.reason == "failure"
    assert of_type(events, TurnFailed)
    play(run)
    play(run)
    assert run.state.reason == "story"
    # What the first attempt brought about was brought about once.
    guards = [one for one, each in run.state[StoryState].people.items() if each.person.archetype == "guard"]
    assert len(guards) == 1


def test_a_breakpoint_on_tool_calls_holds_before_they_are_answered(tmp_path: Path) -> None:
    run = begun(tmp_path / "run.jsonl", Teller(ACTS), config())
    run.stage.append(BreakpointSet(at=run.stage.clock.now(), id="tool", kind="tool"))
    events = play(run)
    paused = of_type(events, RunPaused)[-1]
    assert (paused.reason, "create_character" in paused.detail) == ("breakpoint", True)
    assert not of_type(events, ToolAnswered)
    assert run.state.open is not None
    more = play(run)
    assert [answer.name for answer in of_type(more, ToolAnswered)] == ["create_character"]


def test_a_voice_without_tools_is_offered_none_and_the_story_goes_on(tmp_path: Path) -> None:
    script = ("I look around.", "I talk to Marta.", "Give me bread, please.", "Goodbye, Marta.", "I go to the jetty.")
    teller = Teller(**PLAIN)
    run = begun(tmp_path / "run.jsonl", teller, config(script=script))
    events = play(run)
    assert run.state.status == "ended"
    assert not any(request.tools for request in teller.requests)
    (summary,) = of_type(events, DialogueSummarised)
    assert summary.method == "rules"
    assert run.state[StoryState].here == "jetty"


def test_the_keeper_says_the_rules_numbers_and_no_others(tmp_path: Path) -> None:
    script = ("I try to climb the beam, DC 12.",)
    teller = Teller({("keeper", script[0]): ["99 against 3: you fly!"]}, **PLAIN)
    run = begun(tmp_path / "run.jsonl", teller, config(script=script))
    events = play(run)
    routed = next(event for event in of_type(events, StoryRouted) if event.story_turn == 1)
    assert "keeper" in routed.agents
    (ended,) = [event for event in of_type(events, TurnEnded) if event.member == "keeper"]
    assert ended.author == "rules"
    assert "99" not in ended.text
    assert teller.of("keeper")
