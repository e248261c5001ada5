"""The base of what is drawn in the application's look: its colours, its text scale, and when they change."""

from __future__ import annotations

from typing import Any

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QWidget

from parley.desktop.widgets.theme import LOOK, Theme


class Looks:
    """Something that draws in the application's look."""

    @property
    def theme(self) -> Theme:
        """The application's colours."""
        return LOOK.theme

    @property
    def scale(self) -> float:
        """The application's text scale."""
        return LOOK.scale


def set_look(widget: QWidget, **properties: object) -> None:
    """Set properties that rules of the style sheet ask for; the style is worked out anew where one has changed."""
    changed = [name for name, value in properties.items() if widget.property(name) != value]
    for name in changed:
        widget.setProperty(name, properties[name])
    if changed:
        widget.style().unpolish(widget)
        widget.style().polish(widget)


class Themed(Looks):
    """A widget's first base: `_restyle` is called whenever the application's look changes.

    It is not called for a new widget, which has the look from the start: a widget that puts colours or fonts on its
    parts calls it at the end of its constructor.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        LOOK.add(self)

    def letters(self, pixels: float, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        """The widget's font; `pixels` is its size at a text scale of 1."""
        made = QFont(self.font())  # type: ignore[attr-defined]  # a mixin of QWidget
        made.setPixelSize(max(7, round(pixels * self.scale)))
        made.setWeight(weight)
        return made

    def _restyle(self) -> None:
        """Put the look's colours and sizes on the parts; what only paints itself need do no more than this."""
        self.updateGeometry()  # type: ignore[attr-defined]
        self.update()  # type: ignore[attr-defined]
