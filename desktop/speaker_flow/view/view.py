"""The speaker flow: the score, who answers whom, and who talks how much."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QTabBar, QWidget

from parley.desktop.speaker_flow.figures import FlowFigure, TopologyFigure
from parley.desktop.speaker_flow.view.head import FlowHead
from parley.desktop.speaker_flow.view.matrix import AnswersMatrix
from parley.desktop.speaker_flow.view.names import TalkShares
from parley.desktop.speaker_flow.view.score import ScoreChart
from parley.desktop.speaker_flow.view.topology import TopologyPicture
from parley.desktop.widgets.counts import turns_told
from parley.desktop.widgets.layouts import across, upright
from parley.desktop.widgets.painted import Note
from parley.desktop.widgets.parts import scrolled
from parley.desktop.widgets.themed import Themed

SCORE, ANSWERS, SHARES, HEARS = range(4)


ROOM_BELOW, SIDE_BY_SIDE = 190, 560
"""Pixels below the score from which the other panes stand there, and of width from which both do."""
QWIDGETSIZE_MAX = (1 << 24) - 1


class Below(QWidget):
    """Talk share, and where it is wide who answers whom, below a score that needs less than there is."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.shares, self.answers = TalkShares(), AnswersMatrix()
        self._columns: list[QWidget] = []
        for title, pane in ((self.tr("Talk share"), self.shares), (self.tr("Who answers whom"), self.answers)):
            column = QWidget()
            area = scrolled(pane)
            area.setAccessibleName(pane.accessibleName())
            area.viewport().setAutoFillBackground(False)
            upright(Note(title, weight=QFont.Weight.DemiBold), (area, 1), within=column, margins=0, spacing=6)
            self._columns.append(column)
        across(*((column, 1) for column in self._columns), within=self, margins=(0, 12, 0, 0), spacing=24)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.hide()

    def show_figure(self, figure: FlowFigure) -> None:
        """Show the counts of a figure."""
        self.shares.show_members(figure.members)
        self.answers.show_answers(figure.members, figure.answers)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._columns[1].setVisible(self.width() >= SIDE_BY_SIDE)


class SpeakerFlowView(Themed, QWidget):
    """Who spoke when, for how long and to whom; who answers whom, and who talks how much.

    Attributes: `head`, tabs, chosen turns and the whole run in little, which a dock may take into its title.
    Signals: `turn_chosen(number)`, `member_chosen(id)`, `pair_chosen(id, id)`, `span_chosen(first, last)`,
    `span_cleared()`, `verb_chosen(name)` of what shall be done with the span, `caption_changed(text)`.
    """

    turn_chosen = Signal(int)
    member_chosen = Signal(str)
    pair_chosen = Signal(str, str)
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
        self.shares = TalkShares(self)
        self.hears = TopologyPicture(self)
        titles = (
            self.tr("Score"), self.tr("Who answers whom"), self.tr("Talk share"), self.tr("Who hears whom"),
        )  # fmt: skip
        self.head = FlowHead(self.chart.surface.score, titles, self)
        self.panes.setTabVisible(HEARS, False)
        self.below = Below(self)
        self._stack = QStackedWidget(self)
        for pane in (self.chart, self.answers, self.shares, self.hears):
            self._stack.addWidget(self._scrolling(pane))
        self._stack.setMinimumHeight(40)
        upright(self.head, (self._stack, 1), self.below, within=self, margins=(14, 0, 14, 8), spacing=2)
        self._connect()
        self._restyle()

    @property
    def panes(self) -> QTabBar:
        """The tabs."""
        return self.head.panes

    def _scrolling(self, pane: QWidget) -> QWidget:
        """The pane in a scroll area of its own, so that a large cast has room; the score knows how to be low."""
        if pane in (self.chart, self.hears):
            return pane
        area = scrolled(pane)
        area.setAccessibleName(pane.accessibleName())
        area.viewport().setAutoFillBackground(False)
        return area

    def _connect(self) -> None:
        surface = self.chart.surface
        surface.turn_chosen.connect(self.turn_chosen)
        surface.span_chosen.connect(self.span_chosen)
        surface.span_cleared.connect(self.span_cleared)
        surface.moved.connect(self.head.map.follow)
        self.head.map.part_chosen.connect(surface.show_part)
        self.head.chip.verb_chosen.connect(self.verb_chosen)
        self.head.pane_chosen.connect(self._on_pane)
        for part in (self.chart, self.shares, self.hears, self.below.shares):
            part.member_chosen.connect(self.member_chosen)
        for matrix in (self.answers, self.below.answers):
            matrix.pair_chosen.connect(self.pair_chosen)

    def show_figure(self, figure: FlowFigure) -> None:
        """Show a figure; each part draws itself again only where it differs."""
        if figure is self._figure:
            return
        self._figure = figure
        self.chart.show_figure(figure)
        self.head.show_figure(figure)
        self.panes.setTabVisible(HEARS, figure.hears is not None)
        self._show_pane()
        caption = self.caption()
        if caption != self._caption:
            self._caption = caption
            self.caption_changed.emit(caption)

    def _show_pane(self) -> None:
        """Bring the pane in sight up to date; the hidden ones wait."""
        figure, pane = self._figure, self.panes.currentIndex()
        self._share_out()
        if self.below.isVisibleTo(self):
            self.below.show_figure(figure)
        if pane == ANSWERS:
            self.answers.show_answers(figure.members, figure.answers)
        elif pane == HEARS:
            self.hears.show_figure(figure.hears or TopologyFigure())
        elif pane == SHARES:
            self.shares.show_members(figure.members)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_out()
        self._show_pane()

    def _share_out(self) -> None:
        """In a tall dock the score has the height that it can use, and the other panes stand below it."""
        most = round(self.chart.surface.most_height())
        tall = self.panes.currentIndex() == SCORE and bool(self._figure.lanes)
        tall = tall and self.height() > most + ROOM_BELOW * self.scale
        self.below.setVisible(tall)
        self._stack.setMaximumHeight(most if tall else QWIDGETSIZE_MAX)

    def _on_pane(self, pane: int) -> None:
        self._stack.setCurrentIndex(pane)
        self._show_pane()

    def caption(self) -> str:
        """What stands right in the title: "turn 14 of 22"."""
        figure, number = self._figure, self.locale().toString
        if not figure.lanes:
            return self.tr("{turns} planned").format(turns=turns_told(figure.planned)) if figure.planned else ""
        last = max(figure.planned, len(figure.lanes))
        return self.tr("turn {turn} of {last}").format(turn=number(figure.shown), last=number(last))

    def select_member(self, member_id: str) -> None:
        """Mark a member in every part."""
        for part in (self.chart, self.answers, self.shares, self.hears, self.below.answers, self.below.shares):
            part.select_member(member_id)
