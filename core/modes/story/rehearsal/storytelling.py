"""Stories on the rehearsal voice: who is asked, and what they say and do."""

from __future__ import annotations

from random import Random
from typing import Any

from core.log.events.turn import ToolCall
from core.modes.story.rehearsal.bargains import Move, narrator_move, partner_move
from core.modes.story.rehearsal.companions import answered, asked
from core.modes.story.rehearsal.scribes import choices, sheet, summary
from core.modes.story.rehearsal.tellers import begins_talk, counted, narrated, teased
from core.modes.story.rehearsal.telling import Telling
from core.voices.base import Request
from core.voices.rehearsal.sayings import Sayer


def told(request: Request, random: Random) -> tuple[str, tuple[ToolCall, ...]]:
    """What whoever is asked says, and the tools they call; the text is empty where they first wait for the answers."""
    t = Telling.of(request)
    say = Sayer(t.language, random, " ".join(t.spoken()), {}, t.place_among)
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


def _narrator(t: Telling, say: Sayer, random: Random) -> tuple[str, tuple[ToolCall, ...]]:
    move: Move = narrator_move(t, say, random)
    if move.silent:
        return "", move.calls
    if move.what == "talk":
        figure = t.figure(t.intent.target)
        return begins_talk(say, figure.name if figure else "", figure.archetype if figure else ""), move.calls
    return narrated(t, say, move.what), move.calls


def noted(request: Request, random: Random) -> dict[str, Any] | None:
    """The answer to a question about a story, by rule; None for one that has none."""
    t = Telling.of(request)
    say = Sayer(t.language, random, " ".join(t.spoken()), {})
    match request.purpose:
        case "choices":
            return choices(t, say)
        case "summary":
            return summary(t, say)
        case "sheet":
            return sheet(t, say)
        case _:
            return None
