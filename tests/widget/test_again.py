"""Another way to say a line, in the window: drawn upon the row, leafed through by keys, kept, cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from PySide6.QtCore import Qt

from parley.core.log.events.turn import Author, CallFailed, Usage
from parley.core.studio import runs
from parley.core.voices.base import Delta, Reply, Request, Spent, Waiting
from parley.core.voices.rehearsal.voice import RehearsalVoice
from parley.desktop.again.box import AgainBox
from tests.widget.real_window import CTRL, Desk

ALT = Qt.KeyboardModifier.AltModifier


async def test_a_line_is_said_another_way_upon_its_row(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    count, waiting = 0, asyncio.Event()
    waiting.set()

    async def speak(self: RehearsalVoice, request: Request) -> AsyncIterator[Delta | Waiting | Reply]:
        nonlocal count
        count += 1
        yield Delta("Wo", spent=Spent(Usage(input=2)))
        await waiting.wait()
        by = Author(kind="model", name="echo")
        yield Reply(text=f"Words {count}.", usage=Usage(input=2), provider="rehearsal", words_by=by)

    monkeypatch.setattr(RehearsalVoice, "speak", speak)
    await desk.begin()
    session, lines = desk.desktop.session, desk.window.transcript.lines
    for turn in (1, 2, 3):
        session.step_turn()
        await desk.until(lambda turn=turn: (desk.turns, desk.state.status) == (turn, "paused"))  # type: ignore[misc]
    run = desk.state.run
    desk.blur()
    desk.key(Qt.Key.Key_A, CTRL | ALT)
    await desk.idle()
    box = lines.editor
    assert isinstance(box, AgainBox)
    assert lines.viewport().isAncestorOf(box)
    await desk.until(lambda: box.count.text() == "2 of 2", "it is drawn")
    assert (box.words.text(), box.keep.text()) == ("Words 4.", "Keep")
    desk.key(Qt.Key.Key_A)
    await desk.until(lambda: box.count.text() == "3 of 3", "another is drawn")
    for key, shown in ((Qt.Key.Key_Left, "2 of 3"), (Qt.Key.Key_Left, "1 of 3"), (Qt.Key.Key_Right, "2 of 3")):
        desk.key(key)
        assert (box.count.text(), desk.desktop.model.live) == (shown, True)
    # A draw that hangs is given up: what it cost by then stands in the log.
    waiting.clear()
    desk.key(Qt.Key.Key_A)
    await desk.until(lambda: count == 6, "it is asked")
    desk.key(Qt.Key.Key_Escape)
    await desk.idle()
    assert (box.count.text(), box.draw.text()) == ("2 of 3", "Draw another")
    await desk.until(lambda: type(desk.desktop.model.replay.events[-1]) is CallFailed, "it is written down")
    waiting.set()
    desk.key(Qt.Key.Key_Return)
    await desk.until(lambda: desk.state.turns[-1].text == "Words 4.", "the turn says it")
    await desk.idle()
    assert lines.editor is None
    assert (desk.state.run, desk.turns, lines.model.rows[-1].text) == (run, 3, "Words 4.")
    assert "says it this way now" in desk.notices()[0]
    session.play()
    await desk.ended()
    # The run has ended: by its menu, a line of it is said another way in a branch.
    lines.act("say_again", lines.model.rows[lines.model.row_of_turn(3)])
    await desk.idle()
    box = lines.editor
    assert isinstance(box, AgainBox)
    desk.key(Qt.Key.Key_A)
    await desk.until(lambda: box.count.text() == "4 of 4", "the third is drawn")
    assert box.keep.text() == "Keep in a branch"
    assert "branch" in box.told.text()
    words = box.words.text()
    desk.click(box.keep)
    await desk.idle()
    assert (desk.state.parent, desk.turns, desk.state.turns[2].text) == (run, 3, words)
    assert "in a branch" in desk.notices()[0]
    # With other dice the whole turn is drawn again, three times at a press; none of it is a run until it is kept.
    before = runs.all_files(desk.studio.home)
    desk.blur()
    desk.key(Qt.Key.Key_R, CTRL | ALT)
    await desk.idle()
    box = lines.editor
    assert isinstance(box, AgainBox)
    assert (box.count.text(), box.keep.text()) == ("7 of 7", "Keep in a branch")
    assert " · p 0." in box.by.whole()
    assert runs.all_files(desk.studio.home) == before
    expected = desk.state.run, box.words.text(), len(before) + 1
    desk.key(Qt.Key.Key_Return)
    await desk.idle()
    assert (desk.state.parent, desk.state.turns[2].text, len(runs.all_files(desk.studio.home))) == expected
    assert not list(desk.studio.home.attempts.iterdir()), "what was not kept is gone"
