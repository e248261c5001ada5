"""The transcript's item model against Qt's own tester, and its streaming line."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from parley.desktop.run.figures import MemberFigure, TurnFigure
from parley.desktop.transcript.model import TranscriptModel


def row(number: int, text: str = "Hello.", kind: str = "line") -> TurnFigure:
    return TurnFigure(number, "boss", "Boss", text, kind)


@pytest.fixture
def model(qapp: object) -> TranscriptModel:
    model = TranscriptModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)
    return model


def test_rows_are_told_by_their_roles(model: TranscriptModel) -> None:
    model.reset([row(1, "Good morning."), row(2)])
    index = model.index(0)
    assert (model.rowCount(), index.data()) == (2, "Good morning.")
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "Boss: Good morning."
    assert model.index(5).data() is None


@pytest.mark.parametrize(
    ("count", "rows", "expected"),
    [
        (1, [3, 4], [1, 2, 3, 4]),
        (2, [9], [1, 9]),
        (3, [], []),
        (0, [4], [1, 2, 3, 4]),
        (7, [5], [5]),
        (2, [2, 3], [1, 2, 3]),
    ],
)
def test_last_rows_are_replaced(model: TranscriptModel, count: int, rows: list[int], expected: list[int]) -> None:
    model.reset([row(number) for number in (1, 2, 3)])
    model.replace_last(count, [row(number) for number in rows])
    assert ([each.number for each in model.rows], model.last_turn()) == (expected, expected[-1] if expected else 0)
    for at, number in enumerate(expected):
        assert model.row_of_turn(number) == at


def test_a_turn_is_found_among_notes(model: TranscriptModel) -> None:
    model.reset([row(1), row(2, kind="topic"), row(2), row(3, kind="failed")])
    assert (model.row_of_turn(2), model.row_of_turn(3), model.row_of_turn(0), model.last_turn()) == (2, 2, -1, 2)


def test_one_row_is_replaced(model: TranscriptModel, qtbot: QtBot) -> None:
    model.reset([row(1), row(2)])
    with qtbot.waitSignal(model.dataChanged):
        model.replace(0, TurnFigure(1, "boss", "Boss", "Hello.", bookmarked=True))
    assert model.rows[0].bookmarked
    assert model.row_of_turn(1) == 0


def test_the_streaming_line_is_no_row(model: TranscriptModel, qtbot: QtBot) -> None:
    model.reset([row(1)])
    with qtbot.waitSignal(model.live_changed):
        model.stream("boss", "Boss", "Good")
    assert (model.rowCount(), model.live) == (1, row(2, "Good"))
    with qtbot.assertNotEmitted(model.live_changed):
        model.stream("boss", "Boss", "Good")
    model.stream("boss", "Boss", "Good morning")
    assert model.live is not None
    assert model.live.text == "Good morning"
    with qtbot.waitSignal(model.live_changed):
        model.end_stream()
    assert model.live is None


def test_members_are_told_only_when_their_looks_change(model: TranscriptModel, qtbot: QtBot) -> None:
    model.set_members([MemberFigure("boss", "Boss", "B", "rust")])
    with qtbot.assertNotEmitted(model.members_changed):
        model.set_members([MemberFigure("boss", "Boss", "B", "rust", turns=4)])
    assert model.members["boss"].turns == 4
    with qtbot.waitSignal(model.members_changed):
        model.set_members([MemberFigure("boss", "Boss", "B", "blue", turns=4)])
