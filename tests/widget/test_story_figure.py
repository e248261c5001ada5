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
    DiceRolled,
)
from parley.desktop.bridge import Batch
from parley.desktop.modes.story.figures import StoryFigure
from parley.desktop.modes.story.model import build_story_figure
from tests.small_story import AT
from tests.small_story import events as small_events
from tests.story_configs import the_fifty_turns, told
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
