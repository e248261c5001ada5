"""A clip of a run: an animated picture, opened again by the library that everybody reads pictures with."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication, QDialogButtonBox

from parley.core.export.pace import seconds
from parley.core.home import Home
from parley.core.studio.library import Library
from parley.core.studio.studio import Studio
from parley.desktop.export.clip import ClipStage
from parley.desktop.export.clip_view import SIZES, ClipDialog
from parley.desktop.modes.duologue.clip import FacingClip
from tests.played_runs import duologue, played_in
from tests.story_configs import the_fifty_turns, told
from tests.widget.real_window import Desk


@pytest.mark.slow
async def test_turns_become_an_animated_picture(desk: Desk, tmp_path: Path) -> None:
    await desk.played()
    turns = desk.window.model.replay.live.turns
    for kind in ("gif", "webp", "png"):
        desk.action("export_clip").trigger()
        dialog = await desk.dialog(ClipDialog)
        # The first turn pushes the last one, and the other way round.
        dialog.last.setValue(1)
        assert dialog.span() == (1, 1)
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
        assert lasts == pytest.approx(sum(seconds(turn.text) for turn in turns[:last]), abs=0.1)


def test_a_clip_shows_what_the_mode_shows_and_no_office(home: Home, qapp: QApplication) -> None:
    size, plan = SIZES["small"], Library(home).plan("studio")
    opened = Studio(home).open(str(played_in(home, duologue(turns=3)).stage.log.path))
    stage = ClipStage(opened, plan, "en", size)
    frames = list(stage.frames(1, 3))
    assert not any(frame.walks for frame in frames)
    own = stage._own
    assert isinstance(own, FacingClip)
    first, last = stage.picture(frames[-2]), stage.picture(frames[-1])
    assert own._columns.spoken_row(2).startswith("(Ada ")
    line = own._columns.line(2)
    assert line is not None
    # The line grows on the side of who says it.
    assert (line.side, line.text) == (0, opened.state.turns[2].text)
    half = QRect(0, 60, size.width() // 2 - 40, 300)
    assert first.copy(half) != last.copy(half)
    stage.close()
    story = told(home, the_fifty_turns(turns=12))
    stage = ClipStage(story, plan, "en", size)
    stage.picture(list(stage.frames(20, 20))[-1])
    model = stage._model
    present = model.mode.present(model.state)
    assert present is not None
    assert {"player"} < set(present) < {member.id for member in model.members()}
    stage.close()
