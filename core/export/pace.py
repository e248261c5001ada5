"""How long a line stands while a run is played to somebody who reads or listens."""

from __future__ import annotations

FIRST, EACH = 0.9, 0.042
"""Seconds for a line at all, and for each of its characters: about 24 a second, as subtitles are read."""
LONGEST = 9.0
"""Seconds that a bubble stands at most."""


def seconds(text: str, longest: float = LONGEST) -> float:
    """Return how long a line is shown at the usual speed."""
    return min(FIRST + EACH * len(text), longest)
