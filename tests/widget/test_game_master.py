"""The game master's dock: the choices of a day, straight from their events."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from parley.core.log.events.base import Event
from parley.core.log.replay import Replay
from parley.core.modes.office.config import OfficeConfig
from parley.core.modes.office.events import SceneRanked
from parley.core.modes.office.state import OfficeState
from parley.desktop.modes.office.figures import TERMS, GameMasterFigure
from parley.desktop.modes.office.game_master.view import GameMasterView
from parley.desktop.modes.office.model import Choices, scene_at
from parley.desktop.run.figures import MemberFigure
from parley.desktop.widgets.language import labelled
from parley.desktop.widgets.theme import DARK, LIGHT, Theme
from tests.day_events import a_day
from tests.widget.widgets_alone import on_screen, take_look

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


def test_the_exchange_is_told_with_its_importance_and_threshold(choices: Choices) -> None:
    meeting = figure(choices, 3)
    assert "One after the other" in meeting.exchange
    assert meeting.importance >= meeting.threshold == choices.replay.live.setup[OfficeConfig].agenda.threshold
    kitchen = figure(choices, 2)
    assert kitchen.importance < kitchen.threshold
    assert kitchen.exchange_reason


def test_the_first_turn_of_a_scene_is_where_its_button_leads(choices: Choices) -> None:
    scenes = choices.replay.live[OfficeState].scenes
    assert [choices.first_turn(scene.started.scene) for scene in scenes] == [scene.first for scene in scenes]
    assert choices.first_turn(0) == choices.first_turn(99) == 0


def test_choices_follow_a_log_that_grows(day: list[Event]) -> None:
    replay = Replay(day[:3])
    choices = Choices(replay)
    assert "No scene was chosen yet" in figure(choices, 1).note
    for event in day[3:]:
        replay.append(event)
    assert figure(choices, 6).scene == 6
    assert scene_at(replay.live) == 6
    assert figure(choices, 1).before == figure(choices, 6).after == 0


def test_a_roundtable_and_nothing_at_all_say_so(view: GameMasterView) -> None:
    assert "Open or start a day" in view.empty.text()
    view.show_figure(GameMasterFigure(note="It is a roundtable."))
    assert view.empty.text() == "It is a roundtable."
    assert not view.area.isVisible()
    assert view.caption() == ""


def test_the_chosen_candidate_is_selected_and_others_can_be(
    choices: Choices, view: GameMasterView, qtbot: QtBot
) -> None:
    view.show_figure(figure(choices, 2))
    bars = view.bars
    assert bars.selected == view.figure.chosen
    assert "score" in bars.topLevelItem(0).toolTip(0)
    assert labelled("scene_term", TERMS[0]) in view.legend.text()
    with qtbot.waitSignal(bars.candidate_selected):
        QTest.keyClick(bars, Qt.Key.Key_Down)
    assert bars.selected == 1
    QTest.mouseClick(bars.viewport(), LEFT, pos=bars.visualItemRect(bars.topLevelItem(0)).center())
    assert bars.selected == 0
    QTest.keyClick(bars, Qt.Key.Key_Up)
    assert bars.selected == 0
    candidate = bars.candidate()
    assert candidate is not None
    assert candidate.why in view.who.text()


def test_the_buttons_walk_from_choice_to_choice(choices: Choices, view: GameMasterView, qtbot: QtBot) -> None:
    view.show_figure(figure(choices, 1))
    assert not view.before.isEnabled()
    with qtbot.waitSignal(view.scene_wanted) as asked:
        QTest.mouseClick(view.after, LEFT)
    assert asked.args == [2]
    with qtbot.waitSignal(view.caption_changed) as told:
        view.show_figure(figure(choices, 2))
    assert told.args[0].startswith("scene 2 · ")
    with qtbot.waitSignal(view.scene_wanted) as asked:
        QTest.mouseClick(view.before, LEFT)
    assert asked.args == [1]


@pytest.mark.parametrize(("theme", "width"), [(LIGHT, 180), (DARK, 470), (LIGHT, 900)])
def test_it_is_drawn_at_every_width(choices: Choices, view: GameMasterView, theme: Theme, width: int) -> None:
    take_look(theme, 1.5)
    view.resize(width, 500)
    for scene in range(1, 7):
        view.show_figure(figure(choices, scene))
        assert not view.grab().isNull()
        last = view.bars.topLevelItem(view.bars.topLevelItemCount() - 1)
        assert view.bars.viewport().rect().contains(view.bars.visualItemRect(last).center()), "nothing is scrolled"
