"""The affinity network: the canvas, what its lines mean, and the same as a table."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QTabBar, QWidget

from parley.desktop.affinity.figures import NetworkFigure, Span
from parley.desktop.affinity.view.canvas import NetworkCanvas
from parley.desktop.affinity.view.picture import told_move
from parley.desktop.affinity.view.table import AffinityTable
from parley.desktop.widgets.layouts import STRETCH, hbox, vbox
from parley.desktop.widgets.parts import make_plain, style_tabs
from parley.desktop.widgets.themed import Themed

NETWORK, TABLE = range(2)
CROWD = 40
"""With more members than that it is the table that is shown at first, where there is room for one of both."""
ROOMY = (860, 560)
"""Pixels of width from which the table stands beside the network, and of height from which it stands below it."""
WITH_SPANS = 270
"""Pixels of height from which there is a choice of the span."""
SPANS: tuple[Span, ...] = ("chosen", "talk", "today", "start")


class AffinityView(Themed, QWidget):
    """Who gets on with whom, and how that moves.

    Signals: `member_chosen(id)`, `turn_chosen(turn)`, `caption_changed(text)`.
    """

    member_chosen = Signal(str)
    turn_chosen = Signal(int)
    caption_changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure = NetworkFigure()
        self._span: Span | None = None
        self.setAccessibleName(self.tr("Affinity"))
        self.canvas = NetworkCanvas(self)
        self.tabs = QTabBar(self)
        self.table = AffinityTable(self)
        self._pages = QSplitter(self)
        self._pages.setChildrenCollapsible(False)
        for page in (self.canvas, self.table):
            self._pages.addWidget(page)
        self.tabs.addTab(self.tr("Affinity"))
        self.tabs.addTab(self.tr("Table"))
        make_plain(self.tabs)
        self.tabs.setAccessibleName(self.tr("What is shown of the network"))
        self._build_spans()
        head = hbox(self.tabs, STRETCH, self.spans, spacing=8)
        vbox(head, (self._pages, 1), within=self, margins=(14, 2, 14, 10), spacing=4)
        self.canvas.member_chosen.connect(self.member_chosen)
        self.table.turn_chosen.connect(self.turn_chosen)
        self.tabs.currentChanged.connect(lambda _at: self._fit_pages())
        self._apply_theme()

    def _build_spans(self) -> None:
        """Offer since when moves are counted."""
        self.spans = QTabBar(self)
        make_plain(self.spans)
        self.spans.setAccessibleName(self.tr("Since when moves are counted"))
        self.spans.addTab(self.tr("Selected turns"))
        self.spans.addTab(self.tr("This talk"))
        self.spans.addTab(self.tr("Today"))
        self.spans.addTab(self.tr("Since the start"))
        self.spans.currentChanged.connect(lambda at: self.set_span(SPANS[at]))

    def show_figure(self, figure: NetworkFigure) -> None:
        """Show a figure; members stay where they stand."""
        if figure is self._figure:
            return
        if figure.chosen and not self._figure.chosen:  # Turns were just selected: show what they changed
            self._span = "chosen"
        crowds = len(figure.members) > CROWD, len(self._figure.members) > CROWD
        self._figure = figure
        self.canvas.show_figure(figure)
        if crowds[0] != crowds[1]:  # Only when it changes: the tab that the user chose stays
            self.tabs.setCurrentIndex(TABLE if crowds[0] else NETWORK)
        title = self.tr("Trust") if figure.measure == "trust" else self.tr("Affinity")
        if self.tabs.tabText(NETWORK) != title:
            self.tabs.setTabText(NETWORK, title)
            self.tabs.setTabToolTip(NETWORK, title)
            self.setAccessibleName(title)
        self.set_span(self._span)
        self.caption_changed.emit(self.caption())

    def set_span(self, span: Span | None) -> None:
        """Count moves in the chosen turns, since the day's morning, where there are such, or since the run began."""
        self._span = span  # Kept also while it is not offered: it may come back
        there = span if span in self._figure.spans else self._figure.spans[0]
        with QSignalBlocker(self.spans):  # Hiding the current tab makes Qt choose another
            for at, each in enumerate(SPANS):
                self.spans.setTabVisible(at, each in self._figure.spans)
            # Qt does not lay the bar out again when a tab comes or goes.
            self.spans.updateGeometry()
            self.spans.setCurrentIndex(SPANS.index(there))
        self.canvas.set_span(there)
        self._fit_pages()

    def caption(self) -> str:
        """Return what stands right in the title: what has just happened between two, else "2 communities"."""
        figure = self._figure
        if fresh := self.canvas.picture.fresh:
            return told_move(self.canvas.picture, fresh[0])
        if figure.measure == "trust":
            return self.tr("trust −100 to 100")
        numbers = [number for number in figure.community if number >= 0]
        found = sum(numbers.count(number) > 1 for number in set(numbers))
        if not figure.members or found == 0:
            return self.tr("no communities") if len(figure.members) > 2 else ""
        return self.tr("1 community") if found == 1 else self.tr("{count} communities").format(count=found)

    def select_member(self, member_id: str) -> None:
        """Mark a member."""
        self.canvas.select_member(member_id)

    def _fit_pages(self) -> None:
        """Show what there is room for: both, side by side or one below the other, or one of them."""
        several, wide, high = len(self._figure.members) > 1, self.width() / self.scale, self.height() / self.scale
        beside = wide >= ROOMY[0]
        both = several and (beside or high >= ROOMY[1])
        network = both or self.tabs.currentIndex() == NETWORK
        alone = self.canvas.isHidden() or self.table.isHidden()  # Not `isVisible`: the dock itself may be out of sight
        self._pages.setOrientation(Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical)
        self.canvas.setVisible(network)
        self.table.setVisible(both or not network)
        if both and alone:  # Only when the second page appears: later sizes are the user's
            whole, table = (self.width(), 430 * self.scale) if beside else (self.height(), 0.36 * self.height())
            self._pages.setSizes([round(whole - table), round(table)])
        if both or not network:
            # A hidden table is brought up to date when it is shown.
            self.table.show_figure(self._figure, brief=both)
        self.tabs.setVisible(several and not both)
        self.spans.setVisible(several and network and len(self._figure.spans) > 1 and high >= WITH_SPANS)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_pages()

    def _apply_theme(self) -> None:
        for bar in (self.tabs, self.spans):
            style_tabs(bar)
        self._fit_pages()
