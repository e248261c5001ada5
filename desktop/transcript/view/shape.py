"""One row laid out for a width: what stands where, and how high it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QTextLayout

from desktop.run.figures import TurnFigure
from desktop.transcript.view.look import AVATAR, Look
from desktop.widgets.windowed.text import laid

MARGIN = 14.0
GAP = 10.0
PAD = 9.0
LEAST_BADGE = 44.0
"""Pixels below which a badge is left out rather than shortened."""
BAR = 10.0
"""Pixels that a translation stands in, beside the bar that tells it from the original."""
READINGS = ("original", "translated", "both")
"""What a row shows where there is a translation."""

FACE = 16.0
"""Pixels of the avatars in a scene's heading."""


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
    body: str = ""
    reading: str = "original"
    unfolded: bool = False
    inner: tuple[str, ...] = ()
    other: QTextLayout | None = None
    other_at: QPointF = field(default_factory=QPointF)
    people: QRectF | None = None
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
        return self.figure.boxed

    @property
    def quiet(self) -> bool:
        """Whether the row is a short note without a title."""
        return self.figure.quiet


@dataclass(frozen=True, slots=True)
class Wording:
    """The words around a line, in the interface's language."""

    title: str
    badge: str = ""
    fold: str = ""
    details: str = ""
    button: str = ""
    at: str = ""


def shaped(
    figure: TurnFigure,
    width: float,
    look: Look,
    words: Callable[[TurnFigure], Wording],
    *,
    unfolded: bool,
    least: float,
    reading: str = "original",
) -> RowShape:
    """Lay out one row; `least` is a height that its text has at least, for an editor upon it."""
    if figure.quiet:
        return _quiet(figure, width, look)
    wording = words(figure)
    left = look.px(MARGIN + AVATAR + GAP)
    right = look.px(MARGIN)
    boxed = figure.boxed
    top = look.px(PAD + (3 if boxed else 0))
    head = QRectF(left, top, max(40.0, width - left - right), look.name_metrics.height())
    body, other, inner = texts(figure, reading)
    if figure.kind == "day" or (figure.kind == "scene_end" and not unfolded):
        # The title of a day is its date already.
        body = ""
    wide = width - left - right - look.px(4)
    text, text_height = laid(body, look.text, wide)
    y = head.bottom() + look.px(2)
    shape = RowShape(
        figure, width, 0.0, left, head, wording.title, wording.badge, text, QPointF(left, y), body, reading, unfolded,
        inner, fold_label=wording.fold,
    )  # fmt: skip
    _head(shape, look, wording.at)
    y += max(text_height if body else 0.0, least)
    if other and body:
        shape.other, height = laid(other, look.text, wide - look.px(BAR))
        shape.other_at = QPointF(left + look.px(BAR), y + look.px(3))
        y += height + look.px(3)
    if inner and unfolded:
        for thought in inner:
            layout, height = laid(f"[{thought}]", look.thought, wide)
            shape.thoughts.append((layout, QPointF(left, y + look.px(2))))
            y += height + look.px(2)
    if figure.scene is not None and figure.kind == "scene":
        shape.people = QRectF(left, y + look.px(4), width - left - right, look.px(FACE + 2))
        y = shape.people.bottom()
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


def _quiet(figure: TurnFigure, width: float, look: Look) -> RowShape:
    """A note in small letters; a picture stands where others have their face."""
    left, top = look.px(MARGIN + AVATAR + GAP), look.px(4)
    wide = max(40.0, width - left - look.px(MARGIN))
    text, height = laid(figure.text, look.note, wide)
    head = QRectF(left, top, wide, look.note_metrics.height())
    shape = RowShape(figure, width, 0.0, left, head, "", "", text, QPointF(left, top), figure.text)
    shape.height = float(round(top + height + look.px(4)))
    return shape


def texts(figure: TurnFigure, reading: str) -> tuple[str, str, tuple[str, ...]]:
    """What a row says in a reading: its text, the same in the other language below it, and its thoughts."""
    if not figure.translation or reading == "original":
        return figure.text, "", figure.thoughts
    if reading == "both":
        return figure.text, figure.translation, (*figure.thoughts, *figure.translated_thoughts)
    return figure.translation, "", figure.translated_thoughts or figure.thoughts


def _head(shape: RowShape, look: Look, at: str) -> None:
    """Share the first line out: number and bookmark at the right; title, badge and fold from the left."""
    figure, head = shape.figure, shape.head
    shape.number = at or (str(figure.number) if figure.number and not shape.boxed else "")
    end = head.right() - look.small_metrics.horizontalAdvance(shape.number) - look.px(5)
    shape.end = end
    if figure.bookmarked:
        end -= look.px(16)
    fold = look.small_metrics.horizontalAdvance(shape.fold_label) + look.px(18) if shape.fold_label else 0.0
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
