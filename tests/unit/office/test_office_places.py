from __future__ import annotations

import math
from itertools import combinations

import pytest

from core.office.places import Place, desks, places_in, seats_of, standing_places
from core.office.plan import load_plan

STUDIO = load_plan("studio")


@pytest.mark.parametrize("name", ["studio", "small"])
@pytest.mark.parametrize("count", [1, 2, 5, 7, 12, 30, 100])
def test_everybody_finds_a_place_of_their_own(name: str, count: int) -> None:
    for room in load_plan(name).rooms:
        places = places_in(room, count)
        assert len({place.point for place in places}) == count
        assert all(room.holds(place.point, 0.2) and place.room == room.id for place in places)


def test_places_are_always_the_same() -> None:
    room = STUDIO.room("lounge")
    assert places_in(room, 40) == places_in(room, 40)


def test_nobody_has_no_place() -> None:
    assert places_in(STUDIO.room("lore"), 0) == ()
    assert standing_places(STUDIO.room("lore"), 0, []) == ()


def test_a_talk_sits_around_the_table_at_even_distances() -> None:
    room = STUDIO.room("conference")
    assert room.ring is not None
    points = [place.point for place in places_in(room, 6)]
    around = [math.dist(a, b) for a, b in zip(points, points[1:] + points[:1], strict=True)]
    assert max(around) < 1.6 * min(around)
    for x, y in points:
        on_ring = ((x - room.ring.x) / room.ring.across) ** 2 + ((y - room.ring.y) / room.ring.down) ** 2
        assert on_ring == pytest.approx(1.0, abs=0.01)


def test_people_stand_clear_of_furniture_while_there_is_space() -> None:
    room = STUDIO.room("production")
    for x, y in standing_places(room, 20, []):
        assert not any(thing.holds((x, y)) for thing in room.furniture)


def test_a_crowd_stands_closer() -> None:
    room = STUDIO.room("conference")

    def nearest(count: int) -> float:
        points = [place.point for place in places_in(room, count)]
        return min(math.dist(a, b) for a, b in combinations(points, 2))

    assert nearest(5) > nearest(30) > nearest(200) > 0.3


def desk(wanted: str) -> Place:
    return desks(STUDIO, {"writer": wanted})["writer"]


def test_a_desk_is_found_by_room_and_seat() -> None:
    seat = desk("production/3")
    assert (seat.room, seat.seat) == ("production", "3")
    assert desk("production").seat == "1"
    assert desk("conference/ring-2").room == "conference"


def test_what_the_plan_does_not_have_falls_back_to_a_free_desk() -> None:
    for wanted in ("", "attic/1", "attic"):
        seat = desk(wanted)
        assert seat.seat
        assert not STUDIO.room(seat.room).corridor


def test_two_never_share_a_desk() -> None:
    found = desks(STUDIO, {"a": "production/2", "b": "production/2", "c": "", "d": "nowhere"})
    assert len({place.point for place in found.values()}) == 4
    assert found["a"].seat == "2"
    assert list(found) == ["a", "b", "c", "d"]


def test_a_small_cast_is_seen_all_over_the_house() -> None:
    found = desks(STUDIO, dict.fromkeys("abcde", ""))
    assert len({place.room for place in found.values()}) == 5


def test_more_people_than_desks_stand_about_the_rooms() -> None:
    found = desks(STUDIO, {f"m{i}": "" for i in range(200)})
    assert len({place.point for place in found.values()}) == 200
    assert all(STUDIO.room(place.room).holds(place.point) for place in found.values())
    assert "corridor" not in {place.room for place in found.values()}


def test_more_members_than_seats_in_one_room() -> None:
    found = desks(STUDIO, {f"m{i}": "lore" for i in range(6)})
    assert {place.room for place in found.values()} == {"lore"}
    assert sum(bool(place.seat) for place in found.values()) == len(seats_of(STUDIO.room("lore")))
