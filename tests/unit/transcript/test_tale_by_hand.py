"""A story's log that was written by hand: what no story could bring about is left out, and nothing falls over."""

from __future__ import annotations

import msgspec
import pytest

from core.base.clock import REHEARSAL_EPOCH as EPOCH
from core.cast.member import PLAYER
from core.log.codec import decode
from core.log.events.run import RunStarted
from core.log.fold import fold
from core.log.state import State
from core.modes.story.config import StoryConfig
from core.modes.story.events import Joined, Person, PlayerDid
from core.modes.story.state import StoryState
from tests.stories import a_story


def told(*effects: Joined) -> State:
    config = a_story("ferry")
    did = PlayerDid(at=EPOCH, what="talk", text="x", effects=effects)
    return fold([RunStarted(at=EPOCH, config=config.as_json()), did])


@pytest.mark.parametrize(
    "person", ['{"id":"@nowhere","name":"A"}', '{"id":"a","name":""}', '{"id":"a","name":"A","colour":"<b>"}']
)
def test_a_person_that_nobody_can_be_is_a_damaged_line(person: str) -> None:
    effect = f'{{"effect":"joined","person":{person}}}'
    line = f'{{"type":"player.acted","at":"2026-01-05T09:00:00Z","what":"talk","text":"","effects":[{effect}]}}'
    with pytest.raises(msgspec.DecodeError):
        decode(line.encode())


def test_who_is_there_already_does_not_come_in_again() -> None:
    state = told(Joined(person=Person(id=PLAYER, name="Nobody", location="nowhere", health=0)))
    assert state[StoryState].here == state.setup[StoryConfig].setting.start
