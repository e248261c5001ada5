"""What each knew who took a turn: what the one had heard or remembered, and the other not."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QAbstractItemView, QFrame, QLabel, QListWidget, QListWidgetItem, QWidget

from parley.desktop.compare.figures import KnewFigure
from parley.desktop.widgets.layouts import STRETCH, across, upright
from parley.desktop.widgets.plain import literal, tooltip
from parley.desktop.widgets.theme import font
from parley.desktop.widgets.themed import Themed

LONGEST = 400
"""Characters of a piece that are shown; its tip has the rest."""


class KnewColumn(Themed, QWidget):
    """One run's."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title, self.note, self.list = QLabel(), QLabel(), QListWidget()
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setProperty("role", "secondary")
        self.note.setWordWrap(True)
        self.list.setWordWrap(True)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setSpacing(3)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # Where there is no list, the words stay at the top.
        upright(self.title, self.note, (self.list, 99), STRETCH, within=self, margins=0, spacing=4)
        self._restyle()

    def show_figure(self, figure: KnewFigure, run: str) -> None:
        """Show what was known in a run that is called so."""
        number = self.locale().toString
        who = (
            self.tr("{0} at turn {1}").format(figure.member, number(figure.turn))
            if figure.member
            else self.tr("no such turn")
        )
        self.title.setText(f"{run}: {who}")
        self.list.setAccessibleName(self.title.text())
        self.list.clear()
        for what, words in figure.alone:
            item = QListWidgetItem(f"{what}: {words[:LONGEST]}")
            item.setToolTip(tooltip(words))
            self.list.addItem(item)
        shared = self.tr("{0} pieces were known in both.").format(number(figure.both))
        alone = self.tr("Known here alone:") if figure.alone else self.tr("Nothing was known here alone.")
        self.note.setText(literal(f"{shared} {alone}") if figure.member else "")
        self.list.setVisible(bool(figure.alone))

    def _restyle(self) -> None:
        self.title.setFont(font(13, QFont.Weight.DemiBold, scale=self.scale))


class KnewView(QWidget):
    """Both side by side."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._runs = ("", "")
        self.one, self.other = KnewColumn(), KnewColumn()
        across((self.one, 1), (self.other, 1), within=self, margins=0, spacing=18)

    def set_runs(self, runs: tuple[str, str]) -> None:
        """Set the names of the two runs."""
        self._runs = runs

    def show_figure(self, figures: tuple[KnewFigure, KnewFigure]) -> None:
        """Show what each knew."""
        for column, figure, run in zip((self.one, self.other), figures, self._runs, strict=True):
            column.show_figure(figure, run)
