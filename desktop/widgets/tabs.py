"""The small tabs with which a view changes what it shows."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QTabBar

from desktop.widgets.theme import Theme


def make_plain(bar: QTabBar) -> None:
    """Words side by side, without frames or scroll buttons."""
    bar.setExpanding(False)
    bar.setDrawBase(False)
    bar.setUsesScrollButtons(False)
    # Shortened words in a narrow dock, rather than a dock that cannot be made narrow.
    bar.setElideMode(Qt.TextElideMode.ElideRight)


def colour_tabs(bar: QTabBar, theme: Theme, scale: float) -> None:
    """The theme's colours, the chosen tab underlined; `scale` 1.0 is 12 pixels."""
    size = max(7, round(12 * scale))
    font = QFont(bar.font())
    font.setPixelSize(size)
    font.setWeight(QFont.Weight.Medium)
    bar.setFont(font)
    for at in range(bar.count()):
        # Words that are shortened can be read whole nowhere else.
        if not bar.tabToolTip(at):
            bar.setTabToolTip(at, bar.tabText(at))
    bar.setStyleSheet(
        f"QTabBar {{ background: transparent; border: none; font-size: {size}px; }}"
        "QTabBar::tab { background: transparent; border: none; border-bottom: 2px solid transparent;"
        f" color: {theme.secondary}; padding: 2px 0px 3px 0px; margin: 0px 13px 0px 0px; min-width: 0px; }}"
        f"QTabBar::tab:hover {{ color: {theme.text}; }}"
        f"QTabBar::tab:selected {{ color: {theme.text}; border-bottom: 2px solid {theme.accent}; }}"
        f"QTabBar::tab:focus {{ color: {theme.accent}; }}"
    )
