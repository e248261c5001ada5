"""Who answers whom, as a table of counts with a heat."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from parley.desktop.run.figures import MemberFigure
from parley.desktop.widgets.bars import mixed
from parley.desktop.widgets.painted import MIDDLE, NO_PEN, Tips, ink, write
from parley.desktop.widgets.spoken import Spoken, tell_current
from parley.desktop.widgets.themed import Themed

LEAST_CELL = 17.0
TALLEST_CELL, WIDEST_CELL = 26.0, 64.0
NAMED_FROM = 44.0
"""Pixels of a column from which its name stands above it instead of a letter."""


WAYS = {Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1), Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0)}


class AnswersMatrix(Spoken, Tips, Themed, QWidget):
    """A row for who spoke, a column for whom they spoke right after. Arrows move the cell, Enter chooses the pair; a
    screen reader finds a row for each cell.

    Signals: `pair_chosen(row's id, column's id)`.
    """

    pair_chosen = Signal(str, str)
    cell = (0, 0)
    """The row and the column of the keyboard."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._members: tuple[MemberFigure, ...] = ()
        self._answers: tuple[tuple[int, ...], ...] = ()
        self._most, self._selected, self._names = 0, -1, 0.0
        self.setAccessibleName(self.tr("Who answers whom"))

    def row_ids(self) -> list[str]:
        return [member.id for member in self._members]

    def show_answers(self, members: tuple[MemberFigure, ...], answers: tuple[tuple[int, ...], ...]) -> None:
        """Show the counts; `answers[i][j]` says how often i spoke right after j."""
        names = [member.name for member in members]
        if answers == self._answers and names == [member.name for member in self._members]:
            self._members = members
            return
        self._members, self._answers = members, answers
        self._most = max((count for row in answers for count in row), default=0)
        self._measure()
        self.move_to(*self.cell)
        self.updateGeometry()

    def spoken_count(self) -> int:
        return len(self.row_ids()) ** 2

    def spoken_row(self, row: int) -> str:
        return self.told_cell(*divmod(row, len(self.row_ids())))

    def spoken_current(self) -> int:
        count, (row, column) = len(self.row_ids()), self.cell
        return row * count + column if row < count and column < count else -1

    def spoken_place(self, row: int) -> QRect:
        return self.cell_rect(*divmod(row, len(self.row_ids()))).toAlignedRect() & self.rect()

    def spoken_at(self, at: QPoint) -> int:
        cell = self.cell_at(QPointF(at))
        return cell[0] * len(self.row_ids()) + cell[1] if cell else -1

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def cell_at(self, at: QPointF) -> tuple[int, int] | None:
        """The row and the column that are drawn at a place."""
        n = len(self.row_ids())
        first, next_one = self.cell_rect(0, 0), self.cell_rect(1, 1)
        column = int((at.x() - first.left()) // (next_one.left() - first.left()))
        row = int((at.y() - first.top()) // (next_one.top() - first.top()))
        return (row, column) if 0 <= row < n and 0 <= column < n else None

    def tip_at(self, at: QPointF) -> str:
        cell = self.cell_at(at)
        return self.told_cell(*cell) if cell else ""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the pair of the cell."""
        cell = self.cell_at(event.position())
        if cell is not None and event.button() == Qt.MouseButton.LeftButton:
            self.move_to(*cell)
            self._choose()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the cell, or choose its pair."""
        key, (row, column) = Qt.Key(event.key()), self.cell
        if key in WAYS and self.row_ids():
            down, right = WAYS[key]
            self.move_to(row + down, column + right)
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space} and self.row_ids():
            self._choose()
        else:
            super().keyPressEvent(event)

    def move_to(self, row: int, column: int) -> None:
        """Give the keyboard to the cell that is nearest."""
        last = max(0, len(self.row_ids()) - 1)
        self.cell = (max(0, min(last, row)), max(0, min(last, column)))
        self.setAccessibleDescription(self.told_cell(*self.cell))
        tell_current(self)
        self.update()

    def _choose(self) -> None:
        (row, column), ids = self.cell, self.row_ids()
        if row != column:
            self.pair_chosen.emit(ids[row], ids[column])

    def select_member(self, member_id: str) -> None:
        """Mark a member's row and column."""
        ids = self.row_ids()
        self._selected = ids.index(member_id) if member_id in ids else -1
        self.update()

    def _restyle(self) -> None:
        self._measure()
        super()._restyle()

    def minimumSizeHint(self) -> QSize:
        """Cells of the least size; the scroll area around does the rest."""
        n = len(self._members)
        least = LEAST_CELL * self.scale
        return QSize(round(self._names + n * least + 2), round(self._head() + n * least + 2))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the cells of the exposed part."""
        with QPainter(self) as painter:
            if not self._most:
                text = self.tr("Nobody has answered anybody yet. Each turn counts as an answer to the one before it.")
                flags = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap
                room = QRectF(self.rect().adjusted(0, 2, 0, 0))
                write(painter, room, text, self._font(), self.theme.colour("secondary"), flags)
                return
            self._paint_names(painter)
            exposed = QRectF(event.rect())
            fonts = (self._font(), self._font(strong=True))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            wide, tall = self._cell_size()
            for row in range(len(self._members)):
                for column in range(len(self._members)):
                    rect = self._rect(row, column, wide, tall)
                    if rect.intersects(exposed):
                        self._paint_cell(painter, rect, row, column, fonts)
            if self.hasFocus():
                ink(painter, QPen(self.theme.colour("accent"), 2))
                painter.drawRoundedRect(self.cell_rect(*self.cell).adjusted(1, 1, -1, -1), 3, 3)

    def cell_rect(self, row: int, column: int) -> QRectF:
        """Where a cell is drawn."""
        return self._rect(row, column, *self._cell_size())

    def _rect(self, row: int, column: int, wide: float, tall: float) -> QRectF:
        return QRectF(self._names + column * wide, self._head() + row * tall, wide - 2, tall - 2)

    def told_cell(self, row: int, column: int) -> str:
        if row >= len(self._answers) or column >= len(self._answers):
            return self.tr("Nobody has answered anybody yet.")
        count, name = self._answers[row][column], self._members[row].name
        if row == column:
            return self.tr("{name} went on speaking: {count}×").format(name=name, count=count)
        return self.tr("{name} spoke right after {before}: {count}×").format(
            name=name, before=self._members[column].name, count=count
        )

    def _paint_names(self, painter: QPainter) -> None:
        wide, tall = self._cell_size()
        left, head = self._names, self._head()
        for i, member in enumerate(self._members):
            marked = i == self._selected
            font, colour = self._font(strong=marked), self.theme.colour("accent" if marked else "text")
            elided, middle = QFontMetricsF(font).elidedText, Qt.TextElideMode.ElideMiddle
            room = QRectF(0, head + i * tall, left - 8, tall - 2)
            write(painter, room, elided(member.name, middle, left - 8), font, colour)
            above, room = member.initial, QRectF(left + i * wide, 0, wide - 2, head - 3)
            if wide >= NAMED_FROM * self.scale:
                above = elided(member.name, middle, wide - 4)
            elif not marked:
                colour = self.theme.member(member.colour)
            write(painter, room, above, font, colour, MIDDLE)

    def _paint_cell(self, painter: QPainter, rect: QRectF, row: int, column: int, fonts: tuple[QFont, QFont]) -> None:
        count, theme = self._answers[row][column], self.theme
        heat = count / self._most
        ground = theme.colour("raised")
        fill = mixed(theme.colour("accent"), ground, 0.12 + 0.88 * heat) if count else ground
        if not count and rect.height() < 20:
            painter.fillRect(rect, fill)
        else:
            ink(painter, NO_PEN, fill)
            painter.drawRoundedRect(rect, 3, 3)
        if row == column and not count:
            painter.fillRect(rect, QBrush(theme.colour("border"), Qt.BrushStyle.BDiagPattern))
        if self._selected in (row, column):
            ink(painter, QPen(theme.colour("accent"), 1.0))
            painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
        if count:
            letters = letters_on(fill)
            write(painter, rect, self.locale().toString(count), fonts[heat > 0.5], letters, MIDDLE)

    def _cell_size(self) -> tuple[float, float]:
        n, scale = max(1, len(self._members)), self.scale
        wide = (self.width() - self._names) / n
        tall = (self.height() - self._head()) / n
        least = LEAST_CELL * scale
        return max(least, min(WIDEST_CELL * scale, wide)), max(least, min(TALLEST_CELL * scale, tall))

    def _measure(self) -> None:
        """Find the width of the column of names."""
        metrics = QFontMetricsF(self._font(strong=True))
        widest = max((metrics.horizontalAdvance(member.name) for member in self._members), default=0.0)
        self._names = min(widest + 12, 110 * self.scale)

    def _head(self) -> float:
        return 19 * self.scale

    def _font(self, *, strong: bool = False) -> QFont:
        return self.letters(11, QFont.Weight.DemiBold if strong else QFont.Weight.Medium)


def letters_on(ground: QColor) -> QColor:
    """Black or white, whichever stands out from a fill."""
    light = 0.299 * ground.redF() + 0.587 * ground.greenF() + 0.114 * ground.blueF()
    return QColor("#10131a" if light > 0.5 else "#ffffff")
