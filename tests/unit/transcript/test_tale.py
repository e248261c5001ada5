"""The fold of a story, where no event needs to be written for it."""

from __future__ import annotations

from dataclasses import fields

from core.cast.member import PLAYER
from core.modes.story.events import Person
from core.modes.story.state import CharacterState, StoryState, agent_spoke, agent_taken_back, floor_given, player_spoke


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


def interviewed() -> StoryState:
    return StoryState(host="odo", people={PLAYER: CharacterState(Person(id=PLAYER, name="Kim"))})


def test_only_the_hosts_words_are_a_question_and_one_at_a_time() -> None:
    tale = interviewed()
    for who in ("keeper", "odo", "odo", "narrator"):
        agent_spoke(tale, who)
    assert tale.asked == 1
    agent_taken_back(tale, "odo", ())
    agent_spoke(tale, "odo")
    player_spoke(tale, "Kim.", scripted=False)
    assert (tale.asked, tale.answers, tale.turn) == (1, ("Kim.",), 0)


def test_the_floor_goes_before_those_who_are_due() -> None:
    tale = interviewed()
    tale.phase, tale.due = "exploration", ("narrator", "keeper")
    floor_given(tale, "keeper")
    assert list(tale.due) == ["keeper", "narrator"]
    floor_given(tale, "jester")
    assert list(tale.due) == ["jester", "keeper", "narrator"]
    agent_spoke(tale, "jester")
    assert list(tale.due) == ["keeper", "narrator"]
