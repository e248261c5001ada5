"""The network that can be touched: moved, zoomed, its members dragged and chosen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QFont, QKeyEvent, QMouseEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QToolTip, QWidget

from desktop.affinity.figures import NetworkFigure
from desktop.affinity.view.frame import ZOOM, Frame
from desktop.affinity.view.graph import Graph
from desktop.affinity.view.layout import Layout, Points, apart
from desktop.affinity.view.picture import Picture
from desktop.affinity.view.words import edge_sentence, member_sentence
from desktop.widgets.layouts import upright
from desktop.widgets.plain import tooltip
from desktop.widgets.plots import Chart, colour_plot
from desktop.widgets.theme import Theme

SETTLE_MS = 16
"""Between two steps of a large network's first layout, so that the window stays alive."""
ITERATIONS = 3
"""At a time: 500 members take a millisecond each."""


class NetworkCanvas(Chart):
    """Members as circles, their relations as lines.

    A click chooses a member or, on a line, a pair; a click with Shift makes a pair of the chosen one and this one.
    Members are dragged to where they shall stay; the ground is dragged to pan, the wheel zooms, a double click fits.
    Arrows go from member to member, Enter chooses, Shift+Enter makes the pair, Escape lets it go.

    Signals: `member_chosen(id)`, `pair_chosen(id, id)`, `pair_left()`.
    """

    member_chosen = Signal(str)
    pair_chosen = Signal(str, str)
    pair_left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, ground="surface")
        self._figure = NetworkFigure()
        self._layout = Layout()
        self._frame = Frame()
        self._held = -1
        self._middle_held = (0.5, 0.5)
        self._place_held = QPointF()
        self.setAccessibleName(self.tr("Affinity network"))
        self.plot.setAccessibleName(self.tr("Members and how they get on"))
        self.box.invertY(True)
        self._graph = Graph()
        self.box.addItem(self._graph, ignoreBounds=True)
        upright(self.plot, within=self, margins=0)
        self._timer = QTimer(self)
        self._timer.setInterval(SETTLE_MS)
        self._timer.timeout.connect(self._on_settling)
        self._restyle()

    # -- what is shown -------------------------------------------------------------------------------------------

    @property
    def picture(self) -> Picture:
        """What is drawn now."""
        return self._graph.picture

    def show_figure(self, figure: NetworkFigure) -> None:
        """Show a figure. Who was there stays where they were."""
        before, self._figure = self._figure, figure
        ids = [member.id for member in figure.members]
        if ids != [member.id for member in before.members]:
            self._frame = replace(self._frame, zoom=1.0, x=0.5, y=0.5)
        now = self.picture
        chosen = now.members[now.selected].id if 0 <= now.selected < len(now.members) else ""
        pair = now.edges[now.pair] if 0 <= now.pair < len(now.edges) else None
        pair_ids = (now.members[pair.a].id, now.members[pair.b].id) if pair else ("", "")
        picture = replace(
            now,
            members=figure.members,
            edges=figure.edges,
            community=figure.community,
            colours=self._colours(figure, now.theme),
            selected=ids.index(chosen) if chosen in ids else -1,
            focused=now.focused if now.focused < len(ids) else -1,
        )
        picture = replace(picture, pair=edge_between(figure, *pair_ids))
        self._graph.hovered = self._graph.hovered_edge = -1
        self._graph.show_picture(picture)
        if figure.edges is not before.edges or ids != list(self._ids(before)):
            ends = [(edge.a, edge.b) for edge in figure.edges]
            self._layout.set_network(ids, ends, [edge.affinity for edge in figure.edges], figure.community)
            self._settle()
        sizes = [member.share for member in figure.members] != [member.share for member in before.members]
        if sizes or len(self._graph.points) != len(ids):
            self._place()
        self._show_note()
        self._tell()

    def set_answering(self, answering: bool) -> None:
        """Draw who answers whom (True), or affinity."""
        self._graph.show_picture(replace(self.picture, answering=answering))
        self._show_note()

    def select_member(self, member_id: str) -> None:
        """Mark a member and step all else back."""
        ids = self._ids(self._figure)
        index = ids.index(member_id) if member_id in ids else -1
        self._graph.show_picture(replace(self.picture, selected=index, focused=-1))
        self._tell()

    def select_pair(self, first: str, second: str) -> None:
        """Mark a pair; two empty ids mark none."""
        self._graph.show_picture(replace(self.picture, pair=edge_between(self._figure, first, second)))

    def settle(self) -> None:
        """Bring the layout to its end at once."""
        self._timer.stop()
        self._layout.settle()
        self._place()

    def fit(self) -> None:
        """Everybody in sight."""
        self._frame = replace(self._frame, zoom=1.0, x=0.5, y=0.5)
        self._place()

    def lay_out_again(self) -> None:
        """Forget who was moved by hand."""
        self._layout.again()
        self._settle()
        self.fit()

    def member_point(self, member_id: str) -> QPointF:
        """Where a member is drawn, in the plot's pixels. Raises `ValueError` for a stranger."""
        return self._graph.at(self._ids(self._figure).index(member_id)) - self._frame.origin

    # -- placing -------------------------------------------------------------------------------------------------

    def _restyle(self) -> None:
        theme, font = self.theme, QFont(self.font())
        colours = self._colours(self._figure, theme)
        self._graph.show_picture(replace(self.picture, theme=theme, scale=self.scale, colours=colours))
        self._graph.font = font
        colour_plot(self.plot, theme, font)
        self._place()

    def _colours(self, figure: NetworkFigure, theme: Theme) -> tuple[QColor, ...]:
        return tuple(theme.member(member.colour) for member in figure.members)

    def _settle(self) -> None:
        """A small network at once; a large one bit by bit, so that nothing waits for it."""
        if self.picture.small:
            self._layout.settle()
        if self._layout.busy:
            self._timer.start()
        self._place()

    def _on_settling(self) -> None:
        self._layout.step(ITERATIONS)
        if not self._layout.busy:
            self._timer.stop()
        self._place()

    def _place(self) -> None:
        """Set range, places and sizes for the frame."""
        self._frame = replace(
            self._frame,
            width=float(max(60, self.width())),
            height=float(max(60, self.height())),
            members=len(self._figure.members),
            small=self.picture.small,
            scale=self.scale,
        )
        radii = self._frame.radii([member.share for member in self._figure.members])
        self._look()
        self._graph.place(self._apart(radii), self._frame.pixels, radii)
        self._put_note()

    def _look(self) -> None:
        """Set the range alone: nothing is built anew."""
        (left, top), (across, down) = self._frame.corner, self._frame.pixels
        right, bottom = left + self._frame.width / across, top + self._frame.height / down
        self.box.setRange(xRange=(left, right), yRange=(top, bottom), padding=0)

    def _apart(self, radii: list[float]) -> Points:
        """The layout's points with room for every circle, in a small network; who is dragged is where the hand is."""
        points = self._layout.points
        if not self.picture.small:
            return points
        found = apart(points, np.array(radii), self._frame.room, 9.0 * self.scale)
        if self.dragged and self._held >= 0:
            found[self._held] = points[self._held]
        return found

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fill the new size."""
        super().resizeEvent(event)
        self._place()

    def _show_note(self) -> None:
        text = ""
        figure = self._figure
        if not figure.members:
            text = self.tr("Who gets on with whom is drawn here. Start a run, or open one.")
        elif len(figure.members) == 1:
            text = self.tr("One member alone has no relations. Add a second one to the cast.")
        elif self.picture.answering and not any(edge.a_to_b or edge.b_to_a for edge in figure.edges):
            text = self.tr("Nobody has answered anybody yet. Arrows appear as the turns come in.")
        self.note.setText(text)
        self.note.setVisible(bool(text))
        self._put_note()

    def _put_note(self) -> None:
        if self.note.text():
            wide = min(300, self.width() - 20)
            tall = self.note.heightForWidth(wide)
            top = (self.height() - tall) // 2 if not self._figure.members else self.height() - tall - 2
            self.note.setGeometry((self.width() - wide) // 2, top, wide, tall)

    # -- mouse ---------------------------------------------------------------------------------------------------

    def on_wheel(self, event: QWheelEvent) -> bool:
        """Zoom about the pointer."""
        delta = event.pixelDelta().y() or event.angleDelta().y() / 2
        self.zoom_by(1.002**delta, event.position())
        return True

    def on_double_click(self) -> None:
        """Everybody in sight."""
        self.fit()

    def on_leave(self) -> None:
        """Nothing is under the pointer."""
        self._hover(-1, -1)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """What can be done with the whole picture."""
        self.show_menu(event, (self.tr("Show everybody"), self.fit), (self.tr("Arrange anew"), self.lay_out_again))

    def on_press(self, event: QMouseEvent) -> None:
        """Hold a member, or the ground."""
        self._held = self._graph.member_at(event.position() + self._frame.origin)
        self._middle_held = (self._frame.x, self._frame.y)
        if self._held >= 0:
            self._place_held = self._graph.at(self._held)

    def on_drag(self, moved: QPointF) -> None:
        """Move who is held, or the whole."""
        across, down = self._graph.pixels
        if self._held >= 0:
            spot = self._place_held + moved
            self._layout.pin(self._held, spot.x() / across, spot.y() / down)
            self._place()
        else:
            self.surface.setCursor(Qt.CursorShape.ClosedHandCursor)
            x, y = self._middle_held
            self.pan_to(x - moved.x() / across, y - moved.y() / down)

    def on_hover(self, event: QMouseEvent) -> None:
        """Tell who or what is under the pointer."""
        spot = event.position() + self._frame.origin
        member = self._graph.member_at(spot)
        edge = self._graph.edge_at(spot) if member < 0 else -1
        self._hover(member, edge)
        text = self.told_member(member) if member >= 0 else self.told_edge(edge) if edge >= 0 else ""
        if text:
            QToolTip.showText(event.globalPosition().toPoint(), tooltip(text), self)
            self.surface.setCursor(Qt.CursorShape.PointingHandCursor)
        else:
            QToolTip.hideText()
            self.surface.unsetCursor()

    def _hover(self, member: int, edge: int) -> None:
        if (member, edge) == (self._graph.hovered, self._graph.hovered_edge):
            return
        self._graph.hovered, self._graph.hovered_edge = member, edge
        if self.picture.small:
            self._graph.update()
        else:
            self._graph.forget_names()

    def on_release(self, event: QMouseEvent) -> None:
        """Choose a member or a pair, or leave who was dragged where they are."""
        member, self._held = self._held, -1
        if self.dragged:
            self.dragged = False
            self._place()
            return
        if member >= 0:
            together = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._choose(member, together=together)
            return
        edge = self._graph.edge_at(event.position() + self._frame.origin)
        if edge >= 0:
            found = self._figure.edges[edge]
            self._choose_pair(found.a, found.b)
        elif self.picture.pair >= 0:
            self.pair_left.emit()

    def _choose(self, member: int, *, together: bool) -> None:
        chosen = self.picture.selected
        if together and chosen not in (-1, member):
            self._choose_pair(chosen, member)
        else:
            self.member_chosen.emit(self._figure.members[member].id)

    def _choose_pair(self, first: int, second: int) -> None:
        members = self._figure.members
        self.pair_chosen.emit(members[first].id, members[second].id)

    def zoom_by(self, factor: float, at: QPointF) -> None:
        """Zoom in (above 1) or out, so that what is at a place of the canvas stays there."""
        frame = self._frame
        zoom = max(ZOOM[0], min(ZOOM[1], frame.zoom * factor))
        kept = frame.zoom / zoom
        x, y = frame.units(at)
        self._frame = replace(frame, zoom=zoom, x=x + (frame.x - x) * kept, y=y + (frame.y - y) * kept)
        self._place()

    def pan_to(self, x: float, y: float) -> None:
        """Bring a point of the unit square to the middle."""
        self._frame = replace(self._frame, x=x, y=y)
        self._look()

    # -- keys ----------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """See the class."""
        key = Qt.Key(event.key())
        ways = {
            Qt.Key.Key_Left: (-1, 0),
            Qt.Key.Key_Right: (1, 0),
            Qt.Key.Key_Up: (0, -1),
            Qt.Key.Key_Down: (0, 1),
        }
        middle = QPointF(self.width() / 2, self.height() / 2)
        focused = self.picture.focused if self.picture.focused >= 0 else self.picture.selected
        if key in ways and self._figure.members:
            self._focus_towards(focused, *ways[key])
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space} and focused >= 0:
            self._choose(focused, together=bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        elif key in {Qt.Key.Key_Plus, Qt.Key.Key_Equal}:
            self.zoom_by(1.25, middle)
        elif key == Qt.Key.Key_Minus:
            self.zoom_by(0.8, middle)
        elif key == Qt.Key.Key_0:
            self.fit()
        elif key == Qt.Key.Key_Escape and self.picture.pair >= 0:
            self.pair_left.emit()
        else:
            super().keyPressEvent(event)

    def _focus_towards(self, start: int, right: int, down: int) -> None:
        """Go to the nearest member in a direction; from nobody, to the first."""
        target = 0
        if start >= 0:
            away = (self._graph.points - self._graph.points[start]) * self._graph.pixels
            ahead = away @ np.array((right, down))
            aside = np.abs(away @ np.array((down, right)))
            cost = np.where(ahead > 1.0, ahead + 2 * aside, np.inf)
            target = int(cost.argmin()) if np.isfinite(cost).any() else start
        self._graph.show_picture(replace(self.picture, focused=target))
        self.setAccessibleDescription(self.told_member(target))

    # -- words ---------------------------------------------------------------------------------------------------

    def told_member(self, index: int) -> str:
        """A member in a sentence."""
        return member_sentence(self._figure, index)

    def told_edge(self, index: int) -> str:
        """A pair in a sentence."""
        edge = self._figure.edges[index]
        return edge_sentence(self._figure, edge, self.picture.kind(edge), answering=self.picture.answering)

    def _tell(self) -> None:
        if self.picture.selected >= 0:
            self.setAccessibleDescription(self.told_member(self.picture.selected))
        else:
            self.setAccessibleDescription(
                self.note.text() or self.tr("{count} members").format(count=len(self._figure.members))
            )

    @staticmethod
    def _ids(figure: NetworkFigure) -> list[str]:
        return [member.id for member in figure.members]


def edge_between(figure: NetworkFigure, first: str, second: str) -> int:
    """The index of the edge between two members, in either order; −1 where there is none."""
    ids = {member.id: i for i, member in enumerate(figure.members)}
    if first not in ids or second not in ids:
        return -1
    wanted = {ids[first], ids[second]}
    return next((i for i, edge in enumerate(figure.edges) if {edge.a, edge.b} == wanted), -1)
