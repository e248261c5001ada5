"""Why this speaker: the candidates' weights as a table, with their terms as a bar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QPainter
from PySide6.QtWidgets import QFrame, QHeaderView, QStyledItemDelegate, QStyleOptionViewItem, QTableWidget, QWidget
from PySide6.QtWidgets import QTableWidgetItem as Item

from parley.desktop.run.figures import MemberFigure
from parley.desktop.speaker_flow.figures import WhyFigure
from parley.desktop.widgets.avatar import avatar_icon
from parley.desktop.widgets.figure_model import AnyIndex
from parley.desktop.widgets.plain import tooltip
from parley.desktop.widgets.tables import bare_table
from parley.desktop.widgets.theme import LOOK, Theme
from parley.desktop.widgets.themed import Themed

if TYPE_CHECKING:
    from parley.core.log.events.turn import Candidate

NAME, TERMS, WEIGHT, SHARE = range(4)
PARTS = int(Qt.ItemDataRole.UserRole)
"""The parts of a bar as (which term, how long), in parts of the longest bar."""
BAR = 12
"""Pixels of a bar's height at a text scale of 1."""
BASE, AFFINITY, JITTER, BONUS, OFF = range(5)
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def term_colour(term: int, theme: Theme) -> QColor:
    """Return the colour of a term: what is between people, what is chance, what a rule adds, what is taken off."""
    return QColor(
        {
            BASE: theme.neutral,
            AFFINITY: "#8f9cff" if theme.dark else "#5a6ae0",
            JITTER: "#e2b878" if theme.dark else "#c08a3c",
            BONUS: theme.good,
            OFF: theme.bad,
        }[term]
    )


