"""A cluster as a strip: where it is, and what it does."""

from __future__ import annotations

from PySide6.QtCore import QLocale
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from parley.desktop.cluster.figures import ClusterFigure
from parley.desktop.widgets.elided import ElidedLabel
from parley.desktop.widgets.flow import FlowLayout
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.language import dollars
from parley.desktop.widgets.layouts import across, upright
from parley.desktop.widgets.parts import worded
from parley.desktop.widgets.plain import tooltip
from parley.desktop.widgets.themed import Themed

ICON = 16
WIDEST_ADDRESS = 0.4
"""Of the strip: the rest of an address is told by its tool tip."""


class ClusterStrip(Themed, QFrame):
    """One figure beside the other, in as many lines as there is need for; hidden while no cluster is in use.

    Attributes: `address`; `values`, the shown figures by their names.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("ClusterStrip")
        self.setAccessibleName(self.tr("The cluster"))
        self._sign = QLabel()
        self.address = ElidedLabel()
        self.address.setProperty("role", "strong")
        self._place = place = QWidget()
        across(self._sign, (self.address, 1), within=place, margins=(0, 0, 10, 0), spacing=6)
        self.values: dict[str, QLabel] = {}
        figures = QWidget()
        flow = FlowLayout(figures, gap=4)
        upright(figures, within=self, margins=(8, 5, 8, 5))
        flow.addWidget(place)
        for name, tip in (
            ("workers", self.tr("Worker processes, and the threads in which they play")),
            ("playing", self.tr("Runs that are being played there")),
            ("rate", self.tr("Turns a second that came back, over the last ten seconds")),
            ("cost", self.tr("What the calls that came back have cost")),
            ("failed", self.tr("Turns that failed there; they are tried again")),
            ("lost", self.tr("Runs whose worker was lost: they go on elsewhere, from the log so far")),
        ):
            self.values[name] = label = worded(wrap=False)
            label.setToolTip(tooltip(tip))
            label.setContentsMargins(0, 0, 10, 0)
            flow.addWidget(label)
        self.hide()
        self._restyle()

    def show_figure(self, figure: ClusterFigure | None) -> None:
        """Show what a cluster does; None where none is in use."""
        self.setVisible(figure is not None)
        if figure is None:
            return
        number = QLocale().toString
        self.address.set_whole(figure.address)
        workers = self.tr("1 worker") if figure.workers == 1 else self.tr("{0} workers").format(number(figure.workers))
        lost = self.tr("1 lost") if figure.lost == 1 else self.tr("{0} lost").format(number(figure.lost))
        told = {
            "workers": self.tr("{0}, {1} threads").format(workers, number(figure.threads)),
            "playing": self.tr("{0} under way").format(number(figure.playing)),
            "rate": self.tr("{0} turns/s").format(number(figure.rate, "f", 1)),
            "cost": dollars(figure.cost) if figure.cost else "",
            "failed": self.tr("{0} failed").format(number(figure.failed)) if figure.failed else "",
            "lost": lost if figure.lost else "",
        }
        for name, text in told.items():
            label = self.values[name]
            if label.text() != text:
                label.setText(text)
                label.setVisible(bool(text))
        if not figure.workers:
            self.values["workers"].setText(self.tr("no workers: runs wait for one"))
        self.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place.setMaximumWidth(round(self.width() * WIDEST_ADDRESS))

    def told(self) -> str:
        """What is shown, as one line."""
        return " · ".join([self.address.whole(), *(each.text() for each in self.values.values() if each.text())])

    def _restyle(self) -> None:
        self._sign.setPixmap(icon("ph.tree-structure", self.theme.colour("accent")).pixmap(ICON, ICON))
        small, theme = self.letters(12), self.theme
        self.address.setFont(small)
        for name, label in self.values.items():
            label.setFont(small)
            colour = {"failed": theme.bad, "lost": theme.tense}.get(name, theme.text)
            label.setStyleSheet(f"color: {colour};")
        self.setStyleSheet(
            f"#ClusterStrip {{ background: {theme.raised}; border: 1px solid {theme.border}; border-radius: 6px; }}"
        )
