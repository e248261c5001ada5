"""The dialog that asks what a fork shall have otherwise: the mode's own, where it has one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtWidgets import QWidget

from parley.core.log.state import State
from parley.desktop.new_run.figures import VoiceFigure
from parley.desktop.new_run.model import policies
from parley.desktop.widgets.forms.dialog import Ask


@dataclass(frozen=True)
class Forked:
    """What a fork has otherwise: `fields` of the run's configuration (the seed as typed), and what only its mode
    knows."""

    fields: Mapping[str, Any]
    branch: Any = None


Changes = Callable[[], Forked]


def make_dialog(
    state: State, turn: int, voices: tuple[VoiceFigure, ...], language: str, parent: QWidget
) -> tuple[Ask, Changes]:
    """Return a dialog for topic, voice, policy, length and seed, and what reads the changes from it."""
    # Imported when it is asked for: the window is painted sooner.
    from parley.desktop.changes.view import ForkDialog

    setup = state.setup
    dialog = ForkDialog(turn, setup.turns, setup.topic, policies(language), state.policy, voices, parent)
    return dialog, lambda: Forked(dialog.find_changes())
