"""What the hour of the office's clock does to the light: colours, lamps, the sun's direction. No Qt."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import lru_cache

Key = tuple[float, str]
AMBIENT: tuple[Key, ...] = (
    (0.0, "#262b3d"), (5.0, "#262b3d"), (6.5, "#c9d2e6"), (9.33, "#f0f3f9"), (13.0, "#fbfaf6"), (17.5, "#e8c9a6"),
    (19.5, "#31374c"), (24.0, "#262b3d"),
)  # fmt: skip
"""The light within the house by hour; it multiplies what is painted."""
OUTSIDE: tuple[Key, ...] = (
    (0.0, "#1c2130"), (5.0, "#1c2130"), (6.5, "#d0d6e2"), (9.33, "#f7f6f4"), (13.0, "#fdfcf8"), (17.5, "#edd3b2"),
    (19.5, "#232838"), (24.0, "#1c2130"),
)  # fmt: skip
"""The light of the yard by hour."""
DUSK = (17.0, 19.4)
DAWN = (5.0, 7.0)
"""Hours between which lamps come on, and go off."""
DAY = "11:00"
"""The hour that is painted where its own light is not wanted."""
NOON = 13.0
"""The hour at which the sun stands in the south."""
UNDATED = {False: 10.5, True: 20.0}
"""The hour that is painted where there is no clock: by whether the theme is dark."""


DARKENED = 0.72
"""How much of the light by day is that of an evening, where the theme is dark."""


@dataclass(frozen=True, slots=True)
class Ambience:
    """The light at an hour (0 to 24). Colours are #rrggbb.

    `night` is 0 by day and 1 where only lamps give light. `shadow` is how far a shadow reaches to the east, in heights
    of what throws it (negative: to the west); `sun` is how strongly it comes through windows, 0 to 1.
    """

    hour: float
    ambient: str
    outside: str
    night: float
    shadow: float
    sun: float

    def between(self, day: str, night: str) -> str:
        """Return a colour that differs by day and by night, as it is now."""
        return mix_colours(day, night, self.night)


def get_hour_of(clock: str) -> float | None:
    """Return the hour of "19:30" as a number; None for what is no clock."""
    hours, _, minutes = clock.partition(":")
    if not (hours.isdecimal() and minutes.isdecimal() and int(hours) < 24 and int(minutes) < 60):
        return None
    return int(hours) + int(minutes) / 60


@lru_cache(maxsize=64)
def get_light(clock: str, dark: bool = False) -> Ambience:
    """Return the light at an hour of the office's clock; without one a quiet light that suits the theme.

    A dark theme has a dark plan by day, too: the sun still comes through the windows, but the lamps are on.
    """
    hour = get_hour_of(clock)
    hour = UNDATED[dark] if hour is None else hour
    late = max(_compute_progress(hour, *DUSK), 1.0 - _compute_progress(hour, *DAWN))
    night = max(late, DARKENED) if dark else late  # never quite night by day: the sun would be gone
    evening = DARKENED * (1.0 - late) if dark else 0.0
    # Below the horizon there is no shadow; in between it is 2.6 heights at 09:20 and 0.6 at noon.
    low = min(abs(hour - NOON) / (NOON - 9.33), 1.3)
    length = 0.6 + 2.0 * low
    return Ambience(
        hour=hour,
        ambient=mix_colours(_interpolate_colour(AMBIENT, hour), _interpolate_colour(AMBIENT, UNDATED[True]), evening),
        outside=mix_colours(_interpolate_colour(OUTSIDE, hour), _interpolate_colour(OUTSIDE, UNDATED[True]), evening),
        night=night,
        shadow=-length if hour < NOON else length,
        sun=(1.0 - late) * min(1.0, low),
    )


def _compute_progress(hour: float, begin: float, end: float) -> float:
    """Return 0 before, 1 after, and in between how far it is."""
    return min(max((hour - begin) / (end - begin), 0.0), 1.0)


def _interpolate_colour(keys: tuple[Key, ...], hour: float) -> str:
    for (before, one), (after, other) in itertools.pairwise(keys):
        if hour <= after:
            return mix_colours(one, other, _compute_progress(hour, before, after))
    return keys[-1][1]


@lru_cache(maxsize=512)
def mix_colours(one: str, other: str, part: float) -> str:
    """Return a colour between two, mixed in OKLab (Ottosson 2020), so that it is evenly far from both to the eye."""
    if part <= 0.0 or part >= 1.0:
        return other if part >= 1.0 else one
    a, b = _convert_to_oklab(one), _convert_to_oklab(other)
    return _convert_to_hex(tuple(x + (y - x) * part for x, y in zip(a, b, strict=True)))


def _convert_to_oklab(colour: str) -> tuple[float, ...]:
    linear = []
    for at in (1, 3, 5):
        value = int(colour[at : at + 2], 16) / 255
        linear.append(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)  # sRGB's curve, undone
    r, g, b = linear
    cone = (
        (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3),
        (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3),
        (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3),
    )
    return (
        0.2104542553 * cone[0] + 0.7936177850 * cone[1] - 0.0040720468 * cone[2],
        1.9779984951 * cone[0] - 2.4285922050 * cone[1] + 0.4505937099 * cone[2],
        0.0259040371 * cone[0] + 0.7827717662 * cone[1] - 0.8086757660 * cone[2],
    )


def _convert_to_hex(lab: tuple[float, ...]) -> str:
    light, a, b = lab
    one = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    two = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    three = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    found = "#"
    for value in (
        4.0767416621 * one - 3.3077115913 * two + 0.2309699292 * three,
        -1.2684380046 * one + 2.6097574011 * two - 0.3413193965 * three,
        -0.0041960863 * one - 0.7034186147 * two + 1.7076147010 * three,
    ):
        value = min(max(value, 0.0), 1.0)  # between two colours may lie one that sRGB does not have
        value = value * 12.92 if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055
        found += f"{round(255 * value):02x}"
    return found
