"""Places that are seen from within: rooms, halls, cellars, caves, and the deck of a ship among the stars."""

from __future__ import annotations

import math

from parley.core.modes.story.vignette import land
from parley.core.modes.story.vignette.canvas import Canvas
from parley.core.modes.story.vignette.layers import HEIGHT, WIDTH, Stop, blended, fading, flat, glow

CARPETS = ("#8c3b3b", "#3b5a8c", "#4b6b45", "#7a5a2c", "#6a437f")


def _walls(canvas: Canvas, colour: str) -> None:
    """A room in which one looks at its far wall: ceiling, walls, floor."""
    light = canvas.light
    wall = blended(colour, light.lamp, 0.14 * canvas.lit)
    dark = blended(colour, "#05070d", 0.45 if canvas.scenery.dark else 0.22)
    canvas.rect(0, 0, WIDTH, HEIGHT, dark)
    canvas.area(((0, 0), (70, 30), (70, 140), (0, HEIGHT)), fading((dark, blended(wall, dark, 0.4)), (0, 0), (70, 0)))
    canvas.area(
        ((WIDTH, 0), (250, 30), (250, 140), (WIDTH, HEIGHT)),
        fading((blended(wall, dark, 0.4), dark), (250, 0), (WIDTH, 0)),
    )
    canvas.rect(70, 30, 180, 110, fading((wall, blended(wall, dark, 0.35)), (0, 30), (0, 140)))
    floor = blended(light.wood, wall, 0.3)
    canvas.area(
        ((70, 140), (250, 140), (WIDTH, HEIGHT), (0, HEIGHT)),
        fading((floor, blended(floor, dark, 0.6)), (0, 140), (0, HEIGHT)),
    )
    for at in range(-5, 6):
        canvas.line(((160 + at * 18, 140), (160 + at * 40, HEIGHT)), flat(dark, 0.5), 0.9)


def _outlook(canvas: Canvas, x: float, y: float, wide: float, high: float) -> None:
    """A window through which one sees the sky."""
    light = canvas.light
    canvas.rect(x - 3, y - 3, wide + 6, high + 6, light.wood)
    canvas.rect(x, y, wide, high, fading(light.sky, (0, y), (0, y + high)))
    canvas.area(
        (
            (x, y + high),
            (x, y + high * 0.7),
            (x + wide * 0.4, y + high * 0.55),
            (x + wide, y + high * 0.75),
            (x + wide, y + high),
        ),
        light.ranges[1],
    )
    if canvas.scenery.dark:
        canvas.oval(x + wide * 0.7, y + high * 0.28, 4, 4, light.body)
    canvas.line(((x + wide / 2, y), (x + wide / 2, y + high)), light.wood, 1.8)
    canvas.line(((x, y + high / 2), (x + wide, y + high / 2)), light.wood, 1.8)
    stops = (Stop(0, light.sky[2], 0.3), Stop(1, light.sky[2], 0.0))
    canvas.area(((x, 140), (x + wide, 140), (x + wide + 24, 186), (x - 6, 186)), fading(stops, (0, 140), (0, 186)))


def _hanging(canvas: Canvas, x: float, y: float) -> None:
    """A lamp that hangs from above: it burns within at any hour."""
    lamp, wood = canvas.light.lamp, canvas.light.wood
    canvas.line(((x, 0), (x, y - 8)), wood, 1.2)
    canvas.oval(x, y, 84, 70, glow(x, y, 84, lamp, 0.6 if canvas.scenery.dark else 0.3))
    canvas.area(((x - 9, y), (x - 4, y - 8), (x + 4, y - 8), (x + 9, y)), wood)
    canvas.oval(x, y + 1, 4, 3, "#fff3cf")


def room(canvas: Canvas) -> None:
    """A room with a window, a table, shelves and a lamp."""
    light, rng = canvas.light, canvas.rng
    _walls(canvas, blended(light.wall, light.wood, 0.25))
    for at in range(3):
        canvas.line(((20 + at * 96, 0), (70 + at * 64, 30)), flat(light.wood, 0.9), 6.0)
    _outlook(canvas, 92, 52, 50, 54)
    for shelf in range(3):
        y = 62 + shelf * 24.0
        canvas.rect(178, y, 56, 3, light.wood)
        x = 181.0
        while x < 228:
            wide, high = rng.uniform(3, 8), rng.uniform(8, 17)
            colour = rng.choice((light.roof, light.leaf, light.stone, "#9a5b45", "#b08b4f"))
            canvas.rect(x, y - high, wide, high, blended(colour, light.lamp, 0.2))
            x += wide + rng.uniform(0.5, 3)
    _table(canvas, 160, 168)
    _hanging(canvas, 160, 92)


