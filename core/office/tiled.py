"""Floor plans drawn in Tiled: its JSON maps (.tmj, .json), of which the object layers are read.

What an object is, its own class says ("room", "door", "seat", "chair"), else the name or class of its layer: "rooms",
"doors", "seats", "furniture". Other layers are pictures to us.

    rooms      rectangles with a name; properties `id`, `name_de`, `corridor` (bool)
    doors      points or rectangles on a wall; which rooms they join is seen from where they are
    seats      points or rectangles in a room; property `facing` (north, east, south, west); the name is the seat's
    furniture  rectangles or ellipses; the class says what: desk, table, sofa, shelf, counter, plant, screen.
               People sit around a room's largest table, unless its property `ring` is false

Properties of the map: `name`, `name_de`, `scale` (plan units a tile), `door_width` (plan units).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from parley.core.base.definition import D, blame, read_text
from parley.core.base.errors import DefinitionError
from parley.core.base.files import write_whole
from parley.core.office.plan import Plan
from parley.core.office.shapes import Door, Furniture, Point, Ring, Room, Seat, Side, What

Shape = Literal["rectangle", "ellipse", "point", "other"]
Number = Annotated[float, Field(ge=-1e9, le=1e9, allow_inf_nan=False)]


class Faulty(ValueError):  # it is the map that is at fault
    """What is wrong with a map, as a sentence without its full stop."""


class _Part(BaseModel):
    """A part of Tiled's own file; what we do not know of it is passed over."""

    model_config = ConfigDict(extra="ignore", strict=True, frozen=True)  # strict: `true` is no coordinate


class _Property(_Part):
    name: str
    value: Any = None


class _Object(_Part):
    id: int = 0
    name: str = ""
    type: str = ""
    kind: str = Field("", alias="class")  # as Tiled 1.9 wrote it; before and since it is `type`
    x: Number = 0.0
    y: Number = 0.0
    width: Number = 0.0
    height: Number = 0.0
    rotation: Number = 0.0
    point: bool = False
    ellipse: bool = False
    polygon: Any = None
    polyline: Any = None
    gid: int = 0
    properties: tuple[_Property, ...] = Field((), strict=False)


class _Layer(_Part):
    name: str = ""
    kind: str = Field("", alias="class")
    offsetx: Number = 0.0
    offsety: Number = 0.0
    objects: tuple[_Object, ...] = Field((), strict=False)
    layers: tuple[_Layer, ...] = Field((), strict=False)


class _Map(_Part):
    orientation: Literal["orthogonal"] = "orthogonal"
    tilewidth: Number = Field(gt=0)
    tileheight: Number = Field(gt=0)
    properties: tuple[_Property, ...] = Field((), strict=False)
    layers: tuple[_Layer, ...] = Field(strict=False)


@dataclass(frozen=True, slots=True)
class Drawn:
    """An object of a map, upright. `layer` and `layer_kind` are its layer's name and class, `kind` its own class;
    `label` is how a sentence names it.

    The place is that of its upper left corner, in tiles until it was `scaled`.
    """

    label: str
    layer: str
    layer_kind: str
    kind: str
    name: str
    shape: Shape
    x: float
    y: float
    width: float
    height: float
    properties: dict[str, Any]

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    def text(self, name: str) -> str:
        """Return a property as text, without spaces around it; empty where there is none."""
        return str(self.properties.get(name) or "").strip()

    def scale_by(self, across: float, down: float) -> Drawn:
        """Return the same with so many units a tile."""
        return replace(
            self, x=self.x * across, y=self.y * down, width=self.width * across, height=self.height * down
        )  # fmt: skip

    def move_by(self, dx: float, dy: float) -> Drawn:
        """Return the same elsewhere."""
        return replace(self, x=self.x + dx, y=self.y + dy)


