"""Scenes of the office on the rehearsal voice: lines of the office's own phrases, and the game master's answers."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from core.log.events.turn import ToolCall
from core.modes.office.rehearsal.answers import choice, closing, insights, woven
from core.modes.office.rehearsal.minutes import Minutes
from core.modes.office.rehearsal.scenes import LATELY, SceneSpeaker
from core.modes.office.rehearsal.translating import translated
from core.voices.base import Request
from core.voices.rehearsal.part import Answer, RehearsalPart
from core.voices.rehearsal.persona import Persona

ANSWERS: dict[str, Callable[[Request, Random], Answer | None]] = {
    "scene": choice,
    "weave": woven,
    "closing": closing,
    "aftermath": lambda request, random: Minutes(request, random).whole() if request.scene else None,
    "reflection": insights,
    "translation": lambda request, _random: translated(request),
}


class OfficePart(RehearsalPart):
    """What is said in a scene, and what is asked about scenes."""

    def lately(self, request: Request) -> int:
        return LATELY if request.scene is not None else super().lately(request)

    def line(
        self, request: Request, persona: Persona, random: Random, warmth: float
    ) -> tuple[str, tuple[ToolCall, ...]]:
        if request.scene is None:
            return super().line(request, persona, random, warmth)
        speaker = SceneSpeaker(request, persona, random)
        return (speaker.contribution() if request.beat else speaker.line()), ()

    def answer(self, request: Request, random: Random) -> Answer | None:
        return ANSWERS.get(request.purpose, super().answer)(request, random)


PART = OfficePart()
