"""Finding words in the transcript."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from parley.desktop.run.figures import TurnFigure
from parley.desktop.transcript.model import TranscriptModel
from parley.desktop.transcript.view.view import TranscriptView
from tests.widget.widgets_alone import on_screen

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def turn(number: int, text: str, *thoughts: str) -> TurnFigure:
    return TurnFigure(number, "boss", "Boss", text, thoughts=thoughts)


@pytest.fixture
def view(qtbot: QtBot) -> TranscriptView:
    view = on_screen(qtbot, TranscriptView(), 400, 400)
    view.setModel(TranscriptModel(view))
    texts = {3: "Die Straße ist gesperrt.", 20: "STRASSE oder Weg?", 41: "Keine strasse mehr."}
    view.model().reset([turn(number, texts.get(number, "Nothing of note.")) for number in range(1, 60)])
    return view


def search(qtbot: QtBot, view: TranscriptView, text: str) -> None:
    qtbot.keyClick(view.lines, Qt.Key.Key_F, CONTROL)
    qtbot.keyClicks(view.search.field, text)
    qtbot.waitUntil(lambda: view.search.search.done)


def in_sight(view: TranscriptView) -> list[int]:
    return [row for row, _ in view.lines.in_sight()]


def test_matches_are_counted_and_gone_through(view: TranscriptView, qtbot: QtBot) -> None:
    view.lines.verticalScrollBar().setValue(0)
    search(qtbot, view, "strasse")
    bar = view.search
    assert (bar.isVisible(), bar.count.text(), bar.row) == (True, "1 of 3 lines", 2)
    for key, modifier, row in (
        (Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, 19),
        (Qt.Key.Key_F3, Qt.KeyboardModifier.NoModifier, 40),
        (Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, 2),
        (Qt.Key.Key_Return, SHIFT, 40),
    ):
        qtbot.keyClick(bar.field, key, modifier)
        assert bar.row == row
        assert row in in_sight(view)
    assert bar.count.text() == "3 of 3 lines"
    qtbot.keyClick(bar.field, Qt.Key.Key_Escape)
    assert (bar.isVisible(), view.lines._needle) == (False, "")


def test_new_lines_are_searched_too(view: TranscriptView, qtbot: QtBot) -> None:
    search(qtbot, view, "strasse")
    view.model().append([turn(60, "Noch eine Straße.")])
    qtbot.waitUntil(lambda: view.search.search.done)
    assert view.search.search.rows == [2, 19, 40, 59]
    view.model().replace_last(1, [turn(60, "Keine.")])
    qtbot.waitUntil(lambda: view.search.search.done)
    assert view.search.search.rows == [2, 19, 40]


def test_a_thought_is_unfolded_where_it_alone_matches(view: TranscriptView, qtbot: QtBot) -> None:
    view.model().append([turn(60, "Of course.", "I would rather have a zebra.")])
    search(qtbot, view, "zebra")
    assert (view.search.row, view.lines.is_unfolded(59)) == (59, True)
    view.grab()


def test_many_rows_are_searched_in_slices(view: TranscriptView, qtbot: QtBot) -> None:
    view.model().reset([turn(number, "zebra" if number % 1000 == 0 else "horse") for number in range(1, 30_001)])
    view.open_search()
    view.search.field.setText("Zebra")
    assert not view.search.search.done
    qtbot.waitUntil(lambda: view.search.search.done)
    assert len(view.search.search.rows) == 30
