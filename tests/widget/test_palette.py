"""The palette and the help page."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QLineEdit, QMainWindow, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop.library.figures import RunFigure
from desktop.palette.view import Palette, action_entries, run_entries
from desktop.palette.view.fuzzy import fit
from desktop.palette.view.view import ranked
from desktop.shell.action_table import ACTIONS, MISSING
from desktop.shell.help import HelpPage

OFFERED = frozenset(action.id for action in ACTIONS)
RUNS = (RunFigure("r1", "Standup", "The demo slipped", "roundtable", "rehearsal", 12, "ended", "21 Nov"),)


def test_letters_in_order_fit() -> None:
    assert fit("fh", "Fork here") is not None
    assert fit("hf", "Fork here") is None
    assert fit("", "Fork here") == (0.0, ())
    assert fit("FORK", "Tree of forks") is not None
    assert fit("ß", "Straße") is not None


def test_the_matched_letters_are_the_best_ones() -> None:
    found = fit("fh", "Fifth, Fork here")
    assert found is not None
    assert [("Fifth, Fork here"[place]) for place in found[1]] in (["F", "h"], ["F", "H"])
    words = fit("ah", "aha a hat")
    assert words is not None
    assert words[1] in ((0, 1), (0, 6))


@pytest.mark.parametrize("typed", ["play", "pla", "pp", "play pause"])
def test_what_is_meant_comes_first(typed: str, qtbot: QtBot) -> None:
    assert ranked(action_entries(OFFERED, frozenset(MISSING)), typed)[0].id == "play_pause"


def test_what_cannot_be_used_comes_later_and_says_why(qtbot: QtBot) -> None:
    entries = ranked(action_entries(OFFERED, frozenset()), "")
    usable = [not entry.why_not for entry in entries]
    assert usable == sorted(usable, reverse=True)
    assert next(entry for entry in entries if entry.id == "fork").why_not == "Open or start a run first."


class Room(QMainWindow):
    """A window with a field."""

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
    """A window with an open palette."""
    made = Room()
    qtbot.addWidget(made)
    made.show()
    qtbot.waitUntil(made.isActiveWindow)
    made.field.setFocus()
    made.palette_card.open_with(action_entries(OFFERED, frozenset({"run", "open_end"})) + run_entries(RUNS))
    return made


def test_typing_and_enter_choose(room: Room, qtbot: QtBot) -> None:
    card = room.palette_card
    qtbot.keyClicks(card.field, "exp")
    with qtbot.waitSignal(card.action_chosen) as caught:
        qtbot.keyClick(card.field, Qt.Key.Key_Return)
    assert caught.args == ["export"]
    assert not card.isVisible()
    assert room.field.hasFocus()


def test_arrows_move_and_wrap(room: Room, qtbot: QtBot) -> None:
    card = room.palette_card
    qtbot.keyClick(card.field, Qt.Key.Key_Up)
    assert card.list.currentIndex().row() == len(card.shown()) - 1
    qtbot.keyClick(card.field, Qt.Key.Key_Down)
    assert card.list.currentIndex().row() == 0


def test_runs_are_offered_too(room: Room, qtbot: QtBot) -> None:
    card = room.palette_card
    qtbot.keyClicks(card.field, "demo slipped")
    with qtbot.waitSignal(card.run_chosen) as caught:
        qtbot.keyClick(card.field, Qt.Key.Key_Return)
    assert caught.args == ["r1"]


def test_what_cannot_be_used_is_not_chosen(room: Room, qtbot: QtBot) -> None:
    card = room.palette_card
    qtbot.keyClicks(card.field, "bookmark")
    with qtbot.assertNotEmitted(card.action_chosen):
        qtbot.keyClick(card.field, Qt.Key.Key_Return)
    assert card.isVisible()


def test_escape_closes_it(room: Room, qtbot: QtBot) -> None:
    with qtbot.waitSignal(room.palette_card.closed):
        qtbot.keyClick(room.palette_card.field, Qt.Key.Key_Escape)
    assert not room.palette_card.isVisible()
    assert room.field.hasFocus()


def test_it_goes_when_the_focus_goes(room: Room) -> None:
    room.field.setFocus()
    assert not room.palette_card.isVisible()


def test_nothing_found_says_so(room: Room, qtbot: QtBot) -> None:
    qtbot.keyClicks(room.palette_card.field, "qqqq")
    assert room.palette_card._none.isVisible()
    assert not room.palette_card.list.isVisible()


def test_it_stays_inside_a_small_window_and_paints(room: Room) -> None:
    room.resize(500, 360)
    room.palette_card.field.setText("o")
    assert room.rect().contains(room.palette_card.geometry())
    assert not room.palette_card.grab().isNull()


def test_its_model_is_sound(room: Room) -> None:
    tester = QAbstractItemModelTester(room.palette_card._model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    for typed in ("f", "fo", "fork", "", "zzz", "step"):
        room.palette_card.field.setText(typed)
    tester.deleteLater()


@pytest.fixture
def page(qtbot: QtBot) -> HelpPage:
    """The help page with all actions."""
    made = HelpPage(OFFERED)
    qtbot.addWidget(made)
    made.show()
    return made


def test_help_lists_every_action_that_has_a_menu(page: HelpPage) -> None:
    listed = {entry.id for entry in page.shown() if entry.kind == "action"}
    assert listed == {action.id for action in ACTIONS if action.menu}
    assert not page.isModal()


def test_help_can_be_searched(page: HelpPage, qtbot: QtBot) -> None:
    qtbot.keyClicks(page.field, "whisper")
    assert [entry.id for entry in page.shown() if entry.kind == "action"] == ["whisper"]
    assert page.shown()[0].kind == "heading"
    page.field.setText("qqqq")
    assert page._none.isVisible()
    page.field.setText("ctrl+b")
    assert "fork" in [entry.id for entry in page.shown()]


def test_enter_in_the_field_does_not_close_the_page(page: HelpPage, qtbot: QtBot) -> None:
    qtbot.keyClick(page.field, Qt.Key.Key_Return)
    assert page.isVisible()


def test_an_action_can_be_started_from_help(page: HelpPage, qtbot: QtBot) -> None:
    qtbot.keyClicks(page.field, "new run")
    qtbot.keyClick(page.field, Qt.Key.Key_Down)
    with qtbot.waitSignal(page.action_chosen) as caught:
        qtbot.keyClick(page.list, Qt.Key.Key_Return)
    assert caught.args == ["new_run"]
    assert not page.grab().isNull()
