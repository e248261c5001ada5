"""Drawing one row of the transcript."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QTextCharFormat, QTextLayout

from parley.desktop.run.figures import MemberFigure
from parley.desktop.transcript.view.look import AVATAR, Look
from parley.desktop.transcript.view.search import find_all
from parley.desktop.transcript.view.shape import FACE, MARGIN, RowShape
from parley.desktop.widgets.avatar import paint_avatar
from parley.desktop.widgets.icons import paint_icon
from parley.desktop.widgets.windowed.text import get_x_of, span

DIMMED = 0.45
MARKS = {"topic": "ph.flag", "whisper": "ph.chat-circle-dots", "failed": "ph.warning", "summary": "ph.text-align-left"}
"""The icons of notes that bring none of their own."""
AUTHORS = {
    "writer": "ph.pen-nib", "model": "ph.cpu", "rules": "ph.gear-six", "person": "ph.user", "unknown": "ph.question",
}  # fmt: skip
"""The marks of who made a line's words."""
MIDDLE = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)


@dataclass(frozen=True, slots=True)
class RowState:
    """How a row stands at this moment."""

    shown: bool = False
    selected: bool = False
    current: bool = False
    hovered: bool = False
    quick: str = ""
    dimmed: bool = False
    followed: bool = False
    streaming: bool = False
    edited: bool = False
    needle: str = ""
    hit: bool = False


def paint_row(
    painter: QPainter, shape: RowShape, y: float, members: Mapping[str, MemberFigure], look: Look, state: RowState
) -> None:
    """Draw `shape` with its top at `y`."""
    member = members.get(shape.figure.member)
    painter.save()
    painter.translate(0.0, y)  # Shapes are relative to their row's corner
    _paint_ground(painter, shape, look, state, look.get_colour_of(member))
    if state.dimmed:
        look = look.faded
        painter.setOpacity(DIMMED)  # Faces only: words are in a paler colour that can still be read
    _paint_avatar(painter, shape, member, look)
    painter.setOpacity(1.0)
    _paint_head(painter, shape, member, look, state)
    if not state.edited:  # The editor lies upon them
        _paint_words(painter, shape, look, state)
    if shape.people is not None:
        _paint_people(painter, shape, shape.people, members, look)
    if shape.details_at is not None:
        painter.setFont(look.small)
        painter.setPen(look.colour("faint"))
        metrics = look.small_metrics
        text = metrics.elidedText(shape.details, Qt.TextElideMode.ElideRight, shape.details_at.width())
        painter.drawText(shape.details_at, MIDDLE, text)
    if shape.button is not None:
        _paint_rounded_box(painter, shape.button, look.colour("surface"), QPen(look.get_tint("bad", 0.5), 1.0))
        painter.setFont(look.button)
        painter.setPen(look.colour("bad"))
        painter.drawText(shape.button, int(Qt.AlignmentFlag.AlignCenter), shape.button_label)
    painter.restore()


def more_rect(shape: RowShape, look: Look) -> QRectF:
    """Return where the button for the row's menu stands while the pointer is on the row."""
    size = look.px(20)
    return QRectF(shape.head.right() - size + look.px(4), shape.head.bottom() - look.px(1), size, size)


def quick_rect(shape: RowShape, look: Look) -> QRectF:
    """Return where a second button stands then, beside who made the words."""
    size, left = look.px(20), shape.author.left() if shape.author is not None else shape.end
    return QRectF(left - size, shape.head.center().y() - size / 2, size, size)


def avatar_rect(shape: RowShape, look: Look) -> QRectF:
    """Return where the avatar stands."""
    size = look.px(AVATAR)
    return QRectF(look.px(MARGIN), shape.head.top() + look.px(1), size, size)


