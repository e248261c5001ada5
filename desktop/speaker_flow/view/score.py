"""The score: who spoke when, for how long and to whom, with what was done between the turns; and the ways over it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QLocale, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from parley.desktop.run.figures import MarkFigure
from parley.desktop.speaker_flow.figures import FlowFigure
from parley.desktop.speaker_flow.view.painting import ICON, Score, paint_score
from parley.desktop.speaker_flow.view.places import GAP, OPEN, WORD, LaneLook, Spread, get_lane_of
from parley.desktop.widgets.counts import format_words
from parley.desktop.widgets.painted import Tips, empty_note, ink
from parley.desktop.widgets.parts import build_popup_menu
from parley.desktop.widgets.plain import one_line
from parley.desktop.widgets.spoken import Spoken
from parley.desktop.widgets.themed import Themed

translate = QCoreApplication.translate
AXIS, MARKS, BANDS = 18.0, 23.0, 17.0
"""Pixels of the turns' numbers, of the row of marks and of the row of scenes."""
MARKS_FROM, BANDS_FROM = 104.0, 84.0
"""Pixels of height from which there is room for these rows."""
WANTED, LEAST_WORD, MOST_WORD = 12, 1.3, 24.0
"""Turns that are wanted in sight; pixels of a word below which fewer are, and the most that a zoom gives."""


