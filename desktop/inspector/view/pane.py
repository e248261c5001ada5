"""What all panes of the inspector have in common: a look, an empty state, room to scroll."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TypeVar

from PySide6.QtCore import QCoreApplication, QLocale, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QSizePolicy, QToolButton, QWidget

from parley.desktop.inspector.figures import InspectorFigure
from parley.desktop.widgets.layouts import STRETCH, vbox
from parley.desktop.widgets.painted import Note
from parley.desktop.widgets.theme import LOOK
from parley.desktop.widgets.themed import Themed

W = TypeVar("W", bound=QWidget)


def make_typeface(pixels: float, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """Return the panes' font; `pixels` is its size at a text scale of 1."""
    font = QFont(QApplication.font())
    font.setPixelSize(max(6, round(pixels * LOOK.scale)))
    font.setWeight(weight)
    return font


def px(pixels: float) -> int:
    """Return a length at the text scale."""
    return round(pixels * LOOK.scale)


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
        self.setTextFormat(Qt.TextFormat.PlainText)  # What models wrote may look like HTML
        self.setWordWrap(True)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)

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
        body.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)  # No long word widens the page
        self.box = vbox(STRETCH, within=body, margins=(14, 6, 12, 10), spacing=6)
        self.column = QScrollArea(widgetResizable=True)
        self.column.setFrameShape(QFrame.Shape.NoFrame)
        self.column.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.column.setWidget(body)
        self.column.viewport().setAutoFillBackground(False)  # The dock's background shows through
        vbox(self.column, within=self, margins=0)

    def add(self, *widgets: W) -> W:
        """Put widgets below those that are there, and return the last."""
        for widget in widgets:
            self.box.insertWidget(self.box.count() - 1, widget)
        return widgets[-1]


def told(text: str, role: str = "text", size: float = 12, *, strong: bool = False) -> str:
    """Return a paragraph of rich text that shows a text as it is; "" where it is empty."""
    if not text:
        return ""
    style = f"margin: {8 if strong else 2}px 0 2px; font-size: {px(size)}px; color: {LOOK.theme.colour(role).name()};"
    style += " font-weight: 600;" if strong else ""
    return f"<p style='{style}'>{escape(text).replace(chr(10), '<br>')}</p>"


def format_table(pairs: Sequence[tuple[str, str]]) -> str:
    """Return labels and values in two columns of rich text; "" where there are none."""
    label, value = LOOK.theme.colour("secondary").name(), LOOK.theme.colour("text").name()
    rows = (
        f"<tr><td style='color: {label}'>{escape(name)}</td><td style='color: {value}'>{escape(text)}</td></tr>"
        for name, text in pairs
    )
    return f"<table cellpadding='3'>{''.join(rows)}</table>" if pairs else ""


class PagePane(ColumnPane):
    """A page of rich text, which can be selected and copied. Signals: `link_chosen(address)`."""

    link_chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._figure: InspectorFigure | None = None
        self.page = self.add(Label())
        self.page.setTextFormat(Qt.TextFormat.RichText)
        self.page.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        self.page.linkActivated.connect(self.link_chosen)

    def show_figure(self, figure: InspectorFigure) -> None:
        self._figure = figure
        self.page.setText("".join(self.write(figure)))

    def write(self, figure: InspectorFigure) -> Iterable[str]:
        """Return what stands on the page: paragraphs and tables."""
        raise NotImplementedError

    def _apply_theme(self) -> None:
        super()._apply_theme()
        if self._figure is not None:
            self.show_figure(self._figure)  # Colours and sizes are written into the text


def format_scores(values: Iterable[tuple[str, float]], score: float) -> str:
    """Return named values and what they come to, as one line."""
    number, told = QLocale().toString, QCoreApplication.translate("Inspector", "score {0}")
    return " · ".join(
        [*(f"{name} {number(value, 'f', 2)}" for name, value in values), told.format(number(score, "f", 2))]
    )
