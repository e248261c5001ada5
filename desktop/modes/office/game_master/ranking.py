"""The candidate scenes as a list with stacked bars: what spoke for each of them, and what against."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPainterPath
from PySide6.QtWidgets import (
    QFrame,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from parley.desktop.modes.office.figures import TERMS, CandidateFigure, GameMasterFigure
from parley.desktop.modes.office.words import ICONS
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.language import labelled
from parley.desktop.widgets.painted import luminance
from parley.desktop.widgets.plain import tooltip
from parley.desktop.widgets.themed import Themed

BAR = 12
"""Pixels of a bar at a text scale of 1."""
TITLE, STACK, SCORE = range(3)
PEOPLE = ("#8f9cff", "#7a87e6", "#6673cc", "#525fae", "#3c477f")
DAY = ("#e2b878", "#c99552")
CHANCE = "#7d828e"
TONES = (*PEOPLE, *DAY, CHANCE)
"""The terms' colours in two families, what is between people and what the day asks for, and chance: none looks like a
member's. Each also carries its number, for colours alone say nothing to some."""
INKS = ("#14161c", "#ffffff")
"""What is written upon them."""


class Ranking(Themed, QTreeWidget):
    """A row a candidate, best first: title, the terms stacked (what speaks against it to the left), score. The chosen
    one carries a tick, and is selected at first. Signals: `candidate_selected(int)`.
    """

    candidate_selected = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.figure = GameMasterFigure()
        self.setAccessibleName(self.tr("Candidate scenes"))
        self.setColumnCount(3)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setItemDelegateForColumn(STACK, StackedBar(self))
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(TITLE, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(STACK, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(SCORE, QHeaderView.ResizeMode.ResizeToContents)
        self.currentItemChanged.connect(lambda *_: self.candidate_selected.emit(self.selected))

    @property
    def selected(self) -> int:
        """The place of the selected candidate; −1: none."""
        return self.currentIndex().row()

    def show_figure(self, figure: GameMasterFigure) -> None:
        """Show the candidates of another choice."""
        before, self.figure = self.figure, figure
        if (figure.candidates, figure.chosen) != (before.candidates, before.chosen):
            self._fill()

    def candidate(self) -> CandidateFigure | None:
        """Return the selected one."""
        return self.figure.candidates[self.selected] if self.selected >= 0 else None

    def legend(self) -> str:
        """Return the numbers of the selected one, as rich text in the terms' colours."""
        each = self.candidate()
        words = [
            f'<span style="background:{tone};color:{ink_on(tone)}">&nbsp;{number}&nbsp;</span>&nbsp;'
            f"{escape(labelled('scene_term', name))}&nbsp;{self._signed(value)}"
            for number, (name, tone, value) in enumerate(zip(TERMS, TONES, each.terms, strict=True), 1)
            if value
        ] if each else []  # fmt: skip
        return " &nbsp; ".join(words)

    def told(self, each: CandidateFigure) -> str:
        """Return a candidate in words."""
        who = ", ".join(member.name for member in each.members)
        terms = ", ".join(
            f"{labelled('scene_term', name)} {self._signed(value)}"
            for name, value in zip(TERMS, each.terms, strict=True)
            if value
        )
        score = self.tr("score {value}").format(value=self._decimal(each.score))
        parts = (f"{each.title}: {who}" if who else each.title, each.topic, terms, score, each.why)
        return "\n".join(part for part in parts if part)

    def _fill(self) -> None:
        self.clear()
        for place, each in enumerate(self.figure.candidates):
            item = QTreeWidgetItem([each.title, "", self._decimal(each.score)])
            item.setTextAlignment(SCORE, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            chosen = place == self.figure.chosen
            name = "ph.check-circle-fill" if chosen else ICONS.get(each.scene_type, "ph.chats")
            item.setIcon(TITLE, icon(name, self.theme.colour("accent" if chosen else "secondary")))
            for column in (TITLE, STACK, SCORE):
                item.setToolTip(column, tooltip(self.told(each)))
            item.setData(TITLE, Qt.ItemDataRole.AccessibleTextRole, self.told(each).replace("\n", ". "))
            self.addTopLevelItem(item)
        first = max(0, self.figure.chosen)
        if self.figure.candidates:
            self.setCurrentIndex(self.model().index(first, TITLE))
        self.setFixedHeight(sum(self.sizeHintForRow(row) for row in range(self.topLevelItemCount())) + 4)

    def _restyle(self) -> None:
        self._fill()

    def _decimal(self, value: float) -> str:
        return ("−" if value < 0 else "") + self.locale().toString(abs(float(value)), "f", 2)

    def _signed(self, value: float) -> str:
        return ("+" if value >= 0 else "") + self._decimal(value)


class StackedBar(QStyledItemDelegate):
    """Paints a candidate's terms, on one scale for all of them so that bars can be compared."""

    def __init__(self, ranking: Ranking) -> None:
        super().__init__(ranking)
        self._ranking = ranking

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(80, round(2 * BAR * self._ranking.scale))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().paint(painter, option, index)
        candidates, box = self._ranking.figure.candidates, QRectF(option.rect).adjusted(4, 0, -8, 0)
        least = max(sum(max(0.0, -term) for term in each.terms) for each in candidates)
        most = max(sum(max(0.0, term) for term in each.terms) for each in candidates)
        unit, high = box.width() / max(0.01, least + most), BAR * self._ranking.scale
        right = left = box.left() + least * unit
        terms = candidates[index.row()].terms
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        clip = QPainterPath()
        clip.addRoundedRect(box.left(), box.center().y() - high / 2, box.width(), high, 3, 3)
        painter.setClipPath(clip)
        for number, (tone, value) in enumerate(zip(TONES, terms, strict=True), 1):
            wide = abs(value) * unit
            left -= wide if value < 0 else 0.0
            part = QRectF(right if value >= 0 else left, box.center().y() - high / 2, wide, high)
            right += wide if value >= 0 else 0.0
            painter.fillRect(part, QColor(tone))
            if wide > high:
                painter.setPen(QColor(ink_on(tone)))
                painter.drawText(part, Qt.AlignmentFlag.AlignCenter, str(number))
        painter.restore()


def ink_on(tone: str) -> str:
    """Return the one of `INKS` that is read better upon a tone."""
    return INKS[0] if luminance(QColor(tone)) > 0.18 else INKS[1]
