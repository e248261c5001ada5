"""One row laid out for a width: what stands where, and how high it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QTextLayout

from desktop.models.figures import TurnFigure
from desktop.views.transcript.look import AVATAR, Look
from desktop.views.windowed.text import laid

MARGIN = 14.0
GAP = 10.0
PAD = 9.0
LEAST_BADGE = 44.0
"""Pixels below which a badge is left out rather than shortened."""
BOXED = frozenset({"topic", "whisper", "failed", "summary"})


@dataclass(slots=True)
class RowShape:
    """A row's pieces with their places, from the row's top left corner, in pixels."""

    figure: TurnFigure
    width: float
    height: float
    left: float
    head: QRectF
    title: str
    badge: str
    text: QTextLayout
    text_at: QPointF
    thoughts: list[tuple[QTextLayout, QPointF]] = field(default_factory=list)
    fold: QRectF | None = None
    fold_label: str = ""
    number: str = ""
    end: float = 0.0
    details: str = ""
    details_at: QRectF | None = None
    button: QRectF | None = None
    button_label: str = ""

    @property
    def boxed(self) -> bool:
        """Whether the row is a note in a box, and no turn."""
        return self.figure.kind in BOXED


@dataclass(frozen=True, slots=True)
class Wording:
    """The words around a line, in the interface's language."""

    title: str
    badge: str = ""
    fold: str = ""
    details: str = ""
    button: str = ""


def shaped(
    figure: TurnFigure,
    width: float,
    look: Look,
    words: Callable[[TurnFigure], Wording],
    *,
    unfolded: bool,
    least: float,
) -> RowShape:
    """Lay out one row; `least` is a height that its text has at least, for an editor upon it."""
    wording = words(figure)
    left = look.px(MARGIN + AVATAR + GAP)
    right = look.px(MARGIN)
    boxed = figure.kind in BOXED
    top = look.px(PAD + (3 if boxed else 0))
    head = QRectF(left, top, max(40.0, width - left - right), look.name_metrics.height())
    text, text_height = laid(figure.text, look.text, width - left - right - look.px(4))
    y = head.bottom() + look.px(2)
    shape = RowShape(
        figure, width, 0.0, left, head, wording.title, wording.badge, text, QPointF(left, y), fold_label=wording.fold
    )
    _head(shape, look)
    y += max(text_height, least)
    if figure.thoughts and unfolded:
        for thought in figure.thoughts:
            layout, height = laid(f"[{thought}]", look.thought, width - left - right - look.px(4))
            shape.thoughts.append((layout, QPointF(left, y + look.px(2))))
            y += height + look.px(2)
    if wording.details:
        shape.details = wording.details
        shape.details_at = QRectF(left, y + look.px(3), width - left - right, look.small_metrics.height())
        y = shape.details_at.bottom()
    if wording.button:
        wide = look.button_metrics.horizontalAdvance(wording.button) + look.px(24)
        shape.button_label = wording.button
        shape.button = QRectF(left, y + look.px(7), wide, look.px(26))
        y = shape.button.bottom()
    shape.height = float(round(y + look.px(PAD + (4 if boxed else 0))))
    return shape


def _head(shape: RowShape, look: Look) -> None:
    """Share the first line out: number and bookmark at the right; title, badge and fold from the left."""
    figure, head = shape.figure, shape.head
    shape.number = str(figure.number) if figure.number and not shape.boxed else ""
    end = head.right() - look.small_metrics.horizontalAdvance(shape.number) - look.px(5)
    shape.end = end
    if figure.bookmarked:
        end -= look.px(16)
    fold = look.small_metrics.horizontalAdvance(shape.fold_label) + look.px(18) if figure.thoughts else 0.0
    room = end - head.left() - (fold + look.px(6) if fold else 0.0)
    badge = look.small_metrics.horizontalAdvance(shape.badge) + look.px(8) if shape.badge else 0.0
    title = look.name_metrics.horizontalAdvance(shape.title)
    if badge and title + badge > room:
        left = room - title - look.px(8)
        shape.badge = (
            look.small_metrics.elidedText(shape.badge, Qt.TextElideMode.ElideRight, left)
            if left >= look.px(LEAST_BADGE)
            else ""
        )
        badge = look.small_metrics.horizontalAdvance(shape.badge) + look.px(8) if shape.badge else 0.0
    if title + badge > room:
        shape.title = look.name_metrics.elidedText(shape.title, Qt.TextElideMode.ElideRight, max(20.0, room - badge))
        title = look.name_metrics.horizontalAdvance(shape.title)
    if fold:
        shape.fold = QRectF(head.left() + title + badge + look.px(6), head.top(), fold, head.height())
