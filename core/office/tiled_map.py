"""What is drawn in the object layers of a Tiled JSON map, measured in tiles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Shape = Literal["rectangle", "ellipse", "point", "other"]
Number = Annotated[float, Field(ge=-1e9, le=1e9, allow_inf_nan=False)]


class Faulty(ValueError):  # it is the map that is at fault
    """What is wrong with a map, as a sentence without its full stop."""


class _Part(BaseModel):
    """A part of Tiled's own file; what we do not know of it is passed over."""

    model_config = ConfigDict(extra="ignore", strict=True, frozen=True)


class _Property(_Part):
    name: str
    value: Any = None


class _Object(_Part):
    id: int = 0
    name: str = ""
    type: str = ""
    kind: str = Field("", alias="class")
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

    def scaled(self, across: float, down: float) -> Drawn:
        """Return the same with so many units a tile."""
        return replace(
            self, x=self.x * across, y=self.y * down, width=self.width * across, height=self.height * down
        )  # fmt: skip

    def moved(self, dx: float, dy: float) -> Drawn:
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
        each.scaled(1 / found.tilewidth, 1 / found.tileheight)
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
