"""The library, the cast list and their models."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from core.log.sql.queries import Hit
from desktop.cast.view import CastList
from desktop.library.figures import RunFigure
from desktop.library.model import RunsModel, matching
from desktop.library.view.view import LibraryView, lead_in
from desktop.run.figures import MemberFigure
from desktop.speaker_flow.figures import FlowFigure
from desktop.speaker_flow.view.view import SpeakerFlowView
from desktop.widgets.rows import ListView
from desktop.widgets.theme import DARK
from tests.widget.widgets_alone import on_screen, take_look


def run(id_: str, title: str = "Standup", **more: object) -> RunFigure:
    """A run."""
    figure = RunFigure(id_, title, "The demo slipped", "roundtable", "rehearsal", 12, "ended", "21 Nov")
    return replace(figure, **more)  # type: ignore[arg-type]


RUNS = (
    run("a", live=True, status="playing"),
    run("a1", parent="a", parent_turn=4, depth=1, topic="Cut the scope"),
    run("b", "Debate", topic="Ship or wait?"),
)
MEMBERS = (
    MemberFigure("boss", "Boss", "B", "rust", role="Project manager", words=60, share=0.6),
    MemberFigure("ana", "Analyst", "A", "blue", role="Data", words=40, share=0.4),
)
HIT = Hit("b", "Debate", 3, "boss", "Boss", "We \x01ship\x02 on Friday")


@pytest.fixture
def library(qtbot: QtBot) -> LibraryView:
    """A library of three runs."""
    made = LibraryView()
    qtbot.addWidget(made)
    made.resize(240, 500)
    take_look(DARK)
    made.show_figure(RUNS)
    made.show()
    return made


@pytest.fixture
def model(qtbot: QtBot) -> Iterator[RunsModel]:
    """A model under Qt's own tester."""
    made = RunsModel()
    tester = QAbstractItemModelTester(made, QAbstractItemModelTester.FailureReportingMode.Fatal)
    yield made
    tester.deleteLater()


@pytest.mark.parametrize(
    "after",
    [
        "abc", "", "xabc", "abcx", "axbc", "bc", "ab", "ac", "cba", "xyz", "bcd", "aabbcc"[::2], "cab",
    ],
)  # fmt: skip
def test_rows_move_to_what_is_shown(model: RunsModel, after: str) -> None:
    model.show([run(letter) for letter in "abc"])
    model.show([run(letter) for letter in after])
    assert "".join(figure.id for figure in model.figures()) == after


def test_only_what_changed_is_repainted(model: RunsModel, qtbot: QtBot) -> None:
    model.show(RUNS)
    changed: list[int] = []
    model.dataChanged.connect(lambda first, _last: changed.append(first.row()))
    with qtbot.assertNotEmitted(model.rowsInserted), qtbot.assertNotEmitted(model.rowsRemoved):
        model.show((RUNS[0], replace(RUNS[1], turns=13), RUNS[2]))
    assert changed == [1]


def test_the_filter_wants_every_word_and_no_case() -> None:
    assert [one.id for one in matching(RUNS, "SHIP debate")] == ["b"]
    assert ([one.id for one in matching(RUNS, "")], matching(RUNS, "nothing")) == (["a", "a1", "b"], ())


