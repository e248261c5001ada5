"""The pages of memories and relations."""

from __future__ import annotations

from itertools import zip_longest

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from parley.desktop.inspector.figures import InspectorFigure, LoreFigure, MemoryFigure, RecalledFigure
from parley.desktop.inspector.view.pane import ColumnPane, Label, TextButton, px, show_each, typeface
from parley.desktop.inspector.view.scores import ScoreBars
from parley.desktop.widgets.layouts import STRETCH, across, upright
from parley.desktop.widgets.plain import tooltip
from parley.desktop.widgets.themed import Themed

Remembered = RecalledFigure | LoreFigure | MemoryFigure


class RecalledEntry(QWidget):
    """What was remembered: the kind, and of what came to mind for this turn the hour; the memory, its scores, and the
    earlier run that it is from. Signals: `run_opened(run)`."""

    run_opened = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._run = ""
        self.kind = Label(role="accent", size=11, weight=QFont.Weight.DemiBold)
        self.text, self.bars, self.source = Label(), ScoreBars(), TextButton("")
        self.source.clicked.connect(lambda: self.run_opened.emit(self._run))
        source = across(self.source, STRETCH)
        upright(self.kind, self.text, self.bars, source, within=self, margins=(0, 0, 0, 6), spacing=2)

    def show_memory(self, memory: Remembered) -> None:
        """Show a memory, or no more of it than its kind and text; of a lore book, by what it came to mind."""
        self._show_source("" if isinstance(memory, LoreFigure) else memory.run, getattr(memory, "source", ""))
        self.bars.setVisible(isinstance(memory, RecalledFigure))
        if isinstance(memory, LoreFigure):
            self.kind.setText(
                " · ".join(part for part in (memory.book, memory.entry, self._describe_lore_trigger(memory)) if part)
            )
            self.text.setText(memory.text)
            return
        if isinstance(memory, RecalledFigure):
            weight = self.tr("importance {value} of 10").format(value=memory.weight)
            names = self.tr("recent"), self.tr("relevant"), self.tr("important")
            values = memory.recency, memory.relevance, memory.importance
            self.bars.show_scores(tuple(zip(names, values, strict=True)), memory.score)
            self.kind.setText(" · ".join(part for part in (memory.type, memory.moment, weight) if part))
        else:
            self.kind.setText(memory.kind)
        self.text.setText(memory.text)

    def _show_source(self, run: str, name: str) -> None:
        """Say which earlier run it is from; one that is here no more cannot be opened."""
        self._run = run
        told = self.tr("From {run}").format(run=name or run)
        self.source.setText(self.source.fontMetrics().elidedText(told, Qt.TextElideMode.ElideRight, px(260)))
        self.source.setAccessibleName(told)
        self.source.setToolTip(tooltip(told))
        self.source.setEnabled(name not in ("", run))
        self.source.setVisible(bool(run))

    def _describe_lore_trigger(self, lore: LoreFigure) -> str:
        if not lore.key:
            return self.tr("always")
        if lore.by:
            return self.tr("by “{key}” in “{entry}”").format(key=lore.key, entry=lore.by)
        return self.tr("by “{key}”").format(key=lore.key)


class MemoriesPane(ColumnPane):
    """What came to the member's mind for this turn, and what they remembered. Signals: `run_opened(run)`."""

    run_opened = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.empty, self.heading = Label(role="secondary"), Label(role="secondary", size=11)
        self.add(self.empty, self.heading)
        self.entries: list[RecalledEntry] = []

    def show_figure(self, figure: InspectorFigure) -> None:
        name = figure.member.name if figure.member else ""
        self.heading.setText(self.tr("What came to {name}'s mind for this turn, and why").format(name=name))
        self.heading.setVisible(bool(figure.recalled or figure.lore))
        empty = self.tr("Choose a turn to see what its speaker remembered.")
        if figure.member is not None:
            empty = figure.no_memories or self.tr(
                "{name} remembered nothing here. What a run teaches its members is remembered in the next one."
            )
        self.empty.setText(empty.format(name=name))
        memories: list[Remembered] = [*figure.recalled, *figure.lore, *figure.memories]
        self.empty.setVisible(not memories)
        show_each(self.entries, memories, self._create_recalled_entry, RecalledEntry.show_memory)

    def _create_recalled_entry(self) -> RecalledEntry:
        entry = self.add(RecalledEntry())
        entry.run_opened.connect(self.run_opened)
        return entry


