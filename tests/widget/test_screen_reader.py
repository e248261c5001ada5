"""What a screen reader finds: painted rows as the items of a list, new lines as announcements, a name at every stop."""

from __future__ import annotations

import gc

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from parley.core.export.drawing import Picture
from parley.desktop.compare.figures import ComparedLine, ComparedRow, CompareFigure
from parley.desktop.compare.view.rows import CompareRows
from parley.desktop.convergence.figures import ConvergenceFigure
from parley.desktop.convergence.view.chart import ConvergenceChart
from parley.desktop.experiments.view.picture import PictureView
from parley.desktop.modes.office.strip import CardFigure, SceneStrip
from parley.desktop.modes.story.figures import Face, PassageFigure
from parley.desktop.modes.story.view.tale import Tale
from parley.desktop.run.figures import MemberFigure, SceneFigure, TurnFigure
from parley.desktop.transcript.model import TranscriptModel
from parley.desktop.transcript.view.lines import TranscriptLines
from parley.desktop.widgets import spoken
from tests.widget.widgets_alone import on_screen

Name, Role = QAccessible.Text.Name, QAccessible.Role
Heard = list[tuple[QAccessible.Event, int, str]]


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Heard:
    """What is told while a screen reader listens: kind of event, row and message."""
    told: Heard = []

    class Listening(QAccessible):
        @staticmethod
        def updateAccessibility(event: QAccessibleEvent) -> None:
            told.append((event.type(), event.child(), getattr(event, "message", str)()))

    monkeypatch.setattr(Listening, "isActive", lambda: True)
    monkeypatch.setattr(spoken, "QAccessible", Listening)
    return told


def line(number: int, text: str, name: str = "Ada") -> TurnFigure:
    return TurnFigure(number, "ada", name, text, "line")


def lines(qtbot: QtBot, count: int = 40) -> tuple[TranscriptLines, TranscriptModel]:
    view, model = TranscriptLines(), TranscriptModel()
    qtbot.addWidget(view)
    view.resize(300, 200)
    view.set_model(model)
    model.reset([line(number + 1, f"Line {number + 1}.") for number in range(count)])
    view.show()
    return view, model


def test_the_transcript_is_a_list_of_lines(qtbot: QtBot) -> None:
    view, model = lines(qtbot)
    found = QAccessible.queryAccessibleInterface(view)
    assert (found.role(), found.childCount(), found.text(Name)) == (Role.List, 40, "Transcript")
    last = found.child(39)
    assert (last.role(), last.text(Name), found.indexOfChild(last)) == (Role.ListItem, "Ada, turn 40: Line 40.", 39)
    assert last.parent().object() is view
    assert not last.state().offscreen
    assert found.child(0).state().offscreen
    assert view.rect().contains(view.mapFromGlobal(last.rect().center()))
    middle = last.rect().center()
    assert found.childAt(middle.x(), middle.y()).text(Name) == last.text(Name)
    assert found.child(40) is None
    model.append([line(41, "One more.")])
    assert (found.childCount(), found.child(40).text(Name)) == (41, "Ada, turn 41: One more.")
    model.reset([line(1, "Another run.")])
    assert (last.isValid(), last.text(Name), found.child(0).text(Name)) == (False, "", "Ada, turn 1: Another run.")


def test_the_current_line_is_the_one_with_the_keyboard(qtbot: QtBot, heard: Heard) -> None:
    view, _model = lines(qtbot)
    view.activateWindow()
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    view.set_current(7)
    assert heard[-1][:2] == (QAccessible.Event.Focus, 7)
    found = QAccessible.queryAccessibleInterface(view)
    assert found.focusChild().text(Name) == "Ada, turn 8: Line 8."
    assert found.child(7).state().selected
    assert found.child(7).state().focused


def test_new_lines_are_read_out_as_they_come(qtbot: QtBot, heard: Heard) -> None:
    view, model = lines(qtbot, 2)
    model.append([line(3, "New."), line(4, "Newer.", "Bo")])
    kinds = [kind for kind, _row, _text in heard]
    assert kinds.count(QAccessible.Event.ObjectCreated) == 2
    said = [text for kind, _row, text in heard if kind == QAccessible.Event.Announcement]
    assert said == ["Ada, turn 3: New.", "Bo, turn 4: Newer."]
    # Many at once, such as of a run that is read while it is played: the newest is enough.
    heard.clear()
    model.append([line(number, f"Line {number}.") for number in range(5, 60)])
    assert [text for kind, _row, text in heard if kind == QAccessible.Event.Announcement] == ["Ada, turn 59: Line 59."]
    # Whoever reads an earlier turn is left alone.
    heard.clear()
    view.show_turn(3, live=False)
    heard.clear()
    model.append([line(60, "Unheard.")])
    assert not heard


def passage(seq: int, text: str, name: str = "Narrator") -> PassageFigure:
    return PassageFigure(seq=seq, kind="line", text=text, face=Face(name=name), turn=seq)


