"""Where people went and were: the ways to the last scene, how long who was in which room today, the scene to come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from parley.core.log.state import State
from parley.core.modes.office.config import OfficeConfig
from parley.core.modes.office.events import SceneStarted
from parley.core.modes.office.state import OfficeState, spots
from parley.core.office.plan import Plan
from parley.core.office.shapes import Point

DETOURS = 60
"""Up to so many ways lead around tables; those of a crowd lead straight across rooms."""
KEPT = 64
"""The ways to so many scenes are kept, for whoever goes back and forth through a day."""
Routes = tuple[tuple[str, tuple[Point, ...]], ...]
Heat = tuple[tuple[str, int], ...]


def today(office: OfficeState) -> list[SceneStarted]:
    """Return the finished scenes of the day under way, or of the last one."""
    first = office.past[-1].last if office.past else 0
    if office.past and not office.running and office.scene is None:
        # The evening after a day still shows that day.
        first = office.past[-1].first - 1
    return [scene.started for scene in office.scenes if scene.started.scene > first]


def last_room(office: OfficeState) -> str:
    """Return the room of the scene before the one under way, on the same day; "" where there was none."""
    scenes = today(office)
    return scenes[-1].room if scenes else ""


def left_open(state: State) -> frozenset[str]:
    """Return the desks ("room/seat") of those who have a task today and have not done it."""
    office, config = state[OfficeState], state.setup[OfficeConfig]
    return frozenset(
        "/".join(config.desk(member)) for member, task in office.tasks.items()
        if task and member not in office.finished and member in office.places
    )  # fmt: skip


class Movements:
    """What is worked out of the scenes of one run."""

    def __init__(self) -> None:
        self._routes: dict[object, Routes] = {}
        self._heat: tuple[object, Heat] = (None, ())

    def routes(self, state: State, plan: Plan, now: Mapping[str, tuple[str, Point]]) -> Routes:
        """Return the ways by which people came to the last scene that began, through doors, by member."""
        office = state[OfficeState]
        begun = [*(scene.started for scene in office.scenes), *([office.scene.started] if office.scene else [])]
        if not begun:
            return ()
        moved = {place.member for place in begun[-1].places if place.member in now}
        key = (id(plan), begun[-1].scene, tuple((member, now[member]) for member in sorted(moved)))
        if key not in self._routes:
            if len(self._routes) >= KEPT:
                self._routes.clear()
            # networkx comes with it: not before somebody walks.
            from parley.core.office.proximity import points, walk

            at = points(plan, spots(state.setup, begun[:-1]))
            if begun[-1].scene_type == "arrival" and (door := _find_entrance(plan)) is not None:
                at = dict.fromkeys(at, door)
            found = ((member, walk(plan, at[member], now[member][1], detours=len(moved) <= DETOURS))
                     for member in sorted(moved) if member in at and at[member] != now[member][1])  # fmt: skip
            self._routes[key] = tuple((member, way) for member, way in found if len(way) > 1)
        return self._routes[key]

    def heat(self, state: State, plan: Plan) -> Heat:
        """Minutes that people were in each room during today's finished scenes, all added up, by room."""
        office = state[OfficeState]
        scenes = today(office)
        key = (id(plan), len(office.scenes), len(office.past), len(scenes), len(state.setup.members))
        if key != self._heat[0]:
            first = len(office.scenes) - len(scenes)
            at = spots(state.setup, (scene.started for scene in office.scenes[:first]))
            minutes: Counter[str] = Counter()
            for scene in scenes:
                at |= {place.member: (place.room, place.seat) for place in scene.places if place.member in at}
                for room, _seat in at.values():
                    minutes[plan.room_for(room).id] += scene.minutes
            self._heat = key, tuple(sorted((room, spent) for room, spent in minutes.items() if spent))
        return self._heat[1]


def _find_entrance(plan: Plan) -> Point | None:
    """Return the door by which people come in."""
    return next((door.point for door in plan.openings if len(door.rooms) == 1), None)
