"""The logbook's dock: a page a scene, in the language that was chosen, leading to every turn."""

from __future__ import annotations

import gc
import weakref

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from parley.core.log.events.base import Event
from parley.core.log.reader import Damage
from parley.core.log.replay import Replay
from parley.core.modes.office.config import OfficeConfig
from parley.core.modes.office.logbook.page import Feedback, Kept, MoodChange, Person, Prose, ScenePage, Spoken, Turned
from parley.core.modes.office.state import OfficeState
from parley.core.studio.reading import Opened
from parley.desktop.modes.office.figures import LogDayFigure
from parley.desktop.modes.office.logbook.sheet import PageText
from parley.desktop.modes.office.logbook.view import LogbookView
from parley.desktop.modes.office.model import OfficeModel
from parley.desktop.run.model import RunModel
from parley.desktop.widgets.theme import DARK, LIGHT
from tests.day_events import a_day
from tests.widget.widgets_alone import on_screen, take_look


def grounds(view: LogbookView) -> list[str]:
    """The ground of every line's last cell, where its number stands."""
    found = []
    block = view.page.document().begin()
    while block.isValid():
        if any(name.startswith("turn") for at in block.textFormats() for name in at.format.anchorNames()):
            cell = QTextCursor(block).currentTable().cellAt(block.position())
            found.append(cell.format().background().color().name())
        block = block.next()
    return found


LEFT = Qt.MouseButton.LeftButton


@pytest.fixture(scope="module")
def day() -> list[Event]:
    return a_day("de")


def shown(day: list[Event], home: object) -> tuple[RunModel, OfficeModel]:
    model = RunModel()
    replay = Replay(day)
    model.open(Opened(home / "log.jsonl", replay, Damage()), replay.live.setup[OfficeConfig].floor)  # type: ignore[operator]
    return model, OfficeModel(model)


@pytest.fixture
def run(day: list[Event], tmp_path: object, qapp: object) -> RunModel:
    return shown(day, tmp_path)[0]


@pytest.fixture
def office(run: RunModel) -> OfficeModel:
    return OfficeModel.of(run)


@pytest.fixture
def view(qtbot: QtBot) -> LogbookView:
    return on_screen(qtbot, LogbookView(), 420, 640)


def test_a_page_holds_everything_of_its_scene(run: RunModel, office: OfficeModel, view: LogbookView) -> None:
    office.want_page(1, 3)
    view.show_figure(office.logbook())
    scene = run.replay.live[OfficeState].scenes[2]
    text = view.page.toPlainText()
    names = {member.id: member.name for member in run.replay.live.setup.members}
    for said in run.replay.live.turns[scene.first - 1 : scene.last]:
        assert said.text in text
        assert all(thought in text for thought in said.ended.thoughts)
    for needed in (scene.ended.summary, scene.started.topic, scene.started.clock, *scene.feedback):
        assert needed in text
    assert all(names[member] in text for member in scene.started.members)
    assert all(memory.text in text for memory in scene.ended.memories if memory.member in scene.started.members)
    assert "Schlüsselmoment" in text
    assert run.shown == scene.first


def test_the_timeline_turns_the_page(run: RunModel, office: OfficeModel) -> None:
    office.want_page(1, 2)
    for number, scene in enumerate(run.replay.live[OfficeState].scenes, 1):
        run.show(scene.last)
        page = office.logbook().page
        assert page is not None
        assert page.number == number
        assert office.game_master().scene == number


def test_the_languages_are_original_other_and_both(run: RunModel, office: OfficeModel, view: LogbookView) -> None:
    office.want_page(1, 2)
    view.show_figure(office.logbook())
    assert [view.languages.tabText(at) for at in range(3)] == ["Deutsch", "English", "Both"]
    first = run.replay.live.turns[run.replay.live[OfficeState].scenes[1].first - 1]
    other = run.replay.live[OfficeState].list_translated()[first.number].text
    assert first.text in view.page.toPlainText()
    assert other not in view.page.toPlainText()
    view.language_chosen.connect(office.set_language)
    office.changed.connect(lambda: view.show_figure(office.logbook()))
    QTest.mouseClick(view.languages, LEFT, pos=view.languages.tabRect(1).center())
    assert other in view.page.toPlainText()
    assert first.text not in view.page.toPlainText()
    assert "Dialogue" in view.page.toPlainText()
    QTest.mouseClick(view.languages, LEFT, pos=view.languages.tabRect(2).center())
    assert other in view.page.toPlainText()
    assert first.text in view.page.toPlainText()


