"""What the schedule has in store, and where relations stand, as tables."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from parley.core.cast.affinity import HIGHEST, LOWEST
from parley.desktop.schedule.figures import DayFigure, PairFigure, SlotFigure
from parley.desktop.schedule.words import hour_told, number, slot_told
from parley.desktop.widgets.bars import mixed
from parley.desktop.widgets.language import dollars
from parley.desktop.widgets.plain import tooltip
from parley.desktop.widgets.tables import bare_table
from parley.desktop.widgets.themed import Themed

END = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
NOTED = 0.005
"""A smaller change of an affinity is none that could be seen in two decimals."""
LARGE = 0.15
"""A change of an affinity that has the whole colour."""


LEAST_WIDE = 430
"""Pixels below which a table has no room for all of its columns."""


class Rows(Themed, QTableWidget):
    """Rows to read. A subclass says how a figure becomes cells."""

    def __init__(
        self, name: str, titles: tuple[str, ...], wide: int, spare: int, parent: QWidget | None = None
    ) -> None:
        """`wide` is the column that takes what room is left; `spare` is left out where there is little."""
        super().__init__(0, len(titles), parent)
        bare_table(self)
        self.setAccessibleName(name)
        self.setHorizontalHeaderLabels(list(titles))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setMinimumHeight(48)
        head = self.horizontalHeader()
        head.setHighlightSections(False)
        head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        head.setMinimumSectionSize(24)
        for column in range(len(titles)):
            stretch = column == wide
            head.setSectionResizeMode(
                column, QHeaderView.ResizeMode.Stretch if stretch else QHeaderView.ResizeMode.ResizeToContents
            )
        self._spare = spare
        self._restyle()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setColumnHidden(self._spare, self.width() < LEAST_WIDE * self.scale)

    def fill(self, rows: list[list[str]], tips: list[str]) -> None:
        """Show these texts; cells that are there stay, so that whoever reads on is not disturbed."""
        if self.rowCount() != len(rows):
            self.setRowCount(len(rows))
        for at, (row, tip) in enumerate(zip(rows, tips, strict=True)):
            for column, text in enumerate(row):
                item = self.item(at, column)
                if item is None:
                    item = QTableWidgetItem()
                    self.setItem(at, column, item)
                if item.text() != text:
                    item.setText(text)
                item.setToolTip(tooltip(tip))
                if text[:1] in "+−0123456789" and column:
                    item.setTextAlignment(END)
                    if (title := self.horizontalHeaderItem(column)) is not None:
                        title.setTextAlignment(END)

    def _restyle(self) -> None:
        self.setFont(self.letters(12))
        self.setStyleSheet("QTableView::item { padding: 0px 5px; } QHeaderView::section { padding: 3px 5px; }")
        self.verticalHeader().setDefaultSectionSize(round(23 * self.scale))
        super()._restyle()


class Forecast(Rows):
    """The slots of a day that are to fire, with what is to be expected of them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        titles = (self.tr("Time"), self.tr("Slot"), self.tr("Format"), self.tr("Turns"), self.tr("Cost"))
        super().__init__(self.tr("What is to be expected"), titles, 1, 2, parent)

    def show_day(self, day: DayFigure | None) -> None:
        """Show a day."""
        slots = day.expected if day else ()
        self.fill([self._row(slot) for slot in slots], [slot_told(slot) for slot in slots])

    def _row(self, slot: SlotFigure) -> list[str]:
        cost = dollars(slot.cost) if slot.cost >= 0 else self.tr("not known")
        return [hour_told(slot.hour), slot.name, slot.formats, number(slot.turns, 0), cost]


class Relations(Rows):
    """All pairs of a cast with their own affinity, where it was, and where it is; a change has a sign and a colour."""

    def __init__(self, parent: QWidget | None = None) -> None:
        titles = (self.tr("Pair"), self.tr("Own"), self.tr("Before"), self.tr("Now"), self.tr("Change"))
        self._pairs: tuple[PairFigure, ...] = ()
        super().__init__(self.tr("Relations"), titles, 0, 2, parent)
        explained = (
            "",
            self.tr("As the cast has it: where it drifts back to."),
            self.tr("Where it stood before the fortnight that was rehearsed."),
            self.tr("Where it stands now."),
            self.tr("Since before, warmer or cooler; ! stands at a bound, which is {0} or {1}.").format(
                number(LOWEST), number(HIGHEST)
            ),
        )
        for column, tip in enumerate(explained):
            if (title := self.horizontalHeaderItem(column)) is not None:
                title.setToolTip(tooltip(tip))

    def show_pairs(self, pairs: tuple[PairFigure, ...]) -> None:
        """Show where they stand."""
        self._pairs = pairs
        self.fill([self._row(one) for one in pairs], ["" for _ in pairs])
        self._colour()

    def _row(self, one: PairFigure) -> list[str]:
        values = [number(each) for each in (one.home, one.before, one.now)]
        return [f"{one.a} – {one.b}", *values, self._change(one)]

    def _change(self, one: PairFigure) -> str:
        change = one.now - one.before
        sign = "+" if change > 0 else "−"
        told = f"{sign}{number(abs(change))}" if abs(change) >= NOTED else number(0.0)
        return f"{told} !" if not LOWEST < one.now < HIGHEST else told

    def _colour(self) -> None:
        for at, one in enumerate(self._pairs):
            change = one.now - one.before
            seen = abs(change) >= NOTED
            part = 0.12 + 0.4 * min(1.0, abs(change) / LARGE)
            colour = mixed(self.theme.colour("warm" if change > 0 else "tense"), self.theme.colour("surface"), part)
            if (item := self.item(at, 4)) is not None:
                item.setBackground(QBrush(colour) if seen else QBrush())

    def _restyle(self) -> None:
        super()._restyle()
        self._colour()
