"""The base of what is drawn in the application's look: its colours, its text scale, and when they change."""

from __future__ import annotations

from typing import Any

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QWidget

from parley.desktop.widgets.theme import LOOK, Theme

MOST_SIZED = 500
"""Fonts that are kept."""
_sized: dict[tuple[str, int, int], QFont] = {}


def sized(font: QFont, pixels: float, weight: QFont.Weight) -> QFont:
    """Return a font in another size. Each is made once: Qt looks up anew what a font is made of when it is first
    used.
    """
    key = font.key(), max(7, round(pixels)), int(weight)
    if key not in _sized:
        if len(_sized) >= MOST_SIZED:
            _sized.clear()
        made = _sized[key] = QFont(font)
        made.setPixelSize(key[1])
        made.setWeight(weight)
    return QFont(_sized[key])  # a copy: whoever asked may change it


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
        widget.style().unpolish(widget)  # by itself Qt does not apply the rules again
        widget.style().polish(widget)


class Themed(Looks):
    """A widget's first base: `_apply_theme` is called whenever the application's look changes.

    It is not called for a new widget, which has the look from the start: a widget that puts colours or fonts on its
    parts calls it at the end of its constructor.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        LOOK.add(self)

    def letters(self, pixels: float, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        """Return the widget's font; `pixels` is its size at a text scale of 1."""
        return sized(self.font(), pixels * self.scale, weight)  # type: ignore[attr-defined]  # a mixin of QWidget

    def _apply_theme(self) -> None:
        """Put the look's colours and sizes on the parts; what only paints itself need do no more than this."""
        self.updateGeometry()  # type: ignore[attr-defined]
        self.update()  # type: ignore[attr-defined]
