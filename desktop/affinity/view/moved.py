"""Below the network: which pairs have moved, why, and at which turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QCoreApplication, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtGui import QPolygonF as Polygon
from PySide6.QtWidgets import QSizePolicy, QWidget

from parley.desktop.affinity.figures import NetworkFigure, Span
from parley.desktop.affinity.view.picture import signed
from parley.desktop.run.figures import MemberFigure
from parley.desktop.widgets.avatar import paint_avatar
from parley.desktop.widgets.figure_model import AnyIndex, FigureModel
from parley.desktop.widgets.layouts import STRETCH, across, upright
from parley.desktop.widgets.painted import NO_BRUSH, Note, ink
from parley.desktop.widgets.rows import ListView, RowDelegate
from parley.desktop.widgets.themed import Themed

translate = QCoreApplication.translate
ROW = 34
"""Pixels of a row at a text scale of 1."""
SPARK, WITH_SPARK, WITH_TURN = 40, 350, 300
"""Pixels of the small curve, and of a row that has room for it, and for the turn."""


@dataclass(frozen=True, slots=True)
class MovedRow:
    """A pair that moved: from whom to whom where the feeling was one's alone, else the `mutual` two; the last reason
    and its turn, the values in the span, and how far it came. `told` is what a screen reader says; `fresh`: it has
    just happened."""

    first: MemberFigure
    second: MemberFigure
    mutual: bool
    reason: str
    turn: int
    points: tuple[float, ...]
    drift: float
    trust: bool
    told: str
    fresh: bool = False


def moved_rows(figure: NetworkFigure, span: Span, fresh: frozenset[tuple[int, int]] = frozenset()) -> list[MovedRow]:
    """The pairs that moved in the span, the last one first; those that are `fresh` did so just now."""
    found: dict[tuple[int, int], list[int]] = {}
    moves = figure.moves_in(span)
    for number, move in enumerate(moves):
        found.setdefault((move.a, move.b), []).append(number)
    rows: list[MovedRow] = []
    trust = figure.measure == "trust"
    for (a, b), numbers in sorted(found.items(), key=lambda item: -item[1][-1]):
        points = (moves[numbers[0]].before, *(moves[number].after for number in numbers))
        drift = points[-1] - points[0]
        told = [moves[number] for number in numbers if moves[number].reason]
        # The last one that went the way that they went on the whole.
        last = ([each for each in told if each.change * drift > 0] or told or [moves[numbers[-1]]])[-1]
        alone = len(last.by) == 1
        first, second = (b, a) if last.by == (b,) else (a, b)
        one, other = figure.members[first], figure.members[second]
        reason = translate("MovedList", "overnight") if last.night and not last.reason else last.reason
        said = f"{one.name} {'→' if alone else '–'} {other.name}: {reason} {signed(drift, trust=trust)}"
        rows.append(MovedRow(one, other, not alone, reason, last.turn, points, drift, trust, said, (a, b) in fresh))
    return rows


class MovedModel(FigureModel[MovedRow]):
    """The rows for a list."""

    def identity(self, figure: MovedRow) -> object:
        return frozenset((figure.first.id, figure.second.id))

    def text(self, figure: MovedRow) -> str:
        return figure.told

    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """As in any such list; the tool tip has the whole reason."""
        if role == Qt.ItemDataRole.ToolTipRole:
            role = int(Qt.ItemDataRole.DisplayRole)
        return super().data(index, role)


class MovedDelegate(RowDelegate):
    """Two faces, the reason, the turn, a small curve, and how far."""

    row_height = ROW

    def draw(self, painter: QPainter, box: QRect, figure: MovedRow) -> None:
        """Draw a row."""
        theme, scale = self.theme, self.scale
        wide = box.width()
        if figure.fresh:
            tint = theme.colour("good" if figure.drift > 0 else "bad")
            tint.setAlphaF(0.09)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tint)
            painter.drawRoundedRect(box.adjusted(-12, 1, 8, -1), 6, 6)
        radius, middle = 9.0 * scale, box.center().y() + 0.5
        left = box.left() - 6
        font = QFont(painter.font())
        font.setPixelSize(max(7, round(11.5 * scale)))
        for member, shift in ((figure.first, 0.0), (figure.second, 2 * radius + 20 * scale)):
            paint_avatar(painter, QPointF(left + radius + shift, middle), radius, member, theme)
        painter.setFont(font)
        painter.setPen(theme.colour("secondary"))
        arrow = QRectF(left + 2 * radius, middle - 10, 20 * scale, 20)
        painter.drawText(arrow, Qt.AlignmentFlag.AlignCenter, "↔" if figure.mutual else "→")
        strong = QFont(font)
        strong.setWeight(QFont.Weight.Bold)
        change = signed(figure.drift, trust=figure.trust)
        number = QFontMetricsF(strong).horizontalAdvance("+0.000")
        colour = theme.colour("good" if figure.drift > 0 else "bad" if figure.drift < 0 else "secondary")
        right = box.right() - round(number)
        self.write(painter, QRect(right, box.top(), round(number), box.height()), change, colour, strong, right=True)
        if wide >= WITH_SPARK * scale:
            right -= round((SPARK + 10) * scale)
            self._spark(painter, QRectF(right, middle - 7 * scale, SPARK * scale, 14 * scale), figure)
        if wide >= WITH_TURN * scale and figure.turn:
            turn = self.tr("turn {number}").format(number=figure.turn)
            room = round(QFontMetricsF(font).horizontalAdvance(turn)) + 10
            right -= room
            place = QRect(right, box.top(), room - 8, box.height())
            self.write(painter, place, turn, theme.colour("secondary"), font, right=True)
        start = round(left + 4 * radius + 28 * scale)
        self.write(
            painter, QRect(start, box.top(), right - start - 6, box.height()), figure.reason, theme.colour("text"), font
        )

    def _spark(self, painter: QPainter, box: QRectF, figure: MovedRow) -> None:
        """The values in the span, the last one with a dot."""
        low, high = min(figure.points), max(figure.points)
        tall = max(high - low, 1e-6)
        step = box.width() / max(1, len(figure.points) - 1)
        spots = [
            QPointF(box.left() + number * step, box.bottom() - (value - low) / tall * box.height())
            for number, value in enumerate(figure.points)
        ]
        colour = self.theme.colour("good" if figure.drift > 0 else "bad" if figure.drift < 0 else "secondary")
        ink(painter, QPen(colour, 1.5), NO_BRUSH)
        painter.drawPolyline(Polygon(spots))
        ink(painter, QPen(colour, 1.0), colour)
        painter.drawEllipse(spots[-1], 2.2, 2.2)


class MovedList(Themed, QWidget):
    """The pairs that moved, the last one first. A click on one marks the pair, the next one goes to its turn.

    Signals: `pair_chosen(id, id)`, `turn_chosen(turn)`.
    """

    pair_chosen = Signal(str, str)
    turn_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pair = frozenset[str]()
        self.model = MovedModel(self)
        self.title = Note(size=11, weight=QFont.Weight.DemiBold, parent=self)
        self.count = Note(size=11, parent=self)
        self.list = ListView(self.model, MovedDelegate, self.tr("Pairs that moved"), self)
        self.list.setToolTip(self.tr("Click: the pair; again: the turn at which it moved"))
        self.list.setFrameShape(ListView.Shape.NoFrame)
        self.list.opened.connect(self._on_opened)
        upright(across(self.title, STRETCH, self.count, spacing=8), (self.list, 1), within=self, margins=0, spacing=2)
        # Where it stands must not decide how narrow the dock can be.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._restyle()

    def show_figure(self, figure: NetworkFigure, span: Span, fresh: frozenset[tuple[int, int]] = frozenset()) -> None:
        """Show the moves of a span; those of the `fresh` pairs have just happened."""
        rows = moved_rows(figure, span, fresh)
        self.model.show(rows)
        titles = {"chosen": self.tr("Moved in the selected turns"), "today": self.tr("Moved today")}
        self.title.setText(titles.get(span, self.tr("Moved since the start")).upper())
        n = len(figure.members)
        pairs = sum(edge.linked for edge in figure.edges) if figure.measure == "trust" else n * (n - 1) // 2
        told = self.tr("{count} of {pairs} pairs").format(count=len(rows), pairs=self.locale().toString(pairs))
        self.count.setText(told if rows else self.tr("nobody yet"))
        self.list.setVisible(bool(rows))

    def height_for(self, rows: int) -> int:
        """Pixels for a title and so many rows; for the title alone where nobody moved."""
        shown = min(rows, self.model.rowCount())
        return round(18 * self.scale) + (round(shown * ROW * self.scale) + 4 if shown else 0)

    def select_pair(self, first: str, second: str) -> None:
        """Mark a pair."""
        self._pair = frozenset((first, second))
        row = self.model.row_of(self._pair)
        self.list.setCurrentIndex(self.model.index(row))

    def _on_opened(self, row: int) -> None:
        figure = self.model.figure(row)
        if figure is not None and frozenset((figure.first.id, figure.second.id)) == self._pair:
            self.turn_chosen.emit(figure.turn)
        elif figure is not None:
            self.pair_chosen.emit(figure.first.id, figure.second.id)

    def _restyle(self) -> None:
        self.list.setStyleSheet("background: transparent; border: none;")
        self.updateGeometry()
