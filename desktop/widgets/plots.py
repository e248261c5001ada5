"""A pyqtgraph plot without its own looks and gestures: a surface, a range and axes; the views do the rest.

Import this module late: pyqtgraph takes more than half a second.
"""

from __future__ import annotations

from typing import Any

import pyqtgraph as pg  # type: ignore[import-untyped]
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QWidget

from desktop.widgets.theme import Theme

Plot = Any
"""A `pyqtgraph.PlotWidget`, which has no types."""


def bare_plot(parent: QWidget, *, axes: tuple[str, ...] = ()) -> Plot:
    """A plot with the named axes ("bottom", "left") alone, that moves only when it is told to."""
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
