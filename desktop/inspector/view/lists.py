"""The pages of memories and relations."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QWidget

from parley.desktop.affinity.numbers import decimal, format_trust, signed
from parley.desktop.inspector.figures import InspectorFigure, LoreFigure, MemoryFigure, RecalledFigure
from parley.desktop.inspector.view.pane import ColumnPane, Label, PairGrid, TextButton, format_scores, px, show_each
from parley.desktop.widgets.layouts import STRETCH, across, upright
from parley.desktop.widgets.plain import tooltip

Remembered = RecalledFigure | LoreFigure | MemoryFigure


class RecalledEntry(QWidget):
    """What was remembered: the kind, and of what came to mind for this turn the hour; the memory, its scores, and the
    earlier run that it is from. Signals: `run_opened(run)`."""

    run_opened = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._run = ""
        self.kind = Label(role="accent", size=11, weight=QFont.Weight.DemiBold)
        self.text, self.scores, self.source = Label(), Label(role="secondary", size=11), TextButton("")
        self.source.clicked.connect(lambda: self.run_opened.emit(self._run))
        source = across(self.source, STRETCH)
        upright(self.kind, self.text, self.scores, source, within=self, margins=(0, 0, 0, 6), spacing=2)

    def show_memory(self, memory: Remembered) -> None:
        """Show a memory, or no more of it than its kind and text; of a lore book, by what it came to mind."""
        self._show_source("" if isinstance(memory, LoreFigure) else memory.run, getattr(memory, "source", ""))
        self.scores.setVisible(isinstance(memory, RecalledFigure))
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
            self.scores.setText(format_scores(zip(names, values, strict=True), memory.score))
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


class RelationsPane(ColumnPane):
    """How the member stands with each of the others at this turn."""

    def __init__(self) -> None:
        super().__init__()
        self.empty, self.heading = Label(role="secondary"), Label(role="secondary", size=11)
        self.rows = PairGrid(14, 5, QFont.Weight.Medium)
        self.add(self.empty, self.heading, self.rows)

    def show_figure(self, figure: InspectorFigure) -> None:
        name = figure.member.name if figure.member else ""
        nobody = self.tr("Choose a turn of a member to see how they stand with the others.")
        self.empty.setText((figure.no_relations or nobody).format(name=name))
        self.empty.setVisible(not figure.relations)
        usual = self.tr("How {name} gets on with the others: tense ← 0.50 → warm")
        self.heading.setText((figure.relations_heading or usual).format(name=name))
        self.heading.setVisible(bool(figure.relations))
        felt = dict(enumerate(figure.valences))
        pairs = [
            (other, self._describe(value, note, felt.get(row), figure.trust))
            for row, (other, value, note) in enumerate(figure.relations)
        ]
        self.rows.show_pairs(tuple(pairs))

    def _describe(self, value: float, note: str, felt: tuple[float, float] | None, trust: bool) -> str:
        """Return how two stand: `value` in 0 (tense) to 1 (warm), read as a `trust` of −100 to 100 in a story; `felt`
        is the valence toward the other and theirs back, each in −1 to 1.
        """
        told = [format_trust(value) if trust else decimal(value)]
        if felt is not None and felt != (0.0, 0.0):
            to, back = (signed(each) for each in felt)
            told.append(self.tr("feels {to} · gets back {back}").format(to=to, back=back))
        return " · ".join(part for part in (*told, note) if part)