def test_a_tale_is_text_and_new_passages_are_read_out(qtbot: QtBot, heard: Heard) -> None:
    tale = Tale()
    qtbot.addWidget(tale)
    tale.resize(400, 300)
    tale.show_passages((passage(1, "It rains."), passage(2, "A door opens.")))
    tale.show()
    text = QAccessible.queryAccessibleInterface(tale).textInterface()
    assert "A door opens." in text.text(0, text.characterCount())
    assert not heard
    tale.show_passages((passage(1, "It rains."), passage(2, "A door opens."), passage(3, "Nobody.", "Keeper")))
    assert [text for kind, _row, text in heard if kind == QAccessible.Event.Announcement] == ["Keeper: Nobody."]


def test_compared_turns_are_rows_too(qtbot: QtBot) -> None:
    rows = CompareRows()
    qtbot.addWidget(rows)
    one, other = ComparedLine("ada", "Ada", "Red."), ComparedLine("ada", "Ada", "Blue.")
    rows.show_figure(
        CompareFigure(rows=(ComparedRow(1, one, one), ComparedRow(2, one, other), ComparedRow(3, one, None)))
    )
    found = QAccessible.queryAccessibleInterface(rows)
    assert [found.child(at).text(Name) for at in range(3)] == [
        "Turn 1, the same in both: Ada: Red.",
        "Turn 2 differs. Ada: Red. — Ada: Blue.",
        "Turn 3 differs. Ada: Red. — no such turn",
    ]


def test_nothing_is_left_of_a_view_that_has_gone(qtbot: QtBot) -> None:
    view, model = TranscriptLines(), TranscriptModel()
    view.set_model(model)
    model.reset([line(1, "Hello.")])
    found = QAccessible.queryAccessibleInterface(view)
    number = QAccessible.uniqueId(found.child(0))
    assert QAccessible.accessibleInterface(number) is not None
    view.deleteLater()
    del view, found
    QApplication.sendPostedEvents(None, int(QEvent.Type.DeferredDelete.value))
    gc.collect()
    assert QAccessible.accessibleInterface(number) is None


def heard_rows(view: QWidget) -> list[str]:
    """The rows of a picture as a screen reader finds them; each has its place within the picture."""
    found = QAccessible.queryAccessibleInterface(view)
    assert found.role() in (Role.Table, Role.List)
    rows = [found.child(at) for at in range(found.childCount())]
    assert rows
    for row in rows:
        at = row.rect().center()
        assert row.state().offscreen or view.rect().contains(view.mapFromGlobal(at)), row.text(Name)
    return [row.text(Name) for row in rows]


def walked(view: QWidget, key: Qt.Key, times: int) -> str:
    """What has the focus after so many steps from where Tab arrives."""
    view.setFocus(Qt.FocusReason.TabFocusReason)
    for _ in range(times):
        QTest.keyClick(view, key)
    return QAccessible.queryAccessibleInterface(view).focusChild().text(Name)


def seen_with_the_keyboard(view: QWidget) -> bool:
    """Whether it looks otherwise while it has the keyboard."""
    view.clearFocus()
    before = view.grab().toImage()
    view.setFocus(Qt.FocusReason.TabFocusReason)
    QApplication.processEvents()
    return view.grab().toImage() != before


def test_a_convergence_is_a_list_of_turns(qtbot: QtBot) -> None:
    plot = on_screen(qtbot, ConvergenceChart(), 400, 200)
    qtbot.waitActive(plot)
    members = (MemberFigure("ada", "Ada", "A", "rust"), MemberFigure("bob", "Bob", "B", "blue"))
    parts = ((0.5, 0.6, 0.75),) * 5
    plot.show_figure(ConvergenceFigure(members, ((0, 1, 3),), (0, 1), turns=(1, 2, 3), scores=parts[0],
                                       components=parts, shown=2, last=3))  # fmt: skip
    assert heard_rows(plot) == ["Turn 1 · 0.50", "Turn 2 · 0.60", "Turn 3 · 0.75"]
    assert plot.accessibleDescription() == "Turn 2 · 0.60"
    assert seen_with_the_keyboard(plot)


def test_means_by_two_settings_are_a_table(qtbot: QtBot) -> None:
    view = on_screen(qtbot, PictureView(), 400, 300)
    qtbot.waitActive(view)
    view.show_pictures([Picture(100, 50, "Words", (), ("Heat 1: 4", "Heat 2: 6")), Picture(100, 50, "Turns", ())])
    assert heard_rows(view) == ["Words. Heat 1: 4", "Words. Heat 2: 6"]
    assert seen_with_the_keyboard(view)
    assert walked(view, Qt.Key.Key_End, 1) == "Words. Heat 2: 6"


def test_the_scenes_of_a_day_are_a_list(qtbot: QtBot) -> None:
    strip = on_screen(qtbot, SceneStrip(), 500, 90)
    scenes = [
        SceneFigure(at, "meeting", "meeting", "09:00", "Lounge", ("ada",), ("Ada",), f"Point {at}", "Standup")
        for at in (1, 2)
    ]
    strip.show_figure(tuple(CardFigure(scene, at * 4, shown=at == 1) for at, scene in enumerate(scenes)))
    assert heard_rows(strip) == ["09:00 · Lounge. Standup. Point 1. Ada", "09:00 · Lounge. Standup. Point 2. Ada"]
    assert QAccessible.queryAccessibleInterface(strip).child(1).state().selected
