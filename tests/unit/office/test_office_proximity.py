from __future__ import annotations

import math

import pytest

from core.base.errors import UnknownName
from core.office.places import seats_of
from core.office.plan import Plan, load_plan
from core.office.proximity import Spot, assign_desks, gather, nearness, points, proximity

STUDIO = load_plan("studio")
SMALL = load_plan("small")


def distance(one: Spot, other: Spot) -> float:
    known = proximity(STUDIO)
    return known.between(known.point(one), known.point(other))


def test_the_same_spot_is_as_near_as_can_be() -> None:
    assert distance(("tech", "1"), ("tech", "1")) == 0
    assert nearness(STUDIO, ("tech", "1"), ("tech", "1")) == 1.0


@pytest.mark.parametrize("plan", [STUDIO, SMALL], ids=["studio", "small"])
def test_the_farthest_rooms_are_not_near_at_all(plan: Plan) -> None:
    rooms = [room.id for room in plan.rooms]
    between = [nearness(plan, (one, ""), (other, "")) for one in rooms for other in rooms]
    assert min(between) == 0.0
    assert max(between) == 1.0


def test_distance_is_walked_and_not_flown() -> None:
    one, other = ("lore", "2"), ("art", "1")
    flown = math.dist(proximity(STUDIO).point(one), proximity(STUDIO).point(other))
    assert distance(one, other) > 1.5 * flown


def test_distance_is_the_same_both_ways() -> None:
    for one, other in ((("tech", "2"), ("kitchen", "ring-1")), (("qa", "1"), ("library", ""))):
        assert distance(one, other) == distance(other, one)


def test_colleagues_in_a_room_are_nearer_than_the_room_next_door() -> None:
    here = nearness(STUDIO, ("tech", "1"), ("tech", "2"))
    next_door = nearness(STUDIO, ("tech", "1"), ("art", "2"))
    far_away = nearness(STUDIO, ("tech", "1"), ("library", "1"))
    assert here > next_door > far_away


def test_an_equal_plan_is_measured_once() -> None:
    again = type(STUDIO).model_validate(STUDIO.model_dump())
    assert proximity(again) is proximity(STUDIO)


def test_a_room_that_is_not_there_is_named() -> None:
    with pytest.raises(UnknownName, match="no room called 'attic'"):
        nearness(STUDIO, ("attic", ""), ("tech", "1"))
    with pytest.raises(UnknownName, match="no room called 'attic'"):
        gather(STUDIO, "attic", ["a"], {})


def test_a_scene_sits_around_the_table_far_apart() -> None:
    found = gather(STUDIO, "kitchen", ["a", "b"], {"a": "tech/1", "b": "art/1"})
    (one, other) = (proximity(STUDIO).point(spot) for spot in found.values())
    assert math.dist(one, other) > 6
    assert gather(STUDIO, "kitchen", ["a", "b"], {"a": "tech/1", "b": "art/1"}) == found


def test_who_works_in_the_room_stays_at_their_desk_and_nobody_takes_it() -> None:
    desks = {"a": "tech/1", "b": "tech/2", "c": "art/1"}
    assert gather(STUDIO, "tech", ["c", "a"], desks) == {"c": ("tech", ""), "a": ("tech", "1")}
    assert gather(STUDIO, "tech", ["c", "a"], {"a": "tech/1"}) == {"c": ("tech", "2"), "a": ("tech", "1")}


def test_a_seat_that_is_taken_is_left_alone() -> None:
    found = gather(STUDIO, "lore", ["a", "b"], {}, taken=["1"])
    assert list(found.values()) == [("lore", "2"), ("lore", "")]


def test_everybody_finds_a_spot_of_their_own() -> None:
    members = [f"m{i}" for i in range(30)]
    for room in STUDIO.rooms:
        found = gather(STUDIO, room.id, members, {})
        sat = [spot for spot in found.values() if spot[1]]
        assert list(found) == members
        assert len(set(sat)) == len(sat)
        assert {seat for _, seat in sat} == {place.seat for place in seats_of(room)}
        assert len(set(points(STUDIO, found).values())) == 30


def test_a_seat_is_where_its_name_says_however_many_sit() -> None:
    few = gather(STUDIO, "conference", ["a", "b"], {})
    many = gather(STUDIO, "conference", ["a", "b", "c", "d", "e", "f"], {})
    for found in (few, many):
        for member, point in points(STUDIO, found).items():
            assert point == proximity(STUDIO).point(found[member])


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


def test_what_the_plan_does_not_have_is_shown_somewhere() -> None:
    found = points(SMALL, {"a": ("art", "1")})
    assert SMALL.room("conference").holds(found["a"])
