"""Whether a floor plan can be lived in; the sentence names the room or door at fault."""

from __future__ import annotations

from collections.abc import Sequence

from core.office.shapes import NEAR, Door, Opening, Room, opening


def openings(rooms: Sequence[Room], doors: Sequence[Door], width: float) -> tuple[Opening, ...]:
    """Every door where it is. Raises `ValueError` for one that is not on a wall of its rooms."""
    known = {room.id for room in rooms}
    found = []
    for door in doors:
        for name in door.between or (door.room,):
            if name not in known:
                raise ValueError(f"{door.label} names the room '{name}', which the plan does not have")
        if door.between and door.between[0] == door.between[1]:
            raise ValueError(f"{door.label} leads from a room into itself; name two rooms")
        place = opening(door, rooms, width)
        if place is None:
            raise ValueError(
                f"{door.label} is not on a wall that they share for at least {width:g} units; "
                "move the rooms together or take the door out"
                if door.between
                else f"{door.label} does not fit: that wall is shorter than {width:g} units"
            )
        found.append(place)
    return tuple(found)


def check_rooms(rooms: Sequence[Room]) -> None:
    """Raises `ValueError` for a room that is named twice, lies upon another or does not hold its things."""
    seen: dict[str, Room] = {}
    for room in rooms:
        if room.id in seen:
            raise ValueError(f"two rooms have the id '{room.id}'; give one another id")
        for other in seen.values():
            if room.overlaps(other):
                raise ValueError(f"the rooms '{other.id}' and '{room.id}' overlap; move one of them")
        seen[room.id] = room
        _check_inside(room)


def _check_inside(room: Room) -> None:
    names = [seat.id for seat in room.seats]
    for i, seat in enumerate(room.seats):
        if seat.id in names[:i]:
            raise ValueError(f"the room '{room.id}' has two seats called '{seat.id}'; give one another id")
        if not room.holds((seat.x, seat.y)):
            raise ValueError(
                f"the seat '{room.id}/{seat.id}' at ({seat.x:g}, {seat.y:g}) is outside its room, which reaches "
                f"from ({room.x:g}, {room.y:g}) to ({room.right:g}, {room.bottom:g})"
            )
    for thing in room.furniture:
        corner = thing.x + thing.width, thing.y + thing.height
        if not room.holds((thing.x, thing.y)) or not room.holds(corner):
            raise ValueError(f"the {thing.what} at ({thing.x:g}, {thing.y:g}) does not fit into its room '{room.id}'")
    ring = room.ring
    if ring and not all(
        room.holds(point)
        for point in ((ring.x - ring.across, ring.y - ring.down), (ring.x + ring.across, ring.y + ring.down))
    ):
        raise ValueError(f"the ring of seats in '{room.id}' is wider than the room")


def check_extent(rooms: Sequence[Room], width: float, height: float) -> None:
    """Raises `ValueError` for a room that lies outside the plan."""
    for room in rooms:
        if room.x < -NEAR or room.y < -NEAR or room.right > width + NEAR or room.bottom > height + NEAR:
            raise ValueError(f"the room '{room.id}' lies outside the plan, which is {width:g} wide and {height:g} high")


def check_reach(rooms: Sequence[Room], doors: Sequence[Opening]) -> None:
    """Raises `ValueError` for a room that nobody can walk to."""
    start = next((room for room in rooms if room.corridor), rooms[0])
    reached, waiting = {start.id}, [start.id]
    while waiting:
        here = waiting.pop()
        for door in doors:
            if here in door.rooms:
                beyond = [room for room in door.rooms if room not in reached]
                reached.update(beyond)
                waiting.extend(beyond)
    for room in rooms:
        if room.id not in reached:
            raise ValueError(f"the room '{room.id}' cannot be reached from '{start.id}'; give it a door")
