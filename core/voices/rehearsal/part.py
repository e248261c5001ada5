"""What the rehearsal voice does in a mode's runs: by itself it improvises, a mode may have more of its own."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from parley.core.log.events.turn import CallAnswered, ToolCall
from parley.core.log.modes import MODES
from parley.core.voices.base import Request
from parley.core.voices.rehearsal.answers import chosen, distilled, recapped
from parley.core.voices.rehearsal.improviser import WITNESSED, Improviser
from parley.core.voices.rehearsal.instance import improvised
from parley.core.voices.rehearsal.interview import interviewed
from parley.core.voices.rehearsal.persona import Persona

Answer = dict[str, Any]
ANSWERS = {"distillation": distilled, "selection": chosen, "summary": recapped, "interview": interviewed}


class RehearsalPart:
    """How turns are improvised and questions answered. A mode with phrases of its own says here what is otherwise."""

    def lately(self, request: Request) -> int:
        """How many of the last witnessed blocks are looked at; 0: all."""
        return 0 if request.purpose in {"distillation", "summary"} else WITNESSED

    def whole(self, request: Request) -> bool:
        """Whether a line goes by all that was witnessed, and not by the last blocks alone."""
        return self.lately(request) == WITNESSED and len(request.perspective.witnessed(WITNESSED + 1)) > WITNESSED

    def calls(self, request: Request) -> tuple[CallAnswered, ...]:
        """The tool calls of the turn in flight that were answered."""
        return ()

    def line(
        self, request: Request, persona: Persona, random: Random, warmth: float
    ) -> tuple[str, tuple[ToolCall, ...]]:
        """What is said, and the tools that are called; the text is empty where the answers are waited for."""
        return Improviser(request, persona, random, warmth).line(), ()

    def answer(self, request: Request, random: Random) -> Answer | None:
        """The answer to a question, by its purpose; None for one that there is no rule for."""
        answer = ANSWERS.get(request.purpose)
        return answer(request, random) if answer else None

    def improvised(self, request: Request, persona: Persona, random: Random, warmth: float) -> Any:
        """The answer to a question without a rule: what the material has of a field's name, else an improvised line."""
        known = {piece.id: piece.text for piece in request.material}

        def say(name: str) -> str:
            return known.get(name) or Improviser(request, persona, random, warmth).line()

        return improvised(request.schema or {}, say, random)


@cache
def part_of(mode: str) -> RehearsalPart:
    """What is done in the runs of a mode."""
    spec = MODES[mode]
    return spec.rehearsal() if spec.rehearsal else RehearsalPart()
