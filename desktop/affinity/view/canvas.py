"""The network as it is laid out and drawn, and touched: moved, zoomed, its members dragged and chosen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QMouseEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QToolTip, QWidget

from parley.desktop.affinity.figures import NetworkFigure, Span
from parley.desktop.affinity.view.graph import Graph
from parley.desktop.affinity.view.layout import ZOOM, Frame, Layout, Points, move_apart
from parley.desktop.affinity.view.picture import Picture, told_edge, told_member
from parley.desktop.widgets.layouts import vbox
from parley.desktop.widgets.plain import make_tip
from parley.desktop.widgets.plots import Chart, colour_plot
from parley.desktop.widgets.spoken import Spoken

WAYS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}
CHOOSING = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}


class NetworkCanvas(Spoken, Chart):
    """Members as circles, their relations as lines.

    A click chooses a member; the pointer upon a line tells how the two stand.
    Members are dragged to where they shall stay; the ground is dragged to pan, the wheel zooms, a double click fits.
    Arrows go from member to member, Enter chooses, Escape steps back.

    Signals: `member_chosen(id)` ("": nobody any more).
    """

    member_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, ground="surface")
        self._figure = NetworkFigure()
        self._ids: list[str] = []
        self._selected = ""
        self._layout = Layout()
        self._frame = Frame()
        self._held = -1
        self._middle_held = (0.5, 0.5)
        self._place_held = QPointF()
        self.setAccessibleName(self.tr("Affinity network"))
        self.plot.setAccessibleName(self.tr("Members and how they get on"))
        self.box.invertY(True)  # pyqtgraph's y axis points up, the layout's points down, as Qt's does
        self._graph = Graph()
        self.box.addItem(self._graph, ignoreBounds=True)  # Its bounding rectangle is far larger than what it draws
        self._column = vbox(self.plot, within=self, margins=0)
        self._apply_theme()

    @property
    def picture(self) -> Picture:
        """What is drawn now."""
        return self._graph.picture

    def show_figure(self, figure: NetworkFigure) -> None:
        """Show a figure. Who was there stays where they were."""
        before, self._figure = self._figure, figure
        others, self._ids = self._ids, [member.id for member in figure.members]
        if self._ids != others:
            self._frame = replace(self._frame, zoom=1.0, x=0.5, y=0.5)
        focused = self.picture.focused if self._ids == others else -1
        self._graph.hovered = self._graph.hovered_edge = -1  # These are indices into the earlier figure
        span = self.picture.span if self.picture.span in figure.spans else figure.spans[0]
        self._draw_graph(figure=figure, focused=focused, span=span)  # Before the frame, which asks whether it is small
        if figure.edges is not before.edges or self._ids != others:
            ends = [(edge.a, edge.b) for edge in figure.edges]
            self._layout.set_network(self._ids, ends, [edge.affinity for edge in figure.edges], figure.community)
            self._apply_frame()
        sizes = self._ids != others or figure.sizes != before.sizes
        if sizes or len(self._graph.points) != len(self._ids):
            self._apply_frame()
        self._show_note()
        self._describe_state()

    def set_span(self, span: Span) -> None:
        """Colour lines by how far pairs moved in a span."""
        self._draw_graph(span=span)
        self._describe_state()

    def select_member(self, member_id: str) -> None:
        """Mark a member and step all else back."""
        self._selected = member_id
        self._draw_graph(focused=-1)
        self._describe_state()

    def _draw_graph(self, **changes: object) -> None:
        """Draw the picture with the selected member and these changes."""
        self._graph.show_picture(
            replace(
                self.picture,
                selected=self._ids.index(self._selected) if self._selected in self._ids else -1,
                **changes,  # type: ignore[arg-type]  # fields of the picture
            )
        )

    def fit(self) -> None:
        """Bring everybody into sight."""
        self._frame = replace(self._frame, zoom=1.0, x=0.5, y=0.5)
        self._apply_frame()

    def lay_out_again(self) -> None:
        """Forget who was moved by hand."""
        self._layout.start_again(self._figure.community)
        self.fit()

    def _apply_theme(self) -> None:
        self._graph.font = self.font()
        self._draw_graph(theme=self.theme, scale=self.scale)
        colour_plot(self.plot, self.theme, self.font())
        self._apply_frame()

    def _apply_frame(self) -> None:
        """Set range, places and sizes for the frame."""
        self._frame = replace(
            self._frame,
            width=float(max(60, self.width())),
            height=float(max(60, self.height() - (self._measure_note().height() if self._ids else 0))),
            members=len(self._ids),
            scale=self.scale,
        )
        radii = self._frame.compute_radii(self._figure.sizes)
        self._set_range()
        self._graph.place(self._spread_points_apart(radii), self._frame.pixels, radii)
        self._put_note()

    def _set_range(self) -> None:
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
        found = move_apart(points, np.array(radii), self._frame.room, 9.0 * self.scale)
        if self.dragged and self._held >= 0:
            found[self._held] = points[self._held]
        return found

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._apply_frame()

    def _show_note(self) -> None:
        text, figure = "", self._figure
        if not figure.members:
            text = self.tr("Who gets on with whom is drawn here. Start a run, or open one.")
        elif len(figure.members) == 1:
            text = self.tr("One member alone has no relations. Add a second one to the cast.")
        elif not (self.picture.trust or any(edge.linked for edge in figure.edges)):
            text = self.tr("All stand as strangers do, at an affinity of 0.50: what changes that becomes a line.")
        if text != self.note.text():  # The note takes room from the network, which is then laid out again
            self.note.setText(text)
            self.note.setVisible(bool(text))
            self._apply_frame()

    def _measure_note(self) -> QSize:
        wide = min(300, self.width() - 20)
        return QSize(wide, self.note.heightForWidth(wide) if self.note.text() else 0)

    def _put_note(self) -> None:
        wide, tall = self._measure_note().width(), self._measure_note().height()
        self._column.setContentsMargins(0, 0, 0, tall if self._ids else 0)
        top = self.height() - tall if self._ids else (self.height() - tall) // 2
        self.note.setGeometry((self.width() - wide) // 2, top, wide, tall)

    def zoom_by(self, factor: float, at: QPointF) -> None:
        """Zoom in (above 1) or out, so that what is at a place of the canvas stays there."""
        frame = self._frame
        zoom = max(ZOOM[0], min(ZOOM[1], frame.zoom * factor))
        kept = frame.zoom / zoom  # The view's middle moves towards the pointer by this factor
        x, y = frame.convert_spot(at)
        self._frame = replace(frame, zoom=zoom, x=x + (frame.x - x) * kept, y=y + (frame.y - y) * kept)
        self._apply_frame()

    def _describe_state(self) -> None:
        several = self.tr("{count} members").format(count=len(self._ids))
        chosen = self.picture.selected
        told = told_member(self.picture, chosen) if chosen >= 0 else self.note.text() or several
        self.setAccessibleDescription(told)

    # Hands and keys -----------------------------------------------------------------------------------------------

    def on_wheel(self, event: QWheelEvent) -> bool:
        """Zoom about the pointer."""
        delta = event.pixelDelta().y() or event.angleDelta().y() / 2  # A notch of a wheel is 120
        self.zoom_by(1.002**delta, event.position())
        return True

    def on_double_click(self) -> None:
        """Show everybody."""
        if self._graph.hovered < 0:  # On a member, the first of the two clicks has already chosen them
            self.fit()

    def on_leave(self) -> None:
        self._hover(-1, -1)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.show_menu(event, (self.tr("Show everybody"), self.fit), (self.tr("Arrange anew"), self.lay_out_again))

    def on_press(self, event: QMouseEvent) -> None:
        """Hold a member, or the ground."""
        self._held = self._graph.find_member_at(event.position() + self._frame.origin)
        self._middle_held = (self._frame.x, self._frame.y)
        if self._held >= 0:
            self._place_held = self._graph.get_spot(self._held)

    def on_drag(self, moved: QPointF) -> None:
        """Move who is held, or the whole."""
        across, down = self._graph.pixels
        if self._held >= 0:
            spot = self._place_held + moved  # From the start of the drag: steps would add up rounding errors
            self._layout.pin(self._held, spot.x() / across, spot.y() / down)
            self._apply_frame()
        else:
            self.surface.setCursor(Qt.CursorShape.ClosedHandCursor)
            x, y = self._middle_held
            self._frame = replace(self._frame, x=x - moved.x() / across, y=y - moved.y() / down)
            self._set_range()  # Panning moves the view only: no path is built again

    def on_hover(self, event: QMouseEvent) -> None:
        """Tell who or what is under the pointer."""
        spot = event.position() + self._frame.origin
        member = self._graph.find_member_at(spot)
        edge = self._graph.find_edge_at(spot) if member < 0 else -1
        self._hover(member, edge)
        text = told_edge(self.picture, edge) if edge >= 0 else ""
        if member >= 0:
            text = told_member(self.picture, member)
        QToolTip.showText(event.globalPosition().toPoint(), make_tip(text), self)
        self.surface.setCursor(Qt.CursorShape.PointingHandCursor if text else Qt.CursorShape.ArrowCursor)

    def _hover(self, member: int, edge: int) -> None:
        if (member, edge) != (self._graph.hovered, self._graph.hovered_edge):
            self._graph.hovered, self._graph.hovered_edge = member, edge
            self._graph.forget_names()

    def on_release(self, event: QMouseEvent) -> None:
        """Choose a member, or leave who was dragged where they are."""
        member, self._held = self._held, -1
        if self.dragged:
            self.dragged = False  # First: `_apply_frame` then moves overlapping circles apart again
            self._apply_frame()
        elif member >= 0:
            self.member_chosen.emit(self._ids[member])
        else:
            self._step_back()

    def _step_back(self) -> bool:
        """Let go of whoever has the keyboard, else of whoever is chosen; return whether there was anybody."""
        if self.picture.focused >= 0:
            self._focus(-1)
        elif self.picture.selected >= 0:
            self.member_chosen.emit("")
        else:
            return False
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Act on the keys that the class names."""
        key = Qt.Key(event.key())
        middle = QPointF(self.width() / 2, self.height() / 2)
        focused = self.picture.focused if self.picture.focused >= 0 else self.picture.selected
        if key in WAYS and self._ids:
            self._focus_towards(focused, *WAYS[key])
        elif key in CHOOSING and focused >= 0:
            self.member_chosen.emit(self._ids[focused])
        elif key in {Qt.Key.Key_Plus, Qt.Key.Key_Equal}:
            self.zoom_by(1.25, middle)
        elif key == Qt.Key.Key_Minus:
            self.zoom_by(0.8, middle)
        elif key == Qt.Key.Key_0:
            self.fit()
        elif not (key == Qt.Key.Key_Escape and self._step_back()):
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Look at nobody any more, unless a menu has the focus for a moment."""
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:  # A context menu takes the focus for a moment only
            self._focus(-1)

    def count_accessible_rows(self) -> int:
        return len(self.picture.figure.members) + len(self.picture.figure.edges)

    def get_accessible_text(self, row: int) -> str:
        """Return a row for a screen reader: first the members, then how two of them stand to each other."""
        figure = self.picture.figure
        if row >= len(figure.members):
            return told_edge(self.picture, row - len(figure.members))
        return f"{figure.members[row].name}: {told_member(self.picture, row)}"

    def get_accessible_current(self) -> int:
        return self.picture.focused

    def _focus(self, member: int) -> None:
        """Put the keyboard at a member."""
        self._draw_graph(focused=member)
        if member >= 0:
            self.setAccessibleDescription(told_member(self.picture, member))
        else:
            self._describe_state()

    def _focus_towards(self, start: int, right: int, down: int) -> None:
        """Go to the nearest member in a direction; from nobody, to the first."""
        target = 0
        if start >= 0:
            away = (self._graph.points - self._graph.points[start]) * self._graph.pixels
            ahead = away @ np.array((right, down))
            cost = np.where(ahead > 1.0, ahead + 2 * np.abs(away @ np.array((down, right))), np.inf)
            target = int(cost.argmin()) if np.isfinite(cost).any() else start
        self._focus(target)
