"""What a duologue plays, as it stands in its log."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from parley.core.base.definition import Definition
from parley.core.log.config import MOST_CONTEXT
from parley.core.modes.duologue.awareness import Awareness
from parley.core.modes.duologue.topology import Router


class Side(Definition):
    """What one side of a duologue is told: its awareness, and `system`, a prompt of its own behind that."""

    awareness: Awareness
    system: str = ""


class Stop(Definition):
    """Where a duologue stops or pauses: at a convergence of at least `threshold` in [0, 1], from turn `after` on."""

    threshold: float = Field(ge=0, le=1)
    calculator: Literal["classic", "parley"] = "parley"
    profile: Literal["balanced", "structural", "semantic", "strict"] = "balanced"
    action: Literal["stop", "pause"] = "stop"
    after: int = Field(4, ge=1, le=10_000_000)


class DuologueConfig(Definition):
    """What a duologue plays: what all are sent first, the topology, and each side by its member's id.

    `choose_names`: each says first what they want to be called. `context` bounds what a side is sent, in tokens (0: as
    much as its voice takes); `when_full` says whether what is cut off then is only dropped, or summed up first by the
    side's own voice.

    `framed`: besides its awareness each side is told to say its own message only, in the run's language, and in words
    how warm; so did earlier programs. Else nothing is told that nobody asked for: a bound of length where one was
    set, and a temperature in words where one was asked for (`warm`, or by the member's own voice).
    """

    opening: str
    router: Router = Router()
    sides: dict[str, Side] = {}
    choose_names: bool = False
    stop: Stop | None = None
    context: int = Field(0, ge=0, le=MOST_CONTEXT)
    when_full: Literal["drop", "summarise"] = "drop"
    framed: bool = Field(True, exclude_if=bool)
    warm: bool = Field(False, exclude_if=lambda warm: not warm)