def _paint_ground(painter: QPainter, shape: RowShape, look: Look, state: RowState, colour: QColor) -> None:
    box = QRectF(look.px(6), look.px(1), shape.width - look.px(12), shape.height - look.px(2))
    fill: QColor | None = None
    if shape.figure.boxed:
        inner = box.adjusted(0, look.px(2), 0, -look.px(2))
        kind = shape.figure.kind
        ground = look.get_tint("bad", 0.07) if kind == "failed" else look.colour("raised")
        if kind == "scene":
            # The colour of the lit room on the plan: here something begins there.
            ground = look.colour("room_lit")
        _paint_rounded_box(painter, inner, ground, QPen(look.get_tint("bad", 0.35), 1.0) if kind == "failed" else None)
        box = inner
    if state.shown or state.selected:
        fill = look.colour("accent_soft")
    elif state.hovered and not shape.figure.boxed:
        fill = look.get_tint("raised", 0.7)
    if fill is not None:
        _paint_rounded_box(painter, box, fill, None)
    if state.current:
        _paint_rounded_box(painter, box.adjusted(0.5, 0.5, -0.5, -0.5), None, QPen(look.get_tint("accent", 0.6), 1.0))
    if state.shown:
        _paint_rounded_box(
            painter, QRectF(box.left(), box.top() + 6, look.px(3), box.height() - 12), look.colour("accent"), None
        )
    elif state.followed:
        _paint_rounded_box(painter, QRectF(box.left(), box.top() + 6, look.px(3), box.height() - 12), colour, None)


def _paint_rounded_box(painter: QPainter, box: QRectF, fill: QColor | None, pen: QPen | None) -> None:
    painter.setPen(pen if pen is not None else QPen(Qt.PenStyle.NoPen))
    painter.setBrush(fill if fill is not None else Qt.BrushStyle.NoBrush)
    radius = min(6.0, box.width() / 2)
    painter.drawRoundedRect(box, radius, radius)


def _paint_avatar(painter: QPainter, shape: RowShape, member: MemberFigure | None, look: Look) -> None:
    box, figure = avatar_rect(shape, look), shape.figure
    if shape.figure.quiet:
        size = look.px(14)
        mark = QRectF(box.center().x() - size / 2, shape.head.center().y() - size / 2, size, size)
        paint_icon(painter, figure.icon, mark, look.colour("bad" if figure.kind == "refused" else "secondary"))
        return
    if shape.figure.boxed:
        role = "bad" if figure.kind == "failed" else "secondary"
        inner = box.adjusted(look.px(4), look.px(4), -look.px(4), -look.px(4))
        if figure.kind == "day":
            paint_icon(painter, "ph.calendar-blank", inner, look.colour("text"))
        elif figure.icon:
            large = box.adjusted(look.px(1), look.px(1), -look.px(1), -look.px(1))
            paint_icon(painter, figure.icon, large, look.colour("text"))
        else:
            paint_icon(painter, MARKS.get(figure.kind, MARKS["summary"]), inner, look.colour(role))
        return
    if figure.staged:  # A stage direction has no speaker
        return
    ratio = painter.device().devicePixelRatio() if painter.device() else 1.0  # In a saved picture not the screen's
    letter = "…" if figure.kind == "thinking" else shape.title[:1].upper()
    painter.drawPixmap(box.topLeft(), look.get_avatar(member, letter, ratio))


def _paint_head(painter: QPainter, shape: RowShape, member: MemberFigure | None, look: Look, state: RowState) -> None:
    figure, head = shape.figure, shape.head
    painter.setFont(look.small)
    if shape.number:
        painter.setPen(look.colour("faint"))
        wide = look.small_metrics.horizontalAdvance(shape.number)
        painter.drawText(QRectF(head.right() - wide, head.top(), wide + 1, head.height()), MIDDLE, shape.number)
    if figure.bookmarked:
        size = look.px(12)
        box = QRectF(shape.end - size, head.center().y() - size / 2, size, size)
        paint_icon(painter, "ph.bookmark-simple-fill", box, look.colour("accent"))
    if shape.author is not None:
        paint_icon(painter, AUTHORS[figure.made_by], shape.author, look.colour("faint"))
    if state.hovered:
        paint_icon(
            painter, "ph.dots-three-bold", more_rect(shape, look).adjusted(3, 3, -3, -3), look.colour("secondary")
        )
    if state.quick:
        paint_icon(painter, state.quick, quick_rect(shape, look).adjusted(3, 3, -3, -3), look.colour("secondary"))
    painter.setFont(look.name)
    role = {"failed": "bad", "scene": "text", "day": "text"}.get(figure.kind, "secondary")
    own = member is not None and not figure.boxed
    painter.setPen(look.get_colour_of(member) if own else look.colour(role))
    wide = look.name_metrics.horizontalAdvance(shape.title)
    painter.drawText(QRectF(head.left(), head.top(), wide + 2, head.height()), MIDDLE, shape.title)
    painter.setFont(look.small)
    if shape.badge:
        painter.setPen(look.colour("faint"))
        place = QRectF(head.left() + wide + look.px(8), head.top() + 1, shape.end - head.left(), head.height())
        painter.drawText(place, MIDDLE, shape.badge)
    if shape.fold is not None:
        size = look.px(10)
        box = QRectF(shape.fold.left(), shape.fold.center().y() - size / 2 + 1, size, size)
        paint_icon(painter, f"ph.caret-{'down' if shape.unfolded else 'right'}-bold", box, look.colour("faint"))
        painter.setPen(look.colour("faint"))
        painter.drawText(shape.fold.adjusted(size + look.px(3), 1, 0, 0), MIDDLE, shape.fold_label)


