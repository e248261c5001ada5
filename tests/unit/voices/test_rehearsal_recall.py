"""What people of a story answer: the saying that answers the question, and no other that only shares a word with it."""

from __future__ import annotations

from itertools import pairwise

import pytest

from parley.core.cast.member import PLAYER
from parley.core.home import Home
from tests.story_configs import a_setting, a_story, told

ASKED = {
    ("ferry", "levin", "en"): {
        "What exactly are you afraid of?": "answering",
        "How long does the crossing take?": "strokes",
        "Where were you when the bell was stolen?": "asleep",
        "How heavy is a kingfisher?": "How heavy?",
    },
    ("varn", "ruben", "de"): {
        "Wohin läuft das Wasser dann?": "in den Berg",
        "Was hat Vera gegen dich in der Hand?": "Papier",
        "Wer hat den Brunnen gemalt?": "Den Brunnen?",
    },
}
"""By the partner and the language what is asked, and what is in the answer."""


@pytest.mark.parametrize(("whose", "asked"), ASKED.items(), ids=lambda each: each[1] if type(each) is tuple else "")
def test_the_saying_that_answers_is_said_and_else_the_matter_is_asked_back(
    home: Home, whose: tuple[str, str, str], asked: dict[str, str]
) -> None:
    setting, partner, language = whose
    played = told(home, a_story(setting, partner=partner, language=language, script=[*asked], jester=0.0))
    lines = [turn for turn in played.state.turns if turn.member in {PLAYER, partner}]
    answers = {first.text: second.text for first, second in pairwise(lines) if second.member == partner}
    for question, word in asked.items():
        assert word in answers[question], question
    assert len(set(answers.values())) == len(answers)


@pytest.mark.parametrize("setting", ["ferry", "varn"])
def test_what_anybody_can_say_is_called_for_by_something(setting: str) -> None:
    told_by_all = a_setting(setting).says
    assert len(told_by_all) > 15
    assert all(one.about and not one.on for one in told_by_all)
