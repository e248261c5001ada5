"""What people have built: houses, towers, walls, jetties, ships. Each is drawn at a place by its own measures."""

from __future__ import annotations

import math

from parley.core.modes.story.vignette.canvas import HORIZON, Canvas
from parley.core.modes.story.vignette.layers import HEIGHT, WIDTH, Stop, blended, fading, flat


def house(
    canvas: Canvas, x: float, foot: float, wide: float, high: float, *, lit: bool = True, smoke: bool = False,
    door: bool = True,
) -> None:  # fmt: skip
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
    for at in range(count + door):
        middle = x + wide * (at + 0.5) / (count + door)
        if door and at == count // 2:
            entrance = min(wide * 0.2, 13.0)
            canvas.rect(middle - entrance / 2, foot - high * 0.6, entrance, high * 0.6, light.wood)
            if lit:
                canvas.rect(
                    middle - entrance / 2 + 1.5, foot - high * 0.54, entrance - 3, high * 0.16, flat(canvas.pane(), 0.9)
                )
                canvas.wedge(middle - entrance / 2, middle + entrance / 2, foot, high * 0.5)
            continue
        if lit:
            canvas.shine(middle, foot - high * 0.55, pane * 1.9, 0.4)
        canvas.window(middle - pane / 2, foot - high * 0.55 - pane / 2, pane, pane)
        if lit:
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


def tower(canvas: Canvas, x: float, foot: float, wide: float, high: float, *, spire: bool = True) -> None:
    """A tower around a middle line, with a spire or with battlements."""
    light, top = canvas.light, foot - high
    wall = blended(light.stone, light.wall, 0.5)
    canvas.area(
        ((x - wide / 2, foot), (x - wide * 0.44, top), (x + wide * 0.44, top), (x + wide / 2, foot)),
        fading((wall, blended(wall, light.shade, 0.8)), (x - wide / 2, top), (x + wide / 2, top)),
    )
    if spire:
        tip = top - wide * 1.25
        canvas.area(((x - wide * 0.56, top + 1), (x, tip), (x + wide * 0.56, top + 1)), light.roof)
        canvas.line(((x, tip), (x, tip - 8)), light.roof, 1.2)
        if canvas.snowed:
            canvas.area(
                ((x - wide * 0.2, top - wide * 0.76), (x, tip), (x + wide * 0.2, top - wide * 0.76)), light.snow
            )
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
    else:
        for at in range(4):
            canvas.rect(x - wide * 0.5 + wide * at * 0.28, top - 6, wide * 0.17, 8, wall)
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


def stilts(canvas: Canvas, x: float, foot: float, wide: float, below: float) -> None:
    """Posts under a house that stands over water, and a ladder."""
    edge = blended(canvas.light.wood, canvas.light.roof, 0.5)
    canvas.rect(x - 4, foot, wide + 8, 4, edge)
    for at in range(5):
        canvas.line(((x + wide * at / 4, foot + 3), (x + wide * at / 4, foot + below)), edge, 2.2)
    for at in range(2):
        canvas.line(((x + wide + 5 + 5 * at, foot), (x + wide + 9 + 5 * at, foot + below)), edge, 1.1)
    for rung in range(6):
        y = foot + 3 + rung * below / 7
        canvas.line(((x + wide + 5.4 + rung * 0.6, y), (x + wide + 10.4 + rung * 0.6, y)), edge, 1.0)


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


