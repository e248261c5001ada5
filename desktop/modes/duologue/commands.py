"""Duologues as the dialogs answer, turned into what the studio understands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtWidgets import QWidget

from parley.core.cast.member import VoiceSpec
from parley.core.log.state import State
from parley.core.modes.duologue.branching import SideChange, TalkBranch
from parley.core.modes.duologue.request import SideRequest
from parley.desktop.changes.forks import Changes, Forked
from parley.desktop.new_run.figures import VoiceFigure
from parley.desktop.widgets.forms.dialog import Ask


def side_request(side: Mapping[str, Any], usual: VoiceSpec | None) -> SideRequest:
    """Return a side as the dialog answers; without a voice of its own it has the `usual` one. Sides are named freely
    there: a name is never taken for a voice.
    """
    return SideRequest(
        side["member"] or side["name"],
        voice=voice_in(side["voice"]) or usual,
        awareness=side["awareness"],
        system=side["system"],
        warmth=side["warmth"],
    )


def branch_of(changes: Mapping[str, Any]) -> TalkBranch:
    """Return what of a fork's answers is a duologue's own."""
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
        stop_at=None if not stop else -1.0 if stop["stop_at"] is None else stop["stop_at"],
        stop_profile=stop.get("stop_profile", ""),
        stop_by=stop.get("stop_by", ""),
        on_convergence=stop.get("on_convergence", ""),
        context=changes.get("context"),
        when_full=changes.get("when_full", ""),
        opening=changes.get("opening", ""),
    )


def voice_in(chosen: tuple[str, str] | None) -> VoiceSpec | None:
    """Return the voice that was chosen; None where none was."""
    return VoiceSpec.model_validate({"provider": chosen[0], "model": chosen[1]}) if chosen else None


def fork_form(
    state: State, turn: int, voices: tuple[VoiceFigure, ...], language: str, parent: QWidget
) -> tuple[Ask, Changes]:
    """Return the dialog that asks what a branch shall have otherwise, side by side."""
    # Imported when it is asked for: the window is painted sooner.
    from parley.desktop.modes.duologue.dialog.fork import TalkForkDialog

    dialog = TalkForkDialog(state, turn, language, voices, parent)

    def changes() -> Forked:
        found = dialog.changes()
        return Forked({name: found[name] for name in ("turns", "seed") if name in found}, branch_of(found))

    return dialog, changes
