"""Layouts in one expression: what stands beside or below what, and the room around it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

L = TypeVar("L", bound=QBoxLayout)


@dataclass(frozen=True, slots=True)
class Stretch:
    """Room that is left over, by its share."""

    share: int


@dataclass(frozen=True, slots=True)
class Gap:
    """Room of so many pixels."""

    pixels: int


STRETCH = Stretch(1)
Item = QWidget | QLayout
Part = Item | Stretch | Gap | tuple[Item, int] | tuple[Item, int, Qt.AlignmentFlag]
"""A widget or a layout, alone or with its share of the room that is left over, and where it stands in it."""
Margins = int | tuple[int, int, int, int]
"""Pixels all around, or left, above, right and below."""


def hbox(
    *parts: Part, within: QWidget | None = None, margins: Margins | None = None, spacing: int | None = None
) -> QHBoxLayout:
    """Lay parts side by side, `within` a widget or for another layout; margins and spacing are the style's if None."""
    return _fill_layout(QHBoxLayout(within) if within else QHBoxLayout(), parts, margins, spacing)


def vbox(
    *parts: Part, within: QWidget | None = None, margins: Margins | None = None, spacing: int | None = None
) -> QVBoxLayout:
    """Lay parts one below the other; see `hbox`."""
    return _fill_layout(QVBoxLayout(within) if within else QVBoxLayout(), parts, margins, spacing)


def _fill_layout(layout: L, parts: tuple[Part, ...], margins: Margins | None, spacing: int | None) -> L:
    if margins is not None:
        layout.setContentsMargins(*((margins,) * 4 if isinstance(margins, int) else margins))
    if spacing is not None:
        layout.setSpacing(spacing)
    for part in parts:
        if isinstance(part, Stretch):
            layout.addStretch(part.share)
        elif isinstance(part, Gap):
            layout.addSpacing(part.pixels)
        else:
            item, share, *where = part if isinstance(part, tuple) else (part, 0)
            if isinstance(item, QLayout):
                layout.addLayout(item, share)  # Qt takes no alignment here
                if layout.parentWidget() is not None:
                    release_items(item)
            elif where:
                layout.addWidget(item, share, where[0])
            else:
                layout.addWidget(item, share)
    return layout


def release_items(layout: QLayout) -> None:
    """Let go of the wrappers that PySide makes for the items of a layout that is put into another one.

    It keeps those of widgets that leave the layout or are deleted, by their address, and takes one for the widget that
    is made there later: the style, called with such a thing, raises, and an error raised in a call by Qt ends the
    process. Lets go of those of nested layouts too.
    """
    for at in range(layout.count()):
        item = layout.itemAt(at)
        if isinstance(item, QLayout):
            release_items(item)
        elif item is not None:
            shiboken6.invalidate(item)
