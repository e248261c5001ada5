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
        return mixed(day, night, self.night)


def hour_of(clock: str) -> float | None:
    """Return the hour of "19:30" as a number; None for what is no clock."""
    hours, _, minutes = clock.partition(":")
    if not (hours.isdecimal() and minutes.isdecimal() and int(hours) < 24 and int(minutes) < 60):
        return None
    return int(hours) + int(minutes) / 60


@lru_cache(maxsize=64)
def ambience(clock: str, dark: bool = False) -> Ambience:
    """Return the light at an hour of the office's clock; without one a quiet light that suits the theme."""
    hour = hour_of(clock)
    hour = UNDATED[dark] if hour is None else hour
    night = max(_compute_progress(hour, *DUSK), 1.0 - _compute_progress(hour, *DAWN))
    # Below the horizon there is no shadow; in between it is 2.6 heights at 09:20 and 0.6 at noon.
    low = min(abs(hour - NOON) / (NOON - 9.33), 1.3)
    length = 0.6 + 2.0 * low
    return Ambience(
        hour=hour,
        ambient=_interpolate_colour(AMBIENT, hour),
        outside=_interpolate_colour(OUTSIDE, hour),
        night=night,
        shadow=-length if hour < NOON else length,
        sun=(1.0 - night) * min(1.0, low),
    )


def _compute_progress(hour: float, begin: float, end: float) -> float:
    """0 before, 1 after, and how far between."""
    return min(max((hour - begin) / (end - begin), 0.0), 1.0)


def _interpolate_colour(keys: tuple[Key, ...], hour: float) -> str:
    for (before, one), (after, other) in itertools.pairwise(keys):
        if hour <= after:
            return mixed(one, other, _compute_progress(hour, before, after))
    return keys[-1][1]


@lru_cache(maxsize=512)
def mixed(one: str, other: str, part: float) -> str:
    """Return a colour between two."""
    if part <= 0.0 or part >= 1.0:
        return other if part >= 1.0 else one
    pairs = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)
