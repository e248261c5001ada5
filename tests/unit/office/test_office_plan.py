from __future__ import annotations

import copy
import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from parley.core.base.definition import parse_toml, read_toml
from parley.core.base.errors import DefinitionError, FileError, UnknownName
from parley.core.base.packaged import names
from parley.core.office.plan import Plan, load_plan
from parley.core.office.tiled import read_tiled, write_plan

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
    assert {"studio", "small"} <= {*names("plans")}
    for name in names("plans"):
        read = load_plan(name)
        assert read.id == name
        for language in ("en", "de"):
            assert all(room.title(language) for room in read.rooms)
    assert load_plan("studio").room("kitchen").title("de") == "Küche"


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
        ({"left": SHELF}, "'left/1' at (5, 5) is on the shelf at (4, 4)", ("seat", 0, 0)),
        ({"left": TWICE}, "two seats called 'a'", ("seat", 0, 1)),
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


def test_a_talk_finds_a_room_in_every_plan() -> None:
    studio = load_plan("studio")
    assert studio.room_for("qa").id == "qa"
    assert studio.room_for("attic").id == "conference"
    assert plan().room_for("conference").id == "left"
    with pytest.raises(UnknownName, match="no room called 'attic'"):
        studio.room("attic")


@pytest.mark.parametrize("name", ["small", "studio"])
def test_a_saved_plan_is_the_plan(name: str, tmp_path: Path) -> None:
    path = tmp_path / "deep" / "mine.toml"
    write_plan(load_plan(name), path)
    assert read_toml(path, Plan) == load_plan(name)
    assert [each.name for each in path.parent.iterdir()] == ["mine.toml"]


@pytest.mark.parametrize("name", ["small", "studio"])
def test_the_map_of_a_shipped_plan_is_the_plan(name: str) -> None:
    made, plan = read_tiled(Path(__file__).parents[3] / "examples" / "plans" / f"{name}.tmj"), load_plan(name)
    assert (made.id, made.name, made.name_de, made.width, made.height) == (
        plan.id, plan.name, plan.name_de, plan.width, plan.height
    )  # fmt: skip
    for drawn, room in zip(made.rooms, plan.rooms, strict=True):
        # A map says no more of a ring than that there is one: how wide it is follows from the table.
        assert (drawn.ring is None) == (room.ring is None)
        assert {*drawn.furniture} == {*room.furniture}
        assert drawn.model_copy(update={"ring": room.ring, "furniture": room.furniture}) == room
    for one, other in zip(made.openings, plan.openings, strict=True):
        assert {*one.rooms} == {*other.rooms}
        assert one.point == pytest.approx(other.point, abs=0.01)


def test_a_file_in_the_way_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "plans").write_text("no folder", "utf-8")
    with pytest.raises(FileError, match="the file cannot be written"):
        write_plan(load_plan("small"), tmp_path / "plans" / "mine.toml")
    (tmp_path / "mine.toml").mkdir()
    with pytest.raises(FileError, match="the file cannot be written"):
        write_plan(load_plan("small"), tmp_path / "mine.toml")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["mine.toml", "plans"]


def box(number: int, name: str, *where: float, **more: Any) -> dict[str, Any]:
    x, y, width, height = where
    return {"id": number, "name": name, "x": x, "y": y, "width": width, "height": height, "rotation": 0} | more


def point(number: int, x: float, y: float, **more: Any) -> dict[str, Any]:
    return box(number, "", x, y, 0, 0, point=True, **more)


def layer(name: str, *objects: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "objectgroup", "name": name, "objects": list(objects)} | more


def property_(name: str, value: object) -> dict[str, object]:
    return {"name": name, "type": "string", "value": value}


HALL = [property_("corridor", True), property_("name_de", "Flur")]
VILLA: dict[str, Any] = {
    "type": "map", "orientation": "orthogonal", "width": 20, "height": 12, "tilewidth": 32, "tileheight": 16,
    "properties": [property_("name", "Villa"), property_("name_de", "Die Villa")],
    "layers": [
        {"type": "tilelayer", "name": "ground", "data": [0] * 240},
        layer("Rooms", box(1, "Küche", 64, 16, 160, 64), box(2, "Hall", 64, 81, 320, 32, properties=HALL),
              box(3, "Office", 224, 16, 160, 64)),
        {"type": "group", "name": "more", "offsetx": 32, "layers": [
            layer("doors", point(4, 96, 80), box(5, "", 262, 78, 32, 8), point(6, 32, 97), offsetx=0, offsety=0)]},
        layer("chairs", point(7, 300, 40, type="", properties=[property_("facing", "South")]), **{"class": "seats"}),
        layer("furniture", box(8, "", 280, 20, 48, 12, type="desk"),
              box(9, "", 96, 32, 64, 24, type="table", ellipse=True), box(10, "", 340, 40, 16, 8, type="chair"),
              box(11, "", 370, 48, 8, 24, **{"class": "plant"}, ellipse=True)),
    ],
}  # fmt: skip


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., Plan]:
    """Reads a map that is changed first."""

    def change(edit: Callable[[dict[str, Any]], object] = lambda _: None, **options: Any) -> Plan:
        villa = copy.deepcopy(VILLA)
        edit(villa)
        path = tmp_path / "My Villa.tmj"
        path.write_text(json.dumps(villa), "utf-8")
        return read_tiled(path, **options)

    return change


