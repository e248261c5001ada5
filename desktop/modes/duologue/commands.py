"""Duologues as the dialogs answer, turned into what the studio understands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.cast.member import VoiceSpec
from core.modes.duologue.branching import SideChange, TalkBranch
from core.modes.duologue.request import DuologueRequest, SideRequest
from core.modes.roundtable.request import RoundtableRequest


def duologue_wish(wish: RoundtableRequest, answers: Mapping[str, Any]) -> DuologueRequest:
    """What the new-run dialog asked for. Sides are named freely here: a name is never taken for a voice."""
    cast = answers["talk_cast"]
    sides = [
        SideRequest(
            # A member of a cast has a voice of their own, maybe; somebody else speaks through the run's.
            side["member"] or side["name"],
            voice=voice_in(side["voice"]) or (None if cast else wish.voice),
            awareness=side["awareness"],
            system=side["system"],
            warmth=side["warmth"],
        )
        for side in answers["sides"]
    ]
    return DuologueRequest(
        sides=sides,
        cast=cast,
        opening=answers["opening"],
        router=answers["router"],
        choose_names=answers["choose_names"],
        stop_at=answers["stop_at"] if answers["on_convergence"] else None,
        stop_profile=answers["stop_profile"] or "balanced",
        stop_by=answers["stop_by"] or "parley",
        on_convergence=answers["on_convergence"] or "stop",
        turns=answers["talk_turns"],
        seed=wish.seed,
        voice=wish.voice,
        language=wish.language,
        limits=wish.limits,
        context=answers["context"],
        when_full=answers["when_full"],
    )


def fields_of(changes: Mapping[str, Any]) -> dict[str, object]:
    """What of a fork's answers is a field of any run's configuration."""
    return {name: changes[name] for name in ("turns", "seed") if name in changes}


def branch_of(changes: Mapping[str, Any]) -> TalkBranch:
    """What of a fork's answers is a duologue's own."""
    stop = changes.get("stop", {})
    return TalkBranch(
        sides={
            id_: SideChange(
                voice=voice_in(side.get("voice")),
                warmth=side.get("warmth"),
                awareness=side.get("awareness") or None,
                system=side.get("system"),
            )
            for id_, side in changes.get("sides", {}).items()
        },
        router=changes.get("router", ""),
        stop_at=None if not stop else stop["stop_at"] if stop["on_convergence"] else -1.0,
        stop_profile=stop.get("stop_profile", ""),
        stop_by=stop.get("stop_by", ""),
        on_convergence=stop.get("on_convergence", ""),
        context=changes.get("context"),
        when_full=changes.get("when_full", ""),
        opening=changes.get("opening", ""),
    )


def voice_in(chosen: tuple[str, str] | None) -> VoiceSpec | None:
    """The voice that was chosen; None where none was."""
    return VoiceSpec.model_validate({"provider": chosen[0], "model": chosen[1]}) if chosen else None
