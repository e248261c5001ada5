"""The light that lies upon a painted plan: the hour's, lamps, screens, doors and windows."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from parley.core.office.drawing.brush import Area, LightBrush, Stops
from parley.core.office.drawing.furniture import GLASS
from parley.core.office.drawing.hours import Ambience
from parley.core.office.drawing.scenery import FACE, Scenery, Window

if TYPE_CHECKING:
    from parley.core.office.plan import Plan
    from parley.core.office.shapes import Opening, Point, Room

LIFTED = "#665466"
"""A lit room before its pools of light."""
POOL: Stops = ((0.0, "#ffe7bb", 0.95), (0.35, "#f7c98a", 0.78), (0.7, "#b98355", 0.42), (1.0, "#6a5648", 0.0))
LAMP: Stops = ((0.0, "#ffdca0", 0.85), (0.5, "#c99362", 0.45), (1.0, "#6a5648", 0.0))
DIM: Stops = ((0.0, "#cfa678", 0.55), (1.0, "#6a5648", 0.0))
BLUE: Stops = ((0.0, "#a9d2ff", 0.8), (0.5, "#6d93cc", 0.35), (1.0, "#444455", 0.0))
GREEN: Stops = ((0.0, "#a9f0c8", 0.7), (0.5, "#5fa88a", 0.3), (1.0, "#444455", 0.0))
COOL: Stops = ((0.0, "#f9fbff", 1.0), (1.0, "#f7faff", 0.0))
WARM: Stops = ((0.0, "#fffdf6", 1.0), (0.6, "#fff8ea", 0.9), (1.0, "#fff3de", 0.55))
"""By day a room in which people are has its lamp on too."""
SPOTS = 14.0
"""Plan units between the lamps of a corridor."""


@dataclass(frozen=True, slots=True)
class Lamps:
    """What gives light: `lit` rooms, those in which a lamp was `left` on, and the seats ("room/seat") whose `screens`
    are on."""

    lit: frozenset[str] = frozenset()
    left: frozenset[str] = frozenset()
    screens: frozenset[str] = field(default_factory=frozenset)


class Lighting:
    """The light of one plan at one hour."""

    def __init__(self, plan: Plan, scenery: Scenery, light: Ambience, lamps: Lamps) -> None:
        self._plan, self._scenery, self._light, self._lamps = plan, scenery, light, lamps
        by_seat = {piece.seat: piece for piece in scenery.pieces if piece.seat}
        self._screens = [by_seat[seat] for seat in sorted(lamps.screens) if seat in by_seat]  # not all have desks

    def paint_map(self, brush: LightBrush, seen: Area) -> None:
        """Paint the light map, with which what was painted is multiplied."""
        plan, light = self._plan, self._light
        night = light.night
        brush.put_rect(seen.left, seen.top, seen.width, seen.height, light.outside)
        for room in plan.rooms:
            brush.put_rect(room.x - 0.5, room.y - 0.5, room.width + 1.0, room.height + 1.0, light.ambient)
        if night < 1.0:
            for room in plan.rooms:
                self.paint_day(brush, room)
        if night <= 0.0:
            return
        for room in plan.rooms:
            self.paint_lamps(brush, room)
        for room_id in sorted(self._lamps.lit):  # sorted: light that overlaps must not hang on a set's order
            self.paint_beyond(brush, room_id)
        for piece in self._screens:
            room = plan.by_id[piece.seat.partition("/")[0]]
            x, y = piece.middle
            green = piece.finish in ("plant", "sticky")
            self._paint_pool_in_room(brush, room, x, y + 1.2, 8.0, 6.5, GREEN if green else BLUE, night)

    def paint_day(self, brush: LightBrush, room: Room) -> None:
        """Paint what daylight there is in a room."""
        daylight = WARM if room.id in self._lamps.lit and not room.corridor else COOL
        part = 1.0 - self._light.night
        self._paint_pool_in_room(
            brush, room, *_compute_room_middle(room), 0.62 * room.width, 0.62 * room.height, daylight, part
        )

    def paint_beyond(self, brush: LightBrush, lit: str) -> None:
        """Paint what falls out of a lit room through its doors and windows."""
        night = self._light.night
        for door in self._plan.openings:
            if lit in door.rooms:
                self._paint_door_light(brush, self._plan.by_id[lit], door, night)
        for window in self._scenery.windows:
            if window.room == lit and window.side == "south":
                self._paint_yard_light(brush, window, night)

    def paint_lamps(self, brush: LightBrush, room: Room) -> None:
        """Paint the lamps of a room that are on."""
        night = self._light.night
        x, y = self._scenery.lamps[room.id]
        if room.id in self._lamps.lit:
            brush.put_rect(room.x, room.y, room.width, room.height, LIFTED, 0.0, night)
            if not room.corridor:
                self._paint_pool_in_room(brush, room, x, y, 0.78 * room.width, 0.66 * room.height, POOL, night)
                for corner in ((room.x + 3.2, room.y + 4.0), (room.right - 2.4, room.bottom - 2.6)):
                    self._paint_pool_in_room(brush, room, *corner, 8.0, 8.0, LAMP, night * 0.9)
        elif room.id in self._lamps.left:
            self._paint_pool_in_room(brush, room, x, y, 8.0, 8.0, LAMP, night)
        if room.corridor:
            for x, y in place_lamps(room):
                self._paint_pool_in_room(
                    brush, room, x, y, 7.5, 6.0, DIM if room.id not in self._lamps.lit else LAMP, night
                )

    def _paint_pool_in_room(
        self, brush: LightBrush, room: Room, x: float, y: float, rx: float, ry: float, stops: Stops, part: float
    ) -> None:
        """Paint a pool of light that ends at the room's walls."""
        with brush.clip_rect(room.x, room.y, room.width, room.height):
            brush.fill_pool(x, y, rx, ry, [(at, colour, alpha * part) for at, colour, alpha in stops])

    def _paint_door_light(self, brush: LightBrush, room: Room, door: Opening, night: float) -> None:
        """Paint light through a door into the room beyond: the farther the lamp, the narrower."""
        beyond = next((each for each in door.rooms if each != room.id), "")
        lamp, half = self._scenery.lamps[room.id], self._plan.door_width / 2
        if beyond in self._lamps.lit:  # a lit room needs no light from next door
            return
        dx, dy = door.x - lamp[0], door.y - lamp[1]
        straight = abs(dy) if door.horizontal else abs(dx)
        reach = min(16.0, max(10.0, 110.0 / max(straight, 3.0)))  # a lamp right behind the door would shine without end
        part = reach / max(straight, 5.0)
        sway = max(-0.8 * reach, min(0.8 * reach, (dx if door.horizontal else dy) * part))
        wide = half * (1.0 + part)
        other = self._plan.by_id[beyond] if beyond else None
        with brush.clip_rect(other.x, other.y, other.width, other.height) if other is not None else nullcontext():
            for soft in (1.15, 1.0, 0.85):  # three on top of each other have a soft edge
                if door.horizontal:
                    end = door.y + math.copysign(reach, dy)
                    points = [(door.x - half * soft, door.y), (door.x + half * soft, door.y),
                              (door.x + sway + wide * soft, end), (door.x + sway - wide * soft, end)]  # fmt: skip
                    start, stop = (door.x, door.y), (door.x, end)
                else:
                    end = door.x + math.copysign(reach, dx)
                    points = [(door.x, door.y - half * soft), (door.x, door.y + half * soft),
                              (end, door.y + sway + wide * soft), (end, door.y + sway - wide * soft)]  # fmt: skip
                    start, stop = (door.x, door.y), (end, door.y)
                brush.fade(points, start, stop, ((0, "#f0bb80", 0.42 * night), (1, "#c08a58", 0.0)))

    def _paint_yard_light(self, brush: LightBrush, window: Window, night: float) -> None:
        left, right, y = window.middle - window.width / 2, window.middle + window.width / 2, window.at + 0.4
        points = [(left, y), (right, y), (right + 1.6, y + 7.0), (left - 1.6, y + 7.0)]
        brush.fade(points, (0, y), (0, y + 7.0), ((0, "#f0bb80", 0.9 * night), (1, "#c08a58", 0.0)))

    # What shines ----------------------------------------------------------------------------------------------------

    def add_glow(self, brush: LightBrush) -> None:
        """Paint what shines by itself, and the sun in the windows: added to what lies in the light."""
        if self._light.night < 1.0:
            for window in self._scenery.windows:
                self.paint_sun(brush, window)
        night = self._light.night
        if night <= 0.0:
            return
        with brush.add_light():
            for room in self._plan.rooms:
                self.paint_glow(brush, room)
            for piece in self._screens:
                glass, _ = GLASS.get(piece.finish, GLASS[""])
                self._paint_shine(brush, piece.middle[0], piece.y + 0.5, 3.2, glass, 0.8 * night)

    def paint_glow(self, brush: LightBrush, room: Room) -> None:
        """Paint what shines by itself in a room."""
        night = self._light.night
        if room.corridor:
            for x, _ in place_lamps(room):
                self._paint_shine(brush, x, room.y + 1.8, 1.6, "#ffca7a", night)
        elif room.id in self._lamps.lit:
            x, y = self._scenery.lamps[room.id]
            self._paint_shine(brush, x, y - 1.5, 7.0, "#ffca7a", 0.6 * night)
        elif room.id in self._lamps.left:
            self._paint_shine(brush, *self._scenery.lamps[room.id], 3.0, "#ffca7a", night)

    def _paint_shine(self, brush: LightBrush, x: float, y: float, radius: float, colour: str, part: float) -> None:
        brush.fill_pool(x, y, radius, radius, ((0, colour, 0.55 * part), (0.4, colour, 0.16 * part), (1, colour, 0.0)))

    def paint_sun(self, brush: LightBrush, window: Window) -> None:
        """Paint what comes in through a window."""
        light, day = self._light, 1.0 - self._light.night
        sunny = "east" if light.shadow < 0 else "west"  # shadows fall away from the sun
        room = self._plan.by_id[window.room]
        start, wide = window.middle - window.width / 2, window.width
        with brush.clip_rect(room.x, room.y, room.width, room.height):
            if window.side == "north":
                top, low = window.at + FACE + 0.4, window.at + 9.0
                brush.fade([(start, top), (start + wide, top), (start + wide - 1.8, low), (start - 2.6, low)],
                           (0, top), (0, low), ((0, "#ffffff", 0.5 * day), (1, "#ffffff", 0.0)))  # fmt: skip
            elif window.side == sunny and light.sun > 0.0:
                way = -1.0 if sunny == "east" else 1.0
                x, long = window.at + 0.6 * way, way * min(18.0, 0.8 * room.width)
                brush.fade([(x, start), (x, start + wide), (x + long, start + wide + 3.0), (x + long, start + 2.4)],
                           (x, 0), (x + long, 0), ((0, "#ffe9b0", 0.6 * light.sun), (1, "#ffeec4", 0.0)))  # fmt: skip


def place_lamps(room: Room) -> list[Point]:
    """Return where the lamps of a corridor hang."""
    if room.width >= room.height:
        many = max(1, round(room.width / SPOTS))
        return [(room.x + room.width * (i + 0.5) / many, room.y + 0.4 * room.height) for i in range(many)]
    many = max(1, round(room.height / SPOTS))
    return [(room.x + room.width / 2, room.y + room.height * (i + 0.5) / many) for i in range(many)]


def _compute_room_middle(room: Room) -> Point:
    return room.x + room.width / 2, room.y + room.height / 2


def find_lamp_at(plan: Plan, scenery: Scenery, lit: Collection[str], point: Point) -> Point | None:
    """Return where the lamp hangs that throws the shadow of what stands at a point."""
    room = plan.find_room_at(point)
    lamps: Mapping[str, Point] = scenery.lamps
    return lamps[room.id] if room is not None and room.id in lit else None
