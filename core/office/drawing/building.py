"""Paints the yard, the floors and the walls of a plan."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from parley.core.office.drawing.brush import Area, Brush
from parley.core.office.drawing.furniture import Furnisher, table_chairs
from parley.core.office.drawing.hours import Ambience
from parley.core.office.drawing.light import Lamps, find_lamp_at
from parley.core.office.drawing.scenery import FACE, FOOT, THICK, THIN, Scenery, Wall, get_scenery, place_chairs

if TYPE_CHECKING:
    from parley.core.office.plan import Plan
    from parley.core.office.shapes import Point, Room

FLOORS: Mapping[str, tuple[str, str, str]] = {
    "wood": ("planks", "#eee3d0", "#e2d4bc"),
    "oak": ("planks", "#efe7d9", "#e4d9c6"),
    "walnut": ("planks", "#e8d8c0", "#dac6a8"),
    "carpet": ("dots", "#e9ebee", "#dfe2e7"),
    "felt": ("dots", "#ebece7", "#e1e3dc"),
    "tile": ("tiles", "#f1f3f1", "#e1e7e6"),
    "stone": ("slabs", "#f3f1ed", "#e8e5df"),
}
"""The pattern of a floor, its colour, and that of its joints."""
FINE = 3.0
"""From so many pixels a unit on, joints and small things are drawn."""
TREES = (
    (-4.5, 0.13, 2.6), (-4.2, 0.59, 2.9), (4.2, 0.19, 2.4), (3.8, 0.75, 2.7),
)  # fmt: skip
"""Beside the house: how far from its west or east wall, where along it, and how wide."""


def paint_yard(brush: Brush, plan: Plan, light: Ambience, seen: Area) -> None:
    """Paint what lies about the house: rails, trees, and the house's own shadow."""
    ground = light.between("#e9e7dd", "#c9cbd2")
    brush.put_rect(seen.left, seen.top, seen.width, seen.height, ground)
    left, right, south = seen.left, seen.right, plan.height
    if brush.scale >= FINE:
        at = math.floor(left / 2.2) * 2.2  # fixed to the plan: sleepers must not move with the view
        while at < right:
            brush.line(at, south + 3.0, at, south + 6.8, "#cfcabb", 2.0)
            at += 2.2
    for y in (south + 3.6, south + 6.0):
        brush.line(left, y, right, y, "#b9b4a6", 2.0)
        brush.line(left, y + 0.25, right, y + 0.25, "#d8d4c8", 1.0)
    for off, part, radius in TREES:
        _paint_tree(brush, light, off if off < 0 else plan.width + off, part * plan.height, radius)
    for part, off, radius in ((0.15, -3.6, 2.0), (0.58, -3.8, 2.2), (0.93, -3.9, 2.0)):
        _paint_tree(brush, light, part * plan.width, off, radius)
    for part in (0.08, 0.78):
        _paint_tree(brush, light, part * plan.width, south + 9.4, 2.3)
    reach = 1.25 * light.shadow
    for room in plan.rooms:
        # Rooms of one house throw one shadow: what falls on another is painted over.
        x, y, right, bottom = room.x, room.y, room.right, room.bottom
        corners = [(x, bottom), (right, bottom), (right + reach, bottom + 2.2), (x + reach, bottom + 2.2)]
        side = x if reach < 0 else right
        edge = [(side, y), (side + reach, y + 2.2), (side + reach, bottom + 2.2), (side, bottom)]
        if light.night < 1.0:
            alpha = 0.5 * (1.0 - light.night)
            brush.draw_shape(corners, _choose_faint_colour(ground), alpha)
            brush.draw_shape(edge, _choose_faint_colour(ground), alpha)
    if light.night > 0.0:
        for out in (1.4, 0.8):
            for room in plan.rooms:
                brush.put_rect(room.x - out, room.y, room.width + 2 * out, room.height + out + 0.6, "#10131c", 0.8,
                           0.14 * light.night)  # fmt: skip


