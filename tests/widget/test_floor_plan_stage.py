from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from parley.core.office.drawing.hours import ambience, mixed
from parley.core.office.drawing.scenery import scenery
from parley.core.office.plan import load_plan
from parley.desktop.floor_plan.figures import FloorFigure
from parley.desktop.floor_plan.model import floor_figure
from parley.desktop.floor_plan.view.rooms import readable
from parley.desktop.floor_plan.view.view import FloorPlanView
from parley.desktop.widgets.painted import luminance
from parley.desktop.widgets.theme import DARK, LIGHT, Theme
from tests.widget.test_floor_plan import STUDIO, members, shown
from tests.widget.widgets_alone import take_look


def at(clock: str, room: str = "lounge") -> FloorFigure:
    return replace(floor_figure(STUDIO, members(), room), clock=clock)


def bright(view: FloorPlanView, room_id: str) -> float:
    """How bright a room's floor is, below its name."""
    image, room = view.grab().toImage(), STUDIO.by_id[room_id]
    spots = [view.camera.at(room.x + room.width * part, room.y + 5.0) for part in (0.1, 0.25, 0.8)]
    return sum(luminance(image.pixelColor(round(x), round(y))) for x, y in spots) / len(spots)


def test_the_hour_lights_the_house_and_at_night_only_the_rooms_in_use(qtbot: QtBot) -> None:
    view = shown(qtbot, at("09:20"))
    day = bright(view, "library"), bright(view, "lounge")
    view.set_animated(False)
    view.show_figure(at("21:00"))
    night = bright(view, "library"), bright(view, "lounge")
    assert night[0] < 0.15 * day[0]
    assert night[1] > 3 * night[0], "people are in the lounge"
    view.show_figure(at("21:00", "library"))
    assert bright(view, "library") > 3 * bright(view, "lounge")


def test_light_changes_gradually_unless_motion_is_reduced(qtbot: QtBot) -> None:
    view = shown(qtbot, at("09:20"))
    day = bright(view, "library")
    view.rest()
    view.show_figure(at("21:00"))
    view.advance(600.0)
    half = bright(view, "library")
    while view.advance(200.0):
        pass
    night = bright(view, "library")
    assert night < half < day
    view.set_animated(False)
    view.show_figure(at("09:20"))
    assert bright(view, "library") == pytest.approx(day, abs=0.02)
    assert view.rooms._faded == 0.0


@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.slow
def test_every_name_is_read_at_every_hour(qtbot: QtBot, theme: Theme) -> None:
    take_look(theme)
    view = shown(qtbot, None, 944, 560)
    view.set_animated(False)
    for hour in ("", *(f"{hour:02}:15" for hour in range(5, 23))):
        view.show_figure(at(hour))
        image: QImage = view.grab().toImage()
        assert len(view.rooms.signs) == len(STUDIO.rooms)
        for sign in view.rooms.signs:
            left, top, _, bottom = sign.box
            beside = image.pixelColor(round(left) - 2, round((top + bottom) / 2))
            ink = luminance(readable(image.copy(round(left) - 3, round(top), 3, round(bottom - top)),
                                     (0, 0, 2, bottom - top), 1.0))  # fmt: skip
            low, high = sorted((ink, luminance(beside)))
            assert (high + 0.05) / (low + 0.05) >= 4.5, (hour, sign.text)


def test_walls_are_open_where_there_are_doors_and_nowhere_twice() -> None:
    for name in ("studio", "small"):
        plan = load_plan(name)
        found = scenery(plan)
        for door in plan.openings:
            along, at = (door.x, door.y) if door.horizontal else (door.y, door.x)
            mine = [wall for wall in found.walls if wall.across == door.horizontal and abs(wall.at - at) < 0.01]
            assert not any(wall.start + 0.01 < along < wall.end - 0.01 for wall in mine), door
        for wall in found.walls:
            same = [each for each in found.walls if each.across == wall.across and each.at == wall.at]
            assert sum(each.start < wall.end and wall.start < each.end for each in same) == 1


def test_colours_between_two_hours_are_mixed_as_the_eye_sees_them() -> None:
    assert mixed("#000000", "#ffffff", 0.5) == "#636363"
    assert ambience("09:20").ambient == "#f0f3f9"
    assert ambience("19:30").ambient == "#31374c"
    assert ambience("19:30").night == 1.0
    assert ambience("09:20").shadow == pytest.approx(-2.6, abs=0.01)
    assert ambience("").hour != ambience("", True).hour
