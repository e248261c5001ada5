"""How many marks a run has of each kind; a press lists them all."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QStyle, QStyleOptionToolButton, QToolButton, QWidget

from parley.desktop.run.figures import TimelineFigure
from parley.desktop.widgets.icons import icon, paint_icon
from parley.desktop.widgets.painted import LEFT, write
from parley.desktop.widgets.plain import literal, one_line, tooltip
from parley.desktop.widgets.theme import font
from parley.desktop.widgets.themed import Themed

LINES = 3
MOST_LISTED = 40
"""Marks that the list shows: those nearest to the shown turn."""


class MarksButton(Themed, QToolButton):
    """Signals: `turn_chosen(int)`, `breakpoints_wanted()`."""

    turn_chosen = Signal(int)
    breakpoints_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure = TimelineFigure()
        self._short = False
        self.setAccessibleName(self.tr("Marks of the run"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self._fill)
        self.setMenu(self._menu)

    def show_figure(self, figure: TimelineFigure) -> None:
        """Count the marks of a run."""
        old, self._figure = self._figure, figure
        if (old.counts, old.holds) != (figure.counts, figure.holds):
            told = "\n".join(self.told())
            self.setToolTip(tooltip(told))
            self.setAccessibleDescription(told)
            self.updateGeometry()
            self.update()
        self.setVisible(bool(figure.counts or figure.holds))

    def told(self) -> list[str]:
        """All that is counted, in words, and where the run holds."""
        figure = self._figure
        found = [words for _icon, _role, words in figure.counts]
        if figure.holds:
            found += [self.tr("The run holds:"), *figure.holds]
        return found

    def set_short(self, short: bool) -> None:
        """Leave the words to the tool tip."""
        if short != self._short:
            self._short = short
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        metrics = QFontMetricsF(font(11, scale=self.scale))
        widest = max((metrics.horizontalAdvance(words) for _, _, words in self._lines()), default=0)
        return QSize(
            round((34 if self._short else 30) * self.scale + (0 if self._short else widest)), round(52 * self.scale)
        )

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _lines(self) -> list[tuple[str, str, str]]:
        if self._figure.counts:
            return list(self._figure.counts[:LINES])
        # Breakpoints of members and of convergences have no turn.
        return [("ph.record", "bad", self.locale().toString(len(self._figure.holds)))] if self._figure.holds else []

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint a line for each kind, three at most; in little room their icons."""
        with QPainter(self) as painter:
            option = QStyleOptionToolButton()
            self.initStyleOption(option)
            option.features = QStyleOptionToolButton.ToolButtonFeature.None_
            self.style().drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option, painter, self)
            scale, lines, theme = self.scale, self._lines(), self.theme
            high = 15.5 * scale
            top = (self.height() - high * len(lines)) / 2
            for at, (name, role, words) in enumerate(lines):
                y = top + at * high
                left = (self.width() - 12 * scale) / 2 if self._short else 5 * scale
                paint_icon(painter, name, QRectF(left, y, 12 * scale, high), theme.colour(role))
                if not self._short:
                    box = QRectF(left + 17 * scale, y, self.width() - left - 17 * scale, high)
                    write(painter, box, words, font(11, scale=scale), theme.colour("secondary"), LEFT)

    def _fill(self) -> None:
        self._menu.clear()
        figure = self._figure
        near = sorted(figure.marks, key=lambda mark: abs(mark.after - figure.shown))[:MOST_LISTED]
        for mark in sorted(near, key=lambda mark: mark.after):
            words = self.tr("before turn {0}: {1}").format(self.locale().toString(mark.after + 1), mark.text)
            role = mark.role or "accent"
            action = self._menu.addAction(icon(mark.icon, self.theme.colour(role)), literal(one_line(words)))
            turn = min(mark.after + 1, len(figure.speakers))
            action.triggered.connect(lambda _checked=False, turn=turn: self.turn_chosen.emit(turn))
        if figure.marks and figure.holds:
            self._menu.addSeparator()
        if figure.holds:
            holds = self._menu.addAction(self.tr("All breakpoints…"))
            holds.triggered.connect(self.breakpoints_wanted)
