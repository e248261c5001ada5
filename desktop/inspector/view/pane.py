"""What all panes of the inspector have in common: a look, an empty state, room to scroll."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QSizePolicy, QToolButton, QWidget

from parley.desktop.inspector.figures import InspectorFigure
from parley.desktop.widgets.layouts import STRETCH, upright
from parley.desktop.widgets.painted import Note
from parley.desktop.widgets.theme import LOOK
from parley.desktop.widgets.themed import Themed

V = TypeVar("V")
W = TypeVar("W", bound=QWidget)


def typeface(pixels: float, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """Return the panes' font; `pixels` is its size at a text scale of 1."""
    font = QFont(QApplication.font())
    font.setPixelSize(max(6, round(pixels * LOOK.scale)))
    font.setWeight(weight)
    return font


def px(pixels: float) -> int:
    """Return a length at the text scale."""
    return round(pixels * LOOK.scale)


def show_each(widgets: list[W], values: Sequence[V], make: Callable[[], W], show: Callable[[W, V], None]) -> None:
    """Show every value in a widget of its own: more of them are made, those that are left over are hidden."""
    while len(widgets) < len(values):
        widgets.append(make())
    for at, widget in enumerate(widgets):
        widget.setVisible(at < len(values))
        if at < len(values):
            show(widget, values[at])


class Pane(Themed, QWidget):
    """One page of the inspector. It is shown a figure only while it is in sight."""

    def show_figure(self, figure: InspectorFigure) -> None:
        """Show what the figure says of the turn."""
        raise NotImplementedError


class Label(Note):
    """A label whose words wrap and can be selected and copied; `role` is a colour of the theme, `size` in pixels."""

    def __init__(
        self, text: str = "", role: str = "text", size: float = 12, weight: QFont.Weight = QFont.Weight.Normal
    ) -> None:
        super().__init__(text, role, size, weight)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)

    def set_size(self, size: float) -> None:
        """Take another size."""
        self._size = size
        self._restyle()

    def show_text(self, text: str) -> None:
        """Show a text; nothing at all where it is empty."""
        self.setText(text)
        self.setVisible(bool(text))


class TextButton(QToolButton):
    """A small flat button of words."""

    def __init__(self, text: str) -> None:
        super().__init__(autoRaise=True)
        self.setText(text)
        self.setAccessibleName(text)
        self.setProperty("words", True)


class ColumnPane(Pane):
    """A page whose widgets stand in a column that scrolls upright only.

    Attributes: `column`, and its `box`, the layout of the widgets, which ends in a stretch.
    """

    def __init__(self) -> None:
        super().__init__()
        body = QWidget()
        body.setObjectName("paneBody")
        body.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.box = upright(STRETCH, within=body, margins=(14, 6, 12, 10), spacing=6)
        self.column = QScrollArea(widgetResizable=True)
        self.column.setFrameShape(QFrame.Shape.NoFrame)
        self.column.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.column.setWidget(body)
        self.column.viewport().setAutoFillBackground(False)
        upright(self.column, within=self, margins=0)

    def add(self, *widgets: W) -> W:
        """Put widgets below those that are there, and return the last."""
        for widget in widgets:
            self.box.insertWidget(self.box.count() - 1, widget)
        return widgets[-1]
