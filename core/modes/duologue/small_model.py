"""A duologue on a very small model."""

from __future__ import annotations

from parley.core.voices.base import Request
from parley.core.voices.embedded.part import SmallModelPart


class DuologuePart(SmallModelPart):
    """A duologue cuts its history to the voice's size itself, and every word in it is the model's: it is measured."""

    led = False

    def fitted(self, request: Request) -> bool:
        return request.purpose in {"turn", "summary"}


PART = DuologuePart()
