"""What lies upon the floor plan: the camera's button, and what a workspace puts into the corner."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QToolButton, QWidget

from parley.desktop.floor_plan.figures import FloorFigure
from parley.desktop.floor_plan.view.layer import Box
from parley.desktop.floor_plan.view.sight import FREE, TALK, WHOLE
from parley.desktop.floor_plan.view.spoken import SpokenPlan
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.theme import LOOK, font

OVERLAY = 10
"""Pixels between the plan's edges and what lies upon it."""
LOWEST = 190
"""Pixels of height below which nothing lies upon the plan."""
BESIDE = 480
"""Pixels of width that the talk needs beside what is in the corner."""
SHAPES = {TALK: "ph.crosshair-simple", WHOLE: "ph.frame-corners", FREE: "ph.hand"}
"""The icon of what the camera does."""


class PlanOverlays(SpokenPlan):
    """A plan with widgets upon it.

    Attributes: `camera_button`, which says what the camera does and has it do the other thing; `corner`, what is in the
    upper right corner, None: nothing.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        # Not the viewport's child: it tells this view of what is taken off it while the view is being destroyed.
        self.camera_button = QToolButton(self)
        self.camera_button.setObjectName("planCamera")
        self.camera_button.setAttribute(Qt.WidgetAttribute.WA_NoMousePropagation)
        self.camera_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.camera_button.clicked.connect(self.turn_camera)
        self.corner: QWidget | None = None
        self._asked: tuple[object, ...] = ()
        self._described: tuple[object, ...] = ()
        self.mode_changed.connect(self._show_overlays)
        LOOK.changed.connect(self._show_overlays)

    def show_figure(self, figure: FloorFigure) -> None:
        """Show where everybody is, and what lies upon the plan."""
        super().show_figure(figure)
        corner = self.corner and self.corner.size()
        asked = figure.plan, bool(figure.places), figure.active_room, figure.spots, self.viewportTransform(), corner
        # Most often only a line grew.
        if asked != self._asked:
            self._asked = asked
            self._show_overlays()

    def set_corner(self, widget: QWidget | None) -> None:
        """Put something into the upper right corner, or away: the talk is shown beside it where there is room."""
        if widget is not self.corner:
            if self.corner is not None:
                self.corner.hide()
            self.corner = widget
            self._show_overlays()

    def turn_camera(self) -> None:
        """Follow the talk where the camera does not, else show the whole plan."""
        if self.mode == TALK:
            self.fit()
        else:
            self.fit_talk()

    def _show_overlays(self, _mode: str = "") -> None:
        figure, size, button = self.figure, self.viewport().size(), self.camera_button
        there = figure.plan is not None and bool(figure.places) and size.height() >= LOWEST
        button.setVisible(there)
        # First: it may move the camera.
        cornered = self._show_corner(there)
        self._describe_camera()
        talk = self.rooms.active() if not figure.spots else None
        # Beside a talk in one room, not upon it.
        aside = cornered or (talk is not None and talk.center().x() < size.width() / 2 - OVERLAY)
        right, bottom = size.width() - OVERLAY, size.height() - OVERLAY
        button.move(right - button.width() if aside else OVERLAY, bottom - button.height())
        upon = [_box_of(each) for each in (button, self.corner) if each and each.isVisibleTo(self)]
        if upon != self.upon:
            # Names and bubbles keep off what lies there.
            self.upon = upon
            self.refresh()

    def _describe_camera(self) -> None:
        """Say what the camera does, and how many times larger than as a whole the plan is shown."""
        button, alone = self.camera_button, bool(self.figure.active_room) and not self.figure.spots
        times = self.transform().m11() / self.whole()
        described = self.mode, alone, round(times, 1), LOOK.theme.name, LOOK.scale
        if described == self._described:
            return
        self._described = described
        words = {
            TALK: self.tr("Stays in the room") if alone else self.tr("Follows the talk"),
            WHOLE: self.tr("Whole plan"), FREE: self.tr("Stays here"),
        }[self.mode]  # fmt: skip
        factor = self.locale().toString(times, "f", 1)
        button.setText(self.tr("{what} · {factor}×").format(what=words, factor=factor))
        other = self.tr("Show the whole plan (F).") if self.mode == TALK else self.tr("Follow the talk (Z).")
        button.setToolTip(other)
        button.setAccessibleName(f"{button.text()}. {other}")
        button.setFont(font(12, QFont.Weight.Medium, scale=LOOK.scale))
        button.setIconSize(QSize(round(16 * LOOK.scale), round(16 * LOOK.scale)))
        button.setIcon(icon(SHAPES[self.mode], LOOK.theme.colour("accent" if self.mode == TALK else "text")))
        button.adjustSize()

    def _show_corner(self, there: bool) -> bool:
        """Show what is in the corner where there is room for it beside the talk; whether it is shown."""
        corner, size = self.corner, self.viewport().size()
        if corner is None:
            self.reserve(0)
            return False
        high = corner.height() + self.camera_button.height() + 3 * OVERLAY
        fits = there and size.width() >= corner.width() + BESIDE and size.height() >= high
        corner.setVisible(fits)
        corner.move(size.width() - OVERLAY - corner.width(), OVERLAY)
        self.reserve(corner.width() + OVERLAY if fits else 0)
        return fits

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_overlays()


def _box_of(widget: QWidget) -> Box:
    """Return what a widget upon the plan covers, in pixels of the viewport."""
    at = widget.geometry()
    return float(at.left()), float(at.top()), float(at.right()), float(at.bottom())
