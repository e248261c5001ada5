"""The colours of the hours, the same in every theme: a picture is a picture."""

from __future__ import annotations

from dataclasses import dataclass, replace

from parley.core.modes.story.vignette.layers import blended
from parley.core.modes.story.vignette.scenery import Scenery


@dataclass(frozen=True, slots=True)
class Light:
    """What everything has for a colour in it: the sky from above to the horizon, ranges from far to near, and so on.
    `lamp` is the light of windows and lanterns."""

    sky: tuple[str, str, str]
    ranges: tuple[str, str, str]
    water: tuple[str, str]
    ground: tuple[str, str]
    wall: str
    shade: str
    roof: str
    leaf: str
    wood: str
    stone: str
    haze: str
    body: str
    snow: str
    lamp: str = "#ffd58a"


HOURS = {
    "night": Light(
        ("#151c33", "#2a3959", "#64718f"), ("#56648a", "#3b4968", "#28344f"), ("#55648a", "#1e2944"),
        ("#273148", "#161d2d"), "#333a50", "#262c40", "#151b2c", "#172230", "#2b2a35", "#414a63", "#93a0bd", "#f3e6c4",
        "#a9b6d2",
    ),
    "dusk": Light(
        ("#2f3d60", "#77708d", "#d9a585"), ("#8a86a2", "#5f6583", "#404a69"), ("#c3988a", "#46557a"),
        ("#3f455c", "#262c3d"), "#4f4a5c", "#3d3a4c", "#242a3c", "#27323c", "#3a333a", "#61647c", "#cdb6b0", "#f6e8c8",
        "#d6d7e4",
    ),
    "dawn": Light(
        ("#7c9bc6", "#d3b9ba", "#f8dfb9"), ("#b6b6c9", "#8a95ad", "#677b87"), ("#ecd2bf", "#7f9bb5"),
        ("#8b9674", "#5d6b54"), "#c3b39d", "#a3937f", "#70595a", "#566d53", "#6d5645", "#a09ea2", "#f3e8dd", "#fff3d0",
        "#f4f1f2", "#ffe2a8",
    ),
    "day": Light(
        ("#6faade", "#abd2ee", "#e6f1f4"), ("#a8bfd0", "#86a6a9", "#6c9474"), ("#b3d6e6", "#5b97bd"),
        ("#8fac6b", "#688a54"), "#ead9bc", "#cdb894", "#a8644f", "#578553", "#7a5d42", "#bdb8ad", "#f6f9f9", "#fff6d8",
        "#ffffff", "#fff0bf",
    ),
}  # fmt: skip
CLOUDED, OVERCAST = "#7d8694", 0.45
"""What falling rain and snow make of all colours of the sky."""


def light_of(scenery: Scenery) -> Light:
    """Return the colours of its hour, as its weather makes them."""
    light = HOURS[scenery.hour]
    if {"rain", "snow"} & set(scenery.weather):
        grey = blended(light.ranges[1], CLOUDED, 0.3)
        light = replace(light, sky=_blend_all(light.sky, grey, OVERCAST), ranges=_blend_all(light.ranges, grey, 0.25))
    if "fog" in scenery.weather:
        light = replace(
            light, sky=(light.sky[0], blended(light.sky[1], light.haze, 0.15), blended(light.sky[2], light.haze, 0.3)),
            ranges=_blend_all(light.ranges, light.haze, 0.2),
        )  # fmt: skip
    if {"snow", "frost"} & set(scenery.weather):
        part = 0.55 if "snow" in scenery.weather else 0.3
        light = replace(
            light, ground=(blended(light.ground[0], light.snow, part), blended(light.ground[1], light.snow, part / 2))
        )
    return light


def _blend_all(colours: tuple[str, str, str], other: str, part: float) -> tuple[str, str, str]:
    first, second, third = (blended(each, other, part) for each in colours)
    return first, second, third
