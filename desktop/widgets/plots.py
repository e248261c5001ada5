"""A pyqtgraph plot without its own looks and gestures: a surface, a range and axes; the views do the rest.

Import this module late: pyqtgraph takes more than half a second.
"""

from __future__ import annotations

from typing import Any

import pyqtgraph as pg  # type: ignore[import-untyped]
from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QFont, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QFrame, QWidget

from parley.desktop.widgets.painted import empty_note
from parley.desktop.widgets.parts import build_popup_menu
from parley.desktop.widgets.theme import Theme
from parley.desktop.widgets.themed import Themed

Plot = Any
"""A `pyqtgraph.PlotWidget`, which has no types."""


def bare_plot(parent: QWidget, *, axes: tuple[str, ...] = ()) -> Plot:
    """Return a plot with the named axes ("bottom", "left") alone, that moves only when it is told to."""
    # No menu of its own: its many switches would be dressed anew with every theme.
    plot = pg.PlotWidget(parent, enableMenu=False)
    plot.setFrameShape(QFrame.Shape.NoFrame)
    plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    plot.hideButtons()
    plot.setMouseEnabled(x=False, y=False)
    item = plot.getPlotItem()
    item.layout.setContentsMargins(0, 0, 0, 0)
    item.layout.setSpacing(0)
    for name in ("left", "bottom"):
        # Or every move of the range sets the text of a label that nobody sees.
        plot.getAxis(name).enableAutoSIPrefix(False)
        if name not in axes:
            plot.hideAxis(name)
    box = plot.getViewBox()
    box.setDefaultPadding(0)
    box.disableAutoRange()
    return plot


def colour_plot(plot: Plot, theme: Theme, font: QFont) -> None:
    """Give the plot and its axes the theme's colours, and its numbers the font."""
    plot.setBackground(theme.colour("surface"))
    for name in ("left", "bottom"):
        axis = plot.getAxis(name)
        axis.setPen(pg.mkPen(None))
        axis.setTickPen(pg.mkPen(None))
        axis.setTextPen(theme.colour("faint"))
        axis.setTickFont(font)


class Chart(Themed, QWidget):
    """A plot whose mouse is the view's own, in place of pyqtgraph's gestures.

    Attributes: `plot`, pyqtgraph's, and its `box`; `note`, a label over it for the time when there is nothing to draw;
    `pressed`, where the left button went down (None while it is up), and `dragged`, whether it has moved since.
    """

    def __init__(self, parent: QWidget | None = None, *, axes: tuple[str, ...] = (), ground: str = "") -> None:
        """`ground` is the theme's colour behind the note."""
        super().__init__(parent)
        self.pressed: QPointF | None = None
        self.dragged = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.plot = bare_plot(self, axes=axes)
        self.box = self.plot.getViewBox()
        self.note = empty_note(self, ground)
        self.surface.setMouseTracking(True)
        self.surface.installEventFilter(self)

    @property
    def surface(self) -> QWidget:
        """What is drawn upon, and takes the mouse."""
        found: QWidget = self.plot.viewport()
        return found

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hand the mouse on the plot to the `on_…` methods, in place of pyqtgraph's own gestures."""
        if isinstance(event, QWheelEvent):
            return self.on_wheel(event)
        if isinstance(event, QMouseEvent):
            self._on_mouse(event)
            return True
        if isinstance(event, QContextMenuEvent):
            self.contextMenuEvent(event)
            return True
        if event.type() == QEvent.Type.Leave:
            self.on_leave()
        return super().eventFilter(watched, event)

    def _on_mouse(self, event: QMouseEvent) -> None:
        kind = event.type()
        if kind == QEvent.Type.MouseButtonPress and event.button() == Qt.MouseButton.LeftButton:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self.pressed, self.dragged = event.position(), False
            self.on_press(event)
        elif kind == QEvent.Type.MouseMove and self.pressed is None:
            self.on_hover(event)
        elif kind == QEvent.Type.MouseMove and self.pressed is not None:
            moved = event.position() - self.pressed
            if self.dragged or moved.manhattanLength() >= QApplication.startDragDistance():  # once begun it goes on
                self.dragged = True
                self.on_drag(moved)
        elif kind == QEvent.Type.MouseButtonRelease and self.pressed is not None:
            self.pressed = None
            self.surface.unsetCursor()
            self.on_release(event)
        elif kind == QEvent.Type.MouseButtonDblClick:  # Qt sends it in the place of the second press
            self.pressed = None
            self.on_double_click()

    def on_wheel(self, event: QWheelEvent) -> bool:
        """Handle the wheel; return whether the event is done with."""
        return False

    def on_press(self, event: QMouseEvent) -> None:
        """Handle a press of the left button."""

    def on_hover(self, event: QMouseEvent) -> None:
        """Handle a move of the pointer with no button down."""

    def on_drag(self, moved: QPointF) -> None:
        """Handle a drag; `moved` is the distance from where the left button went down, in pixels."""

    def on_release(self, event: QMouseEvent) -> None:
        """Handle the release of the left button; a click unless it was `dragged`."""

    def on_double_click(self) -> None:
        """Handle a double click."""

    def on_leave(self) -> None:
        """Handle the pointer leaving."""

    def show_menu(self, event: QContextMenuEvent, *entries: tuple[str, Any]) -> None:
        """Show a menu of titles, each with what it does."""
        menu = build_popup_menu(self)
        for title, does in entries:
            menu.addAction(title).triggered.connect(lambda _on=False, does=does: does())
        menu.popup(event.globalPos())