class RelationRow(Themed, QWidget):
    """One other member: how warm the two are, from tense at the left to warm at the right."""

    def __init__(self) -> None:
        super().__init__()
        self._name, self._value, self._note, self._felt = "", 0.5, "", ""
        self._trust = False
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_relation(
        self, name: str, value: float, note: str, *, felt: tuple[float, float] | None = None, trust: bool = False
    ) -> None:
        """`value` in 0 (tense) to 1 (warm), read as a `trust` of −100 to 100 in a story.

        `felt` is the valence toward them and theirs back, each in −1 to 1.
        """
        self._name, self._value, self._note, self._felt = name, value, note, ""
        self._trust = trust
        if felt is not None and felt != (0.0, 0.0):
            self._felt = self.tr("feels {to} · gets back {back}").format(
                to=self._format_signed_number(felt[0]), back=self._format_signed_number(felt[1])
            )
        said = f"{name} {self._told()}"
        told = " · ".join(part for part in (self._felt, note) if part)
        self.setAccessibleName(f"{said}. {told}" if told else said)
        self.setToolTip(tooltip(told))
        self._restyle()

    def _restyle(self) -> None:
        self.setFixedHeight(px(24 + 15 * (bool(self._note) + bool(self._felt))))
        self.update()

    def paintEvent(self, _: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme, height = self.theme, px(22)
            middle = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
            painter.setFont(typeface(12, QFont.Weight.Medium))
            painter.setPen(theme.colour("text"))
            names = min(px(120), self.width() * 0.38)
            metrics = painter.fontMetrics()
            name = metrics.elidedText(self._name, Qt.TextElideMode.ElideRight, round(names - px(8)))
            painter.drawText(QRectF(0, 0, names, height), middle, name)
            value = self._told()
            wide = metrics.horizontalAdvance("+100" if self._trust else "0.00") + px(4)
            painter.drawText(QRectF(self.width() - wide, 0, wide, height), middle, value)
            track = QRectF(names, height / 2 - px(3), self.width() - wide - names - px(10), px(6))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("border"))
            painter.drawRoundedRect(track, 3, 3)
            centre = track.center().x()
            at = track.left() + min(1.0, max(0.0, self._value)) * track.width()
            colour = theme.colour("warm" if self._value >= 0.5 else "tense")
            painter.setBrush(colour)
            painter.drawRect(QRectF(min(at, centre), track.top(), abs(at - centre), track.height()))
            painter.setPen(QPen(theme.colour("tick"), 1.0))
            painter.drawLine(round(centre), round(track.top() - 3), round(centre), round(track.bottom() + 3))
            painter.setPen(QPen(colour, 1.5))
            painter.setBrush(theme.colour("surface"))
            painter.drawEllipse(QRectF(at - px(4), height / 2 - px(4), px(8), px(8)))
            y = height - px(2)
            painter.setFont(typeface(11))
            for line, role in ((self._felt, "text"), (self._note, "secondary")):
                if line:
                    painter.setPen(theme.colour(role))
                    shown = painter.fontMetrics().elidedText(line, Qt.TextElideMode.ElideRight, self.width())
                    painter.drawText(QRectF(0, y, self.width(), px(16)), middle, shown)
                    y += px(15)

    def _told(self) -> str:
        if self._trust:
            trust = round(self._value * 200 - 100)
            return f"+{trust}" if trust > 0 else f"−{-trust}" if trust else "0"
        return self.locale().toString(float(self._value), "f", 2)

    def _format_signed_number(self, value: float) -> str:
        number = self.locale().toString(abs(float(value)), "f", 2)
        return f"+{number}" if value > 0 else f"−{number}" if value < 0 else number


class RelationsPane(ColumnPane):
    """How the member stands with each of the others at this turn."""

    def __init__(self) -> None:
        super().__init__()
        self.empty, self.heading = Label(role="secondary"), Label(role="secondary", size=11)
        self.add(self.empty, self.heading)
        self.box.setSpacing(4)
        self.rows: list[RelationRow] = []

    def show_figure(self, figure: InspectorFigure) -> None:
        name = figure.member.name if figure.member else ""
        nobody = self.tr("Choose a turn of a member to see how they stand with the others.")
        self.empty.setText((figure.no_relations or nobody).format(name=name))
        self.empty.setVisible(not figure.relations)
        usual = self.tr("How {name} gets on with the others: tense ← 0.50 → warm")
        self.heading.setText((figure.relations_heading or usual).format(name=name))
        self.heading.setVisible(bool(figure.relations))
        show_each(
            self.rows,
            list(zip_longest(figure.relations, figure.valences[: len(figure.relations)])),
            lambda: self.add(RelationRow()),
            lambda row, one: row.show_relation(*one[0], felt=one[1], trust=figure.trust),
        )
