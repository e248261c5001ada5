"""Scenes of the office on the rehearsal voice: lines of the office's own phrases, and the game master's answers."""

from __future__ import annotations

from random import Random

from core.log.events.turn import ToolCall
from core.modes.office.config import OfficeConfig
from core.modes.office.rehearsal.answers import choice, closing, insights, woven
from core.modes.office.rehearsal.minutes import minutes
from core.modes.office.rehearsal.scenes import LATELY, SceneSpeaker
from core.modes.office.rehearsal.slots import scene_of
from core.modes.office.rehearsal.translating import translated
from core.voices.base import Request
from core.voices.rehearsal.part import Answer, RehearsalPart
from core.voices.rehearsal.persona import Persona


class OfficePart(RehearsalPart):
    """What is said in a scene, and what is asked about scenes."""

    def lately(self, request: Request) -> int:
        return LATELY if request.scene is not None else super().lately(request)

    def line(
        self, request: Request, persona: Persona, random: Random, warmth: float
    ) -> tuple[str, tuple[ToolCall, ...]]:
        if request.scene is None:
            return super().line(request, persona, random, warmth)
        speaker = SceneSpeaker.of(request, persona, random)
        return (speaker.contribution() if request.beat else speaker.line()), ()

    def answer(self, request: Request, random: Random) -> Answer | None:
        match request.purpose:
            case "scene":
                return choice(request, random)
            case "weave":
                return woven(request)
            case "closing":
                return closing(request, random)
            case "aftermath":
                return minutes(request, scene_of(request), random) if request.scene else None
            case "reflection":
                return insights(request, random)
            case "translation":
                config = request.perspective.config
                into = config[OfficeConfig].translate or ("en" if config.language == "de" else "de")
                return {"lines": translated(request.material, config, into)}
            case _:
                return super().answer(request, random)


PART = OfficePart()
