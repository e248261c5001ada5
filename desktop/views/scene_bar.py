"""The bar between two scenes: what has just ended, and what the director may do next."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QWidget

from desktop.dock import ElidedLabel
from desktop.theme import LIGHT, Theme

SHOWN = ("continue_day", "feedback", "call_scene", "skip_scene", "end_day", "autopilot")
"""The actions it offers, the first of them the usual one."""

ICON = QSize(22, 16)
"""An icon is wider than high here: that keeps it off its word."""

MOST_OF_IT = 0.66
"""The part of the bar that the buttons may take; the rest says what has ended."""


class SceneBar(QFrame):
    """A calm line with buttons, there only while the run stands between two scenes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("SceneBar")
        self.setAccessibleName(self.tr("Between two scenes"))
        self.buttons: dict[str, QToolButton] = {}
        self.told = ElidedLabel()
        self.told.setTextFormat(Qt.TextFormat.PlainText)
        self.told.setProperty("role", "strong")
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(16, 6, 12, 6)
        self._row.setSpacing(6)
        self._row.addWidget(self.told, 1)
        self.set_theme(LIGHT)
        self.hide()

    def use_actions(self, actions: Mapping[str, QAction]) -> None:
        """Make a button for each action it offers."""
        for name in SHOWN:
            if name in actions and name not in self.buttons:
                button = QToolButton()
                button.setDefaultAction(actions[name])
                button.setIconSize(ICON)
                if name == "skip_scene":
                    # A menu speaks of the scene under way too; here it is always the one to come.
                    actions[name].setIconText(self.tr("Skip the next scene"))
                button.setProperty("usual", name == SHOWN[0])
                button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
                self.buttons[name] = button
                self._row.addWidget(button)
        self._fit()

    def show_text(self, text: str) -> None:
        """Show what has ended; nothing at all where it is empty."""
        if text != self.told.whole():
            self.told.set_whole(text)
            self.setAccessibleDescription(text)
        self.setVisible(bool(text))

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.setStyleSheet(
            f"#SceneBar {{ background: {theme.accent_soft}; border: none; border-top: 1px solid {theme.border}; }}"
            f"#SceneBar QToolButton {{ background: {theme.surface}; border: 1px solid {theme.border};"
            f" border-radius: 6px; padding: 4px 9px; font-weight: 500; }}"
            f"#SceneBar QToolButton:hover, #SceneBar QToolButton:focus {{ border-color: {theme.accent}; }}"
            f"#SceneBar QToolButton:disabled {{ color: {theme.faint}; }}"
            f"#SceneBar QToolButton:checked {{ background: {theme.accent_soft}; border-color: {theme.accent}; }}"
            f'#SceneBar QToolButton[usual="true"] {{ background: {theme.accent}; color: {theme.accent_text};'
            f" border-color: {theme.accent}; font-weight: 600; }}"
        )

    def set_scale(self, _factor: float) -> None:
        """The style sheet scales its text."""
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Icons alone where there is little room; every button's tip says what it does."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        for style in (
            Qt.ToolButtonStyle.ToolButtonTextBesideIcon,
            Qt.ToolButtonStyle.ToolButtonTextOnly,
            Qt.ToolButtonStyle.ToolButtonIconOnly,
        ):
            for name, button in self.buttons.items():
                # What is usual keeps its word.
                button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly if name == SHOWN[0] else style)
            if sum(button.sizeHint().width() + 6 for button in self.buttons.values()) <= self.width() * MOST_OF_IT:
                return
