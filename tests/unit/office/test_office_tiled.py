from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.base.errors import DefinitionError, FileError
from core.office.plan import Plan, read_plan
from core.office.saving import write_plan
from core.office.tiled import read_tiled, slug


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
    assert read_plan(tmp_path / "villa.toml") == read(name="villa")


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
        lambda villa: villa["layers"][4]["objects"][0].update(x=328, y=20, width=12, height=48, rotation=90),
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
        (lambda v: v.pop("layers"), "this is no map of Tiled"),
        (lambda v: v.update(orientation="hexagonal"), "the map is hexagonal; only orthogonal"),
        (lambda v: v.update(tilewidth=0), "the map's tiles have no size"),
        (lambda v: v.update(tilewidth="wide"), "the map's 'tilewidth' is no number"),
        (lambda v: rooms(v)[0].update(name=""), "the object 1 of the layer 'Rooms' has no name"),
        (lambda v: rooms(v)[0].update(width=0), "the object 1 ('Küche') of the layer 'Rooms' has no size"),
        (lambda v: rooms(v)[0].update(polygon=[]), "is no rectangle; rooms are drawn as rectangles"),
        (lambda v: rooms(v)[0].update(rotation=30), "is turned by 30 degrees"),
        (lambda v: rooms(v)[0].update(x=True), "of the layer 'Rooms': its x is no number"),
        (lambda v: rooms(v)[0].update(x=1e400), "of the layer 'Rooms': its x is no number"),
        (lambda v: rooms(v)[0].update(x=10**400), "of the layer 'Rooms': its x is no number"),
        (lambda v: rooms(v)[0].update(template="room.tx"), "is made from a template"),
        (lambda v: rooms(v)[2].update(name="Küche"), "would have the id 'kueche' of another room"),
        (lambda v: rooms(v)[0].update(name="K" * 90), "the object 1 ('KKK"),
        (lambda v: rooms(v)[0].update(width=200), "the rooms 'kueche' and 'office' overlap"),
        (lambda v: rooms(v)[0].update(properties=[property_("name_de", 3)]), "a property 'name_de' that is no text"),
        (lambda v: rooms(v)[1].update(properties=[property_("corridor", "yes")]), "'corridor' that is not true or"),
        (
            lambda v: v["properties"].append(property_("scale", "big")),
            "the map has a property 'scale' that is no number",
        ),
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
        (lambda v: v["layers"][4]["objects"][0].update(polyline=[]), "is no rectangle or ellipse with a size"),
        (lambda v: v["layers"].append(7), "the map has a layer that is none"),
        (lambda v: rooms(v).append("room"), "the layer 'Rooms' has an object that is none"),  # type: ignore[arg-type]
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
        ("", "this is no JSON"),
        ("[]", "this is no map of Tiled"),
        ('<?xml version="1.0"?><map/>', "choose File > Export As"),
        ("[" * 100_000, "nested too deeply"),
        (
            '{"layers": [' + '{"type": "group", "layers": [' * 30 + "]}" * 30 + '], "tilewidth": 1, "tileheight": 1}',
            "groups",
        ),
    ],
)
def test_what_is_no_map_is_a_sentence(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "map.json"
    path.write_text(text, "utf-8")
    with pytest.raises(DefinitionError, match=words):
        read_tiled(path)


def test_a_file_that_is_missing_or_binary_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="no such file"):
        read_tiled(tmp_path / "nowhere.tmj")
    (tmp_path / "map.tmj").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(FileError, match="not UTF-8"):
        read_tiled(tmp_path / "map.tmj")


def test_names_become_ids() -> None:
    assert slug("Großer Saal (2)") == "grosser-saal-2"
    assert slug("会議室", "room") == "room"
    assert slug("--x--") == "x"