def _table(canvas: Canvas, x: float, y: float) -> None:
    wood = blended(canvas.light.wood, canvas.light.lamp, 0.22)
    edge = blended(wood, "#05070d", 0.45)
    for side in (-46, 42):
        canvas.rect(x + side, y, 5, 26, edge)
    canvas.area(((x - 60, y + 5), (x - 44, y - 10), (x + 44, y - 10), (x + 60, y + 5)), wood)
    canvas.rect(x - 60, y + 5, 120, 4, edge)
    canvas.oval(x - 14, y - 4, 7, 2.6, canvas.light.haze)
    canvas.rect(x + 14, y - 12, 7, 9, canvas.light.stone)


def hall(canvas: Canvas) -> None:
    """A hall of columns with high windows."""
    light = canvas.light
    stone = blended(light.stone, light.wall, 0.35)
    _walls(canvas, stone)
    for at in range(3):
        x = 92 + at * 50.0
        canvas.rect(x, 56, 26, 50, fading(light.sky, (0, 40), (0, 106)))
        canvas.oval(x + 13, 56, 13, 13, light.sky[0] if canvas.scenery.dark else light.sky[1])
        canvas.line(((x + 13, 44), (x + 13, 106)), stone, 1.6)
        canvas.line(((x, 74), (x + 26, 74)), stone, 1.6)
        stops = (Stop(0, light.sky[2], 0.32), Stop(1, light.sky[2], 0.0))
        canvas.area(((x, 106), (x + 26, 106), (x + 46, HEIGHT), (x + 6, HEIGHT)), fading(stops, (0, 106), (0, HEIGHT)))
    dark = blended(stone, "#05070d", 0.5)
    for x, wide in ((34.0, 22.0), (82.0, 13.0), (225.0, 13.0), (264.0, 22.0)):
        foot = 200.0 if wide > 20 else 146.0
        canvas.rect(x, 8, wide, foot - 8, fading((blended(stone, light.haze, 0.2), dark), (x, 0), (x + wide, 0)))
        canvas.rect(x - 4, 8, wide + 8, 8, stone)
        canvas.rect(x - 4, foot - 8, wide + 8, 8, dark)
    for x in (76.0, 244.0):
        _torch(canvas, x, 96)
    canvas.area(((146, 140), (174, 140), (206, HEIGHT), (114, HEIGHT)), flat(canvas.rng.choice(CARPETS), 0.75))


def _torch(canvas: Canvas, x: float, y: float) -> None:
    canvas.oval(x, y - 4, 50, 50, glow(x, y - 4, 50, canvas.light.lamp, 0.7))
    canvas.line(((x, y + 12), (x, y)), canvas.light.wood, 3.0)
    for wide, high, colour in ((4.4, 14.0, "#e8743b"), (2.4, 8.0, "#fff0b8")):
        canvas.area(((x - wide, y), (x, y - high), (x + wide, y)), colour)


def cellar(canvas: Canvas) -> None:
    """A vault with barrels and a torch."""
    light = canvas.light
    stone = blended(light.stone, "#2a2a30", 0.4)
    canvas.rect(0, 0, WIDTH, HEIGHT, blended(stone, "#05070d", 0.7))
    for ring in range(3):
        half, top = 148 - 34 * ring, 14 + 20.0 * ring
        arch = [
            (160 + half * math.cos(a * math.pi / 16), 120 - (120 - top) * math.sin(a * math.pi / 16)) for a in range(17)
        ]
        colour = blended(stone, "#05070d", 0.1 + 0.2 * ring)
        canvas.area((*arch, (160 - half, HEIGHT), (160 + half, HEIGHT)), colour)
        canvas.line(arch, flat(light.haze, 0.16), 2.0)
    canvas.area(
        ((80, 156), (240, 156), (WIDTH, HEIGHT), (0, HEIGHT)),
        fading((blended(stone, light.lamp, 0.12), "#14151b"), (0, 156), (0, HEIGHT)),
    )
    for x, y, size in ((214.0, 158.0, 20.0), (250.0, 166.0, 24.0), (232.0, 134.0, 19.0)):
        wood, size = blended(light.wood, light.lamp, 0.18), size * canvas.rng.uniform(0.85, 1.15)
        canvas.oval(x, y, size, size * 0.95, wood)
        canvas.oval(x, y, size * 0.78, size * 0.74, blended(wood, "#05070d", 0.35))
        canvas.line(((x - size * 0.7, y), (x + size * 0.7, y)), wood, 1.4)
    _torch(canvas, 92, 104)
    for step in range(4):
        canvas.rect(112 + 6 * step, 148 - 9 * step, 44 - 8 * step, 9, blended(stone, light.haze, 0.08 * step))


