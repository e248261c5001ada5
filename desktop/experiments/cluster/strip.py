"""A cluster as a line: where it is, and what it does."""

from __future__ import annotations

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QWidget

from parley.desktop.experiments.figures import ClusterFigure
from parley.desktop.widgets.elided import ElidedLabel
from parley.desktop.widgets.language import dollars


class ClusterStrip(ElidedLabel):
    """Hidden while no cluster is in use; its tool tip has what is elided."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.setProperty("role", "small")
        self.hide()

    def show_figure(self, figure: ClusterFigure | None) -> None:
        """Show what a cluster does; None where none is in use."""
        self.setVisible(figure is not None)
        if figure is not None:
            self.set_whole(" · ".join(filter(None, self._format_cluster_parts(figure))))

    def _format_cluster_parts(self, figure: ClusterFigure) -> tuple[str, ...]:
        number = QLocale().toString
        workers = self.tr("1 worker") if figure.workers == 1 else self.tr("{0} workers").format(number(figure.workers))
        lost = self.tr("1 lost") if figure.lost == 1 else self.tr("{0} lost").format(number(figure.lost))
        there = self.tr("{0}, {1} threads").format(workers, number(figure.threads))
        return (
            figure.address,
            there if figure.workers else self.tr("no workers: runs wait for one"),
            self.tr("{0} under way").format(number(figure.playing)),
            self.tr("{0} turns/s").format(number(figure.rate, "f", 1)),
            dollars(figure.cost) if figure.cost else "",
            self.tr("{0} failed").format(number(figure.failed)) if figure.failed else "",
            lost if figure.lost else "",
        )
