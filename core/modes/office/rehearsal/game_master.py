"""What the rehearsal voice answers as game master: which scene, in which order, and whether it is over."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from core.base.line import clean
from core.modes.office.rehearsal.phrases import office
from core.modes.office.rehearsal.slots import scene_of
from core.voices.base import Request

OTHERWISE = 0.15
"""Chance that another scene than the best is taken."""

OVER = 0.4
MOST_LINES = 6

_THOUGHT = re.compile(r"\[([^\[\]]*)\]")


def woven(request: Request) -> dict[str, Any]:
    """The members' own chunks in an order that reads well: in turn, beginning with the host or the first."""
    chunks: dict[str, list[str]] = {}
    thoughts: dict[str, str] = {}
    for piece in request.material:
        member = piece.member or piece.id
        chunks[member] = [said for line in piece.text.splitlines() if (said := clean(line).text)]
        thoughts[member] = next((found.strip() for found in _THOUGHT.findall(piece.text) if found.strip()), "")
    speakers = [member for member, said in chunks.items() if said]
    host = scene_of(request).host if request.scene else ""
    if host in speakers:
        speakers = [host, *(one for one in speakers if one != host)]
    most = max(_most(request), len(speakers))
    lines: list[dict[str, str]] = []
    for number in range(max((len(said) for said in chunks.values()), default=0)):
        for member in speakers:
            if number < len(chunks[member]) and len(lines) < most:
                thought = thoughts.pop(member, "") if number == len(chunks[member]) - 1 or number == 0 else ""
                lines.append({"speaker": member, "says": chunks[member][number], "thinks": thought})
    return {"lines": _apart(lines)}


def _apart(lines: list[dict[str, str]]) -> list[dict[str, str]]:
    """The same lines, nobody twice in a row where that can be had by a swap."""
    for at in range(1, len(lines) - 1):
        if lines[at]["speaker"] == lines[at - 1]["speaker"] != lines[at + 1]["speaker"]:
            lines[at], lines[at + 1] = lines[at + 1], lines[at]
    return lines


def _most(request: Request) -> int:
    schema: Any = request.schema or {}
    return int(schema.get("properties", {}).get("lines", {}).get("maxItems", MOST_LINES))


def choice(request: Request, random: Random) -> dict[str, Any]:
    """The best candidate, now and then the second."""
    other = len(request.material) > 1 and random.random() < OTHERWISE
    piece = request.material[int(other)] if request.material else None
    number = int(piece.id) if piece is not None and piece.id.isdigit() else int(other)
    pool = office().pools["choice.other" if other else "choice.first"]
    return {"choice": number, "reason": pool[0].text(request.perspective.config.language)}


def closing(request: Request, random: Random) -> dict[str, Any]:
    """Whether the scene is over: not with a question open, else by chance."""
    said = request.material[-1].text if request.material else ""
    over = not said.rstrip().endswith("?") and random.random() < OVER
    pool = office().pools["choice.over" if over else "choice.goes_on"]
    return {"over": over, "reason": pool[0].text(request.perspective.config.language)}
