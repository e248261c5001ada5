"""What the story dock is shown, folded from a story that was played."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from parley.core.cast.member import PLAYER
from parley.core.home import Home
from parley.core.log.events.base import Event
from parley.core.log.events.run import RunContinued
from parley.core.log.events.turn import TurnEnded, TurnStarted
from parley.core.log.fold import fold
from parley.core.modes.story.events import (
    ChoicesOffered,
    CombatFought,
    DialogueOpened,
    DiceRolled,
    PlayerDid,
    Roll,
    SheetWritten,
)
from parley.core.modes.story.state import StoryState
from parley.desktop.bridge import Batch
from parley.desktop.modes.story import model as story_passages
from parley.desktop.modes.story.figures import StoryFigure, dice_of
from parley.desktop.modes.story.model import build_story_figure, narrative
from tests.small_story import AT
from tests.small_story import events as small_events
from tests.standup_events import sample_events
from tests.story_configs import of, the_fifty_turns, told
from tests.widget.day_in_the_model import model_of


@pytest.fixture(scope="module")
def events(tmp_path_factory: pytest.TempPathFactory) -> list[Event]:
    return told(Home(tmp_path_factory.mktemp("story")), the_fifty_turns()).replay.events


def at(events: list[Event], count: int, *, live: bool = True, writable: bool = True) -> StoryFigure:
    figure = build_story_figure(fold(events[:count]), {}, live=live, writable=writable, events=events)
    assert figure is not None
    return figure


def after(events: list[Event], kind: type[Event]) -> int:
    """How many events there are up to the first of a kind."""
    return next(seq for seq, event in enumerate(events) if isinstance(event, kind)) + 1


def test_another_run_is_said_to_be_none_and_none_is_none() -> None:
    assert build_story_figure(fold([]), {}, live=True, writable=True) is None
    figure = build_story_figure(fold(sample_events()), {}, live=True, writable=True)
    assert figure is not None
    assert (figure.mode, figure.told) == ("roundtable", False)


def test_the_interview_counts_its_questions_and_ends_with_the_sheet(events: list[Event]) -> None:
    count = after(events, SheetWritten)
    asked = [at(events, seq) for seq in range(1, count)]
    assert max(figure.question for figure in asked) == 5
    assert all(figure.sheet is None and not figure.people and not figure.exits for figure in asked)
    waiting = [figure.question for figure in asked if figure.may_act]
    assert waiting == sorted(waiting)
    written, figure = of(events, SheetWritten)[0].sheet, at(events, count)
    sheet = figure.sheet
    assert sheet is not None
    assert (sheet.face.name, sheet.health, sheet.most) == (written.name, written.health, written.health)
    assert sheet.attributes == tuple((name, value, (value - 10) // 2) for name, value in written.attributes.items())
    assert [(item.id, item.quantity) for item in figure.items] == [(each.item, each.quantity) for each in written.items]


def test_of_two_throws_the_worse_is_marked() -> None:
    better = Roll(notation="1d20+3 advantage", dice=(6, 14), kept=(14,), modifier=3, total=17, mode="advantage")
    assert [(die.number, die.kept, die.sides) for die in dice_of(better)] == [(6, False, 20), (14, True, 20)]
    worse = Roll(notation="2d6 disadvantage", dice=(1, 2, 6, 6), kept=(1, 2), total=3, mode="disadvantage")
    assert [die.kept for die in dice_of(worse)] == [True, True, False, False]


def test_a_fight_lists_everybody_by_initiative(events: list[Event]) -> None:
    count = after(events, CombatFought)
    tale, figure = fold(events[:count])[StoryState], at(events, count)
    assert tale.fight is not None
    assert tuple(fighter.face.id for fighter in figure.fight) == tale.fight.order
    assert [fighter.health for fighter in figure.fight] == [tale.people[one].health for one in tale.fight.order]
    rolls = [fighter.initiative for fighter in figure.fight]
    assert rolls == sorted(rolls, reverse=True)
    shown = figure.passages[-1]
    assert (shown.kind, tuple(blow for _face, blow in shown.blows)) == ("round", of(events, CombatFought)[0].blows)


def test_in_a_talk_the_partner_stands_first(events: list[Event]) -> None:
    opened = (
        seq
        for seq, event in enumerate(events)
        if isinstance(event, PlayerDid) and any(isinstance(effect, DialogueOpened) for effect in event.effects)
    )
    figure = at(events, next(opened) + 1)
    assert (figure.phase, figure.people[0].partner, figure.people[0].face.id) == ("dialogue", True, figure.partner)
    assert figure.passages[-1].kind == "did"
    assert figure.people[0].face.name in figure.passages[-1].text


def test_who_may_act_and_why_not_and_what_is_said_now_streams(events: list[Event]) -> None:
    offered = after(events, ChoicesOffered)
    turn = at(events, offered)
    assert (turn.may_act, len(turn.choices)) == (True, 3)
    past = at(events, offered, live=False)
    assert "turn" in past.why_not
    begun = at(events, after(events, RunContinued))
    for barred in (past, at(events, offered, writable=False), at(events, len(events)), begun):
        assert barred.why_not
        assert not barred.may_act
    speaking = (
        seq for seq, event in enumerate(events) if isinstance(event, TurnStarted) and event.member == "narrator"
    )
    state = fold(events[: next(speaking) + 1])
    for said in ({}, {"narrator": "Fog lies"}):
        figure = build_story_figure(state, said, live=True, writable=True, events=events)
        assert figure is not None
        stream = figure.streaming
        assert stream is not None
        assert (stream.face.id, stream.text, stream.kind) == ("narrator", said.get("narrator", ""), "told")
        assert stream.face.name in figure.why_not


def test_the_end_has_every_line_that_stands(events: list[Event]) -> None:
    figure = at(events, len(events))
    assert (figure.ended, figure.phase) == (True, "epilogue")
    assert any(each.kind == "mark" and each.caption == "epilogue" for each in figure.passages)
    # What the keeper says of a throw stands with it, before who spoke in between.
    assert sorted(each.turn for each in figure.passages if each.turn) == [turn.number for turn in fold(events).turns]


def test_the_column_is_bounded(events: list[Event], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(story_passages, "MOST_PASSAGES", 30)
    state = fold(events)
    found = narrative(state, events)
    assert 20 < len(found) <= 31
    assert "transcript" in found[0].text
    assert all("transcript" not in each.text for each in found[1:])


def test_rows_that_were_shown_live_are_those_of_a_run_that_is_opened(events: list[Event], qtbot: QtBot) -> None:
    live = model_of(events[:3])
    for seq in range(3, len(events)):
        live.take(Batch("story", [(seq, events[seq])]))
    opened = model_of(events)
    names = [(row.number, row.kind, row.name) for row in opened.transcript.rows]
    # The player has a name from the interview on, and is called by it in the rows before it too.
    assert [(row.number, row.kind, row.name) for row in live.transcript.rows] == names
    assert {name for _number, kind, name in names if kind == "player"} <= {live.replay.live.name_of(PLAYER)}


def test_what_the_keeper_says_of_a_throw_stands_with_it() -> None:
    thrown = DiceRolled(at=AT, story_turn=1, checks=(), text="17 vs 12: it works.")
    told = [*small_events(), thrown, TurnStarted(at=AT, turn=1, member="keeper")]
    told.append(TurnEnded(at=AT, turn=1, member="keeper", text="17, so you are up."))
    (ruled,) = [each for each in at(told, len(told)).passages if each.ruling]
    assert (ruled.kind, ruled.face.id, ruled.ruling) == ("dice", "keeper", "17, so you are up.")
