"""One row laid out for a width: what stands where, and how high it is."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QTextLayout

from parley.desktop.run.figures import TurnFigure
from parley.desktop.transcript.view.look import AVATAR, Look
from parley.desktop.widgets.windowed.text import laid

MARGIN = 14.0
GAP = 10.0
PAD = 7.0
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
    """A row's words, and its pieces with their places from the row's top left corner, in pixels."""

    figure: TurnFigure
    title: str = ""
    badge: str = ""
    fold_label: str = ""
    details: str = ""
    button_label: str = ""
    number: str = ""
    width: float = 0.0
    height: float = 0.0
    left: float = 0.0
    end: float = 0.0
    head: QRectF = field(default_factory=QRectF)
    text: QTextLayout = field(default_factory=QTextLayout)
    text_at: QPointF = field(default_factory=QPointF)
    body: str = ""
    reading: str = "original"
    unfolded: bool = False
    inner: tuple[str, ...] = ()
    act: QTextLayout | None = None
    act_at: QPointF = field(default_factory=QPointF)
    other: QTextLayout | None = None
    other_at: QPointF = field(default_factory=QPointF)
    people: QRectF | None = None
    thoughts: list[tuple[QTextLayout, QPointF]] = field(default_factory=list)
    fold: QRectF | None = None
    details_at: QRectF | None = None
    button: QRectF | None = None
    author: QRectF | None = None


def shaped(
    shape: RowShape, width: float, look: Look, *, unfolded: bool, least: float = 0.0, reading: str = "original"
) -> RowShape:
    """Lay out a row that has its words; `least` is a height that its text has at least, for an editor upon it."""
    figure, shape.width, shape.left = shape.figure, width, look.px(MARGIN + AVATAR + GAP)
    if figure.quiet:
        return _lay_out_quiet_row(shape, look, unfolded)
    left, room = shape.left, width - shape.left - look.px(MARGIN)
    top = look.px(PAD + (3 if figure.boxed else 0))
    shape.head = QRectF(left, top, max(40.0, room), look.name_metrics.height())  # A dock may be very narrow
    body, other, inner = get_texts(figure, reading)
    if figure.kind == "day" or (figure.kind == "scene_end" and not unfolded):
        body = ""  # The title of a day is its date already
    wide = room - look.px(4)
    if figure.staged:
        # A stage direction stands in the line of the title, beside the turn's number and its marks.
        marks = bool(figure.bookmarked) + bool(figure.made_by)
        wide -= look.small_metrics.horizontalAdvance(f"{figure.number} ") + look.px(4 + 16 * marks)
    y = top if figure.staged else shape.head.bottom() + look.px(2)
    if figure.acts:
        shape.act, height = laid(figure.doing, look.thought, wide)
        shape.act_at = QPointF(left, y)
        y += height + look.px(2)
    shape.text, text_height = laid(body, look.slanted if figure.staged else look.text, wide)
    shape.text_at = QPointF(left, y)
    shape.body, shape.reading, shape.unfolded, shape.inner = body, reading, unfolded, inner
    _lay_out_head(shape, look)
    y += max(text_height if body else 0.0, least)  # Qt gives an empty text a line's height
    if other and body:
        shape.other, height = laid(other, look.text, wide - look.px(BAR))
        shape.other_at = QPointF(left + look.px(BAR), y + look.px(3))
        y += height + look.px(3)
    for thought in inner if unfolded else ():
        layout, height = laid(f"[{thought}]", look.thought, wide)  # Members write thoughts in brackets
        shape.thoughts.append((layout, QPointF(left, y + look.px(2))))
        y += height + look.px(2)
    if figure.scene is not None and figure.kind == "scene":
        shape.people = QRectF(left, y + look.px(4), room, look.px(FACE + 2))
        y = shape.people.bottom()
    if shape.details:
        shape.details_at = QRectF(left, y + look.px(3), room, look.small_metrics.height())
        y = shape.details_at.bottom()
    if shape.button_label:
        wide = look.button_metrics.horizontalAdvance(shape.button_label) + look.px(24)
        shape.button = QRectF(left, y + look.px(7), wide, look.px(26))
        y = shape.button.bottom()
    shape.height = float(round(y + look.px(PAD + (4 if figure.boxed else 0))))  # Rows are stacked by whole pixels
    return shape


def _lay_out_quiet_row(shape: RowShape, look: Look, unfolded: bool) -> RowShape:
    """Lay out a note in small letters, an icon in place of a face. What came of it unfolds below."""
    top, wide = look.px(4), max(40.0, shape.width - shape.left - look.px(MARGIN))
    shape.title, shape.body = "", shape.figure.text
    shape.text, height = laid(shape.body, look.note, wide)
    shape.head = QRectF(shape.left, top, wide, look.note_metrics.height())
    shape.text_at = shape.head.topLeft()
    y = top + height
    if shape.fold_label:
        room = look.small_metrics.horizontalAdvance(shape.fold_label) + look.px(18)
        shape.fold = QRectF(shape.left, y, room, look.small_metrics.height() + look.px(2))
        shape.unfolded, shape.inner, y = unfolded, shape.figure.thoughts, shape.fold.bottom()
    for result in shape.inner if unfolded else ():
        layout, height = laid(result, look.note, wide)
        shape.thoughts.append((layout, QPointF(shape.left, y)))
        y += height
    shape.height = float(round(y + look.px(4)))
    return shape


def get_texts(figure: TurnFigure, reading: str) -> tuple[str, str, tuple[str, ...]]:
    """Return what a row says in a reading: its text, the same in the other language below it, and its thoughts."""
    if not figure.translation or reading == "original":
        return figure.text, "", figure.thoughts
    if reading == "both":
        return figure.text, figure.translation, (*figure.thoughts, *figure.translated_thoughts)
    return figure.translation, "", figure.translated_thoughts or figure.thoughts  # A translator may leave thoughts out


def _lay_out_head(shape: RowShape, look: Look) -> None:
    """Share the first line out: number and bookmark at the right; title, badge and fold from the left."""
    figure, head = shape.figure, shape.head
    shape.number = shape.number or (str(figure.number) if figure.number and not figure.boxed else "")
    end = head.right() - look.small_metrics.horizontalAdvance(shape.number) - look.px(5)
    shape.end = end  # The bookmark's right edge; the author's mark stands left of it
    if figure.bookmarked:
        end -= look.px(16)
    if figure.made_by:
        shape.author = QRectF(end - look.px(12), head.center().y() - look.px(6), look.px(12), look.px(12))
        end -= look.px(16)
    fold = look.small_metrics.horizontalAdvance(shape.fold_label) + look.px(18) if shape.fold_label else 0.0
    room = end - head.left() - (fold + look.px(6) if fold else 0.0)
    badge = look.small_metrics.horizontalAdvance(shape.badge) + look.px(8) if shape.badge else 0.0
    title = look.name_metrics.horizontalAdvance(shape.title)
    if badge and title + badge > room:  # The badge is shortened first: who speaks matters more
        left = room - title - look.px(8)
        fits = left >= look.px(LEAST_BADGE)
        shape.badge = look.small_metrics.elidedText(shape.badge, Qt.TextElideMode.ElideRight, left) if fits else ""
        badge = look.small_metrics.horizontalAdvance(shape.badge) + look.px(8) if shape.badge else 0.0
    if title + badge > room:
        shape.title = look.name_metrics.elidedText(shape.title, Qt.TextElideMode.ElideRight, max(20.0, room - badge))
        title = look.name_metrics.horizontalAdvance(shape.title)
    if fold:
        shape.fold = QRectF(head.left() + title + badge + look.px(6), head.top(), fold, head.height())
