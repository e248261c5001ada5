"""What the camera and the layers of the floor plan do, under mouse and keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from parley.core.modes.office.state import OfficeState
from parley.desktop.floor_plan.model import build_floor_figure
from parley.desktop.floor_plan.view.controls import KEYS
from parley.desktop.floor_plan.view.sight import FREE, TALK, WHOLE
from parley.desktop.floor_plan.view.view import FloorPlanView
from tests.widget.day_in_the_model import day
from tests.widget.test_floor_plan import STUDIO, members, mouse, press
from tests.widget.test_scene_views import on_plan
from tests.widget.widgets_alone import on_screen

LEFT = Qt.MouseButton.LeftButton


def in_sight(view: FloorPlanView, room_id: str) -> bool:
    room = STUDIO.by_id[room_id]
    (left, top), (right, bottom) = view.camera.map_point(room.x, room.y), view.camera.map_point(room.right, room.bottom)
    return left >= -1 and top >= -1 and right <= view.camera.width + 1 and bottom <= view.camera.height + 1


@pytest.fixture
def view(qtbot: QtBot) -> FloorPlanView:
    """Five members at a table, seen as a run opens."""
    view = on_screen(qtbot, FloorPlanView(), 900, 520)
    view.show_figure(build_floor_figure(STUDIO, members(), "conference", speaker="m1", line="Yes."))
    view.grab()
    return view


def test_a_talk_fills_the_view_with_its_room_until_somebody_moves_the_camera(qtbot: QtBot, view: FloorPlanView) -> None:
    assert view.mode == TALK
    assert in_sight(view, "conference")
    assert view.camera.scale > 2 * view.whole()
    assert "2" in view.controls.camera.text()
    mouse(QTest.mousePress, view, QPoint(450, 400))
    QTest.mouseMove(view.viewport(), QPoint(520, 360))
    mouse(QTest.mouseRelease, view, QPoint(520, 360))
    view.grab()
    assert view.mode == FREE
    scale = view.camera.scale
    view.show_figure(build_floor_figure(STUDIO, members(), "library", before=view.figure))
    view.arrive()
    view.grab()
    assert view.camera.scale == scale, "it stays where it was put"
    QTest.mouseClick(view.controls.camera, LEFT)
    view.arrive()
    view.grab()
    assert view.mode == TALK
    assert in_sight(view, "library")
    QTest.keyClick(view.controls.camera, Qt.Key.Key_Space)
    view.arrive()
    view.grab()
    assert (view.mode, view.camera.scale) == (WHOLE, view.whole())


def test_layers_are_switched_by_key_and_button_and_kept(qtbot: QtBot, tmp_path: Path) -> None:
    model = day()
    model.show(model.replay.live[OfficeState].scenes[2].first)
    view = on_plan(qtbot, model, 1000, 640)
    assert set(KEYS) == view.find_layers() == set(view.layers)
    assert any(sign.heat for sign in view.rooms.signs)
    room = view.rooms.locate_room()
    assert room is not None
    assert room.width() * room.height() >= 0.49 * 1000 * 640, "the camera frames the scene"
    view.fit()
    view.grab()
    assert any(label.below for label in view.labels.labels)
    assert view.tracks.list_shown()
    for name, key in KEYS.items():
        press(view, Qt.Key[f"Key_{key}"])
        assert not view.controls.switches[name].isChecked()
    assert not view.layers
    assert not view.tracks.list_shown()
    assert not any(sign.heat for sign in view.rooms.signs)
    assert not any(label.below for label in view.labels.labels)
    store = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    QTest.mouseClick(view.controls.switches["heat"], LEFT)
    view.save_state(store)
    other = on_plan(qtbot, model, 1000, 640)
    other.restore_state(store)
    assert other.layers == {"heat"}
    narrow = on_plan(qtbot, model, 480, 300)
    assert not narrow.controls.switches["heat"].isVisible()
    narrow.open_menu("")
    assert {each.objectName() for each in QApplication.activePopupWidget().actions()} > set(KEYS)