def read_map(text: str) -> tuple[tuple[Drawn, ...], dict[str, Any]]:
    """Return the objects of the map in `text`, in its order, and its own properties. Raises `Faulty`,
    `ValidationError`.
    """
    if text.lstrip().startswith("<"):
        raise Faulty("this is a map as XML; in Tiled, choose File > Export As… and the type 'JSON map files'")
    found = _Map.model_validate_json(text)
    objects = tuple(
        each.scale_by(1 / found.tilewidth, 1 / found.tileheight)
        for layer in found.layers
        for each in _iterate_objects(layer, (0.0, 0.0))
    )
    return objects, {each.name: each.value for each in found.properties}


def _iterate_objects(layer: _Layer, offset: tuple[float, float]) -> Iterator[Drawn]:
    here = offset[0] + layer.offsetx, offset[1] + layer.offsety
    for each in layer.objects:
        yield _build_drawn(each, layer, here)
    for inner in layer.layers:
        yield from _iterate_objects(inner, here)


def _build_drawn(each: _Object, layer: _Layer, offset: tuple[float, float]) -> Drawn:
    name = each.name.strip()
    label = f"the object {each.id}{f' ({name[:60]!r})' if name else ''} of the layer '{layer.name[:60]}'"
    if each.rotation % 360:
        raise Faulty(f"{label} is turned by {each.rotation:g} degrees; draw it upright")
    outline = each.polygon is not None or each.polyline is not None
    shape: Shape = "point" if each.point else "ellipse" if each.ellipse else "other" if outline else "rectangle"
    return Drawn(
        label=label,
        layer=layer.name.strip().casefold(),
        layer_kind=layer.kind.strip().casefold(),
        kind=(each.kind or each.type).strip().casefold(),
        name=name,
        shape=shape,
        x=each.x + offset[0],
        # Pictures hang from their lower left corner.
        y=each.y + offset[1] - (each.height if each.gid else 0.0),
        width=each.width,
        height=each.height,
        properties={each.name: each.value for each in each.properties},
    )


SCALE = 4.0
"""Plan units a tile where neither the map nor the caller says: a tile is about a metre."""

AROUND = 2.7
"""How far from a table's edge people sit, in plan units."""

CLASSES = {"room": "rooms", "door": "doors", "seat": "seats", "chair": "seats"}
LAYERS = ("rooms", "doors", "seats", "furniture")


def read_tiled(path: Path, name: str = "", *, scale: float = 0.0) -> Plan:
    """Return the plan that a Tiled map draws, `name` (else the file's) its id. Raises `FileError`,
    `DefinitionError`.
    """
    text = read_text(path)
    try:
        return _build_plan(*read_map(text), name or path.stem, scale)
    except Faulty as fault:
        raise DefinitionError(path, "{fault}.", fault=fault) from None
    except ValidationError as error:
        raise blame(error, "", path) from None  # no text: lines can be found in TOML only


def make_slug(text: str, fallback: str = "plan") -> str:
    """Return `text` as an id: small letters, digits and dashes; German letters are spelt out."""
    spelt = text.casefold()  # which makes "ss" of "ß"
    for letter, pair in (("ä", "ae"), ("ö", "oe"), ("ü", "ue")):
        spelt = spelt.replace(letter, pair)
    words = "".join(char if char.isascii() and char.isalnum() else " " for char in spelt).split()
    return "-".join(words)[:40].strip("-") or fallback


