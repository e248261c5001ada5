"""The fold of a story, where no event needs to be written for it."""

from __future__ import annotations

from dataclasses import fields

from core.base.clock import REHEARSAL_EPOCH as AT
from core.cast.member import PLAYER
from core.log.events.base import Event
from core.log.events.run import FloorGiven, RunStarted
from core.log.events.turn import TurnEnded, TurnRetried, TurnStarted
from core.log.fold import fold
from core.log.state import State
from core.modes.story.events import Person, PhaseChanged, StoryRouted
from core.modes.story.state import CharacterState, StoryState
from tests.stories import a_story


def test_a_copy_of_somebody_is_whole_and_their_own() -> None:
    person = Person(id="odo", name="Odo")
    odo = CharacterState(person, "mill", {"coin": 2}, 30, {"angry": 2}, following=True, health=3, met=True)
    plain = CharacterState(Person(id="till", name="Till"))
    # Whatever field there is: one that the copy forgets would be the plain one's.
    assert all(getattr(odo, field.name) != getattr(plain, field.name) for field in fields(CharacterState))
    copy = odo.copy()
    assert copy == odo
    copy.items["coin"] = 5
    copy.statuses.clear()
    assert (odo.items, odo.statuses) == ({"coin": 2}, {"angry": 2})


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
