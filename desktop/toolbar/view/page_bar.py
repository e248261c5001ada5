"""The bar over a page that stands in the place of a run: all menus, what begins, and the way back."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QFrame, QMenu, QPushButton, QToolButton, QWidget

from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.layouts import STRETCH, hbox
from parley.desktop.widgets.parts import make_button
from parley.desktop.widgets.plain import escape_amp, make_tip
from parley.desktop.widgets.theme import BAR_HEIGHT, font
from parley.desktop.widgets.themed import Themed

SHORT = 900
"""Pixels at a text scale of 1 below which there is no room for the program's name."""


class MenuButton(Themed, QToolButton):
    """The word "Parley" with a chevron. `use_menu` says what it opens; without it it is but the word."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("button.menu")
        self.setProperty("wordmark", True)
        self.setText("Parley ▾")
        self.setAccessibleName(self.tr("Menu"))  # "▾" is nothing to be read out
        self.setToolTip(make_tip(self.tr("All menus") + "  F10"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keyboard where it was
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)  # Qt's usual mode wants it held down
        self._short = False
        self._apply_theme()

    def use_menu(self, menu: QMenu) -> None:
        """Open this menu."""
        self.setMenu(menu)

    def set_short(self, short: bool) -> None:
        """Leave the word out."""
        if short != self._short:
            self._short = short
            self._apply_theme()

    def _apply_theme(self) -> None:
        styles, scale = Qt.ToolButtonStyle, self.scale
        self.setToolButtonStyle(styles.ToolButtonIconOnly if self._short else styles.ToolButtonTextOnly)
        self.setFont(font(17, QFont.Weight.Bold, scale=scale))
        self.setIcon(icon("ph.list", self.theme.colour("secondary")))
        self.setIconSize(QSize(round(18 * scale), round(18 * scale)))
        self.setFixedHeight(round(30 * scale))


class PageBar(Themed, QFrame):
    """`middle` stands in the middle, such as a field to search in.

    Signals: `new_wanted()`, `import_wanted()`, `settings_wanted()`; `back_wanted()`, to the run that is open behind it.
    """

    new_wanted = Signal()
    import_wanted = Signal()
    settings_wanted = Signal()
    back_wanted = Signal()

    def __init__(self, middle: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Toolbar")
        self.menu = MenuButton()
        self.new = QPushButton(QCoreApplication.translate("StartPage", "New"))
        self.new.setAccessibleName(QCoreApplication.translate("StartPage", "New run"))
        self.new.setProperty("primary", True)
        self.new.setToolTip(make_tip(self.new.accessibleName() + "  Ctrl+N"))
        self.back = QPushButton()
        self.back.setProperty("quiet", True)
        self.back.hide()
        self.imports = QPushButton(QCoreApplication.translate("StartPage", "Import"))
        self.gear: QToolButton = make_button(QCoreApplication.translate("StartPage", "Settings"))
        for button, signal in (
            (self.new, self.new_wanted), (self.back, self.back_wanted), (self.imports, self.import_wanted),
            (self.gear, self.settings_wanted),
        ):  # fmt: skip
            button.clicked.connect(signal)
        hbox(
            self.menu, self.new, STRETCH, (middle, 4), STRETCH, self.back, self.imports, self.gear,
            within=self, margins=(8, 0, 16, 0), spacing=12,
        )  # fmt: skip
        self._apply_theme()

    def show_open(self, title: str, *, new: bool = False) -> None:
        """Offer the way back to the run that is open; "" where none is. It is called "Skip" to who is `new`."""
        told = escape_amp(QCoreApplication.translate("StartPage", "Back to “{0}”").format(title[:28]))
        if new:
            told = QCoreApplication.translate("StartPage", "Skip")
        if (told, bool(title)) != (self.back.text(), not self.back.isHidden()):  # asked with every event of a run
            self.back.setText(told)
            self.back.setVisible(bool(title))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.menu.set_short(self.width() < SHORT * self.scale)

    def _apply_theme(self) -> None:
        self.setFixedHeight(round(BAR_HEIGHT * self.scale))
        self.new.setIcon(icon("ph.plus-bold", self.theme.colour("accent_text")))
        self.back.setIcon(icon("ph.arrow-left", self.theme.colour("accent")))
        self.imports.setIcon(icon("ph.download-simple", self.theme.colour("text")))
        self.gear.setIcon(icon("ph.gear", self.theme.colour("text")))
        self.gear.setIconSize(QSize(20, 20) * self.scale)