def _choose_faint_colour(ground: str) -> str:
    return "#c9c5b8" if ground > "#d" else "#a9abb2"  # a light ground: hex digits sort as numbers do


def _paint_tree(brush: Brush, light: Ambience, x: float, y: float, radius: float) -> None:
    if light.night < 0.5:
        brush.put_ellipse(x + 0.5 * light.shadow, y + 1.1, radius * 1.4, radius * 0.8, "#4a4436", 0.14)
    for dx, dy, part, colour in (
        (0.0, 0.3, 1.0, "#8fae86"), (-0.2, -0.1, 0.86, "#a3c096"), (-0.5, -0.5, 0.5, "#b7cfa8"),
    ):  # fmt: skip
        brush.put_ellipse(x + dx, y + dy, radius * part, radius * part * 0.97, colour)


def paint_floor(brush: Brush, room: Room, finish: str, seen: Area) -> None:
    """Paint the floor of one room."""
    pattern, base, joint = FLOORS[finish]
    brush.put_rect(room.x, room.y, room.width, room.height, base)
    area = seen.clip_to(Area(room.x, room.y, room.right, room.bottom))
    if brush.scale < FINE or not (area.width and area.height):
        return
    left, top, right, bottom = area
    if pattern == "tiles":
        size = 1.4
        for row in range(int((top - room.y) / size), math.ceil((bottom - room.y) / size)):
            first = int((left - room.x) / size)
            for column in range(first + (first + row) % 2, math.ceil((right - room.x) / size), 2):  # as a chessboard
                x, y = room.x + column * size, room.y + row * size
                brush.put_rect(x, y, min(size, room.right - x), min(size, room.bottom - y), joint)
    elif pattern == "dots":
        if brush.scale >= 2 * FINE:  # thousands of dots, of which from farther off nothing is seen
            step = 1.2
            for row in range(int((top - room.y) / step), int((bottom - room.y) / step)):
                for column in range(int((left - room.x) / step), int((right - room.x) / step)):
                    x = room.x + (column + 0.25 + 0.5 * (row % 2)) * step
                    brush.put_rect(x, room.y + (row + 0.4) * step, 0.2, 0.14, joint)
    else:
        high, long = (1.5, 10.0) if pattern == "planks" else (3.0, 6.0)
        for row in range(int((top - room.y) / high), math.ceil((bottom - room.y) / high)):
            y = room.y + row * high
            brush.line(left, y, right, y, joint)
            shift = (0.3, 0.8)[row % 2] if pattern == "planks" else (0.25, 0.75)[row % 2]  # joints never in a line
            for column in range(int((left - room.x) / long) - 1, math.ceil((right - room.x) / long)):
                x = room.x + (column + shift) * long
                if left < x < right:
                    brush.line(x, y, x, min(y + high, bottom), joint)


