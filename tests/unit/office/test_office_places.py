from __future__ import annotations

import math
from itertools import pairwise

import pytest

from parley.core.office.places import Place, find_desks, find_places_in
from parley.core.office.plan import Plan, load_plan
from parley.core.office.proximity import assign_desks, find_path, gather, points
from parley.core.office.shapes import Door, Point, Room

STUDIO = load_plan("studio")


@pytest.mark.parametrize("name", ["studio", "small"])
@pytest.mark.parametrize("count", [1, 7, 30, 100])
def test_everybody_finds_a_place_of_their_own(name: str, count: int) -> None:
    for room in load_plan(name).rooms:
        places = find_places_in(room, count)
        assert len({place.point for place in places}) == count
        assert all(room.has_point(place.point, 0.2) and place.room == room.id for place in places)


def test_a_talk_sits_around_the_table_at_even_distances() -> None:
    room = STUDIO.room("conference")
    assert room.ring is not None
    points = [place.point for place in find_places_in(room, 6)]
    around = [math.dist(a, b) for a, b in zip(points, points[1:] + points[:1], strict=True)]
    assert max(around) < 1.6 * min(around)
    for x, y in points:
        on_ring = ((x - room.ring.x) / room.ring.across) ** 2 + ((y - room.ring.y) / room.ring.down) ** 2
        assert on_ring == pytest.approx(1.0, abs=0.01)


def test_whoever_finds_a_seat_in_a_crowded_room_sits() -> None:
    for count in (3, 7, 12):
        assert [bool(place.seat) for place in find_places_in(STUDIO.room("design"), count)].count(True) == 2


def desk(wanted: str) -> Place:
    return find_desks(STUDIO, {"writer": wanted})["writer"]


def test_a_desk_is_found_by_room_and_seat() -> None:
    seat = desk("production/3")
    assert (seat.room, seat.seat) == ("production", "3")
    assert desk("production").seat == "1"
    assert desk("conference/ring-2").room == "conference"


def test_who_names_what_is_not_free_or_not_there_gets_a_free_desk() -> None:
    found = find_desks(STUDIO, {"a": "production/2", "b": "production/2", "c": "", "d": "attic", "e": "attic/1"})
    assert len({place.point for place in found.values()}) == 5
    assert found["a"].seat == "2"
    assert list(found) == ["a", "b", "c", "d", "e"]
    assert all(place.seat and not STUDIO.room(place.room).corridor for place in found.values())


def test_more_people_than_desks_stand_about_the_rooms() -> None:
    found = find_desks(STUDIO, {f"m{i}": "" for i in range(200)})
    assert len({place.point for place in found.values()}) == 200
    assert all(STUDIO.room(place.room).has_point(place.point) for place in found.values())
    assert "corridor" not in {place.room for place in found.values()}


def check(plan: Plan, path: tuple[Point, ...]) -> None:
    """Every step stays in one room, and a step from room to room is at a door."""
    doors = {door.point for door in plan.openings}
    for a, b in pairwise(path):
        assert any(room.has_point(a) and room.has_point(b) for room in plan.rooms), (a, b)
    for point in path[1:-1]:
        if sum(room.has_point(point) for room in plan.rooms) > 1:
            assert point in doors


@pytest.mark.parametrize("name", ["studio", "small"])
@pytest.mark.parametrize("detours", [True, False])
def test_ways_lead_through_doors_and_never_through_walls(name: str, detours: bool) -> None:
    plan = load_plan(name)
    starts = [place.point for place in find_desks(plan, {f"m{i}": "" for i in range(24)}).values()]
    for room in plan.rooms:
        end = find_places_in(room, 1)[0].point
        for start in starts:
            path = find_path(plan, start, end, detours=detours)
            assert (path[0], path[-1]) == (start, end)
            check(plan, path)


def test_a_way_goes_around_the_table() -> None:
    room = STUDIO.room("conference")
    start, end = (68.0, 12.5), (93.0, 12.5)
    table = next(thing for thing in room.furniture if thing.what == "table")
    assert table.does_block(start, end)
    path = find_path(STUDIO, start, end)
    assert len(path) > 2
    assert not any(table.does_block(a, b) for a, b in pairwise(path))
    assert find_path(STUDIO, start, end, detours=False) == (start, end)


def test_there_is_no_way_from_outside() -> None:
    assert find_path(STUDIO, (-5.0, -5.0), (66.0, 26.0)) == ()


def test_two_doors_of_one_wall_do_not_confuse_the_way() -> None:
    rooms = tuple(Room(id=f"r{i}", name="Room", x=0, y=10 * i, width=30, height=10) for i in range(3))
    doors = (Door(between=("r0", "r1"), at=0.1), Door(between=("r0", "r1"), at=0.9), Door(between=("r1", "r2"), at=0.9))
    plan = Plan(id="wall", name="Wall", width=30, height=30, rooms=rooms, doors=doors)
    for start in ((2.0, 2.0), (28.0, 2.0)):
        path = find_path(plan, start, (28.0, 28.0))
        assert (path[0], path[-1]) == (start, (28.0, 28.0))
        check(plan, path)


def test_who_works_in_the_room_stays_at_their_desk_and_nobody_takes_it() -> None:
    desks = {"a": "tech/1", "b": "tech/2", "c": "art/1"}
    assert gather(STUDIO, "tech", ["c", "a"], desks) == {"c": ("tech", ""), "a": ("tech", "1")}
    assert gather(STUDIO, "tech", ["c", "a"], {"a": "tech/1"}) == {"c": ("tech", "2"), "a": ("tech", "1")}


def test_a_seat_that_is_taken_is_left_alone() -> None:
    found = gather(STUDIO, "lore", ["a", "b"], {}, taken=["1"])
    assert list(found.values()) == [("lore", "2"), ("lore", "")]


def test_desks_are_given_and_those_who_did_not_get_theirs_are_told() -> None:
    wanted = {"a": "tech", "b": "", "c": "art/9", "d": "attic", "e": "hallway", "f": "tech/1", "g": "tech/1"}
    given, others = assign_desks(STUDIO, wanted)
    assert given["f"] == "tech/1"
    assert given["a"] == "tech/2"
    assert given["e"] == "hallway"
    assert others == ("b", "c", "d", "g")
    assert given["g"] == "tech"
    assert len(set(given.values())) == len(wanted)
    assert list(given) == list(wanted)


def test_those_who_stand_do_not_stand_upon_another() -> None:
    spots = {"a": ("tech", "1"), "b": ("tech", ""), "c": ("tech", ""), "d": ("tech", "1")}
    found = points(STUDIO, spots)
    assert len(set(found.values())) == 4
    assert found["a"] == (47.9, 10.6)
    assert points(STUDIO, spots) == found
    assert list(found) == ["a", "b", "c", "d"]
