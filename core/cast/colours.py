"""Members' colours on light and on dark paper: one palette for the window and every export."""

from __future__ import annotations

import colorsys
from collections.abc import Sequence

PALETTE: dict[str, tuple[str, str]] = {
    "rust": ("#c2410c", "#fb923c"),
    "blue": ("#1d4ed8", "#7aa2ff"),
    "green": ("#15803d", "#5bd98a"),
    "purple": ("#a21caf", "#e588f2"),
    "amber": ("#b45309", "#fbc24b"),
    "teal": ("#0f766e", "#4fd1c5"),
    "pink": ("#be185d", "#f687b3"),
    "indigo": ("#4338ca", "#a5a3ff"),
    "olive": ("#4d7c0f", "#b5e052"),
    "cyan": ("#0e7490", "#5fd4ee"),
    "brown": ("#7c4a2d", "#d6a583"),
    "slate": ("#475569", "#a9b8cc"),
}
"""Palette name -> colour on light, colour on dark; each has a contrast of at least 4.5 to its surface."""

DIRECTOR = ("#62666f", "#a6abb6")
OF_DIRECTOR = "director"
"""Goes for these two: whoever is nobody of the cast."""


def both(colour: str) -> tuple[str, str]:
    """The two colours of a palette name or of a #hex, which is darkened or lightened until it can be read."""
    if colour == OF_DIRECTOR:
        return DIRECTOR
    if colour in PALETTE or not colour:
        return PALETTE[colour or "slate"]
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    hue, lightness, saturation = colorsys.rgb_to_hls(red, green, blue)
    return _hex(hue, min(lightness, 0.40), saturation), _hex(hue, max(lightness, 0.68), saturation)


def completed(colours: Sequence[str]) -> tuple[str, ...]:
    """These colours, where one is empty the next of the palette that is free; when none is, all over again."""
    free = [colour for colour in PALETTE if colour not in colours] or list(PALETTE)
    found: list[str] = []
    for colour in colours:
        if not colour:
            colour = free.pop(0) if free else list(PALETTE)[len(found) % len(PALETTE)]
        found.append(colour)
    return tuple(found)


def _hex(hue: float, lightness: float, saturation: float) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in colorsys.hls_to_rgb(hue, lightness, saturation))
