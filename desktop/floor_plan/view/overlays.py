"""What lies upon the floor plan: its controls, the small map and the legend."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from parley.desktop.floor_plan.figures import FloorFigure
from parley.desktop.floor_plan.view.controls import HeatLegend, MiniMap, PlanControls, box_of
from parley.desktop.floor_plan.view.sight import FREE, TALK
from parley.desktop.floor_plan.view.spoken import SpokenPlan

OVERLAY = 10
"""Pixels between the plan's edges and what lies upon it."""
LOWEST = 190
"""Pixels of height below which nothing lies upon the plan."""
ROOMY = (700, 380)
"""Pixels from which on there is a legend."""
HIGH = 480
"""Pixels of height from which on there is a small map: upon a lower plan it would lie upon people."""


class PlanOverlays(SpokenPlan):
    """A plan with widgets upon it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        # Not the viewport's children: it tells this view of what is taken off it while the view is being destroyed.
        self.controls = PlanControls(self)
        self.map = MiniMap(self, self.people.places)
        self.legend = HeatLegend(self)
        self._asked: tuple[object, ...] = ()
        self.controls.camera_wanted.connect(self.turn_camera)
        self.controls.layer_switched.connect(self.set_layer)
        self.map.point_wanted.connect(self.look_at)
        self.mode_changed.connect(self._show_overlays)

    def show_figure(self, figure: FloorFigure) -> None:
        """Show where everybody is, and what there is to switch."""
        super().show_figure(figure)
        asked = (figure.plan, bool(figure.places), figure.active_room, figure.spots, figure.heat, self.offered(),
                 self.viewportTransform())  # fmt: skip
        # Most often only a line grew.
        if asked != self._asked:
            self._asked = asked
            self._show_overlays()

    def _lay_out(self) -> None:
        """Find everything's place, on the small map too."""
        super()._lay_out()
        if self.map.isVisibleTo(self):
            self._show_map()

    def set_layer(self, name: str, on: bool) -> None:
        """Show or hide one of `LAYERS`."""
        super().set_layer(name, on)
        self._show_overlays()

    def turn_camera(self) -> None:
        """Follow the talk where the camera does not, else show the whole plan."""
        if self.mode == TALK:
            self.fit()
        else:
            self.fit_talk()

    def _show_overlays(self, _mode: str = "") -> None:
        figure, size = self.figure, self.viewport().size()
        there = figure.plan is not None and bool(figure.places) and size.height() >= LOWEST
        self.controls.setVisible(there)
        times = self.transform().m11() / self.whole()
        self.controls.show_layers(self.layers, self.offered())
        self.controls.show_camera(self.mode, times, bool(figure.active_room) and not figure.spots)
        right, bottom = size.width() - OVERLAY, size.height() - OVERLAY
        roomy = there and size.width() >= ROOMY[0] and size.height() >= ROOMY[1]
        heat = max((minutes for _, minutes in figure.heat), default=0)
        self.legend.setVisible(roomy and bool(heat) and "heat" in self.layers)
        self.legend.show_most(heat)
        self.controls.fit_width(size.width())
        self.legend.move(right - self.legend.width(), bottom - self.legend.height())
        talk = self.rooms.active() if not figure.spots else None
        # Beside a talk in one room, not upon it.
        aside = talk is not None and talk.center().x() < size.width() / 2 - OVERLAY
        self.controls.move(right - self.controls.width() if aside else OVERLAY, bottom - self.controls.height())
        # Where all sit in one room and the camera stays there, the rest of the house has nothing to show.
        self.map.setVisible(
            roomy and size.height() >= HIGH and times > 1.05 and (bool(figure.spots) or self.mode == FREE)
        )
        if self.map.isVisibleTo(self):
            self._show_map()
            self.map.move(OVERLAY, bottom - self.map.height() if aside else self.controls.y() - 6 - self.map.height())
        shown = (each for each in (self.controls, self.map, self.legend) if each.isVisibleTo(self))
        upon = [box_of(each) for each in shown]
        if upon != self.upon:
            # Names and bubbles keep off what lies there.
            self.upon = upon
            self.refresh()

    def _show_map(self) -> None:
        self.map.show_figure(self.figure, self.mapToScene(self.viewport().rect()).boundingRect())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_overlays()
