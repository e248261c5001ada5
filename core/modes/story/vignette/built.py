"""What people have built: houses, towers, walls, jetties, ships. Each is drawn at a place by its own measures."""

from __future__ import annotations

import math

from parley.core.modes.story.vignette.canvas import Canvas
from parley.core.modes.story.vignette.layers import HEIGHT, WIDTH, blended, fading, flat


def house(canvas: Canvas, x: float, foot: float, wide: float, high: float, *, smoke: bool = False) -> None:
    """A house with its gable to the side; `x` is its left wall, `foot` its lower edge."""
    light, roof = canvas.light, high * 0.62
    top = foot - high
    if smoke:
        chimney(canvas, x + wide * 0.72, top - roof * 0.55, roof * 0.62)
    canvas.rect(x, top, wide, high, fading((light.wall, light.shade), (x, top), (x + wide, foot)))
    for at in range(1, 4):
        y = top + high * at / 4
        canvas.line(((x, y), (x + wide, y)), flat(light.shade, 0.45), 0.6)
    left, right = x - wide * 0.07, x + wide * 1.07
    eaves, ridge = top + high * 0.05, top - roof
    cover = ((left, eaves), (x + wide * 0.16, ridge), (x + wide * 0.84, ridge), (right, eaves))
    canvas.area(cover, fading((blended(light.roof, light.sky[1], 0.18), light.roof), (x, ridge), (x, eaves)))
    if {"snow", "frost"} & set(canvas.scenery.weather):
        depth = 0.55 if canvas.snowed else 0.22
        below = ridge + (eaves - ridge) * depth
        edge = (x + wide * 0.16 - left) * depth
        white = flat(light.snow, 0.9 if canvas.snowed else 0.6)
        canvas.area((cover[1], cover[2], (cover[2][0] + edge, below), (cover[1][0] - edge, below)), white)
    count = max(1, int(wide // 26))
    pane = min(high * 0.34, 13.0)
    for at in range(count + 1):
        middle = x + wide * (at + 0.5) / (count + 1)
        if at == count // 2:
            entrance = min(wide * 0.2, 13.0)
            left, top = middle - entrance / 2, foot - high * 0.6
            canvas.rect(left, top, entrance, high * 0.6, light.wood)
            canvas.rect(left + 1.5, foot - high * 0.54, entrance - 3, high * 0.16, flat(canvas.pane(), 0.9))
            canvas.wedge(left, left + entrance, foot, high * 0.5)
            continue
        canvas.shine(middle, foot - high * 0.55, pane * 1.9, 0.4)
        canvas.window(middle - pane / 2, foot - high * 0.55 - pane / 2, pane, pane)
        canvas.wedge(middle - pane / 2, middle + pane / 2, foot, high * 0.42)


def chimney(canvas: Canvas, x: float, top: float, high: float) -> None:
    """A chimney, and what rises from it."""
    canvas.rect(x, top, 7, high + 6, blended(canvas.light.stone, canvas.light.roof, 0.45))
    for at in range(5):
        drift = 2.2 * at + 3 * math.sin(at)
        canvas.oval(
            x + 4 + drift, top - 5 - 6.5 * at, 3 + 1.3 * at, 2.6 + 1.1 * at, flat(canvas.light.haze, 0.26 - 0.04 * at)
        )


def row(canvas: Canvas, foot: float, high: float, *, left: float = -6.0, right: float = WIDTH + 6) -> None:
    """Houses side by side, their gables to the front, seen from afar."""
    light, rng, x = canvas.light, canvas.rng, left
    while x < right:
        wide, tall = rng.uniform(22, 36), high * rng.uniform(0.75, 1.1)
        wall = blended(light.wall, light.ranges[2], rng.uniform(0.2, 0.5))
        top = foot - tall
        canvas.rect(x, top, wide, tall, wall)
        canvas.area(((x - 2, top + 1), (x + wide / 2, top - wide * 0.45), (x + wide + 2, top + 1)), light.roof)
        if canvas.snowed:
            canvas.line(((x, top), (x + wide / 2, top - wide * 0.42), (x + wide, top)), flat(light.snow, 0.85), 2.2)
        for at in range(2):
            if rng.random() < 0.7:
                canvas.rect(x + wide * (0.2 + 0.42 * at), top + tall * 0.3, 5, 6.5, canvas.pane())
        x += wide + rng.uniform(-1, 2)


def tower(canvas: Canvas, x: float, foot: float, wide: float, high: float) -> None:
    """A tower around a middle line, with a spire in which a bell hangs."""
    light, top = canvas.light, foot - high
    wall = blended(light.stone, light.wall, 0.5)
    canvas.area(
        ((x - wide / 2, foot), (x - wide * 0.44, top), (x + wide * 0.44, top), (x + wide / 2, foot)),
        fading((wall, blended(wall, light.shade, 0.8)), (x - wide / 2, top), (x + wide / 2, top)),
    )
    tip = top - wide * 1.25
    canvas.area(((x - wide * 0.56, top + 1), (x, tip), (x + wide * 0.56, top + 1)), light.roof)
    canvas.line(((x, tip), (x, tip - 8)), light.roof, 1.2)
    if canvas.snowed:
        canvas.area(((x - wide * 0.2, top - wide * 0.76), (x, tip), (x + wide * 0.2, top - wide * 0.76)), light.snow)
    # The arch in which bells hang.
    arch = wide * 0.22
    canvas.rect(x - arch, top + wide * 0.3, 2 * arch, wide * 0.6, canvas.pane() if canvas.lit else light.shade)
    canvas.oval(x, top + wide * 0.3, arch, arch, canvas.pane() if canvas.lit else light.shade)
    canvas.shine(x, top + wide * 0.5, wide, 0.45)
    bell = top + wide * 0.62
    canvas.area(
        (
            (x - arch * 0.6, bell),
            (x - arch * 0.3, bell - arch),
            (x + arch * 0.3, bell - arch),
            (x + arch * 0.6, bell),
        ),
        light.roof,
    )
    for at in range(3):
        y = top + high * (0.35 + 0.2 * at)
        canvas.rect(x - 1.6, y, 3.2, 7, canvas.pane())


def jetty(canvas: Canvas, left: float, near: float, far: float) -> None:
    """Planks from the lower edge out upon the water, on posts."""
    light = canvas.light
    wood, edge = blended(light.wood, light.haze, 0.16), blended(light.wood, light.roof, 0.5)
    # Four corners: the near end is broad, the far one narrow.
    end = left + 92
    corners = ((left, HEIGHT), (left + 74, HEIGHT), (end + 20, far), (end, far))
    for at in range(4):
        part = at / 3
        y = HEIGHT - (HEIGHT - far) * part
        x = left + 74 + (end + 20 - left - 74) * part
        canvas.line(((x, y - 10 * (1 - 0.4 * part)), (x, y + 9)), edge, 3.2 - 1.6 * part)
        canvas.line(
            ((left + (end - left) * part, y - 8 * (1 - 0.4 * part)), (left + (end - left) * part, y + 6)),
            edge,
            2.6 - 1.2 * part,
        )
    canvas.area(corners, fading((wood, blended(wood, light.water[0], 0.25)), (0, HEIGHT), (0, far)))
    for at in range(1, 11):
        part = (at / 11) ** 0.85
        y = HEIGHT - (HEIGHT - far) * part
        canvas.line(
            ((left + (end - left) * part, y), (left + 74 + (end + 20 - left - 74) * part, y)), flat(edge, 0.8), 1.1
        )
    canvas.lantern(end + 18, far + 2, 24)


def boat(canvas: Canvas, x: float, y: float, size: float = 1.0, *, somebody: bool = False) -> None:
    """A flat boat with its shadow on the water."""
    light = canvas.light
    canvas.oval(x, y + 7 * size, 30 * size, 3 * size, flat(light.roof, 0.35))
    hull = blended(light.wood, light.roof, 0.4)
    canvas.area(
        (
            (x - 30 * size, y - 3 * size), (x - 20 * size, y + 7 * size), (x + 20 * size, y + 7 * size),
            (x + 31 * size, y - 4 * size), (x + 18 * size, y), (x - 18 * size, y),
        ),
        hull,
    )  # fmt: skip
    if somebody:
        canvas.area(
            (
                (x - 4 * size, y + 1),
                (x - 3 * size, y - 17 * size),
                (x + 3 * size, y - 17 * size),
                (x + 5 * size, y + 1),
            ),
            light.roof,
        )
        canvas.oval(x, y - 20 * size, 3.4 * size, 3.8 * size, light.roof)
        canvas.line(((x + 12 * size, y - 30 * size), (x + 6 * size, y + 8 * size)), light.wood, 1.4)
        canvas.shine(x + 20 * size, y - 8 * size, 20, 0.7)
        canvas.oval(x + 20 * size, y - 7 * size, 2, 2.6, blended(light.wood, light.lamp, max(0.3, canvas.lit)))


def stall(canvas: Canvas, x: float, foot: float, colour: str) -> None:
    """A market stall with a striped awning and what lies on it."""
    light = canvas.light
    paper = blended(light.wall, "#ffffff", 0.35)
    for side in (0.0, 38.0):
        canvas.line(((x + side + 1, foot), (x + side + 1, foot - 32)), light.wood, 1.8)
    canvas.rect(x, foot - 14, 40, 14, blended(light.wood, light.shade, 0.3))
    for at in range(6):
        left = x - 3 + at * 46 / 6
        shape = (
            (left, foot - 26),
            (left + 46 / 6, foot - 26),
            (left + 46 / 6 - (2 if at > 2 else -2), foot - 37),
            (left + (2 if at < 3 else -2), foot - 37),
        )
        canvas.area(shape, colour if at % 2 == 0 else paper)
    for at in range(5):
        canvas.oval(x + 5 + 7.6 * at, foot - 16, 3.2, 2.6, blended(colour, light.leaf if at % 2 else light.lamp, 0.5))
    canvas.shine(x + 20, foot - 22, 24, 0.5)
    canvas.oval(x + 20, foot - 23, 1.6, 2.0, blended(light.wood, light.lamp, max(0.3, canvas.lit)))


def fountain(canvas: Canvas, x: float, foot: float) -> None:
    """A basin of stone with a pillar."""
    stone = canvas.light.stone
    canvas.rect(x - 3, foot - 26, 6, 24, blended(stone, canvas.light.shade, 0.3))
    canvas.oval(x, foot - 26, 9, 2.6, stone)
    canvas.area(
        ((x - 24, foot - 10), (x + 24, foot - 10), (x + 20, foot), (x - 20, foot)),
        blended(stone, canvas.light.shade, 0.25),
    )
    canvas.oval(x, foot - 10, 24, 4, stone)
    canvas.oval(x, foot - 10, 20, 2.8, canvas.light.shade)
