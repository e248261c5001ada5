"""A member's mark, a circle in their colour with their letter; and members to choose from, each with theirs."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QFont, QIcon, QImage, QPainter, QPen, QPixmap, QResizeEvent, QTransform
from PySide6.QtWidgets import QCheckBox, QGridLayout, QStyle, QStyleOptionButton, QWidget

from parley.desktop.run.figures import MemberFigure
from parley.desktop.widgets.icons import paint_icon
from parley.desktop.widgets.plain import escape_amp, make_tip
from parley.desktop.widgets.theme import Theme
from parley.desktop.widgets.themed import Themed, sized

INNER = 0.88
"""How much of a face's disc a portrait takes: a rim of the member's colour stays."""


@lru_cache(maxsize=256)
def _decode(portrait: str) -> QImage:
    # A member's portrait begins as a PNG does: Qt takes no other reader for it.
    return QImage.fromData(base64.b64decode(portrait))


def paint_portrait(painter: QPainter, centre: QPointF, radius: float, portrait: str) -> bool:
    """Paint a portrait as a disc; return whether there was one that could be painted."""
    image = _decode(portrait) if portrait else QImage()
    if image.isNull():
        return False
    fits = 2 * radius / min(image.width(), image.height())  # the shorter side fills the disc, the longer is cut
    left, top = centre.x() - fits * image.width() / 2, centre.y() - fits * image.height() / 2
    brush = QBrush(image)  # Finer than a clip, whose edge is not smooth
    brush.setTransform(QTransform(fits, 0, 0, fits, left, top))
    painter.save()
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(brush)
    painter.drawEllipse(centre, radius, radius)
    painter.restore()
    return True


def paint_avatar(painter: QPainter, centre: QPointF, radius: float, member: MemberFigure, theme: Theme) -> None:
    """Paint the circle; a member who speaks gets a ring, a muted one is pale and carries a crossed microphone."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    colour = theme.member(member.colour)
    if member.muted:
        painter.setOpacity(0.45)
    if member.speaking:
        ring = theme.member(member.colour)
        ring.setAlphaF(0.28)
        painter.setPen(QPen(ring, radius * 0.28))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(centre, radius * 1.14, radius * 1.14)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawEllipse(centre, radius, radius)
    # Of the colour a rim stays: it is who they are in every other view.
    if not paint_portrait(painter, centre, radius * INNER, member.portrait):
        painter.setFont(sized(painter.font(), radius * (1.0 if len(member.initial) < 2 else 0.78), QFont.Weight.Bold))
        painter.setPen(theme.on_member())
        box = QRectF(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, member.initial)
    if member.muted:
        painter.setOpacity(1.0)
        corner = QRectF(centre.x() + radius * 0.1, centre.y() + radius * 0.1, radius * 1.1, radius * 1.1)
        painter.setBrush(theme.colour("surface"))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawEllipse(corner)
        paint_icon(painter, "ph.microphone-slash-bold", corner.adjusted(1, 1, -1, -1), theme.colour("text"))
    painter.restore()


def avatar_icon(member: MemberFigure, theme: Theme) -> QIcon:
    """Return the avatar as an icon, fine enough for dense screens."""
    picture = QPixmap(96, 96)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    paint_avatar(painter, QPointF(48, 48), 44, member, theme)
    painter.end()
    return QIcon(picture)


COLUMNS = 3
NARROWEST = 110
"""Pixels of a box at least; a longer name is shortened to the room that there is."""


class MemberBox(QCheckBox):
    """A member's box. The whole name and the role are its tool tip."""

    def __init__(self, member: MemberFigure) -> None:
        super().__init__(escape_amp(member.name))
        self.name = member.name
        self.setAccessibleName(member.name)
        self.setToolTip(make_tip(f"{member.name}\n{member.role}".strip()))

    def minimumSizeHint(self) -> QSize:
        return QSize(NARROWEST, super().minimumSizeHint().height())  # not the text's: that is shortened to fit

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as much of the name as there is room for."""
        super().resizeEvent(event)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        words = self.style().subElementRect(QStyle.SubElement.SE_CheckBoxContents, option, self).width()
        room = words - self.iconSize().width() - 8
        self.setText(escape_amp(self.fontMetrics().elidedText(self.name, Qt.TextElideMode.ElideRight, room)))


class MemberChoice(Themed, QWidget):
    """A box a member. Signals: `changed()`, `chosen_by_hand()` when somebody pressed a box."""

    changed = Signal()
    chosen_by_hand = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._members: tuple[MemberFigure, ...] = ()
        self.boxes: list[MemberBox] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(14)
        for column in range(COLUMNS):
            self._grid.setColumnStretch(column, 1)

    def offer_members(self, members: Sequence[MemberFigure], chosen: Sequence[str] = ()) -> None:
        """Offer other members, some of them chosen."""
        for box in self.boxes:
            self._grid.removeWidget(box)
            # At once no child any more: who looks at the fields of the form must not find it.
            box.setParent(None)
            box.deleteLater()
        self._members, self.boxes = tuple(members), []
        for i, member in enumerate(members):
            box = MemberBox(member)
            box.setIcon(avatar_icon(member, self.theme))
            box.setChecked(member.id in chosen)
            box.toggled.connect(self.changed)
            box.clicked.connect(self.chosen_by_hand)
            self._grid.addWidget(box, i // COLUMNS, i % COLUMNS)
            self.boxes.append(box)

    def _apply_theme(self) -> None:
        for member, box in zip(self._members, self.boxes, strict=True):
            box.setIcon(avatar_icon(member, self.theme))

    def answer(self) -> list[str]:
        """Return what a form reads."""
        return self.list_chosen()

    def put(self, ids: Sequence[str]) -> None:
        """Check the boxes of these members, and no others."""
        for member, box in zip(self._members, self.boxes, strict=True):
            box.setChecked(member.id in ids)

    def list_chosen(self) -> list[str]:
        """Return the ids of those who are chosen."""
        return [member.id for member, box in zip(self._members, self.boxes, strict=True) if box.isChecked()]
