"""The narrative as a scrolling column: what is in sight is laid out, and what streams is all that is made anew."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from parley.desktop.modes.story.figures import PassageFigure, StreamFigure
from parley.desktop.modes.story.view.pieces import BOOK, WIDEST, Letters, Shape
from parley.desktop.modes.story.view.shape import ASIDE, shaped, streamed
from parley.desktop.modes.story.view.wording import told
from parley.desktop.transcript.view.looked import LookedRows
from parley.desktop.widgets import spoken
from parley.desktop.widgets.language import labelled

MOVED = "ph.map-pin"
"""The sign of what brings the player to another place."""


class Column(LookedRows):
    """The last passages of a story and what is being said.

    Up and Down choose a passage, Return goes to its turn; so does a double click or a click on its number; a click on a
    face chooses the member.

    Signals: `turn_chosen(number)`, `member_chosen(id)`.
    """

    turn_chosen = Signal(int)
    member_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.passages: tuple[PassageFigure, ...] = ()
        self.stream: StreamFigure | None = None
        self.current = -1
        self.tale = BOOK
        self._shapes: dict[int, tuple[PassageFigure, Shape]] = {}
        self._said: Shape | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(200, 80)
        self.viewport().setMouseTracking(True)
        self.setAccessibleName(self.tr("What happened"))

    def set_letters(self, letters: Letters) -> None:
        """Set the tale in other letters."""
        if letters != self.tale:
            self.tale = letters
            self.remeasure()

    # -- figures -------------------------------------------------------------------------------------------------

    def show_passages(self, passages: tuple[PassageFigure, ...], stream: StreamFigure | None = None) -> None:
        """Show these; where only the stream has grown, nothing but it is laid out again."""
        if passages is not self.passages and passages != self.passages:
            self._take(passages, stream)
        elif (stream is None) != (self.stream is None):
            self.stream, self._said = stream, None
            if stream is not None:
                self.heights.append(1)
            else:
                self.heights.truncate(len(self.passages))
            self.settle()
        elif stream != self.stream:
            self._grow(stream)

    def _grow(self, stream: StreamFigure | None) -> None:
        """Show more words of the line being said; repaint only that line unless its height changes."""
        row = len(self.heights) - 1
        self.stream, self._said = stream, None
        top = self.top_of(row)
        if top is not None and self.heights.known(row) and self.measure_row(row) == self.heights[row]:
            self.viewport().update(0, top, self.viewport().width(), self.heights[row])
            return
        self.heights.forget(row)
        self.settle()

    def _take(self, passages: tuple[PassageFigure, ...], stream: StreamFigure | None) -> None:
        top = self._get_passage(self._row)
        chosen = self._get_passage(self.current)
        grown = len(self.passages) <= len(passages) and passages[: len(self.passages)] == self.passages
        had = len(self.passages)
        # The first ones of a story are no news: it was opened.
        followed = grown and had > 0 and self.following
        self.passages, self.stream, self._said = passages, stream, None
        kept = {one.seq for one in passages}
        self._shapes = {seq: found for seq, found in self._shapes.items() if seq in kept}
        self.current = self._find_passage_row(chosen)
        above, row = self._above, self._find_passage_row(top)
        self.heights.reset(self._count(), self.heights.guess)
        if self.following or not (grown or row >= 0):
            # Another story, or another moment of it: its end is what counts.
            self.following = True
        else:
            self._row, self._above = max(0, row), above if row >= 0 else 0
        self.settle()
        self._tell()
        if followed:
            spoken.tell_new(self, had, len(passages) - 1)

    def _count(self) -> int:
        return len(self.passages) + (self.stream is not None)

    def _get_passage(self, row: int) -> PassageFigure | None:
        return self.passages[row] if 0 <= row < len(self.passages) else None

    def _find_passage_row(self, passage: PassageFigure | None) -> int:
        if passage is None:
            return -1
        return next((i for i, each in enumerate(self.passages) if each.seq == passage.seq), -1)

    # -- look ----------------------------------------------------------------------------------------------------

    def forget_laid(self) -> None:
        self._shapes.clear()
        self._said = None

    # -- rows ----------------------------------------------------------------------------------------------------

    def shape(self, row: int) -> Shape:
        """Return a row as it is laid out."""
        width = self._compute_column_width()
        passage = self._get_passage(row)
        if passage is not None:
            found = self._shapes.get(passage.seq)
            if found is None or (found[0] is not passage and found[0] != passage):
                found = self._shapes[passage.seq] = (
                    passage,
                    shaped(passage, width, self._look, self.tale, opens=self._does_open_tale(row)),
                )
            return found[1]
        assert self.stream is not None
        if self._said is None:
            self._said = streamed(self.stream, width, self._look, self.tale)
        return self._said

    def _compute_column_width(self) -> float:
        return min(float(self.viewport().width()), self._look.px(WIDEST * self.tale.part + ASIDE))

    def _compute_column_inset(self) -> float:
        """Return where there is more room than a line needs, the tale stands in its middle."""
        return float(round((self.viewport().width() - self._compute_column_width()) / 2))

    def _does_open_tale(self, row: int) -> bool:
        """Return whether the tale begins with a passage, or goes on with it after a mark or at another place."""
        before = self._get_passage(row - 1)
        return before is None or before.kind == "mark" or before.icon == MOVED

    def measure_row(self, row: int) -> int:
        """Return the height of a row in pixels."""
        return int(self.shape(row).height)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._look.text)
        for row, top in self.in_sight():
            shape = self.shape(row)
            if top + shape.height < event.rect().top() or top > event.rect().bottom():
                continue
            painter.save()
            painter.translate(self._compute_column_inset(), float(top))
            if row == self.current and self.hasFocus():
                painter.setPen(QPen(self._look.tint("accent", 0.6), 1.0))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(QRectF(5.5, 1.5, shape.width - 11, shape.height - 3), 6, 6)
            for piece in shape.pieces:
                piece(painter)
            painter.restore()
        painter.end()

    # -- hands ---------------------------------------------------------------------------------------------------

    def _hit(self, at: QPointF) -> tuple[int, str]:
        row = self.row_at(at.y())
        if row < 0:
            return -1, ""
        top = self.top_of(row)
        inside = at - QPointF(self._compute_column_inset(), float(top or 0))
        shape = self.shape(row)
        if shape.face is not None and shape.face.contains(inside):
            return row, "face"
        if shape.number is not None and shape.number.contains(inside):
            return row, "number"
        return row, ""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose a passage, a member or a turn."""
        if event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        row, part = self._hit(event.position())
        self.set_current(row)
        passage = self._get_passage(row)
        if part == "face" and passage is not None:
            self.member_chosen.emit(passage.face.id)
        elif part == "number":
            self._go(row)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._go(self._hit(event.position())[0])

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show a hand cursor where a click does something."""
        part = self._hit(event.position())[1]
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if part else Qt.CursorShape.ArrowCursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down choose, Return goes to the turn, End follows again."""
        count = len(self.passages)
        match event.key():
            case Qt.Key.Key_Up if count:
                self.set_current(self.current - 1 if self.current > 0 else (count - 1 if self.current < 0 else 0))
            case Qt.Key.Key_Down if count:
                self.set_current(min(count - 1, self.current + 1) if self.current >= 0 else count - 1)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self._go(self.current)
            case Qt.Key.Key_Home:
                self.reveal(0)
            case Qt.Key.Key_End:
                self.scroll_to_end()
            case _:
                super().keyPressEvent(event)

    def set_current(self, row: int) -> None:
        """Choose a passage and bring it into sight."""
        self.current = row if 0 <= row < len(self.passages) else -1
        if self.current >= 0:
            self.reveal(self.current)
        self._tell()
        self.viewport().update()

    def _go(self, row: int) -> None:
        if self._get_passage(row) is None:
            return
        # What is no turn happened right before the next one, or after the last.
        turn = next((each.turn for each in self.passages[row:] if each.turn), 0)
        turn = turn or next((each.turn for each in reversed(self.passages[:row]) if each.turn), 0)
        if turn:
            self.turn_chosen.emit(turn)

    def _tell(self) -> None:
        """Set the text that is read out: the chosen passage, else the newest."""
        passage = self._get_passage(self.current) or (self.passages[-1] if self.passages else None)
        text = in_words(passage) if passage else ""
        if text != self.accessibleDescription():
            self.setAccessibleDescription(text)
            spoken.tell_current(self)

    def spoken_row(self, row: int) -> str:
        """Return a row as a screen reader says it; of one that is being said, who says it."""
        passage = self._get_passage(row)
        return in_words(passage) if passage is not None else self.stream.face.name if self.stream is not None else ""


def in_words(passage: PassageFigure) -> str:
    """Return a passage in words alone."""
    named = passage.face.name and not passage.ruling
    words = [f"{passage.face.name}: {passage.text}" if named else passage.text]
    if passage.kind == "outcome":
        words.insert(0, labelled("outcome", passage.caption))
    if passage.kind == "mark" and passage.caption:
        words.insert(0, labelled("phase", passage.caption))
    words += [told(check) for check in passage.checks]
    words += [f"{passage.face.name}: {passage.ruling}"] if passage.ruling else []
    return ". ".join(word for word in words if word)
