"""The button behind which all menus are: the program's name, or three lines where there is no room for it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.plain import tooltip
from parley.desktop.widgets.theme import font
from parley.desktop.widgets.themed import Themed


class MenuButton(Themed, QToolButton):
    """The word "Parley" with a chevron. `use_menu` says what it opens; without it it is but the word."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("button.menu")
        self.setProperty("wordmark", True)
        self.setText("Parley ▾")
        self.setAccessibleName(self.tr("Menu"))
        self.setToolTip(tooltip(self.tr("All menus") + "  F10"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._short = False
        self._restyle()

    def use_menu(self, menu: QMenu) -> None:
        """Open this menu."""
        self.setMenu(menu)

    def set_short(self, short: bool) -> None:
        """Leave the word out."""
        if short != self._short:
            self._short = short
            self._restyle()

    def _restyle(self) -> None:
        styles, scale = Qt.ToolButtonStyle, self.scale
        self.setToolButtonStyle(styles.ToolButtonIconOnly if self._short else styles.ToolButtonTextOnly)
        self.setFont(font(17, QFont.Weight.Bold, scale=scale))
        self.setIcon(icon("ph.list", self.theme.colour("secondary")))
        self.setIconSize(QSize(round(18 * scale), round(18 * scale)))
        self.setFixedHeight(round(30 * scale))
