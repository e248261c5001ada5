"""Where everybody is in the office, as the floor plan shows it."""

from __future__ import annotations

from collections.abc import Mapping

from core.log.state import State
from core.modes.office.events import Placed
from core.modes.office.state import OfficeState
from core.office.plan import Plan
from core.office.shapes import Point
from desktop.floor_plan.figures import Occupancy
from desktop.modes.office.scenes import scene_figure
from desktop.run.talking import Talk


class Whereabouts:
    """Where everybody is on a plan; worked out anew only when somebody went elsewhere."""

    def __init__(self) -> None:
        self._known: tuple[object, ...] = ()
        self._spots: dict[str, tuple[str, Point]] = {}

    def spots(self, plan: Plan, places: Mapping[str, Placed]) -> Mapping[str, tuple[str, Point]]:
        """Everybody's room and point."""
        known = (id(plan), tuple((member, place.room, place.seat) for member, place in places.items()))
        if known != self._known:
            # networkx comes with it: not before there is an office.
            from core.office.proximity import points

            at = points(plan, {member: (place.room, place.seat) for member, place in places.items()})
            rooms = {member: plan.room_for(place.room).id for member, place in places.items()}
            self._known, self._spots = known, {member: (rooms[member], point) for member, point in at.items()}
        return self._spots


def occupancy(state: State, talk: Talk, spots: Mapping[str, tuple[str, Point]], language: str) -> Occupancy:
    """The office at the moment of a talk; rooms are named in `language`."""
    office, scene = state[OfficeState], state[OfficeState].scene
    doing = tuple((member, office.tasks.get(member, ""), office.moods.get(member, "")) for member in spots)
    if scene is None:
        return Occupancy(spots, clock=office.clock, doing=doing)
    room = scene.started.room
    if scene.started.exchange == "round" and talk.speaker in spots and len(talk.heard) == 1:
        # Each alone, wherever they are: the place is that of whoever is heard.
        room = spots[talk.speaker][0]
    deaf = {member for member, (where, _) in spots.items() if where == room}
    deaf -= {*(talk.heard or scene.started.members), talk.speaker, *talk.thinking}
    return Occupancy(
        spots,
        room=room,
        scene=scene_figure(state.setup, scene.started, language),
        bystanders=frozenset(deaf),
        thinking=frozenset(talk.thinking),
        murmurs=talk.murmurs,
        doing=doing,
    )
