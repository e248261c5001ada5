"""The game master's dock: the choices of a day, straight from their events."""

from __future__ import annotations

import pytest
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from parley.core.log.events.base import Event
from parley.core.log.replay import Replay
from parley.core.modes.office.events import SceneRanked
from parley.core.modes.office.state import OfficeState
from parley.desktop.modes.office.figures import TERMS, GameMasterFigure
from parley.desktop.modes.office.game_master.view import GameMasterView
from parley.desktop.modes.office.model import Choices, find_scene_at
from parley.desktop.run.figures import MemberFigure
from parley.desktop.widgets.language import get_name
from tests.day_events import a_day
from tests.widget.widgets_alone import on_screen

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture(scope="module")
def day() -> list[Event]:
    return a_day("en")


@pytest.fixture
def choices(day: list[Event]) -> Choices:
    return Choices(Replay(day))


@pytest.fixture
def view(qtbot: QtBot) -> GameMasterView:
    return on_screen(qtbot, GameMasterView(), 460, 640)


def figure(choices: Choices, scene: int) -> GameMasterFigure:
    members = choices.replay.live.setup.members
    figures = {each.id: MemberFigure(each.id, each.name, each.initial, each.colour) for each in members}
    return choices.figure(scene, figures, "en")


def ranked(day: list[Event], scene: int) -> SceneRanked:
    return next(event for event in day if isinstance(event, SceneRanked) and event.scene == scene)


def test_the_numbers_are_those_of_the_event(day: list[Event], choices: Choices) -> None:
    for scene in range(1, len(choices.replay.live[OfficeState].scenes) + 1):
        event, shown = ranked(day, scene), figure(choices, scene)
        assert shown.chosen == event.chosen
        assert shown.reason == event.reason
        for each, candidate in zip(shown.candidates, event.candidates, strict=True):
            assert each.terms == tuple(getattr(candidate.terms, term) for term in TERMS)
            assert each.score == candidate.terms.score
            assert tuple(member.id for member in each.members) == candidate.members


def test_choices_follow_a_log_that_grows(day: list[Event]) -> None:
    replay = Replay(day[:3])
    choices = Choices(replay)
    assert "No scene was chosen yet" in figure(choices, 1).note
    for event in day[3:]:
        replay.append(event)
    assert figure(choices, 6).scene == 6
    assert find_scene_at(replay.live) == 6
    replay.append(structs.replace(ranked(day, 2), scene=7, chosen=99))  # as in a damaged log
    assert figure(choices, 7).chosen == -1


def test_the_chosen_candidate_is_selected_and_others_can_be(
    choices: Choices, view: GameMasterView, qtbot: QtBot
) -> None:
    view.show_figure(figure(choices, 2))
    bars = view.bars
    assert bars.selected == view.figure.chosen
    assert "score" in bars.topLevelItem(0).toolTip(0)
    assert get_name("scene_term", TERMS[0]) in view.legend.text()
    with qtbot.waitSignal(bars.candidate_selected):
        QTest.keyClick(bars, Qt.Key.Key_Down)
    assert bars.selected == 1
    QTest.mouseClick(bars.viewport(), LEFT, pos=bars.visualItemRect(bars.topLevelItem(0)).center())
    assert bars.selected == 0
    QTest.keyClick(bars, Qt.Key.Key_Up)
    assert bars.selected == 0
    candidate = bars.get_candidate()
    assert candidate is not None
    assert candidate.why in view.who.text()
