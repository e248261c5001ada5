"""Where the docks stand at first, and how they share the window."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow

LEAST_SIDE = (178, 346)
"""Pixels of the left and of the right docks in a small window: names and switches must be readable."""


SMALL = (1200, 740)
"""Below this width or this height the plan and the speaker flow would be too small to be read."""


def place(area: QMainWindow, docks: Mapping[str, QDockWidget]) -> None:
    """Put all docks where they belong, those shown that are shown at first."""
    area.addDockWidget(Qt.DockWidgetArea.TopDockWidgetArea, docks["story"])
    # It takes the floor plan's place while a story is open.
    docks["story"].hide()
    left, right, bottom = (
        Qt.DockWidgetArea.LeftDockWidgetArea,
        Qt.DockWidgetArea.RightDockWidgetArea,
        Qt.DockWidgetArea.BottomDockWidgetArea,
    )
    level, upright = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
    # Tabs first, neighbours afterwards: a neighbour of what is not yet tabbed would leave Qt with two tab bars.
    for name, where, way, behind in (
        ("library", left, upright, ""), ("cast", left, upright, ""),
        ("speaker_flow", bottom, level, "game_master"), ("affinity", bottom, level, ""),
        ("transcript", right, upright, "logbook"), ("inspector", right, upright, "convergence"),
    ):  # fmt: skip
        area.addDockWidget(where, docks[name], way)
        docks[name].show()
        if behind:
            area.tabifyDockWidget(docks[name], docks[behind])
            docks[behind].show()
            docks[name].raise_()


def fold(area: QMainWindow, docks: Mapping[str, QDockWidget]) -> None:
    """Put the inspector behind the transcript and the affinity behind the speaker flow: the window is small."""
    for behind, front in (("inspector", "logbook"), ("convergence", "logbook"), ("affinity", "game_master")):
        area.tabifyDockWidget(docks[front], docks[behind])
    for front in ("transcript", "speaker_flow"):
        docks[front].raise_()


def small(width: int, height: int) -> bool:
    """Whether a window of that size has no room for all panels side by side."""
    return width < SMALL[0] or height < SMALL[1]


def share(area: QMainWindow, docks: Mapping[str, QDockWidget], width: int, height: int) -> None:
    """Give the docks their usual shares of a window of that size."""
    level, upright = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
    wide = max(LEAST_SIDE[0], round(width * 0.15)), max(LEAST_SIDE[1], round(width * 0.29))
    story = docks["story"].isVisible()
    for names, sizes, way in (
        (("library", "transcript"), wide, level),
        (("library", "cast"), (round(height * 0.42), round(height * 0.42)), upright),
        (("transcript", "inspector"), (round(height * 0.5), round(height * 0.34)), upright),
        (("speaker_flow", "affinity"), (round(width * 0.3), round(width * 0.23)), level),
        *(
            [(("story", "speaker_flow"), (round(height * 0.6), round(height * 0.24)), upright)]
            if story
            else [(("speaker_flow",), (round(height * 0.4),), upright)]
        ),
    ):
        area.resizeDocks([docks[name] for name in names], list(sizes), way)
