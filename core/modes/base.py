"""What a mode is: a planner without private state."""

from __future__ import annotations

from typing import Protocol

from core.stage import Stage


class Mode(Protocol):
    """One kind of conversation. A mode keeps nothing between two steps: all it knows is `stage.state`."""

    async def step(self, stage: Stage) -> None:
        """Take the next turn, or end the run.

        Raises `TurnLost` where a turn failed and `FloorNeeded` where the director has to choose first.
        """
        ...


class FloorNeeded(Exception):
    """Nobody can speak before the director says who."""
