"""Where the parts of a row of the library are, and what of a found line is shown."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRect

WHOLE, FACES, STATE = 700, 570, 440
"""The widths at a text scale of 1 from which a row has its voice, its faces, and how it stands in words."""
SPREAD = 0.4
"""Where the faces of a wide row begin at the latest, as a part of it: far from its name nobody sees whose they are."""


@dataclass(frozen=True, slots=True)
class Boxes:
    """Where the parts of a run's row are, in pixels; those that there is no room for are empty, and stand in the second
    line of a `narrow` row as far as they can."""

    icon: QRect
    first: QRect
    second: QRect
    faces: QRect
    voice: QRect
    state: QRect
    date: QRect
    narrow: bool


def boxes_of(box: QRect, depth: int, scale: float) -> Boxes:
    """Return where the parts of a run's row are, in the box that its ground leaves; `depth` is that of a fork."""

    def px(pixels: float) -> int:
        return round(pixels * scale)

    width = box.width() / scale
    narrow = width < STATE
    edge = px(28 if narrow else 34)
    left = box.left() - px(4) + min(depth, 3 if narrow else 8) * px(18 if narrow else 44)
    icon = QRect(left, box.center().y() - edge // 2 + 1, edge, edge)
    text, right = icon.right() + px(9 if narrow else 12), box.right()
    line, top = px(19), box.center().y() - px(19)
    none = QRect()
    if narrow:
        first, second = QRect(text, top, right - text, line), QRect(text, top + line, right - text, line)
        return Boxes(icon, first, second, none, none, none, none, narrow)
    days = px(80 if width >= FACES else 72)
    date = QRect(right - days, box.top(), days, box.height())
    told = px(162 if width >= WHOLE else 140)
    state = QRect(date.left() - told, box.top(), told - px(4), box.height())
    edge_of, faces, voice = state.left(), none, none
    if width >= WHOLE:
        voice = QRect(edge_of - px(132), top, px(124), 2 * line)
        edge_of = voice.left()
    if width >= FACES:
        faces = QRect(edge_of - px(138), box.top(), px(134), box.height())
        # What a wide row has more than its name needs stands between the columns.
        spread = max(0, faces.left() - box.left() - round(box.width() * SPREAD))
        faces, voice, state = (
            faces.translated(-spread, 0),
            voice.translated(-2 * spread // 3, 0),
            state.translated(-spread // 3, 0),
        )
        edge_of = faces.left()
    room = edge_of - px(10) - text
    return Boxes(
        icon, QRect(text, top, room, line), QRect(text, top + line, room, line), faces, voice, state, date, narrow
    )


def lead_in(snippet: str) -> str:
    """Return the snippet on one line, starting a few words before the first match, which a narrow dock would else cut
    off.
    """
    flat = " ".join(snippet.split(" ")).replace("\n", " ")
    start = flat.find("\x01")
    if start <= 18:
        return flat
    cut = flat.rfind(" ", 0, start - 10)
    return "…" + flat[cut + 1 :] if cut > 0 else flat
