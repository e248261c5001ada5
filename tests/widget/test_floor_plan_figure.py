from __future__ import annotations

from parley.core.office.plan import load_plan
from parley.desktop.floor_plan.model import build_floor_figure
from parley.desktop.run.figures import MemberFigure

STUDIO = load_plan("studio")
MEMBERS = [MemberFigure(f"m{i}", f"Member {i}", chr(65 + i), "blue") for i in range(5)]


def test_before_the_first_turn_everybody_is_at_their_desk() -> None:
    figure = build_floor_figure(STUDIO, MEMBERS, "", desks={"m0": "qa/2", "m1": "lore"})
    assert [place.room for place in figure.places[:2]] == ["qa", "lore"]
    assert figure.active_room == ""
    assert not any(place.path for place in figure.places)


def test_a_room_that_the_plan_does_not_have_is_the_conference_room() -> None:
    assert build_floor_figure(STUDIO, MEMBERS, "attic").active_room == "conference"
