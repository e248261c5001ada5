"""The transcript through one member's eyes, chosen by key, on a day in the office."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from parley.core.perspective.lens import Lens
from parley.desktop.shell.window import Window
from tests.widget.day_in_the_model import day

Key = Qt.Key


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[Window]:
    made = Window(day())
    made.make_late_views()
    made.resize(1440, 900)
    made.show()
    made.show_dock("transcript")
    made.settle()
    yield made
    made.may_close = True
    made.close()


def chosen(window: Window, qtbot: QtBot, name: str) -> None:
    """Choose one of the menu by keys alone."""
    window.transcript.choose_lens()
    menu = window.transcript.header.findChild(QMenu)
    assert isinstance(menu, QMenu)
    qtbot.waitUntil(menu.isVisible)
    qtbot.keyClick(menu, Key.Key_Home)
    while (action := menu.activeAction()) is None or action.text() != name:
        qtbot.keyClick(menu, Key.Key_Down)
    qtbot.keyClick(menu, Key.Key_Return)


def test_a_member_is_chosen_by_key_and_what_they_missed_is_grey(window: Window, qtbot: QtBot) -> None:
    view, run = window.transcript, window.model
    state = run.replay.live
    entry = next(entry for entry in state.entries if entry.kind == "observation")
    member = next(each for each in state.setup.members if each.id in entry.heard_by)
    lens, rows = Lens(state, member.id), len(run.transcript.rows)
    view.set_options(thoughts=True, details=False)
    chosen(window, qtbot, member.name)
    assert run.seen_as == member.id
    # What they saw and nobody said stands among the lines.
    assert len(run.transcript.rows) == rows + len([*lens.seen()])
    assert [row.text for row in run.transcript.rows if row.kind == "seen"] == [each.text for each in lens.seen()]
    for at, figure in enumerate(run.transcript.rows):
        if figure.is_turn:
            turn, shape = state.turns[figure.number - 1], view.lines.shape(at)
            heard = not turn.ended.heard_by or member.id in {*turn.ended.heard_by, turn.member}
            assert shape.missed != heard
            assert ("not heard" in shape.badge) != heard
            assert shape.inner == (figure.thoughts if turn.member == member.id else ())
    # A thought of somebody else's is not found; the words that were missed are.
    other = next(turn for turn in state.turns if turn.ended.thoughts and turn.member != member.id)
    view.open_search()
    view.search.field.setText(other.ended.thoughts[0])
    qtbot.waitUntil(lambda: view.search.search.done)
    assert view.search.search.rows == []
    # Their memories stand beside it, those of the shown turn, and lead to where they are from.
    assert view.memories.isVisible()
    texts = [entry.text.text() for entry in view.memories.entries if not entry.isHidden()]
    assert texts == [memory.text for memory in reversed(lens.memories)]
    entries = [each for each in view.memories.entries if each.focusPolicy() == Qt.FocusPolicy.StrongFocus]
    qtbot.keyClick(entries[-1], Key.Key_Return)
    assert (run.live, run.shown) == (False, min(memory.turn for memory in lens.memories if memory.turn))
    run.show(1)
    early = [entry.text.text() for entry in view.memories.entries if not entry.isHidden()]
    assert len(early) < len(texts)
    # And back.
    qtbot.mouseClick(view.memories.leave, Qt.MouseButton.LeftButton)
    assert (run.seen_as, view.memories.isVisible(), len(run.transcript.rows)) == ("", False, rows)
    assert not any(view.lines.shape(at).missed for at in range(rows))
