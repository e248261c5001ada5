"""What is said to the voices of a story: prompts and the core's own sentences, in both languages."""

from __future__ import annotations

import pytest

from parley.core.base.clock import REHEARSAL_EPOCH
from parley.core.log.events.run import RunStarted
from parley.core.log.events.turn import TurnEnded
from parley.core.log.fold import apply
from parley.core.log.state import State
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.directing import by_rules
from parley.core.modes.story.events import (
    DialogueClosed,
    DialogueOpened,
    ItemMoved,
    PhaseChanged,
    PlayerDid,
    Sheet,
    SheetWritten,
    TrustChanged,
)
from tests.story_configs import a_story

AT = REHEARSAL_EPOCH


def begun(language: str = "en") -> State:
    """A story whose player stands in the taproom."""
    state = State()
    apply(state, RunStarted(at=AT, config=a_story("ferry", language=language).as_json()))
    return state


def explored(language: str = "en") -> State:
    state = begun(language)
    apply(state, SheetWritten(at=AT, sheet=Sheet(name="Kim", health=12)))
    apply(state, PhaseChanged(at=AT, phase="exploration", reason="."))
    return state


def talking(language: str = "en") -> State:
    state = explored(language)
    apply(state, PlayerDid(at=AT, what="talk", text="You turn to Marta.", effects=(DialogueOpened(character="marta"),)))
    return state


def say(state: State, member: str, text: str) -> None:
    heard = ("player", "marta", "jester")
    apply(state, TurnEnded(at=AT, turn=state.next_turn, member=member, text=text, heard_by=heard))


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_talk_is_summed_up_by_rules_without_its_words(language: str) -> None:
    state = talking(language)
    lines = (
        ("player", "The ferry bell has been gone since Sunday, and nobody knows where the bell is."),
        ("marta", "The bell hung on that nail, and the ferry will not cross without it."),
        ("player", "Give me the knife for five coins and I will find your bell."),
        ("marta", "Take the knife then, and come back with the bell."),
    )
    for member, text in lines:
        say(state, member, text)
    effects = (
        ItemMoved(item="coin", quantity=5, giver="player", receiver="marta"),
        ItemMoved(item="knife", quantity=1, giver="marta", receiver="player"),
        TrustChanged(character="marta", before=10, after=25),
        DialogueClosed(character="marta"),
    )
    apply(state, PlayerDid(at=AT, what="give", text="", effects=effects))
    summary = by_rules(state, AT).summary
    item = state.setup[StoryConfig].setting.item_name
    for piece in ("Kim", "Marta", item("knife", language), f"5 × {item('coin', language)}", "10", "25"):
        assert piece in summary
