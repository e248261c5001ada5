"""A cast from a sentence in the cast editor: drawn, one of it drawn again, brought back, saved; failed and given up."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from parley.core.base.errors import VoiceError
from parley.core.casting.caster import Caster
from parley.core.home import Home
from parley.core.studio.library import Library
from parley.desktop.cast_editor.view.dialog import CastEditorDialog
from parley.desktop.casting.view import SentenceDialog
from parley.desktop.casting.writing import CastWriting
from tests.widget.real_window import Desk


async def test_a_draft_is_written_into_the_editor_and_saved_when_somebody_says_so(
    desk: Desk, home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor = await desk.open("cast_editor", CastEditorDialog)
    writing = editor.findChild(CastWriting)

    async def ask(sentence: str) -> None:
        desk.click(writing.sentence)
        dialog = await desk.dialog(SentenceDialog)
        dialog.form.fill_in({"sentence": ""})
        dialog.form.editors["sentence"].setFocus()
        desk.type(sentence)
        desk.click(dialog.write)
        await desk.until(lambda: desk.find(SentenceDialog) is None, "the sentence is said")

    await ask("Four bakers")
    await desk.until(lambda: len(editor.draft.members) == 4, "it is drawn")
    assert "No model read the sentence" in editor.note.label.text()
    names = [member.name for member in editor.draft.members]
    editor.show_key(editor.draft.members[1].key)
    await desk.dialog(CastEditorDialog)
    editor.members.view.setFocus()
    desk.key(Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    await desk.until(lambda: editor.draft.members[1].name != names[1], "there is somebody else")
    assert editor.foot.stack.count() == 1
    editor.foot.stack.undo()
    assert [member.name for member in editor.draft.members] == names
    assert not home.casts.exists()
    await desk.until(editor.foot.save.isEnabled, "nothing is under way")
    desk.click(editor.foot.save)
    await desk.until(lambda: editor.draft.origin, "it is saved")
    assert [member.name for member in Library(home).cast(editor.draft.origin).members] == names
    # What fails is told; of what is given up stays what there is by then.
    drawn, hangs = Caster.write, asyncio.Event()

    async def write(self: Caster, sentence: str, count: int = 0) -> Any:
        if "break" in sentence:
            raise VoiceError("server", "It broke.")
        self.show(await drawn(self, sentence, 3), 1, 4)
        hangs.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(Caster, "write", write)
    await ask("They break")
    await desk.until(lambda: editor.note.label.text() == "It broke.", "it is told")
    await ask("They go on and on")
    await desk.until(hangs.is_set, "it has begun")
    assert not editor.foot.save.isEnabled()
    desk.click(editor.note.mending.findChild(QPushButton))
    await desk.until(lambda: len(editor.draft.members) == 3, "it is given up")
    await desk.until(editor.foot.save.isEnabled, "nothing is under way")
    desk.click(editor.foot.save)
    await desk.until(lambda: len(list(home.casts.glob("*.toml"))) == 2, "it is saved")
