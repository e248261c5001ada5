"""The turns of two runs side by side: what both say stands once, what differs is marked."""

from __future__ import annotations

import difflib
import re
from collections import OrderedDict
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCharFormat,
    QTextLayout,
)
from PySide6.QtWidgets import QWidget

from parley.desktop.compare.figures import ComparedLine, ComparedRow, CompareFigure
from parley.desktop.run.figures import MemberFigure
from parley.desktop.transcript.view.look import AVATAR
from parley.desktop.transcript.view.looked import LookedRows
from parley.desktop.widgets.windowed.text import laid, units

MARGIN, GAP, PAD = 12.0, 9.0, 9.0
MIDDLE = 46.0
"""Pixels between the two columns, where the number of the turn stands."""
KEPT = 200
"""Rows that stay laid out."""
ALIKE = 0.35
"""Part of the words that two lines must share for their words to be compared one by one."""
LONGEST = 600
"""Words of a line up to which that is done."""

_PIECE = re.compile(r"\w+|[^\w\s]")


@dataclass(slots=True)
class Shape:
    """A row laid out: the text of each side, and how high the row is."""

    one: QTextLayout | None
    other: QTextLayout | None
    height: float


class CompareRows(LookedRows):
    """Signals: `turn_chosen(number)` of the first run."""

    turn_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure = CompareFigure()
        self._shapes: OrderedDict[int, Shape] = OrderedDict()
        self._unfolded = False
        self.setAccessibleName(self.tr("Turns of both runs"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def show_figure(self, figure: CompareFigure) -> None:
        """Show two runs, at the first turn that differs."""
        self._figure = figure
        self._unfolded = False
        self._rebuild_rows()

    def forget_laid(self) -> None:
        self._shapes.clear()

    def unfold(self, on: bool) -> None:
        """Show what both share line by line, or in one."""
        self._unfolded = on
        self._rebuild_rows()

    @property
    def folded(self) -> int:
        """How many turns stand in the one line at the top."""
        return 0 if self._unfolded else self._figure.shared

    def go_to(self, turn: int) -> None:
        """Bring a turn of the first run into sight, or what stands where it would."""
        rows = self._figure.rows
        at = next((at for at, row in enumerate(rows) if row.number >= turn), len(rows) - 1)
        self.reveal(at - self.folded + bool(self.folded), middle=True)

    def _rebuild_rows(self) -> None:
        self._shapes.clear()
        self.reset_rows(self._count(), at_end=False)

    def _count(self) -> int:
        return len(self._figure.rows) - self.folded + bool(self.folded)

    def _find_row_turns(self, at: int) -> ComparedRow | None:
        """Return the row's turns; None of the line that stands for those that are shared."""
        if self.folded:
            return None if at == 0 else self._figure.rows[at - 1 + self.folded]
        return self._figure.rows[at]

    # Laying out ---------------------------------------------------------------------------------------------------

    def _columns(self) -> tuple[float, float, float]:
        """Return where the left and the right column begin, and how wide each is."""
        look = self._look
        wide = (self.viewport().width() - look.px(MIDDLE)) / 2
        return 0.0, wide + look.px(MIDDLE), wide

    def _shape(self, at: int) -> Shape:
        found = self._shapes.get(at)
        if found is None:
            row = self._find_row_turns(at)
            found = self._build_folded_shape() if row is None else self._lay_out_row(row)
            self._shapes[at] = found
            if len(self._shapes) > KEPT:
                self._shapes.popitem(last=False)
        return found

    def _build_folded_shape(self) -> Shape:
        return Shape(None, None, self._look.px(38))

    def _lay_out_row(self, row: ComparedRow) -> Shape:
        look = self._look
        head, wide = look.name_metrics.height(), self._columns()[2]
        room = wide - look.px(MARGIN + AVATAR + GAP + MARGIN)
        differing = ([], []) if row.same or not row.one or not row.other else marks(row.one.text, row.other.text)
        one, first = self._text(row.one, room, differing[0])
        other, second = self._text(row.other, room, differing[1])
        return Shape(one, other, round(max(first, second, look.px(8)) + head + look.px(2 * PAD + 2)))

    def _text(
        self, line: ComparedLine | None, wide: float, differing: list[tuple[int, int]]
    ) -> tuple[QTextLayout | None, float]:
        if line is None:
            return None, 0.0
        return laid(
            line.text,
            self._look.text if line.name else self._look.slanted,
            wide,
            self._build_mark_formats(line.text, differing),
        )

    def _build_mark_formats(self, text: str, differing: list[tuple[int, int]]) -> list[QTextLayout.FormatRange]:
        shape = QTextCharFormat()
        shape.setBackground(self._look.colour("highlight"))
        formats = []
        for first, last in differing:
            part = QTextLayout.FormatRange()
            part.start, part.length, part.format = units(text[:first]), units(text[first:last]), shape
            formats.append(part)
        return formats

    def measure_row(self, row: int) -> int:
        """Return the height of a row in pixels."""
        return int(self._shape(row).height)

    def spoken_row(self, row: int) -> str:
        """Return a row as a screen reader says it: whether the turns are the same, and what is said in each."""
        turns = self._find_row_turns(row)
        if turns is None:
            return self.folded_words()
        lines = [
            ": ".join(part for part in (each.name, each.text) if part) if each else self.tr("no such turn")
            for each in turns.sides
        ]
        if turns.same:
            return self.tr("Turn {0}, the same in both: {1}").format(turns.number, lines[0])
        return self.tr("Turn {0} differs. {1} — {2}").format(turns.number, *lines)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lines are broken otherwise now."""
        self._shapes.clear()
        super().resizeEvent(event)

    # Painting -----------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rows in sight."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not self._figure.rows:
            painter.setPen(self._look.colour("secondary"))
            painter.setFont(self._look.text)
            told = self.tr("Nobody has said anything in either run.")
            painter.drawText(self.viewport().rect(), int(Qt.AlignmentFlag.AlignCenter), told)
        for at, y in self.in_sight():
            row = self._find_row_turns(at)
            if row is None:
                self._paint_folded(painter, y)
            else:
                self._paint(painter, row, self._shape(at), y)
        painter.end()

    def _paint_folded(self, painter: QPainter, y: float) -> None:
        look = self._look
        box = QRectF(look.px(MARGIN), y + look.px(4), self.viewport().width() - look.px(2 * MARGIN), look.px(28))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("raised"))
        painter.drawRoundedRect(box, look.px(6), look.px(6))
        painter.setPen(look.colour("secondary"))
        painter.setFont(look.note)
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), self.folded_words())

    def folded_words(self) -> str:
        """Return what stands for the turns that both share."""
        count = self.folded
        if count == 1:
            return self.tr("Turn 1 is the same in both. Click to show it.")
        return self.tr("Turns 1 to {0} are the same in both. Click to show them.").format(self.locale().toString(count))

    def _paint(self, painter: QPainter, row: ComparedRow, shape: Shape, y: float) -> None:
        look = self._look
        left, right, wide = self._columns()
        if not row.same:
            box = QRectF(wide, y + look.px(2), look.px(MIDDLE), shape.height - look.px(4))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look.colour("accent_soft"))
            painter.drawRoundedRect(box, look.px(6), look.px(6))
        painter.setPen(look.colour("faint" if row.same else "accent"))
        painter.setFont(look.small)
        number = QRectF(wide, y + look.px(PAD), look.px(MIDDLE), look.name_metrics.height())
        sign = "=" if row.same else "≠"
        painter.drawText(number, int(Qt.AlignmentFlag.AlignCenter), f"{self._format_turn_numbers(row)} {sign}")
        for line, layout, x in ((row.one, shape.one, left), (row.other, shape.other, right)):
            self._paint_line(painter, line, layout, QPointF(x, y), wide)

    def _format_turn_numbers(self, row: ComparedRow) -> str:
        """Return the number that both have, or that of each."""
        numbers = [str(number) for number in (row.number, row.other_number) if number]
        return "·".join(dict.fromkeys(numbers))

    def _paint_line(
        self,
        painter: QPainter,
        line: ComparedLine | None,
        layout: QTextLayout | None,
        at: QPointF,
        wide: float,
    ) -> None:
        look = self._look
        text_at = at + QPointF(look.px(MARGIN + AVATAR + GAP), look.px(PAD))
        head = QRectF(
            text_at.x(), text_at.y(), wide - look.px(MARGIN + AVATAR + GAP + MARGIN), look.name_metrics.height()
        )
        if line is None or layout is None:
            painter.setPen(look.colour("faint"))
            painter.setFont(look.note)
            painter.drawText(head, int(Qt.AlignmentFlag.AlignLeft), self.tr("no such turn"))
            return
        member = self._figure.members.get(line.member) or MemberFigure(line.member, line.name, "◆", "slate")
        picture = look.avatar(member, "◆", self.devicePixelRatioF())
        painter.drawPixmap(QPointF(at.x() + look.px(MARGIN), text_at.y()), picture)
        painter.setFont(look.name)
        painter.setPen(look.member(member))
        name = look.name_metrics.elidedText(line.name, Qt.TextElideMode.ElideRight, head.width())
        painter.drawText(head, int(Qt.AlignmentFlag.AlignLeft), name)
        painter.setPen(look.colour("text"))
        layout.draw(painter, QPointF(text_at.x(), head.bottom() + look.px(2)))

    # Hands --------------------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Unfold what is shared, or choose a turn."""
        at = self.row_at(event.position().y())
        if at < 0 or event.button() != Qt.MouseButton.LeftButton:
            return
        row = self._find_row_turns(at)
        if row is None:
            self.unfold(True)
        elif row.number:
            self.turn_chosen.emit(row.number)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter unfolds what is shared."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.folded:
            self.unfold(True)
        else:
            super().keyPressEvent(event)


def marks(one: str, other: str) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return which parts of two lines differ, as (first, last + 1) of each; none at all where hardly a word is the
    same.
    """
    left, right = list(_PIECE.finditer(one)), list(_PIECE.finditer(other))
    if max(len(left), len(right)) > LONGEST:
        return [], []
    matcher = difflib.SequenceMatcher(
        None,
        [piece.group().casefold() for piece in left],
        [piece.group().casefold() for piece in right],
        autojunk=False,
    )
    if matcher.ratio() < ALIKE:
        return [], []
    found: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            continue
        for spans, pieces, low, high in ((found[0], left, a, b), (found[1], right, c, d)):
            if high > low:
                spans.append((pieces[low].start(), pieces[high - 1].end()))
    return found
