"""The look of the application for tests of one widget: without the style sheet, which takes its time."""

from __future__ import annotations

from desktop.widgets.theme import LIGHT, LOOK, Theme


def take_look(theme: Theme = LIGHT, scale: float = 1.0) -> None:
    """Let every widget that is there, or will be made, draw with a theme and a text scale."""
    LOOK.theme, LOOK.scale = theme, scale
    LOOK.spread()
