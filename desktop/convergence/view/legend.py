"""What each line of the convergence is, its value at the shown turn, and whether it is drawn."""

from __future__ import annotations

from bisect import bisect_right

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from parley.desktop.convergence.figures import ConvergenceFigure
from parley.desktop.convergence.view.strokes import ROLES, SWATCH, dashed, swatch
from parley.desktop.widgets.flow import FlowLayout
from parley.desktop.widgets.painted import Note
from parley.desktop.widgets.themed import Themed


class ConvergenceLegend(Themed, QWidget):
    """A switch for each line. Signals: `lines_changed(tuple of bool)`: the score first, then the components."""

    lines_changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure = ConvergenceFigure()
        self.setAccessibleName(self.tr("Lines"))
        self._titles = (
            self.tr("Score"), self.tr("Content"), self.tr("Length"), self.tr("Sentences"), self.tr("Structure"),
            self.tr("Punctuation"),
        )  # fmt: skip
        self.switches: list[QToolButton] = []
        for title in self._titles:
            switch = QToolButton(self)
            switch.setCheckable(True)
            switch.setChecked(True)
            switch.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            switch.setAccessibleName(title)
            switch.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            switch.toggled.connect(self._on_toggled)
            self.switches.append(switch)
        self.parent_score = Note(size=11, parent=self)
        self.parent_score.setToolTip(self.tr("The pale line: how the run that this one was forked from went on"))
        lines = FlowLayout(self, 2)
        for part in (*self.switches, self.parent_score):
            lines.addWidget(part)
        self._restyle()

    def lines(self) -> tuple[bool, ...]:
        """Which lines are drawn."""
        return tuple(switch.isChecked() for switch in self.switches)

    def show_figure(self, figure: ConvergenceFigure) -> None:
        """The values at the shown turn."""
        self._figure = figure
        at = figure.place
        number, percent = self.locale().toString, self.locale().toString
        for line, switch in enumerate(self.switches):
            values = figure.scores if line == 0 else figure.components[line - 1]
            told = number(float(values[at]), "f", 2) if at >= 0 else "–"
            text = f"{self._titles[line]}  {told}"
            if switch.text() != text:
                switch.setText(text)
                switch.setAccessibleName(text)
            weight = "" if line == 0 else percent(round(figure.weights[line - 1] * 100))
            tip = self.tr("{0} % of the score").format(weight) if weight else self.tr("What the components come to")
            if switch.toolTip() != tip:
                switch.setToolTip(tip)

        turns, scores = figure.ghost
        place = bisect_right(turns, figure.shown) - 1
        there = number(float(scores[place]), "f", 2) if place >= 0 else "–"
        self.parent_score.setText(self.tr("The parent  {0}").format(there))
        self.parent_score.setVisible(bool(turns))

    def _restyle(self) -> None:
        theme, font = self.theme, self.letters(11)
        size = font.pixelSize()
        for line, switch in enumerate(self.switches):
            switch.setFont(font)
            shown = switch.isChecked()
            role = ROLES[line] if shown else "border"
            colour = theme.colour(role) if line == 0 or not shown else theme.member(role)
            pen = dashed(colour, 2.0 if line == 0 else 1.4, line)
            switch.setIcon(swatch(pen, self.scale, self.devicePixelRatioF()))
            switch.setIconSize(QSize(round(SWATCH[0] * self.scale), round(SWATCH[1] * self.scale)))
            words = theme.text if shown and line == 0 else theme.secondary if shown else theme.faint
            through = "" if shown else " text-decoration: line-through;"
            switch.setStyleSheet(
                f"QToolButton {{ border: none; background: transparent; color: {words}; font-size: {size}px;"
                f" padding: 0px 1px; text-align: left;{through} }}"
                f"QToolButton:hover, QToolButton:focus {{ color: {theme.accent}; background: {theme.raised};"
                " border-radius: 4px; }"
            )

    def _on_toggled(self) -> None:
        self._restyle()
        self.lines_changed.emit(self.lines())
