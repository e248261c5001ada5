"""Rows that are laid out in the letters of a look."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QWidget

from parley.desktop.transcript.view.look import Look
from parley.desktop.widgets.themed import Themed
from parley.desktop.widgets.windowed.area import WindowedRows


class LookedRows(Themed, WindowedRows):
    """Rows that keep what they have laid out, until the look, the font or the width is another."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = Look(self.font())

    def forget_laid(self) -> None:
        """Forget what is laid out."""
        raise NotImplementedError

    def remeasure(self) -> None:
        """Lay everything out again, such as after another width."""
        self.forget_laid()
        super().remeasure()

    def changeEvent(self, event: QEvent) -> None:
        """Measure again after a change of font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_look"):
            self._restyle()

    def _restyle(self) -> None:
        self._look = Look(self.font())
        self.remeasure()
