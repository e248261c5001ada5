"""What a mode is: a planner without private state."""

from __future__ import annotations

from typing import Protocol

from core.events import EndReason
from core.stage import Stage


class Mode(Protocol):
    """One kind of conversation. A mode keeps nothing between two steps: all it knows is `stage.state`."""

    async def step(self, stage: Stage) -> None:
        """Take the next turn, or end the run.

        Raises `TurnLost` where a turn failed and `FloorNeeded` where the director has to choose first.
        """
        ...

    async def finish(self, stage: Stage, reason: EndReason, detail: str) -> None:
        """Leave things behind and end the run, for a reason from outside the talk."""
        ...


class FloorNeeded(Exception):
    """Nobody can speak before the director says who."""
