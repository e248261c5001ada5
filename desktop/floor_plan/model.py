"""The floor plan's figure: everybody of a talk in its room, with the way from where they were before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace

from parley.core.office.places import find_desks as desks_of
from parley.core.office.places import find_places_in
from parley.core.office.plan import Plan
from parley.core.office.shapes import Point, Room
from parley.desktop.floor_plan.figures import BoardFigure, FloorFigure, Occupancy, PlaceFigure
from parley.desktop.run.figures import MemberFigure

CROWD = 60
"""From so many walkers on, ways lead straight across a room instead of around its tables: it is much cheaper."""


def build_floor_figure(
    plan: Plan,
    members: Sequence[MemberFigure],
    room: str,
    *,
    speaker: str = "",
    line: str = "",
    thoughts: tuple[str, ...] = (),
    acts: tuple[str, ...] = (),
    staged: bool = False,
    before: FloorFigure | None = None,
    desks: Mapping[str, str] | None = None,
    hearers: frozenset[str] | None = None,
    language: str = "en",
    streaming: bool = False,
    office: Occupancy | None = None,
    walking: bool = True,
    to: tuple[str, ...] = (),
    board: BoardFigure | None = None,
    put_in: Mapping[str, tuple[str, bool]] | None = None,
    stances: Mapping[str, int] | None = None,
) -> FloorFigure:
    """Build the figure of everybody where they are: in `room`, or at their desks where that is "" (no turn yet).

    `desks` maps ids to what the members' TOML says ("room" or "room/seat"); `hearers` are all present where it is
    None. Against `before` (the figure that was shown, None after a jump) those who moved get the way they take, unless
    nobody is `walking`. In an `office`, people are where it says, and `room` is only where the scene is.
    """
    talk = plan.room_for(room) if room else None
    active = talk.id if talk else ""
    if hearers is None:
        hearers = frozenset(member.id for member in members if speaker and member.id != speaker)
    if before is not None and (before.plan is None or before.plan.id != plan.id):  # nobody walks between houses
        before = None
    stay = before is not None and [place.member.id for place in before.places] == [member.id for member in members]
    if before is not None and stay and (stay := before.plan == plan):
        stay = before.active_room == active
        if office is not None:
            stay = all(office.spots.get(each.member.id) == (each.room, (each.x, each.y)) for each in before.places)
    if before is not None and stay:
        places = _refresh_places(before.places, members)
        hearers = before.hearers if before.hearers == hearers else hearers  # one object equals itself at once
    else:
        spots = _find_spots(plan, members, talk, desks or {}, office)
        # A jump shows where people are; only what follows what was shown is walked.
        places = _build_place_figures(
            plan, members, spots, _place_from_outside(plan, before, office) if walking and before else ()
        )
    told = {each.name: getattr(office, each.name) for each in fields(Occupancy)} if office else {}
    screens = _find_occupied_seats(plan, places) | (office.left_open if office else frozenset())
    return FloorFigure(
        **told, plan=plan, language=language, places=places, active_room=active, speaker=speaker, line=line,
        thoughts=thoughts, acts=acts, staged=staged, hearers=hearers, streaming=streaming, screens=screens,
        jumped=not walking or before is None, to=to, board=board if active else None, stances=stances or {},
        put_in=put_in or {},
    )  # fmt: skip


def _place_from_outside(plan: Plan, before: FloorFigure, office: Occupancy | None) -> tuple[PlaceFigure, ...]:
    """Return where people were before; when a day begins, everybody comes in by the door that leads outside."""
    scene = office.scene if office else None
    door = next((door for door in plan.openings if len(door.rooms) == 1), None)  # one room: the other side is outside
    if door is None or scene is None or scene.type != "arrival" or before.scene == scene:
        return before.places
    return tuple(replace(place, x=door.x, y=door.y, room=door.rooms[0]) for place in before.places)


def _find_spots(
    plan: Plan, members: Sequence[MemberFigure], talk: Room | None, desks: Mapping[str, str], office: Occupancy | None
) -> list[tuple[str, Point]]:
    """Return everybody's room and point, in the order of `members`."""
    if office is not None and all(member.id in office.spots for member in members):
        return [office.spots[member.id] for member in members]
    if talk is not None:
        return [(spot.room, spot.point) for spot in find_places_in(talk, len(members))]
    at_desks = desks_of(plan, {member.id: desks.get(member.id, "") for member in members})
    return [(at_desks[member.id].room, at_desks[member.id].point) for member in members]


def _build_place_figures(
    plan: Plan, members: Sequence[MemberFigure], spots: Sequence[tuple[str, Point]], before: tuple[PlaceFigure, ...]
) -> tuple[PlaceFigure, ...]:
    known = {place.member.id: place for place in before}
    walkers = sum(member.id in known for member in members)
    found = []
    for member, (room, point) in zip(members, spots, strict=True):
        path: tuple[Point, ...] = ()
        if (was := known.get(member.id)) is not None and (was.x, was.y) == point:
            path = was.path  # kept: with another path the place would count as changed
        elif was is not None:
            # networkx comes with it: not before somebody walks.
            from parley.core.office.proximity import find_path

            path = find_path(plan, (was.x, was.y), point, detours=walkers <= CROWD)
        found.append(PlaceFigure(member, point[0], point[1], room, path))
    return tuple(found)


def _find_occupied_seats(plan: Plan, places: Sequence[PlaceFigure]) -> frozenset[str]:
    """Return the seats of the plan on which somebody sits, as "room/seat"."""
    taken = {(place.x, place.y) for place in places}
    return frozenset(f"{room.id}/{seat.id}" for room in plan.rooms for seat in room.seats if (seat.x, seat.y) in taken)


def _refresh_places(places: tuple[PlaceFigure, ...], members: Sequence[MemberFigure]) -> tuple[PlaceFigure, ...]:
    """Return `places` with these members, the very same tuple while none differs: a view compares with `is`."""
    found = tuple(
        place if place.member == member else replace(place, member=member)
        for place, member in zip(places, members, strict=True)
    )
    return places if all(new is old for new, old in zip(found, places, strict=True)) else found
