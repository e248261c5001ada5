"""What people of a story answer by what is written for them: as things lie, by keys."""

from __future__ import annotations

import pytest

from parley.core.home import Home
from parley.core.studio.reading import Opened
from tests.story_configs import a_story, told

WITHOUT_HER = "Not without the bell. I would hear you, and you me, and neither of us the bank."


def answers(played: Opened, who: str = "levin") -> list[str]:
    """What somebody said after their greeting."""
    return [turn.text for turn in played.state.turns if turn.member == who][1:]


def test_nobody_speaks_of_a_thing_as_if_it_were_there(home: Home) -> None:
    played = told(home, a_story(partner="levin", script=("Can you take me across by ferry?", "Goodbye.")))
    assert answers(played)[0] == WITHOUT_HER


@pytest.mark.parametrize(
    ("language", "said", "unknown"),
    [
        ("en", "Which cheese goes with pears?", "Nine, ten. No. That I do not know."),
        ("de", "Mögen Riesen Käsekuchen?", "Neun, zehn. Nein. Das weiß ich nicht."),
    ],
)
def test_what_nothing_is_written_for_they_do_not_know(home: Home, language: str, said: str, unknown: str) -> None:
    played = told(home, a_story(partner="levin", language=language, script=(said, "Goodbye.")))
    assert answers(played)[0] == unknown
    assert str(played.state.turns[2].author) == "writer:ferry"


def test_an_answer_is_given_once(home: Home) -> None:
    script = ("How deep is the river just here?",) * 2
    first, again, *_rest = answers(told(home, a_story(partner="levin", script=(*script, "Goodbye."))))
    assert first != again
