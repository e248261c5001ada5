from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from pydantic import ValidationError

from core.base.definition import parse_toml
from core.base.errors import DefinitionError, UnknownName
from core.office.plan import Plan, load_plan, plan_names, read_plan

ROOMS = {
    "hallway", "kitchen", "conference", "lounge", "library", "lore", "art", "tech", "design", "writing", "qa",
    "production", "corridor",
}  # fmt: skip

TWO_ROOMS = """
id = "two"
name = "Two rooms"
width = 20
height = 10

[[rooms]]
id = "left"
name = "Left"
name_de = "Links"
x = 0
y = 0
width = 10
height = 10
{left}

[[rooms]]
id = "right"
name = "Right"
x = {x}
y = 0
width = 10
height = 10

{doors}
"""
TWICE = 'seats = [{ x = 1, y = 1, id = "a" }, { x = 2, y = 2, id = "a" }]'
SHELF = 'seats = [{ x = 5, y = 5 }]\nfurniture = [{ what = "shelf", x = 4, y = 4, width = 2, height = 2 }]'
DOOR = '[[doors]]\nbetween = ["left", "right"]\n'


def plan(left: str = "", x: float = 10, doors: str = DOOR) -> Plan:
    return parse_toml(TWO_ROOMS.format(left=left, x=x, doors=doors), "plan.toml", Plan)


def test_packaged_plans_are_sound() -> None:
    assert {room.id for room in load_plan("studio").rooms} == ROOMS
    assert {"studio", "small"} <= set(plan_names())
    for name in plan_names():
        read = load_plan(name)
        assert read.id == name
        for language in ("en", "de"):
            assert all(room.title(language) for room in read.rooms)
    assert load_plan("studio").room("kitchen").title("de") == "Küche"


def test_a_name_without_german_falls_back() -> None:
    assert plan().room("left").title("de") == "Links"
    assert plan().room("right").title("de") == "Right"


def test_doors_are_where_their_walls_are() -> None:
    (door,) = plan(doors=DOOR + "at = 0.25\n").openings
    assert (door.x, door.y, door.horizontal, door.rooms) == (10, 2.5, False, ("left", "right"))
    # At the wall's end it is moved to fit; in an inner wall it joins the room behind it, in an outer one it leads out.
    assert plan(doors=DOOR + "at = 0.0\n").openings[0].y == 1.5
    assert plan(doors='[[doors]]\nroom = "left"\nwall = "east"\n').openings[0].rooms == ("left", "right")
    assert plan(doors=DOOR + '[[doors]]\nroom = "left"\nwall = "west"\n').openings[1].rooms == ("left",)


@pytest.mark.parametrize(
    ("change", "words", "at"),
    [
        ({"doors": ""}, "'right' cannot be reached from 'left'", ("room", 1, 0)),
        ({"x": 9}, "'left' and 'right' overlap", ("room", 1, 0)),
        ({"x": 11}, "'right' lies outside the plan", ("room", 1, 0)),
        ({"left": "seats = [{ x = 12, y = 5 }]"}, "the seat 'left/1' at (12, 5) is outside its room", ("seat", 0, 0)),
        ({"left": "seats = [{ x = 0, y = 5 }]"}, "the seat 'left/1' at (0, 5) is in a wall", ("seat", 0, 0)),
        ({"left": "seats = [{ x = 1, y = 1 }, { x = 9.8, y = 5 }]"}, "at (9.8, 5) is in a wall", ("seat", 0, 1)),
        (
            {"left": SHELF},
            "'left/1' at (5, 5) is on the shelf at (4, 4)",
            ("seat", 0, 0),
        ),
        (
            {"left": TWICE},
            "two seats called 'a'",
            ("seat", 0, 1),
        ),
        (
            {"left": "furniture = [{ x = 8, y = 5, width = 4, height = 1 }]"},
            "does not fit into its",
            ("furniture", 0, 0),
        ),
        ({"left": "ring = { x = 5, y = 5, across = 6, down = 2 }"}, "ring of seats in 'left'", ("ring", 0, 0)),
        ({"doors": DOOR + DOOR.replace("right", "attic")}, "names the room 'attic'", ("door", 1, 0)),
        ({"doors": DOOR.replace("right", "left")}, "into itself", ("door", 0, 0)),
        ({"doors": DOOR + '[[doors]]\nroom = "left"\n'}, "either 'between' two rooms or in one 'wall'", None),
    ],
)
def test_a_fault_names_what_is_wrong_and_what_it_is_about(change: dict[str, str], words: str, at: object) -> None:
    with pytest.raises(DefinitionError) as caught:
        plan(**change)  # type: ignore[arg-type]
    assert words in str(caught.value)
    text = TWO_ROOMS.format(**{"left": "", "x": 10, "doors": DOOR} | change)
    with pytest.raises(ValidationError) as raised:
        Plan.model_validate(tomllib.loads(text))
    fault = raised.value.errors()[0]["ctx"]["error"]
    assert getattr(fault, "at", None) == at


