"""The dialog of a clip: which turns, how large, as what."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QLabel, QSpinBox, QWidget

from parley.desktop.export.view import ExportDialog, choice
from parley.desktop.widgets.layouts import STRETCH, across
from parley.desktop.widgets.parts import worded

SIZES = {"small": QSize(640, 420), "medium": QSize(960, 620), "large": QSize(1280, 820)}
"""Pixels of a clip."""


class ClipDialog(ExportDialog):
    """An export of some turns as an animated picture. Attributes: `first`, `last`, `sizes`, their boxes."""

    def __init__(
        self,
        formats: Sequence[tuple[str, str, str]],
        span: tuple[int, int],
        turns: int,
        folder: Path,
        stem: str,
        last: tuple[str, bool, bool],
        parent: QWidget | None = None,
    ) -> None:
        """`span` are the first and the last turn to begin with, of so many `turns`; the rest as for any export."""
        super().__init__(formats, folder, stem, last, parent)
        self.setWindowTitle(self.tr("Export a clip"))
        self.first, self.last = (QSpinBox(minimum=1, maximum=max(1, turns), value=value) for value in span)
        self.first.setAccessibleName(self.tr("First turn"))
        self.last.setAccessibleName(self.tr("Last turn"))
        titles = ((self.tr("small"), "small"), (self.tr("medium"), "medium"), (self.tr("large"), "large"))
        told = [(name, f"{title}, {SIZES[name].width()} × {SIZES[name].height()}") for title, name in titles]
        self.sizes = choice(self.tr("Size"), told, "small")
        self.length = worded(role="secondary", wrap=False)
        until = QLabel(self.tr("to"))
        self.form.insertRow(1, self.tr("Turns"), across(self.first, until, self.last, self.length, STRETCH, spacing=8))
        self.form.insertRow(2, self.tr("Size"), self.sizes)
        # A clip shows what was said.
        self.thoughts.hide()
        self.first.valueChanged.connect(self._on_span)
        self.last.valueChanged.connect(self._on_span)
        self.sizes.currentIndexChanged.connect(lambda _at: self.ask_preview())

    def span(self) -> tuple[int, int]:
        """Return the first and the last turn."""
        return self.first.value(), self.last.value()

    def size_of_clip(self) -> QSize:
        """Its size in pixels."""
        return SIZES[self.sizes.currentData()]

    def show_length(self, told: str) -> None:
        """Say how long it will be."""
        self.length.setText(told)

    def _on_span(self) -> None:
        if self.first.value() > self.last.value():
            # Whichever was moved pushes the other.
            other = self.last if self.sender() is self.first else self.first
            other.setValue(self.first.value() if other is self.last else self.last.value())
            return
        self.ask_preview()
