"""Stories on the rehearsal voice: who is asked, and what they say and do."""

from __future__ import annotations

from random import Random

from core.log.events.turn import CallAnswered, ToolCall
from core.modes.story.rehearsal.bargains import Move, narrator_move, partner_move
from core.modes.story.rehearsal.companions import answered, asked
from core.modes.story.rehearsal.context import LATELY, StoryContext, answered_calls
from core.modes.story.rehearsal.phrases import PhrasePicker
from core.modes.story.rehearsal.scribes import choices, sheet, summary
from core.modes.story.rehearsal.tellers import begins_talk, counted, narrated, teased
from core.voices.base import Request
from core.voices.rehearsal.part import Answer, RehearsalPart
from core.voices.rehearsal.persona import Persona


class StoryPart(RehearsalPart):
    """Who is asked decides what is said: the three who tell the story, or one of its people."""

    def lately(self, request: Request) -> int:
        return LATELY

    def calls(self, request: Request) -> tuple[CallAnswered, ...]:
        return answered_calls(request)

    def line(
        self, request: Request, persona: Persona, random: Random, warmth: float
    ) -> tuple[str, tuple[ToolCall, ...]]:
        t = StoryContext(request)
        say = PhrasePicker(t.language, random, " ".join(t.spoken()), {}, t.place_among)
        if request.kind == "question":
            return asked(t, say), ()
        match t.me:
            case "narrator":
                return _narrator(t, say, random)
            case "keeper":
                return counted(t, say), ()
            case "jester":
                return teased(t, say), ()
            case _:
                move = partner_move(t, random)
                return ("" if move.silent else answered(t, say, move)), move.calls

    def answer(self, request: Request, random: Random) -> Answer | None:
        forms = {"choices": choices, "summary": summary, "sheet": sheet}
        if request.purpose not in forms:
            return super().answer(request, random)
        t = StoryContext(request)
        return forms[request.purpose](t, PhrasePicker(t.language, random, " ".join(t.spoken()), {}))


def _narrator(t: StoryContext, say: PhrasePicker, random: Random) -> tuple[str, tuple[ToolCall, ...]]:
    move: Move = narrator_move(t, say, random)
    if move.silent:
        return "", move.calls
    if move.what == "talk":
        figure = t.figure(t.intent.target)
        return begins_talk(say, figure.name if figure else "", figure.archetype if figure else ""), move.calls
    return narrated(t, say, move.what), move.calls


PART = StoryPart()
