"""A roundtable on a very small model: its directions are told by the kind of turn."""

from __future__ import annotations

from parley.core.voices.base import Request
from parley.core.voices.embedded.part import SmallModelPart
from parley.core.voices.embedded.screenplay import words


class RoundtablePart(SmallModelPart):
    """It is told how a talk begins and ends, and no more: of whom to turn to it makes a "you" and leaves the topic.

    What is remembered is left out of a direction: a small model would recite it.
    """

    def direction(self, request: Request) -> str:
        view = request.perspective
        kind: str = request.kind
        if kind not in {"opening", "closing"}:
            if any(block.speaker for block in view.witnessed(8)):
                return ""
            kind = "begin"
        name = view.config.format.name.text(view.config.language)
        pattern: str = words(view.config.language)[kind]
        return pattern.format(name=view.me.name, format=name.lower())


PART = RoundtablePart()
