from __future__ import annotations

from dataclasses import replace

from pytestqt.qtbot import QtBot

from parley.core.office.drawing.scenery import scenery
from parley.core.office.plan import load_plan
from parley.desktop.floor_plan.figures import FloorFigure
from parley.desktop.floor_plan.model import floor_figure
from parley.desktop.floor_plan.view.view import FloorPlanView
from parley.desktop.widgets.painted import luminance
from tests.widget.test_floor_plan import STUDIO, members, shown


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
