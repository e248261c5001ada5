"""The convergence dock: which pair, which score, the chart and its legend."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from parley.desktop.convergence.figures import ConvergenceFigure
from parley.desktop.convergence.view.chart import ConvergenceChart
from parley.desktop.convergence.view.choice import Choice
from parley.desktop.convergence.view.legend import ConvergenceLegend
from parley.desktop.widgets.counts import format_span
from parley.desktop.widgets.layouts import hbox, vbox
from parley.desktop.widgets.painted import Note
from parley.desktop.widgets.plain import make_tip
from parley.desktop.widgets.themed import Themed

BESIDE, LEGEND = 640, 132
"""Pixels from which the legend stands at the chart's right, and how wide it is there."""
QWIDGETSIZE_MAX = 16_777_215
LEAST = 84
"""Pixels of height that the chart keeps: the legend gives way first, then the word on the threshold."""


class ConvergenceView(Themed, QWidget):
    """How alike a pair sounds, turn by turn.

    Signals: `pair_chosen(id, id)`, `score_chosen(calculator, profile)`, `turn_chosen(number)`, `caption_changed(text)`.
    """

    pair_chosen = Signal(str, str)
    score_chosen = Signal(str, str)
    turn_chosen = Signal(int)
    caption_changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure = ConvergenceFigure()
        self.setAccessibleName(self.tr("Convergence"))
        self.pair = Choice(self.tr("Pair"), self)
        self.calculator = Choice(self.tr("Calculator"), self)
        self.profile = Choice(self.tr("Profile"), self)
        self.chart = ConvergenceChart(self)
        self.legend = ConvergenceLegend(self)
        self._stop = Note(size=11, parent=self)
        self._stop.setMinimumWidth(20)  # A long sentence must not widen the dock
        self._choices = hbox((self.pair, 1), self.calculator, self.profile, spacing=6)
        self._plot: QBoxLayout = vbox((self.chart, 1), self.legend, margins=0, spacing=4)
        vbox(self._choices, self._stop, (self._plot, 1), within=self, margins=(14, 6, 14, 10), spacing=4)
        self.chart.setMinimumHeight(40)
        self.chart.turn_chosen.connect(self.turn_chosen)
        self.pair.activated.connect(self._on_pair)  # Not `currentIndexChanged`: a figure sets it too
        self.calculator.activated.connect(self._on_score)
        self.profile.activated.connect(self._on_score)
        self._arrange_plot()
        self.show_figure(self._figure)
        self._apply_theme()

    def show_figure(self, figure: ConvergenceFigure) -> None:
        """Show a figure; what did not change is not drawn again."""
        self._figure = figure
        members = figure.members
        pairs = [((a, b), n) for a, b, n in figure.pairs]
        if figure.pair[0] >= 0 and figure.pair not in [pair for pair, _n in pairs]:
            pairs.insert(0, (figure.pair, 0))  # The chosen two have no answer in these turns
        self.pair.offer([(f"{members[a].name} – {members[b].name}", (a, b), "") for (a, b), _n in pairs], figure.pair)
        self.calculator.offer(
            (
                (self.tr("Parley"), "parley", self.tr("Our score: all components always count, nothing is rounded.")),
                (
                    self.tr("Classic"),
                    "classic",
                    self.tr("The established score, number for number, to compare with published results."),
                ),
            ),
            figure.calculator,
        )
        self.profile.offer(
            (
                (self.tr("Balanced"), "balanced", self.tr("Content and form alike")),
                (self.tr("Structural"), "structural", self.tr("Mostly the structure of the lines")),
                (self.tr("Semantic"), "semantic", self.tr("Mostly the words")),
                (self.tr("Strict"), "strict", self.tr("Words and structure, little else")),
            ),
            figure.profile,
        )
        for widget in (self.calculator, self.profile):
            widget.setVisible(bool(members) and figure.pair[0] >= 0)
        self.pair.setVisible(len(pairs) > 1)  # Between two there is nothing to choose
        self.chart.set_empty(self._describe_score_state())
        self.chart.show_figure(figure)
        self.legend.show_figure(figure)
        self._tell_stop()
        self._fit_legend()
        self.caption_changed.emit(self.caption())

    def caption(self) -> str:
        """Return what stands right in the title: "0.72 · rising"."""
        return " · ".join(filter(None, (format_span(self._figure.span), self._describe_score())))

    def _describe_score(self) -> str:
        figure = self._figure
        if figure.measured < 1:
            return self.tr("measuring …")
        at = figure.place
        if at < 0:
            return ""
        words = {
            "rising": self.tr("rising ↗"),
            "falling": self.tr("falling ↘"),
            "steady": self.tr("steady →"),
            "wavering": self.tr("wavering ~"),
        }
        told = self.locale().toString(float(figure.scores[at]), "f", 2)
        return f"{told} · {words[figure.trend]}" if figure.trend in words else told

    def _describe_score_state(self) -> str:
        figure = self._figure
        if not figure.members:
            return self.tr("How alike two speakers sound is drawn here, turn by turn. Start a run, or open one.")
        if figure.measured < 1 and not figure.turns:
            return self.tr("Measuring …")
        if not figure.turns:
            if figure.span:
                return self.tr("These two did not answer each other in the selected turns.")
            return self.tr("Nobody has answered anybody yet. Each answer adds a point to the line.")
        return ""

    def _tell_stop(self) -> None:
        # Where the run itself neither stops nor pauses, a breakpoint of the director may.
        stop = self._figure.stop or next(iter(self._figure.holds), None)
        if stop is None:
            self._stop.setText("")
            return
        threshold = self.locale().toString(float(stop.threshold), "f", 2)
        fits = (stop.calculator, stop.profile) == (self._figure.calculator, self._figure.profile)
        if self._figure.reached:
            turn, score = self._figure.reached[-1]
            words = self.tr("★ {score} reached at turn {turn}; the threshold is {threshold}.")
            told = words.format(
                score=self.locale().toString(float(score), "f", 2), turn=self.locale().toString(turn),
                threshold=threshold,
            )  # fmt: skip
        elif stop.action == "pause":
            told = self.tr("Pauses at {0}.").format(threshold)
        else:
            told = self.tr("Stops at {0}.").format(threshold)
        if not fits:
            # The threshold is meant for another score than the one that is shown.
            told += " " + self.tr("Meant is the run's own score: {0}, {1}.").format(
                self.calculator.itemText(self.calculator.findData(stop.calculator)),
                self.profile.itemText(self.profile.findData(stop.profile)),
            )
        self._stop.setText(told)
        self._stop.setToolTip(make_tip(told))

    def _on_pair(self) -> None:
        pair = self.pair.get_value()
        if isinstance(pair, tuple):
            self.pair_chosen.emit(*(self._figure.members[at].id for at in pair))

    def _on_score(self) -> None:
        self.score_chosen.emit(str(self.calculator.get_value()), str(self.profile.get_value()))

    def _apply_theme(self) -> None:
        self._arrange_plot()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the legend at the side where there is room, else below."""
        super().resizeEvent(event)
        self._arrange_plot()
        self._fit_legend()

    def _arrange_plot(self) -> None:
        beside = self.width() >= BESIDE * self.scale
        self._plot.setDirection(QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom)
        self.legend.setMaximumWidth(round(LEGEND * self.scale) if beside else QWIDGETSIZE_MAX)
        self.legend.setMinimumWidth(round(LEGEND * self.scale) if beside else 0)
        self.legend.arrange(1 if beside else 3)

    def _fit_legend(self) -> None:
        gap = 4
        choices = self._choices.sizeHint().height() if self._figure.members else 0
        room = self.height() - choices - 2 * gap - LEAST * self.scale  # The chart's own height depends on this
        beside = self._plot.direction() == QBoxLayout.Direction.LeftToRight
        lines = self.legend.sizeHint().height() + gap
        self._stop.setVisible(bool(self._stop.text()) and room >= self._stop.sizeHint().height() + gap)
        fits = self.height() - choices >= lines if beside else room >= lines
        self.legend.setVisible(bool(self._figure.turns) and fits)