def dam(canvas: Canvas) -> None:
    """A wall across the picture with the lake on one side, its gates shut, their wheels above."""
    light = canvas.light
    canvas.rect(0, HORIZON + 4, WIDTH, 26, fading(light.water, (0, HORIZON + 4), (0, HORIZON + 30)))
    wall = ((-2.0, 126.0), (WIDTH + 2, 118.0), (WIDTH + 2, HEIGHT), (-2.0, HEIGHT))
    canvas.area(wall, fading((light.stone, blended(light.stone, light.shade, 0.8)), (0, 118), (0, HEIGHT)))
    canvas.line(((-2, 126), (WIDTH + 2, 118)), blended(light.stone, light.haze, 0.5), 5.0)
    for course in range(5):
        y = 138 + course * 13
        canvas.line(((0, y), (WIDTH, y - 7)), flat(light.shade, 0.5), 0.8)
        for joint in range(9):
            x = joint * 38.0 + (course % 2) * 19
            canvas.line(((x, y - x * 0.022), (x, y + 12 - x * 0.022)), flat(light.shade, 0.4), 0.7)
    for at in range(3):
        x, top = 92 + at * 66.0, 122 - at * 1.6
        canvas.rect(x - 15, top + 8, 30, HEIGHT - top, blended(light.shade, light.roof, 0.6))
        for bar in range(4):
            canvas.line(((x - 12 + bar * 8, top + 8), (x - 12 + bar * 8, HEIGHT)), flat(light.stone, 0.35), 1.0)
        canvas.line(((x, top + 8), (x, top - 16)), light.wood, 2.2)
        for spoke in range(6):
            angle = math.pi * spoke / 6 + 0.2
            dx, dy = 10 * math.cos(angle), 10 * math.sin(angle)
            canvas.line(((x - dx, top - 18 - dy), (x + dx, top - 18 + dy)), light.roof, 1.2)
        rim = [(x + 10 * math.cos(a * math.pi / 8), top - 18 + 10 * math.sin(a * math.pi / 8)) for a in range(17)]
        canvas.line(rim, light.roof, 2.2)
    canvas.lantern(278, 121, 26)


def arches(canvas: Canvas, y: float) -> None:
    """A bridge of stone over water."""
    light = canvas.light
    stone = fading((light.stone, blended(light.stone, light.shade, 0.7)), (0, y), (0, y + 46))
    deck = (
        [(-4.0, y + 14.0)]
        + [(x, y + 14 - 16 * math.sin(math.pi * x / WIDTH)) for x in range(0, int(WIDTH) + 1, 16)]
        + [(WIDTH + 4, y + 14.0)]
    )
    canvas.area((*deck, (WIDTH + 4, y + 54), (-4, y + 54)), stone)
    for at, (middle, half) in enumerate(((62.0, 36.0), (160.0, 46.0), (258.0, 36.0))):
        crown = y + 22 - (4 if at == 1 else 0)
        arch = [
            (middle + half * math.cos(a * math.pi / 12), y + 58 - (y + 58 - crown) * math.sin(a * math.pi / 12))
            for a in range(13)
        ]
        canvas.area(arch, fading(light.water, (0, y + 10), (0, y + 60)))
    canvas.line(deck, blended(light.stone, light.haze, 0.4), 3.0)
    canvas.lantern(118, y + 1, 24)
    canvas.lantern(206, y + 1, 24)


def keep(canvas: Canvas, foot: float) -> None:
    """Walls with towers and a gate."""
    light = canvas.light
    wall = blended(light.stone, light.wall, 0.4)
    for x, high in ((150.0, 66.0), (276.0, 74.0)):
        tower(canvas, x, foot, 34, high, spire=False)
    tower(canvas, 226, foot, 40, 92, spire=True)
    canvas.rect(150, foot - 44, 126, 44, fading((wall, blended(wall, light.shade, 0.8)), (150, 0), (276, 0)))
    for at in range(10):
        canvas.rect(150 + at * 13, foot - 50, 7.5, 7, wall)
    canvas.rect(198, foot - 24, 24, 24, light.shade)
    canvas.oval(210, foot - 24, 12, 12, light.shade)
    for at in range(4):
        canvas.line(((201 + at * 6, foot - 34), (201 + at * 6, foot)), flat(light.roof, 0.9), 1.1)
    for x in (190.0, 230.0):
        canvas.shine(x, foot - 26, 20, 0.7)
        canvas.oval(x, foot - 26, 1.8, 2.6, blended(light.wood, light.lamp, max(0.3, canvas.lit)))
    canvas.area(((226, foot - 158), (244, foot - 153), (226, foot - 148)), "#b4453c")


def broken(canvas: Canvas, x: float, foot: float, wide: float, high: float) -> None:
    """A wall that was a house: its upper edge is torn, and its windows are empty."""
    light, rng = canvas.light, canvas.rng
    edge = [(x + wide * at / 7, foot - high * rng.uniform(0.45, 1.0)) for at in range(8)]
    wall = blended(light.stone, light.wall, 0.3)
    canvas.area(
        (*edge, (x + wide, foot), (x, foot)), fading((wall, blended(wall, light.shade, 0.7)), (x, 0), (x + wide, 0))
    )
    for at in range(2):
        left = x + wide * (0.2 + 0.42 * at)
        canvas.rect(left, foot - high * 0.42, wide * 0.15, high * 0.24, blended(light.sky[2], light.shade, 0.55))


