"""What somebody does while they speak, as a small motion of theirs."""

from __future__ import annotations

import math
from dataclasses import dataclass

from parley.desktop.floor_plan.figures import FloorFigure

LASTS = 900.0
"""Milliseconds that a gesture takes."""
FAR = 5.0
"""Pixels that somebody moves at most."""
RISING = ("raise", "stand", "rise", "jump", "lift", "throw", "hebt", "heben", "steht auf", "springt", "wirft", "reckt")
SHAKING = ("shake", "tap", "drum", "turn", "spin", "schüttel", "tippt", "trommel", "dreht", "wippt", "rub", "reibt")
NODDING = ("nod", "bow", "lean", "yawn", "sigh", "nickt", "beugt", "lehnt", "gähnt", "seufzt")


@dataclass(slots=True)
class Gesture:
    """A member's motion about their place. `way` is where it goes, a direction of length 1; `times`, how often."""

    member: str
    way: tuple[float, float]
    times: float = 1.0
    elapsed: float = 0.0

    def advance(self, ms: float) -> bool:
        """It goes on for `ms`; whether it is not over."""
        self.elapsed += ms
        return self.elapsed < LASTS

    def offset(self) -> tuple[float, float]:
        """Pixels from the member's place now."""
        part = min(1.0, self.elapsed / LASTS)
        # There and back, the last time as far as the first, ending where it began.
        swing = FAR * math.sin(math.pi * part) * abs(math.sin(math.pi * self.times * part))
        if self.times > 2:
            swing = 0.6 * FAR * math.sin(math.pi * part) * math.sin(math.tau * self.times / 2 * part)
        return self.way[0] * swing, self.way[1] * swing


def gesture_of(figure: FloorFigure) -> Gesture | None:
    """The motion of what the speaker does: up, down, to and fro, or toward the middle of the room."""
    acts = " ".join(figure.acts).casefold()
    place = next((place for place in figure.places if place.member.id == figure.speaker), None)
    if not acts or place is None or figure.plan is None:
        return None
    if any(word in acts for word in RISING):
        return Gesture(figure.speaker, (0.0, -1.0), 1.0)
    if any(word in acts for word in SHAKING):
        return Gesture(figure.speaker, (1.0, 0.0), 6.0)
    if any(word in acts for word in NODDING):
        return Gesture(figure.speaker, (0.0, 1.0), 2.0)
    middle = figure.plan.room_for(place.room).middle
    dx, dy = middle[0] - place.x, middle[1] - place.y
    away = math.hypot(dx, dy) or 1.0
    return Gesture(figure.speaker, (dx / away, dy / away), 1.0)
