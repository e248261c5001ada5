"""A clip of a run: an animated picture, opened again by the library that everybody reads pictures with."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtWidgets import QDialogButtonBox

from parley.desktop.export.clip import compute_seconds
from parley.desktop.export.view import SIZES, ClipDialog
from tests.widget.real_window import Desk


@pytest.mark.slow
async def test_turns_become_an_animated_picture(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await desk.played()
    turns = desk.window.model.replay.live.turns
    for kind in ("gif", "webp", "png"):
        dialog = await desk.open("export_clip", ClipDialog)
        # The first turn pushes the last one, and the other way round.
        dialog.last.setValue(1)
        assert dialog.get_span() == (1, 1)
        last = 2 if kind == "gif" else 1
        dialog.last.setValue(last)
        dialog.format.setCurrentIndex(dialog.format.findData(kind))
        assert "\ufffc" in dialog.preview.toPlainText()
        path = tmp_path / f"clip.{kind}"
        dialog.path.setText(str(path))
        desk.click(dialog._buttons.button(QDialogButtonBox.StandardButton.Save))
        await desk.until(lambda: desk.find(ClipDialog) is None, f"{kind} is written")
        with Image.open(path) as clip:
            assert clip.size == SIZES["small"].toTuple()
            count = getattr(clip, "n_frames", 1)
            lasts, looks = 0.0, set[bytes]()
            for number in range(count):
                clip.seek(number)
                clip.load()
                lasts += clip.info["duration"] / 1000
                looks.add(clip.convert("RGB").tobytes())
        # Every turn grows and stands, as long as it is read.
        assert count == len(looks) >= 2
        assert lasts == pytest.approx(sum(compute_seconds(turn.text) for turn in turns[:last]), abs=0.1)
    # A frame that does not come is told, and the dialog stays.
    dialog = await desk.open("export_clip", ClipDialog)
    monkeypatch.setattr("parley.desktop.export.clip.PATIENCE", 0)
    desk.click(dialog._buttons.button(QDialogButtonBox.StandardButton.Save))
    await desk.until(lambda: "not drawn" in dialog.problem.text(), "it is told")
