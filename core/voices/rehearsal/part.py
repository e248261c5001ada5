"""What the rehearsal voice says in a mode's runs besides written runs and a cast's repertoire."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, NamedTuple

from parley.core.log.authors import RULES
from parley.core.log.events.turn import Author, ToolCall
from parley.core.log.modes import MODES
from parley.core.voices.base import Request

Answer = dict[str, Any]


class Words(NamedTuple):
    """What a voice says, the tools that it calls with it, and who made the words."""

    text: str
    calls: tuple[ToolCall, ...] = ()
    author: Author = RULES


class RehearsalPart:
    """The written words of a mode. By itself a mode has none."""

    def line(self, request: Request, random: Random) -> Words | None:
        """Return what is written for a turn; None where nothing is: then the turn's move is shown."""
        return None

    def answer(self, request: Request, random: Random) -> Answer | None:
        """Return the answer to a question, by its purpose; None for one that there is no rule for."""
        return None


@cache
def part_of(mode: str) -> RehearsalPart:
    """Return what is written for the runs of a mode."""
    spec = MODES[mode]
    return spec.rehearsal() if spec.rehearsal else RehearsalPart()
