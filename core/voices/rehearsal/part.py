"""What the rehearsal voice says in a mode's runs besides written runs and a cast's repertoire."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any, NamedTuple, Protocol, cast

from parley.core.base.registry import Registry
from parley.core.log.authors import RULES
from parley.core.log.events.turn import Author, ToolCall
from parley.core.log.modes import MODES as LOGGED
from parley.core.log.modes import LoggedMode
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


class RehearsedMode(LoggedMode, Protocol):
    """A mode that the rehearsal voice may have written words for."""

    @property
    def rehearsal(self) -> Callable[[], RehearsalPart] | None: ...


MODES = cast("Registry[RehearsedMode]", LOGGED)
"""All modes: the registry takes in none that is not a whole `ModeSpec`."""


@cache
def part_of(mode: str) -> RehearsalPart:
    """Return what is written for the runs of a mode."""
    spec = MODES[mode]
    return spec.rehearsal() if spec.rehearsal else RehearsalPart()
