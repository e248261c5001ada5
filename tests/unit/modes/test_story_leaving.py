"""How a talk between two ends: with their own words, and without anybody who tells a story."""

from __future__ import annotations

from pathlib import Path

import pytest

from parley.core.cast.member import PLAYER
from parley.core.home import Home
from parley.core.log.events.run import RunEnded
from parley.core.log.events.turn import VoiceReplied
from parley.core.modes.story.choices import CHATS
from parley.core.modes.story.events import DialogueSummarised, PhaseChanged
from parley.core.modes.story.intents import ends_talk, try_words
from parley.core.modes.story.request import DialogueRequest
from parley.core.modes.story.words import words
from parley.core.studio.studio import Studio
from tests.scripted_voices import of_type
from tests.story_configs import REHEARSAL, told

CARD = Path(__file__).parents[2] / "cards" / "sillytavern.png"
LANGUAGES = ("en", "de")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_talk_that_plays_by_itself_ends_with_two_who_take_their_leave(home: Home, language: str) -> None:
    asked = {"partner": str(CARD), "player": "Kai", "seed": 3, "voice": REHEARSAL, "simulated": True}
    wish = DialogueRequest(**asked, language=language, autoplay=True, turns=6)
    talk = told(home, Studio(home).compose(wish))
    turns, events = talk.state.turns, talk.replay.events
    mine = [turn.text for turn in turns if turn.member == PLAYER]
    assert [turn.member for turn in turns] == ["maren", *[PLAYER, "maren"] * 6]
    leave = words(language, "leave", part="choices", name="Maren")
    assert mine[-1] == leave
    assert not any(ends_talk(talk.state, text) for text in mine[:-1])
    assert {each.phase for each in of_type(events, PhaseChanged)} == {"exploration"}
    (ended,) = of_type(events, RunEnded)
    assert (ended.reason, ended.detail) == ("story", words(language, "talk_over"))
    # Who tells stories says nothing, and is asked nothing.
    assert {each.member for each in of_type(events, VoiceReplied)} == {"maren"}
    assert {each.method for each in of_type(events, DialogueSummarised)} == {"rules"}
    # What is offered is talk, and the last line a leave.
    begun = talk.replay.state_at_turn(3)
    chats = [words(language, f"chat_{at}", part="choices") for at in range(1, CHATS + 1)]
    assert [chat for chat in chats if try_words(begun, chat)] == []
    assert ends_talk(begun, leave)
