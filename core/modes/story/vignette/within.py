"""Places that are seen from within: rooms, halls, cellars, caves, and the deck of a ship among the stars."""

from __future__ import annotations

from parley.core.modes.story.vignette.canvas import Canvas
from parley.core.modes.story.vignette.layers import HEIGHT, WIDTH, blended, fading, flat, glow


def _paint_walls(canvas: Canvas, colour: str) -> None:
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


def _paint_hanging_lamp(canvas: Canvas, x: float, y: float) -> None:
    """A lamp that hangs from above: it burns within at any hour."""
    lamp, wood = canvas.light.lamp, canvas.light.wood
    canvas.line(((x, 0), (x, y - 8)), wood, 1.2)
    canvas.oval(x, y, 84, 70, glow(x, y, 84, lamp, 0.6 if canvas.scenery.dark else 0.3))
    canvas.area(((x - 9, y), (x - 4, y - 8), (x + 4, y - 8), (x + 9, y)), wood)
    canvas.oval(x, y + 1, 4, 3, "#fff3cf")


def room(canvas: Canvas) -> None:
    """A room with a window, a table, shelves and a lamp."""
    light, rng = canvas.light, canvas.rng
    _paint_walls(canvas, blended(light.wall, light.wood, 0.25))
    for at in range(3):
        canvas.line(((20 + at * 96, 0), (70 + at * 64, 30)), flat(light.wood, 0.9), 6.0)
    # A window through which one sees the sky.
    canvas.rect(89, 49, 56, 60, light.wood)
    canvas.rect(92, 52, 50, 54, fading(light.sky, (0, 52), (0, 106)))
    canvas.line(((117, 52), (117, 106)), light.wood, 1.8)
    canvas.line(((92, 79), (142, 79)), light.wood, 1.8)
    for shelf in range(3):
        y = 62 + shelf * 24.0
        canvas.rect(178, y, 56, 3, light.wood)
        x = 181.0
        while x < 228:
            wide, high = rng.uniform(3, 8), rng.uniform(8, 17)
            colour = rng.choice((light.roof, light.leaf, light.stone, "#9a5b45", "#b08b4f"))
            canvas.rect(x, y - high, wide, high, blended(colour, light.lamp, 0.2))
            x += wide + rng.uniform(0.5, 3)
    _paint_table(canvas, 160, 168)
    _paint_hanging_lamp(canvas, 160, 92)


def _paint_table(canvas: Canvas, x: float, y: float) -> None:
    wood = blended(canvas.light.wood, canvas.light.lamp, 0.22)
    edge = blended(wood, "#05070d", 0.45)
    for side in (-46, 42):
        canvas.rect(x + side, y, 5, 26, edge)
    canvas.area(((x - 60, y + 5), (x - 44, y - 10), (x + 44, y - 10), (x + 60, y + 5)), wood)
    canvas.rect(x - 60, y + 5, 120, 4, edge)
    canvas.oval(x - 14, y - 4, 7, 2.6, canvas.light.haze)
    canvas.rect(x + 14, y - 12, 7, 9, canvas.light.stone)
