"""A voice that can call tools reads the player's words itself; the rules validate, throw the dice, and say why not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from parley.core.log.events.base import Event
from parley.core.log.events.turn import TurnEnded
from parley.core.modes.story.events import (
    ChoicesOffered,
    CombatFought,
    CombatStarted,
    DiceRolled,
    PlayerDid,
    StoryRouted,
    ToolAnswered,
)
from parley.core.modes.story.state import StoryState
from tests.scripted_voices import begun, of_type, reopened
from tests.story_configs import a_story
from tests.tool_calling_voice import Said, Teller, play

CLIMB, HIT, LEAP, BUY, DEAL = (
    "Up the beam I go!",
    "Have at thee, Marta",
    "I leap and swing",
    "That knife?",
    "Done, here",
)
CHOICES = {"choices": ["Look out of the window", "Ask for soup", "Go to bed"]}


def told(path: Path, acts: dict[tuple[str, str], list[Said]], *script: str, **able: Any) -> tuple[list[Event], Any]:
    config = a_story("ferry", concept="letter", script=script, turns=30, jester=0.0)
    run = begun(path / "run.jsonl", Teller(acts, **able), config)
    return play(run), run.state


def test_nothing_is_parsed_before_a_voice_that_can_call_tools(tmp_path: Path) -> None:
    events, state = told(tmp_path, {}, "take the lantern", "go to the jetty", "attack Marta", "climb, DC 12")
    assert not of_type(events, PlayerDid, DiceRolled, CombatStarted)
    assert state[StoryState].here == "taproom"
    assert all(routed.agents == ("narrator",) for routed in of_type(events, StoryRouted) if routed.story_turn)


def test_a_check_is_thrown_once_and_its_result_is_known_before_it_is_told(tmp_path: Path) -> None:
    check = ("check", {"attribute": "str", "difficulty": 12, "reason": "climbing the beam"})
    acts: dict[tuple[str, str], list[Said]] = {
        ("narrator", CLIMB): [
            ("You are up already.", [check]),
            ("", [check]),
            ("You hang there.", [("offer_choices", CHOICES)]),
        ]
    }
    events, _state = told(tmp_path, acts, CLIMB, "On")
    (rolled,) = of_type(events, DiceRolled)
    assert rolled.checks[0].against == 12
    assert "climbing the beam" in rolled.text
    answers = [answer for answer in of_type(events, ToolAnswered) if answer.name == "check"]
    assert [answer.text for answer in answers] == [rolled.text] * 2
    said = [ended.text for ended in of_type(events, TurnEnded) if ended.member == "narrator"]
    assert said[1] == "You hang there."


def test_a_fight_begins_and_is_fought_by_calls(tmp_path: Path) -> None:
    acts: dict[tuple[str, str], list[Said]] = {
        ("narrator", HIT): [("You draw.", [("attack", {"target": "marta"})])],
        ("narrator", LEAP): [
            ("", [("fight_round", {"action": "attack", "item": "anvil"})]),
            ("", [("fight_round", {"action": "attack", "target": "marta"})] * 2),
            "Steel on apron.",
        ],
    }
    events, state = told(tmp_path, acts, HIT, LEAP, "I catch my breath?")
    assert len(of_type(events, CombatStarted)) == 1
    (fought,) = of_type(events, CombatFought)
    refused, *fine = [answer for answer in of_type(events, ToolAnswered) if answer.name == "fight_round"]
    assert refused.error
    assert "anvil" in refused.text
    assert all(answer.text.startswith(fought.text) for answer in fine)
    assert state[StoryState].round_fought == fought


def test_a_call_that_was_decided_but_not_answered_is_answered_on_resuming(tmp_path: Path) -> None:
    acts: dict[tuple[str, str], list[Said]] = {
        ("narrator", CLIMB): [("", [("check", {"attribute": "dex", "difficulty": 9, "reason": "a leap"})]), "There."]
    }
    config = a_story("ferry", concept="letter", script=(CLIMB, "On"), turns=30, jester=0.0)
    path = tmp_path / "run.jsonl"
    run = begun(path, Teller(acts), config)

    class Killed(Exception):
        pass

    def kill(_seq: int, event: Event) -> None:
        if isinstance(event, DiceRolled):
            raise Killed

    run.stage.log.taps.append(kill)
    with pytest.raises(BaseException):  # noqa: B017
        play(run)
    run.stage.log.close()
    events = play(again := reopened(path, Teller(acts)))
    assert not of_type(events, DiceRolled)
    (answer,) = of_type(events, ToolAnswered)
    assert again.state[StoryState].dice is not None
    assert answer.text == again.state[StoryState].dice.text


def test_choices_come_with_the_line_and_are_the_voices(tmp_path: Path) -> None:
    acts: dict[tuple[str, str], list[Said]] = {
        ("narrator", CLIMB): [("You look about.", [("offer_choices", CHOICES)])],
        ("narrator", LEAP): [("You leap.", [("offer_choices", {"choices": ["Go", "go", "GO"]})])],
    }
    events, _state = told(tmp_path, acts, CLIMB, LEAP, "On")
    _opening, first, second, *_rest = of_type(events, ChoicesOffered)
    assert (first.choices, first.method) == (tuple(CHOICES["choices"]), "voice")
    assert {each.name for each in first.words_by} == {"teller"}
    assert second.method == "rules"
    assert len(second.choices) == 3


def test_what_the_rules_offer_is_theirs_to_read(tmp_path: Path) -> None:
    config = a_story("ferry", concept="letter", script=("1", "2", "3"), turns=30, jester=0.0)
    run = begun(tmp_path / "run.jsonl", Teller(), config)
    events = play(run)
    assert of_type(events, PlayerDid)
