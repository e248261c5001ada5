"""What is drawn in the object layers of a Tiled JSON map, measured in tiles."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

MOST = 10_000
"""Objects of a map; nobody draws so many by hand."""

DEEPEST = 20
"""Groups within groups."""

Shape = Literal["rectangle", "ellipse", "point", "other"]


class Faulty(ValueError):  # it is the map that is at fault
    """What is wrong with a map, as a sentence without its full stop."""


class Properties:
    """The custom properties of a map, layer or object. `label` is how a sentence names whose they are."""

    def __init__(self, source: Mapping[str, Any], label: str) -> None:
        self._label = label
        rows = source.get("properties") or []
        self._values: dict[str, Any] = {}
        # Before Tiled 1.2 they were a table, since then they are a list.
        if isinstance(rows, dict):
            self._values = {str(name): value for name, value in rows.items()}
        elif isinstance(rows, list):
            self._values = {str(row.get("name")): row.get("value") for row in rows if isinstance(row, dict)}

    def text(self, name: str) -> str:
        """Return the text, without spaces around it; empty where there is none."""
        value = self._values.get(name, "")
        if not isinstance(value, str):
            raise Faulty(f"{self._label} has a property '{name}' that is no text")
        return value.strip()

    def flag(self, name: str, fallback: bool) -> bool:
        """Yes or no."""
        value = self._values.get(name, fallback)
        if not isinstance(value, bool):
            raise Faulty(f"{self._label} has a property '{name}' that is not true or false")
        return value

    def number(self, name: str, fallback: float) -> float:
        """Return a number."""
        return _parse_number(self._values, name, f"{self._label} has a property '{name}' that", fallback)


@dataclass(frozen=True, slots=True)
class Drawn:
    """An object of a map, upright. `layer` and `layer_kind` are its layer's name and class, `kind` its own class.

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
    properties: Properties

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    def scaled(self, scale: float) -> Drawn:
        """Return the same with `scale` units a tile."""
        return replace(self, x=self.x * scale, y=self.y * scale, width=self.width * scale, height=self.height * scale)

    def moved(self, dx: float, dy: float) -> Drawn:
        """Return the same elsewhere."""
        return replace(self, x=self.x + dx, y=self.y + dy)


@dataclass(frozen=True, slots=True)
class Map:
    """The objects of a map, in its order, and its own properties."""

    objects: tuple[Drawn, ...]
    properties: Properties


def read_map(text: str) -> Map:
    """Return the map in `text`. Raises `Faulty`."""
    source = _parse_map(text)
    if str(source.get("orientation", "orthogonal")) != "orthogonal":
        raise Faulty(f"the map is {source['orientation']!s:.20}; only orthogonal maps are floor plans")
    tile = (
        _parse_number(source, "tilewidth", "the map's 'tilewidth'"),
        _parse_number(source, "tileheight", "the map's 'tileheight'"),
    )
    if min(tile) <= 0:
        raise Faulty("the map's tiles have no size")
    objects = []
    for each in _iterate_objects(source, (0.0, 0.0), 0):
        objects.append(each)
        if len(objects) > MOST:
            raise Faulty(f"the map has more than {MOST:,} objects; a plan needs fewer")
    across, down = tile
    return Map(
        tuple(
            replace(each, x=each.x / across, y=each.y / down, width=each.width / across, height=each.height / down)
            for each in objects
        ),
        Properties(source, "the map"),
    )


def _parse_map(text: str) -> dict[str, Any]:
    if text.lstrip().startswith("<"):
        raise Faulty("this is a map as XML; in Tiled, choose File > Export As… and the type 'JSON map files'")
    try:
        found = json.loads(text)
    except RecursionError:
        raise Faulty("this is no JSON that can be read: it is nested too deeply") from None
    except ValueError as error:
        raise Faulty(f"this is no JSON: {error}") from None
    if not isinstance(found, dict) or not isinstance(found.get("layers"), list):
        raise Faulty("this is no map of Tiled: it has no layers")
    return found


def _iterate_objects(group: Mapping[str, Any], offset: tuple[float, float], depth: int) -> Iterator[Drawn]:
    if depth > DEEPEST:
        raise Faulty(f"the map has groups within groups, more than {DEEPEST} deep")
    layers = group.get("layers")
    for layer in layers if isinstance(layers, list) else ():
        if not isinstance(layer, dict):
            raise Faulty("the map has a layer that is none")
        name = str(layer.get("name", ""))[:60]
        label = f"the layer '{name}'"
        here = (
            offset[0] + _parse_number(layer, "offsetx", f"{label}: its offset", 0.0),
            offset[1] + _parse_number(layer, "offsety", f"{label}: its offset", 0.0),
        )
        if layer.get("type") == "group":
            yield from _iterate_objects(layer, here, depth + 1)
        elif layer.get("type") == "objectgroup":
            rows = layer.get("objects")
            for row in rows if isinstance(rows, list) else ():
                yield _object(row, layer, name, here)


def _object(row: object, layer: Mapping[str, Any], layer_name: str, offset: tuple[float, float]) -> Drawn:
    if not isinstance(row, dict):
        raise Faulty(f"the layer '{layer_name}' has an object that is none")
    name = str(row.get("name", "")).strip()
    label = f"the object {row.get('id', '?')!s:.20}{f' ({name[:60]!r})' if name else ''} of the layer '{layer_name}'"
    if "template" in row:
        raise Faulty(f"{label} is made from a template; in Tiled, choose Detach on it and export again")
    x, y, width, height = (
        _parse_number(row, key, f"{label}: its {what}", 0.0)
        for key, what in (("x", "x"), ("y", "y"), ("width", "width"), ("height", "height"))
    )
    shape: Shape = "rectangle"
    if row.get("point"):
        shape = "point"
    elif row.get("ellipse"):
        shape = "ellipse"
    elif any(key in row for key in ("polygon", "polyline", "text", "capsule")):
        shape = "other"
    if "gid" in row:
        # Pictures hang from their lower left corner.
        y -= height
    else:
        x, y, width, height = _rotate_rectangle(row, label, (x, y, width, height), shape)
    return Drawn(
        label=label,
        layer=layer_name.strip().casefold(),
        layer_kind=str(layer.get("class", "")).strip().casefold(),
        kind=str(row.get("class") or row.get("type") or "").strip().casefold(),
        name=name,
        shape=shape,
        x=x + offset[0],
        y=y + offset[1],
        width=width,
        height=height,
        properties=Properties(row, label),
    )


def _rotate_rectangle(
    row: Mapping[str, Any], label: str, box: tuple[float, float, float, float], shape: Shape
) -> tuple[float, float, float, float]:
    """Return the rectangle after its turn about its upper left corner, by quarters of a circle."""
    x, y, width, height = box
    if shape in {"point", "other"}:
        return box
    turn = _parse_number(row, "rotation", f"{label}: its rotation", 0.0) % 360
    quarters = round(turn / 90)
    if abs(turn - quarters * 90) > 0.01:
        raise Faulty(f"{label} is turned by {turn:g} degrees; only quarters of a circle can be drawn")
    return {
        0: (x, y, width, height),
        1: (x - height, y, height, width),
        2: (x - width, y - height, width, height),
        3: (x, y - width, height, width),
    }[quarters % 4]


def _parse_number(source: Mapping[str, Any], key: str, what: str, fallback: float | None = None) -> float:
    value = source.get(key, fallback)
    try:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ValueError
        found = float(value)
        if not math.isfinite(found) or abs(found) > 1e9:
            raise ValueError
    except (ValueError, OverflowError):
        raise Faulty(f"{what} is no number that can be used") from None
    return found
