"""Who the player is: chosen, made of five answers by rules, or by a voice within bounds."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parley.core.base.clock import SimulatedClock
from parley.core.engine.stage import Stage
from parley.core.log.events.turn import TurnEnded
from parley.core.log.fold import apply
from parley.core.log.log import Log
from parley.core.log.state import State
from parley.core.modes.story import creation
from parley.core.modes.story.creation import clean_name
from parley.core.modes.story.events import SheetWritten
from parley.core.modes.story.rules.parts import ATTRIBUTES
from tests.fight_states import AT, does, story
from tests.scripted_voices import Actor, Company, fault

ANSWERS = (
    "My name is Ada.",
    "From the coast, where iron rusts.",
    "I am a smith.",
    "I am strong.",
    "I seek my brother.",
)


def answered(*answers: str, **changed: Any) -> State:
    state = story(**changed)
    for number, answer in enumerate(answers):
        apply(state, TurnEnded(at=AT, turn=state.next_turn, member="marta", text=f"Question {number}?"))
        does(state, answer)
    return state


def write(state: State, actor: Actor, path: Path) -> SheetWritten:
    """The sheet for what stands in `state`."""
    stage = Stage(Log.create(path / "run.jsonl", lock=path / "lock"), state, Company(actor), SimulatedClock(AT))
    try:
        return asyncio.run(creation.write_sheet(stage))
    finally:
        stage.log.close()


def says(**fields: object) -> str:
    own = {"name": "Ada", "concept": "smith", "description": "You work a forge by the coast.", "strength": "str"}
    return json.dumps(own | fields)


def test_answers_make_a_sheet_by_rules() -> None:
    sheet = creation.by_rules(answered(*ANSWERS))
    assert (sheet.name, sheet.concept) == ("Ada", "Smith")
    # One more where they are strong, one less where they are weakest.
    assert sheet.attributes == {"str": 15, "dex": 12, "con": 13, "int": 10, "wis": 8, "cha": 11}
    assert sheet.description.startswith("You bend iron.")


@settings(max_examples=50, deadline=None)
@given(st.lists(st.text(max_size=300), min_size=5, max_size=5))
def test_whatever_is_answered_the_sheet_is_within_bounds(answers: list[str]) -> None:
    sheet = creation.by_rules(answered(*answers))
    assert sheet.name.strip()
    assert set(sheet.attributes) == set(ATTRIBUTES)
    assert all(3 <= value <= 20 for value in sheet.attributes.values())
    assert 12 <= sheet.health <= 21
    assert len(sheet.description) < 600
    assert sheet.description == " ".join(sheet.description.split())


def test_a_voice_chooses_words_and_concept_and_no_number(tmp_path: Path) -> None:
    actor = Actor(says())
    event = write(answered(*ANSWERS), actor, tmp_path)
    assert (event.method, event.note, event.sheet.name) == ("voice", "", "Ada")
    assert event.sheet.description == "You work a forge by the coast."
    assert event.sheet.attributes["str"] == 15
    assert event.sheet.health == 17
    (request,) = actor.requests
    assert request.purpose == "sheet"
    assert request.schema is not None
    assert "I am a smith." in request.task


def test_the_players_own_name_counts_before_the_voices(tmp_path: Path) -> None:
    assert write(answered(*ANSWERS), Actor(says(name="Lady Blackthorn")), tmp_path).sheet.name == "Ada"
    (tmp_path / "b").mkdir()
    silent = answered("…", *ANSWERS[1:])
    assert write(silent, Actor(says(name="The Stranger")), tmp_path / "b").sheet.name == "The Stranger"


@pytest.mark.parametrize(
    "act", ["No JSON at all.", says(concept="dragon"), says(description="  "), fault("overloaded")]
)
def test_an_answer_that_cannot_be_used_leaves_it_to_the_rules(act: Any, tmp_path: Path) -> None:
    event = write(answered(*ANSWERS), Actor(act), tmp_path)
    assert event.method == "rules"
    assert event.note
    assert event.sheet == creation.by_rules(answered(*ANSWERS))


NAMES = [
    ("Mira", "Mira"),
    ("My name is Mira of the Vale!", "Mira of the Vale"),
    ("I am Mira, daughter of smiths.", "Mira"),
    ("Ich heiße Jörg.", "Jörg"),
    ("Mein Name ist Hase, ich weiß von nichts", "Hase"),
    ("O’Brien", "O'Brien"),
    ("**Icabod**", "Icabod"),
    ("…", ""),
    ("42", ""),
    ("", ""),
]


def test_names() -> None:
    for said, name in NAMES:
        assert clean_name(said) == name, said