def _build_plan(objects: Sequence[Drawn], about: Mapping[str, Any], name: str, scale: float) -> Plan:
    scale = scale or about.get("scale", SCALE)
    if not isinstance(scale, int | float) or not 0 < scale <= 1_000:
        raise Faulty(f"the map's scale is {scale}; it must be above 0 and at most 1000 units a tile")
    layers = _group_objects([each.scale_by(scale, scale) for each in objects])
    rooms = _build_rooms(layers["rooms"])
    things: dict[str, list[Furniture]] = {room.id: [] for room in rooms}
    rings: dict[str, Ring] = {}
    # The largest table comes last, and its ring stays.
    for each in sorted(layers["furniture"], key=lambda each: each.width * each.height):
        thing = _build_furniture(each)
        room = _find_room(each, rooms)
        things[room.id].append(thing)
        if thing.what == "table" and each.properties.get("ring", True):
            rings[room.id] = _build_seat_ring(room, thing)
    seats: dict[str, list[Seat]] = {room.id: [] for room in rooms}
    for each in layers["seats"]:
        seats[_find_room(each, rooms).id].append(_seat(each))
    whole = tuple(
        Room.model_validate(
            room.model_dump()
            | {"seats": tuple(seats[room.id]), "furniture": tuple(things[room.id]), "ring": rings.get(room.id)}
        )
        for room in rooms
    )
    return Plan(
        id=make_slug(name),
        name=about.get("name") or name[:80],
        name_de=about.get("name_de", ""),
        width=max(room.right for room in whole),  # the map may be larger than its rooms
        height=max(room.bottom for room in whole),
        door_width=about.get("door_width", 3.2),
        rooms=whole,
        doors=tuple(_build_door(each, whole, scale) for each in layers["doors"]),
    )


def _group_objects(objects: Sequence[Drawn]) -> dict[str, list[Drawn]]:
    """Return the objects by what they are, moved so that the first room begins at the origin."""
    found: dict[str, list[Drawn]] = {layer: [] for layer in LAYERS}
    for each in objects:
        kind = CLASSES.get(each.kind) or (each.layer if each.layer in LAYERS else each.layer_kind)
        if kind in found:
            found[kind].append(each)
    if not found["rooms"]:
        raise Faulty("the map has no rooms; draw them as rectangles in an object layer called 'rooms'")
    left, top = min(each.x for each in found["rooms"]), min(each.y for each in found["rooms"])
    return {kind: [each.move_by(-left, -top) for each in rows] for kind, rows in found.items()}


def _build_rooms(drawings: Sequence[Drawn]) -> list[Room]:
    across = one_wall([edge for each in drawings for edge in (each.x, each.x + each.width)])
    down = one_wall([edge for each in drawings for edge in (each.y, each.y + each.height)])
    found: dict[str, Room] = {}
    for each in drawings:
        if each.shape != "rectangle":
            raise Faulty(f"{each.label} is no rectangle; rooms are drawn as rectangles")
        if not each.name:
            raise Faulty(f"{each.label} has no name; give the room one")
        left, right = across[each.x], across[each.x + each.width]
        top, bottom = down[each.y], down[each.y + each.height]
        if right <= left or bottom <= top:
            raise Faulty(f"{each.label} has no size; draw the room as a rectangle")
        room_id = each.text("id") or make_slug(each.name, "room")
        if room_id in found:
            raise Faulty(f"{each.label} would have the id '{room_id}' of another room; give it a property 'id'")
        found[room_id] = _build_model(
            each,
            Room,
            id=room_id,
            name=each.name,
            name_de=each.text("name_de"),
            x=left,
            y=top,
            width=round(right - left, 3),
            height=round(bottom - top, 3),
            corridor=each.properties.get("corridor", False),
        )
    return list(found.values())


def _find_room(each: Drawn, rooms: Sequence[Room]) -> Room:
    for room in rooms:
        if room.has_point(each.middle):
            return room
    raise Faulty(f"{each.label} is in no room; move it into one")


def _build_furniture(each: Drawn) -> Furniture:
    what = each.kind or each.text("what") or each.name.casefold() or "desk"
    if what not in get_args(What):
        raise Faulty(f"{each.label} is of the class '{what[:40]}'; furniture is one of: {', '.join(get_args(What))}")
    if each.shape not in {"rectangle", "ellipse"} or each.width <= 0 or each.height <= 0:
        raise Faulty(f"{each.label} is no rectangle or ellipse with a size; draw furniture as one")
    return _build_model(
        each,
        Furniture,
        x=_round_coordinate(each.x),
        y=_round_coordinate(each.y),
        width=_round_coordinate(each.width),
        height=_round_coordinate(each.height),
        kind=each.shape,
        what=what,
    )


