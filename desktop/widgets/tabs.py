"""The small tabs with which a view changes what it shows."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QTabBar

from parley.desktop.widgets.theme import LOOK
from parley.desktop.widgets.themed import set_look


def make_plain(bar: QTabBar) -> None:
    """Words side by side, without frames or scroll buttons."""
    bar.setExpanding(False)
    bar.setDrawBase(False)
    bar.setUsesScrollButtons(False)
    # Shortened words in a narrow dock, rather than a dock that cannot be made narrow.
    bar.setElideMode(Qt.TextElideMode.ElideRight)


def style_tabs(bar: QTabBar, pixels: int = 12) -> None:
    """Style small tabs, the chosen one underlined; `pixels` is 12 or 13, at a text scale of 1."""
    font = QFont(bar.font())
    font.setPixelSize(max(7, round(pixels * LOOK.scale)))
    font.setWeight(QFont.Weight.Medium)
    bar.setFont(font)
    for at in range(bar.count()):
        # Words that are shortened can be read whole nowhere else.
        if not bar.tabToolTip(at):
            bar.setTabToolTip(at, bar.tabText(at))
    set_look(bar, tabs=str(pixels))
