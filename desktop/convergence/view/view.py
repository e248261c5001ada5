"""The convergence dock: how alike a pair sounds, and the table of all measures."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QTabBar, QWidget

from parley.desktop.convergence.figures import ConvergenceFigure
from parley.desktop.convergence.table_model import MeasureTable
from parley.desktop.convergence.view.score_page import ScorePage
from parley.desktop.convergence.view.table_page import TablePage
from parley.desktop.widgets.counts import span_told
from parley.desktop.widgets.layouts import upright
from parley.desktop.widgets.tabs import make_plain, style_tabs
from parley.desktop.widgets.themed import Themed

SCORE, TABLE = range(2)


class ConvergenceView(Themed, QWidget):
    """Signals: `turn_chosen(number)`, `pair_chosen(id, id)`, `score_chosen(calculator, profile)`, `kind_chosen(kind)`,
    `export_wanted()`, `page_changed()`, `caption_changed(text)`."""

    SCORE, TABLE = SCORE, TABLE
    turn_chosen = Signal(int)
    pair_chosen = Signal(str, str)
    score_chosen = Signal(str, str)
    kind_chosen = Signal(str)
    export_wanted = Signal()
    page_changed = Signal()
    caption_changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._caption = ""
        self._figure = ConvergenceFigure()
        self._span = range(0)
        self.setAccessibleName(self.tr("Convergence"))
        self.tabs = QTabBar(self)
        for title in (self.tr("Convergence"), self.tr("Table")):
            self.tabs.addTab(title)
        make_plain(self.tabs)
        self.tabs.setAccessibleName(self.tr("What to show of the measures"))
        self.score, self.table = ScorePage(self), TablePage(self)
        self._stack = QStackedWidget(self)
        for page in (self.score, self.table):
            self._stack.addWidget(page)
        upright(self.tabs, (self._stack, 1), within=self, margins=(14, 2, 14, 10), spacing=2)
        self.tabs.currentChanged.connect(self._on_page)
        for page in (self.score, self.table):
            page.turn_chosen.connect(self.turn_chosen)
        self.score.pair_chosen.connect(self.pair_chosen)
        self.score.score_chosen.connect(self.score_chosen)
        self.table.kind_chosen.connect(self.kind_chosen)
        self.table.export_wanted.connect(self.export_wanted)
        self._restyle()

    @property
    def page(self) -> int:
        """The page in sight: `SCORE` or `TABLE`."""
        return self.tabs.currentIndex()

    def set_model(self, model: MeasureTable) -> None:
        """Show this table."""
        self.table.set_model(model)

    def show_figure(self, figure: ConvergenceFigure) -> None:
        """Show the convergence."""
        self._figure, self._span = figure, figure.span
        self.score.show_figure(figure)
        self._tell()

    def show_turn(self, shown: int, kind: str, span: range = range(0)) -> None:
        """Mark the shown turn in the table, whose rows are of that kind, and of these turns, where there are any."""
        self._span = span
        self.table.show_turn(shown, kind)
        self._tell("")

    def caption(self) -> str:
        """Return what stands right in the title: "0.72 · rising"."""
        return self._caption

    def heading(self) -> str:
        """Return what the page in sight shows, for a picture of it: "Convergence · Ada ↔ Bo"."""
        title = self.tabs.tabText(self.page)
        pair = self._figure.named() if self.page == SCORE else ""
        return f"{title} · {pair}" if pair else title

    def _tell(self, other: str | None = None) -> None:
        parts = span_told(self._span), self._describe_score() if other is None else other
        caption = " · ".join(part for part in parts if part)
        if caption != self._caption:
            self._caption = caption
            self.caption_changed.emit(caption)

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

    def _on_page(self, page: int) -> None:
        self._stack.setCurrentIndex(page)
        self.page_changed.emit()

    def _restyle(self) -> None:
        style_tabs(self.tabs)