def cave(canvas: Canvas) -> None:
    """A cave: what is outside is seen through its mouth, and a lantern stands within."""
    rng, light = canvas.rng, canvas.light
    land.sky(canvas)
    land.ranges(canvas)
    canvas.rect(0, 112, WIDTH, HEIGHT, fading(light.ground, (0, 112), (0, HEIGHT)))
    rock = blended(light.stone, "#101218", 0.72)
    middle, across, down = 118.0, 62.0, 58.0
    mouth = [
        (
            middle + across * math.cos(a * math.pi / 12) * rng.uniform(0.88, 1.1),
            104 + down * math.sin(a * math.pi / 12) * rng.uniform(0.88, 1.08),
        )
        for a in range(24)
    ]
    # The rock around the mouth: above and below of it, each down to its edge.
    above = sorted((point for point in mouth if point[1] <= 104), key=lambda point: point[0])
    below = sorted((point for point in mouth if point[1] > 104), key=lambda point: point[0])
    left, right = min(mouth)[0], max(mouth)[0]
    canvas.area(((0, 0), (WIDTH, 0), (WIDTH, 104), (right, 104), *reversed(above), (left, 104), (0, 104)), rock)
    canvas.area(
        ((0, HEIGHT), (WIDTH, HEIGHT), (WIDTH, 104), (right, 104), *reversed(below), (left, 104), (0, 104)), rock
    )
    for _spike in range(11):
        x, long, wide = rng.uniform(0, WIDTH), rng.uniform(12, 40), rng.uniform(4, 9)
        canvas.area(((x - wide, 0), (x + wide, 0), (x, long)), blended(rock, light.haze, rng.uniform(0.02, 0.1)))
    for _rock in range(9):
        x, y, size = rng.uniform(0, WIDTH), rng.uniform(172, 200), rng.uniform(8, 26)
        canvas.oval(x, y, size, size * 0.6, blended(rock, light.lamp, 0.06))
    canvas.oval(238, 150, 76, 60, glow(238, 150, 76, light.lamp, 0.6))
    canvas.rect(234, 146, 8, 12, "#fff0c4")
    canvas.line(((233, 146), (238, 138), (243, 146)), light.wood, 1.4)
    canvas.line(((230, 159), (246, 159)), light.wood, 2.4)


def starship(canvas: Canvas) -> None:
    """The deck of a ship, and what lies before its windows."""
    rng = canvas.rng
    canvas.rect(0, 0, WIDTH, HEIGHT, fading(("#05070f", "#0d1430", "#1b2350"), (0, 0), (0, 150)))
    for _star in range(90):
        size = rng.uniform(0.3, 1.0)
        canvas.oval(rng.uniform(0, WIDTH), rng.uniform(0, 150), size, size, flat("#ffffff", rng.uniform(0.3, 1.0)))
    x, y = rng.uniform(190, 240), rng.uniform(64, 84)
    colour = rng.choice(("#5b8fc4", "#c48a5b", "#7fae8a", "#a17fc0"))
    canvas.oval(x, y, 70, 70, glow(x, y, 70, colour, 0.5))
    canvas.oval(
        x,
        y,
        38,
        38,
        fading((blended(colour, "#ffffff", 0.3), blended(colour, "#05070f", 0.75)), (x - 30, y - 30), (x + 30, y + 30)),
    )
    hull, edge = "#2b3140", "#454d60"
    for post in (-10.0, 96.0, 204.0, 310.0):
        canvas.area(((post, 0), (post + 20, 0), (post + 14, 150), (post + 6, 150)), hull)
        canvas.line(((post + 20, 0), (post + 14, 150)), edge, 1.2)
    canvas.rect(0, 0, WIDTH, 14, hull)
    canvas.area(
        ((0, 150), (WIDTH, 150), (WIDTH, HEIGHT), (0, HEIGHT)), fading((edge, "#171b26"), (0, 150), (0, HEIGHT))
    )
    for at in range(6):
        left = 18 + at * 50.0
        canvas.area(((left, 172), (left + 6, 156), (left + 36, 156), (left + 42, 172)), "#20263a")
        for light in range(4):
            tint = rng.choice(("#5fd0ff", "#ffb454", "#7ce0a3", "#ff7a7a"))
            canvas.rect(left + 9 + light * 6.6, 161, 4, 3, flat(tint, 0.9))
    canvas.oval(160, 156, 120, 26, glow(160, 156, 120, "#5fb7ff", 0.22))
