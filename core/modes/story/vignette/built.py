"""What people have built: houses, towers, boats. Each is drawn at a place by its own measures."""

from __future__ import annotations

import math

from parley.core.modes.story.vignette.canvas import Canvas
from parley.core.modes.story.vignette.layers import WIDTH, blended, fading, flat


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


def boat(canvas: Canvas, x: float, y: float, size: float = 1.0) -> None:
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
