"""The floor plan of a page: rooms, doors, furniture, and where everybody sits."""

from __future__ import annotations

from typing import Any

from parley.core.base.errors import ParleyError
from parley.core.export.floor_svg import render_svg
from parley.core.log.config import RunConfig
from parley.core.office.places import find_places_in
from parley.core.office.plan import Plan, load_plan

Figure = dict[str, Any]


def floor(config: RunConfig, plan: Plan | None, language: str) -> Figure:
    """Return the plan as the replay draws it; the plan that ships first where the run's own is not to be had."""
    if plan is None:
        try:
            plan = load_plan(config.plan)
        except ParleyError:
            # A plan of the user's own that is not here, or no longer: the talk itself is what matters.
            plan = load_plan("studio")
    room = plan.room_for(config.place or config.format.room)
    places = [[place.x, place.y] for place in find_places_in(room, len(config.members))]
    return draw_plan(plan, language) | {"room": room.id, "places": places}


def draw_plan(plan: Plan, language: str) -> Figure:
    """Return a plan as a page shows it: its extent and rooms, and the whole of it as SVG for the page's template."""
    rooms = [
        {"id": each.id, "name": each.title(language), "x": each.x, "y": each.y, "w": each.width, "h": each.height}
        for each in plan.rooms
    ]
    return {"width": plan.width, "height": plan.height, "rooms": rooms, "drawing": render_svg(plan)}
