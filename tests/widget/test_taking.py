"""What others have written is dropped upon the window: shown first, it replaces nothing unasked, and can be undone."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

from parley.core.base.packaged import get_path_of
from parley.core.home import Home
from parley.desktop.experiments.spec_commands import is_experiment
from tests.widget.real_window import Desk

LEFT, COPY, NONE = Qt.MouseButton.LeftButton, Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier


def drop(desk: Desk, paths: Sequence[Path], upon: QWidget | None = None) -> None:
    target = upon or desk.window
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    enter = QDragEnterEvent(QPoint(300, 300), COPY | Qt.DropAction.MoveAction, data, LEFT, NONE)
    enter.setDropAction(Qt.DropAction.MoveAction)
    QApplication.sendEvent(target, enter)
    assert (enter.isAccepted(), enter.dropAction()) == (True, COPY), "what is dragged stays where it was"
    QApplication.sendEvent(target, QDropEvent(QPointF(300, 300), COPY, data, LEFT, NONE))


def shipped(folder: str, name: str) -> str:
    return Path(str(get_path_of(folder, folder, name))).read_text("utf-8")


@pytest.mark.slow
async def test_a_folder_of_all_kinds_is_shown_taken_over_and_undone(desk: Desk, home: Home, tmp_path: Path) -> None:
    inside = tmp_path / "from a friend" / "deeper"
    inside.mkdir(parents=True)
    kept = shipped("casts", "startup").replace('"startup"', '"friends"', 1)
    mine = kept.replace("name = ", "# mine\nname = ", 1)
    home.casts.mkdir(exist_ok=True)
    (home.casts / "friends.toml").write_text(mine + "# one more\n", "utf-8")
    for name, text in {
        "cast.toml": kept,
        "studio.toml": shipped("plans", "studio"),
        "friends.toml": shipped("worlds", "studio"),
        "night.toml": shipped("schedules", "round-the-clock").replace('"round-the-clock"', '"night"', 1),
        "standup.toml": shipped("formats", "standup").replace('"standup"', '"late_standup"', 1),
        "tale.toml": shipped("stories", "ferry").replace('"ferry"', '"boat"', 1),
        "map.json": json.dumps({"tiledversion": "1.10", "layers": "none"}),
        "stranger.toml": "[tool]\nname = 1\n",
        "broken.toml": "id = \n",
    }.items():
        (inside / name).write_text(text, "utf-8")
    drop(desk, [tmp_path / "from a friend"])
    box = await desk.dialog(QMessageBox)
    assert box.informativeText().splitlines() == ["Start-up", "Game studio"]
    assert any("3 of 9 files" in sentence for sentence in desk.notices())
    desk.click(box.button(QMessageBox.StandardButton.Yes))
    await desk.until(lambda: any("6 definitions" in one for one in desk.notices()), "they are taken over")
    await desk.idle()
    assert (home.casts / "friends.toml").read_text("utf-8") == kept
    assert "# one more" in (home.casts / "friends.toml.bak").read_text("utf-8")
    assert desk.studio.library.find_world("friends") is not None
    assert desk.studio.library.format("late_standup").id == "late_standup"
    assert (home.plans / "studio.toml").exists()
    assert desk.desktop.session.run is None
    notice = next(one for one in desk.window.notices.list_shown() if "6 definitions" in one.sentence)
    notice.buttons[0].pressed()
    await desk.idle()
    assert "# one more" in (home.casts / "friends.toml").read_text("utf-8")
    assert desk.studio.library.find_world("friends") is None
    assert not [*home.stories.glob("*.toml"), *home.schedules.glob("*.toml")]


def test_what_can_be_dropped_is_never_waited_for_or_read_without_end(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "endless.toml").symlink_to("/dev/zero")
    (tmp_path / "deep.toml").write_text('name = "x"\nrepetitions = ' + "[" * 50_000, "utf-8")
    (tmp_path / "folder.toml").mkdir()
    assert not [each.name for each in tmp_path.iterdir() if is_experiment(each)]


async def test_a_damaged_or_foreign_file_is_told_in_a_sentence_and_nothing_is_written(
    desk: Desk, home: Home, tmp_path: Path
) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text('id = "x"\nname = "X"\nmembers = [{id = "a"}]\n', "utf-8")
    drop(desk, [wrong])
    await desk.idle()
    assert desk.notice().kind == "error"
    assert "wrong.toml" in desk.notice().sentence
    assert desk.find(QMessageBox) is None
    assert not home.casts.exists() or not list(home.casts.iterdir())


async def test_what_is_dropped_twice_is_taken_once_and_what_was_changed_since_is_never_undone(
    desk: Desk, home: Home, tmp_path: Path
) -> None:
    theirs, another = tmp_path / "one.toml", tmp_path / "two.toml"
    kept = shipped("casts", "startup").replace('"startup"', '"friends"', 1)
    theirs.write_text(kept, "utf-8")
    another.write_text(kept.replace("Start-up", "A\\nB\\u202e", 1) + "# another\n", "utf-8")
    home.casts.mkdir(exist_ok=True)
    mine = home.casts / "friends.toml"
    mine.write_text(kept + "# mine\n", "utf-8")
    for _twice in range(2):
        drop(desk, [theirs, another])
    for _dialog in range(2):
        box = await desk.dialog(QMessageBox)
        # Both would be the same file: the first is taken.
        assert box.informativeText().splitlines() == ["Start-up", "A B"]
        desk.click(box.button(QMessageBox.StandardButton.Yes))
        await desk.until(lambda gone=box: not gone.isVisible(), "it closes")
    await desk.idle()
    assert mine.read_text("utf-8") == kept
    assert "# mine" in (home.casts / "friends.toml.bak").read_text("utf-8")
    undo = next(one for one in desk.window.notices.list_shown() if one.key == "taken").buttons[0]
    mine.write_text(kept + "# edited\n", "utf-8")
    undo.pressed()
    await desk.idle()
    assert "# edited" in mine.read_text("utf-8")
    assert any("was changed since" in one for one in desk.notices())
    mine.write_text(kept, "utf-8")
    undo.pressed()
    await desk.idle()
    assert "# mine" in mine.read_text("utf-8")
