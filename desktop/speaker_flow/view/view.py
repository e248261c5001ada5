"""The speaker flow: the chart, and below it why, who answers whom, and who talks how much."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget, QTabBar, QWidget

from desktop.inspector.candidates import WhyBars
from desktop.speaker_flow.figures import FlowFigure, TopologyFigure
from desktop.speaker_flow.view.chart import MOST_ROWS, FlowChart
from desktop.speaker_flow.view.matrix import AnswersMatrix
from desktop.speaker_flow.view.names import TalkShares
from desktop.speaker_flow.view.topology import TopologyPicture
from desktop.widgets.counts import turns_told
from desktop.widgets.layouts import across, upright
from desktop.widgets.painted import Note
from desktop.widgets.parts import scrolled
from desktop.widgets.plain import tooltip
from desktop.widgets.tabs import colour_tabs, make_plain
from desktop.widgets.themed import Themed

WHY, ANSWERS, SHARES, HEARS = range(4)
LEAST_LOWER, TIGHT_LOWER = 165, 118
"""Pixels that the panes get where there is room, and below which they do without a heading."""
LEAST_TABS, TIGHT_ROOM = 84, 230
"""What the panes get beside the lanes of many, and in a view that is not higher than this."""
LEAST_PANE, LEAST_BAR = 40, 30
"""A pane, and its tab alone."""


class SpeakerFlowView(Themed, QWidget):
    """Who spoke when, and why.

    Signals: `turn_chosen(number)`, `member_chosen(id)`, `pair_chosen(id, id)`, `caption_changed(text)`.
    """

    turn_chosen = Signal(int)
    member_chosen = Signal(str)
    pair_chosen = Signal(str, str)
    caption_changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure = FlowFigure()
        self._caption = ""
        self.setAccessibleName(self.tr("Speaker flow"))
        self.chart = FlowChart(self)
        self.why = WhyBars(self)
        self.answers = AnswersMatrix(self)
        self.shares = TalkShares(self)
        self.hears = TopologyPicture(self)
        self.panes = QTabBar(self)
        self._heading = Note(role="text", weight=QFont.Weight.DemiBold, parent=self)
        self._aside = Note(weight=QFont.Weight.Medium, parent=self)
        self._stack = QStackedWidget(self)
        self._split = QSplitter(Qt.Orientation.Vertical, self)
        self._lower = QWidget(self)
        self._moved = self._pane_wanted = False
        self._arrange()
        self._connect()
        self._restyle()

    def _arrange(self) -> None:
        for title in (self.tr("Why"), self.tr("Who answers whom"), self.tr("Talk share"), self.tr("Who hears whom")):
            self.panes.addTab(title)
        make_plain(self.panes)
        self.panes.setTabVisible(HEARS, False)
        self.panes.setAccessibleName(self.tr("What to show below the lanes"))
        for pane in (self.why, self.answers, self.shares, self.hears):
            self._stack.addWidget(self._scrolling(pane))
        line = across((self._heading, 1), self._aside, spacing=8)
        upright(self.panes, line, (self._stack, 1), within=self._lower, margins=(0, 4, 0, 0), spacing=4)
        self._heading.setMinimumWidth(20)
        split = self._split
        split.setAccessibleName(self.tr("Lanes above, reasons below"))
        split.addWidget(self.chart)
        split.addWidget(self._lower)
        split.setCollapsible(0, False)
        split.setHandleWidth(7)
        self.chart.setMinimumHeight(60)
        # The panes scroll: in a low window they are not what the height is for.
        self._stack.setMinimumHeight(LEAST_PANE)
        upright(split, within=self, margins=(14, 2, 14, 10))

    def _scrolling(self, pane: QWidget) -> QWidget:
        """The pane in a scroll area of its own, so that a large cast has room; the bars know how to be short."""
        if pane in (self.why, self.hears):
            return pane
        area = scrolled(pane)
        area.setAccessibleName(pane.accessibleName())
        area.viewport().setAutoFillBackground(False)
        return area

    def _connect(self) -> None:
        self.chart.turn_chosen.connect(self.turn_chosen)
        for part in (self.chart, self.why, self.shares, self.hears):
            part.member_chosen.connect(self.member_chosen)
        self.answers.pair_chosen.connect(self.pair_chosen)
        self.panes.currentChanged.connect(self._on_pane)
        self.panes.tabBarClicked.connect(self._on_pane_wanted)
        self._split.splitterMoved.connect(self._on_moved)

    def show_figure(self, figure: FlowFigure) -> None:
        """Show a figure; each part draws itself again only where it differs."""
        if figure is self._figure:
            return
        before, self._figure = self._figure, figure
        self.chart.show_figure(figure)
        self._lower.setVisible(bool(figure.members))
        if len(before.members) != len(figure.members):
            self._share_out()
        self.panes.setTabVisible(HEARS, figure.hears is not None)
        self._show_pane()
        caption = self.caption()
        if caption != self._caption:
            self._caption = caption
            self.caption_changed.emit(caption)

    def _on_moved(self) -> None:
        self._moved = True

    def _share_out(self) -> None:
        """Give the lanes the height they want, and the panes at least a part, until somebody moves the border."""
        if self._moved:
            return
        room = self._split.height()
        lanes = self.chart.least_height()
        crowded = len(self._figure.members) > MOST_ROWS or lanes > room - LEAST_TABS * self.scale
        many = crowded and not self._pane_wanted
        low = room < TIGHT_ROOM * self.scale
        least = LEAST_BAR if many and low else LEAST_TABS if many or low else LEAST_LOWER
        chart = max(round(room * 0.42), min(self.chart.wanted_height(), room - round(least * self.scale)))
        if room > 2 * self.chart.wanted_height() + 120:
            # In a tall dock both grow.
            chart = max(self.chart.wanted_height(), room // 2 - 40)
        tight = room - chart < TIGHT_LOWER * self.scale
        self._heading.setVisible(not tight)
        self._aside.setVisible(not tight)
        # The lanes of many come before the panes, until somebody turns to one of these.
        self._stack.setMinimumHeight(1 if many and low else LEAST_PANE)
        # The splitter would learn of both with the next layout, and share out by what was.
        if (layout := self._lower.layout()) is not None:
            layout.activate()
        self._split.refresh()
        self._split.setSizes([chart, max(1, room - chart)])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_out()

    def _show_pane(self) -> None:
        """Bring the pane in sight up to date; the hidden ones wait."""
        figure, pane = self._figure, self.panes.currentIndex()
        if pane == WHY:
            self.why.show_figure(figure.why, figure.members)
            heading, aside = self.why.heading() or self.tr("Why this speaker"), self.why.draw_text()
        elif pane == ANSWERS:
            self.answers.show_answers(figure.members, figure.answers)
            heading, aside = self.tr("A row speaks right after a column"), self.tr("times")
        elif pane == HEARS:
            self.hears.show_figure(figure.hears or TopologyFigure())
            heading, aside = self.hears.sentence(), ""
        else:
            self.shares.show_members(figure.members)
            heading, aside = self.tr("Share of all words"), ""
        self._heading.setText(heading)
        self._heading.setToolTip(tooltip(figure.why.reason if pane == WHY and figure.why else ""))
        self._aside.setText(aside)

    def _on_pane_wanted(self, _pane: int) -> None:
        self._pane_wanted = True
        self._share_out()

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
        for part in (self.chart, self.answers, self.shares, self.hears):
            part.select_member(member_id)

    def _restyle(self) -> None:
        self._stack.setStyleSheet("QScrollArea { background: transparent; border: none; }")
        colour_tabs(self.panes, self.theme, self.scale)
