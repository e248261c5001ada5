"""The network as it is laid out and drawn; `canvas` adds the mouse and the keyboard."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from parley.desktop.affinity.figures import NetworkFigure, Span
from parley.desktop.affinity.view.graph import Graph
from parley.desktop.affinity.view.layout import ZOOM, Frame, Layout, Points, apart
from parley.desktop.affinity.view.picture import Picture
from parley.desktop.affinity.view.telling import told_member
from parley.desktop.widgets.layouts import upright
from parley.desktop.widgets.plots import Chart, colour_plot


class NetworkStage(Chart):
    """Members as circles, their relations as lines, where the forces or a hand have put them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, ground="surface")
        self._figure = NetworkFigure()
        self._ids: list[str] = []
        self._selected = ""
        self._layout = Layout()
        self._frame = Frame()
        self._held = -1
        self.setAccessibleName(self.tr("Affinity network"))
        self.plot.setAccessibleName(self.tr("Members and how they get on"))
        self.box.invertY(True)
        self._graph = Graph()
        self.box.addItem(self._graph, ignoreBounds=True)
        upright(self.plot, within=self, margins=0)
        self._restyle()

    @property
    def picture(self) -> Picture:
        """What is drawn now."""
        return self._graph.picture

    @property
    def radii(self) -> list[float]:
        """The circles' radii in pixels."""
        return self._graph.radii

    def show_figure(self, figure: NetworkFigure) -> None:
        """Show a figure. Who was there stays where they were."""
        before, self._figure = self._figure, figure
        others, self._ids = self._ids, [member.id for member in figure.members]
        if self._ids != others:
            self._frame = replace(self._frame, zoom=1.0, x=0.5, y=0.5)
        focused = self.picture.focused if self._ids == others else -1
        self._graph.hovered = self._graph.hovered_edge = -1
        span = self.picture.span if self.picture.span in figure.spans else figure.spans[0]
        self._draw(figure=figure, focused=focused, span=span)
        if figure.edges is not before.edges or self._ids != others:
            ends = [(edge.a, edge.b) for edge in figure.edges]
            self._layout.set_network(self._ids, ends, [edge.affinity for edge in figure.edges], figure.community)
            self._place()
        sizes = self._ids != others or figure.sizes != before.sizes
        if sizes or len(self._graph.points) != len(self._ids):
            self._place()
        self._show_note()
        self._tell()

    def set_span(self, span: Span) -> None:
        """Colour lines by how far pairs moved in a span."""
        self._draw(span=span)
        self._tell()

    def select_member(self, member_id: str) -> None:
        """Mark a member and step all else back."""
        self._selected = member_id
        self._draw(focused=-1)
        self._tell()

    def _draw(self, **changes: object) -> None:
        """Draw what is selected, and what has changed besides."""
        self._graph.show_picture(
            replace(
                self.picture,
                selected=self._ids.index(self._selected) if self._selected in self._ids else -1,
                **changes,  # type: ignore[arg-type]  # fields of the picture
            )
        )

    def fit(self) -> None:
        """Everybody in sight."""
        self._frame = replace(self._frame, zoom=1.0, x=0.5, y=0.5)
        self._place()

    def lay_out_again(self) -> None:
        """Forget who was moved by hand."""
        self._layout.again(self._figure.community)
        self.fit()

    def member_point(self, member_id: str) -> QPointF:
        """Return where a member is drawn, in the plot's pixels. Raises `ValueError` for a stranger."""
        return self._graph.at(self._ids.index(member_id)) - self._frame.origin

    def _restyle(self) -> None:
        self._graph.font = self.font()
        self._draw(theme=self.theme, scale=self.scale)
        colour_plot(self.plot, self.theme, self.font())
        self._place()

    def _place(self) -> None:
        """Set range, places and sizes for the frame."""
        self._frame = replace(
            self._frame,
            width=float(max(60, self.width())),
            height=float(max(60, self.height())),
            members=len(self._ids),
            small=self.picture.small,
            scale=self.scale,
        )
        radii = self._frame.radii(self._figure.sizes)
        self._look()
        self._graph.place(self._spread_points_apart(radii), self._frame.pixels, radii)
        self._put_note()

    def _look(self) -> None:
        """Set the range alone: nothing is built anew."""
        (left, top), (across, down) = self._frame.corner, self._frame.pixels
        right, bottom = left + self._frame.width / across, top + self._frame.height / down
        self.box.setRange(xRange=(left, right), yRange=(top, bottom), padding=0)

    def _spread_points_apart(self, radii: list[float]) -> Points:
        """Return the layout's points with room for every circle, in a small network; who is dragged is where the hand
        is.
        """
        points = self._layout.points
        if not self.picture.small:
            return points
        found = apart(points, np.array(radii), self._frame.room, 9.0 * self.scale)
        if self.dragged and self._held >= 0:
            found[self._held] = points[self._held]
        return found

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _show_note(self) -> None:
        text, figure = "", self._figure
        if not figure.members:
            text = self.tr("Who gets on with whom is drawn here. Start a run, or open one.")
        elif len(figure.members) == 1:
            text = self.tr("One member alone has no relations. Add a second one to the cast.")
        elif not (self.picture.trust or any(edge.linked for edge in figure.edges)):
            text = self.tr("All stand as strangers do, at an affinity of 0.50: what changes that becomes a line.")
        self.note.setText(text)
        self.note.setVisible(bool(text))
        self._put_note()

    def _put_note(self) -> None:
        if self.note.text():
            wide = min(300, self.width() - 20)
            tall = self.note.heightForWidth(wide)
            top = (self.height() - tall) // 2 if not self._ids else self.height() - tall - 2
            self.note.setGeometry((self.width() - wide) // 2, top, wide, tall)

    def zoom_by(self, factor: float, at: QPointF) -> None:
        """Zoom in (above 1) or out, so that what is at a place of the canvas stays there."""
        frame = self._frame
        zoom = max(ZOOM[0], min(ZOOM[1], frame.zoom * factor))
        kept = frame.zoom / zoom
        x, y = frame.units(at)
        self._frame = replace(frame, zoom=zoom, x=x + (frame.x - x) * kept, y=y + (frame.y - y) * kept)
        self._place()

    def _tell(self) -> None:
        several = self.tr("{count} members").format(count=len(self._ids))
        chosen = self.picture.selected
        told = told_member(self.picture, chosen) if chosen >= 0 else self.note.text() or several
        self.setAccessibleDescription(told)
