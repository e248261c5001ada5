"""What grows and lies about: trees, reeds, stones, fires, graves, ways."""

from __future__ import annotations

from parley.core.modes.story.vignette.canvas import Canvas
from parley.core.modes.story.vignette.layers import HEIGHT, WIDTH, blended, fading, flat


def fir(canvas: Canvas, x: float, foot: float, high: float) -> None:
    """A fir, with snow on it where there is any."""
    light = canvas.light
    canvas.rect(x - high * 0.03, foot - high * 0.14, high * 0.06, high * 0.16, light.wood)
    for at in range(3):
        low, top, half = foot - high * (0.1 + 0.24 * at), foot - high * (0.5 + 0.25 * at), high * (0.26 - 0.06 * at)
        canvas.area(((x - half, low), (x, top), (x + half, low)), blended(light.leaf, light.ranges[2], 0.12 * at))
        if canvas.snowed:
            canvas.area(
                ((x - half * 0.5, (low + top) / 2), (x, top), (x + half * 0.5, (low + top) / 2)), flat(light.snow, 0.8)
            )


def tree(canvas: Canvas, x: float, foot: float, high: float, *, bare: bool = False) -> None:
    """A tree with leaves, or without."""
    light, rng = canvas.light, canvas.rng
    canvas.area(
        (
            (x - high * 0.05, foot),
            (x - high * 0.025, foot - high * 0.6),
            (x + high * 0.025, foot - high * 0.6),
            (x + high * 0.05, foot),
        ),
        light.wood,
    )
    if bare:
        for at in range(6):
            y, side = foot - high * (0.38 + 0.1 * at), -1 if at % 2 else 1
            reach = high * (0.3 - 0.03 * at)
            tip = (x + side * reach, y - reach * rng.uniform(0.5, 0.9))
            canvas.line(((x, y), (x + side * reach * 0.5, y - reach * 0.3), tip), light.wood, max(0.8, high * 0.018))
        return
    for dx, dy, size in ((0, 0.68, 0.27), (-0.17, 0.56, 0.2), (0.18, 0.58, 0.2), (0.02, 0.86, 0.18)):
        green = blended(light.leaf, light.ranges[2], rng.uniform(0, 0.3))
        canvas.oval(x + dx * high, foot - dy * high, size * high, size * high * 0.86, green)


def trees(canvas: Canvas, left: float, right: float, foot: float, high: float, count: int, kind: str = "") -> None:
    """So many of them between two places, the ones behind first."""
    rng = canvas.rng
    kind = kind or ("fir" if canvas.scenery.land == "mountains" or canvas.snowed else "tree")
    for y in sorted(rng.uniform(foot - 6, foot + 6) for _tree in range(count)):
        x, tall = rng.uniform(left, right), high * rng.uniform(0.7, 1.1)
        if kind == "fir":
            fir(canvas, x, y, tall)
        else:
            tree(canvas, x, y, tall, bare=kind == "bare")


def reeds(canvas: Canvas, left: float, right: float, foot: float, high: float = 22, count: int = 26) -> None:
    """Reeds at the water."""
    light, rng = canvas.light, canvas.rng
    for _reed in range(count):
        x, tall = rng.uniform(left, right), high * rng.uniform(0.5, 1.1)
        lean = rng.uniform(-3, 4)
        canvas.line(((x, foot + rng.uniform(-2, 4)), (x + lean, foot - tall)), light.leaf, 1.0)
        if rng.random() < 0.4:
            canvas.oval(x + lean, foot - tall - 2, 1.1, 3.2, light.wood)


def stones(canvas: Canvas, foot: float, count: int = 9) -> None:
    """Stones that lie on the ground."""
    light, rng = canvas.light, canvas.rng
    for _stone in range(count):
        x, size = rng.uniform(0, WIDTH), rng.uniform(2, 8)
        y = foot + rng.uniform(0, HEIGHT - foot)
        canvas.oval(x, y, size, size * 0.55, blended(light.stone, light.ground[1], 0.35))
        canvas.oval(x - size * 0.2, y - size * 0.16, size * 0.6, size * 0.24, flat(light.haze, 0.2))


def way(canvas: Canvas, top: float, to: float = 176.0) -> None:
    """A way that winds from the lower edge to the far land."""
    light = canvas.light
    path = blended(light.ground[0], light.haze, 0.28)
    left = ((96.0, HEIGHT), (150.0, 178.0), (140.0, 160.0), (to - 8, top + 6), (to, top))
    right = ((to + 3, top), (to - 2, top + 6), (164.0, 160.0), (196.0, 178.0), (186.0, HEIGHT))
    canvas.area((*left, *right), fading((path, blended(path, light.ranges[2], 0.5)), (0, HEIGHT), (0, top)))
