"""Where a duologue stops, and how much of it a side is sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication

from parley.core.modes.duologue.config import Stop
from parley.desktop.convergence.words import calculator_titles, profile_titles
from parley.desktop.widgets.forms.field import Field
from parley.desktop.widgets.forms.form import FieldGrid
from parley.desktop.widgets.language import titles

translate = QCoreApplication.translate
LARGEST_CONTEXT = 2_000_000
USUAL_STOP = 0.85
ACTION = "on_convergence"


class StopFields(FieldGrid):
    """What happens when two sides sound alike."""

    def __init__(self) -> None:
        actions = (
            ("", translate("DuologueFields", "do nothing")),
            ("stop", translate("DuologueFields", "stop at")),
            ("pause", translate("DuologueFields", "pause at")),
        )
        super().__init__(
            Field(
                name=ACTION,
                title=translate("DuologueFields", "When they sound alike"),
                kind="choice",
                choices=actions,
            ),
            Field(
                name="stop_at",
                title=translate("DuologueFields", "Threshold"),
                kind="float",
                description=translate("DuologueFields", "The convergence, 0 to 1"),
                high=1.0,
                step=0.05,
                value=USUAL_STOP,
                extra={"decimals": 2},
            ),
            Field(
                name="stop_profile",
                title=translate("DuologueFields", "Profile"),
                kind="choice",
                description=translate("DuologueFields", "What counts for how much in the convergence"),
                choices=profile_titles(),
            ),
            Field(
                name="stop_by",
                title=translate("DuologueFields", "Calculator"),
                kind="choice",
                description=translate("DuologueFields", "How the convergence is reckoned"),
                choices=calculator_titles(),
            ),
        )
        self.changed.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        for name, editor in self.editors.items():
            editor.setVisible(name == ACTION or bool(super().answer()[ACTION]))

    def answer(self) -> dict[str, Any]:
        """Return what was chosen; without an action it stops at no convergence, and `stop_at` is None."""
        found = super().answer()
        return found if found[ACTION] else {"stop_at": None}

    def put(self, values: Mapping[str, Any]) -> None:
        """Show where it stops."""
        stops = values.get("stop_at") is not None
        super().put({**values, "stop_at": values["stop_at"]} if stops else {ACTION: "", "stop_at": USUAL_STOP})

    def show_stop(self, stop: Stop | None) -> None:
        """Show where a duologue stops."""
        usual = stop or Stop(threshold=0.0)
        chosen = {"stop_profile": usual.profile, "stop_by": usual.calculator, ACTION: usual.action}
        self.put(chosen | {"stop_at": stop.threshold if stop else None})


def context_fields() -> FieldGrid:
    """Return how much of the talk a side is sent, and what becomes of the rest."""
    sent = translate("DuologueFields", "Tokens of the talk that a side is sent")
    full = translate("DuologueFields", "When that is full")
    return FieldGrid(
        Field(
            name="context",
            title=sent,
            kind="int",
            description=sent,
            high=LARGEST_CONTEXT,
            step=512,
            unit=translate("DuologueFields", " tokens"),
            lowest=translate("DuologueFields", "as much as the voice takes"),
        ),
        Field(
            name="when_full",
            title=full,
            kind="choice",
            description=full,
            choices=tuple(titles("duologue", "fullness").items()),
        ),
    )
