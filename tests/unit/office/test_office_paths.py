from __future__ import annotations

from itertools import pairwise

import pytest

from core.office.paths import length, walk
from core.office.places import desks, places_in
from core.office.plan import Plan, load_plan
from core.office.shapes import Door, Point, Room

STUDIO = load_plan("studio")


def check(plan: Plan, path: tuple[Point, ...]) -> None:
    """Every step stays in one room, and a step from room to room is at a door."""
    doors = {door.point for door in plan.openings}
    for a, b in pairwise(path):
        assert any(room.holds(a) and room.holds(b) for room in plan.rooms), (a, b)
    for point in path[1:-1]:
        if sum(room.holds(point) for room in plan.rooms) > 1:
            assert point in doors


@pytest.mark.parametrize("name", ["studio", "small"])
@pytest.mark.parametrize("detours", [True, False])
def test_ways_lead_through_doors_and_never_through_walls(name: str, detours: bool) -> None:
    plan = load_plan(name)
    starts = [place.point for place in desks(plan, {f"m{i}": "" for i in range(24)}).values()]
    for room in plan.rooms:
        end = places_in(room, 1)[0].point
        for start in starts:
            path = walk(plan, start, end, detours=detours)
            assert (path[0], path[-1]) == (start, end)
            check(plan, path)


def test_a_way_goes_around_the_table() -> None:
    room = STUDIO.room("conference")
    start, end = (68.0, 12.5), (93.0, 12.5)
    table = next(thing for thing in room.furniture if thing.what == "table")
    assert table.blocks(start, end)
    path = walk(STUDIO, start, end)
    assert len(path) > 2
    assert not any(table.blocks(a, b) for a, b in pairwise(path))
    assert walk(STUDIO, start, end, detours=False) == (start, end)


def test_the_shortest_way_is_taken() -> None:
    path = walk(STUDIO, (58.1, 36.8), (110.0, 26.0))
    assert (64.0, 28.5) in path  # from QA straight onto the corridor, not round by the hallway
    assert length(path) < 70


def test_a_way_within_the_room_is_straight() -> None:
    assert walk(STUDIO, (66.0, 26.0), (110.0, 26.0)) == ((66.0, 26.0), (110.0, 26.0))
    assert walk(STUDIO, (66.0, 26.0), (66.0, 26.0)) == ((66.0, 26.0),)


def test_there_is_no_way_from_outside() -> None:
    assert walk(STUDIO, (-5.0, -5.0), (66.0, 26.0)) == ()


def test_a_chain_of_rooms_is_walked_through() -> None:
    rooms = tuple(Room(id=f"r{i}", name="Room", x=10 * i, y=0, width=10, height=10) for i in range(6))
    doors = tuple(Door(between=(f"r{i}", f"r{i + 1}"), at=0.5) for i in range(5))
    plan = Plan(id="chain", name="Chain", width=60, height=10, rooms=rooms, doors=doors)
    path = walk(plan, (2.0, 5.0), (58.0, 5.0))
    assert length(path) == pytest.approx(56.0)
    check(plan, path)


def test_two_doors_of_one_wall_do_not_confuse_the_way() -> None:
    rooms = tuple(Room(id=f"r{i}", name="Room", x=0, y=10 * i, width=30, height=10) for i in range(3))
    doors = (
        Door(between=("r0", "r1"), at=0.1),
        Door(between=("r0", "r1"), at=0.9),
        Door(between=("r1", "r2"), at=0.9),
    )
    plan = Plan(id="wall", name="Wall", width=30, height=30, rooms=rooms, doors=doors)
    for start in ((2.0, 2.0), (28.0, 2.0)):
        path = walk(plan, start, (28.0, 28.0))
        assert (path[0], path[-1]) == (start, (28.0, 28.0))
        check(plan, path)
