"""What the rehearsal voice says in a mode's runs besides written runs and a cast's repertoire."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any, NamedTuple, Protocol, cast

from parley.core.base.registry import Registry
from parley.core.base.sums import sum_all
from parley.core.cast.affinity import HIGHEST, LOWEST, START
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

    def answer_request(self, request: Request, random: Random) -> Answer | None:
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
    return spec.rehearsal() if spec.rehearsal else RehearsalPart()  # imports the mode's words once they are needed


_WORD = re.compile(r"\w+")


def answer_interview(request: Request) -> dict[str, Any] | None:
    """Return the answer to a scale or a choice by a rule; None for a question that wants words.

    A point of a scale of `points` is `1 + (points − 1) · (a − 0.10) / (0.95 − 0.10)`, rounded half up: `a` is the
    affinity to whoever the question names (the mean of several), else the mean affinity to all others; counted from the
    other end where the scale is reversed, and the middle, rounded up, where there are no relations. Of options, the one
    that names whoever the member gets on best with; else the first. Chance has no part in it.
    """
    affinities = {piece.member: float(piece.text) for piece in request.material if piece.id == "affinity"}
    if request.kind == "likert":
        return {"answer": _choose_scale_point(request, affinities)}
    if request.kind == "choice":
        return {"answer": _choose_option(request, affinities)}
    return None


def _list_material_texts(request: Request, piece: str) -> list[str]:
    return [each.text for each in request.material if each.id == piece]


def _choose_scale_point(request: Request, affinities: dict[str, float]) -> int:
    scale = int(_list_material_texts(request, "scale")[0])
    asked = set(_WORD.findall((_list_material_texts(request, "question") or [request.direction])[0].casefold()))
    names = request.perspective.config.names
    named = [one for one in affinities if one in names and not asked.isdisjoint(_extract_name_ends(names[one]))]
    known = [affinities[one] for one in named] or [*affinities.values()]
    part = 0.5 if not known else (sum_all(known) / len(known) - LOWEST) / (HIGHEST - LOWEST)
    points = abs(scale)  # a negative scale is a reversed one
    found = min(points, max(1, int(1 + (points - 1) * part + 0.5)))  # `round` takes halves to the even number
    return points + 1 - found if scale < 0 else found


def _extract_name_ends(name: str) -> set[str]:
    """Return the first and the last word of a name."""
    parts = [part.casefold() for part in _WORD.findall(name)]
    return {parts[0], parts[-1]} if parts else set()  # a question says one of them, seldom the whole name


def _choose_option(request: Request, affinities: dict[str, float]) -> str:
    options, names = _list_material_texts(request, "option"), request.perspective.config.names
    people = {
        option: one for option in options for one in affinities if option.casefold() == names.get(one, "").casefold()
    }
    return max(people, key=lambda option: affinities.get(people[option], START)) if people else options[0]
