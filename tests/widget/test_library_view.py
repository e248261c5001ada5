"""The library, the cast list and their models."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QInputDialog, QLineEdit
from pytestqt.qtbot import QtBot

from parley.core.log.sql.queries import Hit
from parley.desktop.cast.view import CastList
from parley.desktop.library.arranging import Found
from parley.desktop.library.figures import ListedHeading, ListedRun, RunFigure
from parley.desktop.library.model import LibraryModel
from parley.desktop.library.view.view import LibraryView
from parley.desktop.run.branches import MOST, find_family
from parley.desktop.run.figures import MemberFigure
from parley.desktop.widgets.rows import ListView
from parley.desktop.widgets.theme import DARK
from tests.widget.widgets_alone import on_screen, take_look

NOW = time.time()


def run(id_: str, title: str = "Standup", **more: object) -> RunFigure:
    figure = RunFigure(id_, title, "The demo slipped", "roundtable", "rehearsal", 12, "ended", touched=NOW)
    return replace(figure, **more)  # type: ignore[arg-type]


def rows(*runs: RunFigure) -> list[ListedRun]:
    return [ListedRun(each) for each in runs]


RUNS = (
    run("a", live=True, status="playing"),
    run("a1", parent="a", parent_turn=4, topic="Cut the scope"),
    run("b", "Debate", topic="Ship or wait?", mode="duologue", kinds="Duologues"),
)
MEMBERS = (
    MemberFigure("boss", "Boss", "B", "rust", role="Project manager", words=60, share=0.6),
    MemberFigure("ana", "Analyst", "A", "blue", role="Data", words=40, share=0.4),
)
HIT = Hit("b", "Debate", 3, "boss", "Boss", "We \x01ship\x02 on Friday")


@pytest.fixture
def library(qtbot: QtBot) -> LibraryView:
    take_look(DARK)
    return on_screen(qtbot, LibraryView(), 240, 500, figure=RUNS)


@pytest.fixture
def model(qtbot: QtBot) -> Iterator[LibraryModel]:
    """A model under Qt's own tester."""
    made = LibraryModel()
    tester = QAbstractItemModelTester(made, QAbstractItemModelTester.FailureReportingMode.Fatal)
    yield made
    tester.deleteLater()


@pytest.mark.parametrize(
    "after",
    [
        "", "xabcx", "ac", "cba", "xyz", "bcd",
    ],
)  # fmt: skip
def test_rows_move_to_what_is_shown(model: LibraryModel, after: str) -> None:
    model.show(rows(*(run(letter) for letter in "abc")))
    model.show(rows(*(run(letter) for letter in after)))
    assert "".join(row.run.id for row in model.list_figures() if isinstance(row, ListedRun)) == after


def listed(library: LibraryView) -> list[str]:
    """What the library lists: runs by their ids, headings by their titles, found lines by their turns."""
    return [
        row.run.id if isinstance(row, ListedRun) else row.title if isinstance(row, ListedHeading) else
        f"line {row.hit.turn}" if row.hit else f"{row.more} more"
        for row in library.runs.runs.list_figures()
    ]  # fmt: skip


def row_of(library: LibraryView, run: str) -> int:
    return library.runs.runs.row_of_run(run)


NONE = Qt.KeyboardModifier.NoModifier


def click(view: ListView, row: int, qtbot: QtBot, held: Qt.KeyboardModifier = NONE) -> None:
    """Click a row, in its second line where it has two."""
    rect = view.visualRect(view.model().index(row, 0))
    place = QPoint(rect.center().x(), rect.bottom() - 12)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, held, pos=place)


def test_a_click_and_enter_open_a_run(library: LibraryView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(library.run_opened) as caught:
        click(library.runs, row_of(library, "a1"), qtbot)
    assert caught.args == ["a1"]
    library.select_run("a")
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down):
        qtbot.keyClick(library.runs, key)
    with qtbot.waitSignal(library.run_opened) as caught:
        qtbot.keyClick(library.runs, Qt.Key.Key_Return)
    assert caught.args == ["b"]