def click(view: ListView, row: int, qtbot: QtBot) -> None:
    """Click a row."""
    place = view.visualRect(view.model().index(row, 0)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_a_click_and_enter_open_a_run(library: LibraryView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(library.run_opened) as caught:
        click(library.runs, 1, qtbot)
    assert caught.args == ["a1"]
    library.select_run("a")
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down):
        qtbot.keyClick(library.runs, key)
    with qtbot.waitSignal(library.run_opened) as caught:
        qtbot.keyClick(library.runs, Qt.Key.Key_Return)
    assert caught.args == ["b"]


def test_no_neighbour_is_marked_for_the_run_that_is_open(library: LibraryView) -> None:
    library.select_run("a")
    library.select_run("")
    assert not library.runs.selectionModel().hasSelection()
    library.select_run("a1")
    library.show_figure((RUNS[0], RUNS[2]))
    assert not library.runs.selectionModel().hasSelection()
    library.show_figure((RUNS[1], RUNS[0], RUNS[2]))
    assert [index.row() for index in library.runs.selectionModel().selectedIndexes()] == [0]


def test_the_keys_and_the_menu_offer_what_can_be_done(library: LibraryView, qtbot: QtBot) -> None:
    library.select_run("b")
    with qtbot.waitSignal(library.intent) as caught:
        qtbot.keyClick(library.runs, Qt.Key.Key_Delete)
    assert caught.args == ["delete_run", "b"]
    by_title, live = ({action.text(): action for action in library.menu_for(row).actions()} for row in (2, 0))
    with qtbot.waitSignal(library.intent) as caught:
        by_title["Export…"].trigger()
    assert caught.args == ["export_run", "b"]
    assert (by_title["Delete"].isEnabled(), live["Delete"].isEnabled()) == (True, False)


def test_typing_filters_at_once_and_searches_when_done(library: LibraryView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(library.search_wanted) as caught:
        qtbot.keyClicks(library.search, "ship")
        assert library.runs.model().rowCount() == 1
        qtbot.keyClick(library.search, Qt.Key.Key_Return)
    assert caught.args == ["ship"]
    library.show_hits("ship", (HIT,))
    assert (library.hits.isVisible(), library._found.text(), library.grab().isNull()) == (True, "1 line found", False)
    with qtbot.waitSignal(library.hit_chosen) as chosen:
        click(library.hits, 0, qtbot)
    assert chosen.args == ["b", 3]
    qtbot.keyClick(library.search, Qt.Key.Key_Escape)
    assert (library.runs.model().rowCount(), library.hits.isVisible()) == (3, False)


def test_a_late_answer_is_dropped_and_one_without_a_find_says_so(library: LibraryView) -> None:
    library.search.setText("zebra")
    library.show_hits("ship", (HIT,))
    assert library.hits.model().rowCount() == 0
    library.show_hits("zebra", ())
    assert "No line" in library._found.text()
    assert library._empty.isVisible()


def test_more_lines_than_are_listed_are_told_of(library: LibraryView, qtbot: QtBot) -> None:
    library.search.setText("ship")
    library.show_hits("ship", (HIT,) * 200, True)
    assert library._found.text() == "More than 200 lines found; these fit best. Another word narrows the search."
    library.show_hits("ship", (HIT,) * 200)
    assert library._found.text() == "200 lines found"
    with qtbot.waitSignal(library.search_wanted) as asked:
        library.search_again()
    assert asked.args == ["ship"]
    library.search.setText("")
    with qtbot.assertNotEmitted(library.search_wanted):
        library.search_again()


def test_the_selection_stays_with_the_run(library: LibraryView) -> None:
    library.select_run("b")
    library.show_figure((run("new"), *RUNS))
    assert library.runs.currentIndex().row() == 3


def test_an_empty_library_says_what_would_fill_it(qtbot: QtBot) -> None:
    made = LibraryView()
    qtbot.addWidget(made)
    made.show()
    assert "Looking" in made._empty.text()
    made.show_figure(())
    assert "New run" in made._empty.text()
    assert (made._empty.isVisible(), made.caption()) == (True, "")


def test_a_snippet_starts_near_its_match() -> None:
    assert lead_in("We \x01ship\x02 it") == "We \x01ship\x02 it"
    long = "People came for a story and a long one, and nobody \x01ships\x02 it"
    assert lead_in(long).startswith("…")
    assert lead_in(long).index("\x01") < 20


@pytest.fixture
def cast(qtbot: QtBot) -> CastList:
    """A cast of two."""
    return on_screen(qtbot, CastList(), 240, 200, figure=MEMBERS)


def test_a_click_chooses_a_member_and_others_choose_in_silence(cast: CastList, qtbot: QtBot) -> None:
    with qtbot.waitSignal(cast.member_chosen) as caught:
        click(cast.view, 1, qtbot)
    assert caught.args == ["ana"]
    with qtbot.assertNotEmitted(cast.member_chosen):
        cast.select_member("")
        assert not cast.view.selectionModel().hasSelection()
        cast.select_member("ana")
    assert cast.view.currentIndex().row() == 1


def test_the_menu_of_a_muted_member_brings_them_back(cast: CastList, qtbot: QtBot) -> None:
    assert "mute" in [action.objectName() for action in cast.menu_for(1).actions()]
    cast.show_figure((MEMBERS[0], replace(MEMBERS[1], muted=True)))
    menu = {action.objectName(): action for action in cast.menu_for(1).actions()}
    with qtbot.waitSignal(cast.intent) as caught:
        menu["unmute"].trigger()
    assert (caught.args, cast.grab().isNull()) == (["unmute", "ana"], False)


def test_who_has_a_menu_is_chosen_and_it_is_that_of_the_row_under_the_mouse(cast: CastList, qtbot: QtBot) -> None:
    place = cast.view.visualRect(cast.view.model().index(1, 0)).center()
    with qtbot.waitSignal(cast.view.menu_wanted) as wanted, qtbot.waitSignal(cast.member_chosen) as chosen:
        cast.view.customContextMenuRequested.emit(QPoint(place))
    assert wanted.args is not None
    assert (wanted.args[0], chosen.args) == (1, ["ana"])
    for menu in cast.findChildren(QMenu):
        menu.close()


def test_an_empty_cast_says_what_would_fill_it(qtbot: QtBot) -> None:
    made = CastList()
    qtbot.addWidget(made)
    made.show_figure(())
    made.show()
    assert (made._empty.isVisible(), made.view.isVisible()) == (True, False)


def test_the_left_column_keeps_names_readable(cast: CastList, library: LibraryView) -> None:
    for view in (cast, library):
        assert view.minimumWidth() >= 190
        take_look(scale=1.5)
        assert view.minimumWidth() >= 285


def test_the_runs_of_experiments_are_folded_away(library: LibraryView, qtbot: QtBot) -> None:
    studied = tuple(run(f"e{number}", experiment="What they know", topic="What they know · high") for number in "123")
    library.show_figure((*RUNS, *studied))
    shown = [figure.id for figure in library._runs.figures()]
    assert (shown, library.fold.text()) == ([figure.id for figure in RUNS], "▸ Experiments: 3 runs")
    QTest.mouseClick(library.fold, Qt.MouseButton.LeftButton)
    assert (library._runs.rowCount(), library.fold.text()) == (len(RUNS) + 3, "▾ Experiments: 3 runs")
    QTest.mouseClick(library.fold, Qt.MouseButton.LeftButton)
    library.select_run("e2")
    assert [figure.id for figure in library._runs.figures()] == [*shown, "e2"], "the open one is always there"
    library.search.setText("know")
    assert [figure.id for figure in library._runs.figures()] == ["e1", "e2", "e3"]
    assert not library.fold.isVisible()
    library.search.clear()
    library.select_run("a")
    library.show_figure(studied)
    assert library._runs.rowCount() == 0
    assert "experiments" in library._empty.text()
    library.show_figure(RUNS)
    assert not library.fold.isVisible()


def test_names_that_begin_alike_are_told_apart(qtbot: QtBot) -> None:
    def drawn(widget: CastList | SpeakerFlowView, name: str) -> QImage:
        member = replace(MEMBERS[0], name=name)
        if isinstance(widget, CastList):
            widget.show_figure((member,))
        else:
            widget.show_figure(FlowFigure((member,)))
        return widget.grab().toImage()

    for widget in (CastList(), SpeakerFlowView()):
        qtbot.addWidget(widget)
        widget.resize(240, 200)
        begun = "Bartholomew von und zu Wolfeschlegelsteinhausen, number"
        assert drawn(widget, f"{begun} 1") != drawn(widget, f"{begun} 2")
        assert drawn(widget, f"{begun} 1") == drawn(widget, f"{begun} 1")
