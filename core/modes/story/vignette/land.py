"""What lies behind and before a place: sky, ranges, water, ground, and the weather over all."""

from __future__ import annotations

import math

from parley.core.modes.story.vignette.canvas import HORIZON, Canvas
from parley.core.modes.story.vignette.layers import HEIGHT, WIDTH, Point, Stop, fading, flat, glow

MOST_STARS, DROPS, FLAKES = 34, 60, 70


def sky(canvas: Canvas) -> None:
    """The sky with what stands in it, and clouds."""
    light, rng, scenery = canvas.light, canvas.rng, canvas.scenery
    canvas.rect(0, 0, WIDTH, HEIGHT, fading(light.sky, (0, 0), (0, HORIZON + 8)))
    covered = bool({"rain", "snow"} & set(scenery.weather))
    if scenery.dark and not covered:
        for _star in range(MOST_STARS if scenery.hour == "night" else MOST_STARS // 3):
            size = rng.uniform(0.35, 0.9)
            canvas.oval(rng.uniform(0, WIDTH), rng.uniform(2, 72), size, size, flat("#ffffff", rng.uniform(0.35, 0.9)))
    x = rng.uniform(46, 104)
    y = {"night": 46.0, "dusk": 50.0, "dawn": 86.0, "day": 46.0}[scenery.hour]
    if not covered:
        radius = 10 if scenery.dark else 13
        canvas.oval(x, y, 46, 46, glow(x, y, 46, light.body, 0.34 if scenery.dark else 0.6))
        if scenery.dark and rng.random() < 0.6:
            canvas.area(_build_crescent_outline(x, y, radius), light.body)
        else:
            canvas.oval(x, y, radius, radius, light.body)
    for _cloud in range(4 if covered else 2):
        across, at, high = rng.uniform(34, 70), rng.uniform(0, WIDTH), rng.uniform(18, 66)
        for part in (-0.45, 0.0, 0.4):
            shape = flat(light.haze, 0.22 if covered else 0.14)
            canvas.oval(at + part * across, high - 3 * (part == 0.0), across * 0.5, 5.5, shape)


def _build_crescent_outline(x: float, y: float, radius: float) -> list[Point]:
    """Return a moon of which a part is in the dark, leaning to the left."""
    outer = [(-math.sin(a * math.pi / 16), -math.cos(a * math.pi / 16)) for a in range(17)]
    inner = [(-0.42 * math.sin(a * math.pi / 16), -math.cos(a * math.pi / 16)) for a in range(16, -1, -1)]
    lean = (math.cos(0.5), math.sin(0.5))
    return [
        (x + 4 + radius * (px * lean[0] + py * lean[1]), y + radius * (py * lean[0] - px * lean[1]))
        for px, py in outer + inner
    ]


def ranges(canvas: Canvas) -> None:
    """Three ranges, the nearer the darker."""
    light, land = canvas.light, canvas.scenery.land
    foot = HORIZON
    if land == "mountains":
        far = canvas.peaked(foot, 58, 4)
        canvas.filled(far, light.ranges[0], foot + 12)
        for at in range(2, len(far) - 1, 4):
            # Snow lies upon the tips.
            (ax, ay), (x, y), (bx, by) = far[at - 1], far[at], far[at + 1]
            left = (x + (ax - x) * 0.55, y + (ay - y) * 0.55)
            right = (x + (bx - x) * 0.5, y + (by - y) * 0.5)
            canvas.area((left, (x, y), right, (x + 1.5, y + 6.5), (x - 2.5, y + 9)), flat(light.snow, 0.75))
        canvas.filled(canvas.peaked(foot + 2, 34, 6), light.ranges[1], foot + 12)
    else:
        canvas.filled(canvas.rolling(foot, 40, 1.2), light.ranges[0], foot + 12)
        canvas.filled(canvas.rolling(foot + 2, 28, 1.8), light.ranges[1], foot + 12)
    near = canvas.rolling(foot + 5, 18, 2.6)
    if land == "woods":
        canvas.area(((0.0, foot + 12), *_build_treetop_outline(canvas, near), (WIDTH, foot + 12)), light.ranges[2])
    else:
        canvas.filled(near, light.ranges[2], foot + 12)


def _build_treetop_outline(canvas: Canvas, outline: list[tuple[float, float]]) -> list[tuple[float, float]]:
    found = []
    for x, y in outline:
        high = canvas.rng.uniform(5, 12)
        found += [(x - 4.0, y), (x, y - high), (x + 4.0, y)]
    return found


def water(canvas: Canvas, near: float = HEIGHT) -> None:
    """Water from the horizon to so near, with the sky's light on it."""
    light, rng = canvas.light, canvas.rng
    canvas.rect(0, HORIZON + 4, WIDTH, near - HORIZON - 4, fading(light.water, (0, HORIZON + 4), (0, near)))
    for _gleam in range(22):
        y = HORIZON + 8 + (near - HORIZON - 10) * rng.random() ** 1.3
        wide = 6 + (y - HORIZON) * rng.uniform(0.2, 0.6)
        x = rng.uniform(0, WIDTH)
        canvas.line(((x, y), (x + wide, y)), flat(light.snow, rng.uniform(0.08, 0.26)), 0.8)


def ground(canvas: Canvas, top: float = 138.0, rise: float = 12.0) -> None:
    """The ground before everything, from about `top` on."""
    outline = canvas.rolling(top + rise / 2, rise, 1.0)
    canvas.filled(outline, fading(canvas.light.ground, (0, top - rise / 2), (0, HEIGHT)))
    if canvas.snowed:
        canvas.line(outline, flat(canvas.light.snow, 0.6), 2.0)


def backdrop(canvas: Canvas) -> None:
    """All that lies behind a place, down to where its ground begins."""
    sky(canvas)
    ranges(canvas)
    if canvas.scenery.water:
        water(canvas)
    else:
        canvas.rect(0, HORIZON + 4, WIDTH, HEIGHT, fading(canvas.light.ground, (0, HORIZON + 4), (0, HEIGHT)))
        canvas.filled(canvas.rolling(HORIZON + 16, 8, 1.6), flat(canvas.light.ground[1], 0.35), HEIGHT)
    haze(canvas, HORIZON + 4)


def haze(canvas: Canvas, y: float) -> None:
    """Fog over the far land, where there is any."""
    if "fog" not in canvas.scenery.weather:
        return
    for at in range(3):
        alpha = 0.34 - 0.07 * at
        middle, half = y - 12 + 13 * at, 15.0
        stops = (Stop(0, canvas.light.haze, 0), Stop(0.5, canvas.light.haze, alpha), Stop(1, canvas.light.haze, 0))
        canvas.rect(0, middle - half, WIDTH, 2 * half, fading(stops, (0, middle - half), (0, middle + half)))


def weather(canvas: Canvas) -> None:
    """What is between the place and who looks at it."""
    rng, light, found = canvas.rng, canvas.light, canvas.scenery.weather
    if "fog" in found:
        for _bank in range(5):
            x, y = rng.uniform(0, WIDTH), rng.uniform(128, 192)
            across = rng.uniform(60, 120)
            canvas.oval(x, y, across, 11, flat(light.haze, 0.10))
            canvas.oval(x + across * 0.2, y + 2, across * 0.7, 7, flat(light.haze, 0.10))
    if "rain" in found:
        for _drop in range(DROPS):
            x, y, long = rng.uniform(0, WIDTH + 20), rng.uniform(-6, HEIGHT), rng.uniform(6, 12)
            canvas.line(((x, y), (x - long * 0.32, y + long)), flat(light.snow, rng.uniform(0.18, 0.42)), 0.7)
    if "snow" in found:
        for _flake in range(FLAKES):
            size = rng.uniform(0.6, 1.7)
            canvas.oval(
                rng.uniform(0, WIDTH), rng.uniform(0, HEIGHT), size, size, flat("#ffffff", rng.uniform(0.5, 0.95))
            )
    elif "frost" in found:
        # Here and there a crystal.
        for _flake in range(FLAKES // 4):
            size = rng.uniform(0.4, 0.9)
            canvas.oval(
                rng.uniform(0, WIDTH), rng.uniform(20, HEIGHT), size, size, flat("#ffffff", rng.uniform(0.4, 0.8))
            )
