"""Members' colours on light and on dark paper: one palette for the window and every export."""

from __future__ import annotations

import colorsys
from collections.abc import Sequence

PALETTE: dict[str, tuple[str, str]] = {
    "rust": ("#c2410c", "#fb923e"),
    "blue": ("#143eff", "#798eff"),
    "green": ("#0b7f2e", "#52e490"),
    "purple": ("#9029bd", "#e564e5"),
    "amber": ("#b35009", "#fccd5c"),
    "teal": ("#007b76", "#29ddd7"),
    "pink": ("#9f0045", "#ed7096"),
    "indigo": ("#3733cb", "#a29fff"),
    "olive": ("#657237", "#c3e853"),
    "cyan": ("#0f7794", "#5ed5f0"),
    "brown": ("#7d4a2d", "#d8a582"),
    "slate": ("#475569", "#aab9cd"),
}
"""Palette name -> colour on light, colour on dark.

Each has a contrast of at least 4.5 to its surface, to what is chosen there and to the letter on it. Neighbours differ
by at least 20 (CIEDE2000), to eyes without one kind of cones, too.
"""

DIRECTOR = ("#62666f", "#a6abb6")
OF_DIRECTOR = "director"
"""The name that stands for these two: the director, and whoever else is not of the cast."""


def get_tones(colour: str) -> tuple[str, str]:
    """Return the two colours of a palette name or of a #hex, which is darkened or lightened until it can be read."""
    if colour == OF_DIRECTOR:
        return DIRECTOR
    if colour in PALETTE or not colour:
        return PALETTE[colour or "slate"]
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))  # only the lightness will change
    hue, lightness, saturation = colorsys.rgb_to_hls(red, green, blue)
    return _format_hex_colour(hue, min(lightness, 0.40), saturation), _format_hex_colour(
        hue, max(lightness, 0.68), saturation
    )


def fill_gaps(colours: Sequence[str]) -> tuple[str, ...]:
    """Return these colours, where one is empty the next of the palette that is free; when none is, all over again."""
    free = [colour for colour in PALETTE if colour not in colours] or list(PALETTE)  # more members than colours
    found: list[str] = []
    for colour in colours:
        if not colour:
            colour = free.pop(0) if free else list(PALETTE)[len(found) % len(PALETTE)]
        found.append(colour)
    return tuple(found)


def _format_hex_colour(hue: float, lightness: float, saturation: float) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in colorsys.hls_to_rgb(hue, lightness, saturation))