def sails(canvas: Canvas, x: float, foot: float) -> None:
    """A windmill."""
    light = canvas.light
    canvas.area(
        ((x - 24, foot), (x - 15, foot - 66), (x + 15, foot - 66), (x + 24, foot)),
        fading((light.wall, light.shade), (x - 20, 0), (x + 20, 0)),
    )
    canvas.oval(x, foot - 66, 17, 12, light.roof)
    canvas.window(x - 4, foot - 42, 8, 9)
    canvas.rect(x - 5, foot - 17, 10, 17, light.wood)
    canvas.wedge(x - 5, x + 5, foot, 20)
    turned = canvas.rng.uniform(0.2, 0.9)
    for at in range(4):
        a = turned + at * math.pi / 2
        dx, dy = math.cos(a), math.sin(a)
        canvas.line(((x, foot - 68), (x + dx * 50, foot - 68 + dy * 50)), light.wood, 2.0)
        sail = [
            (x + dx * near - dy * off, foot - 68 + dy * near + dx * off)
            for near, off in ((12, 1), (50, 1), (50, 11), (12, 9))
        ]
        canvas.area(sail, flat(blended(light.haze, light.wall, 0.4), 0.85))


def vessel(canvas: Canvas, x: float, y: float) -> None:
    """A ship under sail."""
    light = canvas.light
    canvas.oval(x, y + 15, 82, 5, flat(light.roof, 0.35))
    canvas.area(
        ((x - 78, y - 12), (x - 58, y + 15), (x + 56, y + 15), (x + 84, y - 16), (x + 50, y - 5), (x - 44, y - 5)),
        light.wood,
    )
    canvas.line(
        ((x - 76, y - 11), (x - 44, y - 4), (x + 50, y - 4), (x + 83, y - 15)),
        blended(light.wood, light.haze, 0.4),
        1.6,
    )
    cloth = blended(light.haze, light.wall, 0.3)
    for at, (mast, high) in enumerate(((-36.0, 70.0), (8.0, 88.0), (46.0, 64.0))):
        canvas.line(((x + mast, y - 4), (x + mast, y - high)), light.wood, 2.4)
        for part in range(2):
            top = y - high + 8 + part * (high - 18) * 0.5
            low = top + (high - 18) * 0.44
            wide = 15 + 5 * part + 2 * (at == 1)
            canvas.area(
                (
                    (x + mast - wide, top),
                    (x + mast + wide, top),
                    (x + mast + wide + 5, low),
                    (x + mast - wide + 3, low),
                ),
                fading((cloth, blended(cloth, light.shade, 0.45)), (x + mast - wide, top), (x + mast + wide, low)),
            )
    for at in range(3):
        canvas.rect(x - 62 + 8 * at, y - 2, 4, 4, canvas.pane())
    canvas.shine(x - 70, y - 16, 22, 0.7)


def beams(canvas: Canvas, x: float, foot: float) -> None:
    """The mouth of a gallery, shored with timber."""
    light = canvas.light
    dark = blended(light.shade, "#000000", 0.5)
    canvas.area(((x - 20, foot), (x - 16, foot - 36), (x + 16, foot - 36), (x + 20, foot)), dark)
    edge = blended(light.wood, light.haze, 0.3)
    for side in (-1, 1):
        canvas.line(((x + 20 * side, foot), (x + 16 * side, foot - 37)), edge, 4.0)
    canvas.line(((x - 21, foot - 37), (x + 21, foot - 37)), edge, 4.4)
    stops = (Stop(0, light.lamp, 0.6 * max(0.5, canvas.lit)), Stop(1, light.lamp, 0.0))
    canvas.area(
        ((x - 8, foot - 20), (x + 8, foot - 20), (x + 15, foot), (x - 15, foot)),
        fading(stops, (x, foot - 20), (x, foot)),
    )
    canvas.shine(x, foot - 20, 22, 0.8)
