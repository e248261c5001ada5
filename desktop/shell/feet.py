"""Strips below the stage; in a small window they lie over what stands below it, so that the stage keeps its size."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, QRect
from PySide6.QtWidgets import QBoxLayout, QWidget

from parley.desktop.shell.dock import GAP

LEAST = 0.36
"""The share of the room that a strip in a small window takes at least."""


class Feet(QObject):
    """The strips, and where each stands: below the `stage`; where that is away, in `above_timeline` before
    `timeline`; in a small window as a drawer over the lower docks of `area`. A strip has `set_tall(bool)`: a drawer
    gives it height, elsewhere it is as low as it can be."""

    def __init__(
        self,
        area: QWidget,
        stage: QWidget,
        below_stage: QBoxLayout,
        above_timeline: QBoxLayout,
        timeline: QWidget,
        small: Callable[[], bool],
    ) -> None:
        super().__init__(area)
        self._area, self._stage, self._timeline = area, stage, timeline
        self._below_stage, self._above_timeline, self._small = below_stage, above_timeline, small
        self._strips: list[QWidget] = []

    def add(self, strip: QWidget) -> None:
        """Put a strip there."""
        if not self._strips:
            for watched in (self._area, self._stage):
                watched.installEventFilter(self)
        self._strips.append(strip)
        self.place()

    def place(self) -> None:
        """Put every strip where it belongs now."""
        for strip in self._strips:
            drawer, hidden = self._small(), strip.isHidden()
            strip.set_tall(drawer)  # type: ignore[attr-defined]
            if drawer:
                self._take_over(strip)
            elif self._stage.isHidden():
                self._above_timeline.insertWidget(self._above_timeline.indexOf(self._timeline), strip)
            else:
                self._below_stage.addWidget(strip)
            # Qt hides what gets another parent.
            strip.setHidden(hidden)

    def _take_over(self, strip: QWidget) -> None:
        if strip.parentWidget() is not self._area:
            for layout in (self._below_stage, self._above_timeline):
                layout.removeWidget(strip)
            strip.setParent(self._area)
        strip.setGeometry(self._room())
        strip.raise_()

    def _room(self) -> QRect:
        """Return what lies below the stage; where that takes all, the lower part of the area."""
        whole = self._area.contentsRect()
        whole.setBottom(self._area.height() - 2)
        most = round(whole.height() * (1 - LEAST))
        top = most
        if self._stage.isVisible():
            top = min(most, self._stage.mapTo(self._area, QPoint(0, self._stage.height())).y() + GAP)
        return whole.adjusted(0, max(0, top - whole.top()), 0, 0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the stage and the window."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move) and self._strips:
            self.place()
        return super().eventFilter(watched, event)
