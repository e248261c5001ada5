"""The dock that says why this scene: the candidates with stacked bars, the choice, and how it was to be played."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath
from PySide6.QtWidgets import (
    QFrame,
    QHeaderView,
    QScrollArea,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from parley.desktop.inspector.view.pane import Label
from parley.desktop.modes.office.figures import TERMS, CandidateFigure, GameMasterFigure
from parley.desktop.modes.office.words import ICONS
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.language import get_name
from parley.desktop.widgets.layouts import STRETCH, Gap, hbox, vbox
from parley.desktop.widgets.painted import luminance
from parley.desktop.widgets.plain import make_tip
from parley.desktop.widgets.themed import Themed

MOST_NAMES = 8
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
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)  # as high as its rows: the area scrolls
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
        if (figure.candidates, figure.chosen) != (before.candidates, before.chosen):  # refilling loses the selection
            self._fill_rows()

    def get_candidate(self) -> CandidateFigure | None:
        """Return the selected one."""
        return self.figure.candidates[self.selected] if self.selected >= 0 else None

    def build_legend(self) -> str:
        """Return the numbers of the selected one, as rich text in the terms' colours."""
        each = self.get_candidate()
        words = [
            f'<span style="background:{tone};color:{ink_on(tone)}">&nbsp;{number}&nbsp;</span>&nbsp;'
            f"{escape(get_name('scene_term', name))}&nbsp;{self._format_signed(value)}"
            for number, (name, tone, value) in enumerate(zip(TERMS, TONES, each.terms, strict=True), 1)
            if value
        ] if each else []  # fmt: skip
        return " &nbsp; ".join(words)

    def describe_candidate(self, each: CandidateFigure) -> str:
        """Return a candidate in words."""
        who = ", ".join(member.name for member in each.members)
        terms = ", ".join(
            f"{get_name('scene_term', name)} {self._format_signed(value)}"
            for name, value in zip(TERMS, each.terms, strict=True)
            if value
        )
        score = self.tr("score {value}").format(value=self._format_decimal(each.score))
        parts = (f"{each.title}: {who}" if who else each.title, each.topic, terms, score, each.why)
        return "\n".join(part for part in parts if part)

    def _fill_rows(self) -> None:
        self.clear()
        for place, each in enumerate(self.figure.candidates):
            item = QTreeWidgetItem([each.title, "", self._format_decimal(each.score)])  # the delegate paints the bar
            item.setTextAlignment(SCORE, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            chosen = place == self.figure.chosen
            name = "ph.check-circle-fill" if chosen else ICONS.get(each.scene_type, "ph.chats")
            item.setIcon(TITLE, icon(name, self.theme.colour("accent" if chosen else "secondary")))
            for column in (TITLE, STACK, SCORE):
                item.setToolTip(column, make_tip(self.describe_candidate(each)))
            item.setData(TITLE, Qt.ItemDataRole.AccessibleTextRole, self.describe_candidate(each).replace("\n", ". "))
            self.addTopLevelItem(item)
        first = max(0, self.figure.chosen)
        if self.figure.candidates:
            self.setCurrentIndex(self.model().index(first, TITLE))
        self.setFixedHeight(sum(self.sizeHintForRow(row) for row in range(self.topLevelItemCount())) + 4)

    def _apply_theme(self) -> None:
        self._fill_rows()

    def _format_decimal(self, value: float) -> str:
        return ("−" if value < 0 else "") + self.locale().toString(abs(float(value)), "f", 2)  # U+2212: as wide as +

    def _format_signed(self, value: float) -> str:
        return ("+" if value >= 0 else "") + self._format_decimal(value)


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
        least = max(sum(max(0.0, -term) for term in each.terms) for each in candidates)  # left of the common zero
        most = max(sum(max(0.0, term) for term in each.terms) for each in candidates)
        unit, high = box.width() / max(0.01, least + most), BAR * self._ranking.scale  # no division by 0
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
            if wide > high:  # a narrower part has no room for it
                painter.setPen(QColor(ink_on(tone)))
                painter.drawText(part, Qt.AlignmentFlag.AlignCenter, str(number))
        painter.restore()


def ink_on(tone: str) -> str:
    """Return the one of `INKS` that is read better upon a tone."""
    return INKS[0] if luminance(QColor(tone)) > 0.18 else INKS[1]  # at 0.18 black and white have the same contrast


class GameMasterView(Themed, QWidget):
    """Why this scene, and how it was played. Signal: `caption_changed(text)`."""

    caption_changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Game master"))
        self.figure = GameMasterFigure()
        self._make_widgets()
        self._lay_out()
        self._show_ranking()

    def _make_widgets(self) -> None:
        self.heading = Label(size=13, weight=QFont.Weight.DemiBold)
        self.who, self.about, self.empty = Label(role="secondary"), Label(), Label(role="secondary")
        self.bars, self.legend = Ranking(), Label()
        self.legend.setTextFormat(Qt.TextFormat.RichText)  # build_legend() escapes what it puts in
        self.bars.candidate_selected.connect(lambda _place: self._show_candidate())
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)

    def _lay_out(self) -> None:
        head = hbox((self.heading, 1), margins=(14, 0, 12, 0))
        body = QWidget()
        body.setObjectName("gameMasterBody")
        # A long word must not push the bars out of sight.
        body.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        # What was weighed first; what the scene is stands on the plan and in the strip too.
        shown = self.bars, self.legend, self.who, Gap(6), self.about
        vbox(*shown, STRETCH, within=body, margins=(14, 0, 12, 10), spacing=4)
        self.area = QScrollArea()
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setWidget(body)
        self.area.setAccessibleName(self.tr("Why this scene"))
        vbox(head, (self.empty, 1), (self.area, 1), within=self, margins=(0, 0, 0, 4), spacing=2)

    def show_figure(self, figure: GameMasterFigure) -> None:
        """Show another choice, or more about this one."""
        if figure == self.figure:
            return
        another = figure.scene != self.figure.scene
        self.figure = figure
        self._show_ranking()
        if another:  # within the same scene the reader's place is kept
            self.area.verticalScrollBar().setValue(0)

    def caption(self) -> str:
        """Return what to put into the title bar: "scene 3 · 10:20"."""
        figure = self.figure
        if figure.scene <= 0:
            return ""
        scene = self.tr("scene {0}").format(self.locale().toString(figure.scene))
        return f"{scene} · {figure.clock}" if figure.clock else scene

    def _show_ranking(self) -> None:
        figure = self.figure
        there = figure.scene > 0
        self.empty.setVisible(not there)
        self.area.setVisible(there)
        self.heading.setVisible(there)
        self.empty.setText(
            figure.note
            or self.tr("Open or start a day in the office: why the game master chose each scene will stand here.")
        )
        number = self.locale().toString(figure.scene)
        self.heading.setText(figure.reason or figure.method or self.tr("Why scene {0}?").format(number))
        self.bars.show_figure(figure)
        self.bars.setVisible(bool(figure.candidates))
        self._show_candidate()
        self.about.show_text("\n".join(filter(None, self._describe_scene())))
        self.caption_changed.emit(self.caption())

    def _describe_scene(self) -> list[str]:
        """Return what the scene is, how it was chosen, and how it was to be played."""
        figure, decimal = self.figure, self.locale().toString
        importance = self.tr("Importance {value} of 10, threshold {threshold}").format(
            value=decimal(figure.importance, "f", 1), threshold=decimal(figure.threshold, "f", 1)
        )
        return [
            " · ".join(filter(None, (figure.title, figure.day, figure.clock))),
            self.tr("Topic: {0}").format(figure.topic) if figure.topic else "",
            figure.method,
            f"{figure.exchange}. {importance}." if figure.exchange else "",
            figure.exchange_reason,
        ]

    def _show_candidate(self) -> None:
        each = self.bars.get_candidate()
        self.legend.show_text(self.bars.build_legend())
        self.who.show_text(self._describe_candidate(each) if each else "")

    def _describe_candidate(self, each: CandidateFigure) -> str:
        who = ", ".join(member.name for member in each.members[:MOST_NAMES])
        if len(each.members) > MOST_NAMES:
            who = self.tr("{names} and {count} more").format(names=who, count=len(each.members) - MOST_NAMES)
        return " · ".join(part for part in (who, each.topic, each.why) if part)
