"""The models behind the experiments' window: rows that change little by little, drafts that go there and back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QAbstractItemModel, QItemSelectionModel, QPointF, QSortFilterProxyModel, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from pytestqt.qtbot import QtBot

from parley.core.base.definition import parse_toml
from parley.core.export.drawing import Picture, Spot, Words
from parley.core.home import Home
from parley.core.studio.experiments.drafting import text_of
from parley.core.studio.experiments.plan import Plan
from parley.core.studio.experiments.spec import METRICS, Experiment
from parley.core.studio.experiments.table import Table
from parley.core.studio.studio import Studio
from parley.desktop.experiments.draft import advice, data_of, texts_of
from parley.desktop.experiments.figures import (
    ColumnFigure,
    ExperimentFigure,
    PlotFigure,
    ProgressFigure,
    RowFigure,
    TableFigure,
)
from parley.desktop.experiments.results import runs_table
from parley.desktop.experiments.settings import settings
from parley.desktop.experiments.spec_view.dialog import ExperimentDialog
from parley.desktop.experiments.view.plot_page import ExperimentPlotPage
from parley.desktop.experiments.view.shelf import ExperimentsModel, Head
from parley.desktop.experiments.view.table_page import SORT_ROLE, ExperimentTable, ExperimentTablePage
from parley.desktop.experiments.words import chance, figure_title, known_figures, number, span
from parley.desktop.widgets import language
from parley.desktop.widgets.theme import DARK, LIGHT
from tests.widget.widgets_alone import on_screen, take_look

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
    page.table.selectRow(1)
    page.show_figure(TableFigure(COLUMNS, (row("a", 1, 0.5), row("b", 3, 12.345678), row("c", 1, 0.25, 0.00001))))
    chosen = page.table.selectionModel().selectedRows()
    assert [page.row(index) for index in chosen] == [row("b", 3, 12.345678)]
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


def test_a_column_widens_for_longer_words_but_not_one_that_was_set_by_hand(qtbot: QtBot) -> None:
    page = ExperimentTablePage("Runs", "Open")
    qtbot.addWidget(page)
    columns = (ColumnFigure("state", "State"), ColumnFigure("cell", "Cell", kind="whole"))
    page.show_figure(TableFigure(columns, (RowFigure(("r",), ("not begun", 1)),)))
    head = page.table.horizontalHeader()
    narrow = head.sectionSize(0)
    page.show_figure(TableFigure(columns, (RowFigure(("r",), ("stands: the server sleeps", 1)),)))
    assert head.sectionSize(0) > narrow
    head.resizeSection(0, 60)
    page.show_figure(TableFigure(columns, (RowFigure(("r",), ("stands: the server sleeps well", 1)),)))
    assert head.sectionSize(0) == 60


def test_what_is_missing_is_sorted_before_all(qtbot: QtBot) -> None:
    model = ExperimentTable()
    model.show(TableFigure(COLUMNS, (row("a", 1, 0.5), row("b", 1, None), row("c", 1, -3.0))))
    proxy = QSortFilterProxyModel()
    proxy.setSortRole(SORT_ROLE)
    proxy.setSourceModel(model)
    proxy.sort(2)
    assert [proxy.index(at, 0).data() for at in range(3)] == ["B", "C", "A"]
    assert proxy.index(0, 2).data() == "–"


def test_the_list_says_how_far_each_is(qtbot: QtBot) -> None:
    model = ExperimentsModel()
    tester = checked_by_qt(model)
    new, ended = ExperimentFigure("a", "A", runs=8), ExperimentFigure("b", "B", runs=5, done=5, phase="ended")
    broken = ExperimentFigure("c", "c", phase="broken", problem="Line 3.")
    told = []
    for figures in ((new, ended), (replace(new, done=3, phase="running"),), (broken, new)):
        model.show(figures)
        told.append([model.data(model.index(row)) for row in range(model.rowCount())])
    assert told == [
        ["A, not begun, 0 of 8 runs", "B, finished, 5 of 5 runs"], ["A, running, 3 of 8 runs"],
        ["c, cannot be read: Line 3.", "A, not begun, 0 of 8 runs"],
    ]  # fmt: skip
    assert tester
    assert QItemSelectionModel(model).model() is model


SPECS = (
    'name = "Plain"',
    'name = "Numbers"\nrepetitions = 4\n[duologue]\nturns = 7\nstop_at = 0.85\n'
    "[grid]\nwarmth = [0.2, 1]\nseed = [1, 2]\n",
    'name = "Words"\nmetrics = ["turns", "language."]\n[duologue]\nsystem_a = "One, two"\n[grid]\n'
    'prompt = ["Hello, you", "A | B"]\nothers = [["Cy"], ["Cy", "Di"]]\nchoose_names = [true, false]\n',
    'name = "None"\nmetrics = []\n[duologue]\na = "Ada, the first"\n[grid]\nb = ["Bo, the other"]\n',
)


@pytest.mark.parametrize("text", SPECS)
def test_a_spec_goes_through_the_dialog_unchanged(text: str) -> None:
    offered = settings("duologue", [], [], "en")
    experiment = parse_toml(text, "spec.toml", Experiment)
    data = data_of(texts_of(experiment), offered, experiment)
    again = parse_toml(text_of(data), "spec.toml", Experiment)
    assert (again.duologue, again.grid, again.metrics) == (experiment.duologue, experiment.grid, experiment.metrics)
    assert (again.repetitions, again.seed, again.name) == (experiment.repetitions, experiment.seed, experiment.name)


def texts(**changes: Any) -> dict[str, Any]:
    plain = {"name": "X", "note": "", "repetitions": 1, "parallel": 8, "retries": 2, "seed": 1}
    return plain | {"metrics": list(METRICS), "duologue": {}, "grid": {}} | changes


def test_what_is_typed_becomes_values() -> None:
    offered = settings("duologue", [], [], "en")
    typed: dict[str, tuple[str, list[Any]]] = {
        "warmth": ("0,2; 1", [0.2, 1.0]),
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


def test_advice_counts_and_names_what_is_asked(home: Home, tmp_path: Path) -> None:
    studio = Studio(home)
    offered = settings("duologue", [], [], "en")

    def say(**changes: Any) -> Any:
        return advice(studio, data_of(texts(**changes), offered), tmp_path, ["taken"])

    found = say(duologue={"voice": "rehearsal", "turns": "5"}, grid={"awareness": "none, high"}, repetitions=3)
    assert found.size == "2 cells × 3 = 6 runs"
    assert "30 lines, all rehearsed" in found.detail
    found = say(duologue={"voice": "claude-sonnet-4-5", "voice_b": "rehearsal", "turns": "10"})
    assert found.size == "1 cell × 1 = 1 run"
    assert "At most 10 replies by anthropic · claude-sonnet-4-5, rehearsal" in found.detail
    # A roundtable whose turns nobody set has no number of replies that would be known before.
    tables = settings("roundtable", [], [], "en")
    table = texts(kind="roundtable", roundtable={"voice": "rehearsal"})
    told = advice(studio, data_of(table, tables), tmp_path).detail
    assert told == "All lines are rehearsed: nothing is sent and nothing is paid."
    # What is not here yet is told, and no fault of the spec.
    assert "no key for Claude" in found.detail
    assert "parley models get nothing-there" in say(duologue={"voice": "embedded:nothing-there"}).detail
    assert say(name="Taken").place == ("name",)
    assert say(grid={"warmth": ""}).place == ("grid", "warmth")


def test_numbers_and_figures_are_told_in_words(qtbot: QtBot) -> None:
    numbers = {None: "–", 3.0: "3", -0.25: "−0.25", 0.123456: "0.1235", 12345.6: "12346", 630.4: "630.4"}
    assert {value: number(value) for value in numbers} == numbers
    assert [chance(value) for value in (None, 0.2, 0.0001)] == ["–", "0.200", "< 0.001"]
    assert [span(value) for value in (-1, 20, 600, 7200)] == ["", "about 20 s", "about 10 min", "about 2.0 h"]
    assert figure_title("convergence.parley.balanced.score") == "Convergence · Parley · Balanced"
    assert figure_title("pair.overlap.a.b") == "Overlap · A → B"
    assert figure_title("something.new") == "something · new"
    assert len(set(known_figures())) == len(known_figures()) > 60


SPEC = """
name = "Who knows what"
repetitions = 1
[duologue]
voice = "rehearsal"
[grid]
awareness = ["none", "high"]
choose_names = [true, false]
language = ["de"]
"""


def test_values_of_settings_are_told_in_words_and_kept_in_files(monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> None:
    monkeypatch.setattr(language, "_speaks", "de")
    plan = Plan(parse_toml(SPEC, Path("spec.toml"), Experiment))
    model = ExperimentTable()
    model.show(runs_table(plan, Table((), (), ()), (), {}, {}))
    shown = [
        [str(model.index(row, column).data()) for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]
    assert {row[4] for row in shown} == {"Keine", "Hoch"}
    assert {row[5] for row in shown} == {"ja", "nein"}
    assert {row[6] for row in shown} == {"Deutsch"}
    assert plan.cells[0].told("de") == "Bewusstheit: Keine, Gewählte Namen: ja, Sprache: Deutsch"


def test_marks_of_runs_can_be_clicked(qtbot: QtBot) -> None:
    spots = tuple(Spot((100.0 + 40 * at, 60.0), f"run {at}", f"r{at}") for at in range(3))
    drawn = Picture(300, 200, "F", (Words((10, 20), "F"),), ("one: 1", "two: 2"), spots)
    page = on_screen(qtbot, ExperimentPlotPage(), 480, 300)
    for theme in (LIGHT, DARK):
        take_look(theme)
        page.show_figure(PlotFigure("f", "F", cells=(drawn,)))
        assert not page.pictures.grab().isNull()
    zoom = page.pictures.height() / drawn.height
    at = QPointF(140 * zoom, 60 * zoom)
    assert page.pictures.spot_at(at) == spots[1]
    assert page.pictures.spot_at(QPointF(2, 2)) is None
    with qtbot.waitSignal(page.run_chosen) as chosen:
        QTest.mouseClick(page.pictures, Qt.MouseButton.LeftButton, pos=at.toPoint())
    assert chosen.args == ["r1"]
    assert [page.pictures.spoken_row(row) for row in range(2)] == ["F. one: 1", "F. two: 2"]
    page.choose("effects")
    assert page.note.isVisible()
    assert "Nothing is varied" in page.note.text()


def test_the_head_offers_what_can_be_done(qtbot: QtBot) -> None:
    head = Head()
    qtbot.addWidget(head)
    head.show()

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


@pytest.mark.parametrize("kind", ["roundtable", "scene", "day", "story", "dialogue"])
def test_an_experiment_of_any_kind_of_run_goes_through_the_dialog(qtbot: QtBot, kind: str) -> None:
    text = f'name = "X"\n[{kind}]\nseed = 3\n[grid]\nlanguage = ["en", "de"]\n'
    experiment = parse_toml(text, "spec.toml", Experiment)
    offered = settings(kind, [], [("startup", "Start-up")], "en")
    dialog = ExperimentDialog("", offered, texts_of(experiment))
    qtbot.addWidget(dialog)
    assert parse_toml(text_of(data_of(dialog.texts(), offered, experiment)), "spec.toml", Experiment) == experiment
    assert dialog.talk.said("language") == "is varied"
    dialog.show_problem("It cannot be so.", (kind, "seed"))
    assert dialog.talk.said("seed") == "It cannot be so."
