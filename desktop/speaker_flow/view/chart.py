"""The flow chart: names, lanes, and the ways to move over them."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QGridLayout, QScrollBar, QToolTip, QWidget

from desktop.speaker_flow.figures import FlowFigure
from desktop.speaker_flow.view.lanes import DIRECTOR_SHARE, LaneLook, Lanes
from desktop.speaker_flow.view.names import LaneNames
from desktop.widgets.plain import tooltip
from desktop.widgets.plots import TurnChart, colour_plot

LEAST_LANE, WANTED_LANE, MOST_LANE = 7.0, 21.0, 30.0
"""Pixels of a lane's height."""
LEAST_OF_MANY, WANTED_OF_MANY = 4.8, 7.5
"""The same for a cast with more than so many rows: all are to be seen at once."""
MOST_ROWS = 9
"""Lanes that are given room before they scroll."""
COMFORT = 16.0
"""Pixels a turn that are wanted before the chart shows a part of the run only."""


class FlowChart(TurnChart):
    """Who spoke when. A click chooses a turn, dragging moves, the wheel zooms, a double click shows the whole run.

    It follows the run until it is moved by hand; then it moves only to keep the shown turn in sight.

    Signals: `turn_chosen(number)`, `member_chosen(id)`.
    """

    turn_chosen = Signal(int)
    member_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, axes=("bottom",), ground="surface")
        self._figure = FlowFigure()
        self._selected = ""
        self._held = (self._range, 0)
        self.setAccessibleName(self.tr("Speaker flow: who spoke when"))
        self.plot.setAccessibleName(self.tr("Turns over time"))
        self.box.invertY(True)
        self._lanes = Lanes()
        self.box.addItem(self._lanes, ignoreBounds=True)
        self._names = LaneNames(self)
        self._bar = QScrollBar(Qt.Orientation.Vertical, self)
        self._bar.setAccessibleName(self.tr("Scroll the lanes"))
        self._empty = ""
        self._arrange()
        self._names.member_chosen.connect(self.member_chosen)
        self._names.wheeled.connect(lambda pixels: self._bar.setValue(self._bar.value() + pixels))
        self._bar.valueChanged.connect(self._place)
        self._restyle()

    def _arrange(self) -> None:
        # The axis of turns stands below the lanes, not below the names.
        self._grid = grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(0)
        grid.addWidget(self._names, 0, 0)
        grid.addWidget(self.plot, 0, 1, 2, 1)
        grid.addWidget(self._bar, 0, 2)
        grid.setColumnStretch(1, 1)
        grid.setRowStretch(0, 1)

    def show_figure(self, figure: FlowFigure) -> None:
        """Show a figure; what did not change is not drawn again."""
        before, self._figure = self._figure, figure
        anew = len(figure.lanes) < len(before.lanes) or [m.id for m in figure.members] != [m.id for m in before.members]
        if anew:
            self._by_hand = False
        self._lanes.set_turns(figure.lanes, figure.words)
        self._lanes.set_bands(figure.bands)
        if self._lanes.shown != figure.shown:
            self._lanes.shown = figure.shown
            self._lanes.update()
        self._lanes.hovered = min(self._lanes.hovered, len(figure.lanes))
        self._lay_out()
        self._keep_in_sight()
        self._tell()

    def select_member(self, member_id: str) -> None:
        """Mark a member's lane and bring it into sight."""
        self._selected = member_id
        self._lay_out()
        self._bring_lane(self._lanes.look.selected)

    def fit(self) -> None:
        """Follow the run again, as at the beginning."""
        self._by_hand = False
        self._follow()

    def show_whole(self) -> None:
        """The whole run from its first turn to its last."""
        self._by_hand = True
        self._set_range(0.4, self._whole() + 0.6)

    def _restyle(self) -> None:
        colour_plot(self.plot, self.theme, self.letters(11))
        axis = self.plot.getAxis("bottom")
        axis.setStyle(tickLength=0, tickAlpha=0, tickTextOffset=2, autoExpandTextSpace=False)
        axis.setHeight(self._axis_height())
        self._grid.setRowMinimumHeight(1, self._axis_height())
        self._lay_out()

    def _axis_height(self) -> int:
        return round(17 * self.scale)

    def _lay_out(self) -> None:
        """Find the lanes' height, and whether they scroll."""
        members = self._figure.members
        director = self._lanes.director and bool(members)
        room = max(1, self.height() - self._axis_height())
        lane = max(self._least_lane(), min(MOST_LANE * self.scale, room / self._rows()))
        ids = [member.id for member in members]
        speaking = next((i for i, member in enumerate(members) if member.speaking), -1)
        look = LaneLook(
            theme=self.theme,
            colours=tuple(self.theme.member(member.colour) for member in members),
            lane=lane,
            director=director,
            selected=ids.index(self._selected) if self._selected in ids else -1,
            speaking=speaking if self._figure.shown == len(self._figure.lanes) else -1,
        )
        self._lanes.set_look(look)
        over = max(0, round(look.height - room))
        self._bar.setVisible(over > 0)
        self._bar.setPageStep(room)
        self._bar.setSingleStep(round(lane))
        self._bar.setRange(0, over)
        self._place()

    def _rows(self) -> float:
        return max(1.0, len(self._figure.members) + (DIRECTOR_SHARE if self._lanes.director else 0.0))

    def wanted_height(self) -> int:
        """Pixels for the lanes of a usual cast; those of many are low, so that all are in sight."""
        rows = self._rows()
        wanted = max(min(rows, MOST_ROWS) * WANTED_LANE, rows * WANTED_OF_MANY)
        return round(wanted * self.scale) + self._axis_height()

    def least_height(self) -> int:
        """Pixels for all lanes, as low as they become."""
        return round(self._rows() * self._least_lane()) + self._axis_height()

    def _least_lane(self) -> float:
        return (LEAST_LANE if self._rows() <= MOST_ROWS else LEAST_OF_MANY) * self.scale

    def _place(self) -> None:
        """Bring lanes and names to the scroll bar's place."""
        room = max(1, self.height() - self._axis_height())
        look, offset = self._lanes.look, float(self._bar.value())
        self.box.setYRange(offset, offset + room, padding=0)
        self._names.show_members(self._figure.members, look, offset)
        text = ""
        if not self._figure.members:
            text = self.tr("Who speaks when is drawn here, a lane for each member. Start a run, or open one.")
        elif not self._figure.lanes:
            text = self.tr("Each turn appears here as soon as it was said, on its member's lane.")
        self._empty = text
        self.note.setVisible(bool(text))
        self._names.setVisible(bool(self._figure.members))
        self.plot.getAxis("bottom").setStyle(showValues=bool(self._figure.lanes))
        self._put_note()

    def _put_note(self) -> None:
        area = self.plot.geometry() if self._figure.members else self.rect()
        wide = min(area.width() - 16, 320)
        self.note.setText(self._empty)
        tall = self.note.heightForWidth(wide)
        if tall > area.height():
            # On few low lanes there is room for its first sentence.
            self.note.setText(f"{self._empty.partition('. ')[0].removesuffix('.')}.")
            tall = self.note.heightForWidth(wide)
        self.note.setGeometry(
            area.center().x() - wide // 2, max(0, (area.height() - self._axis_height() - tall) // 2), wide, tall
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._names.updateGeometry()
        self._lay_out()
        self._put_note()
        if not self._by_hand:
            self._follow()

    def _whole(self) -> int:
        figure = self._figure
        begun = 1 if self._lanes.look.speaking >= 0 else 0
        return max(self.fewest, figure.planned, len(figure.lanes) + begun)

    def _width(self) -> float:
        return float(max(40, self.plot.width()))

    def _follow(self) -> None:
        """The whole run where it fits; else its newest part, or the part around the shown turn."""
        span = self._width() / (COMFORT * self.scale)
        whole = self._whole()
        if whole <= span:
            self._set_range(0.4, whole + 0.6)
            return
        shown, turns = self._figure.shown, len(self._figure.lanes)
        if shown >= turns:
            right = max(turns + 1.6, span + 0.4)
            self._set_range(right - span, right)
        else:
            self._bring(shown, span)

    def _bring_lane(self, lane: int) -> None:
        """Scroll as little as shows the lane; −1 stays where it is."""
        if lane < 0 or not self._bar.maximum():
            return
        top, tall, room = lane * self._lanes.look.lane, self._lanes.look.lane, self._bar.pageStep()
        if top < self._bar.value():
            self._bar.setValue(math.floor(top))
        elif top + tall > self._bar.value() + room:
            self._bar.setValue(math.ceil(top + tall - room))

    def _keep_in_sight(self) -> None:
        if not self._by_hand:
            self._follow()
            if 1 <= self._figure.shown <= len(self._figure.lanes):
                self._bring_lane(self._figure.lanes[self._figure.shown - 1])
        else:
            self._bring(self._figure.shown, self._range[1] - self._range[0])

    def _bring(self, turn: int, span: float) -> None:
        """Keep the range, unless `turn` would be out of it."""
        left = self._range[0]
        if not left + 0.5 <= turn <= left + span - 0.5 and turn:
            left = turn - span / 2
        self._set_range(left, left + span)

    def _set_range(self, left: float, right: float) -> None:
        whole = self._whole() + 1.2
        span = max(self.closest, min(right - left, max(whole, self._width() / (COMFORT * 2))))
        left = max(0.4 - span * 0.1, min(left, whole - span * 0.9))
        if whole <= span:
            left = 0.4
        self._range = (left, left + span)
        self.box.setXRange(left, left + span, padding=0)
        last = max(len(self._figure.lanes), self._figure.planned)
        self._number_turns(last, self._width() / (46 * self.scale))

    def _pan(self, turns: float) -> None:
        self._by_hand = True
        self._set_range(self._range[0] + turns, self._range[1] + turns)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """What part of the run to see."""
        self.show_menu(event, (self.tr("Follow the run"), self.fit), (self.tr("Show the whole run"), self.show_whole))

    def on_wheel(self, event: QWheelEvent) -> bool:
        """Zoom about the pointer; sideways, or with Shift, move."""
        delta = event.pixelDelta() if not event.pixelDelta().isNull() else event.angleDelta() / 2
        sideways = delta.x() if abs(delta.x()) > abs(delta.y()) else 0
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            sideways = sideways or delta.y()
        if sideways:
            self._pan(-sideways / self._pixels_a_turn())
        else:
            self._zoom(0.998 ** delta.y(), self._turn_at(event.position()))
        return True

    def on_press(self, event: QMouseEvent) -> None:
        """Hold what is in sight."""
        self._held = (self._range, self._bar.value())

    def on_hover(self, event: QMouseEvent) -> None:
        """Tell the turn under the pointer."""
        turn = self._turn_near(event.position())
        self._hover(turn)
        QToolTip.showText(event.globalPosition().toPoint(), tooltip(self._told(turn) if turn else ""), self)

    def on_leave(self) -> None:
        """Tell nothing."""
        self._hover(0)

    def on_drag(self, moved: QPointF) -> None:
        """Move over the turns, and over the lanes where they scroll."""
        self._by_hand = True
        self.surface.setCursor(Qt.CursorShape.ClosedHandCursor)
        (left, right), top = self._held
        turns = moved.x() / self._pixels_a_turn()
        self._set_range(left - turns, right - turns)
        self._bar.setValue(round(top - moved.y()))

    def on_release(self, event: QMouseEvent) -> None:
        """Choose the turn."""
        if not self.dragged and self._lanes.turns:
            self._choose(round(self._turn_at(event.position())))

    def on_double_click(self) -> None:
        """The whole run; where it is in sight already, follow it again."""
        whole = self._range[0] <= 1 and self._range[1] >= self._whole()
        if whole and self._by_hand:
            self.fit()
        else:
            self.show_whole()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows, Page and Home, End choose turns; + and − zoom; 0 follows the run again."""
        shown, last = self._figure.shown, len(self._figure.lanes)
        turns = {
            Qt.Key.Key_Left: shown - 1,
            Qt.Key.Key_Right: shown + 1,
            Qt.Key.Key_PageUp: shown - 10,
            Qt.Key.Key_PageDown: shown + 10,
            Qt.Key.Key_Home: 1,
            Qt.Key.Key_End: last,
        }
        key = Qt.Key(event.key())
        if key in turns and last:
            self._choose(turns[key])
        elif key in {Qt.Key.Key_Plus, Qt.Key.Key_Equal}:
            self._zoom(0.8)
        elif key == Qt.Key.Key_Minus:
            self._zoom(1.25)
        elif key == Qt.Key.Key_0:
            self.fit()
        elif key in {Qt.Key.Key_Up, Qt.Key.Key_Down}:
            self._names.keyPressEvent(event)
        else:
            super().keyPressEvent(event)

    def _choose(self, turn: int) -> None:
        turn = max(1, min(turn, self._lanes.turns))
        if turn != self._figure.shown:
            self.turn_chosen.emit(turn)

    def _hover(self, turn: int) -> None:
        if turn != self._lanes.hovered:
            self._lanes.hovered = turn
            self._lanes.update()

    def _pixels_a_turn(self) -> float:
        return self._width() / (self._range[1] - self._range[0])

    def _turn_at(self, position: QPointF) -> float:
        return self._range[0] + position.x() / self._pixels_a_turn()

    def _turn_near(self, position: QPointF) -> int:
        """The turn whose capsule, or its neighbourhood, is under the pointer; 0 for none."""
        turn = round(self._turn_at(position))
        if not 1 <= turn <= self._lanes.turns:
            return 0
        middle = self._lanes.look.middle(self._figure.lanes[turn - 1]) - self._bar.value()
        if self._pixels_a_turn() >= 5 and abs(position.y() - middle) > self._lanes.look.lane / 2:
            return 0
        return turn

    def _told(self, turn: int) -> str:
        lane = self._figure.lanes[turn - 1]
        name = self._figure.members[lane].name if lane >= 0 else self.tr("Director")
        words, number = self._figure.words[turn - 1], self.locale().toString(turn)
        counted = self.tr("1 word") if words == 1 else self.tr("{count} words").format(count=words)
        return self.tr("Turn {turn}: {name}, {words}").format(turn=number, name=name, words=counted)

    def _tell(self) -> None:
        shown, none = self._figure.shown, self.note.text() or self.tr("Before the first turn")
        self.setAccessibleDescription(self._told(shown) if 1 <= shown <= len(self._figure.lanes) else none)

    def lane_rect(self, lane: int) -> QRectF:
        """Where a lane is drawn, in this widget's pixels."""
        look = self._lanes.look
        return QRectF(0, lane * look.lane - self._bar.value(), self.width(), look.lane)

    def turn_point(self, turn: int) -> QPointF:
        """Where a turn's middle is drawn, in the plot's pixels."""
        x = (turn - self._range[0]) * self._pixels_a_turn()
        return QPointF(x, self._lanes.look.middle(self._figure.lanes[turn - 1]) - self._bar.value())
