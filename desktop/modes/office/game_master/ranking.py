"""The candidate scenes as stacked bars: what spoke for each of them, and what against."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from parley.desktop.modes.office.figures import TERMS, CandidateFigure, GameMasterFigure
from parley.desktop.modes.office.words import ICONS
from parley.desktop.widgets.avatar import paint_avatar
from parley.desktop.widgets.bars import Bars, mixed
from parley.desktop.widgets.icons import paint_icon
from parley.desktop.widgets.language import labelled
from parley.desktop.widgets.painted import MIDDLE, NO_PEN, RIGHT, ink, luminance, write
from parley.desktop.widgets.spoken import Spoken, tell_current

ROW, BAR, LEGEND_LINE = 42, 14, 19
"""Pixels at a text scale of 1: a candidate's row, its bar, a line of the legend."""
MOST_FACES = 6
PEOPLE = ("#8f9cff", "#7a87e6", "#6673cc", "#525fae", "#3c477f")
DAY = ("#e2b878", "#c99552")
CHANCE = "#7d828e"
TONES = (*PEOPLE, *DAY, CHANCE)
"""The terms' colours in two families, what is between people and what the day asks for, and chance: none looks like a
member's. Each also carries its number, for colours alone say nothing to some."""
INKS = ("#14161c", "#ffffff")
"""What is written upon them."""


