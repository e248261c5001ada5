"""What people of a story answer by what is written for them: as things lie, by keys, by meaning."""

from __future__ import annotations

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
