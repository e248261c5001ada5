"""The picture of a place: what lies behind it, what stands there, and the weather before it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from parley.core.modes.story.vignette import built, land, wild, within
from parley.core.modes.story.vignette.canvas import Canvas
from parley.core.modes.story.vignette.layers import HEIGHT, WIDTH, Picture, Stop, blended, fading, flat, glow, mirrored
from parley.core.modes.story.vignette.scenery import Scenery


@lru_cache(maxsize=64)
def picture(scenery: Scenery) -> Picture:
    """A place's picture: of the same scenery always the same."""
    canvas = Canvas(scenery)
    SUBJECTS.get(scenery.subject, _road)(canvas)
    if not scenery.inside:
        land.weather(canvas)
    made = Picture(tuple(canvas.layers))
    return mirrored(made) if canvas.rng.random() < 0.5 and not scenery.inside else made


def _outside(paint: Callable[[Canvas], None]) -> Callable[[Canvas], None]:
    """A place before the land behind it."""

    def whole(canvas: Canvas) -> None:
        land.backdrop(canvas)
        paint(canvas)

    return whole


def _inn(canvas: Canvas) -> None:
    land.ground(canvas, 146, 14)
    wild.trees(canvas, 0, 60, 152, 40, 3)
    built.house(canvas, 168, 168, 112, 46, smoke=True)
    canvas.line(((162, 168), (162, 126), (148, 126)), canvas.light.wood, 1.6)
    canvas.rect(143, 128, 11, 9, blended(canvas.light.roof, canvas.light.lamp, 0.4))
    wild.trees(canvas, 292, 318, 170, 46, 2)
    canvas.lantern(116, 180, 30)


def _house(canvas: Canvas) -> None:
    land.ground(canvas, 148, 14)
    wild.trees(canvas, 20, 120, 152, 38, 4)
    built.house(canvas, 186, 168, 76, 40, smoke=True)
    wild.fence(canvas, 8, 150, 182)


def _shop(canvas: Canvas) -> None:
    built.row(canvas, 158, 36)
    _cobbles(canvas, 156)
    built.house(canvas, 150, 172, 100, 50)
    cloth = ("#a4483f", "#3f6f8f", "#5b8550")[canvas.rng.randrange(3)]
    for at in range(8):
        left = 150 + at * 12.5
        colour = cloth if at % 2 == 0 else canvas.light.haze
        canvas.area(
            ((left, 136), (left + 12.5, 136), (left + 12.5, 145), (left, 145)),
            blended(colour, canvas.light.shade, 0.25),
        )
    canvas.lantern(120, 182, 32)


def _forge(canvas: Canvas) -> None:
    land.ground(canvas, 146, 12)
    light = canvas.light
    built.chimney(canvas, 246, 66, 60)
    built.house(canvas, 150, 170, 120, 50, door=False)
    canvas.rect(190, 134, 40, 36, "#3a1d14")
    canvas.area(
        ((196, 170), (200, 146), (220, 146), (226, 170)),
        fading(("#fff0b8", "#f58b3c", "#c8452a"), (210, 146), (210, 170)),
    )
    canvas.oval(210, 158, 44, 34, glow(210, 158, 44, "#ff9c4a", 0.7))
    canvas.area(
        ((186, 170), (234, 170), (258, 196), (162, 196)),
        fading((Stop(0.0, "#ff9c4a", 0.45), Stop(1.0, "#ff9c4a", 0.0)), (0, 170), (0, 196)),
    )
    canvas.area(
        ((70, 176), (112, 176), (104, 184), (98, 184), (98, 190), (86, 190), (86, 184), (78, 184)),
        blended(light.stone, light.roof, 0.6),
    )


def _market(canvas: Canvas) -> None:
    built.row(canvas, 154, 40)
    _cobbles(canvas, 152)
    colours = ["#b4533f", "#3f7a86", "#8a6db0", "#6f8f4a", "#c48a3a"]
    canvas.rng.shuffle(colours)
    built.fountain(canvas, 160, 176)
    for x, foot, colour in zip((14.0, 76.0, 204.0, 266.0), (170.0, 166.0, 166.0, 170.0), colours, strict=False):
        built.stall(canvas, x, foot, colour)
    canvas.lantern(130, 184, 32)


def _cobbles(canvas: Canvas, top: float) -> None:
    light = canvas.light
    paved = blended(light.stone, light.ground[0], 0.35)
    canvas.rect(0, top, WIDTH, HEIGHT - top, fading((paved, blended(paved, light.shade, 0.6)), (0, top), (0, HEIGHT)))
    y, high, at = top + 4, 4.0, 0
    while y < HEIGHT:
        for x in range(-10 + 7 * (at % 2), int(WIDTH), 14):
            canvas.line(((x + 2, y), (x + 10, y)), flat(light.haze, 0.10), 1.0)
        y, high, at = y + high, high + 0.9, at + 1


def _town(canvas: Canvas) -> None:
    built.row(canvas, 142, 34)
    _cobbles(canvas, 140)
    built.house(canvas, -34, 178, 104, 54)
    built.house(canvas, 250, 178, 104, 54)
    built.house(canvas, 74, 160, 52, 32)
    built.house(canvas, 196, 160, 52, 32)
    canvas.lantern(176, 176, 30)


