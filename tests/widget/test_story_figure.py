"""What the story dock is shown, folded from a story that was played."""

from __future__ import annotations

import itertools

import pytest
from pytestqt.qtbot import QtBot

from core.cast.member import PLAYER
from core.home import Home
from core.log.events.base import Event
from core.log.events.run import RunContinued
from core.log.events.turn import TurnEnded, TurnStarted
from core.log.fold import fold
from core.modes.story.events import (
    ChoicesOffered,
    CombatFought,
    DialogueOpened,
    DiceRolled,
    PhaseChanged,
    Roll,
    SheetWritten,
    ToolAnswered,
)
from core.modes.story.state import StoryState
from desktop.bridge import Batch
from desktop.modes.story import passages as story_passages
from desktop.modes.story.figures import StoryFigure, dice_of
from desktop.modes.story.model import story_figure
from desktop.modes.story.passages import Narrative
from tests.standup_events import sample_events
from tests.story_configs import of, the_fifty_turns, told
from tests.widget.day_in_the_model import model_of


@pytest.fixture(scope="module")
def events(tmp_path_factory: pytest.TempPathFactory) -> list[Event]:
    return told(Home(tmp_path_factory.mktemp("story")), the_fifty_turns()).replay.events


def at(events: list[Event], count: int, *, live: bool = True, writable: bool = True) -> StoryFigure:
    """The figure after so many events."""
    figure = story_figure(fold(events[:count]), {}, live=live, writable=writable, events=events)
    assert figure is not None
    return figure


def after(events: list[Event], kind: type[Event]) -> int:
    """How many events there are up to the first of a kind."""
    return next(seq for seq, event in enumerate(events) if isinstance(event, kind)) + 1


def test_there_is_none_before_a_run(events: list[Event]) -> None:
    assert story_figure(fold([]), {}, live=True, writable=True) is None


def test_another_run_is_said_to_be_none() -> None:
    figure = story_figure(fold(sample_events()), {}, live=True, writable=True)
    assert figure is not None
    assert figure.mode == "roundtable"
    assert not figure.told


def test_the_interview_counts_its_questions(events: list[Event]) -> None:
    asked = [at(events, seq + 1) for seq, event in enumerate(events[: after(events, SheetWritten) - 1])]
    assert max(figure.question for figure in asked) == 5
    assert all(figure.sheet is None and not figure.people and not figure.exits for figure in asked)
    waiting = [figure for figure in asked if figure.may_act]
    assert [figure.question for figure in waiting] == sorted(figure.question for figure in waiting)


def test_the_sheet_says_who_the_player_is(events: list[Event]) -> None:
    count = after(events, SheetWritten)
    event = of(events, SheetWritten)[0]
    sheet = at(events, count).sheet
    assert sheet is not None
    assert (sheet.face.name, sheet.health, sheet.most) == (event.sheet.name, event.sheet.health, event.sheet.health)
    for attribute, value, modifier in sheet.attributes:
        assert event.sheet.attributes[attribute] == value
        assert modifier == (value - 10) // 2
    things = {item.id: item.quantity for item in at(events, count).items}
    assert things == {stack.item: stack.quantity for stack in event.sheet.items}


def test_every_line_that_stands_is_told_once_and_in_order(events: list[Event]) -> None:
    state = fold(events)
    told_turns = [each.turn for each in at(events, len(events)).passages if each.turn]
    assert told_turns == [turn.number for turn in state.turns]


def test_dice_show_what_fell(events: list[Event]) -> None:
    thrown = of(events, DiceRolled)[0]
    figure = at(events, after(events, DiceRolled))
    shown = figure.passages[-1]
    assert shown.kind == "dice"
    assert shown.checks == thrown.checks
    assert tuple(die.number for check in shown.checks for die in dice_of(check.roll)) == thrown.checks[0].roll.dice


def test_of_two_throws_the_worse_is_marked() -> None:
    better = Roll(notation="1d20+3 advantage", dice=(6, 14), kept=(14,), modifier=3, total=17, mode="advantage")
    assert [(die.number, die.kept, die.sides) for die in dice_of(better)] == [(6, False, 20), (14, True, 20)]
    worse = Roll(notation="2d6 disadvantage", dice=(1, 2, 6, 6), kept=(1, 2), total=3, mode="disadvantage")
    assert [die.kept for die in dice_of(worse)] == [True, True, False, False]


def test_a_fight_lists_everybody_by_initiative(events: list[Event]) -> None:
    count = after(events, CombatFought)
    state, figure = fold(events[:count]), at(events, count)
    assert state.find(StoryState) is not None
    assert state[StoryState].fight is not None
    assert tuple(fighter.face.id for fighter in figure.fight) == state[StoryState].fight.order
    for fighter in figure.fight:
        assert fighter.health == state[StoryState].people[fighter.face.id].health
    rolls = [fighter.initiative for fighter in figure.fight]
    assert rolls == sorted(rolls, reverse=True)
    assert {fighter.side for fighter in figure.fight if fighter.face.id == PLAYER} == {"player"}
    round_shown = figure.passages[-1]
    assert round_shown.kind == "round"
    fought = of(events, CombatFought)[0]
    assert tuple(blow for _face, blow in round_shown.blows) == fought.blows


