"""The fold of a story: whose turn it is, and logs that were written by hand."""

from __future__ import annotations

import msgspec
import pytest

from core.base.clock import REHEARSAL_EPOCH as AT
from core.cast.member import PLAYER
from core.log.codec import decode
from core.log.events.base import Event
from core.log.events.run import FloorGiven, RunStarted
from core.log.events.turn import TurnEnded, TurnRetried, TurnStarted
from core.log.fold import fold
from core.log.state import State
from core.modes.story.config import StoryConfig
from core.modes.story.events import Joined, Person, PhaseChanged, PlayerDid, StoryRouted
from core.modes.story.state import StoryState
from tests.story_configs import a_story


def spoken(state: State, *members: str) -> StoryState:
    """The story after a line of each of these."""
    for member in members:
        turn = state.next_turn
        begun = TurnStarted(at=AT, turn=turn, member=member)
        fold([begun, TurnEnded(at=AT, turn=turn, member=member, text="Kim.")], state)
    return state[StoryState]


def after(*events: Event) -> State:
    return fold([RunStarted(at=AT, config=a_story("ferry").as_json()), *events])


def test_only_the_hosts_words_are_a_question_and_one_at_a_time() -> None:
    state = after()
    host = state[StoryState].host
    story = spoken(state, "keeper", host, host, "narrator", host)
    assert story.asked == 1
    fold([TurnRetried(at=AT, turn=5)], state)
    assert story.asked == 0
    spoken(state, host, PLAYER)
    assert (story.asked, story.answers, story.turn) == (1, ("Kim.",), 0)


def test_the_floor_goes_before_those_who_are_due() -> None:
    state = after(
        PhaseChanged(at=AT, phase="exploration", reason=""),
        StoryRouted(at=AT, story_turn=0, turn=1, phase="exploration", agents=("narrator", "keeper"), reason=""),
        FloorGiven(at=AT, member="keeper"),
    )
    assert state[StoryState].due == ("keeper", "narrator")
    fold([FloorGiven(at=AT, member="jester")], state)
    assert state[StoryState].due == ("jester", "keeper", "narrator")
    assert spoken(state, "jester").due == ("keeper", "narrator")


@pytest.mark.parametrize(
    "person", ['{"id":"@nowhere","name":"A"}', '{"id":"a","name":""}', '{"id":"a","name":"A","colour":"<b>"}']
)
def test_a_person_that_nobody_can_be_is_a_damaged_line(person: str) -> None:
    effect = f'{{"effect":"joined","person":{person}}}'
    line = f'{{"type":"player.acted","at":"2026-01-05T09:00:00Z","what":"talk","text":"","effects":[{effect}]}}'
    with pytest.raises(msgspec.DecodeError):
        decode(line.encode())


def test_who_is_there_already_does_not_come_in_again() -> None:
    joined = Joined(person=Person(id=PLAYER, name="Nobody", location="nowhere", health=0))
    state = after(PlayerDid(at=AT, what="talk", text="x", effects=(joined,)))
    assert state[StoryState].here == state.setup[StoryConfig].setting.start
