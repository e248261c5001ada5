"""The affinity network: the canvas, what its lines mean, which pairs moved, and the same as a matrix or a table."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QMenu, QSizePolicy, QStackedWidget, QTabBar, QToolButton, QWidget

from parley.desktop.affinity.figures import NetworkFigure, Size, Span
from parley.desktop.affinity.view.canvas import NetworkCanvas
from parley.desktop.affinity.view.legend import NetworkLegend
from parley.desktop.affinity.view.matrix import AffinityMatrix
from parley.desktop.affinity.view.moved import MovedList
from parley.desktop.affinity.view.pair import PairDrift
from parley.desktop.affinity.view.stage import edge_between
from parley.desktop.affinity.view.table import AffinityTable
from parley.desktop.affinity.view.telling import size_title, told_size
from parley.desktop.widgets.elided import ElidedLabel
from parley.desktop.widgets.layouts import across, upright
from parley.desktop.widgets.tabs import make_plain, style_tabs
from parley.desktop.widgets.themed import Themed

LEGEND, PAIR = range(2)
AFFINITY, ANSWERS, MATRIX, TABLE = range(4)
CROWD = 40
"""With more members than that it is the matrix that is shown at first."""
ROOMY = 230
"""Pixels of height from which a pair's story has its reason and chart."""
WITH_CHOICES, WITH_SCALES, WITH_MOVES = 270, 380, 430
"""Pixels of height from which there are choices of size and span, a legend with numbers, and the pairs that moved."""
BESIDE, WIDEST_MOVES = 560, 430
"""Pixels of width from which they may stand beside the network, and those that they take there at most."""
QWIDGETSIZE_MAX = 16_777_215
SPANS: tuple[Span, ...] = ("chosen", "today", "start")
SIZES: tuple[Size, ...] = ("words", "degree", "betweenness", "heard", "addressed")


