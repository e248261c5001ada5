"""A roundtable on a very small model: its directions are told by the kind of turn and the mood."""

from __future__ import annotations

from core.voices.base import Request
from core.voices.embedded.part import SmallModelPart
from core.voices.embedded.screenplay import words

MOOD = 0.2
"""From here on a mood is tense or friendly."""


class RoundtablePart(SmallModelPart):
    """What is remembered is left out of a direction: a small model would recite it."""

    def direction(self, request: Request) -> str:
        view = request.perspective
        if not request.direction:
            return ""
        last = next((block.name for block in reversed(view.witnessed(8)) if block.speaker), "")
        kind: str = request.kind
        if kind not in {"opening", "closing"}:
            kind = "tense" if request.mood <= -MOOD else "friendly" if request.mood >= MOOD else "neutral"
            kind = kind if last else "begin"
        name = view.config.format.name.text(view.config.language)
        pattern: str = words(view.config.language)[kind]
        return pattern.format(name=view.me.name, last=last, format=name.lower())


PART = RoundtablePart()
