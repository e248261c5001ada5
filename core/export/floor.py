"""The floor plan of a page: rooms, doors, furniture, and where everybody sits."""

from __future__ import annotations

import math
from typing import Any

from parley.core.base.errors import ParleyError
from parley.core.export.floor_svg import furnished, light_at
from parley.core.log.config import RunConfig
from parley.core.office.places import places_in
from parley.core.office.plan import Plan, load_plan

Figure = dict[str, Any]


def floor(config: RunConfig, plan: Plan | None, language: str) -> Figure:
    """Return the plan as the replay draws it; a single room with a table where the run's plan is not to be had."""
    if plan is None:
        try:
            plan = load_plan(config.plan)
        except ParleyError:
            # A plan of the user's own that is not here, or no longer: the talk itself is what matters.
            return one_room(len(config.members))
    room = plan.room_for(config.place or config.format.room)
    places = [[place.x, place.y] for place in places_in(room, len(config.members))]
    return drawn(plan, language) | {"room": room.id, "places": places, "lit": [room.id]}


def drawn(plan: Plan, language: str) -> Figure:
    """Return the outline of a plan, the whole of it as SVG for the page's template, and its light where there is no
    clock, by day and by night.
    """
    light = [light_at(""), light_at("", dark=True)]
    return outline(plan, language) | {"drawing": furnished(plan), "light": light}


def outline(plan: Plan, language: str) -> Figure:
    """Return a plan as it is drawn: its extent, rooms with their names, doors (middle, and whether the wall runs
    across), furniture (rectangle, and whether it is round).
    """
    return {
        "width": plan.width,
        "height": plan.height,
        "door": plan.door_width,
        "rooms": [
            {
                "id": each.id,
                "name": each.title(language),
                "x": each.x,
                "y": each.y,
                "w": each.width,
                "h": each.height,
                "corridor": each.corridor,
            }
            for each in plan.rooms
        ],
        "doors": [[each.x, each.y, each.horizontal] for each in plan.openings],
        "furniture": [
            [thing.x, thing.y, thing.width, thing.height, thing.kind == "ellipse"]
            for each in plan.rooms
            for thing in each.furniture
        ],
    }


def one_room(count: int) -> Figure:
    """Return a room of 60 by 34 with a round table, and `count` places on as many rings as it takes."""
    width, height = 60.0, 34.0
    places: list[list[float]] = []
    ring = 0
    while len(places) < count:
        across, down = 17.0 + 5 * ring, 9.5 + 3 * ring
        fits = max(1, int(math.pi * (across + down) / 5))
        here = min(fits, count - len(places))
        for i in range(here):
            angle = math.tau * i / here - math.pi * 0.62
            places.append(
                [round(width / 2 + across * math.cos(angle), 2), round(height / 2 + down * math.sin(angle), 2)]
            )
        ring += 1
    grown = max(0, ring - 2)
    return {
        "width": width + 10 * grown,
        "height": height + 6 * grown,
        "door": 3.2,
        "room": "room",
        "rooms": [{"id": "room", "name": "", "x": 0, "y": 0, "w": width + 10 * grown, "h": height + 6 * grown}],
        "doors": [],
        "furniture": [[width / 2 - 12 + 5 * grown, height / 2 - 6 + 3 * grown, 24, 12, True]],
        "places": [[x + 5 * grown, y + 3 * grown] for x, y in places],
    }
