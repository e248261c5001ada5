"""The floor plan's figures: everybody of a talk in its room, with the way from where they were before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from core.office.places import desks as desks_of
from core.office.places import places_in
from core.office.plan import Plan
from core.office.shapes import Room, Seat
from desktop.models.figures import (
    FloorFigure,
    FurnitureFigure,
    MemberFigure,
    PlaceFigure,
    PlanFigure,
    RoomFigure,
)

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
) -> FloorFigure:
    """Everybody where they are: in `room`, or at their desks where it is empty (before the first turn).

    `desks` maps ids to what the members' TOML says ("room" or "room/seat"); `hearers` are all present where it is
    None. Against `before` (the figure that was shown, None after a jump) those who moved get the way they take.
    """
    drawn = plan_figure(plan, language)
    talk = plan.room_for(room) if room else None
    active = talk.id if talk else ""
    if hearers is None:
        hearers = frozenset(member.id for member in members if speaker and member.id != speaker)
    if before is not None and before.plan == drawn and before.active_room == active and _same(before, members):
        places = _refreshed(before.places, members)
        same_hearers = before.hearers if before.hearers == hearers else hearers
        return replace(
            before,
            places=places,
            speaker=speaker,
            line=line,
            thoughts=thoughts,
            hearers=same_hearers,
            streaming=streaming,
        )
    return FloorFigure(
        plan=drawn,
        places=_places(plan, members, talk, before, desks or {}),
        active_room=active,
        speaker=speaker,
        line=line,
        thoughts=thoughts,
        hearers=hearers,
        streaming=streaming,
    )


def _places(
    plan: Plan,
    members: Sequence[MemberFigure],
    talk: Room | None,
    before: FloorFigure | None,
    desks: Mapping[str, str],
) -> tuple[PlaceFigure, ...]:
    if talk:
        spots = places_in(talk, len(members))
    else:
        at_desks = desks_of(plan, {member.id: desks.get(member.id, "") for member in members})
        spots = tuple(at_desks[member.id] for member in members)
    # A jump shows where people are; only what follows what was shown is walked.
    known = {} if before is None or before.plan.id != plan.id else {place.member.id: place for place in before.places}
    walkers = sum(member.id in known for member in members)
    found = []
    for member, spot in zip(members, spots, strict=True):
        path: tuple[tuple[float, float], ...] = ()
        if (was := known.get(member.id)) is not None:
            path = was.path if (was.x, was.y) == spot.point else _way(plan, was, spot.point, walkers)
        found.append(PlaceFigure(member, spot.x, spot.y, spot.room, path))
    return tuple(found)


def _way(plan: Plan, was: PlaceFigure, end: tuple[float, float], walkers: int) -> tuple[tuple[float, float], ...]:
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
