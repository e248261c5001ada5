"""The switches of the transcript: thoughts, details, find."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QToolButton, QWidget

from desktop.transcript.view.look import Look
from desktop.widgets.icons import icon
from desktop.widgets.layouts import STRETCH, across
from desktop.widgets.themed import Themed

ICONS = ("ph.brain", "ph.currency-circle-dollar", "ph.magnifying-glass")
"""What stands for the words where there is no room for them."""


class TranscriptHeader(Themed, QWidget):
    """The switches of the transcript: thoughts, details, find. A window may put it into its title bar.

    Signals: `options_changed(thoughts, details)`, `find_wanted()`.
    """

    options_changed = Signal(bool, bool)
    find_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.thoughts = self._switch(self.tr("Thoughts"), self.tr("Unfold what members think and do not say"))
        self.details = self._switch(self.tr("Details"), self.tr("Show tokens, latency and cost under each line"))
        self.finder = self._switch(self.tr("Find"), self.tr("Find in this transcript (Ctrl+F)"))
        self.finder.setCheckable(False)
        self._words = 0
        self._buttons = (self.thoughts, self.details, self.finder)
        across(STRETCH, *self._buttons, within=self, margins=0, spacing=2)
        self.thoughts.toggled.connect(self._on_toggled)
        self.details.toggled.connect(self._on_toggled)
        self.finder.clicked.connect(self.find_wanted)
        self._restyle()

    def _switch(self, text: str, tip: str) -> QToolButton:
        button = QToolButton(autoRaise=True)
        button.setText(text)
        button.setToolTip(tip)
        button.setAccessibleName(text)
        button.setAccessibleDescription(tip)
        button.setCheckable(True)
        return button

    def _restyle(self) -> None:
        look, theme = Look(self.font()), self.theme
        for button, name in zip(self._buttons, ICONS, strict=True):
            button.setFont(look.small)
            button.setIcon(icon(name, theme.colour("secondary"), sizes=(16,)))
        self.setStyleSheet(
            f"QToolButton {{ background: transparent; border: 1px solid transparent; border-radius: 5px;"
            f" color: {theme.secondary}; padding: 2px 5px; }}"
            f"QToolButton:hover {{ background: {theme.raised}; color: {theme.text}; }}"
            f"QToolButton:focus {{ border: 1px solid {theme.accent}; }}"
            f"QToolButton:checked {{ background: {theme.accent_soft}; color: {theme.accent}; }}"
        )
        self._dress(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self._words = sum(button.sizeHint().width() for button in self._buttons) + 2 * (len(self._buttons) - 1)
        self.updateGeometry()
        self._fit()

    def sizeHint(self) -> QSize:
        return QSize(self._words, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Room for the icons alone: a narrow dock must not be pushed out of the window."""
        least = sum(button.iconSize().width() + 14 for button in self._buttons)
        return QSize(min(least, self._words), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        words = self.width() >= self._words
        self._dress(Qt.ToolButtonStyle.ToolButtonTextOnly if words else Qt.ToolButtonStyle.ToolButtonIconOnly)
        if (layout := self.layout()) is not None:
            # Now, not after the next paint: that would show words in the place of icons, which is an ellipsis.
            layout.activate()

    def _dress(self, style: Qt.ToolButtonStyle) -> None:
        for button in self._buttons:
            button.setToolButtonStyle(style)

    def set_options(self, *, thoughts: bool, details: bool) -> None:
        """Set both switches and tell once if that changed anything."""
        had = (self.thoughts.isChecked(), self.details.isChecked())
        with QSignalBlocker(self.thoughts), QSignalBlocker(self.details):
            self.thoughts.setChecked(thoughts)
            self.details.setChecked(details)
        if had != (thoughts, details):
            self._on_toggled()

    def _on_toggled(self) -> None:
        self.options_changed.emit(self.thoughts.isChecked(), self.details.isChecked())
