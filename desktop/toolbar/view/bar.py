"""The bar itself."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QFont, QResizeEvent
from PySide6.QtWidgets import QFrame, QMenu, QSizePolicy, QToolButton, QWidget

from parley.desktop.run.figures import StatusFigure
from parley.desktop.toolbar.view.inject_and_cost import InjectBox, VoicePill
from parley.desktop.toolbar.view.page_bar import MenuButton
from parley.desktop.widgets.elided import ElidedLabel
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.layouts import STRETCH, Gap, hbox, vbox
from parley.desktop.widgets.parts import follow_action
from parley.desktop.widgets.plain import one_line
from parley.desktop.widgets.theme import BAR_HEIGHT, font
from parley.desktop.widgets.themed import Themed, set_look

NARROW, TIGHT = 1320, 980
"""Widths in pixels at a text scale of 1 below which texts are shortened, and then the word beside New left out."""
LEAST_WORDS, WORDS_SHARE, WORDS_OFF = 80, 0.36, 170
"""How wide the title is at a bar's width: a share less what always stands beside it, in pixels at a scale of 1."""


class Toolbar(Themed, QFrame):
    """The bar. `use_actions` gives its buttons their meaning.

    Signals: `injected(text, member)`, the member "" for everybody; `intent(name, value)` with "cancel_wait" (None).
    """

    injected = Signal(str, str)
    intent = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Toolbar")
        self.setAccessibleName(self.tr("Controls"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._figure = StatusFigure()
        self.new = QToolButton()
        self.new.setObjectName("button.new_run")
        self.new.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.new.setText(self.tr("New"))
        for look in ("control", "worded"):
            self.new.setProperty(look, True)
        self.export = QToolButton()
        self.export.setObjectName("button.export")
        self.export.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.export.setProperty("control", True)
        self.menu = MenuButton()
        self._title, self._message = ElidedLabel(), ElidedLabel()
        self._message.setProperty("role", "caption")
        self._words = QWidget()
        self._words.setMinimumWidth(60)
        self.inject, self.pill = InjectBox(), VoicePill()
        self.inject.injected.connect(self.injected)
        self.pill.cancelled.connect(lambda: self.intent.emit("cancel_wait", None))
        self.inject.setMaximumWidth(400)
        self.pill.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        vbox(STRETCH, self._title, self._message, STRETCH, within=self._words, margins=0, spacing=0)
        hbox(
            self.menu, self.new, Gap(6), (self._words, 12), Gap(4), STRETCH, (self.inject, 12), Gap(4), self.pill,
            self.export, within=self, margins=(8, 0, 18, 1), spacing=8,
        )  # fmt: skip
        self._apply_theme()
        self.show_figure(self._figure)

    def use_menu(self, menu: QMenu) -> None:
        """Put all menus behind the program's name."""
        self.menu.use_menu(menu)

    def use_actions(self, actions: Mapping[str, QAction]) -> None:
        """Bind the buttons to their actions of the table."""
        follow_action(self.new, actions["new_run"], self._dress_new)  # its icon depends on whether it is enabled
        follow_action(self.export, actions["export"])

    def show_figure(self, figure: StatusFigure) -> None:
        if figure != self._figure or not self._title.whole():  # the first may equal the initial figure
            about = f"{figure.title} · {figure.topic}" if figure.title and figure.topic else figure.title
            self._title.set_whole(one_line(about, len(about)) or self.tr("No run is open"))
            self._message.set_whole(figure.message)
            self._message.setVisible(bool(figure.message))
            set_look(self._message, yours=figure.yours)
            if figure.members != self._figure.members:  # whom a whisper is for is looked up anew
                self.inject.set_members(figure.members)
            self.pill.show_figure(figure)
            self.inject.setEnabled(bool(figure.title) and figure.status != "broken")  # at an end too: a fork hears it
            self._figure = figure
            self._dress_new()

    def focus_inject(self, member: str = "") -> None:
        """Put the cursor into the field for a topic, or for a whisper to a member."""
        self.inject.set_target(member)
        self.inject.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _apply_theme(self) -> None:
        self._dress_new()
        self.setFixedHeight(round(BAR_HEIGHT * self.scale))
        self._title.setFont(font(13, QFont.Weight.DemiBold, scale=self.scale))
        self._message.setFont(font(11, scale=self.scale))
        self.new.setFixedHeight(round(30 * self.scale))
        self.new.setIconSize(QSize(round(16 * self.scale), round(16 * self.scale)))
        self.inject.setFixedHeight(round(31 * self.scale))
        self.export.setFixedHeight(round(30 * self.scale))
        self.export.setIcon(icon("ph.export", self.theme.colour("text"), self.theme.colour("faint")))
        self.export.setIconSize(QSize(round(16 * self.scale), round(16 * self.scale)))
        self._collapse()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out what matters least where it is narrow."""
        super().resizeEvent(event)
        self._collapse()

    def _collapse(self) -> None:
        width = self.width() / self.scale
        narrow = width < NARROW
        self.pill.set_short(narrow)
        self.inject.set_short(narrow)
        self.inject.setMinimumWidth(round((230 if narrow else 290) * self.scale))
        self.menu.set_short(width < NARROW)
        style = Qt.ToolButtonStyle.ToolButtonTextBesideIcon if width >= TIGHT else Qt.ToolButtonStyle.ToolButtonIconOnly
        self.new.setToolButtonStyle(style)
        # A share of the bar and no more: the buttons stand still whatever is written beside them.
        words = max(LEAST_WORDS, WORDS_SHARE * width - WORDS_OFF)
        self._words.setMaximumWidth(round(words * self.scale))

    def _dress_new(self) -> None:
        # The accent marks what is pressed next: New, where nothing can be played on.
        button = self.new
        primary = button.isEnabled() and (not self._figure.title or self._figure.status in ("ended", "broken"))
        colour = self.theme.colour("accent_text" if primary else "text")
        button.setIcon(icon("ph.plus-bold", colour, self.theme.colour("faint")))
        set_look(button, primary=primary)
