"""The speaker flow: the score, and who answers whom."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QTabBar, QWidget

from parley.desktop.speaker_flow.figures import FlowFigure
from parley.desktop.speaker_flow.view.head import FlowHead
from parley.desktop.speaker_flow.view.matrix import AnswersMatrix
from parley.desktop.speaker_flow.view.score import ScoreChart
from parley.desktop.widgets.counts import turns_told
from parley.desktop.widgets.layouts import upright
from parley.desktop.widgets.themed import Themed

SCORE, ANSWERS = range(2)


class SpeakerFlowView(Themed, QWidget):
    """Who spoke when, for how long and to whom, and who answers whom.

    Attributes: `head`, tabs and chosen turns, which a dock may take into its title.
    Signals: `turn_chosen(number)`, `member_chosen(id)`, `span_chosen(first, last)`, `span_cleared()`,
    `verb_chosen(name)` of what shall be done with the span, `caption_changed(text)`.
    """

    turn_chosen = Signal(int)
    member_chosen = Signal(str)
    span_chosen = Signal(int, int)
    span_cleared = Signal()
    verb_chosen = Signal(str)
    caption_changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure = FlowFigure()
        self._caption = ""
        self.setAccessibleName(self.tr("Speaker flow"))
        self.chart = ScoreChart(self)
        self.answers = AnswersMatrix(self)
        self.head = FlowHead((self.tr("Score"), self.tr("Who answers whom")), self)
        self._stack = QStackedWidget(self)
        for pane in (self.chart, self.answers):
            self._stack.addWidget(pane)
        self._stack.setMinimumHeight(40)
        upright(self.head, (self._stack, 1), within=self, margins=(14, 0, 14, 8), spacing=2)
        self._connect()
        self._restyle()

    @property
    def panes(self) -> QTabBar:
        """The tabs."""
        return self.head.panes

    def _connect(self) -> None:
        surface = self.chart.surface
        surface.turn_chosen.connect(self.turn_chosen)
        surface.span_chosen.connect(self.span_chosen)
        surface.span_cleared.connect(self.span_cleared)
        self.head.chip.verb_chosen.connect(self.verb_chosen)
        self.head.pane_chosen.connect(self._on_pane)
        self.chart.member_chosen.connect(self.member_chosen)

    def show_figure(self, figure: FlowFigure) -> None:
        """Show a figure; each part draws itself again only where it differs."""
        if figure is self._figure:
            return
        self._figure = figure
        self.chart.show_figure(figure)
        self.head.show_figure(figure)
        self._show_pane()
        caption = self.caption()
        if caption != self._caption:
            self._caption = caption
            self.caption_changed.emit(caption)

    def _show_pane(self) -> None:
        """Bring the pane in sight up to date; the hidden ones wait."""
        if self.panes.currentIndex() == ANSWERS:
            self.answers.show_answers(self._figure.members, self._figure.answers)

    def _on_pane(self, pane: int) -> None:
        self._stack.setCurrentIndex(pane)
        self._show_pane()

    def caption(self) -> str:
        """Return what stands right in the title: "turn 14 of 22"."""
        figure, number = self._figure, self.locale().toString
        if not figure.lanes:
            return self.tr("{turns} planned").format(turns=turns_told(figure.planned)) if figure.planned else ""
        last = max(figure.planned, len(figure.lanes))
        return self.tr("turn {turn} of {last}").format(turn=number(figure.shown), last=number(last))

    def select_member(self, member_id: str) -> None:
        """Mark a member in every part."""
        for part in (self.chart, self.answers):
            part.select_member(member_id)