def test_a_map_becomes_a_plan(read: Callable[..., Plan], tmp_path: Path) -> None:
    plan = read()
    assert (plan.id, plan.name, plan.title("de")) == ("my-villa", "Villa", "Die Villa")
    assert [(room.id, room.title("de"), room.corridor) for room in plan.rooms] == [
        ("kueche", "Küche", False), ("hall", "Flur", True), ("office", "Office", False),
    ]  # fmt: skip
    kitchen = plan.room("kueche")
    assert (kitchen.x, kitchen.y, kitchen.width, kitchen.height) == (0, 0, 20, 16)
    assert (plan.width, plan.height) == (40, 24.25)
    # Walls that nearly meet are made to meet, and doors find theirs.
    assert plan.room("hall").y == 16
    doors = plan.openings
    assert [door.rooms for door in doors] == [("kueche", "hall"), ("hall", "office"), ("hall",)]
    assert doors[0].point == (8, 16)
    assert doors[2].x == 0
    office = plan.room("office")
    assert [(seat.id, seat.x, seat.y, seat.facing) for seat in office.seats] == [
        ("1", 29.5, 6, "south"), ("2", 35.5, 7, "north"),
    ]  # fmt: skip
    assert [thing.what for thing in office.furniture] == ["plant", "desk"]
    assert [(thing.what, thing.kind) for thing in kitchen.furniture] == [("table", "ellipse")]
    assert kitchen.ring is not None
    assert (kitchen.ring.x, kitchen.ring.y) == (8, 7)
    assert office.ring is None
    write_plan(read(name="villa"), tmp_path / "villa.toml")
    assert read_toml(tmp_path / "villa.toml", Plan) == read(name="villa")


def test_properties_of_the_map_and_of_a_table(read: Callable[..., Plan]) -> None:
    assert read(scale=8).width == 80
    assert read(lambda villa: villa["properties"].append(property_("scale", 6))).width == 60
    plan = read(lambda villa: villa["layers"][4]["objects"][1].update(properties=[property_("ring", False)]))
    assert plan.room("kueche").ring is None


def everything_in_one_layer(villa: dict[str, Any]) -> None:
    for number, kind in ((1, "room"), (3, "seat")):
        for each in villa["layers"][number]["objects"]:
            each["type"] = kind
        villa["layers"][number]["name"] = "things"
    villa["layers"][3]["class"] = ""


@pytest.mark.parametrize(
    "edit",
    [
        everything_in_one_layer,
        # A picture hangs from its lower corner.
        lambda villa: villa["layers"][4]["objects"][0].update(y=32, gid=7),
    ],
)
def test_the_same_drawn_otherwise(read: Callable[..., Plan], edit: Callable[[dict[str, Any]], object]) -> None:
    assert read(edit) == read()


def rooms(villa: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = villa["layers"][1]["objects"]
    return found


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (lambda v: v["layers"].clear(), "the map has no rooms; draw them as rectangles"),
        (lambda v: v.pop("layers"), "layers"),
        (lambda v: v.update(orientation="hexagonal"), "orientation"),
        (lambda v: v.update(tilewidth=0), "tilewidth"),
        (lambda v: rooms(v)[0].update(name=""), "the object 1 of the layer 'Rooms' has no name"),
        (lambda v: rooms(v)[0].update(width=0), "the object 1 ('Küche') of the layer 'Rooms' has no size"),
        (lambda v: rooms(v)[0].update(polygon=[]), "is no rectangle; rooms are drawn as rectangles"),
        (lambda v: rooms(v)[0].update(rotation=30), "is turned by 30 degrees"),
        (lambda v: rooms(v)[0].update(x=True), "objects.0.x"),
        (lambda v: rooms(v)[0].update(x=10**400), "objects.0.x"),
        (lambda v: rooms(v)[2].update(name="Küche"), "would have the id 'kueche' of another room"),
        (lambda v: rooms(v)[0].update(width=200), "the rooms 'kueche' and 'office' overlap"),
        (lambda v: v["properties"].append(property_("scale", -1)), "scale is -1; it must be above 0"),
        (lambda v: v["layers"][2]["layers"][0]["objects"].pop(0), "'kueche' cannot be reached from 'hall'"),
        (
            lambda v: v["layers"][2]["layers"][0]["objects"].append(point(12, 116, 48)),
            "the object 12 of the layer 'doors' is on no wall of any room",
        ),
        (lambda v: v["layers"][3]["objects"][0].update(y=400), "the object 7 of the layer 'chairs' is in no room"),
        (
            lambda v: v["layers"][3]["objects"][0].update(properties=[property_("facing", "up")]),
            "faces 'up'; it can face north, east, south, west",
        ),
        (
            lambda v: v["layers"][4]["objects"][0].update(type="piano"),
            "is of the class 'piano'; furniture is one of: desk",
        ),
    ],
)
def test_a_fault_names_the_object(
    read: Callable[..., Plan], edit: Callable[[dict[str, Any]], object], words: str
) -> None:
    with pytest.raises(DefinitionError) as caught:
        read(edit)
    assert words in str(caught.value)
    assert "My Villa.tmj: " in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "map.json"),
        ("[]", "map.json"),
        ('<?xml version="1.0"?><map/>', "choose File > Export As"),
        ("[" * 100_000, "map.json"),
    ],
)
def test_what_is_no_map_is_a_sentence(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "map.json"
    path.write_text(text, "utf-8")
    with pytest.raises(DefinitionError, match=words):
        read_tiled(path)
