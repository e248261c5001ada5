"""The chart of a pair's convergence over turns: the score, its components, the threshold, and where it was reached."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

import numpy as np
import pyqtgraph as pg  # type: ignore[import-untyped]
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QToolTip, QWidget

from parley.desktop.convergence.figures import COMPONENTS, ConvergenceFigure
from parley.desktop.convergence.view.legend import ROLES, make_curve, make_dashed_pen
from parley.desktop.widgets.layouts import vbox
from parley.desktop.widgets.parts import FocusFrame
from parley.desktop.widgets.plain import make_tip
from parley.desktop.widgets.plots import Chart, colour_plot
from parley.desktop.widgets.spoken import Spoken, tell_current
from parley.desktop.widgets.theme import Theme

LEVELS = (0.0, 0.25, 0.5, 0.75, 1.0)
LOW = 96
"""Pixels of height below which the levels' numbers would touch."""
SMOOTH = 400
"""Points up to which lines are smoothed."""
MARKED = 80
"""Turns in sight up to which each point has its mark."""


class ConvergenceChart(Spoken, Chart):
    """Scores in [0, 1] over turns: a line for the score, and one for each component. A click chooses a turn. The whole
    run is in sight, or the turns that are selected.

    Attributes: `plot`, pyqtgraph's. Signals: `turn_chosen(number)`.
    """

    turn_chosen = Signal(int)
    closest = 4.0
    """Turns that are seen at least."""
    fewest = 8
    """Turns that there is room for from the start, so that the first points are not stretched."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, axes=("bottom", "left"))
        self._range = (0.4, self.fewest + 0.6)
        self._last, self._shown, self._reach, self._span = 0, 0, 0, range(0)
        self._empty = ""
        self.plot.setAccessibleName(self.tr("Over turns"))
        # Set here too: later it is set only where it changes, which it never does in a short run.
        self.box.setXRange(*self._range, padding=0)
        # pyqtgraph overwrites the settings of each curve that is added with these.
        self.plot.getPlotItem().setDownsampling(auto=True, mode="peak")
        self.plot.getPlotItem().setClipToView(True)
        self._cursor = pg.InfiniteLine(angle=90)
        self._hover = pg.InfiniteLine(angle=90)
        for line in (self._cursor, self._hover):
            line.setZValue(-5)
            line.hide()  # Shown once a turn is shown or pointed at
            self.plot.addItem(line, ignoreBounds=True)
        vbox(self.plot, within=self, margins=1)
        self.setObjectName("ScoreChart")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        FocusFrame(self, self)
        self._figure = ConvergenceFigure()
        self.setAccessibleName(self.tr("Convergence over turns"))
        self._add_lines()
        self._apply_theme()

    def _add_lines(self) -> None:
        """Put in what is drawn, from what lies at the bottom to the marks upon all lines."""
        self._levels = [pg.InfiniteLine(pos=level, angle=0) for level in LEVELS]
        self._thresholds: list[pg.InfiniteLine] = []
        self._curves = [make_curve() for _ in range(1 + len(COMPONENTS))]
        self._ghost = make_curve()
        self._ghost.setZValue(0)
        self._open = pg.LinearRegionItem(movable=False, span=(0, 1))
        self._open.setZValue(-20)
        self._fork = pg.InfiniteLine(angle=90)
        self._fork.setZValue(-4)
        for edge in self._open.lines:
            edge.hide()  # The region's borders would look like two more lines
        self._points = pg.ScatterPlotItem(pxMode=True, antialias=True)
        self._reached = pg.ScatterPlotItem(pxMode=True, antialias=True)
        for at, curve in enumerate(self._curves):
            curve.setZValue(3 if at == 0 else 1)
        self._points.setZValue(4)
        self._reached.setZValue(5)
        for line in self._levels:
            line.setZValue(-10)
        for item in (self._open, *self._levels, self._fork, self._ghost, *self._curves, self._points, self._reached):
            self.plot.addItem(item, ignoreBounds=True)  # `_fit_range` sets the range, not what is drawn

    def show_figure(self, figure: ConvergenceFigure) -> None:
        """Show a figure; lines that did not change are not drawn again."""
        before, self._figure = self._figure, figure
        self.show_turns(figure.last, figure.shown, figure.span, figure.open_until)
        changed = figure.turns is not before.turns or figure.scores is not before.scores
        around = (figure.ghost, figure.forked, figure.open_until)
        if changed or around != (before.ghost, before.forked, before.open_until):
            self._draw_curves()
        if (figure.stop, figure.holds, figure.reached, figure.calculator, figure.profile) != (
            before.stop, before.holds, before.reached, before.calculator, before.profile,
        ):  # fmt: skip
            self._draw_threshold()

    def _apply_theme(self) -> None:
        theme, font = self.theme, self.letters(11)
        colour_plot(self.plot, theme, font)
        for name, space in (("bottom", 17), ("left", 30)):
            axis = self.plot.getAxis(name)
            axis.setStyle(tickLength=0, tickAlpha=0, tickTextOffset=3, autoExpandTextSpace=False)
            (axis.setHeight if name == "bottom" else axis.setWidth)(round(space * self.scale))
        self._cursor.setPen(pg.mkPen(theme.colour("accent"), width=1))
        self._hover.setPen(pg.mkPen(theme.colour("border"), width=1))
        self._put_note()
        for line in self._levels:
            line.setPen(pg.mkPen(theme.colour("border"), width=1))
        self._label_levels()
        self._draw_curves()
        self._draw_threshold()

    def _label_levels(self) -> None:
        number, every = self.locale().toString, 2 if self.height() < LOW * self.scale else 1
        # Room for the highest number below the upper edge.
        self.box.setYRange(-0.04, 1.0 + max(0.06, 9 * self.scale / max(36, self.height())), padding=0)
        self.plot.getAxis("left").setTicks([[(level, number(level, "f", 2)) for level in LEVELS[::every]]])

    def make_pen(self, line: int, theme: Theme) -> pg.QtGui.QPen:
        """Return how a line is drawn: the score strong and whole, the components quiet and each with its own dash."""
        colour = theme.colour(ROLES[0]) if line == 0 else theme.member(ROLES[line])
        return make_dashed_pen(colour, 2.5 if line == 0 else 1.2, line)

    def _draw_curves(self) -> None:
        figure, smooth, theme = self._figure, len(self._figure.turns) <= SMOOTH, self.theme
        turns = np.asarray(figure.turns, dtype=float)
        for at, curve in enumerate(self._curves):
            values = figure.scores if at == 0 else figure.components[at - 1]
            pen = self.make_pen(at, self.theme)
            if not smooth:
                pen.setWidthF(1.0)  # Wide and dashed lines take ten times as long to draw
            curve.setData(turns, np.asarray(values, dtype=float), pen=pen, antialias=smooth)
        ghost, scores = figure.ghost
        faded = theme.colour("secondary")
        faded.setAlphaF(0.3)
        self._ghost.setData(
            np.asarray(ghost, dtype=float), np.asarray(scores, dtype=float), antialias=smooth,
            pen=pg.mkPen(faded, width=5 if smooth else 1),
        )  # fmt: skip
        self._fork.setVisible(figure.forked > 0)
        self._fork.setPos(figure.forked)
        self._fork.setPen(pg.mkPen(theme.colour("good"), width=1.5))
        self._open.setVisible(figure.open_until > figure.last)
        self._open.setRegion((figure.last + 0.5, figure.open_until + 0.6))
        self._open.setBrush(theme.colour("raised"))
        self._mark_scores()

    def _mark_scores(self) -> None:
        """Mark each score in sight with a point, unless there are too many."""
        left, right = self.turns_in_sight
        first, until = bisect_left(self._figure.turns, left), bisect_right(self._figure.turns, right)
        if until - first > MARKED:  # So many points would merge into a band
            self._points.setData([], [])
            return
        theme = self.theme
        self._points.setData(
            list(self._figure.turns[first:until]),
            list(self._figure.scores[first:until]),
            size=6,
            brush=theme.colour("surface"),
            pen=[pg.mkPen(self._look_up_speaker_colour(at), width=1.8) for at in range(first, until)],
        )

    def _look_up_speaker_colour(self, at: int) -> QColor:
        """Return the colour of who spoke at one of the turns."""
        figure = self._figure
        place = figure.speakers[at] if at < len(figure.speakers) else -1
        return self.theme.member(figure.members[place].colour) if place >= 0 else self.theme.colour("accent")

    def _draw_threshold(self) -> None:
        figure, theme = self._figure, self.theme
        levels = figure.list_thresholds()
        while len(self._thresholds) < len(levels):  # Lines that are left over are hidden and used again later
            line = pg.InfiniteLine(angle=0)
            line.setZValue(-10)
            self.plot.addItem(line, ignoreBounds=True)
            self._thresholds.append(line)
        for at, line in enumerate(self._thresholds):
            line.setVisible(at < len(levels))
            if at < len(levels):
                line.setPos(levels[at])
                line.setPen(make_dashed_pen(theme.colour("bad"), 1.0, 4))
        self._reached.setData(
            [turn for turn, _score in figure.reached], [score for _turn, score in figure.reached], symbol="star",
            size=15, brush=theme.colour("bad"), pen=pg.mkPen(theme.colour("surface"), width=1),
        )  # fmt: skip

    def describe_turn(self, turn: int) -> str:
        """Return the score at a turn, and that it was reached there; "" for no turn."""
        at = bisect_left(self._figure.turns, turn)  # A turn in which neither answered has no point
        words = [self.tr("Turn {0}").format(self.locale().toString(turn))] if turn else []
        if at < len(self._figure.turns) and self._figure.turns[at] == turn:
            words.append(self.locale().toString(float(self._figure.scores[at]), "f", 2))
        if turn == self._figure.forked:
            words.append(self.tr("forked here"))
        ghost, scores = self._figure.ghost
        at = bisect_left(ghost, turn)
        if at < len(ghost) and ghost[at] == turn:
            score = self.locale().toString(float(scores[at]), "f", 2)
            words.append(self.tr("its parent {0}").format(score))
        if any(reached == turn for reached, _score in self._figure.reached):
            words.append(self.tr("threshold reached"))
        return " · ".join(words)

    # What is shown ------------------------------------------------------------------------------------------------

    def show_turns(self, last: int, shown: int, span: range = range(0), reach: int = 0) -> None:
        """Show a run of `last` turns, of which all views show `shown` and `span` are chosen; leave room up to `reach`
        for turns yet to come."""
        if span != self._span:
            self._span, self._last = span, -1  # −1 is no run's last turn: the check below must not return
        if (last, shown, reach) == (self._last, self._shown, self._reach):
            return
        self._last, self._shown, self._reach = last, shown, reach
        self.setAccessibleDescription(self.describe_turn(shown))
        tell_current(self)
        self._cursor.setVisible(shown > 0)
        self._cursor.setPos(shown)
        self._fit_range()

    def set_empty(self, sentence: str) -> None:
        """Say in a sentence why nothing is drawn; "" where something is."""
        self._empty = sentence
        self.note.setText(sentence)
        self.note.setVisible(bool(sentence))
        self.plot.setVisible(not sentence)  # Else axes would stand behind the sentence
        self._put_note()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the labels to the new size."""
        super().resizeEvent(event)
        self._put_note()
        self._label_turns()
        self._label_levels()

    # What a screen reader finds: the turns that have a point ------------------------------------------------------

    def count_accessible_rows(self) -> int:
        return len(self._figure.turns)

    def get_accessible_text(self, row: int) -> str:
        return self.describe_turn(self._figure.turns[row])

    def get_accessible_current(self) -> int:
        return bisect_right(self._figure.turns, self._shown) - 1

    def get_accessible_rect(self, row: int) -> QRect:
        turn, surface = self._figure.turns[row], self.surface
        left, right = (self.box.mapViewToScene(QPointF(turn + side, 0.0)).x() for side in (-0.5, 0.5))
        column = QRectF(left, 0, right - left, surface.height()).toAlignedRect() & surface.rect()
        return column.translated(surface.mapTo(self, QPoint(0, 0)))

    def _put_note(self) -> None:
        wide = max(40, min(self.width() - 16, 340))
        tall = min(self.note.heightForWidth(wide), max(1, self.height()))
        self.note.setGeometry((self.width() - wide) // 2, max(0, (self.height() - tall) // 2), wide, tall)

    # The range across ---------------------------------------------------------------------------------------------

    def _fit_range(self) -> None:
        """Show the whole run from its first turn to its last, which grows with it; else the turns that are selected."""
        left, right = 0.4, max(self.fewest, self._last, self._reach) + 0.6
        if self._span:
            middle, half = (self._span.start + self._span[-1]) / 2, max(self.closest, len(self._span) + 1.2) / 2
            left, right = max(0.2, middle - half), max(0.2, middle - half) + 2 * half
        if (left, right) != self._range or not self.plot.getAxis("bottom").isVisible():
            self._range = (left, right)
            self.box.setXRange(left, right, padding=0)
            self._label_turns()
            self._mark_scores()

    @property
    def turns_in_sight(self) -> tuple[float, float]:
        """The range across, in turns."""
        return self._range

    def _label_turns(self) -> None:
        """Label whole turns below the chart, as many as have room; the first one always."""
        last = max(self.fewest, self._last, self._reach)
        left, right = self._range
        most = max(2.0, self.width() / (52 * self.scale))
        step = next(s for k in range(9) for s in (10**k, 2 * 10**k, 5 * 10**k) if (right - left) / s <= most)
        first = max(step, -(-max(1, round(left)) // step) * step)  # Rounded up to a multiple
        turns = [1] if left < 1 and step > 1 else []  # Turn 1 is no multiple of a larger step
        turns += [turn for turn in range(first, last + 1, step) if turn <= right]
        self.plot.getAxis("bottom").setTicks([[(turn, self.locale().toString(turn)) for turn in turns]])

    # Mouse and keys -----------------------------------------------------------------------------------------------

    def on_release(self, event: QMouseEvent) -> None:
        """Choose the turn."""
        if not self.dragged and self._last:
            self.turn_chosen.emit(max(1, min(self._last, round(self._turn_at(event.position())))))

    def on_hover(self, event: QMouseEvent) -> None:
        """Tell the turn under the pointer."""
        turn = round(self._turn_at(event.position()))
        inside = 1 <= turn <= self._last and not self._empty
        self._hover.setVisible(inside)
        if inside:
            self._hover.setPos(turn)
            QToolTip.showText(event.globalPosition().toPoint(), make_tip(self.describe_turn(turn)), self.surface)

    def on_leave(self) -> None:
        """Tell nothing."""
        self._hover.hide()
        QToolTip.hideText()

    def _turn_at(self, at: QPointF) -> float:
        return float(self.box.mapSceneToView(at).x())