def _city(canvas: Canvas) -> None:
    rng, light, x = canvas.rng, canvas.light, -12.0
    while x < WIDTH:
        wide, high = rng.uniform(34, 56), rng.uniform(60, 132)
        wall = blended(light.ranges[2], light.wall, rng.uniform(0, 0.3))
        canvas.rect(x, 176 - high, wide, high, fading((wall, blended(wall, light.shade, 0.7)), (x, 0), (x + wide, 0)))
        for floor in range(int(high // 12)):
            for column in range(int(wide // 9)):
                if rng.random() < 0.62:
                    shine = 0.9 if canvas.lit and rng.random() < 0.6 else 0.0
                    pane = blended(light.shade, light.lamp, shine) if shine else blended(light.sky[1], wall, 0.4)
                    canvas.rect(x + 4 + column * 9, 181 - high + floor * 12, 4.6, 6.4, pane)
        x += wide + rng.uniform(1, 7)
    canvas.rect(0, 176, WIDTH, 24, blended(light.shade, light.stone, 0.3))
    for at in range(8):
        canvas.rect(10 + at * 42, 187, 22, 1.6, flat(light.haze, 0.5))
    for at in range(3):
        canvas.lantern(50 + at * 100, 180, 34)


def _church(canvas: Canvas) -> None:
    land.ground(canvas, 146, 14)
    wild.trees(canvas, 6, 96, 152, 40, 4)
    built.tower(canvas, 176, 166, 32, 76)
    built.house(canvas, 188, 166, 92, 40, door=False)
    for at in range(3):
        wild.grave(canvas, 40 + at * 26, 180, 11)


def _tower(canvas: Canvas) -> None:
    if canvas.scenery.water:
        land.ground(canvas, 170, 12)
    else:
        land.ground(canvas, 150, 14)
    built.tower(canvas, 210, 176, 44, 112)
    wild.stones(canvas, 180, 8)
    wild.trees(canvas, 10, 90, 178, 34, 3)


def _castle(canvas: Canvas) -> None:
    land.ground(canvas, 150, 20)
    built.keep(canvas, 156)
    wild.way(canvas, 156, 210)
    wild.trees(canvas, 6, 110, 164, 36, 5)


def _jetty(canvas: Canvas) -> None:
    if not canvas.scenery.water:
        land.water(canvas)
    wild.reeds(canvas, 0, 60, 196, 30, 30)
    built.boat(canvas, 236, 152, 1.0, somebody=True)
    built.jetty(canvas, 58, HEIGHT, 142)
    wild.reeds(canvas, 280, 320, 198, 26, 16)


def _boathouse(canvas: Canvas) -> None:
    if not canvas.scenery.water:
        land.water(canvas)
    built.stilts(canvas, 176, 150, 96, 36)
    built.house(canvas, 176, 150, 96, 40)
    built.boat(canvas, 220, 182, 0.8)
    built.jetty(canvas, 10, HEIGHT, 156)


def _shore(canvas: Canvas) -> None:
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
    wild.fence(canvas, 188, 316, 166)
    wild.stones(canvas, 172, 10)
    wild.reeds(canvas, 4, 74, 176, 26, 24)
    built.boat(canvas, 116, 150, 0.55)
    canvas.lantern(168, 170, 28)


def _bridge(canvas: Canvas) -> None:
    if not canvas.scenery.water:
        land.water(canvas)
    built.arches(canvas, 118)
    wild.reeds(canvas, 0, 40, 198, 24, 16)
    wild.reeds(canvas, 282, 320, 198, 24, 16)


def _weir(canvas: Canvas) -> None:
    built.dam(canvas)


def _quarry(canvas: Canvas) -> None:
    land.ground(canvas, 150, 8)
    wild.terraces(canvas)
    canvas.filled([(0.0, 186.0), (120.0, 180.0), (WIDTH, 176.0)], fading(canvas.light.ground, (0, 176), (0, HEIGHT)))
    built.beams(canvas, 206, 184)
    wild.stones(canvas, 184, 8)


def _mountain(canvas: Canvas) -> None:
    light = canvas.light
    canvas.filled(canvas.peaked(170, 96, 2), fading((light.ranges[2], light.ground[1]), (0, 80), (0, 170)))
    land.ground(canvas, 158, 14)
    wild.way(canvas, 152)
    wild.trees(canvas, 0, 110, 168, 40, 5, "fir")
    wild.trees(canvas, 230, 320, 170, 44, 4, "fir")
    wild.stones(canvas, 176, 6)


def _ruin(canvas: Canvas) -> None:
    land.ground(canvas, 148, 12)
    built.broken(canvas, 150, 168, 70, 58)
    built.broken(canvas, 226, 172, 56, 42)
    built.broken(canvas, 60, 164, 50, 36)
    wild.stones(canvas, 168, 12)
    wild.trees(canvas, 286, 316, 172, 50, 1, "bare")


def _graves(canvas: Canvas) -> None:
    land.ground(canvas, 146, 14)
    built.tower(canvas, 262, 152, 20, 44)
    wild.trees(canvas, 20, 60, 156, 60, 1, "bare")
    for at in range(9):
        wild.grave(canvas, 28 + at * 32, 164 + (at % 3) * 12, 12 + (at % 3) * 3)
    wild.fence(canvas, 0, 320, 152)


def _mill(canvas: Canvas) -> None:
    land.ground(canvas, 144, 16)
    wild.furrows(canvas, 158)
    built.sails(canvas, 214, 164)
    wild.trees(canvas, 10, 90, 156, 34, 4)


def _wood(canvas: Canvas) -> None:
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
        wild.veil(canvas, 90 + 50 * at, 40, 190, 26)
    wild.way(canvas, 160)


def _marsh(canvas: Canvas) -> None:
    light = canvas.light
    if not canvas.scenery.water:
        land.water(canvas)
    for at in range(3):
        wild.trees(canvas, -6, 326, 142 + 16 * at, 78 + 22 * at, 6 - at, "bare")
        y = 146 + 17.0 * at
        canvas.rect(0, y, WIDTH, 16, flat(light.water[1], 0.35))
        for _tuft in range(4):
            x = canvas.rng.uniform(0, WIDTH)
            canvas.oval(x, y + 10, canvas.rng.uniform(12, 26), 3.4, light.ground[1])
            wild.reeds(canvas, x - 12, x + 12, y + 10, 18, 7)
    canvas.lantern(150, 184, 22)


def _camp(canvas: Canvas) -> None:
    land.ground(canvas, 148, 12)
    wild.trees(canvas, 0, 130, 154, 52, 6)
    wild.tent(canvas, 216, 172, 32)
    wild.tent(canvas, 286, 166, 24)
    wild.fire(canvas, 146, 182)


def _desert(canvas: Canvas) -> None:
    sand = [blended(each, "#d9a766", 0.55) for each in canvas.light.ground]
    canvas.filled(canvas.rolling(150, 26, 0.9), fading(sand, (0, 126), (0, HEIGHT)))
    canvas.filled(
        canvas.rolling(180, 22, 1.3), fading([blended(each, "#e6bd80", 0.3) for each in sand], (0, 160), (0, HEIGHT))
    )
    wild.stones(canvas, 180, 4)


def _farm(canvas: Canvas) -> None:
    land.ground(canvas, 140, 10)
    wild.furrows(canvas, 148)
    wild.trees(canvas, 10, 120, 146, 30, 4)
    built.house(canvas, 216, 154, 70, 32, smoke=True)
    wild.fence(canvas, 0, 320, 186)


def _garden(canvas: Canvas) -> None:
    land.ground(canvas, 144, 8)
    wild.trees(canvas, 0, 320, 152, 46, 8, "tree")
    wild.way(canvas, 152)
    built.fountain(canvas, 172, 172)
    for _flower in range(40):
        x, y = canvas.rng.uniform(0, WIDTH), canvas.rng.uniform(172, 198)
        colour = canvas.rng.choice(("#d9637c", "#e6b84c", "#8c7fd0", "#f0ece4"))
        canvas.oval(x, y, 1.6, 1.6, blended(colour, canvas.light.shade, 0.5 if canvas.scenery.dark else 0.0))
    canvas.lantern(84, 186, 30)


def _road(canvas: Canvas) -> None:
    land.ground(canvas, 136, 10)
    wild.way(canvas, 134)
    wild.trees(canvas, 0, 110, 152, 40, 4)
    wild.trees(canvas, 226, 320, 156, 46, 4)
    canvas.line(((238, 182), (238, 150)), canvas.light.wood, 2.6)
    canvas.area(
        ((222, 152), (252, 152), (257, 156), (252, 160), (222, 160)), blended(canvas.light.wood, canvas.light.haze, 0.3)
    )
    wild.stones(canvas, 176, 5)


def _ship(canvas: Canvas) -> None:
    if not canvas.scenery.water:
        land.water(canvas)
    built.vessel(canvas, 190, 152)


_PLACES: dict[str, Callable[[Canvas], None]] = {
    "inn": _inn, "house": _house, "shop": _shop, "forge": _forge, "market": _market, "town": _town, "city": _city,
    "church": _church, "tower": _tower, "castle": _castle, "jetty": _jetty, "boathouse": _boathouse, "shore": _shore,
    "bridge": _bridge, "weir": _weir, "quarry": _quarry, "mountain": _mountain, "ruin": _ruin, "graves": _graves,
    "mill": _mill, "wood": _wood, "marsh": _marsh, "camp": _camp, "desert": _desert, "farm": _farm,
    "garden": _garden, "road": _road, "ship": _ship,
}  # fmt: skip
SUBJECTS: dict[str, Callable[[Canvas], None]] = {
    **{name: _outside(paint) for name, paint in _PLACES.items()},
    "room": within.room, "hall": within.hall, "cellar": within.cellar, "cave": within.cave,
    "starship": within.starship,
}  # fmt: skip
"""How each subject of `resources/words/story_scenery.toml` is painted."""
