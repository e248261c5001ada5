"""The palette."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QLineEdit, QMainWindow, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from parley.desktop.library.figures import RunFigure
from parley.desktop.palette.view.view import Palette, action_entries, rank_entries, run_entries, score_match
from parley.desktop.shell.action_table import ACTIONS, MISSING
from parley.desktop.widgets.language import install
from tests.widget.real_window import CTRL, Desk
from tests.widget.widgets_alone import on_screen

OFFERED = frozenset(action.id for action in ACTIONS)
RUN = RunFigure("r1", "Standup", "The demo slipped", "roundtable", "rehearsal", 12, "ended")
ENTRIES = (*action_entries(OFFERED, frozenset({"run", "open_end"})), *run_entries([RUN]))


def test_letters_fit_in_their_order_and_where_they_fit_best() -> None:
    assert [score_match(typed, "Fork here") is not None for typed in ("fh", "hf")] == [True, False]
    assert score_match("", "Fork here") == 0.0
    assert score_match("FORK", "Tree of forks")
    assert score_match("ß", "Straße")
    words, within, apart = (score_match("fh", text) for text in ("Fork here", "of how", "Tree of all that is here"))
    assert words is not None
    assert within is not None
    assert apart is not None
    assert words > within > apart


@pytest.mark.parametrize("typed", ["play", "pla", "pp", "play pause", "export"])
def test_what_is_meant_comes_first(typed: str, qtbot: QtBot) -> None:
    meant = "export" if typed == "export" else "play_pause"
    assert rank_entries(action_entries(OFFERED, frozenset(MISSING)), typed)[0].id == meant


def test_english_words_find_what_has_a_german_title(qapp: QApplication) -> None:
    before = QLocale()
    assert install(qapp, "de") is not None
    try:
        entries = action_entries(OFFERED, frozenset(MISSING))
        typing = ("new run", "start page", "fork here", "Neuer Lauf", "undo")
        found = {typed: rank_entries(entries, typed)[0] for typed in typing}
    finally:
        install(qapp, "en")
        QLocale.setDefault(before)
    ids = {typed: entry.id for typed, entry in found.items()}
    assert ids == {
        "new run": "new_run", "start page": "watch", "fork here": "fork", "Neuer Lauf": "new_run",
        "undo": "undo_tidying",
    }  # fmt: skip
    assert found["new run"].detail.startswith("New run… · ")
    assert not found["Neuer Lauf"].detail.startswith("New run")


class Room(QMainWindow):
    def __init__(self) -> None:
        super().__init__()
        self.resize(900, 600)
        inside = QWidget()
        column = QVBoxLayout(inside)
        self.field = QLineEdit()
        column.addWidget(self.field)
        self.setCentralWidget(inside)
        self.palette_card = Palette(self)


@pytest.fixture
def room(qtbot: QtBot) -> Room:
    made = on_screen(qtbot, Room())
    qtbot.waitUntil(made.isActiveWindow)
    made.field.setFocus()
    made.palette_card.open_with(ENTRIES)
    return made


def test_typing_and_enter_choose_an_action_or_a_run(room: Room, qtbot: QtBot) -> None:
    card = room.palette_card
    qtbot.keyClick(card.field, Qt.Key.Key_Up)
    assert card.list.currentIndex().row() == len(card.list_shown()) - 1, "it goes round"
    qtbot.keyClick(card.field, Qt.Key.Key_Down)
    assert card.list.currentIndex().row() == 0
    for typed, signal, chosen in (("exp", card.action_chosen, "export"), ("demo slipped", card.run_chosen, "r1")):
        card.open_with(ENTRIES)
        qtbot.keyClicks(card.field, typed)
        with qtbot.waitSignal(signal) as caught:
            qtbot.keyClick(card.field, Qt.Key.Key_Return)
        assert (caught.args, card.isVisible(), room.field.hasFocus()) == ([chosen], False, True)
    card.open_with(ENTRIES)
    qtbot.keyClicks(card.field, "bookmark")
    with qtbot.assertNotEmitted(card.action_chosen):
        qtbot.keyClick(card.field, Qt.Key.Key_Return)
    assert card.isVisible(), "what cannot be used is not chosen"


async def test_its_key_opens_it_over_actions_and_runs(desk: Desk) -> None:
    await desk.played(topic="The first topic", turns=2)
    first = desk.state.run
    await desk.played(topic="Another one", turns=2)
    desk.key(Qt.Key.Key_K, CTRL)
    card = desk.desktop.commands.rooms["palette"].box
    assert card.isVisible()
    desk.type("dark")
    assert card.list_shown()[0].id == "theme_dark"
    desk.key(Qt.Key.Key_Return)
    assert (desk.window.theme.dark, card.isVisible()) == (True, False)
    desk.key(Qt.Key.Key_K, CTRL)
    assert next(entry for entry in card.list_shown() if entry.id == "retry").why_not, "nothing has failed"
    desk.type("first topic")
    desk.key(Qt.Key.Key_Return)
    await desk.until(lambda: desk.state.run == first, "the run is open")


def test_it_goes_with_escape_and_with_the_focus(room: Room, qtbot: QtBot) -> None:
    with qtbot.waitSignal(room.palette_card.closed):
        qtbot.keyClick(room.palette_card.field, Qt.Key.Key_Escape)
    assert (room.palette_card.isVisible(), room.field.hasFocus()) == (False, True)
    room.palette_card.open_with(ENTRIES)
    room.field.setFocus()
    assert not room.palette_card.isVisible()


def test_it_is_sound_and_stays_inside_a_small_window(room: Room, qtbot: QtBot) -> None:
    card = room.palette_card
    tester = QAbstractItemModelTester(card._model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    for typed in ("f", "fo", "fork", "", "zzz", "step"):
        card.field.setText(typed)
        assert (card._none.isVisible(), card.list.isVisible()) == (typed == "zzz", typed != "zzz")
    tester.deleteLater()
    room.resize(500, 360)
    card.field.setText("o")
    assert room.rect().contains(card.geometry())
    assert not card.grab().isNull()
