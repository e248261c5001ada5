"""The transcript under keys and clicks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from parley.desktop.run.figures import MemberFigure, TurnFigure
from parley.desktop.transcript.model import TranscriptModel
from parley.desktop.transcript.view.painting import avatar_rect, more_rect
from parley.desktop.transcript.view.view import TranscriptView
from parley.desktop.widgets.theme import DARK
from tests.widget.widgets_alone import on_screen, take_look

MEMBERS = (MemberFigure("boss", "Boss", "B", "rust"), MemberFigure("analyst", "Analyst", "A", "blue"))
LEFT = Qt.MouseButton.LeftButton


def turn(number: int, text: str = "", **more: object) -> TurnFigure:
    member = MEMBERS[number % 2]
    return TurnFigure(number, member.id, member.name, text or f"Line number {number}.", **more)  # type: ignore[arg-type]


Show = Callable[..., TranscriptView]


@pytest.fixture
def show(qtbot: QtBot) -> Show:
    def shown(rows: list[TurnFigure], *, width: int = 420, height: int = 500) -> TranscriptView:
        view = on_screen(qtbot, TranscriptView(), width, height)
        model = TranscriptModel(view)
        model.set_members(MEMBERS)
        view.setModel(model)
        model.reset(rows)
        return view

    return shown


def spot(view: TranscriptView, row: int, dx: float = 200.0, dy: float = 12.0) -> QPoint:
    top = view.lines.top_of(row)
    assert top is not None
    return QPointF(dx, top + dy).toPoint()


def click(
    qtbot: QtBot, view: TranscriptView, at: QPoint, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    qtbot.mouseClick(view.lines.viewport(), LEFT, keys, at)


def move(view: TranscriptView, at: QPoint) -> None:
    viewport, none = view.lines.viewport(), Qt.MouseButton.NoButton
    place = viewport.mapToGlobal(QPointF(at))
    event = QMouseEvent(QEvent.Type.MouseMove, QPointF(at), place, none, none, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(viewport, event)


def turns(count: int) -> list[TurnFigure]:
    return [turn(number) for number in range(1, count + 1)]


def popup() -> QMenu:
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def test_it_follows_the_end_keeps_its_place_elsewhere_and_offers_the_way_back(show: Show, qtbot: QtBot) -> None:
    view = show(turns(199))
    lines = view.lines
    assert lines.at_end()
    view.model().append([turn(200)])
    assert (lines.at_end(), [row for row, _ in lines.in_sight()][-1], lines.newest.isVisible()) == (True, 199, False)
    lines.verticalScrollBar().setValue(lines.verticalScrollBar().value() - 1500)
    before = lines.in_sight()
    view.model().append([turn(201), turn(202)])
    view.model().stream_text("boss", "Boss", "And so")
    assert lines.in_sight() == before
    assert "2 new lines" in lines.newest.text()
    qtbot.mouseClick(lines.newest, LEFT)
    assert (lines.at_end(), lines.newest.isVisible()) == (True, False)


def test_both_ends_are_reached_though_heights_are_guessed(show: Show) -> None:
    long = "A long line that takes several rows of text in this narrow column, again and again. " * 4
    view = show([turn(number, long if number % 7 == 0 else "") for number in range(1, 3000)], width=300)
    bar = view.lines.verticalScrollBar()
    for value in (0, bar.maximum() // 2, bar.maximum()):
        bar.setValue(value)
    assert view.lines.in_sight()[-1][0] == 2998
    bar.setValue(0)
    assert view.lines.in_sight()[0] == (0, 0)
    while bar.value() < bar.maximum():
        before = dict(view.lines.in_sight())
        bar.setValue(min(bar.maximum(), bar.value() + 180))
        after = dict(view.lines.in_sight())
        moved = {before[row] - after[row] for row in before.keys() & after.keys()}
        assert len(moved) == 1, "rows in sight move together"
        if bar.value() > 4000:
            break


@pytest.mark.slow
def test_a_hundred_thousand_rows_are_not_laid_out(show: Show) -> None:
    view = show(turns(100_000))
    assert len(view.lines._shapes) < 200
    view.lines.grab()
    assert len(view.lines._shapes) < 200


def test_a_click_chooses_a_turn(show: Show, qtbot: QtBot) -> None:
    view = show(turns(5))
    with qtbot.waitSignal(view.turn_chosen) as told:
        click(qtbot, view, spot(view, 2))
    assert told.args == [3]
    view.show_turn(3, False)
    assert (view.caption(), view.lines.newest.isHidden()) == ("turn 3 of 5", True)
    view.show_turn(5, True)
    assert view.caption() == ""


def test_arrow_keys_go_through_the_turns(show: Show, qtbot: QtBot) -> None:
    rows = [turn(1), TurnFigure(2, "", "", "A new topic.", "topic"), turn(2), turn(3)]
    view = show(rows)
    chosen: list[int] = []
    view.turn_chosen.connect(chosen.append)
    view.turn_chosen.connect(lambda number: view.show_turn(number, False))
    for _ in range(4):
        qtbot.keyClick(view.lines, Qt.Key.Key_Up)
    assert chosen == [3, 2, 1]
    with qtbot.waitSignal(view.live_chosen):
        qtbot.keyClick(view.lines, Qt.Key.Key_End)
    assert view.lines.accessibleDescription() == "Analyst, turn 3: Line number 3."
    qtbot.keyClick(view.lines, Qt.Key.Key_Home)
    assert view.lines.accessibleDescription() == "Analyst, turn 1: Line number 1."


def test_rows_are_selected_and_copied_each_as_one_turn(show: Show, qtbot: QtBot) -> None:
    view = show([replace(turn(1), text="Fine.\nBoss: I agree.", hidden=True), *turns(5)[1:]])
    copy = (Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    click(qtbot, view, spot(view, 0))
    qtbot.keyClick(view.lines, *copy)
    assert QGuiApplication.clipboard().text() == "Analyst: Fine.\n    Boss: I agree."
    # What no voice was sent says so, for the eye and for a screen reader.
    assert "hidden from the models" in view.lines.accessibleDescription()
    click(qtbot, view, spot(view, 1))
    click(qtbot, view, spot(view, 3), Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(view.lines, *copy)
    said = "Boss: Line number 2.\nAnalyst: Line number 3.\nBoss: Line number 4."
    assert QGuiApplication.clipboard().text() == said
    qtbot.keyClick(view.lines, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(view.lines, *copy)
    assert QGuiApplication.clipboard().text().count("\n") == 5


def test_thoughts_unfold_by_row_and_for_all(show: Show, qtbot: QtBot) -> None:
    view = show([turn(1, thoughts=("Nobody reads this.",)), turn(2, thoughts=("Or this.", "Or that."))])
    folded = view.lines.lay_out(0).height
    fold = view.lines.lay_out(0).fold
    assert fold is not None
    click(qtbot, view, spot(view, 0, fold.center().x(), fold.center().y()))
    assert view.lines.is_unfolded(0)
    assert view.lines.lay_out(0).height > folded
    assert not view.lines.lay_out(1).thoughts
    with qtbot.waitSignal(view.options_changed) as told:
        qtbot.mouseClick(view.header.thoughts, LEFT)
    assert (told.args, len(view.lines.lay_out(1).thoughts)) == ([True, False], 2)
    click(qtbot, view, spot(view, 0))
    qtbot.keyClick(view.lines, Qt.Key.Key_T)
    assert not view.lines.is_unfolded(0)
    with qtbot.waitSignal(view.options_changed) as told:
        view.set_options(thoughts=False, details=False)
    assert (told.args, view.header.thoughts.isChecked()) == ([False, False], False)
    assert not view.lines.lay_out(1).thoughts


def test_the_menu_of_a_row_acts_and_so_does_what_stands_on_it(show: Show, qtbot: QtBot) -> None:
    view = show([*turns(3), TurnFigure(4, "boss", "Boss", "The server is overloaded; try again.", "failed")])
    view.lines.others["what_if"] = "What if", "Ctrl+Alt+R"
    click(qtbot, view, spot(view, 1))
    view.lines.open_menu(1)
    actions = {action.objectName(): action for action in popup().actions() if action.objectName()}
    assert set(actions) == {"copy", "inspect", "bookmark", "edit", "fork", "retry", "what_if"}
    assert not actions["retry"].isEnabled()
    for name, told in (
        ("fork", "fork"),
        ("what_if", "what_if"),
        ("bookmark", "bookmark"),
        ("inspect", "open_inspector"),
    ):
        with qtbot.waitSignal(view.intent) as caught:
            actions[name].trigger()
        assert caught.args == [told, 2]
    popup().close()
    move(view, spot(view, 2))
    assert view.lines.hovered == 2
    more = more_rect(view.lines.lay_out(2), view.lines.look).center()
    click(qtbot, view, spot(view, 2, more.x(), more.y()))
    assert next(action for action in popup().actions() if action.objectName() == "retry").isEnabled()
    popup().close()
    centre = avatar_rect(view.lines.lay_out(1), view.lines.look).center()
    with qtbot.waitSignal(view.member_chosen) as caught:
        click(qtbot, view, spot(view, 1, centre.x(), centre.y()))
    assert caught.args == ["boss"]
    failed = view.lines.lay_out(3)
    assert failed.title == "Boss could not speak"
    assert failed.button is not None
    with qtbot.waitSignal(view.intent) as caught:
        click(qtbot, view, spot(view, 3, failed.button.center().x(), failed.button.center().y()))
    assert caught.args == ["retry", 4]


def test_an_edit_is_left_without_a_trace_and_its_editor_grows(show: Show, qtbot: QtBot) -> None:
    view = show(turns(4))
    for key in (Qt.Key.Key_Escape, Qt.Key.Key_Return):
        click(qtbot, view, spot(view, 1))
        qtbot.keyClick(view.lines, Qt.Key.Key_F2)
        assert view.lines.editor is not None
        assert view.lines.editor.field.toPlainText() == "Line number 2."
        with qtbot.assertNotEmitted(view.intent):
            qtbot.keyClick(view.lines.editor.field, key)
        assert view.lines.editor is None
    view.lines.edit_line(1)
    editor = view.lines.editor
    assert editor is not None
    before = view.lines.lay_out(1).height
    for _ in range(5):
        qtbot.keyClick(editor.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert view.lines.lay_out(1).height > before
    assert editor.height() == editor.sizeHint().height()
    view.model().reset([])
    assert view.lines.editor is None


def test_rewinding_shows_the_turn_and_a_way_back(show: Show, qtbot: QtBot) -> None:
    view = show(turns(499))
    view.show_turn(40, False)
    assert 39 in [row for row, _ in view.lines.in_sight()]
    assert view.lines.current == 39
    assert "Back to live" in view.lines.newest.text()
    view.model().note(ended=True)
    assert "To the end" in view.lines.newest.text(), "no more can come"
    with qtbot.waitSignal(view.live_chosen):
        qtbot.mouseClick(view.lines.newest, LEFT)
    view.show_turn(499, True)
    assert view.lines.at_end()


def test_the_streaming_line_grows_below_the_rows(show: Show) -> None:
    view = show([turn(1)])
    model, lines = view.model(), view.lines
    model.stream_text("boss", "Boss", "")
    waiting = lines.get_tail_height()
    assert waiting > 0
    model.stream_text("boss", "Boss", "One word after another, " * 12)
    assert lines.get_tail_height() > waiting
    view.grab()
    model.end_stream()
    model.append([turn(2)])
    assert lines.get_tail_height() == 0


def test_rows_that_are_taken_back_go(show: Show) -> None:
    view = show(turns(39))
    view.lines.set_current(38)
    view.model().replace_last(2, [turn(38, "Said anew.")])
    assert (len(view.lines.heights), view.lines.lay_out(37).figure.text, view.lines.current) == (38, "Said anew.", 37)
    view.grab()


def test_the_director_speaks_as_anybody(show: Show, qtbot: QtBot) -> None:
    view = show([turn(1)])
    qtbot.keyClicks(view.speak.field, "Let us begin.")
    with qtbot.waitSignal(view.intent) as told:
        qtbot.keyClick(view.speak.field, Qt.Key.Key_Return)
    assert (told.args, view.speak.field.text()) == (["speak", ("director", "Let us begin.")], "")
    with qtbot.assertNotEmitted(view.intent):
        qtbot.keyClick(view.speak.field, Qt.Key.Key_Return)
    action = next(action for action in view.speak.menu.actions() if action.data() == "analyst")
    action.trigger()
    assert view.speak.field.placeholderText() == "Speak as Analyst…"
    qtbot.keyClicks(view.speak.field, "62%.")
    with qtbot.waitSignal(view.intent) as told:
        qtbot.keyClick(view.speak.field, Qt.Key.Key_Return)
    assert told.args == ["speak", ("analyst", "62%.")]
    view.model().set_members(MEMBERS[:1])
    assert view.speak.speaker == "director"


def test_it_paints_every_kind_of_row_in_every_look(show: Show) -> None:
    kinds = ("opening", "line", "closing", "director", "topic", "whisper", "failed", "summary")
    rows = [
        TurnFigure(
            number, "boss" if number < 4 else "", "Boss" if number < 4 else "", "Words. " * 9, kind, to="Analyst"
        )
        for number, kind in enumerate(kinds, 1)
    ]
    view = show(rows, height=900)
    view.select_member("boss")
    view.show_turn(2, False)
    view.set_options(thoughts=True, details=True)
    light = view.grab().toImage()
    take_look(DARK, 1.5)
    assert view.grab().toImage() != light
    view.resize(240, 300)
    view.grab()
    empty = show([])
    empty.grab()


def test_end_after_a_click_shows_the_newest_turn_and_not_only_the_summary(show: Show, qtbot: QtBot) -> None:
    rows = turns(30)
    rows.append(TurnFigure(30, "", "", "Everything that was said, in many words. " * 60, "summary"))
    view = show(rows)
    assert view.lines.top_of(29) is not None, "a run opens at its newest turn too"
    view.turn_chosen.connect(lambda number: view.show_turn(number, False))
    view.live_chosen.connect(lambda: view.show_turn(30, True))
    view.lines.reveal(4)
    click(qtbot, view, spot(view, 4))
    assert view.lines.shown == 5
    qtbot.keyClick(view.lines, Qt.Key.Key_End)
    assert (view.lines.shown, view.lines.live) == (30, True)
    top = view.lines.top_of(29)
    assert top is not None
    assert top >= 0
    assert view.lines.newest.isHidden(), "the newest line is in sight"
    assert "Line number 30." in view.lines.accessibleDescription()
    view.model().append([turn(31)])
    view.show_turn(31, True)
    assert "1 new line" in view.lines.newest.text(), "and is not any more"


def test_each_line_and_the_head_say_who_made_the_words(show: Show) -> None:
    view = show([turn(1, wrote="by the rules", made_by="rules"), turn(2)])
    marked, plain = view.lines.lay_out(0), view.lines.lay_out(1)
    assert plain.author is None
    # It stands beside the number, and the title ends before it.
    assert marked.author is not None
    assert marked.author.right() < marked.head.right()
    staged = show([turn(1, "(Boss asks. ) " * 9, wrote="by the rules", made_by="rules", staged=True)]).lines.lay_out(0)
    assert staged.author is not None
    assert staged.text_at.x() + staged.text.boundingRect().width() <= staged.author.left()
    assert view.lines.wording.format_details(marked.figure) == "by the rules"
    assert view.caption() == ""
    view.model().note(authors="1 line by the rules, 1 by qwen2.5")
    assert view.caption() == "1 line by the rules, 1 by qwen2.5"