def test_a_click_leads_to_the_turn_and_to_the_scene(office: OfficeModel, view: LogbookView, qtbot: QtBot) -> None:
    office.want_page(1, 0)
    view.show_figure(office.logbook())
    assert view.figure.page is not None
    assert view.figure.page.number == 0
    with qtbot.waitSignal(view.page_wanted) as wanted:
        view.page.anchorClicked.emit(QUrl("scene:5"))
    assert wanted.args == [1, 5]
    with qtbot.waitSignal(view.turn_chosen) as chosen:
        view.page.anchorClicked.emit(QUrl("turn:12"))
    assert chosen.args == [12]
    view.page.anchorClicked.emit(QUrl("https://example.org"))


def test_the_arrows_and_the_list_turn_pages(office: OfficeModel, view: LogbookView, qtbot: QtBot) -> None:
    office.want_page(1, 3)
    view.show_figure(office.logbook())
    assert view.caption() == "page 4 of 7"
    with qtbot.waitSignal(view.page_wanted) as wanted:
        QTest.mouseClick(view.before, LEFT)
    assert wanted.args == [1, 2]
    with qtbot.waitSignal(view.page_wanted) as wanted:
        QTest.mouseClick(view.after, LEFT)
    assert wanted.args == [1, 4]
    view.resize(900, 640)
    with qtbot.waitSignal(view.page_wanted) as wanted:
        view.picker.activated.emit(6)
    assert wanted.args == [1, 6]


def test_the_mark_moves_from_turn_to_turn(run: RunModel, office: OfficeModel, view: LogbookView) -> None:
    office.want_page(1, 3)
    view.show_figure(office.logbook())
    scene = run.replay.live[OfficeState].scenes[2]
    for turn in range(scene.first + 1, scene.last + 1):
        run.show(turn)
        view.show_figure(office.logbook())
    moved = grounds(view)
    take_look(DARK)
    take_look(LIGHT)
    assert moved == grounds(view)
    assert moved[-1] == LIGHT.accent_soft
    assert moved[0] != LIGHT.accent_soft


def test_a_run_that_was_left_is_not_kept(run: RunModel, office: OfficeModel) -> None:
    office.logbook()
    left = weakref.ref(run.replay)
    run.close()
    gc.collect()
    assert left() is None


ANN = Person("ann", "Ann", "A", "blue")


def a_page(text: str = "Hello.", person: Person = ANN, turn: int = 1) -> ScenePage:
    """A page of one scene with the same text, and the same person, wherever there is one."""
    prose = Prose(text, "en", text, "de")
    return ScenePage(
        number=1, day=1, seq=0, ended_seq=1, first=turn, last=turn, language="en", type="work", type_name=text, kind="",
        kind_name=text, begins=text, ends="", room="", place=text, members=(person,), bystanders=(person,), topic=text,
        choice=None, exchange="round", exchange_name=text, exchange_reason=text, importance=1, summary=prose, mood=text,
        lines=(Spoken(turn, person, prose, (prose,), key=True),), moods=(MoodChange(person, text, text),),
        feedback=(Feedback(turn, text, (text,)),), memories=(Kept(person, text, 1, text, text),),
        shifts=(Turned(person, person, "neutral", text, text),), tasks=((person, text),), notes=(text,), places=(),
    )  # fmt: skip


def test_words_are_never_taken_for_markup() -> None:
    evil = '<script>alert(1)</script> <b>bold</b> & "quoted"'
    somebody = Person('x" onload="y', evil, "X", "blue", character=evil)
    a_day = LogDayFigure(1, evil, "en", evil, ((1, evil, evil),), (evil,))
    for made in (a_page(evil, somebody), a_day):
        text = PageText(DARK, 1.0, 1).of(made)
        assert "<script" not in text
        assert "<b>" not in text
        assert 'onload="' not in text
