"""Tasks, open questions and promises, and what one knows of another: read from what was said and seen, and no more."""

from __future__ import annotations

import json
from typing import Any

import pytest

from parley.core.base.clock import SeededRandom
from parley.core.base.line import clean
from parley.core.log.events.distilled import MemoryRecord
from parley.core.log.events.turn import TurnEnded
from parley.core.log.fold import apply
from parley.core.log.state import State
from parley.core.modes.office.config import Slot
from parley.core.modes.office.contributing import build_known
from parley.core.modes.office.events import DayStarted, SceneEnded
from parley.core.modes.office.memory import aftermath
from parley.core.modes.office.memory.weaving import by_rules, checked, part_of
from parley.core.modes.office.scene_ranking import Ground, ranked, thread_for
from parley.core.modes.office.state import OfficeState
from parley.core.perspective.perspective import perspective
from tests.scene_lines import AT, end, office, play

# Tasks -----------------------------------------------------------------------------------------------------------


def test_a_voice_says_what_the_tasks_are_and_which_are_done() -> None:
    state = office("en")
    play(state, "arrival", [("ada", "Hello, you. It will be the trailer."), ("ben", "Hm.")], room="hallway")
    answer = '{"summary": "They come.", "tasks": [{"member": "ada", "task": "cut the trailer"}]}'
    end(state, aftermath.read_answer(state, answer, AT))
    assert state[OfficeState].tasks == {"ada": "cut the trailer"}
    play(state, "meeting", [("ada", "There it is."), ("ben", "Thanks.")], kind="meeting", room="conference")
    done = [{"member": one, "done": True} for one in ("ada", "ben", "nobody")]
    end(state, aftermath.read_answer(state, json.dumps({"summary": "They meet.", "done": done}), AT))
    assert state[OfficeState].finished == {"ada": "cut the trailer"}


def test_a_task_named_apart_is_never_said() -> None:
    part = part_of("Morning! I'm at the trailer.\n**Task:** cut the trailer to a minute", state_names())
    assert (part.said, part.task) == (("Morning! I'm at the trailer.",), "cut the trailer to a minute")
    assert part_of("Moin.\nAufgabe: Trailer kürzen", state_names()).task == "Trailer kürzen"


def state_names() -> Any:
    """Ada, among others."""
    return office("en").setup.called["ada"]


# What is open ----------------------------------------------------------------------------------------------------

ASKED = [("ada", "Here it is."), ("ben", "Which lantern do you want for the jetty?")]


def asked(lang: Any = "en") -> State:
    """Ben asked Ada about the lantern, and she has not answered."""
    state = office(lang)
    play(state, "encounter", ASKED)
    return end(state, aftermath.by_rules(state, AT))


def open_now(state: State) -> list[tuple[str, str, str]]:
    """Who owes whom what."""
    return [(each.member, each.about[0], each.said) for each in state[OfficeState].list_threads()]


QUESTION = ("ada", "ben", "Which lantern do you want for the jetty?")


def test_a_question_is_open_until_those_two_take_it_up() -> None:
    state = asked()
    assert open_now(state) == [QUESTION]
    play(state, "encounter", [("ada", "Is there coffee?"), ("ben", "In the pot.")])
    end(state, aftermath.by_rules(state, AT))
    assert open_now(state) == [QUESTION], "they spoke of something else"
    meeting = [("cleo", "Who needs what?"), ("dov", "The lantern is on my list."), ("ben", "Fine."), ("cleo", "Good.")]
    play(state, "meeting", [*meeting, ("ada", "Nothing from me.")], members=("ada", "ben", "cleo", "dov"))
    end(state, aftermath.by_rules(state, AT))
    assert open_now(state) == [QUESTION], "a meeting of all settles nothing by itself"
    play(state, "encounter", [("ben", "And the lantern?"), ("ada", "The small one.")], thread="m1")
    ended = aftermath.by_rules(state, AT)
    assert [(each.how, each.turn) for each in ended.settled] == [("answered", state.turns[-1].number)]
    end(state, ended)
    assert open_now(state) == []
    assert state[OfficeState].settled == {"m1": "answered"}


