"""The networks of two runs side by side, and between them how far they stand apart."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QLabel, QWidget

from parley.desktop.affinity.figures import NetworkFigure
from parley.desktop.affinity.view.canvas import NetworkCanvas
from parley.desktop.affinity.view.legend import NetworkLegend
from parley.desktop.affinity.view.picture import signed, trust_told
from parley.desktop.affinity.view.stage import edge_between
from parley.desktop.affinity.view.telling import decimal
from parley.desktop.compare.figures import CompareFigure
from parley.desktop.widgets.layouts import across, upright
from parley.desktop.widgets.painted import Note
from parley.desktop.widgets.theme import font
from parley.desktop.widgets.themed import Themed


class NetworksView(Themed, QWidget):
    """Three canvases with everybody in the same places: the first run's, the difference, the other one's. Who is looked
    at in one of them is in all three, and a pair that is chosen is told beneath."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figures: tuple[NetworkFigure, ...] = ()
        self.note = QLabel(self.tr("Fewer than two members are in both runs: there is no network to compare."))
        self.note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.note.setWordWrap(True)
        self.titles = [QLabel() for _ in range(3)]
        self.canvases = [NetworkCanvas(self) for _ in range(3)]
        self.legends = [NetworkLegend(self) for _ in range(3)]
        self.pair = Note(parent=self)
        self.pair.setTextFormat(Qt.TextFormat.PlainText)
        columns = []
        for title, canvas, legend in zip(self.titles, self.canvases, self.legends, strict=True):
            title.setTextFormat(Qt.TextFormat.PlainText)
            title.setAlignment(Qt.AlignmentFlag.AlignCenter)
            legend.set_high(False)
            columns.append((upright(title, (canvas, 1), legend, margins=0, spacing=4), 1))
            canvas.pair_chosen.connect(self.select_pair)
            canvas.pair_left.connect(lambda: self.select_pair("", ""))
            canvas.member_chosen.connect(self._on_member)
            canvas.looked_at.connect(self._on_looked_at)
        for canvas in self.canvases[1:]:
            canvas.follow(self.canvases[0])
        self._all = QWidget()
        upright((across(*columns, margins=0, spacing=12), 1), self.pair, within=self._all, margins=0, spacing=6)
        upright(self.note, (self._all, 1), within=self, margins=0, spacing=0)
        self._restyle()

    def show_figure(self, figure: CompareFigure) -> None:
        """Show two runs."""
        there = len(figure.networks) == 3
        self.note.setVisible(not there)
        self._all.setVisible(there)
        if not there:
            return
        one, other, difference = figure.networks
        named = (figure.labels[0], self.tr("Left minus right"), figure.labels[1])
        # One scale for all three, or one colour would be two numbers.
        reach = (0.0, max(network.reach[1] for network in figure.networks))
        self._figures = tuple(
            replace(network, morning=-1, moves=(), reach=reach) for network in (one, difference, other)
        )
        for canvas, legend, title, network, name in zip(
            self.canvases, self.legends, self.titles, self._figures, named, strict=True
        ):
            canvas.show_figure(network)
            canvas.setAccessibleName(name)
            legend.show_picture(canvas.picture)
            title.setText(name)
        self.select_pair("", "")

    def select_pair(self, first: str, second: str) -> None:
        """Mark a pair in all three, and tell how it stands in both; two empty ids mark none."""
        for canvas in self.canvases:
            canvas.select_pair(first, second)
        edges = [edge_between(figure, first, second) for figure in self._figures]
        told = ""
        if edges and edges[1] >= 0:
            left, middle, right = (
                figure.edges[edge] if edge >= 0 else None for figure, edge in zip(self._figures, edges, strict=True)
            )
            trust = self._figures[0].measure == "trust"
            value = trust_told if trust else decimal
            members = self._figures[1].members
            told = self.tr("{first} – {second}: {left} left, {right} right, {change}").format(
                first=members[middle.a].name if middle else first,
                second=members[middle.b].name if middle else second,
                left=value(left.affinity) if left else "–",
                right=value(right.affinity) if right else "–",
                change=signed(middle.change, trust=trust) if middle else "",
            )
        self.pair.setText(told or self.tr("Click a line: how the two stand in both runs."))

    def _on_member(self, member: str) -> None:
        for canvas in self.canvases:
            canvas.select_member(member)

    def _on_looked_at(self, member: int) -> None:
        for canvas in self.canvases:
            if canvas is not self.sender():
                canvas.look_at(member)

    def _restyle(self) -> None:
        for title in self.titles:
            title.setFont(font(12, QFont.Weight.DemiBold, scale=self.scale))