def paint_faces(brush: Brush, plan: Plan, scenery: Scenery, light: Ambience) -> None:
    """Paint the south faces of the walls north of each room, with foot, shade, door frames and windows."""
    face, foot = light.between("#e9e5db", "#cfcdc9"), light.between("#d7d2c5", "#b5b4b4")
    half = plan.door_width / 2
    for room in plan.rooms:
        start = room.x
        for gap in (*sorted(scenery.gaps[room.id]), math.inf):  # behind the last door the wall goes on to the end
            end = min(gap - half, room.right)
            if end > start:
                brush.put_rect(start, room.y, end - start, FACE + FOOT, face)
                brush.put_rect(start, room.y + FACE, end - start, FOOT, foot)
                top = room.y + FACE + FOOT
                shade = [(start, top), (end, top), (end, top + 1.3), (start, top + 1.3)]
                brush.fade(shade, (0, top), (0, top + 1.3), ((0, "#3a3328", 0.16), (1, "#3a3328", 0.0)))
            if gap < math.inf:
                brush.put_rect(gap - half, room.y, 2 * half, FACE + FOOT, "#000000", 0.0, 0.10)
                for post in (gap - half - 0.25, gap + half - 0.1):
                    brush.put_rect(post, room.y, 0.35, FACE + FOOT, "#a8875e")
            start = gap + half
    frame, glass = light.between("#8d7a5e", "#6e6a66"), light.between("#cfe6f7", "#20283f")
    gleam = light.between("#eaf6ff", "#2f3a5c")
    for window in scenery.windows:
        if window.side != "north":
            continue
        x, y, wide = window.middle - window.width / 2, window.at, window.width
        brush.put_rect(x, y + 0.35, wide, 1.35, frame, 0.1)
        brush.put_rect(x + 0.18, y + 0.5, wide - 0.36, 1.05, glass)
        brush.draw_shape([(x + 0.6, y + 1.55), (x + 1.5, y + 0.5), (x + 2.1, y + 0.5), (x + 1.2, y + 1.55)], gleam)
        brush.line(window.middle, y + 0.5, window.middle, y + 1.55, frame)


def paint_walls(brush: Brush, scenery: Scenery, light: Ambience) -> None:
    """Paint the tops of all walls, and the glass in the outer ones."""
    top = light.between("#cbc6ba", "#aeb2bd")
    for wall in scenery.walls:
        _paint_wall_top(brush, wall, top)
    glass, gleam = light.between("#cfe6f7", "#20283f"), light.between("#eaf6ff", "#2f3a5c")
    for window in scenery.windows:
        start, at, wide = window.middle - window.width / 2, window.at, window.width
        if window.side in ("east", "west"):
            brush.put_rect(at - 0.45, start, 0.9, wide, glass, 0.1)
            brush.line(at, start, at, start + wide, gleam)
        elif window.side == "south":
            brush.put_rect(start, at - 0.45, wide, 0.9, glass, 0.1)
            brush.line(start, at, start + wide, at, gleam)


def _paint_wall_top(brush: Brush, wall: Wall, colour: str) -> None:
    thick = THICK if wall.outer else THIN
    thick = max(thick, 1.5 / brush.scale)  # from afar it would be thinner than a pixel
    start, long = wall.start - thick / 2, wall.end - wall.start + thick
    if wall.across:
        brush.put_rect(start, wall.at - thick / 2, long, thick, colour, 0.15)
    else:
        brush.put_rect(wall.at - thick / 2, start, thick, long, colour, 0.15)


def paint_plan(
    brush: Brush, plan: Plan, light: Ambience, lamps: Lamps, seen: Area, people: Sequence[Point] = ()
) -> None:
    """Paint what `seen` shows of a plan; `people` are the points at which somebody sits."""
    found = get_scenery(plan)
    paint_yard(brush, plan, light, seen)
    rooms = [room for room in plan.rooms if seen.does_meet(room.x, room.y, room.width, room.height)]
    for room in rooms:
        paint_floor(brush, room, found.floors[room.id], seen)
    furnisher = Furnisher(brush, light, partial(find_lamp_at, plan, found, lamps.lit), lamps.screens)
    paint_faces(brush, plan, found, light)
    for rug in found.rugs:
        furnisher.paint(rug)
    for room in rooms:
        sofas = any(thing.what == "sofa" for thing in room.furniture)
        for chair in table_chairs(() if sofas else place_chairs(room, people), found.floors[room.id] == "tile"):
            furnisher.paint(chair)
    near = Area(seen.left - 4.0, seen.top - 4.0, seen.right + 4.0, seen.bottom + 4.0)  # shadows reach in from outside
    for piece in found.pieces:
        x, y = piece.middle
        if near.does_meet(x, y, 0.0, 0.0) or near.does_meet(piece.x, piece.y, piece.width, piece.height):
            furnisher.paint(piece)
    paint_walls(brush, found, light)  # last: what leans on a wall is behind its top