def test_no_neighbour_is_marked_for_the_run_that_is_open(library: LibraryView) -> None:
    # Whoever walks through the list by keys keeps the row where they are.
    library.search.setFocus()
    library.select_run("a")
    library.select_run("")
    assert not library.runs.selectionModel().hasSelection()
    library.select_run("a1")
    library.show_figure((RUNS[0], RUNS[2]))
    assert not library.runs.selectionModel().hasSelection()
    library.show_figure((RUNS[1], RUNS[0], RUNS[2]))
    assert [each.id for each in library.runs.selected()] == ["a1"]


def test_a_chain_of_forks_may_be_as_long_as_it_likes() -> None:
    chain = [run(f"r{at}", parent=f"r{at - 1}") for at in range(1_500)]
    assert [depth for _run, depth in find_family(chain, "r9")] == [*range(MOST)]


def test_several_runs_are_chosen_and_tidied_up_at_once(library: LibraryView, qtbot: QtBot) -> None:
    held = Qt.KeyboardModifier.ControlModifier
    library.select_run("a1")
    with qtbot.assertNotEmitted(library.run_opened):
        click(library.runs, row_of(library, "b"), qtbot, held)
    assert [each.id for each in library.runs.selected()] == ["a1", "b"]
    menu = library.menu_for(row_of(library, "b"))
    for title, asked in (
        ("Star", ["star_runs", (("a1", "b"), True)]),
        ("Archive", ["archive_runs", (("a1", "b"), True)]),
        ("Delete", ["delete_runs", ("a1", "b")]),
    ):
        with qtbot.waitSignal(library.intent) as caught:
            next(action for action in menu.actions() if action.text() == title).trigger()
        assert caught.args == asked
    library.show_figure((run("new"), *RUNS))
    assert [each.id for each in library.runs.selected()] == ["a1", "b"], "they stay chosen"
    menu = {action.text(): action for action in library.menu_for(row_of(library, "b")).actions()}
    assert ("Rename" in menu, "Tags" in menu) == (False, True)
    qtbot.keyClick(library.runs, Qt.Key.Key_Escape)
    assert len(library.runs.selected()) < 2


def test_the_keys_and_the_menu_offer_what_can_be_done(library: LibraryView, qtbot: QtBot) -> None:
    library.select_run("b")
    with qtbot.waitSignal(library.intent) as caught:
        qtbot.keyClick(library.runs, Qt.Key.Key_Delete)
    assert caught.args == ["delete_runs", ("b",)]
    by_title, live = (
        {action.text(): action for action in library.menu_for(row_of(library, each)).actions()} for each in "ba"
    )
    with qtbot.waitSignal(library.intent) as caught:
        by_title["Export…"].trigger()
    assert caught.args == ["export_run", "b"]
    assert (by_title["Delete"].isEnabled(), live["Delete"].isEnabled()) == (True, False)


def test_a_name_is_changed(library: LibraryView, qtbot: QtBot) -> None:
    library.select_run("b")
    qtbot.keyClick(library.runs, Qt.Key.Key_F2)
    field = library.runs.findChildren(QInputDialog)[0].findChildren(QLineEdit)[0]
    assert field.selectedText() == "Debate"
    qtbot.keyClicks(field, "The great debate")
    with qtbot.waitSignal(library.intent) as caught, qtbot.assertNotEmitted(library.run_opened):
        qtbot.keyClick(field, Qt.Key.Key_Return)
    assert caught.args == ["rename_run", ("b", "The great debate")]