class TermsDelegate(QStyledItemDelegate):
    """Paints the terms of a weight as a stacked bar; what is taken off is hatched back from its end."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        super().paint(painter, option, index)
        high, x = BAR * LOOK.scale, float(option.rect.left() + 2)
        top, wide = option.rect.center().y() - high / 2, option.rect.width() - 8
        for term, part in index.data(PARTS) or ():
            colour = term_colour(term, LOOK.theme)
            box = QRectF(x, top, part * wide, high)
            if term == OFF:
                box.moveRight(x)
                painter.fillRect(box, LOOK.theme.colour("surface"))
            painter.fillRect(box, QBrush(colour, Qt.BrushStyle.BDiagPattern) if term == OFF else colour)
            x = box.right()


class WhyBars(Themed, QTableWidget):
    """A row a candidate, in the order of the draw: who, the terms of their weight, the weight, the probability. Who
    could not be chosen has no row, but is named. It is as high as its rows.

    Signals: `member_chosen(id)` when a row is clicked, or entered.
    """

    member_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(0, 4, parent)
        self._why: WhyFigure | None = None
        self._members: dict[str, MemberFigure] = {}
        self._coming = False
        self.order: tuple[Candidate, ...] = ()
        self.out: tuple[str, ...] = ()
        bare_table(self)
        self.setTabKeyNavigation(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setItemDelegateForColumn(TERMS, TermsDelegate(self))
        titles = (self.tr("Candidate"), self.tr("Terms"), self.tr("Weight"), self.tr("Probability"))
        self.setHorizontalHeaderLabels(titles)
        head = self.horizontalHeader()
        head.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        head.setSectionResizeMode(TERMS, QHeaderView.ResizeMode.Stretch)
        self.setAccessibleName(self.tr("Why this speaker"))
        for signal in (self.cellClicked, self.cellActivated):
            signal.connect(lambda row, _column: self.member_chosen.emit(self.order[row].member))

    def show_figure(self, why: WhyFigure | None, members: Sequence[MemberFigure], *, coming: bool = False) -> None:
        """Show one speaker selection (None: nobody was selected at this turn); `coming`: the turn is not over."""
        by_id = {member.id: member for member in members}
        if (why, by_id, coming) == (self._why, self._members, self._coming):
            return
        self._why, self._members, self._coming = why, by_id, coming
        bars = why.bars if why else ()
        self.order = tuple(bar for bar in bars if bar.probability > 0 or bar.weight > 0)
        self.out = tuple(self._name(bar.member) for bar in bars if bar not in self.order)
        told = (self.heading(), why.reason if why else "", self.draw_text(), self.left_out())
        self.setAccessibleDescription(". ".join(part for part in told if part))
        self._fill()

    def heading(self) -> str:
        """Return the line to put above the bars: "Why Analyst spoke at turn 14"."""
        if self._why is None:
            return ""
        told = (
            self.tr("Why {name} speaks at turn {turn}") if self._coming else self.tr("Why {name} spoke at turn {turn}")
        )
        return told.format(name=self._name(self._why.member), turn=self.locale().toString(self._why.turn))

    def draw_text(self) -> str:
        """Return what was drawn, such as "drawn among 4 · needle at 0.41", or "" where nothing was."""
        if self._why is None or self._why.draw < 0:
            return ""
        told = self.tr("drawn among {count} · needle at {value}")
        return told.format(count=len(self.order), value=self._decimal(self._why.draw))

    def left_out(self) -> str:
        """Return who could not be chosen; "" where everybody could."""
        return self.tr("Not in the draw: {names}").format(names=", ".join(self.out)) if self.out else ""

    def row_of_speaker(self) -> int:
        """Return the row of whoever was chosen, −1 where they have none."""
        won = self._why.member if self._why is not None else ""
        return next((row for row, bar in enumerate(self.order) if bar.member == won), -1)

    def sizeHint(self) -> QSize:
        rows = sum(self.rowHeight(row) for row in range(self.rowCount()))
        return QSize(320, self.horizontalHeader().sizeHint().height() + rows + 4)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, self.sizeHint().height())

    def _fill(self) -> None:
        longest = max((max(bar.weight, sum(_terms(bar))) for bar in self.order), default=1.0)
        won = self.row_of_speaker()
        self.setRowCount(len(self.order))
        for row, bar in enumerate(self.order):
            cells = (self._name(bar.member), "", self._decimal(bar.weight), self._decimal(bar.probability))
            for column, text in enumerate(cells):
                item = Item(text)
                if column == NAME and (member := self._members.get(bar.member)) is not None:
                    item.setIcon(avatar_icon(replace(member, speaking=False), self.theme))
                elif column == TERMS:
                    item.setData(PARTS, _parts(bar, longest))
                    item.setData(Qt.ItemDataRole.AccessibleTextRole, self.told(bar))
                item.setToolTip(tooltip(self.told(bar)))
                if column >= WEIGHT:
                    item.setTextAlignment(RIGHT)
                if row == won:
                    item.setBackground(self.theme.colour("accent_soft"))
                self.setItem(row, column, item)
        self.resizeRowsToContents()
        self.setFixedHeight(self.sizeHint().height())
        self.setVisible(bool(self.order))

    def _restyle(self) -> None:
        self._fill()

    def told(self, bar: Candidate) -> str:
        """Return a candidate with all numbers of the event, in a sentence."""
        parts = [
            self.tr("base {value}").format(value=self._decimal(bar.base)),
            self.tr("affinity {value}").format(value=self._signed(bar.affinity)),
            self.tr("share of talk {value}").format(value=self._signed(bar.recency)),
            self.tr("jitter {value}").format(value=self._signed(bar.jitter)),
        ]
        if bar.bonus:
            parts.append(self.tr("bonus {value}").format(value=self._signed(bar.bonus)))
        weight = self.tr("weight {value}").format(value=self._decimal(bar.weight))
        return f"{self._name(bar.member)}: {', '.join(parts)}; {weight}, {round(bar.probability * 100)}%"

    def _name(self, member: str) -> str:
        found = self._members.get(member)
        return found.name if found else member or self.tr("Director")

    def _decimal(self, value: float) -> str:
        return self.locale().toString(float(value), "f", 2)

    def _signed(self, value: float) -> str:
        return f"{'−' if value < 0 else '+'}{self._decimal(abs(value))}"


def _terms(bar: Candidate) -> tuple[float, float, float, float]:
    """Return the terms before anything is taken off; a chance without terms is a base of that length."""
    terms = bar.base, max(0.0, bar.affinity), max(0.0, bar.jitter), max(0.0, bar.bonus)
    return terms if any(terms) else (max(bar.weight, bar.probability), 0.0, 0.0, 0.0)


def _parts(bar: Candidate, longest: float) -> tuple[tuple[int, float], ...]:
    """Return the parts of a candidate's bar; what is taken off lies over the end of the others."""
    terms = _terms(bar)
    off = max(0.0, sum(terms) - max(0.0, bar.weight))
    longest = max(0.01, longest)
    return tuple((term, value / longest) for term, value in enumerate((*terms, off)) if value > 1e-6)
