"""What a rehearsal shows where nobody wrote a line: what the turn does, as a stage direction."""

from __future__ import annotations

from random import Random

from parley.core.log.events.turn import Move
from parley.core.perspective.move_text import phrase_move
from parley.core.voices.base import Request

UNDRAWN = Move(act="inform")
"""What is shown of a turn for which no move was drawn."""


def stage(request: Request) -> str:
    """Return the stage direction of a turn, in parentheses: "(Boss asks Analyst for a number on …)".

    It is a function of the move and of the request's seed.
    """
    view, move = request.perspective, request.move or UNDRAWN
    config = view.config
    to = config.names.get(move.to, "")
    told = phrase_move(
        move, "staged", config.language, Random(request.chance).random(), me=view.me.name, to=to,
        topic=request.topic, about=request.about,
    )  # fmt: skip
    return f"({told})"