def test_typing_filters_at_once_and_searches_when_done(library: LibraryView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(library.search_wanted) as caught:
        qtbot.keyClicks(library.search, "ship")
        assert listed(library) == ["Today", "b"]
        qtbot.keyClick(library.search, Qt.Key.Key_Return)
    assert caught.args == ["ship"]
    hits = tuple(replace(HIT, turn=turn) for turn in (3, 9, 5, 7, 8))
    library.show_found(Found("ship", (*hits, replace(HIT, run="a")), {"b": 6, "a": 1}))
    assert listed(library) == ["Today", "a", "line 3", "b", "line 3", "line 5", "line 9", "2 more"], "by run"
    assert (library._said.text(), library.grab().isNull()) == ("6 lines found", False)
    click(library.runs, 7, qtbot)
    assert listed(library)[3:] == ["b", "line 3", "line 5", "line 7", "line 8", "line 9"]
    with qtbot.waitSignal(library.hit_chosen) as chosen:
        click(library.runs, 5, qtbot)
    assert chosen.args == ["b", 5]
    qtbot.keyClick(library.search, Qt.Key.Key_Escape)
    assert listed(library) == ["Today", "a", "a1", "b"]


def test_a_late_answer_is_dropped_and_one_without_a_find_says_so(library: LibraryView) -> None:
    library.search.setText("zebra")
    library.show_found(Found("ship", (HIT,)))
    assert listed(library) == []
    library.show_found(Found("zebra"))
    assert "No line" in library._said.text()
    assert library._empty.isVisible()


def test_what_is_listed_is_chosen(library: LibraryView, qtbot: QtBot) -> None:
    day = 86_400.0
    library.show_figure((
        *RUNS,
        run("c", "Archived", archived=True, touched=NOW - 3 * day),
        run("d", "Zebra", starred=True, tags=("ferry",), turns=90, touched=NOW - 3 * day, cast="Crew"),
        run("e", "Old", touched=NOW - 60 * day, mode="story", kinds="Stories"),
    ))  # fmt: skip
    assert listed(library)[:6] == ["Today", "a", "a1", "b", "This week", "d"]
    assert listed(library)[-1] == "e"

    def choose(name: str) -> None:
        library.order._fill_menu()
        next(each for each in library.order._menu.findChildren(QAction, name)).trigger()

    for name, found in (
        ("place.starred", ["This week", "d"]), ("place.archive", ["This week", "c"]), ("place.runs", None),
        ("tag.ferry", ["This week", "d"]), ("tag.", None), ("mode.duologue", ["Today", "b"]),
    ):  # fmt: skip
        choose(name)
        assert found is None or listed(library) == found, name
    choose("mode.")
    for text, ids in (("#ferry", ["d"]), ("archived", ["c"]), ("ZEBRA ended", ["d"]), ("from turn", ["a1"])):
        library.search.setText(text)
        assert [each for each in listed(library) if len(each) < 3] == ids, text


def test_the_trash_is_one_click_away_and_counted_for_itself(library: LibraryView, qtbot: QtBot) -> None:
    assert (library.trash.isVisible(), library.caption()) == (False, "3 runs")
    library.show_trash((run("/gone.jsonl", "Gone", trash=True),))
    assert library.trash.text() == "Trash (1)"
    told: list[str] = []
    library.caption_changed.connect(told.append)
    qtbot.mouseClick(library.trash, Qt.MouseButton.LeftButton)
    assert (listed(library)[-1], library.count.text(), told) == ("/gone.jsonl", "1 run", ["1 run"])
    assert (library.trash.text(), library.empty_trash.isVisible()) == ("All runs", True)
    qtbot.mouseClick(library.trash, Qt.MouseButton.LeftButton)
    assert (library.arrangement.place, told[-1]) == ("runs", "3 runs")


@pytest.fixture
def cast(qtbot: QtBot) -> CastList:
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


def test_the_runs_of_experiments_are_kept_apart(library: LibraryView, qtbot: QtBot) -> None:
    studied = tuple(run(f"e{number}", experiment="What they know", cell="high") for number in "123")
    library.show_figure((*RUNS, *studied))
    shown = ["Today", *(figure.id for figure in RUNS)]
    assert (listed(library), library.fold.text()) == (shown, "1 experiment · 3 runs")
    QTest.mouseClick(library.fold, Qt.MouseButton.LeftButton)
    assert listed(library) == [*shown, "e1", "e2", "e3"]
    QTest.mouseClick(library.fold, Qt.MouseButton.LeftButton)
    library.select_run("e2")
    assert listed(library) == [*shown, "e2"], "the open one is always there"
    library.search.setText("what they know")
    assert listed(library) == ["Today", "e1", "e2", "e3"]
    assert not library.fold.isVisible()
    library.search.clear()
    library.select_run("a")
    library.show_figure(studied)
    assert listed(library) == []
    assert "experiments" in library._empty.text()
    library.show_figure(RUNS)
    assert not library.fold.isVisible()
