"""What all panes of the inspector have in common: a look, an empty state, room to scroll."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from PySide6.QtCore import QCoreApplication, QLocale, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QFrame, QGridLayout, QScrollArea, QSizePolicy, QToolButton, QWidget

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


class PairGrid(QWidget):
    """Labels and values in two columns, so many pixels apart; `weight` is that of the values."""

    def __init__(self, across: int = 10, down: int = 3, weight: QFont.Weight = QFont.Weight.Normal) -> None:
        super().__init__()
        self.rows: list[tuple[Label, Label]] = []
        self._weight = weight
        self._grid = QGridLayout(self)
        self._grid.setHorizontalSpacing(across)
        self._grid.setVerticalSpacing(down)
        self._grid.setContentsMargins(0, 0, 0, 6)
        self._grid.setColumnStretch(1, 1)

    def show_pairs(self, pairs: tuple[tuple[str, str], ...]) -> None:
        """Show labels and values; none at all where there are none."""
        self.setVisible(bool(pairs))
        for row in range(len(self.rows), len(pairs)):
            self.rows.append((Label(role="secondary"), Label(weight=self._weight)))
            self.rows[row][0].setWordWrap(False)
            for column, label in enumerate(self.rows[row]):
                self._grid.addWidget(label, row, column)
        for at, row_labels in enumerate(self.rows):
            for label, text in zip(row_labels, pairs[at] if at < len(pairs) else ("", ""), strict=True):
                label.setText(text)
                label.setVisible(at < len(pairs))


def format_scores(values: Iterable[tuple[str, float]], score: float) -> str:
    """Return named values and what they come to, as one line."""
    number, told = QLocale().toString, QCoreApplication.translate("Inspector", "score {0}")
    return " · ".join(
        [*(f"{name} {number(value, 'f', 2)}" for name, value in values), told.format(number(score, "f", 2))]
    )
