"""A line with buttons at the foot of the stage: where a run stands, and what can be done next."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QFrame, QToolButton, QWidget

from parley.desktop.widgets.elided import ElidedLabel
from parley.desktop.widgets.layouts import hbox
from parley.desktop.widgets.themed import Themed

BETWEEN_SCENES = ("continue_day", "inject", "call_scene", "skip_scene", "end_day", "autopilot")
"""The actions that are offered, the first of them the usual one."""

ICON = QSize(22, 16)
"""An icon is wider than high here: that keeps it off its word."""

MOST_OF_IT = 0.66
"""The part of the bar that the buttons may take; the rest says where the run stands."""


class ActionBar(Themed, QFrame):
    """A calm line, there only while it has something to say. An action that cannot be used now has no button.

    `words` are what actions are called here, where their menu says more or something else.
    """

    def __init__(
        self, offered: tuple[str, ...], title: str, words: Mapping[str, str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._words = words
        self.setObjectName("ActionBar")
        self.setAccessibleName(title)
        self._offered = offered
        self.buttons: dict[str, QToolButton] = {}
        self.told = ElidedLabel()
        self.told.setTextFormat(Qt.TextFormat.PlainText)
        self.told.setProperty("role", "strong")
        self._row = hbox((self.told, 1), within=self, margins=(16, 6, 12, 6), spacing=6)
        self._apply_theme()
        self.hide()

    def use_actions(self, actions: Mapping[str, QAction]) -> None:
        """Make a button for each action it offers."""
        for name in self._offered:
            if name in actions and name not in self.buttons:
                action, button = actions[name], QToolButton()
                button.setDefaultAction(action)
                button.setIconSize(ICON * self.scale)
                if name in self._words:
                    action.setIconText(self._words[name])  # what tool buttons show; menus show the text
                button.setProperty("usual", name == self._offered[0])
                button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
                self.buttons[name] = button
                self._row.addWidget(button)
                action.changed.connect(lambda name=name: self._sync_button(name))
                self._sync_button(name)
        self._fit_buttons()

    def _sync_button(self, name: str) -> None:
        button = self.buttons[name]
        usable = button.defaultAction().isEnabled()
        if button.isHidden() == usable:  # not `isVisible`, which is false for all in a hidden bar
            button.setVisible(usable)
            self._fit_buttons()

    def show_text(self, text: str) -> None:
        """Say where the run stands; an empty text hides the bar."""
        if text != self.told.whole():
            self.told.set_whole(text)
            self.setAccessibleDescription(text)
        self.setVisible(bool(text))

    def _apply_theme(self) -> None:
        for button in self.buttons.values():
            button.setIconSize(ICON * self.scale)
        self._fit_buttons()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show icons alone where there is little room; every button's tip says what it does."""
        super().resizeEvent(event)
        self._fit_buttons()

    def _fit_buttons(self) -> None:
        shown = {name: button for name, button in self.buttons.items() if not button.isHidden()}
        for style in (
            Qt.ToolButtonStyle.ToolButtonTextBesideIcon,
            Qt.ToolButtonStyle.ToolButtonTextOnly,
            Qt.ToolButtonStyle.ToolButtonIconOnly,
        ):
            for name, button in shown.items():
                # What is usual keeps its word.
                button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly if name == self._offered[0] else style)
            if sum(button.sizeHint().width() + 6 for button in shown.values()) <= self.width() * MOST_OF_IT:
                return
