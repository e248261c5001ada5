"""A card of the start page: a run that can be watched at once, as it looks while it plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QEnterEvent, QFont, QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPixmap, QPolygonF
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from parley.desktop.first_run.figures import WatchFigure
from parley.desktop.widgets.avatar import paint_avatar
from parley.desktop.widgets.icons import paint_icon
from parley.desktop.widgets.painted import RIGHT, ink, stroke, wrap_text, write
from parley.desktop.widgets.themed import Themed

if TYPE_CHECKING:
    # It knows the runs, which takes longer to load than the page, which may be painted first.
    from parley.desktop.first_run.thumbs import Thumbnail

THUMB, WORDS, LEAST = 156, 114, 216
"""Pixels: the picture's height, that of what is written below it at a text scale of 1, and the least width."""
RADIUS, PLAY, FACE = 12, 20, 10
STEPS = {
    int(Qt.Key.Key_Left): (-1, 0), int(Qt.Key.Key_Right): (1, 0), int(Qt.Key.Key_Up): (0, -1),
    int(Qt.Key.Key_Down): (0, 1),
}  # fmt: skip
MOST_FACES = 7


class WatchCard(Themed, QAbstractButton):
    """Picture, title, a sentence, who is in it, and a button to play; all of it is the button.

    Signals: `stepped(right, down)`, when an arrow was pressed.
    """

    stepped = Signal(int, int)

    def __init__(self, figure: WatchFigure, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.figure = figure
        self.thumbnail: Thumbnail | None = None
        self._now, self._moment = QPixmap(), ""
        self._anew = QTimer(self, singleShot=True, interval=0)
        self._anew.timeout.connect(self._draw_thumb)
        self.setObjectName(f"card.{figure.id}")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.show_figure(figure)

    def show_figure(self, figure: WatchFigure) -> None:
        """Show what is known of the run."""
        self.figure = figure
        self.setAccessibleName(f"{figure.title}: {figure.button}")
        self.setAccessibleDescription(f"{figure.detail} {figure.told}".strip())
        self.update()

    def show_run(self, thumbnail: Thumbnail) -> None:
        """Show a run from now on."""
        self.thumbnail = thumbnail
        self._draw_thumb()

    @property
    def active(self) -> bool:
        """Whether the mouse or the keyboard is on it."""
        return self.underMouse() or self.hasFocus()

    def sizeHint(self) -> QSize:
        return QSize(round(LEAST * self.scale), round(THUMB + WORDS * self.scale))

    def minimumSizeHint(self) -> QSize:
        return QSize(LEAST, self.sizeHint().height())

    def _compute_thumb_rect(self) -> QRectF:
        """Return where the picture is."""
        return QRectF(1, 1, self.width() - 2, THUMB - 1)

    def _draw_thumb(self) -> None:
        if self.thumbnail is None or self.width() < LEAST // 2:
            return
        self._now, self._moment = self.thumbnail.paint(
            self._compute_thumb_rect().size().toSize(), self.devicePixelRatioF()
        )
        self.update()

    def resizeEvent(self, event: QEvent) -> None:
        """Start drawing the picture anew for its new size."""
        super().resizeEvent(event)  # type: ignore[arg-type]
        # Not within a layout that is under way: to draw a view has everything around it laid out.
        self._anew.start()

    def _apply_theme(self) -> None:
        self._anew.start()
        super()._apply_theme()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press it with Enter as with Space; go to other cards with the arrows."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif event.key() in STEPS:
            self.stepped.emit(*STEPS[event.key()])
        else:
            super().keyPressEvent(event)

    # Painting -----------------------------------------------------------------------------------------------------

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme, thumb = self.theme, self._compute_thumb_rect()
            whole = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            shape = QPainterPath()
            shape.addRoundedRect(whole, RADIUS, RADIUS)
            painter.fillPath(shape, theme.colour("surface"))
            painter.save()
            painter.setClipPath(shape)
            self._paint_thumb(painter, thumb)
            painter.restore()
            self._paint_moment(painter, thumb)
            self._paint_words(painter, thumb)
            edge = stroke(theme.colour("accent"), 2) if self.active else stroke(theme.colour("border"), 1)
            ink(painter, edge)
            painter.drawPath(shape)
            self._paint_play(painter, thumb)

    def _paint_thumb(self, painter: QPainter, thumb: QRectF) -> None:
        painter.fillRect(thumb, self.theme.colour("raised"))
        if self._now.isNull():
            side = 44.0
            box = QRectF(thumb.center() - QPointF(side / 2, side / 2), QSize(44, 44))
            paint_icon(painter, self.figure.icon, box, self.theme.colour("border"))
            return
        painter.drawPixmap(thumb.topLeft(), self._now)

    def _paint_moment(self, painter: QPainter, thumb: QRectF) -> None:
        """Paint when and where it is on the picture's lower edge, where that hides nobody's name or words."""
        if not self._moment:
            return
        face = self.letters(11, QFont.Weight.DemiBold)
        painter.setFont(face)
        metrics = painter.fontMetrics()
        words = metrics.elidedText(self._moment, Qt.TextElideMode.ElideRight, round(thumb.width() - 60))
        tall = metrics.height() + 8
        chip = QRectF(thumb.left() + 8, thumb.bottom() - tall / 2, metrics.horizontalAdvance(words) + 30, tall)
        ground = self.theme.colour("surface")
        ground.setAlphaF(0.92)
        ink(painter, stroke(self.theme.colour("border"), 1), ground)
        painter.drawRoundedRect(chip, tall / 2, tall / 2)
        ink(painter, Qt.PenStyle.NoPen, self.theme.colour("bad"))
        painter.drawEllipse(QPointF(chip.left() + 12, chip.center().y()), 3, 3)
        write(painter, chip.adjusted(21, 0, 0, 0), words, face, self.theme.colour("text"))

    def _paint_words(self, painter: QPainter, thumb: QRectF) -> None:
        theme, scale, figure = self.theme, self.scale, self.figure
        room = QRectF(16, thumb.bottom() + 16, self.width() - 32, self.height() - thumb.bottom() - 28)
        title = self.letters(15, QFont.Weight.DemiBold)
        first = QRectF(room.left(), room.top(), room.width() - 2 * PLAY - 8, 22 * scale)
        painter.setFont(title)
        shown = painter.fontMetrics().elidedText(figure.title, Qt.TextElideMode.ElideRight, round(first.width()))
        write(painter, first, shown, title, theme.colour("text"))
        small, low = self.letters(12), 2 * FACE * max(1.0, scale)
        told = QRectF(room.left(), first.bottom(), room.width(), room.bottom() - first.bottom() - low - 4)
        painter.setFont(small)
        lines = wrap_text(painter, figure.detail, round(told.width()), max(1, int(told.height() // (17 * scale))))
        for at, line in enumerate(lines):
            write(painter, QRectF(told.left(), told.top() + at * 17 * scale, told.width(), 17 * scale), line, small,
                  theme.colour("secondary"))  # fmt: skip
        foot = QRectF(room.left(), room.bottom() - low, room.width(), low)
        radius = low / 2
        faces, apart = figure.members[:MOST_FACES], 1.5
        for at, member in enumerate(faces):
            centre = QPointF(foot.left() + radius + at * radius * apart, foot.center().y())
            ink(painter, Qt.PenStyle.NoPen, theme.colour("surface"))
            painter.drawEllipse(centre, radius + 1, radius + 1)  # an edge between faces, which overlap
            paint_avatar(painter, centre, radius, member, theme)
        taken = (len(faces) * apart + 1) * radius if faces else 0
        length = self.letters(11.5)
        painter.setFont(length)
        rest = foot.adjusted(taken, 0, 0, 0)
        shown = painter.fontMetrics().elidedText(figure.told, Qt.TextElideMode.ElideRight, round(rest.width()))
        write(painter, rest, shown, length, theme.colour("secondary"), RIGHT)

    def _paint_play(self, painter: QPainter, thumb: QRectF) -> None:
        theme = self.theme
        centre = QPointF(self.width() - 16 - PLAY, thumb.bottom())
        disc, sign = ("accent", "accent_text") if self.active else ("surface", "accent")
        shade = QColor(0, 0, 0, 40)
        ink(painter, Qt.PenStyle.NoPen, shade)
        painter.drawEllipse(centre + QPointF(0, 1.5), PLAY + 0.5, PLAY + 0.5)
        ink(painter, stroke(theme.colour("border"), 1) if not self.active else Qt.PenStyle.NoPen, theme.colour(disc))
        painter.drawEllipse(centre, PLAY, PLAY)
        ink(painter, Qt.PenStyle.NoPen, theme.colour(sign))
        painter.drawPolygon(QPolygonF([centre + QPointF(-5, -8), centre + QPointF(-5, 8), centre + QPointF(8.5, 0)]))
