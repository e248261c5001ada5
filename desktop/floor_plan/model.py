"""The floor plan's figures: everybody of a talk in its room, with the way from where they were before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from core.office.places import desks as desks_of
from core.office.places import places_in
from core.office.plan import Plan
from core.office.shapes import Point, Room, Seat
from desktop.floor_plan.figures import FloorFigure, FurnitureFigure, PlaceFigure, PlanFigure, RoomFigure
from desktop.run.figures import MemberFigure, SceneFigure

CROWD = 60
"""From so many walkers on, ways lead straight across a room instead of around its tables: it is much cheaper."""

CHAIR = 1.3
"""Half a chair's width, in plan units."""


@lru_cache(maxsize=8)
def plan_figure(plan: Plan, language: str = "en") -> PlanFigure:
    """The plan as it is drawn, with the rooms' names in `language`."""
    return PlanFigure(
        id=plan.id,
        width=plan.width,
        height=plan.height,
        rooms=tuple(
            RoomFigure(room.id, room.title(language), room.x, room.y, room.width, room.height, room.corridor)
            for room in plan.rooms
        ),
        doors=tuple((door.x, door.y, door.horizontal) for door in plan.openings),
        furniture=tuple(thing for room in plan.rooms for thing in _furniture(room)),
        door_width=plan.door_width,
    )


@dataclass(frozen=True, slots=True)
class Occupancy:
    """Where everybody is, in a mode that says so: `spots` are rooms and points by member.

    `scene` is under way in `room`; between two scenes the `clock` is told.
    """

    spots: Mapping[str, tuple[str, Point]]
    room: str = ""
    scene: SceneFigure | None = None
    bystanders: frozenset[str] = frozenset()
    thinking: frozenset[str] = frozenset()
    murmurs: tuple[tuple[str, str], ...] = ()
    clock: str = ""
    doing: tuple[tuple[str, str, str], ...] = ()


def floor_figure(
    plan: Plan,
    members: Sequence[MemberFigure],
    room: str,
    *,
    speaker: str = "",
    line: str = "",
    thoughts: tuple[str, ...] = (),
    before: FloorFigure | None = None,
    desks: Mapping[str, str] | None = None,
    hearers: frozenset[str] | None = None,
    language: str = "en",
    streaming: bool = False,
    office: Occupancy | None = None,
    walking: bool = True,
) -> FloorFigure:
    """Everybody where they are: in `room`, or at their desks where it is empty (before the first turn).

    `desks` maps ids to what the members' TOML says ("room" or "room/seat"); `hearers` are all present where it is
    None. Against `before` (the figure that was shown, None after a jump) those who moved get the way they take, unless
    nobody is `walking`. In an `office`, people are where it says, and `room` is only where the scene is.
    """
    drawn = plan_figure(plan, language)
    talk = plan.room_for(room) if room else None
    active = talk.id if talk else ""
    if hearers is None:
        hearers = frozenset(member.id for member in members if speaker and member.id != speaker)
    same = before if before is not None and before.plan == drawn and _same(before, members) else None
    if same is not None and office is not None:
        stay = all(_at(office, place.member.id) == (place.room, (place.x, place.y)) for place in same.places)
    else:
        stay = same is not None and same.active_room == active
    if same is not None and stay:
        places = _refreshed(same.places, members)
        hearers = same.hearers if same.hearers == hearers else hearers
    else:
        spots = _spots(plan, members, talk, desks or {}, office)
        places = _places(plan, members, spots, _from_outside(plan, before, office) if walking else None)
    return FloorFigure(
        plan=same.plan if same is not None else drawn,
        places=places,
        active_room=active,
        speaker=speaker,
        line=line,
        thoughts=thoughts,
        hearers=hearers,
        streaming=streaming,
        scene=office.scene if office else None,
        bystanders=office.bystanders if office else frozenset(),
        thinking=office.thinking if office else frozenset(),
        murmurs=office.murmurs if office else (),
        clock=office.clock if office else "",
        doing=office.doing if office else (),
    )


