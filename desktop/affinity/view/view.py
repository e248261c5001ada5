"""The affinity network: the canvas, what its lines mean, and the story of a chosen pair."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QTabBar, QWidget

from desktop.affinity.figures import NetworkFigure
from desktop.affinity.view.canvas import NetworkCanvas, edge_between
from desktop.affinity.view.legend import NetworkLegend, PairDrift
from desktop.widgets.layouts import upright
from desktop.widgets.tabs import colour_tabs, make_plain
from desktop.widgets.themed import Themed

LEGEND, PAIR = range(2)
ROOMY = 230
"""Pixels of height from which a pair's story has its reason and chart."""


class AffinityView(Themed, QWidget):
    """Who gets on with whom, or who answers whom.

    Signals: `member_chosen(id)`, `pair_chosen(id, id)`, `caption_changed(text)`.
    """

    member_chosen = Signal(str)
    pair_chosen = Signal(str, str)
    caption_changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure = NetworkFigure()
        self._pair = ("", "")
        self._caption = ""
        self.setAccessibleName(self.tr("Affinity"))
        self.canvas = NetworkCanvas(self)
        self.edges = QTabBar(self)
        self.legend = NetworkLegend(self)
        self.drift = PairDrift(self)
        self._foot = QStackedWidget(self)
        self.edges.addTab(self.tr("Affinity"))
        self.edges.addTab(self.tr("Who answers whom"))
        make_plain(self.edges)
        self.edges.setAccessibleName(self.tr("What the lines show"))
        self._foot.addWidget(self.legend)
        self._foot.addWidget(self.drift)
        upright(self.edges, (self.canvas, 1), self._foot, within=self, margins=(14, 2, 14, 10), spacing=4)
        self.canvas.member_chosen.connect(self.member_chosen)
        self.canvas.pair_chosen.connect(self._on_pair)
        self.canvas.pair_left.connect(lambda: self.select_pair("", ""))
        self.edges.currentChanged.connect(self._on_edges)
        self.legend.lines_changed.connect(self._fit_foot)
        colour_tabs(self.edges, self.theme, self.scale)

    def show_figure(self, figure: NetworkFigure) -> None:
        """Show a figure; members stay where they stand."""
        if figure is self._figure:
            return
        self._figure = figure
        self.canvas.show_figure(figure)
        several = len(figure.members) > 1
        self.edges.setVisible(several)
        self._foot.setVisible(several)
        title = self.tr("Trust") if figure.measure == "trust" else self.tr("Affinity")
        if self.edges.tabText(0) != title:
            self.edges.setTabText(0, title)
            self.setAccessibleName(title)
        self._show_pair()
        caption = self.caption()
        if caption != self._caption:
            self._caption = caption
            self.caption_changed.emit(caption)

    def caption(self) -> str:
        """What stands right in the title: "2 communities"."""
        figure = self._figure
        if figure.measure == "trust":
            return self.tr("trust −100 to 100")
        numbers = [number for number in figure.community if number >= 0]
        found = sum(numbers.count(number) > 1 for number in set(numbers))
        if not figure.members or found == 0:
            return self.tr("no communities") if len(figure.members) > 2 else ""
        return self.tr("1 community") if found == 1 else self.tr("{count} communities").format(count=found)

    def select_member(self, member_id: str) -> None:
        """Mark a member; a pair without them is let go."""
        if member_id and any(self._pair) and member_id not in self._pair:
            self.select_pair("", "")
        self.canvas.select_member(member_id)

    def select_pair(self, first: str, second: str) -> None:
        """Mark a pair and tell its story; two empty ids mark none."""
        self._pair = (first, second)
        self.canvas.select_pair(first, second)
        self._show_pair()

    def settle(self) -> None:
        """Bring the layout to its end at once, for a picture."""
        self.canvas.settle()

    def _on_pair(self, first: str, second: str) -> None:
        self.select_pair(first, second)
        self.pair_chosen.emit(first, second)

    def _on_edges(self, index: int) -> None:
        self.canvas.set_answering(index == 1)
        self.legend.set_answering(index == 1)

    def _show_pair(self) -> None:
        index = edge_between(self._figure, *self._pair)
        self._foot.setCurrentIndex(PAIR if index >= 0 else LEGEND)
        if index >= 0:
            edge, members = self._figure.edges[index], self._figure.members
            history = self._figure.history.get((edge.a, edge.b), ())
            trust = self._figure.measure == "trust"
            self.drift.show_pair(members[edge.a], members[edge.b], edge, history, trust=trust)
        self._fit_foot()

    def _fit_foot(self) -> None:
        """The legend is as high as its lines, a pair's story three lines."""
        if self._foot.currentIndex() == PAIR:
            height = round((52 if self.height() >= ROOMY * self.scale else 18) * self.scale)
        else:
            height = self.legend.sizeHint().height()
        self._foot.setFixedHeight(height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_foot()

    def _restyle(self) -> None:
        colour_tabs(self.edges, self.theme, self.scale)
        self._fit_foot()
