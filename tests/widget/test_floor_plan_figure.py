from __future__ import annotations

from dataclasses import replace

from parley.core.office.plan import load_plan
from parley.desktop.floor_plan.model import floor_figure
from parley.desktop.run.figures import MemberFigure

STUDIO = load_plan("studio")
MEMBERS = [MemberFigure(f"m{i}", f"Member {i}", chr(65 + i), "blue") for i in range(5)]


def test_before_the_first_turn_everybody_is_at_their_desk() -> None:
    figure = floor_figure(STUDIO, MEMBERS, "", desks={"m0": "qa/2", "m1": "lore"})
    assert [place.room for place in figure.places[:2]] == ["qa", "lore"]
    assert figure.active_room == ""
    assert not any(place.path for place in figure.places)


def test_with_the_first_turn_they_walk_to_the_talk() -> None:
    before = floor_figure(STUDIO, MEMBERS, "")
    figure = floor_figure(STUDIO, MEMBERS, "conference", speaker="m1", before=before)
    for place, was in zip(figure.places, before.places, strict=True):
        assert place.room == "conference"
        assert place.path[0] == (was.x, was.y)
        assert place.path[-1] == (place.x, place.y)


def test_after_a_jump_or_on_another_plan_nobody_walks() -> None:
    figure = floor_figure(STUDIO, MEMBERS, "kitchen")
    assert {place.room for place in figure.places} == {"kitchen"}
    elsewhere = floor_figure(load_plan("small"), MEMBERS, "kitchen")
    other = floor_figure(STUDIO, MEMBERS, "kitchen", before=elsewhere)
    assert not any(place.path for place in (*figure.places, *other.places))


def test_what_did_not_change_is_the_very_same() -> None:
    start = floor_figure(STUDIO, MEMBERS, "")
    before = floor_figure(STUDIO, MEMBERS, "conference", speaker="m1", line="We", before=start)
    figure = floor_figure(STUDIO, MEMBERS, "conference", speaker="m1", line="We ship.", before=before)
    assert figure.line == "We ship."
    assert (figure.places, figure.hearers, figure.plan) == (before.places, before.hearers, before.plan)
    assert figure.places is before.places
    assert figure.hearers is before.hearers
    changed = [replace(member, muted=member.id == "m2") for member in MEMBERS]
    figure = floor_figure(STUDIO, changed, "conference", before=before)
    assert figure.places[2].member.muted
    assert figure.places[2].path == before.places[2].path
    assert figure.places[0] is before.places[0]


def test_all_others_hear_unless_somebody_whispers() -> None:
    aloud = floor_figure(STUDIO, MEMBERS, "conference", speaker="m1")
    assert aloud.hearers == {"m0", "m2", "m3", "m4"}
    whispered = floor_figure(STUDIO, MEMBERS, "conference", speaker="m1", hearers=frozenset({"m3"}))
    assert whispered.hearers == {"m3"}
    assert floor_figure(STUDIO, MEMBERS, "conference").hearers == frozenset()


def test_a_room_that_the_plan_does_not_have_is_the_conference_room() -> None:
    assert floor_figure(STUDIO, MEMBERS, "attic").active_room == "conference"


def test_a_crowd_walks_too() -> None:
    crowd = [MemberFigure(f"m{i}", f"Member {i}", "M", "blue") for i in range(120)]
    before = floor_figure(STUDIO, crowd, "")
    figure = floor_figure(STUDIO, crowd, "lounge", before=before)
    assert all(place.path[-1] == (place.x, place.y) for place in figure.places if place.path)
    assert sum(bool(place.path) for place in figure.places) > 100