def _from_outside(plan: Plan, before: FloorFigure | None, office: Occupancy | None) -> FloorFigure | None:
    """What was shown before; when a day begins, everybody comes in by the door that leads outside."""
    scene = office.scene if office else None
    if before is None or scene is None or scene.type != "arrival" or (before.scene and before.scene == scene):
        return before
    doors = [door for door in plan.openings if len(door.rooms) == 1]
    if not doors:
        return before
    x, y = doors[0].point
    return replace(before, places=tuple(replace(place, x=x, y=y, room=doors[0].rooms[0]) for place in before.places))


def _at(office: Occupancy, member: str) -> tuple[str, Point] | None:
    return office.spots.get(member)


def _spots(
    plan: Plan,
    members: Sequence[MemberFigure],
    talk: Room | None,
    desks: Mapping[str, str],
    office: Occupancy | None,
) -> list[tuple[str, Point]]:
    """Everybody's room and point, in their order."""
    if office is not None and all(member.id in office.spots for member in members):
        return [office.spots[member.id] for member in members]
    if talk is not None:
        return [(spot.room, spot.point) for spot in places_in(talk, len(members))]
    at_desks = desks_of(plan, {member.id: desks.get(member.id, "") for member in members})
    return [(at_desks[member.id].room, at_desks[member.id].point) for member in members]


def _places(
    plan: Plan,
    members: Sequence[MemberFigure],
    spots: Sequence[tuple[str, Point]],
    before: FloorFigure | None,
) -> tuple[PlaceFigure, ...]:
    # A jump shows where people are; only what follows what was shown is walked.
    known = {} if before is None or before.plan.id != plan.id else {place.member.id: place for place in before.places}
    walkers = sum(member.id in known for member in members)
    found = []
    for member, (room, point) in zip(members, spots, strict=True):
        path: tuple[Point, ...] = ()
        if (was := known.get(member.id)) is not None:
            path = was.path if (was.x, was.y) == point else _way(plan, was, point, walkers)
        found.append(PlaceFigure(member, point[0], point[1], room, path))
    return tuple(found)


def _way(plan: Plan, was: PlaceFigure, end: Point, walkers: int) -> tuple[Point, ...]:
    # networkx comes with it: not before somebody walks.
    from core.office.paths import walk

    return walk(plan, (was.x, was.y), end, detours=walkers <= CROWD)


def _same(before: FloorFigure, members: Sequence[MemberFigure]) -> bool:
    return len(before.places) == len(members) and all(
        place.member.id == member.id for place, member in zip(before.places, members, strict=True)
    )


def _refreshed(places: tuple[PlaceFigure, ...], members: Sequence[MemberFigure]) -> tuple[PlaceFigure, ...]:
    # The very same tuple while nothing changes: a view sees with `is` that only the line grew.
    if all(place.member == member for place, member in zip(places, members, strict=True)):
        return places
    return tuple(
        place if place.member == member else replace(place, member=member)
        for place, member in zip(places, members, strict=True)
    )


def _furniture(room: Room) -> list[FurnitureFigure]:
    things = [
        FurnitureFigure(thing.x, thing.y, thing.width, thing.height, thing.kind, thing.what) for thing in room.furniture
    ]
    for seat in room.seats:
        things.extend(_chair(seat))
    return things


def _chair(seat: Seat) -> list[FurnitureFigure]:
    """A chair's seat and its back, which is behind the person."""
    back = 0.7
    x, y, size = seat.x - CHAIR, seat.y - CHAIR, 2 * CHAIR
    dx, dy, width, height = {
        "north": (0.0, size, size, back),
        "south": (0.0, -back, size, back),
        "west": (size, 0.0, back, size),
        "east": (-back, 0.0, back, size),
    }[seat.facing]
    return [
        FurnitureFigure(x, y, size, size, "rectangle", "chair"),
        FurnitureFigure(x + dx, y + dy, width, height, "rectangle", "chair"),
    ]
