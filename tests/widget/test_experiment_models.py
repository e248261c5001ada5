"""The models behind the experiments' window: rows that change little by little, drafts that go there and back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QAbstractItemModel, QItemSelectionModel, Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from parley.core.base.definition import parse_toml
from parley.core.home import Home
from parley.core.studio.experiments.drafting import get_text_of
from parley.core.studio.experiments.spec import METRICS, Experiment
from parley.core.studio.studio import Studio
from parley.desktop.experiments.draft import build_advice, data_of, get_texts_of
from parley.desktop.experiments.figures import ColumnFigure, ExperimentFigure, ProgressFigure, RowFigure, TableFigure
from parley.desktop.experiments.settings import list_settings
from parley.desktop.experiments.spec_view.dialog import ExperimentDialog
from parley.desktop.experiments.spec_view.fields import VariedField
from parley.desktop.experiments.view.shelf import Head
from parley.desktop.experiments.view.table_page import ExperimentTablePage
from tests.widget.widgets_alone import on_screen

COLUMNS = (
    ColumnFigure("figure", "Figure"),
    ColumnFigure("n", "n", "how many", "whole"),
    ColumnFigure("mean", "Mean", "", "number"),
    ColumnFigure("p", "p", "", "p"),
)


def row(name: str, n: int, mean: float | None, p: float | None = 0.5) -> RowFigure:
    return RowFigure((name,), (name.title(), n, mean, p), name)


def checked_by_qt(model: QAbstractItemModel) -> QAbstractItemModelTester:
    return QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)


def test_a_table_grows_and_changes_without_losing_what_is_selected(qtbot: QtBot) -> None:
    page = ExperimentTablePage("Cells", "Open")
    qtbot.addWidget(page)
    model = page.model
    testers = checked_by_qt(model), checked_by_qt(page.sorted)
    page.show_figure(TableFigure(COLUMNS, (), "Nothing yet."))
    assert page.note.text() == "Nothing yet."
    page.show_figure(TableFigure(COLUMNS, (row("a", 1, 0.5), row("b", 2, None, None))))
    # Not `selectRow`, which asks which keys are held: another test may have left Ctrl down.
    rows = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
    page.table.selectionModel().select(page.sorted.index(1, 0), rows)
    page.show_figure(TableFigure(COLUMNS, (row("a", 1, 0.5), row("b", 3, 12.345678), row("c", 1, 0.25, 0.00001))))
    chosen = page.table.selectionModel().selectedRows()
    assert [page.find_row(index) for index in chosen] == [row("b", 3, 12.345678)]
    told = [model.data(model.index(1, column)) for column in range(4)]
    assert told == ["B", "3", "12.35", "0.500"]
    assert model.data(model.index(2, 3)) == "< 0.001"
    page.table.sortByColumn(2, Qt.SortOrder.AscendingOrder)
    assert [page.sorted.index(at, 0).data() for at in range(3)] == ["C", "A", "B"]
    with qtbot.waitSignal(page.row_opened) as opened:
        page.table.doubleClicked.emit(page.sorted.index(0, 0))
    assert opened.args is not None
    assert opened.args[0].run == "c"
    page.show_figure(TableFigure(COLUMNS, (row("z", 1, 1.0),)))
    page.show_figure(TableFigure(COLUMNS[:2], (RowFigure(("y",), ("Y", 1)),)))
    assert model.columnCount() == 2
    assert testers


SPECS = (
    'name = "Plain"',
    'name = "Numbers"\nrepetitions = 4\nseed = 1099511627776\n[duologue]\nturns = 7\nstop_at = 0.85\n'
    "[grid]\ntemperature = [0.2, 1]\nseed = [1, 2]\n",
    'name = "Words"\nmetrics = ["turns", "language."]\n[duologue]\nsystem_a = "One, two"\n[grid]\n'
    'prompt = ["Hello, you", "A | B"]\nothers = [["Cy"], ["Cy", "Di"]]\nchoose_names = [true, false]\n',
    'name = "None"\nmetrics = []\n[duologue]\na = "Ada, the first"\n[grid]\nb = ["Bo, the other"]\n',
)


def texts(**changes: Any) -> dict[str, Any]:
    plain = {"name": "X", "note": "", "repetitions": 1, "parallel": 8, "retries": 2, "seed": 1}
    return plain | {"metrics": list(METRICS), "duologue": {}, "grid": {}} | changes


def test_what_is_typed_becomes_values(qtbot: QtBot) -> None:
    offered = list_settings("duologue", [], [], "en")
    typed: dict[str, tuple[str, list[Any]]] = {
        "temperature": ("0,2; 1", [0.2, 1.0]),
        "turns": ("10, 20", [10, 20]),
        "awareness": ("none, high", ["none", "high"]),
        "choose_names": ("yes, no", [True, False]),
        "prompt": ("Hello, you | Bye", ["Hello, you", "Bye"]),
        "others": ("Cy | Cy, Di", [["Cy"], ["Cy", "Di"]]),
        "a": ("Ada, Eve", ["Ada", "Eve"]),
    }
    grid = data_of(texts(grid={name: text for name, (text, _values) in typed.items()}), offered)["grid"]
    assert grid == {name: values for name, (_text, values) in typed.items()}
    # What is varied has no value of its own.
    data = data_of(texts(duologue={"turns": "5", "a": "Ada"}, grid={"turns": "1, 2"}), offered)
    assert data["duologue"] == {"a": "Ada"}
    qtbot.addWidget(field := VariedField(offered, "awareness", "none; high"))
    field._toggle("low", True)
    assert field.values.text() == "none, high, low"


def test_advice_counts_and_names_what_is_asked(home: Home, tmp_path: Path) -> None:
    studio = Studio(home)
    offered = list_settings("duologue", [], [], "en")

    def say(**changes: Any) -> Any:
        return build_advice(studio, data_of(texts(**changes), offered), tmp_path, ["taken"])

    found = say(duologue={"voice": "rehearsal", "turns": "5"}, grid={"awareness": "none, high"}, repetitions=3)
    assert found.size == "2 cells × 3 = 6 runs"
    assert "30 lines, all rehearsed" in found.detail
    found = say(duologue={"voice": "claude-sonnet-4-5", "voice_b": "rehearsal", "turns": "10"})
    assert found.size == "1 cell × 1 = 1 run"
    assert "At most 10 replies by anthropic · claude-sonnet-4-5, rehearsal" in found.detail
    # A roundtable whose turns nobody set has no number of replies that would be known before.
    tables = list_settings("roundtable", [], [], "en")
    table = texts(kind="roundtable", roundtable={"voice": "rehearsal"})
    told = build_advice(studio, data_of(table, tables), tmp_path).detail
    assert told == "All lines are rehearsed: nothing is sent and nothing is paid."
    # What is not here yet is told, and no fault of the spec.
    assert "no key for Claude" in found.detail
    assert "parley models get nothing-there" in say(duologue={"voice": "embedded:nothing-there"}).detail
    assert say(name="Taken").place == ("name",)
    assert say(grid={"temperature": ""}).place == ("grid", "temperature")


def test_the_head_offers_what_can_be_done(qtbot: QtBot) -> None:
    head = on_screen(qtbot, Head())

    def shown(figure: ExperimentFigure, progress: ProgressFigure, *, busy: bool = False) -> tuple[str, float]:
        head.show_figure(figure, progress, busy)
        return head.told.whole(), round(head.bar.value() / head.bar.maximum(), 3)

    figure = ExperimentFigure("x", "X", cells=2, runs=10, done=4, phase="running")
    progress = ProgressFigure("x", 10, 5, 3, (("r1", "The server sleeps."),), 30.0, 12.0)
    told = "running · 5 of 10 runs · 3 under way · 2 cells · 30 turns a minute · about 12 s left"
    assert shown(figure, progress) == (told, 0.5)
    assert (head.pause.isVisible(), head.start.isVisible(), head.parked.text()) == (True, False, "1 run stands")
    assert "The server sleeps." in head.parked.toolTip()
    # Before the first run is finished it moves turn by turn.
    begun = ProgressFigure("x", 10, 0, 3, turns=37, turns_due=200, part=0.185)
    told = "running · 0 of 10 runs · 3 under way · turn 37 of 200 · 2 cells"
    assert shown(replace(figure, done=0), begun) == (told, 0.185)
    # Whoever pressed Pause by the keyboard does not stand on "Stop now" afterwards.
    shown(figure, progress)
    head.pause.setFocus()
    shown(figure, replace(progress, pausing=True))
    assert (head.pause.isEnabled(), head.stop.isEnabled(), head.stop.hasFocus()) == (False, True, False)
    stands = replace(figure, done=5, phase="paused")
    assert shown(stands, ProgressFigure("x", 10, 5, pausing=True))[0].startswith("paused · 5 of 10 runs")
    # A pause takes nothing back of what the bar has shown, unless the experiment has grown since.
    last, other = ProgressFigure("x", 10, 5, part=0.72), ExperimentFigure("y", "Y", runs=3, phase="paused")
    assert shown(last.of(stands, runs=False), last)[1] == 0.72
    assert [last.of(one, runs=False).part for one in (other, replace(stands, runs=20))] == [0, 0]
    shown(replace(other, phase="new"), progress, busy=True)
    assert (head.start.isVisible(), head.start.isEnabled(), head.parked.isVisible()) == (True, False, False)


KINDS = [
    (kind, f'name = "X"\n[{kind}]\nseed = 3\n[grid]\nlanguage = ["en", "de"]\n')
    for kind in ("roundtable", "scene", "day", "story", "dialogue")
]


@pytest.mark.parametrize(("kind", "text"), [*KINDS, *(("duologue", text) for text in SPECS)])
def test_a_spec_of_any_kind_of_run_goes_through_the_dialog_unchanged(qtbot: QtBot, kind: str, text: str) -> None:
    experiment = parse_toml(text, "spec.toml", Experiment)
    offered = list_settings(kind, [], [("startup", "Start-up")], "en")
    dialog = ExperimentDialog("", offered, get_texts_of(experiment))
    qtbot.addWidget(dialog)
    assert parse_toml(get_text_of(data_of(dialog.texts(), offered, experiment)), "spec.toml", Experiment) == experiment
    if kind != "duologue":
        assert dialog.talk.said("language") == "is varied"
        dialog.show_problem("It cannot be so.", (kind, "seed"))
        assert dialog.talk.said("seed") == "It cannot be so."
