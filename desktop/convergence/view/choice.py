"""A small choice above a chart or table."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QComboBox, QSizePolicy, QWidget

from parley.desktop.widgets.elided import ElidedCombo
from parley.desktop.widgets.themed import Themed


class Choice(Themed, ElidedCombo):
    """A low combo box that can be made narrow; `offer` changes only what is new."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setMaxVisibleItems(24)
        self._offered: tuple[tuple[str, object, str], ...] = ()
        self._apply_theme()

    def offer(self, choices: Sequence[tuple[str, object, str]], chosen: object) -> None:
        """Offer choices as (title, value, tool tip), and show the chosen one; nothing is emitted."""
        self.blockSignals(True)  # Filling the box is no choice of the user's
        if tuple(choices) != self._offered:
            self._offered = tuple(choices)
            self.clear()
            for at, (title, value, tip) in enumerate(choices):
                self.addItem(title, value)
                if tip:
                    self.setItemData(at, tip, Qt.ItemDataRole.ToolTipRole)
        values = [value for _title, value, _tip in self._offered]
        at = values.index(chosen) if chosen in values else -1
        if at != self.currentIndex():
            self.setCurrentIndex(at)
        # A title that is shortened can be read whole nowhere else.
        tip = (self._offered[at][2] or self._offered[at][0]) if at >= 0 else ""
        if self.toolTip() != tip:
            self.setToolTip(tip)
        self.blockSignals(False)

    def list_choices(self) -> tuple[tuple[str, object, str], ...]:
        """Return what is offered."""
        return self._offered

    def get_value(self) -> object:
        """Return what is chosen."""
        at = self.currentIndex()
        return self._offered[at][1] if 0 <= at < len(self._offered) else None

    def _apply_theme(self) -> None:
        size = max(7, round(12 * self.scale))
        self.setStyleSheet(
            f"QComboBox {{ font-size: {size}px; padding: 1px 20px 1px 7px; min-height: {size + 6}px;"
            f" background: {self.theme.raised}; }}"
        )

    def sizeHint(self) -> QSize:
        """Return a little more than Qt's, which leaves the longest title a pixel too narrow at some sizes of text."""
        return super().sizeHint() + QSize(4, 0)

    def minimumSizeHint(self) -> QSize:
        """Return a narrow size: better a shortened title than a dock that cannot be made narrow."""
        return QSize(52, super().minimumSizeHint().height())