def test_a_seat_may_be_on_a_sofa_and_beside_a_round_table() -> None:
    sofa = 'furniture = [{ what = "sofa", x = 3, y = 4, width = 4, height = 2 }]'
    table = 'furniture = [{ what = "table", kind = "ellipse", x = 2, y = 2, width = 4, height = 4 }]'
    assert plan("seats = [{ x = 5, y = 5 }]\n" + sofa)
    assert plan("seats = [{ x = 2.2, y = 2.2 }]\n" + table)
    with pytest.raises(DefinitionError, match="is on the table"):
        plan("seats = [{ x = 4, y = 4 }]\n" + table)


def test_a_door_needs_a_shared_wall() -> None:
    text = TWO_ROOMS.format(left="", x=10, doors=DOOR).replace("width = 20", "width = 30")
    text += '[[rooms]]\nid = "far"\nname = "Far"\nx = 20\ny = 0\nwidth = 10\nheight = 10\n'
    with pytest.raises(DefinitionError, match="door between 'left' and 'far' is not on a wall that they share"):
        parse_toml(text + '[[doors]]\nbetween = ["left", "far"]\n', "plan.toml", Plan)


def test_two_rooms_may_not_share_an_id() -> None:
    text = TWO_ROOMS.format(left="", x=10, doors="").replace('id = "right"', 'id = "left"')
    with pytest.raises(DefinitionError, match="two rooms have the id 'left'"):
        parse_toml(text, "plan.toml", Plan)


def test_a_wrong_type_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_text(TWO_ROOMS.format(left="", x='"ten"', doors=DOOR), "utf-8")
    with pytest.raises(DefinitionError) as caught:
        read_plan(path)
    assert caught.value.line == 20
    assert "rooms.1.x" in str(caught.value)


def test_own_plans_come_before_packaged_ones(tmp_path: Path) -> None:
    (tmp_path / "studio.toml").write_text(TWO_ROOMS.format(left="", x=10, doors=DOOR), "utf-8")
    (tmp_path / "mine.toml").write_text(TWO_ROOMS.format(left="", x=10, doors=DOOR), "utf-8")
    assert load_plan("studio", tmp_path).id == "two"
    assert load_plan("mine", tmp_path).id == "two"
    assert "mine" in plan_names(tmp_path)
    with pytest.raises(UnknownName, match="no plan called 'castle'"):
        load_plan("castle", tmp_path)


def test_a_talk_finds_a_room_in_every_plan() -> None:
    studio = load_plan("studio")
    assert studio.room_for("qa").id == "qa"
    assert studio.room_for("attic").id == "conference"
    assert plan().room_for("conference").id == "left"
    with pytest.raises(UnknownName, match="no room called 'attic'"):
        studio.room("attic")
