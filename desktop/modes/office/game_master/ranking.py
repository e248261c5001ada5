"""The candidate scenes as stacked bars: what spoke for each of them, and what against."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
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

from desktop.modes.office.figures import TERMS, CandidateFigure, GameMasterFigure
from desktop.modes.office.words import ICONS, term_word
from desktop.widgets.avatar import paint_avatar
from desktop.widgets.bars import Bars, mixed
from desktop.widgets.icons import paint_icon

ROW, BAR, LEGEND_LINE = 46, 15, 19
"""Pixels at a text scale of 1: a candidate's row, its bar, a line of the legend."""
MOST_FACES = 6
TONES = ("blue", "rust", "pink", "teal", "purple", "slate", "amber", "brown")
"""The terms' colours; each also carries its number, for colours alone say nothing to some."""


class RankingBars(Bars):
    """A row a candidate, best first: title, who, score, and the terms stacked; what speaks against it to the left.

    The chosen one carries a tick. Below them stand the numbers of the selected one, which is the chosen one at first.
    Attributes: `selected`, its place. Signals: `candidate_selected(int)`.
    """

    candidate_selected = Signal(int)

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
            self.update()
            self.candidate_selected.emit(place)

    def candidate(self) -> CandidateFigure | None:
        """The selected one."""
        return self.figure.candidates[self.selected] if self.selected >= 0 else None

    def sizeHint(self) -> QSize:
        """Room for every candidate and the numbers."""
        height = len(self.figure.candidates) * ROW * self.scale
        if self.figure.candidates:
            height += (len(self._legend_rows()) * LEGEND_LINE + 12) * self.scale
        return QSize(280, round(height) + 2)

    def minimumSizeHint(self) -> QSize:
        """The same height: whoever holds it scrolls."""
        return QSize(150, self.sizeHint().height())

    # Events -------------------------------------------------------------------------------------------------------

    def paintEvent(self, _: QPaintEvent) -> None:
        """Draw the rows and the numbers."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for place, each in enumerate(self.figure.candidates):
            self._paint_row(painter, place, each)
        if self.figure.candidates:
            self._paint_legend(painter, len(self.figure.candidates) * ROW * self.scale + 10 * self.scale)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The numbers may need more or fewer lines."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down select a candidate."""
        if event.key() == Qt.Key.Key_Down:
            self.select(min(self.selected + 1, len(self.figure.candidates) - 1))
        elif event.key() == Qt.Key.Key_Up:
            self.select(max(self.selected - 1, 0))
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select the candidate of the row."""
        place = self._place_at(event.position().y())
        if place >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self.select(place)
            return
        super().mousePressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show where the keys go."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The keys go elsewhere."""
        super().focusOutEvent(event)
        self.update()

    def tip_at(self, at: QPointF) -> str:
        """All about the row under the pointer."""
        place = self._place_at(at.y())
        return self._told(self.figure.candidates[place]) if place >= 0 else ""

    # Words --------------------------------------------------------------------------------------------------------

    def _told(self, each: CandidateFigure) -> str:
        who = ", ".join(member.name for member in each.members)
        terms = ", ".join(
            f"{term_word(name)} {self.signed(value)}" for name, value in zip(TERMS, each.terms, strict=True) if value
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
            ground = QRectF(0.5, top + 1, self.width() - 1.0, ROW * scale - 2)
            painter.setPen(QPen(theme.colour("accent"), 1.0) if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("raised"))
            painter.drawRoundedRect(ground, 6, 6)
        x, line = 8 * scale, QRectF(0, top + 4 * scale, self.width() - 8 * scale, 18 * scale)
        sign = QRectF(x, line.top() + 1.5 * scale, 15 * scale, 15 * scale)
        name, colour = (
            ("ph.check-circle-fill", "accent") if chosen else (ICONS.get(each.scene_type, "ph.chats"), "faint")
        )
        paint_icon(painter, name, sign, theme.colour(colour))
        x += 21 * scale
        painter.setFont(self.face(strong=chosen))
        metrics = QFontMetricsF(painter.font())
        score = ("−" if each.score < 0 else "") + self.decimal(abs(each.score))
        wide = metrics.horizontalAdvance(score)
        painter.setPen(theme.colour("accent" if chosen else "secondary"))
        painter.drawText(line, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), score)
        faces = self._faces_width(each)
        room = self.width() - x - wide - faces - 26 * scale
        title = metrics.elidedText(each.title, Qt.TextElideMode.ElideRight, max(30.0, room))
        painter.setPen(theme.colour("text"))
        left = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        painter.drawText(QRectF(x, line.top(), max(30.0, room), line.height()), left, title)
        end = min(x + metrics.horizontalAdvance(title) + 10 * scale, self.width() - wide - faces - 12 * scale)
        self._paint_faces(painter, each, end, line.center().y())
        self._paint_bar(painter, each, top + 25 * scale, chosen=chosen)

    def _faces_width(self, each: CandidateFigure) -> float:
        shown = self._faces(each)
        more = 26 if len(each.members) > shown else 0
        return (shown * 17 + more) * self.scale

    def _faces(self, each: CandidateFigure) -> int:
        """How many members are shown: fewer where the title needs the room."""
        return min(len(each.members), MOST_FACES if self.width() > 380 * self.scale else MOST_FACES // 2)

    def _paint_faces(self, painter: QPainter, each: CandidateFigure, x: float, y: float) -> None:
        scale = self.scale
        shown = self._faces(each)
        for member in each.members[:shown]:
            paint_avatar(painter, QPointF(x + 7 * scale, y), 7 * scale, member, self.theme)
            x += 17 * scale
        if len(each.members) > shown:
            painter.setFont(self.face(small=True))
            painter.setPen(self.theme.colour("secondary"))
            painter.drawText(
                QRectF(x, y - 9 * scale, 30 * scale, 18 * scale),
                int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft),
                f"+{len(each.members) - shown}",
            )

    def _axis(self) -> tuple[float, float]:
        """Where 0 is, and pixels a unit, the same for all rows so that bars can be compared."""
        most = max((sum(max(0.0, term) for term in each.terms) for each in self.figure.candidates), default=1.0)
        least = max((sum(max(0.0, -term) for term in each.terms) for each in self.figure.candidates), default=0.0)
        left, right = 29 * self.scale, self.width() - 8 * self.scale
        unit = max(10.0, right - left) / max(0.01, most + least)
        return left + least * unit, unit

    def _paint_bar(self, painter: QPainter, each: CandidateFigure, top: float, *, chosen: bool) -> None:
        zero, unit = self._axis()
        height = BAR * self.scale
        above = sum(max(0.0, term) for term in each.terms) * unit
        below = sum(max(0.0, -term) for term in each.terms) * unit
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

    def _tone(self, number: int, *, chosen: bool = True) -> QColor:
        ground = self.theme.colour("raised")
        return mixed(self.theme.member(TONES[number]), ground, 0.42 if chosen else 0.24)

    def _paint_part(self, painter: QPainter, rect: QRectF, number: int, *, chosen: bool) -> None:
        painter.fillRect(rect, self._tone(number, chosen=chosen))
        painter.fillRect(QRectF(rect.left(), rect.top(), 1.0, rect.height()), self.theme.colour("surface"))
        painter.setFont(self.face(small=True))
        metrics = QFontMetricsF(painter.font())
        for text in (f"{number + 1} {term_word(TERMS[number])}", str(number + 1)):
            if metrics.horizontalAdvance(text) + 8 <= rect.width():
                painter.setPen(self.theme.colour("text"))
                painter.drawText(rect, int(Qt.AlignmentFlag.AlignCenter), text)
                return

    # The numbers --------------------------------------------------------------------------------------------------

    def _legend_words(self) -> list[str]:
        each = self.candidate()
        values = each.terms if each else (0.0,) * len(TERMS)
        return [
            f"{term_word(name)} {self.signed(value) if value else self.decimal(0.0)}"
            for name, value in zip(TERMS, values, strict=True)
        ]

    def _legend_rows(self) -> list[list[int]]:
        """The terms in lines of as many columns as fit."""
        metrics = QFontMetricsF(self.face(small=True))
        widest = max(metrics.horizontalAdvance(word) for word in self._legend_words()) + 29 * self.scale
        columns = max(1, min(4, int(self.width() / widest)))
        numbers = list(range(len(TERMS)))
        return [numbers[at : at + columns] for at in range(0, len(numbers), columns)]

    def _paint_legend(self, painter: QPainter, top: float) -> None:
        rows, scale, words = self._legend_rows(), self.scale, self._legend_words()
        each = self.candidate()
        column = self.width() / len(rows[0])
        painter.setFont(self.face(small=True))
        for line, numbers in enumerate(rows):
            for place, number in enumerate(numbers):
                x, y = place * column + 8 * scale, top + line * LEGEND_LINE * scale
                box = QRectF(x, y + 2 * scale, 15 * scale, 15 * scale)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(self._tone(number))
                painter.drawRoundedRect(box, 3, 3)
                painter.setPen(self.theme.colour("text"))
                painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), str(number + 1))
                none = each is None or not each.terms[number]
                painter.setPen(self.theme.colour("faint" if none else "text"))
                rect = QRectF(x + 21 * scale, y, column - 30 * scale, LEGEND_LINE * scale)
                text = QFontMetricsF(painter.font()).elidedText(
                    words[number], Qt.TextElideMode.ElideMiddle, rect.width()
                )
                painter.drawText(rect, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), text)