@pytest.mark.parametrize(
    ("answer", "how"), [("The map is on your desk.", ["kept"]), ("I'll send it tomorrow.", []), ("Which map?", [])]
)
def test_a_promise_is_kept_in_the_talk_that_it_brings_about(answer: str, how: list[str]) -> None:
    state = office("en")
    play(state, "encounter", [("ben", "Hm."), ("ada", "I'll send you the map of the river.")])
    end(state, aftermath.by_rules(state, AT))
    assert [each[:2] for each in open_now(state)] == [("ada", "ben")]
    (thread,) = state[OfficeState].list_threads()
    play(state, "encounter", [("ben", "So?"), ("ada", answer)], thread=thread.id)
    assert [each.how for each in aftermath.by_rules(state, AT).settled] == how


def test_what_is_promised_again_is_one_promise() -> None:
    state = office("en")
    for _ in range(2):
        play(state, "encounter", [("ben", "Hm."), ("ada", "I'll send you the map of the river.")])
        end(state, aftermath.by_rules(state, AT))
    assert len(open_now(state)) == 1


def test_a_voice_judges_what_is_settled_but_only_between_those_who_spoke() -> None:
    def judged(lines: list[tuple[str, str]], how: str, members: tuple[str, ...] = ("ada", "ben", "cleo")) -> list[str]:
        state = asked()
        play(state, "meeting", lines, members=members, kind="meeting", room="conference")
        told = [{"thread": "m1", "how": how}, {"thread": "m9", "how": "kept"}]
        answer = json.dumps({"summary": "Talk.", "settled": told})
        return [each.how for each in aftermath.read_answer(state, answer, AT).settled]

    assert judged([("ben", "So?"), ("ada", "The small one.")], "answered") == ["answered"]
    assert judged([("ben", "So?"), ("ada", "The small one.")], "kept") == [], "a question is not kept"
    assert judged([("ben", "And the lantern?"), ("ada", "The small lantern.")], "open") == []
    assert judged([("ben", "And the lantern?"), ("ada", "The small lantern.")], "?") == []
    assert judged([("ben", "So?"), ("cleo", "Me?"), ("ada", "The small one.")], "answered") == []


def test_threads_of_earlier_logs_fold_as_they_did() -> None:
    state = office("en")
    play(state, "encounter", ASKED)
    old = MemoryRecord(
        id="m1", member="ada", type="conversation", text="Ben waits.", scene=1, about=("ben",), open="question"
    )
    end(state, SceneEnded(at=AT, scene=1, clock="10:35", memories=(old,)))
    assert [each.id for each in state[OfficeState].list_threads()] == ["m1"]
    play(state, "encounter", [("ada", "Coffee?"), ("ben", "Yes.")])
    end(state, SceneEnded(at=AT, scene=2, clock="10:50"))
    assert state[OfficeState].list_threads() == [], "one without its own words was answered by any later talk"


def test_what_was_put_off_brings_no_scene_about_the_next_day_and_weighs_more_later() -> None:
    state = asked()
    ground = Ground(state, SeededRandom(3), Slot(at="10:00", types=("encounter",)))
    thread = thread_for(ground, ("ada", "ben"))
    assert thread is not None
    assert thread.said == QUESTION[2]
    assert thread_for(ground, ("ada", "ben", "cleo")) is None, "Cleo does not know of it"

    def weight() -> float:
        found = ranked(state, SeededRandom(3), ground.slot)
        return next(each.terms.threads for each in found if each.members == ("ada", "ben"))

    young = weight()
    for day in range(2, 9):
        apply(state, DayStarted(at=AT, day=day, date=f"2026-01-{7 + day:02}"))
    assert 0 < young < weight()
    play(state, "encounter", [("ben", "And the lantern?"), ("ada", "Which lantern?")], thread=thread.id, day=8)
    end(state, aftermath.by_rules(state, AT))
    assert [each.id for each in state[OfficeState].list_threads()][:1] == [thread.id]
    assert thread_for(ground, ("ada", "ben")) != thread
    apply(state, DayStarted(at=AT, day=12, date="2026-01-19"))
    assert thread_for(ground, ("ada", "ben")) == thread


