"""Stories on the rehearsal voice: who is asked, and what they say and do."""

from __future__ import annotations

from random import Random

from core.log.events.turn import CallAnswered, ToolCall
from core.modes.story.rehearsal.context import LATELY, answered_calls
from core.modes.story.rehearsal.tellers import Companion, Scribe, Teller
from core.voices.base import Request
from core.voices.rehearsal.part import Answer, RehearsalPart
from core.voices.rehearsal.persona import Persona

FORMS = {"choices": Scribe.choices, "summary": Scribe.summary, "sheet": Scribe.sheet}


class StoryPart(RehearsalPart):
    """Who is asked decides what is said: the three who tell the story, or one of its people."""

    def lately(self, request: Request) -> int:
        return LATELY

    def calls(self, request: Request) -> tuple[CallAnswered, ...]:
        return answered_calls(request)

    def line(
        self, request: Request, persona: Persona, random: Random, warmth: float
    ) -> tuple[str, tuple[ToolCall, ...]]:
        me = request.perspective.me.id
        if me not in {"narrator", "keeper", "jester"} or request.kind == "question":
            companion = Companion(request, random)
            if request.kind == "question":
                return companion.asked(), ()
            move = companion.move("partner_move")
            return ("" if move.silent else companion.answered(move.what)), move.calls
        teller = Teller(request, random)
        if me != "narrator":
            return (teller.counted() if me == "keeper" else teller.teased()), ()
        move = teller.move("narrator_move")
        if move.what == "talk" and not move.silent:
            return "".join(teller.told("approach")), move.calls
        return ("" if move.silent else teller.narrated(move.what)), move.calls

    def answer(self, request: Request, random: Random) -> Answer | None:
        form = FORMS.get(request.purpose)
        return form(Scribe(request, random)) if form else super().answer(request, random)


PART = StoryPart()
