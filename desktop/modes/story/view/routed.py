"""Why those who answered the player answered: a line below the tale."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QSizePolicy

from parley.desktop.widgets.elided import ElidedLabel
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.layouts import across
from parley.desktop.widgets.themed import Themed


class RoutedLine(Themed, QFrame):
    """Signals: `weights_wanted()`, to see all that decided it."""

    weights_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("card", True)
        self._sign, title = QLabel(), QLabel(self.tr("Why they answered"))
        title.setProperty("role", "strong")
        self.reason = ElidedLabel()
        self.reason.setTextFormat(Qt.TextFormat.PlainText)
        self.reason.setProperty("role", "small")
        self.reason.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.weights = QPushButton(self.tr("Weights"))
        self.weights.setProperty("quiet", True)
        self.weights.setToolTip(self.tr("All that decided it, in the inspector"))
        self.weights.clicked.connect(self.weights_wanted)
        across(self._sign, title, (self.reason, 1), self.weights, within=self, margins=(12, 2, 4, 2), spacing=8)
        self._restyle()

    def show_routed(self, reason: str) -> None:
        """Say this; nothing: hide."""
        self.reason.set_whole(reason)
        self.setVisible(bool(reason))

    def _restyle(self) -> None:
        size = round(16 * self.scale)
        self._sign.setPixmap(icon("ph.path", self.theme.colour("secondary"), sizes=(size,)).pixmap(QSize(size, size)))