# What one knows of another ---------------------------------------------------------------------------------------


def test_one_knows_of_another_what_one_heard_and_saw() -> None:
    state = asked()
    lines = [("ada", "Today I paint the lantern."), ("ben", "I'm testing the bell. | She looks tired.")]
    play(state, "arrival", lines, room="hallway")
    told = {"summary": "They come.", "tasks": [{"member": "ben", "task": "I'm testing the bell"}]}
    end(state, aftermath.read_answer(state, json.dumps(told), AT))
    play(state, "encounter", [], members=("ada", "ben"))
    ben = build_known(state, "ada", "ben")
    assert (ben.name, ben.task, ben.how) == ("Ben", "I'm testing the bell", "seen"), "they share a room"
    assert ben.last == (("You", "Here it is."), ("Ben", "Which lantern do you want for the jetty?"))
    assert [(each.kind, each.mine) for each in ben.open] == [("question", True)]
    assert ben.mood
    assert "tired" not in str(ben)
    assert [(each.kind, each.mine) for each in build_known(state, "ben", "ada").open] == [("question", False)]


def test_what_one_did_not_hear_one_does_not_know() -> None:
    state = asked()
    play(state, "encounter", [("ada", "I'll show you the map of the river."), ("ben", "Good.")])
    end(state, aftermath.by_rules(state, AT))
    play(state, "encounter", [], members=("ada", "cleo"), kind="casual")
    cleo = build_known(state, "cleo", "ada")
    assert (cleo.last, cleo.open) == ((), ())
    assert "map" not in str(cleo)


# Acts ------------------------------------------------------------------------------------------------------------


def test_an_act_is_no_word() -> None:
    line = clean("*Ada pours coffee.* Do you want one? [Please.]", ("Ada",), acts=True)
    assert (line.text, line.acts, line.thoughts) == ("Do you want one?", ("pours coffee",), ("Please.",))
    assert clean("*nickt*", acts=True).acts == ("nickt",)
    assert clean("*nickt*", acts=True).text == ""
    assert clean("*nickt*").text == "nickt", "where nobody asked for acts"
    assert clean("I *really* mean it.", acts=True).acts == ()
    assert clean("*says: 'I hate \"it\"'*", acts=True).acts == ("says",)


def test_a_weave_keeps_what_is_done_with_whom_it_is_of() -> None:
    called = office("en").setup.called
    said = {"ada": "*pours coffee*\nHere.", "ben": "*nods*"}
    woven = by_rules(said, called.__getitem__, (2, 6), 0)
    assert [(line.member, line.says, line.does) for line in woven] == [
        ("ada", "Here.", "pours coffee"),
        ("ben", "", "nods"),
    ]
    answer = '{"order": ["ben.1", "ada.1"]}'
    told = checked(answer, said, called.__getitem__, (2, 6), 0)
    assert [(line.member, line.says, line.does) for line in told] == [
        ("ben", "", "nods"),
        ("ada", "Here.", "pours coffee"),
    ]


def test_who_is_by_sees_what_is_done_and_hears_nothing() -> None:
    state = office("en")
    play(state, "encounter", [], bystanders=("cleo",))
    heard = ("ada", "ben")
    apply(state, TurnEnded(at=AT, turn=1, member="ada", text="Secret plan.", acts=("pours coffee",), heard_by=heard))
    ended = aftermath.by_rules(state, AT)
    end(state, ended)
    cleo = " ".join(block.text for block in perspective(state, "cleo").witnessed())
    assert "Ada pours coffee." in cleo
    assert "Secret" not in cleo
    assert any("Ada pours coffee." in each.text for each in ended.memories if each.member == "cleo")
    assert [block.text for block in perspective(state, "ben").witnessed() if block.speaker] == [
        "Ada: *pours coffee* Secret plan."
    ]
    assert [block.text for block in perspective(state, "ada").witnessed() if block.speaker] == [
        "*pours coffee* Secret plan."
    ]
