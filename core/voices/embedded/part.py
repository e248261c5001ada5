"""How a very small model is led through a mode's runs: by itself as through a screenplay."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from core.log.modes import MODES
from core.perspective.perspective import Block
from core.voices.base import Request

Messages = list[tuple[str, str]]


class SmallModelPart:
    """What a mode shows such a model. `day`: its screenplay is of a day, and not of the minutes of a meeting.

    `spoken_to`: instead of a screenplay there is a short talk (`exchange`), whose lines have no cap.
    `led`: the rules say the sentence that answers what was said, and the model may add one.
    """

    day = False
    spoken_to = False
    led = True

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

    def exchange(self, request: Request, context: int) -> Messages:
        """The talk (role, text) in at most `context` tokens, the reply included; the last is the user's."""
        return [("user", self.direction(request))]

    def longest(self, request: Request) -> int:
        """Tokens of a line of the talk at most: what a small model says beyond goes astray."""
        return request.max_tokens

    def begun(self, request: Request) -> str:
        """How a line of the talk begins, whatever the model makes of it; empty: as it will."""
        return ""

    def kept(self, request: Request, line: str) -> str:
        """What of a line is said."""
        return line

    def unfit(self, request: Request) -> re.Pattern[str] | None:
        """What a line may not have, for it would tell what did not happen; None: anything may be said."""
        return None

    def unrepeated(self, request: Request) -> Sequence[str]:
        """What the talk has beside what was said, and nobody is to say again."""
        return ()


@cache
def part_of(mode: str) -> SmallModelPart:
    """How a small model is led through the runs of a mode."""
    spec = MODES[mode]
    return spec.small_model() if spec.small_model else SmallModelPart()
