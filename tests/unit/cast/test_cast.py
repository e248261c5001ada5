from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from parley.core.cast.affinity import DRIFT, HIGHEST, LOWEST, START, apply_change, compute_tension
from parley.core.cast.cast import Cast
from parley.core.cast.member import COLOURS, Member, make_slug


def cast(*members: dict[str, Any]) -> Cast:
    return Cast.model_validate({"id": "crew", "name": "Crew", "members": members})


def one(member: str, **values: Any) -> dict[str, Any]:
    return {"id": member, "name": member.capitalize(), **values}


def test_nobody_can_be_called_like_the_person_at_the_controls() -> None:
    with pytest.raises(ValidationError, match="person at the controls"):
        cast(one("director"))
    # The name is free: a film has directors too.
    assert cast(one("ann", name="Director")).members[0].name == "Director"


NO_IDS = ["", "Ann", "a b", "-a", "ä", "a" * 41, "a\n", "../x", "_scribe"]


def test_an_id_is_short_plain_and_lower_case() -> None:
    for member in NO_IDS:
        with pytest.raises(ValidationError):
            Member(id=member, name="Ann")


@pytest.mark.parametrize("name", ["", " ", "a\nb", "a\tb", "a\x00", "\u202eevil", "x" * 81])
def test_a_name_is_one_line_of_visible_characters(name: str) -> None:
    with pytest.raises(ValidationError):
        Member(id="ann", name=name)


def test_a_name_may_be_in_any_script() -> None:
    for name in ("Änne Löwe", "名前", "Øyvind", "José-María", "عمر"):
        assert Member(id="ann", name=f" {name} ").name == name
        assert Member(id="ann", name=name).initial == name[0].upper()


def test_everybody_gets_a_colour_and_keeps_their_own() -> None:
    many = cast(one("ann", colour="blue"), *(one(f"m{number}") for number in range(20)))
    coloured = many.assign_colours()
    assert coloured[0].colour == "blue"
    assert {member.colour for member in coloured[1:12]} == set(COLOURS) - {"blue"}
    assert all(member.colour for member in coloured)
    assert many.assign_colours() == coloured


def test_the_affinity_of_a_pair_is_the_mean_of_what_both_wrote() -> None:
    affinities = cast(
        one("ann", relations={"bob": {"affinity": 0.9}, "cem": {"affinity": 0.2}}),
        one("bob", relations={"ann": {"affinity": 0.6}}),
        one("cem"),
    ).affinities()
    assert affinities == {("ann", "bob"): 0.75, ("ann", "cem"): 0.2, ("bob", "cem"): START}


@given(before=st.floats(LOWEST, HIGHEST), change=st.floats(-1, 1))
def test_a_drift_is_small_and_stays_in_range(before: float, change: float) -> None:
    after = apply_change(before, change)
    assert LOWEST <= after <= HIGHEST
    assert abs(after - before) <= DRIFT + 1e-4
    assert compute_tension(after) == pytest.approx(1 - after)


@pytest.mark.parametrize(
    ("name", "made"), [("Änne Löwe", "anne-lowe"), ("Groß", "gross"), ("名前", "member"), ("a" * 90, "a" * 40)]
)
def test_a_slug_is_an_id(name: str, made: str) -> None:
    assert make_slug(name) == made
    assert Member(id=make_slug(name), name="X").id == made