class ScoreSurface(Spoken, Tips, Themed, QWidget):
    """The score drawn, and what part of it is in sight: it follows the run until it is moved by hand; then it moves
    only to keep the shown turn in sight.

    A click chooses a turn, dragging moves, the wheel zooms, a double click shows the whole run; dragging with Shift,
    or along the numbers, chooses a span.

    Attributes: `score`, what is drawn; `by_hand`. Signals: `moved()` when another part is shown; `turn_chosen(number)`,
    `span_chosen(first, last)`, `span_cleared()`, `verb_chosen(name)`: "compare" or "fork", of the span.
    """

    moved = Signal()
    turn_chosen = Signal(int)
    span_chosen = Signal(int, int)
    span_cleared = Signal()
    verb_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.score = Score()
        self.by_hand = False
        self._key: tuple[object, object] = ((), ())
        self._selected = ""
        self.note = empty_note(self)
        self._pressed: QPointF | None = None
        self._dragged = False
        self._held = 0.0
        self._anchor = 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Speaker flow: who spoke when"))

    # What is shown ------------------------------------------------------------------------------------------------

    @property
    def figure(self) -> FlowFigure:
        """What is shown."""
        return self.score.figure

    def show_figure(self, figure: FlowFigure) -> None:
        """Show a figure; where the turns stand is found anew only where there are others."""
        before, self.score.figure = self.score.figure, figure
        anew = len(figure.lanes) < len(before.lanes) or [m.id for m in figure.members] != [m.id for m in before.members]
        if self._key[0] is not figure.lanes or self._key[1] is not figure.words:  # The same objects while no turn came
            self._key = figure.lanes, figure.words
            self.score.spread = Spread(figure.lanes, figure.words)
        if anew:  # Another run, or a retry: what was looked at is not there any more
            self.by_hand = False
        self.score.hovered = min(self.score.hovered, len(figure.lanes))  # The turn may have been taken back
        self.lay_out()
        if not self.by_hand:
            self._sync_view()
        elif figure.shown != before.shown:
            self._reveal_turn(figure.shown)
        self._bring_span(before.span)
        self._describe_turn()

    def select_member(self, member_id: str) -> None:
        """Mark a member's lane."""
        self._selected = member_id
        self.lay_out()

    def lay_out(self) -> None:
        """Find the lanes' height, and who shares one."""
        figure, score, scale = self.figure, self.score, self.scale
        director = bool(len(score.spread.lanes)) and bool((score.spread.lanes < 0).any())
        score.axis = AXIS * scale
        score.marks_row = MARKS * scale if figure.marks and self.height() >= MARKS_FROM * scale else 0.0
        score.bands_row = BANDS * scale if figure.bands and self.height() >= BANDS_FROM * scale else 0.0
        top = score.marks_row + score.bands_row + 4
        room = max(1.0, self.height() - top - score.axis - 2)
        lane, each = get_lane_of(max(1, len(figure.members)), director, room, scale)
        ids = [member.id for member in figure.members]
        speaking = next((i for i, member in enumerate(figure.members) if member.speaking), -1)
        score.look = LaneLook(
            theme=self.theme,
            scale=scale,
            members=figure.members,
            lane=lane,
            each=each,
            top=top,
            director=director and bool(figure.members),
            selected=ids.index(self._selected) if self._selected in ids else -1,
            speaking=speaking if figure.shown == len(figure.lanes) else -1,  # In the past nobody is speaking
        )
        score.width, score.font = float(max(1, self.width())), self.font()
        score.drawn_word = self.tr("drawn")  # `tr` needs a QObject, which the score is not
        self._put_note()
        self.update()

    def _put_note(self) -> None:
        text = ""
        if not self.figure.members:
            text = self.tr("Who speaks when is drawn here, a lane for each member. Start a run, or open one.")
        elif not self.figure.lanes:
            text = self.tr("Each turn appears here as soon as it was said, on its member's lane.")
        self.note.setText(text)
        self.note.setVisible(bool(text))
        wide = min(self.width() - 16, 340)
        tall = self.note.heightForWidth(wide)
        self.note.setGeometry((self.width() - wide) // 2, max(0, (self.height() - tall) // 2), wide, tall)

    def _apply_theme(self) -> None:
        self.lay_out()
        super()._apply_theme()

    def sizeHint(self) -> QSize:
        rows = max(1, len(self.figure.members))
        return QSize(420, round((MARKS + AXIS + 21 * min(rows, 9)) * self.scale))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, round((AXIS + 30) * self.scale))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.lay_out()
        if self.by_hand:  # The chosen part stays; only more or less of it fits
            self.moved.emit()
        else:
            self._sync_view()

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            if self.figure.members and self.figure.lanes:
                paint_score(painter, self.score, mark_label)
            if self.hasFocus():
                ink(painter, self.theme.colour("accent"))
                painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), 4, 4)

    # What part is in sight ----------------------------------------------------------------------------------------

    @property
    def words_in_sight(self) -> tuple[float, float]:
        """What is in sight, in words."""
        return self.score.left, self.score.get_place(self.score.width)

    @property
    def turns_in_sight(self) -> tuple[int, int]:
        """The first and the last turn that are in sight."""
        return self.score.in_sight

    def _find_end(self) -> float:
        """Return where the last turn that is worth seeing ends: the one that comes, and two more that are planned."""
        spread, figure = self.score.spread, self.figure
        coming = spread.turns + 1 if figure.drawn >= 0 or self.score.look.speaking >= 0 else spread.turns
        return max(OPEN, spread.end(max(coming, min(figure.planned, spread.turns + 3))))

    def _compute_least_scale(self) -> float:
        """Return the pixels of a word with which the whole run is in sight."""
        return self.score.width / (self._find_end() + 1.5 * GAP)

    def _sync_view(self) -> None:
        """Show the whole run where it fits; else its newest part, or the part around the shown turn."""
        spread, shown, turns, width = self.score.spread, self.figure.shown, len(self.figure.lanes), self.score.width
        usual, least = WORD * self.scale, LEAST_WORD * self.scale
        # At the left half a gap; at the right a whole one, where the last arc ends.
        around = 1.5 * GAP
        first = max(1, turns - WANTED + 1)
        pixels = max(least, min(usual, width / max(1.0, self._find_end() - spread.start(first) + around)))
        if self._find_end() + around <= width / least:
            pixels = max(least, min(usual, width / (self._find_end() + around)))
        self.score.pixels = pixels
        span = width / pixels
        if self._find_end() + around <= span:
            self._set_view(-GAP / 2, pixels)
        elif shown >= turns:
            self._set_view(self._find_end() + GAP - span, pixels)
        else:
            self._reveal_turn(shown)

    def _reveal_turn(self, turn: int) -> None:
        """Move as little as brings a turn into sight: to the middle, where it was not."""
        left, right = self.words_in_sight
        start, end = self.score.spread.start(max(1, turn)), self.score.spread.end(max(1, turn))
        if start < left or end > right:
            self._set_view((start + end - (right - left)) / 2, self.score.pixels)
        else:
            self._set_view(left, self.score.pixels)

    def _bring_span(self, before: range) -> None:
        """Bring into sight that end of the chosen turns which was moved."""
        span = self.figure.span
        if not span or span == before:
            return
        turn = span[-1] if before and before.start == span.start else span.start
        left, right = self.words_in_sight
        if self.score.spread.start(turn) < left or self.score.spread.end(turn) > right:
            self.by_hand = True
            self._reveal_turn(turn)

    def _set_view(self, left: float, pixels: float) -> None:
        """Show the part from `left` on, as far as there is something to see."""
        score = self.score
        end = self._find_end()
        score.pixels = max(self._compute_least_scale(), min(pixels, MOST_WORD * self.scale))
        span = score.width / score.pixels
        score.left = max(-GAP / 2, min(left, end + GAP - span)) if span < end + 1.5 * GAP else -GAP / 2  # Else all fits
        self.update()
        self.moved.emit()

    def fit(self) -> None:
        """Follow the run again, as at the beginning."""
        self.by_hand = False
        self._sync_view()

    def show_whole(self) -> None:
        """Show the whole run from its first turn to its last."""
        self.by_hand = True
        self._set_view(-GAP / 2, 0.0)  # 0 is raised to the least scale

    def zoom(self, factor: float, at: float | None = None) -> None:
        """See `factor` times as much; the pixel `at`, or the middle, stays where it is."""
        self.by_hand = True
        x = self.score.width / 2 if at is None else at
        place = self.score.get_place(x)
        score = self.score
        score.pixels = max(1e-9, score.pixels / factor)
        score.pixels = max(self._compute_least_scale(), min(score.pixels, MOST_WORD * self.scale))  # `x` below needs it
        self._set_view(place - x / score.pixels, score.pixels)

    def _describe_turn(self) -> None:
        shown, none = self.figure.shown, self.note.text() or self.tr("Before the first turn")
        self.setAccessibleDescription(turn_told(self.figure, shown) if 1 <= shown <= len(self.figure.lanes) else none)

    def count_accessible_rows(self) -> int:
        return len(self.figure.lanes)

    def get_accessible_text(self, row: int) -> str:
        return turn_told(self.figure, row + 1)

    def get_accessible_current(self) -> int:
        return self.figure.shown - 1

    def get_accessible_rect(self, row: int) -> QRect:
        return self.score.get_block(row + 1).toAlignedRect() & self.rect()

    # Mouse --------------------------------------------------------------------------------------------------------

    def _turn_at(self, at: QPointF) -> int:
        """Return the turn whose block, or whose number, is under the pointer; 0 for none."""
        score = self.score
        turn = score.spread.find_turn(score.get_place(at.x()))
        if not turn or at.y() > score.look.bottom or not score.in_blocks:  # Numbers and columns have no lane
            return turn
        return turn if abs(at.y() - score.get_block(turn).center().y()) <= score.look.lane / 2 else 0

    def _find_nearest_turn(self, x: float) -> int:
        words = self.score.get_place(x)
        return self.score.spread.find_turn(words) or (1 if words < 0 else self.score.spread.turns)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or not self.figure.lanes:
            super().mousePressEvent(event)
            return
        at = event.position()
        self._pressed, self._dragged, self._held = at, False, self.score.left
        shift = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        drawn = shift or at.y() > self.score.look.bottom + 2
        self._anchor = self._find_nearest_turn(at.x()) if drawn else 0

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Hover, move, or draw a span."""
        at = event.position()
        if self._pressed is None:
            turn = self._turn_at(at)
            if turn != self.score.hovered:
                self.score.hovered = turn
                self.update()
            return
        moved = at - self._pressed
        if not self._dragged and moved.manhattanLength() < QApplication.startDragDistance():  # A shaky click
            return
        self._dragged = True
        if self._anchor:
            turn = self._find_nearest_turn(at.x())
            self.span_chosen.emit(min(self._anchor, turn), max(self._anchor, turn))
        else:
            self.by_hand = True
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self._set_view(self._held - moved.x() / self.score.pixels, self.score.pixels)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None:
            return
        self._pressed = None
        self.unsetCursor()
        if self._dragged:
            return
        turn = self._turn_at(event.position())
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and turn:
            self.span_chosen.emit(min(turn, self.figure.shown or turn), max(turn, self.figure.shown))
        elif turn:
            self._choose_turn(turn)

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:
        """Show the whole run, or go back to following it."""
        self._pressed = None
        left, right = self.words_in_sight
        whole = left <= 0 and right >= self.score.spread.end(self.score.spread.turns)
        if self.by_hand and whole:
            self.fit()
        else:
            self.show_whole()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom about the pointer; sideways, or with Shift, move."""
        delta = event.pixelDelta() if not event.pixelDelta().isNull() else event.angleDelta() / 2  # A touchpad has both
        sideways = delta.x() if abs(delta.x()) > abs(delta.y()) else 0  # A finger never moves quite straight
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            sideways = sideways or delta.y()
        if sideways:
            self.by_hand = True
            self._set_view(self.score.left - sideways / self.score.pixels, self.score.pixels)
        else:
            self.zoom(0.998 ** delta.y(), event.position().x())
        event.accept()  # Else the surroundings would scroll, too

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.score.hovered = 0
        self.update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu that chooses what part of the run to see."""
        menu = build_popup_menu(self)
        turn = self._turn_at(QPointF(event.pos())) or self.figure.shown
        this = self.tr("Select turn {0}").format(self.locale().toString(turn))
        selected = (
            (self.tr("Fork at the end of the selection"), lambda: self.verb_chosen.emit("fork")),
            (self.tr("Compare the selected turns…"), lambda: self.verb_chosen.emit("compare")),
        )
        for title, does in (
            *(selected if self.figure.span else ()),
            (self.tr("Follow the run"), self.fit),
            (self.tr("Show the whole run"), self.show_whole),
            (this, lambda: self.span_chosen.emit(turn, turn)),
            (self.tr("Select all turns"), lambda: self.span_chosen.emit(1, self.score.spread.turns)),
            (self.tr("Select nothing"), self.span_cleared.emit),
        ):
            menu.addAction(title).triggered.connect(lambda _on=False, does=does: does())  # Bound now, not at the call
        menu.popup(event.globalPos())

    def find_tip_at(self, at: QPointF) -> str:
        """Return what is told of a place: a mark, a scene, or a turn."""
        score = self.score
        if at.y() <= score.marks_row:
            near = [each for each in score.placed_marks() if abs(each.icon - at.x()) <= ICON * self.scale]
            return "\n".join(mark.text for each in near[:1] for mark in each.marks)
        turn = self._turn_at(at)
        if not turn and at.y() <= score.look.top:
            place = score.spread.find_turn(score.get_place(at.x()))
            return next((band.title for band in self.figure.bands if band.first <= place <= band.last), "")
        return turn_told(self.figure, turn) if turn else ""

    # Keys ---------------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose a turn by arrows, Home, End and page keys; zoom by plus and minus; follow again by 0."""
        key, shown = event.key(), self.figure.shown
        first, last = self.turns_in_sight
        page = max(1, last - first)
        steps = {
            Qt.Key.Key_Left: shown - 1, Qt.Key.Key_Right: shown + 1, Qt.Key.Key_Home: 1,
            Qt.Key.Key_End: self.score.spread.turns, Qt.Key.Key_PageUp: shown - page, Qt.Key.Key_PageDown: shown + page,
        }  # fmt: skip
        if key in steps and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier and self.figure.lanes:
            self._choose_turn(steps[Qt.Key(key)])
        elif key in {Qt.Key.Key_Plus, Qt.Key.Key_Equal}:
            self.zoom(0.8)
        elif key == Qt.Key.Key_Minus:
            self.zoom(1.25)
        elif key == Qt.Key.Key_0:
            self.fit()
        elif key == Qt.Key.Key_Escape and self.figure.span:
            self.span_cleared.emit()
        else:
            super().keyPressEvent(event)

    def _choose_turn(self, turn: int) -> None:
        turn = max(1, min(turn, self.score.spread.turns))
        if turn != self.figure.shown:  # Not again: that would stop following the newest
            self.turn_chosen.emit(turn)


def name_of(figure: FlowFigure, lane: int) -> str:
    """Return a member's name, or the director's."""
    return figure.members[lane].name if lane >= 0 else translate("FlowChart", "Director")


def turn_told(figure: FlowFigure, turn: int) -> str:
    """Return a turn in words: "Turn 5: Bex to Ilja, 12 words"."""
    name = name_of(figure, figure.lanes[turn - 1])
    if to := figure.addressed(turn):
        others = ", ".join(name_of(figure, lane) for lane in to)
        name = translate("FlowChart", "{name} to {others}").format(name=name, others=others)
    words, number = format_words(figure.words[turn - 1]), QLocale().toString(turn)
    return translate("FlowChart", "Turn {turn}: {name}, {words}").format(turn=number, name=name, words=words)


def mark_label(mark: MarkFigure) -> str:
    """Return what stands beside a mark: what was put in or how a fork is called; else what was done, without its
    words.
    """
    what, _, words = one_line(mark.text, 80).partition(": ")  # "Injected: …", as `Marks` words it, in either language
    return words if words and mark.kind in ("topic", "fork") else what
