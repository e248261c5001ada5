"""What all panes of the inspector have in common: a look, an empty state, room to scroll."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QScrollArea, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from desktop.inspector.figures import InspectorFigure
from desktop.widgets.layouts import upright
from desktop.widgets.theme import LOOK
from desktop.widgets.themed import Themed


def typeface(pixels: float, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """The panes' font; `pixels` is its size at a text scale of 1."""
    font = QFont(QApplication.font())
    font.setPixelSize(max(6, round(pixels * LOOK.scale)))
    font.setWeight(weight)
    return font


def px(pixels: float) -> int:
    """A length at the text scale."""
    return round(pixels * LOOK.scale)


class Pane(Themed, QWidget):
    """One page of the inspector. It is shown a figure only while it is in sight."""

    def show_figure(self, figure: InspectorFigure) -> None:
        """Show what the figure says of the turn."""
        raise NotImplementedError


class Label(Themed, QLabel):
    """A label whose words wrap and can be selected and copied; `role` is a colour of the theme, `size` in pixels."""

    def __init__(
        self, text: str = "", role: str = "text", size: float = 12, weight: QFont.Weight = QFont.Weight.Normal
    ) -> None:
        super().__init__(text)
        self.role, self._size, self._weight = role, size, weight
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._restyle()

    def set_role(self, role: str) -> None:
        """Take the colour of another role."""
        if role != self.role:
            self.role = role
            self._restyle()

    def set_size(self, size: float) -> None:
        """Take another size."""
        if size != self._size:
            self._size = size
            self._restyle()

    def _restyle(self) -> None:
        self.setFont(typeface(self._size, self._weight))
        colour = getattr(self.theme, self.role)
        self.setStyleSheet(f"background: transparent; border: none; color: {colour};")


class TextButton(Themed, QToolButton):
    """A small flat button of words."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.setText(text)
        self.setAccessibleName(text)
        self.setAutoRaise(True)
        self._restyle()

    def _restyle(self) -> None:
        theme = self.theme
        self.setFont(typeface(11, QFont.Weight.Medium))
        self.setStyleSheet(
            f"QToolButton {{ background: transparent; border: 1px solid transparent; border-radius: 5px;"
            f" color: {theme.secondary}; padding: 2px 6px; font-size: {px(11)}px; }}"
            f"QToolButton:hover {{ background: {theme.raised}; color: {theme.text}; }}"
            f"QToolButton:focus {{ border: 1px solid {theme.accent}; }}"
            f"QToolButton:checked {{ background: {theme.accent_soft}; color: {theme.accent}; }}"
        )


class Column(QScrollArea):
    """A column of widgets that scrolls upright only, and fills its parent.

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


class ColumnPane(Pane):
    """A page whose widgets stand in a column that scrolls. Attributes: `column`."""

    def __init__(self) -> None:
        super().__init__()
        self.column = Column()
        self.column.box.addStretch(1)
        upright(self.column, within=self, margins=0)

    def add(self, *widgets: QWidget) -> None:
        """Put widgets below those that are there."""
        for widget in widgets:
            self.column.box.insertWidget(self.column.box.count() - 1, widget)