def _build_seat_ring(room: Room, table: Furniture) -> Ring:
    x, y = table.x + table.width / 2, table.y + table.height / 2
    across = min(table.width / 2 + AROUND, x - room.x, room.right - x)  # not into the walls
    down = min(table.height / 2 + AROUND, y - room.y, room.bottom - y)
    return Ring(
        x=_round_coordinate(x),
        y=_round_coordinate(y),
        across=max(0.1, _round_coordinate(across)),
        down=max(0.1, _round_coordinate(down)),
    )


def _seat(each: Drawn) -> Seat:
    facing = each.text("facing").casefold() or "north"
    if facing not in get_args(Side):
        raise Faulty(f"{each.label} faces '{facing[:20]}'; it can face {', '.join(get_args(Side))}")
    x, y = each.middle
    return _build_model(
        each, Seat, x=_round_coordinate(x), y=_round_coordinate(y), facing=facing, id=make_slug(each.name, "")
    )


def _build_door(each: Drawn, rooms: Sequence[Room], tile: float) -> Door:
    place = nearest_door(rooms, each.middle, max(tile, each.width, each.height))  # a wide one may be beside its wall
    if place is None:
        raise Faulty(f"{each.label} is on no wall of any room; move it onto one")
    return place


def _round_coordinate(value: float) -> float:
    return round(value, 2)


def _build_model(each: Drawn, model: type[D], **values: object) -> D:
    """Return the thing, or a fault that names the object it was drawn as."""
    try:
        return model.model_validate(values)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise Faulty(f"{each.label}: '{'.'.join(map(str, first['loc']))}': {first['msg']}".rstrip(".")) from None


SAME = 0.5
"""Walls that are nearer to each other, in plan units, were meant to be one."""


def one_wall(edges: Sequence[float]) -> dict[float, float]:
    """Return, by edge, the wall that it is on: edges that nearly meet are one wall."""
    found: dict[float, float] = {}
    wall = -math.inf
    for edge in sorted(edges):
        if edge - wall > SAME:  # from the first of them, so that a chain of near ones does not drift
            wall = edge
        found[edge] = round(wall, 3)
    return found


def nearest_door(rooms: Sequence[Room], point: Point, reach: float) -> Door | None:
    """Return a door in the wall nearest to `point`, between those who share it; None where no wall is within
    `reach`.
    """
    best: tuple[float, Door] | None = None
    for one, other in combinations(rooms, 2):
        if ends := one.shared_wall(other):
            away, at = _measure_wall_distance(ends, point)
            if best is None or away < best[0]:
                best = away, Door(between=(one.id, other.id), at=at)
    for room in rooms:
        sides: tuple[Side, ...] = get_args(Side)
        for side in sides:
            away, at = _measure_wall_distance(room.get_wall(side), point)
            # Not just as near: a wall that two rooms share is a wall of each of them, too.
            if best is None or away < best[0] - 1e-6:
                best = away, Door(room=room.id, wall=side, at=at)
    return best[1] if best and best[0] <= reach else None


def _measure_wall_distance(ends: tuple[Point, Point], point: Point) -> tuple[float, float]:
    """Return how far `point` is from a wall, and how far along the wall, 0 to 1, it is nearest."""
    (x, y), (right, bottom) = ends
    wide, high = right - x, bottom - y
    along = ((point[0] - x) * wide + (point[1] - y) * high) / (wide * wide + high * high)
    at = min(1.0, max(0.0, along))  # beyond an end the end is nearest
    return math.dist(point, (x + at * wide, y + at * high)), round(at, 4)


def to_toml(plan: Plan) -> str:
    """Return the plan as TOML; what is default is left out."""
    # Only who saves a plan needs it.
    import tomlkit

    document = tomlkit.document()
    document.add(tomlkit.comment("A floor plan. One unit is about a quarter of a metre; y grows southwards."))
    document.update(plan.model_dump(mode="json", exclude_defaults=True, exclude_none=True))
    return tomlkit.dumps(document)


def write_plan(plan: Plan, path: Path) -> None:
    """Write the plan into a file, wholly or not at all. Raises `FileError`."""
    write_whole(path, to_toml(plan))
