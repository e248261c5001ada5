"""Where the docks stand at first, and how they share the window: as their rows say."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMainWindow

from desktop.docks import DOCKS
from desktop.shell.panel import Panel

AREAS = {side: Qt.DockWidgetArea[f"{side.title()}DockWidgetArea"] for side in ("left", "right", "bottom", "top")}
LEVEL, UPRIGHT = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
LEAST_SIDE = {"left": 178, "right": 346}
"""Pixels of the docks at the sides in a small window: names and switches must be readable."""
SMALL = (1200, 740)
"""Below this width or this height the plan and the speaker flow would be too small to be read."""
BELOW_STAGE = 0.24
"""The height of the docks at the bottom where one stands in the stage's place."""


def place(area: QMainWindow, panels: Mapping[str, Panel]) -> None:
    """Put all docks where they belong, those shown that are shown at first."""
    every = panels.values()
    # Tabs first, neighbours afterwards: a neighbour of what is not yet tabbed would leave Qt with two tab bars.
    for panel in sorted((each for each in every if not each.spec.behind), key=lambda each: not each.spec.hidden):
        dock, spec = panel.dock, panel.spec
        area.addDockWidget(AREAS[spec.area], dock, LEVEL if spec.area == "bottom" else UPRIGHT)
        dock.setVisible(not spec.hidden)
        for other in every:
            if other.spec.behind == spec.name:
                area.tabifyDockWidget(dock, other.dock)
                other.dock.setVisible(other.spec.name in DOCKS.shipped)
                dock.raise_()


def add(area: QMainWindow, panel: Panel, panels: Mapping[str, Panel]) -> None:
    """Put a dock beside those that stand already, and hide it."""
    spec = panel.spec
    area.addDockWidget(AREAS[spec.area], panel.dock, LEVEL if spec.area == "bottom" else UPRIGHT)
    if spec.behind in panels:
        area.tabifyDockWidget(panels[spec.behind].dock, panel.dock)
    panel.dock.hide()


def fold(area: QMainWindow, panels: Mapping[str, Panel]) -> None:
    """Put docks behind others, as tabs: the window is small."""
    folded = [(panel, panels[panel.spec.folds]) for panel in panels.values() if panel.spec.folds]
    for panel, before in folded:
        area.tabifyDockWidget(before.dock, panel.dock)
    for _panel, before in folded:
        panels[before.spec.behind].dock.raise_()


def small(width: int, height: int) -> bool:
    """Whether a window of that size has no room for all panels side by side."""
    return width < SMALL[0] or height < SMALL[1]


def share(area: QMainWindow, panels: Mapping[str, Panel], width: int, height: int) -> None:
    """Give the docks their usual shares of a window of that size."""
    every = [panel for panel in panels.values() if not panel.spec.behind]
    columns = {side: [panel for panel in every if panel.spec.area == side] for side in AREAS}
    sides = [columns["left"][0], columns["right"][0]]
    wide = [max(LEAST_SIDE[panel.spec.area], round(width * panel.spec.share[0])) for panel in sides]
    area.resizeDocks([panel.dock for panel in sides], wide, LEVEL)
    for side in ("left", "right"):
        tall = [panel for panel in columns[side] if panel.spec.share[1]]
        area.resizeDocks([each.dock for each in tall], [round(height * each.spec.share[1]) for each in tall], UPRIGHT)
    row = columns["bottom"]
    area.resizeDocks([each.dock for each in row], [round(width * each.spec.share[0]) for each in row], LEVEL)
    stage = [panel for panel in columns["top"] if panel.dock.isVisible()]
    low = BELOW_STAGE if stage else row[0].spec.share[1]
    heights = [round(height * part) for part in (*(panel.spec.share[1] for panel in stage), low)]
    area.resizeDocks([*(panel.dock for panel in stage), row[0].dock], heights, UPRIGHT)
