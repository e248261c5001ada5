"""The row above a duologue: what it is about, of what it is a fork, and how it is set."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QWidget

from parley.desktop.modes.duologue.facing import FacingFigure
from parley.desktop.widgets.elided import ElidedLabel
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.layouts import across
from parley.desktop.widgets.plain import literal, tooltip
from parley.desktop.widgets.themed import Themed

LEAST_TOPIC = 300
"""Pixels that the topic keeps before the words on how it is set."""


class Heading(Themed, QWidget):
    """One line; what has no room is left out from the right, and stands in the tool tip."""

    def __init__(self) -> None:
        super().__init__()
        self.topic = ElidedLabel()
        self.topic.setTextFormat(Qt.TextFormat.PlainText)
        self.topic.setProperty("role", "heading")
        self.topic.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.fork = QFrame()
        self.fork.setObjectName("forkChip")
        self._sign, self._from = QLabel(), QLabel()
        across(self._sign, self._from, within=self.fork, margins=(8, 2, 9, 2), spacing=5)
        self.chips: list[QLabel] = []
        self._row = across((self.topic, 1), self.fork, within=self, margins=(4, 1, 4, 2), spacing=8)
        self._restyle()

    def show_figure(self, figure: FacingFigure) -> None:
        """Tell of a talk."""
        self.topic.set_whole(figure.topic)
        self.fork.setVisible(figure.fork >= 0)
        self._from.setText(self.tr("fork of turn {0}").format(self.locale().toString(figure.fork)))
        while len(self.chips) < len(figure.chips):
            chip = QLabel(textFormat=Qt.TextFormat.PlainText)
            chip.setProperty("chip", "setting")
            self._row.addWidget(chip)
            self.chips.append(chip)
        for at, chip in enumerate(self.chips):
            chip.setText(figure.chips[at] if at < len(figure.chips) else "")
        self.setToolTip(tooltip(literal(" · ".join((figure.topic, *figure.chips)))))
        self.setAccessibleName(" · ".join((figure.topic, *figure.chips)))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def _fit(self) -> None:
        room = self.width() - LEAST_TOPIC * self.scale - (self.fork.sizeHint().width() if self.fork.isVisible() else 0)
        for chip in self.chips:
            room -= chip.sizeHint().width() + 8
            chip.setVisible(bool(chip.text()) and room >= 0)

    def _restyle(self) -> None:
        theme, size = self.theme, round(13 * self.scale)
        self._sign.setPixmap(icon("ph.git-fork", theme.colour("good"), sizes=(size,)).pixmap(QSize(size, size)))
        self.fork.setStyleSheet(
            f"#forkChip {{ border: 1px solid {theme.good}; border-radius: 10px; background: {theme.surface}; }}"
            f"#forkChip QLabel {{ color: {theme.good}; font-size: {round(11.5 * self.scale)}px; font-weight: 600; }}"
        )
