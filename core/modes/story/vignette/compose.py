"""The picture of a place: what lies behind it, what stands there, and the weather before it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from parley.core.modes.story.vignette import built, land, wild, within
from parley.core.modes.story.vignette.canvas import Canvas
from parley.core.modes.story.vignette.layers import HEIGHT, WIDTH, Picture, blended, fading, flat
from parley.core.modes.story.vignette.scenery import Scenery


@lru_cache(maxsize=64)
def picture(scenery: Scenery) -> Picture:
    """Return a place's picture: of the same scenery always the same."""
    canvas = Canvas(scenery)
    SUBJECTS.get(scenery.subject, _paint_road)(canvas)
    if not scenery.inside:
        land.weather(canvas)
    return Picture(tuple(canvas.layers))


def _wrap_outdoor_scene(paint: Callable[[Canvas], None]) -> Callable[[Canvas], None]:
    """Return a place before the land behind it."""

    def whole(canvas: Canvas) -> None:
        land.backdrop(canvas)
        paint(canvas)

    return whole


def _paint_inn(canvas: Canvas) -> None:
    land.ground(canvas, 146, 14)
    wild.trees(canvas, 0, 60, 152, 40, 3)
    built.house(canvas, 168, 168, 112, 46, smoke=True)
    canvas.line(((162, 168), (162, 126), (148, 126)), canvas.light.wood, 1.6)
    canvas.rect(143, 128, 11, 9, blended(canvas.light.roof, canvas.light.lamp, 0.4))
    wild.trees(canvas, 292, 318, 170, 46, 2)
    canvas.lantern(116, 180, 30)


def _paint_cobbles(canvas: Canvas, top: float) -> None:
    light = canvas.light
    paved = blended(light.stone, light.ground[0], 0.35)
    canvas.rect(0, top, WIDTH, HEIGHT - top, fading((paved, blended(paved, light.shade, 0.6)), (0, top), (0, HEIGHT)))
    y, high, at = top + 4, 4.0, 0
    while y < HEIGHT:
        for x in range(-10 + 7 * (at % 2), int(WIDTH), 14):
            canvas.line(((x + 2, y), (x + 10, y)), flat(light.haze, 0.10), 1.0)
        y, high, at = y + high, high + 0.9, at + 1


def _paint_town(canvas: Canvas) -> None:
    built.row(canvas, 142, 34)
    _paint_cobbles(canvas, 140)
    built.house(canvas, -34, 178, 104, 54)
    built.house(canvas, 250, 178, 104, 54)
    built.house(canvas, 74, 160, 52, 32)
    built.house(canvas, 196, 160, 52, 32)
    canvas.lantern(176, 176, 30)


def _paint_tower(canvas: Canvas) -> None:
    if canvas.scenery.water:
        land.ground(canvas, 170, 12)
    else:
        land.ground(canvas, 150, 14)
    built.tower(canvas, 210, 176, 44, 112)
    wild.stones(canvas, 180, 8)
    wild.trees(canvas, 10, 90, 178, 34, 3)


def _paint_shore(canvas: Canvas) -> None:
    if not canvas.scenery.water:
        land.water(canvas, 170)
    light = canvas.light
    mud = blended(light.ground[0], light.stone, 0.4)
    outline = [(0.0, 168.0), (60.0, 158.0), (130.0, 160.0), (210.0, 150.0), (270.0, 142.0), (WIDTH, 138.0)]
    canvas.filled(outline, fading((mud, light.ground[1]), (0, 140), (0, HEIGHT)))
    canvas.line(outline, flat(light.haze, 0.5), 1.6)
    for at in range(3):
        shifted = [(x, y + 9 + 10 * at) for x, y in outline]
        canvas.line(shifted, flat(light.haze, 0.14), 1.0)
    wild.stones(canvas, 172, 10)
    wild.reeds(canvas, 4, 74, 176, 26, 24)
    built.boat(canvas, 116, 150, 0.55)
    canvas.lantern(168, 170, 28)


def _paint_wood(canvas: Canvas) -> None:
    land.ground(canvas, 150, 10)
    for at in range(3):
        wild.trees(
            canvas,
            -10,
            330,
            142 + 13 * at,
            62 + 26 * at,
            9 - 2 * at,
            "fir" if canvas.scenery.land == "mountains" else "",
        )
    wild.way(canvas, 160)


def _paint_road(canvas: Canvas) -> None:
    land.ground(canvas, 136, 10)
    wild.way(canvas, 134)
    wild.trees(canvas, 0, 110, 152, 40, 4)
    wild.trees(canvas, 226, 320, 156, 46, 4)
    canvas.line(((238, 182), (238, 150)), canvas.light.wood, 2.6)
    canvas.area(
        ((222, 152), (252, 152), (257, 156), (252, 160), (222, 160)), blended(canvas.light.wood, canvas.light.haze, 0.3)
    )
    wild.stones(canvas, 176, 5)


_PLACES: dict[str, Callable[[Canvas], None]] = {
    "inn": _paint_inn, "town": _paint_town, "tower": _paint_tower, "shore": _paint_shore, "wood": _paint_wood,
    "road": _paint_road,
}  # fmt: skip
SUBJECTS: dict[str, Callable[[Canvas], None]] = {
    **{name: _wrap_outdoor_scene(paint) for name, paint in _PLACES.items()},
    "room": within.room,
}  # fmt: skip
"""How each subject of `resources/words/story_scenery.toml` is painted."""