class RankingBars(Spoken, Bars):
    """A row a candidate, best first: title, who, score, and the terms stacked; what speaks against it to the left.

    The chosen one carries a tick. Below them stand the numbers of the selected one, which is the chosen one at first.
    Attributes: `selected`, its place. Signals: `candidate_selected(int)`.
    """

    candidate_selected = Signal(int)
    spoken_role = QAccessible.Role.List

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.figure = GameMasterFigure()
        self.selected = -1
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Candidate scenes"))

    def show_figure(self, figure: GameMasterFigure) -> None:
        """Show the candidates of another choice."""
        if figure.candidates != self.figure.candidates or figure.chosen != self.figure.chosen:
            self.selected = figure.chosen if figure.chosen >= 0 else (0 if figure.candidates else -1)
        self.figure = figure
        self._describe()
        self.updateGeometry()
        self.update()

    def select(self, place: int) -> None:
        """Show the numbers of another candidate."""
        if 0 <= place < len(self.figure.candidates) and place != self.selected:
            self.selected = place
            self._describe()
            tell_current(self)
            self.update()
            self.candidate_selected.emit(place)

    def candidate(self) -> CandidateFigure | None:
        """Return the selected one."""
        return self.figure.candidates[self.selected] if self.selected >= 0 else None

    def sizeHint(self) -> QSize:
        """Room for every candidate and the numbers."""
        height = len(self.figure.candidates) * ROW * self.scale
        if self.figure.candidates:
            height += (len(self._arrange_legend_rows()) * LEGEND_LINE + 12) * self.scale
        return QSize(280, round(height) + 2)

    def minimumSizeHint(self) -> QSize:
        """Return the same height: whoever holds it scrolls."""
        return QSize(150, self.sizeHint().height())

    # Events -------------------------------------------------------------------------------------------------------

    def paintEvent(self, _: QPaintEvent) -> None:
        """Draw the rows and the numbers."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for place, each in enumerate(self.figure.candidates):
                self._paint_row(painter, place, each)
            if self.figure.candidates:
                self._paint_legend(painter, len(self.figure.candidates) * ROW * self.scale + 10 * self.scale)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Update the geometry, because the numbers may need more or fewer lines."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down select a candidate."""
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.select(self.selected + step)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select the candidate of the row."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.select(self._place_at(event.position().y()))

    def tip_at(self, at: QPointF) -> str:
        """Return all about the row under the pointer."""
        place = self._place_at(at.y())
        return self._told(self.figure.candidates[place]) if place >= 0 else ""

    def spoken_count(self) -> int:
        return len(self.figure.candidates)

    def spoken_row(self, row: int) -> str:
        return self._told(self.figure.candidates[row]).replace("\n", ". ")

    def spoken_current(self) -> int:
        return self.selected

    def spoken_place(self, row: int) -> QRect:
        high = ROW * self.scale
        return QRectF(0, row * high, self.width(), high).toAlignedRect() & self.rect()

    # Words --------------------------------------------------------------------------------------------------------

    def _told(self, each: CandidateFigure) -> str:
        who = ", ".join(member.name for member in each.members)
        terms = ", ".join(
            f"{labelled('scene_term', name)} {self.signed(value)}"
            for name, value in zip(TERMS, each.terms, strict=True)
            if value
        )
        parts = [f"{each.title}: {who}" if who else each.title, each.topic, terms]
        score = self.tr("score {value}").format(value=self.decimal(each.score))
        return "\n".join(part for part in [*parts, score, each.why] if part)

    def _describe(self) -> None:
        each = self.candidate()
        self.setAccessibleDescription(self._told(each) if each else self.tr("There are no candidates."))

    def _place_at(self, y: float) -> int:
        place = int(y // (ROW * self.scale))
        return place if 0 <= place < len(self.figure.candidates) else -1

    # Drawing ------------------------------------------------------------------------------------------------------

    def _paint_row(self, painter: QPainter, place: int, each: CandidateFigure) -> None:
        theme, scale = self.theme, self.scale
        top, chosen = place * ROW * scale, place == self.figure.chosen
        if place == self.selected:
            ink(painter, QPen(theme.colour("accent"), 1.0) if self.hasFocus() else NO_PEN, theme.colour("raised"))
            painter.drawRoundedRect(QRectF(0.5, top + 1, self.width() - 1.0, ROW * scale - 2), 6, 6)
        x, line = 29 * scale, QRectF(0, top + 3 * scale, self.width() - 8 * scale, 18 * scale)
        sign = QRectF(8 * scale, line.top() + 1.5 * scale, 15 * scale, 15 * scale)
        name = "ph.check-circle-fill" if chosen else ICONS.get(each.scene_type, "ph.chats")
        paint_icon(painter, name, sign, theme.colour("accent" if chosen else "faint"))
        face = self.face(strong=chosen)
        metrics = QFontMetricsF(face)
        score = ("−" if each.score < 0 else "") + self.decimal(abs(each.score))
        write(painter, line, score, face, theme.colour("accent" if chosen else "secondary"), RIGHT)
        # Fewer members are shown where the title needs the room.
        shown = each.members[: MOST_FACES if self.width() > 380 * scale else MOST_FACES // 2]
        more = f"+{len(each.members) - len(shown)}" if len(each.members) > len(shown) else ""
        beside = metrics.horizontalAdvance(score) + (len(shown) * 17 + (26 if more else 0)) * scale
        room = max(30.0, self.width() - x - beside - 26 * scale)
        title = metrics.elidedText(each.title, Qt.TextElideMode.ElideRight, room)
        write(painter, QRectF(x, line.top(), room, line.height()), title, face, theme.colour("text"))
        at = min(x + metrics.horizontalAdvance(title) + 10 * scale, self.width() - beside - 12 * scale)
        for member in shown:
            paint_avatar(painter, QPointF(at + 7 * scale, line.center().y()), 7 * scale, member, theme)
            at += 17 * scale
        box = QRectF(at, line.center().y() - 9 * scale, 30 * scale, 18 * scale)
        write(painter, box, more, self.face(small=True), theme.colour("secondary"))
        self._paint_bar(painter, each, top + 23 * scale, chosen=chosen)

    def _compute_bar_axis(self) -> tuple[float, float]:
        """Return where 0 is, and pixels a unit, the same for all rows so that bars can be compared."""
        sums = [_sum_score_terms(each) for each in self.figure.candidates]
        most, least = max(above for above, _below in sums), max(below for _above, below in sums)
        left, right = 29 * self.scale, self.width() - 8 * self.scale
        unit = max(10.0, right - left) / max(0.01, most + least)
        return left + least * unit, unit

    def _paint_bar(self, painter: QPainter, each: CandidateFigure, top: float, *, chosen: bool) -> None:
        zero, unit = self._compute_bar_axis()
        height = BAR * self.scale
        above, below = (each_sum * unit for each_sum in _sum_score_terms(each))
        outline = QPainterPath()
        outline.addRoundedRect(QRectF(zero - below, top, max(2.0, above + below), height), 3, 3)
        painter.save()
        painter.setClipPath(outline)
        right, left = zero, zero
        for number, value in enumerate(each.terms):
            width = abs(value) * unit
            x = right if value >= 0 else left - width
            if width > 0:
                self._paint_part(painter, QRectF(x, top, width, height), number, chosen=chosen)
            right, left = (right + width, left) if value >= 0 else (right, left - width)
        painter.restore()
        if below:
            painter.setPen(QPen(self.theme.colour("text"), 1.2))
            painter.drawLine(QPointF(zero, top - 2), QPointF(zero, top + height + 2))

    def _mix_term_tone(self, number: int, *, chosen: bool = True) -> QColor:
        return mixed(QColor(TONES[number]), self.theme.colour("surface"), 1.0 if chosen else 0.72)

    def _choose_ink(self, tone: QColor) -> QColor:
        """Return the one of `INKS` that is read better upon a tone."""
        return QColor(INKS[0] if luminance(tone) > 0.18 else INKS[1])

    def _paint_part(self, painter: QPainter, rect: QRectF, number: int, *, chosen: bool) -> None:
        tone = self._mix_term_tone(number, chosen=chosen)
        painter.fillRect(rect, tone)
        painter.fillRect(QRectF(rect.left(), rect.top(), 1.0, rect.height()), self.theme.colour("surface"))
        face = self.face(small=True)
        for text in (f"{number + 1} {labelled('scene_term', TERMS[number])}", str(number + 1)):
            if QFontMetricsF(face).horizontalAdvance(text) + 8 <= rect.width():
                write(painter, rect, text, face, self._choose_ink(tone), MIDDLE)
                return

    # The numbers --------------------------------------------------------------------------------------------------

    def _format_legend_entries(self) -> list[str]:
        each = self.candidate()
        values = each.terms if each else (0.0,) * len(TERMS)
        return [
            f"{labelled('scene_term', name)} {self.signed(value) if value else self.decimal(0.0)}"
            for name, value in zip(TERMS, values, strict=True)
        ]

    def _arrange_legend_rows(self) -> list[list[int]]:
        """Return the terms in lines of as many columns as fit."""
        metrics = QFontMetricsF(self.face(small=True))
        widest = max(metrics.horizontalAdvance(word) for word in self._format_legend_entries()) + 29 * self.scale
        columns = max(1, min(4, int(self.width() / widest)))
        numbers = list(range(len(TERMS)))
        return [numbers[at : at + columns] for at in range(0, len(numbers), columns)]

    def _paint_legend(self, painter: QPainter, top: float) -> None:
        rows, scale, words = self._arrange_legend_rows(), self.scale, self._format_legend_entries()
        each, face = self.candidate(), self.face(small=True)
        column = self.width() / len(rows[0])
        for line, numbers in enumerate(rows):
            for place, number in enumerate(numbers):
                x, y = place * column + 8 * scale, top + line * LEGEND_LINE * scale
                box = QRectF(x, y + 2 * scale, 15 * scale, 15 * scale)
                tone = self._mix_term_tone(number)
                ink(painter, NO_PEN, tone)
                painter.drawRoundedRect(box, 3, 3)
                write(painter, box, str(number + 1), face, self._choose_ink(tone), MIDDLE)
                rect = QRectF(x + 21 * scale, y, column - 30 * scale, LEGEND_LINE * scale)
                text = QFontMetricsF(face).elidedText(words[number], Qt.TextElideMode.ElideMiddle, rect.width())
                role = "text" if each is not None and each.terms[number] else "faint"
                write(painter, rect, text, face, self.theme.colour(role))


def _sum_score_terms(each: CandidateFigure) -> tuple[float, float]:
    """Return what speaks for a candidate, and what against it."""
    return sum(max(0.0, term) for term in each.terms), sum(max(0.0, -term) for term in each.terms)
