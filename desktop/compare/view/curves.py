"""A measure over the turns of two runs, one curve for each."""

from __future__ import annotations

from bisect import bisect_right

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from parley.desktop.compare.figures import ComparedCurve, CompareFigure
from parley.desktop.widgets.elided import ElidedCombo
from parley.desktop.widgets.layouts import STRETCH, across, upright
from parley.desktop.widgets.painted import LEFT, MIDDLE, RIGHT, Tips, ink, stroke, write
from parley.desktop.widgets.spoken import Walked
from parley.desktop.widgets.theme import font
from parley.desktop.widgets.themed import Themed

LEFT_ROOM, RIGHT_ROOM, TOP_ROOM, FOOT = 44.0, 20.0, 34.0, 26.0
DASHES = (4.0, 3.0)


class CurvesPlot(Walked, Tips, Themed, QWidget):
    """Both curves on common axes; a dashed line stands where the runs part. Left and Right go from turn to turn."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._curve = ComparedCurve("", (), ())
        self._names = ("", "")
        self._shared = 0
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)
        self.setMinimumHeight(140)

    def show_curve(self, curve: ComparedCurve, names: tuple[str, str], shared: int) -> None:
        """Show a measure; the runs are called `names` and share so many turns."""
        self._curve, self._names, self._shared = curve, names, shared
        self.setAccessibleName(curve.title)
        self.setAccessibleDescription(self.told(self._last()))
        self.walked = -1
        self.update()

    def told(self, turn: int) -> str:
        """Both values at a turn, or the newest before it."""
        values = [self._at(points, turn) for points in (self._curve.one, self._curve.other)]
        number = self.locale().toString
        told = [
            f"{name}: {number(value, 'f', 2)}"
            for name, value in zip(self._names, values, strict=True)
            if value is not None
        ]
        return "\n".join([self.tr("turn {0}").format(number(turn)), *told]) if told else ""

    def spoken_count(self) -> int:
        return self._last() if self._curve.one or self._curve.other else 0

    def spoken_row(self, row: int) -> str:
        return self.told(row + 1).replace("\n", ". ") or self.tr("turn {0}").format(self.locale().toString(row + 1))

    def spoken_place(self, row: int) -> QRect:
        return QRectF(self._x(row + 1) - 4, self._box().top(), 8, self._box().height()).toAlignedRect()

    def tip_at(self, at: QPointF) -> str:
        """Both values under the pointer."""
        box = self._box()
        if not box.width() or not box.adjusted(-4, -4, 4, 4).contains(at):
            return ""
        return self.told(round(1 + (at.x() - box.left()) / box.width() * max(1, self._last() - 1)))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint axes, the parting, and the curves with their names."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme, scale, box = self.theme, self.scale, self._box()
            small, number = font(11, scale=scale), self.locale().toString
            if not self._curve.one and not self._curve.other:
                write(
                    painter,
                    QRectF(self.rect()),
                    self.tr("There is nothing to measure yet."),
                    small,
                    theme.colour("secondary"),
                    MIDDLE,
                )
                return
            low, high = self._range()
            for share in (0.0, 0.5, 1.0):
                y = box.bottom() - share * box.height()
                painter.setPen(QPen(theme.colour("border"), 1))
                painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y))
                words = number(low + share * (high - low), "f", 2)
                write(painter, QRectF(0, y - 9, box.left() - 8, 18), words, small, theme.colour("secondary"), RIGHT)
            last = self._last()
            for turn in sorted({1, (1 + last) // 2, last}):
                x = self._x(turn)
                write(
                    painter,
                    QRectF(x - 30, box.bottom() + 4, 60, 18),
                    number(turn),
                    small,
                    theme.colour("secondary"),
                    MIDDLE,
                )
            if 0 < self._shared < last:
                x = self._x(self._shared + 0.5)
                painter.setPen(stroke(theme.colour("good"), 1.2, DASHES))
                painter.drawLine(QPointF(x, box.top() - 6), QPointF(x, box.bottom()))
                write(
                    painter,
                    QRectF(x + 6, box.top() - 12, 160, 16),
                    self.tr("here they part"),
                    small,
                    theme.colour("good"),
                    LEFT,
                )
            self._paint_curve(painter, self._curve.other, self._colours()[1], DASHES)
            self._paint_curve(painter, self._curve.one, self._colours()[0], ())
            self._paint_names(painter)
            if self.hasFocus():
                # Where the keyboard is, from the end on.
                x = self._x(1 + (self.spoken_current() if self.spoken_current() >= 0 else last - 1))
                painter.setPen(stroke(theme.colour("accent"), 1.0))
                painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()))

    def _paint_curve(
        self, painter: QPainter, points: tuple[tuple[int, float], ...], colour: QColor, dashes: tuple[float, ...]
    ) -> None:
        if not points:
            return
        path = QPainterPath(self._place(points[0]))
        for point in points[1:]:
            path.lineTo(self._place(point))
        ink(painter, stroke(colour, 2.2, dashes, Qt.PenCapStyle.FlatCap))
        painter.drawPath(path)
        ink(painter, QPen(self.theme.colour("surface"), 1.5), colour)
        painter.drawEllipse(self._place(points[-1]), 4, 4)

    def _paint_names(self, painter: QPainter) -> None:
        face = font(12, scale=self.scale)
        metrics, left = QFontMetricsF(face), LEFT_ROOM * self.scale
        room = (self.width() - left) / 2 - 40
        for name, colour, dashes in zip(self._names, self._colours(), ((), DASHES), strict=True):
            painter.setPen(stroke(colour, 2.2, dashes, Qt.PenCapStyle.FlatCap))
            painter.drawLine(QPointF(left, 10), QPointF(left + 22, 10))
            shown = metrics.elidedText(name, Qt.TextElideMode.ElideRight, room)
            write(painter, QRectF(left + 28, 0, room, 20), shown, face, self.theme.colour("text"), LEFT)
            left += 28 + metrics.horizontalAdvance(shown) + 24

    def _colours(self) -> tuple[QColor, QColor]:
        return self.theme.colour("accent"), self.theme.colour("tense")

    def _box(self) -> QRectF:
        scale = self.scale
        wide, high = self.width() - (LEFT_ROOM + RIGHT_ROOM) * scale, self.height() - (TOP_ROOM + FOOT) * scale
        return QRectF(LEFT_ROOM * scale, TOP_ROOM * scale, max(0.0, wide), max(0.0, high))

    def _last(self) -> int:
        return max((points[-1][0] for points in (self._curve.one, self._curve.other) if points), default=1)

    def _range(self) -> tuple[float, float]:
        values = [value for points in (self._curve.one, self._curve.other) for _turn, value in points]
        return min(0.0, *values, 0.0), max(1.0, *values)

    def _x(self, turn: float) -> float:
        box = self._box()
        return box.left() + box.width() * (turn - 1) / max(1, self._last() - 1)

    def _place(self, point: tuple[int, float]) -> QPointF:
        box, (low, high) = self._box(), self._range()
        return QPointF(self._x(point[0]), box.bottom() - box.height() * (point[1] - low) / (high - low))

    def _at(self, points: tuple[tuple[int, float], ...], turn: int) -> float | None:
        at = bisect_right(points, turn, key=lambda point: point[0])
        return points[at - 1][1] if at else None


class CurvesView(Themed, QWidget):
    """The plot, and which measure it shows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure = CompareFigure()
        self.measure, self.plot = ElidedCombo(), CurvesPlot()
        self.measure.setAccessibleName(self.tr("Measure"))
        self.measure.currentIndexChanged.connect(lambda _at: self._show())
        upright(across(self.measure, STRETCH), (self.plot, 1), within=self, margins=0, spacing=8)

    def show_figure(self, figure: CompareFigure) -> None:
        """Show two runs; the chosen measure stays."""
        chosen = max(0, self.measure.currentIndex()) if len(figure.curves) == len(self._figure.curves) else 0
        self._figure = figure
        self.measure.blockSignals(True)
        self.measure.clear()
        self.measure.addItems([curve.title for curve in figure.curves])
        self.measure.setCurrentIndex(chosen)
        self.measure.blockSignals(False)
        self._show()

    def _show(self) -> None:
        at = self.measure.currentIndex()
        curve = self._figure.curves[at] if 0 <= at < len(self._figure.curves) else ComparedCurve("", (), ())
        self.plot.show_curve(curve, self._figure.labels, self._figure.shared)