class AffinityView(Themed, QWidget):
    """Who gets on with whom and how that moves, or who answers whom.

    Signals: `member_chosen(id)`, `pair_chosen(id, id)`, `turn_chosen(turn)`, `caption_changed(text)`.
    """

    member_chosen = Signal(str)
    pair_chosen = Signal(str, str)
    turn_chosen = Signal(int)
    caption_changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure = NetworkFigure()
        self._pair = ("", "")
        self._caption = ""
        self._size: Size = "words"
        self._span: Span = "today"
        self.setAccessibleName(self.tr("Affinity"))
        self.canvas = NetworkCanvas(self)
        self.edges = QTabBar(self)
        self.legend = NetworkLegend(self)
        self.drift = PairDrift(self)
        self.moved = MovedList(self)
        self.matrix = AffinityMatrix(self)
        self.table = AffinityTable(self)
        self._foot = QStackedWidget(self)
        self._pages = QStackedWidget(self)
        for page in (self.canvas, self.matrix, self.table):
            self._pages.addWidget(page)
        self._build_choices()
        self.edges.addTab(self.tr("Affinity"))
        self.edges.addTab(self.tr("Who answers whom"))
        self.edges.addTab(self.tr("Matrix"))
        self.edges.addTab(self.tr("Table"))
        make_plain(self.edges)
        self.edges.setAccessibleName(self.tr("What is shown of the network"))
        self._foot.addWidget(self.legend)
        self._foot.addWidget(self.drift)
        self.looked_at = ElidedLabel(parent=self)
        self.looked_at.setProperty("role", "secondary")
        self.looked_at.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        choices = across(self.sizes, (self.looked_at, 1), self.spans, spacing=8)
        main = upright(self.edges, choices, (self._pages, 1), self._foot, margins=0, spacing=4)
        self._halves = upright((main, 1), self.moved, within=self, margins=(14, 2, 14, 10), spacing=4)
        self.canvas.member_chosen.connect(self.member_chosen)
        self.canvas.pair_chosen.connect(self._on_pair)
        self.canvas.pair_left.connect(lambda: self.select_pair("", ""))
        self.matrix.pair_chosen.connect(self._on_pair)
        self.table.pair_chosen.connect(self._on_pair)
        self.canvas.looked_at.connect(self._tell_looked_at)
        self.canvas.pulse.told.connect(self._show_moves)
        self.moved.pair_chosen.connect(self._on_pair)
        self.moved.turn_chosen.connect(self.turn_chosen)
        self.edges.currentChanged.connect(self._on_edges)
        self._restyle()

    def _build_choices(self) -> None:
        """What sizes say, and since when moves are counted."""
        self.sizes = QToolButton(self)
        self.sizes.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.sizes.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.sizes.setAutoRaise(True)
        menu = QMenu(self.sizes)
        for size in SIZES:
            action = menu.addAction(size_title(size))
            action.setCheckable(True)
            action.setData(size)
            action.triggered.connect(lambda _on=False, size=size: self.set_size(size))
        self.sizes.setMenu(menu)
        self.spans = QTabBar(self)
        make_plain(self.spans)
        self.spans.setAccessibleName(self.tr("Since when moves are counted"))
        self.spans.addTab(self.tr("Selected turns"))
        self.spans.addTab(self.tr("Today"))
        self.spans.addTab(self.tr("Since the start"))
        self.spans.currentChanged.connect(lambda at: self.set_span(SPANS[at]))

    def show_figure(self, figure: NetworkFigure) -> None:
        """Show a figure; members stay where they stand."""
        if figure is self._figure:
            return
        if figure.chosen and not self._figure.chosen:
            self._span = "chosen"
        crowds = len(figure.members) > CROWD, len(self._figure.members) > CROWD
        self._figure = figure
        self.canvas.show_figure(figure)
        if crowds[0] != crowds[1] and self.edges.currentIndex() in (AFFINITY, MATRIX):
            self.edges.setCurrentIndex(MATRIX if crowds[0] else AFFINITY)
        title = self.tr("Trust") if figure.measure == "trust" else self.tr("Affinity")
        if self.edges.tabText(0) != title:
            self.edges.setTabText(0, title)
            self.edges.setTabToolTip(0, title)
            self.setAccessibleName(title)
        self.set_span(self._span)
        self._show_pair()
        caption = self.caption()
        if caption != self._caption:
            self._caption = caption
            self.caption_changed.emit(caption)

    def set_size(self, size: Size) -> None:
        """Let circles tell another measure."""
        self._size = size
        self.canvas.set_size(size)
        self._tell_size()

    def set_span(self, span: Span) -> None:
        """Count moves in the chosen turns, since the day's morning, where there are such, or since the run began."""
        self._span = span
        there = span if span in self._figure.spans else self._figure.spans[0]
        with QSignalBlocker(self.spans):
            for at, each in enumerate(SPANS):
                self.spans.setTabVisible(at, each in self._figure.spans)
            # A tab that comes or goes does not say that the bar needs other room.
            self.spans.updateGeometry()
            self.spans.setCurrentIndex(SPANS.index(there))
        self.canvas.set_span(there)
        self._show_moves()
        self._show_page()
        self._fit()

    def _show_moves(self) -> None:
        pulse = self.canvas.pulse
        self.moved.show_figure(self._figure, self.canvas.picture.span, pulse.pairs)
        self.legend.tell_move(*(pulse.moves[0].reason, pulse.moves[0].change) if pulse.moves else ("",))

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
        self.moved.select_pair(first, second)
        self._show_pair()

    def settle(self) -> None:
        """Bring the layout to its end at once, for a picture."""
        self.canvas.settle()

    def _on_pair(self, first: str, second: str) -> None:
        self.select_pair(first, second)
        self.pair_chosen.emit(first, second)

    def _on_edges(self, index: int) -> None:
        self.canvas.set_answering(index == ANSWERS)
        self._pages.setCurrentIndex(max(0, index - ANSWERS))
        self._show_page()
        self._fit()

    def _show_page(self) -> None:
        """What is in front is shown; the others when they come there."""
        shown = self.edges.currentIndex()
        self.legend.show_picture(self.canvas.picture, matrix=shown == MATRIX)
        if shown == MATRIX:
            self.matrix.cells.show_picture(self.canvas.picture)
        elif shown == TABLE:
            self.table.show_figure(self._figure)

    def _show_pair(self) -> None:
        index = edge_between(self._figure, *self._pair)
        self._foot.setCurrentIndex(PAIR if index >= 0 else LEGEND)
        if index >= 0:
            edge, members = self._figure.edges[index], self._figure.members
            history = self._figure.history.get((edge.a, edge.b), ())
            trust = self._figure.measure == "trust"
            self.drift.show_pair(members[edge.a], members[edge.b], edge, history, trust=trust)
        self._fit()

    def _fit(self) -> None:
        """What there is room for: a story needs three lines, a legend one or its numbers too, moves a row each."""
        several, high = len(self._figure.members) > 1, self.height() / self.scale
        page = self.edges.currentIndex()
        self.edges.setVisible(several)
        self._foot.setVisible(several and (page < TABLE or self._foot.currentIndex() == PAIR))
        self.looked_at.setVisible(page < MATRIX)
        self.sizes.setVisible(several and high >= WITH_CHOICES and page < MATRIX)
        choice = len(self._figure.spans) > 1 and page in (AFFINITY, MATRIX)
        self.spans.setVisible(several and high >= WITH_CHOICES and choice)
        self.legend.set_high(high >= WITH_SCALES)
        if self._foot.currentIndex() == PAIR:
            height = round((52 if high >= ROOMY else 18) * self.scale)
        else:
            height = self.legend.sizeHint().height()
        self._foot.setFixedHeight(height)
        self._fit_moves(several and page == AFFINITY, high)

    def _fit_moves(self, wanted: bool, high: float) -> None:
        """The pairs that moved stand beside the network where there is more room than below it."""
        beside = self.width() >= BESIDE * self.scale and self.width() > 1.5 * self.height()
        ways = QBoxLayout.Direction
        self._halves.setDirection(ways.LeftToRight if beside else ways.TopToBottom)
        self._halves.setSpacing(round((20 if beside else 4) * self.scale))
        self.moved.setVisible(wanted and (beside or high >= WITH_MOVES))
        self._halves.setStretch(0, 3 if beside else 1)
        self._halves.setStretch(1, 2 if beside else 0)
        self.moved.setMaximumWidth(round(WIDEST_MOVES * self.scale) if beside else QWIDGETSIZE_MAX)
        if beside:
            self.moved.setMinimumHeight(0)
            self.moved.setMaximumHeight(QWIDGETSIZE_MAX)
        else:
            self.moved.setFixedHeight(self.moved.height_for(max(2, int((high - 400) / 70))))
        # Where the picture is low a chip would hide faces: the row beside or the legend's line says it.
        self.canvas.pulse.chip = high >= WITH_SCALES

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _tell_size(self) -> None:
        told = self.tr("Size: {measure}").format(measure=size_title(self._size))
        self.sizes.setText(f"{told} ▾")
        self.sizes.setAccessibleName(told)
        for action in self.sizes.menu().actions():
            action.setChecked(action.data() == self._size)

    def _tell_looked_at(self, member: int) -> None:
        """Whoever is looked at with what their size says; the others step back meanwhile."""
        there = 0 <= member < len(self._figure.members)
        value = told_size(self._size, self._figure.sizes(self._size)[member]) if there else ""
        self.looked_at.set_whole(f"{value} · {self._figure.members[member].name}" if there else "")

    def _restyle(self) -> None:
        for bar in (self.edges, self.spans):
            style_tabs(bar)
        self.sizes.setFont(self.letters(11))
        self.looked_at.setFont(self.letters(11))
        self.sizes.setStyleSheet(
            f"QToolButton {{ background: transparent; border: none; color: {self.theme.secondary};"
            f" padding: 2px 0 2px 0; text-align: left; font-size: {self.letters(11).pixelSize()}px; }}"
            "QToolButton::menu-indicator { image: none; }"
            f"QToolButton:hover, QToolButton:focus {{ color: {self.theme.text}; }}"
        )
        self._tell_size()
        self._fit()
