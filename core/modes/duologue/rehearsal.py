"""A duologue on the rehearsal voice: nobody thinks of a name for themselves."""

from __future__ import annotations

from random import Random

from parley.core.voices.base import Request
from parley.core.voices.rehearsal.instance import smallest
from parley.core.voices.rehearsal.part import Answer, RehearsalPart


class DuologuePart(RehearsalPart):
    """What is asked beside the turns is answered with as little as its form takes."""

    def answer(self, request: Request, random: Random) -> Answer | None:
        answer = super().answer(request, random)
        return smallest(request.schema or {}) if answer is None else answer


PART = DuologuePart()
