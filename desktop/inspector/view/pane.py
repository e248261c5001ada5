"""What all panes of the inspector have in common: a look, an empty state, room to scroll."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from desktop.run.figures import InspectorFigure
from desktop.widgets.theme import LIGHT, Theme


class Pane(QWidget):
    """One page of the inspector. It is shown a figure only while it is in sight."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = LIGHT
        self.scale = 1.0

    def show_figure(self, figure: InspectorFigure) -> None:
        """Show what the figure says of the turn."""
        raise NotImplementedError

    def set_look(self, theme: Theme, scale: float) -> None:
        """Take colours and the text's scale."""
        self.theme, self.scale = theme, scale
        self.dress()

    def dress(self) -> None:
        """Put colours and fonts on what is in the pane."""

    def typeface(self, size: float, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        """The pane's font; `size` in pixels at a scale of 1."""
        font = QFont(self.font())
        font.setPixelSize(max(6, round(size * self.scale)))
        font.setWeight(weight)
        return font

    def px(self, pixels: float) -> int:
        """A length at the text's scale."""
        return round(pixels * self.scale)


class Label(QLabel):
    """A label whose words wrap and can be selected and copied."""

    def __init__(self, text: str = "", role: str = "text", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.role = role
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)

    def dress(self, pane: Pane, size: float, weight: QFont.Weight = QFont.Weight.Normal) -> None:
        """Take the pane's font and the colour of the label's role."""
        self.setFont(pane.typeface(size, weight))
        colour = getattr(pane.theme, self.role)
        self.setStyleSheet(f"background: transparent; border: none; color: {colour};")


class Column(QScrollArea):
    """A column of widgets that scrolls upright only.

    Attributes: `box`, the layout to put widgets into; it ends in a stretch.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.body = QWidget()
        self.body.setObjectName("paneBody")
        self.body.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.box = QVBoxLayout(self.body)
        self.box.setContentsMargins(14, 6, 12, 10)
        self.box.setSpacing(6)
        self.setWidget(self.body)
        self.setStyleSheet("QScrollArea, #paneBody { background: transparent; border: none; }")
        self.viewport().setAutoFillBackground(False)
