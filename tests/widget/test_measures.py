"""What is measured of the open run: figures, the table, and the files made of it."""

from __future__ import annotations

import csv
import math
from pathlib import Path

import pytest
from PySide6.QtCore import QSortFilterProxyModel, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from pytestqt.qtbot import QtBot

from parley.core.home import Home
from parley.core.measures.registry import everything
from parley.core.modes.duologue.request import DuologueRequest, SideRequest
from parley.core.studio.studio import Studio
from parley.desktop.convergence.measuring import MEASURES
from parley.desktop.convergence.model import MeasuresModel
from parley.desktop.convergence.table_model import SORT_ROLE
from parley.desktop.convergence.view import ConvergenceView
from parley.desktop.convergence.words import description, title
from parley.desktop.run.model import RunModel
from tests.widget.real_window import Desk, Opener


def played(home: Home, turns: int = 12, **wish: object) -> Path:
    import asyncio

    studio = Studio(home)
    asked: dict[str, object] = {
        "sides": (SideRequest("rehearsal"), SideRequest("rehearsal")),
        "turns": turns,
        "seed": 5,
    }
    config = studio.compose(DuologueRequest(**(asked | wish), simulated=True))  # type: ignore[arg-type]

    async def main() -> Path:
        run = studio.start(config)
        try:
            run.play()
            await run.live(until_paused=True)
        finally:
            await run.close()
        return run.stage.log.path

    return asyncio.run(main())


@pytest.fixture
def model(home: Home, qtbot: QtBot) -> RunModel:
    studio = Studio(home)
    made = RunModel()
    made.open(studio.open(str(played(home))), studio.library.plan("studio"))
    return made


def test_the_two_of_a_duologue_are_shown_and_score_as_reported(model: RunModel) -> None:
    measures = MeasuresModel(model)
    measures.finish()
    figure = measures.convergence()
    assert figure.pair == (0, 1)
    assert figure.turns == tuple(range(2, 13))
    reported = everything(model.replay.live)["convergence.parley.balanced.score"]
    assert figure.scores[-1] == pytest.approx(reported)
    measures.choose_score("classic", "strict")
    assert measures.convergence().scores[-1] == everything(model.replay.live)["convergence.classic.strict.score"]


def test_the_table_keeps_qts_rules_and_sorts_by_numbers(model: RunModel) -> None:
    measures = MeasuresModel(model)
    QAbstractItemModelTester(measures.table, QAbstractItemModelTester.FailureReportingMode.Fatal)
    measures.finish()
    table = measures.table
    assert (table.rowCount(), table.columnCount()) == (12, 3 + len(MEASURES))
    proxy = QSortFilterProxyModel()
    proxy.setSortRole(SORT_ROLE)
    proxy.setSourceModel(table)
    words = 3 + MEASURES.index("words")
    proxy.sort(words, Qt.SortOrder.DescendingOrder)
    found = [proxy.index(row, words).data(SORT_ROLE) for row in range(12)]
    assert found == sorted(found, reverse=True)
    for kind, rows in (("members", 2), ("pairs", 2), ("turns", 12)):
        measures.choose_rows(kind)
        assert table.rowCount() == rows


def test_all_measures_follow_the_selected_turns(model: RunModel) -> None:
    measures = MeasuresModel(model)
    QAbstractItemModelTester(measures.table, QAbstractItemModelTester.FailureReportingMode.Fatal)
    measures.finish()
    whole, table = measures.table.columns(), measures.table
    model.select_span(9, 4)
    assert model.span == range(4, 10)
    score = measures.convergence()
    assert {*score.turns} <= {*model.span}
    assert (len(score.turns), sum(n for _a, _b, n in score.pairs)) == (6, 6)
    part = table.columns()
    assert part["turn"] == whole["turn"][3:9]
    assert [f"{each}" for each in part["parley.content"]] == [f"{each}" for each in whole["parley.content"][3:9]]
    for kind, by in (("members", ("speaker",)), ("pairs", ("speaker", "answers"))):
        measures.choose_rows(kind)
        means = table.columns()
        for row, turns in enumerate(means["turns"]):
            who = [means["member" if kind == "members" else each][row] for each in by]
            of = [at for at in range(6) if [part[each][at] for each in by] == who]
            assert turns == len(of)
            for name in ("words", "overlap"):
                values = [float(part[name][at]) for at in of if not math.isnan(float(part[name][at]))]
                assert means[name][row] == pytest.approx(sum(values) / len(values), nan_ok=True)
    model.clear_span()
    assert measures.convergence().turns[-1] == 12
    measures.choose_rows("turns")
    assert table.rowCount() == 12


def test_every_measure_has_a_title_and_says_what_it_means() -> None:
    assert all(title(name) and description(name) for name in MEASURES)


def test_the_table_goes_to_a_turn(model: RunModel, qtbot: QtBot) -> None:
    measures, view = MeasuresModel(model), ConvergenceView()
    qtbot.addWidget(view)
    view.resize(500, 380)
    view.set_model(measures.table)
    measures.finish()
    view.tabs.setCurrentIndex(view.TABLE)
    view.show()
    table = view.table.table
    table.setCurrentIndex(table.model().index(4, 4))
    with qtbot.waitSignal(view.turn_chosen) as turn:
        QTest.keyClick(table, Qt.Key.Key_Return)
    assert turn.args == [5]


def test_the_window_shows_a_duologue_and_saves_its_table(opened: Opener, home: Home, tmp_path: Path) -> None:
    path = played(home, router="alternation", stop_at=0.1, on_convergence="stop", turns=8)

    async def body(desk: Desk) -> None:
        await desk.desktop.session.open(str(path))
        await desk.idle()
        desk.window.show_dock("convergence")
        await desk.until(lambda: desk.window.in_front("convergence"), "the dock is in front")
        view = desk.window.view("convergence")
        assert isinstance(view, ConvergenceView)
        desk.window.settle()
        assert view.score._figure.reached
        assert desk.window.docks["convergence"].title.caption()
        rows = [row.kind for row in desk.desktop.model.transcript.rows]
        assert "converged" in rows
        for name in ("table.csv", "table.parquet"):
            desk.desktop.commands.measures.start(tmp_path / name)
            await desk.idle()
            assert (tmp_path / name).exists(), desk.notices()
        assert desk.desktop.commands.measures.folder == str(tmp_path)

    opened(body)
    with (tmp_path / "table.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["turn"] for row in rows][:2] == ["1", "2"]
    assert rows[0]["overlap"] == ""
    assert float(rows[1]["convergence.parley"]) > 0
    import pyarrow.parquet  # type: ignore[import-untyped]

    assert pyarrow.parquet.read_table(str(tmp_path / "table.parquet")).num_rows == len(rows)
