"""The network that can be touched: moved, zoomed, its members dragged and chosen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QToolTip, QWidget

from desktop.affinity.figures import NetworkFigure
from desktop.affinity.view.graph import Graph
from desktop.affinity.view.layout import ZOOM, Frame, Layout, Points, apart
from desktop.affinity.view.picture import Picture, trust_told
from desktop.widgets.counts import turns_told
from desktop.widgets.layouts import upright
from desktop.widgets.plain import tooltip
from desktop.widgets.plots import Chart, colour_plot

SETTLE_MS = 16
"""Between two steps of a large network's first layout, so that the window stays alive."""
ITERATIONS = 3
"""At a time: 500 members take a millisecond each."""
WAYS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}


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
        self._ids: list[str] = []
        self._selected = ""
        self._pair = ("", "")
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
        self._timer = QTimer(self, interval=SETTLE_MS)
        self._timer.timeout.connect(self._on_settling)
        self._restyle()

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
        focused = self.picture.focused if self.picture.focused < len(self._ids) else -1
        self._graph.hovered = self._graph.hovered_edge = -1
        self._draw(figure=figure, focused=focused)
        if figure.edges is not before.edges or self._ids != others:
            ends = [(edge.a, edge.b) for edge in figure.edges]
            self._layout.set_network(self._ids, ends, [edge.affinity for edge in figure.edges], figure.community)
            self._settle()
        sizes = [member.share for member in figure.members] != [member.share for member in before.members]
        if sizes or len(self._graph.points) != len(self._ids):
            self._place()
        self._show_note()
        self._tell()

    def set_answering(self, answering: bool) -> None:
        """Draw who answers whom (True), or affinity."""
        self._draw(answering=answering)
        self._show_note()

    def select_member(self, member_id: str) -> None:
        """Mark a member and step all else back."""
        self._selected = member_id
        self._draw(focused=-1)
        self._tell()

    def select_pair(self, first: str, second: str) -> None:
        """Mark a pair; two empty ids mark none."""
        self._pair = (first, second)
        self._draw()

    def _draw(self, **changes: object) -> None:
        """Draw what is selected, and what has changed besides."""
        self._graph.show_picture(
            replace(
                self.picture,
                selected=self._ids.index(self._selected) if self._selected in self._ids else -1,
                pair=edge_between(self._figure, *self._pair),
                **changes,  # type: ignore[arg-type]  # fields of the picture
            )
        )

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
        return self._graph.at(self._ids.index(member_id)) - self._frame.origin

    def _restyle(self) -> None:
        self._graph.font = self.font()
        self._draw(theme=self.theme, scale=self.scale)
        colour_plot(self.plot, self.theme, self.font())
        self._place()

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
            members=len(self._ids),
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
        super().resizeEvent(event)
        self._place()

    def _show_note(self) -> None:
        text, figure = "", self._figure
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
            top = (self.height() - tall) // 2 if not self._ids else self.height() - tall - 2
            self.note.setGeometry((self.width() - wide) // 2, top, wide, tall)

    def on_wheel(self, event: QWheelEvent) -> bool:
        """Zoom about the pointer."""
        delta = event.pixelDelta().y() or event.angleDelta().y() / 2
        self.zoom_by(1.002**delta, event.position())
        return True

    def on_double_click(self) -> None:
        self.fit()

    def on_leave(self) -> None:
        self._hover(-1, -1)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
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
            self._frame = replace(self._frame, x=x - moved.x() / across, y=y - moved.y() / down)
            self._look()

    def on_hover(self, event: QMouseEvent) -> None:
        """Tell who or what is under the pointer."""
        spot = event.position() + self._frame.origin
        member = self._graph.member_at(spot)
        edge = self._graph.edge_at(spot) if member < 0 else -1
        self._hover(member, edge)
        text = self.told_member(member) if member >= 0 else self.told_edge(edge) if edge >= 0 else ""
        QToolTip.showText(event.globalPosition().toPoint(), tooltip(text), self)
        self.surface.setCursor(Qt.CursorShape.PointingHandCursor if text else Qt.CursorShape.ArrowCursor)

    def _hover(self, member: int, edge: int) -> None:
        if (member, edge) != (self._graph.hovered, self._graph.hovered_edge):
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
        elif member >= 0:
            self._choose(member, event.modifiers())
        elif (edge := self._graph.edge_at(event.position() + self._frame.origin)) >= 0:
            found = self._figure.edges[edge]
            self.pair_chosen.emit(self._ids[found.a], self._ids[found.b])
        elif self.picture.pair >= 0:
            self.pair_left.emit()

    def _choose(self, member: int, keys: Qt.KeyboardModifier) -> None:
        chosen = self.picture.selected
        if keys & Qt.KeyboardModifier.ShiftModifier and chosen not in (-1, member):
            self.pair_chosen.emit(self._ids[chosen], self._ids[member])
        else:
            self.member_chosen.emit(self._ids[member])

    def zoom_by(self, factor: float, at: QPointF) -> None:
        """Zoom in (above 1) or out, so that what is at a place of the canvas stays there."""
        frame = self._frame
        zoom = max(ZOOM[0], min(ZOOM[1], frame.zoom * factor))
        kept = frame.zoom / zoom
        x, y = frame.units(at)
        self._frame = replace(frame, zoom=zoom, x=x + (frame.x - x) * kept, y=y + (frame.y - y) * kept)
        self._place()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """See the class."""
        key = Qt.Key(event.key())
        middle = QPointF(self.width() / 2, self.height() / 2)
        focused = self.picture.focused if self.picture.focused >= 0 else self.picture.selected
        if key in WAYS and self._ids:
            self._focus_towards(focused, *WAYS[key])
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space} and focused >= 0:
            self._choose(focused, event.modifiers())
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
            cost = np.where(ahead > 1.0, ahead + 2 * np.abs(away @ np.array((down, right))), np.inf)
            target = int(cost.argmin()) if np.isfinite(cost).any() else start
        self._draw(focused=target)
        self.setAccessibleDescription(self.told_member(target))

    def told_member(self, index: int) -> str:
        """A member's share of the talk, and where they stand in the network, in a sentence."""
        figure, member = self._figure, self._figure.members[index]
        share = self.tr("{share}% of all words in {turns}")
        parts = [share.format(share=round(member.share * 100), turns=turns_told(member.turns))]
        if index < len(figure.centrality):
            value = self._decimal(figure.centrality[index])
            parts.append(self.tr("centrality {value}").format(value=value))
        if index < len(figure.community) and figure.community[index] >= 0:
            parts.append(self.tr("community {number}").format(number=figure.community[index] + 1))
        return f"{member.name}: {', '.join(parts)}"

    def told_edge(self, index: int) -> str:
        """How two get on, or how often they answered each other, in a sentence."""
        edge = self._figure.edges[index]
        first, second = (self._figure.members[each].name for each in (edge.a, edge.b))
        if self.picture.answering:
            told = self.tr("{first} answered {second} {there}×, {second} answered {first} {back}×")
            return told.format(first=first, second=second, there=edge.a_to_b, back=edge.b_to_a)
        words = self.tr("very tense"), self.tr("tense"), self.tr("neutral"), self.tr("warm"), self.tr("very warm")
        told, value = self.tr("{first} – {second}: affinity {value}, {kind}"), self._decimal(edge.affinity)
        if self._figure.measure == "trust":
            told, value = self.tr("{first} – {second}: trust {value}, {kind}"), trust_told(edge.affinity)
        return told.format(first=first, second=second, value=value, kind=words[self.picture.kind(edge)])

    def _decimal(self, value: float) -> str:
        return self.locale().toString(float(value), "f", 2)

    def _tell(self) -> None:
        several = self.tr("{count} members").format(count=len(self._ids))
        chosen = self.picture.selected
        self.setAccessibleDescription(self.told_member(chosen) if chosen >= 0 else self.note.text() or several)


def edge_between(figure: NetworkFigure, first: str, second: str) -> int:
    """The index of the edge between two members, in either order; −1 where there is none."""
    ids = [member.id for member in figure.members]
    if first not in ids or second not in ids:
        return -1
    wanted = {ids.index(first), ids.index(second)}
    return next((i for i, edge in enumerate(figure.edges) if {edge.a, edge.b} == wanted), -1)