def _paint_words(painter: QPainter, shape: RowShape, look: Look, state: RowState) -> None:
    if shape.act is not None:
        painter.setPen(look.colour("secondary"))
        shape.act.draw(painter, shape.act_at, _find_highlights(shape.figure.doing, look, state))
    role = "secondary" if shape.figure.quiet or shape.figure.staged or shape.figure.kind == "scene_end" else "text"
    painter.setPen(look.colour(role))
    shape.text.draw(painter, shape.text_at, _find_highlights(shape.body, look, state))
    painter.setPen(look.colour("secondary"))
    if shape.other is not None:
        height = shape.other.boundingRect().height()
        bar = QRectF(shape.left, shape.other_at.y() + 1, look.px(2), height - 2)
        painter.fillRect(bar, look.get_tint("accent", 0.45))
        shape.other.draw(painter, shape.other_at, _find_highlights(shape.figure.translation, look, state))
    for layout, at in shape.thoughts:
        layout.draw(painter, at, _find_highlights(layout.text(), look, state))
    if state.streaming:
        painter.fillRect(caret_rect(shape, look), look.colour("accent"))


def _paint_people(
    painter: QPainter, shape: RowShape, box: QRectF, members: Mapping[str, MemberFigure], look: Look
) -> None:
    """Paint who is in the scene: faces and names, or faces alone where the names do not fit."""
    scene = shape.figure.scene
    if scene is None:
        return
    size, gap = look.px(FACE), look.px(5)
    metrics = look.small_metrics
    names = [metrics.horizontalAdvance(name) for name in scene.names]
    named = sum(names) + len(names) * (size + 3 * gap) <= box.width()
    x = box.left()
    painter.setFont(look.small)
    for at, (member_id, name) in enumerate(zip(scene.members, scene.names, strict=False)):
        left = len(scene.members) - at
        if not named and left > 1 and x + 2 * (size + gap) + look.px(14) > box.right():  # Room for this face and "+3"
            painter.setPen(look.colour("secondary"))
            painter.drawText(QRectF(x, box.top(), box.right() - x, box.height()), MIDDLE, f"+{left}")
            return
        member = members.get(member_id) or MemberFigure(member_id, name, name[:1], "slate")
        face = replace(member, muted=False, speaking=False)  # A scene shows who was there, not how they are now
        small = QFont(look.letter)
        small.setPixelSize(max(6, round(size * 0.58)))
        painter.setFont(small)
        painter.setOpacity(DIMMED if look.faint else 1.0)
        paint_avatar(painter, QPointF(x + size / 2, box.center().y()), size / 2, face, look.theme)
        painter.setOpacity(1.0)
        x += size + gap
        if named:
            painter.setFont(look.small)
            painter.setPen(look.colour("secondary"))
            painter.drawText(QRectF(x, box.top(), names[at] + 2, box.height()), MIDDLE, name)
            x += names[at] + 2 * gap


def caret_rect(shape: RowShape, look: Look) -> QRectF:
    """Return where the streaming caret stands: after the last letter."""
    layout = shape.text
    if layout.lineCount() == 0:  # A shape that was never laid out
        return QRectF(shape.text_at.x(), shape.text_at.y(), look.px(2), look.px(16))
    line = layout.lineAt(layout.lineCount() - 1)
    position = get_x_of(layout, line.textStart() + line.textLength())
    top = shape.text_at + QPointF(position + look.px(2), line.y())
    return QRectF(top.x(), top.y() + 1, look.px(2), line.height() - 2)


def _find_highlights(text: str, look: Look, state: RowState) -> list[QTextLayout.FormatRange]:
    if not state.needle:
        return []
    style = QTextCharFormat()
    style.setBackground(look.colour("accent") if state.hit else look.colour("highlight"))
    style.setForeground(look.colour("accent_text") if state.hit else look.theme.colour("text"))
    return [span(start, length, style) for start, length in find_all(text, state.needle)]
