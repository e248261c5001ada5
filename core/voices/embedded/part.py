"""How a very small model is led through a mode's runs: by itself as through a screenplay."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from parley.core.log.modes import MODES
from parley.core.perspective.perspective import Block
from parley.core.voices.base import Request


class SmallModelPart:
    """What a mode shows such a model. `day`: its screenplay is of a day, and not of the minutes of a meeting."""

    day = False

    def direction(self, request: Request) -> str:
        """The direction as a screenplay has it: what happens, not what somebody is asked to do."""
        return request.direction

    def subject(self, request: Request) -> str:
        """What the talk is about now: what the director put in last, else the run's topic."""
        for block in reversed(request.perspective.witnessed(40)):
            if not block.speaker and block.seq >= 0:
                return block.said
        return request.perspective.config.topic

    def shown(self, request: Request) -> Sequence[Block]:
        """What is shown of what was witnessed: a small model repeats what it reads, and the more so the longer."""
        return request.perspective.witnessed()

    def fitted(self, request: Request) -> bool:
        """Whether the run has cut the history to this voice's size, by what its server counted: it is sent whole."""
        return False


@cache
def part_of(mode: str) -> SmallModelPart:
    """How a small model is led through the runs of a mode."""
    spec = MODES[mode]
    return spec.small_model() if spec.small_model else SmallModelPart()