def test_in_a_talk_the_partner_stands_first(events: list[Event]) -> None:
    opened = next(
        seq
        for seq, event in enumerate(events)
        if isinstance(event, ToolAnswered) and any(isinstance(effect, DialogueOpened) for effect in event.effects)
    )
    figure = at(events, opened + 1)
    assert figure.phase == "dialogue"
    assert figure.people[0].partner
    assert figure.people[0].face.id == figure.partner
    assert figure.passages[-1].kind == "tool"
    assert figure.people[0].face.name in figure.passages[-1].text


def test_who_may_act_and_why_not(events: list[Event]) -> None:
    offered = after(events, ChoicesOffered)
    turn = at(events, offered)
    assert turn.may_act
    assert len(turn.choices) == 3
    for barred in (
        at(events, offered, live=False),
        at(events, offered, writable=False),
        at(events, len(events)),
        at(events, after(events, RunContinued)),
    ):
        assert barred.why_not
        assert not barred.may_act
    assert "turn" in at(events, offered, live=False).why_not
    speaking = next(
        seq for seq, event in enumerate(events) if isinstance(event, TurnStarted) and event.member == "narrator"
    )
    figure = at(events, speaking + 1)
    assert figure.streaming is not None
    assert figure.streaming.text == ""
    assert figure.streaming.face.name in figure.why_not


def test_what_is_said_now_streams(events: list[Event]) -> None:
    speaking = next(
        seq for seq, event in enumerate(events) if isinstance(event, TurnStarted) and event.member == "narrator"
    )
    state = fold(events[: speaking + 1])
    figure = story_figure(state, {"narrator": "Fog lies"}, live=True, writable=True, events=events)
    assert figure is not None
    assert figure.streaming is not None
    assert (figure.streaming.face.id, figure.streaming.text, figure.streaming.speech) == ("narrator", "Fog lies", False)


def test_the_end_has_its_moments(events: list[Event]) -> None:
    figure = at(events, len(events))
    assert figure.ended
    assert figure.phase == "epilogue"
    assert 0 < len(figure.moments) <= 5
    assert any(each.kind == "mark" and each.caption == "epilogue" for each in figure.passages)
    assert of(events, PhaseChanged)[-1].phase == "epilogue"


def test_the_column_is_bounded(events: list[Event], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(story_passages, "MOST_PASSAGES", 30)
    state = fold(events)
    found, earlier = Narrative().passages(state, events)
    assert len(found) == 30
    first = next(each.turn for each in found if each.turn)
    assert earlier == first - 1 > 0


def test_without_events_there_are_still_the_lines(events: list[Event]) -> None:
    state = fold(events)
    found, _earlier = Narrative().passages(state)
    assert [each.turn for each in found if each.turn] == [turn.number for turn in state.turns][-len(found) :] or found
    assert {each.kind for each in found} <= {"line", "speech", "player", "note"}


def test_the_same_state_makes_the_same_figure(events: list[Event]) -> None:
    counts = [seq + 1 for seq, event in enumerate(events) if isinstance(event, TurnEnded)][::25]
    for count in counts:
        assert at(events, count) == at(events, count)
    assert len({at(events, count) for count in counts}) == len(list(itertools.chain(counts)))


def test_what_was_told_is_made_once(events: list[Event]) -> None:
    narrative = Narrative()
    counts = [seq + 1 for seq, event in enumerate(events) if isinstance(event, TurnEnded)]
    early, late = fold(events[: counts[40]]), fold(events[: counts[41]])
    before, _ = narrative.passages(early, events)
    after, _ = narrative.passages(late, events)
    assert before
    assert all(one is other for one, other in zip(before, after, strict=False))
    assert after == Narrative().passages(late, events)[0]


def test_who_is_named_later_is_named_everywhere(events: list[Event]) -> None:
    narrative = Narrative()
    asked = after(events, SheetWritten) - 1
    narrative.passages(fold(events[:asked]), events)
    for count in (len(events), asked, after(events, CombatFought)):
        state = fold(events[:count])
        assert narrative.passages(state, events) == Narrative().passages(state, events)


def test_rows_that_were_shown_live_are_those_of_a_run_that_is_opened(events: list[Event], qtbot: QtBot) -> None:
    live = model_of(events[:3])
    for seq in range(3, len(events)):
        live.take(Batch("story", [(seq, events[seq])]))
    opened = model_of(events)
    names = [(row.number, row.kind, row.name) for row in opened.transcript.rows]
    # The player has a name from the interview on, and is called by it in the rows before it too.
    assert [(row.number, row.kind, row.name) for row in live.transcript.rows] == names
    assert {name for _number, kind, name in names if kind == "player"} <= {live.replay.live.name_of(PLAYER)}
