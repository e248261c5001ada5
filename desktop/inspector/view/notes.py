"""The pane of what a mode has to say of a turn."""

from __future__ import annotations

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QGridLayout, QWidget

from desktop.inspector.figures import CallFigure, InspectorFigure, NoteFigure
from desktop.inspector.view.pane import ColumnPane, Label, show_each
from desktop.widgets.layouts import upright
from desktop.widgets.themed import Themed


class PairGrid(QWidget):
    """Labels and values in two columns, so many pixels apart; `weight` is that of the values."""

    def __init__(self, across: int = 10, down: int = 3, weight: QFont.Weight = QFont.Weight.Normal) -> None:
        super().__init__()
        self.rows: list[tuple[Label, Label]] = []
        self._weight = weight
        self._grid = QGridLayout(self)
        self._grid.setHorizontalSpacing(across)
        self._grid.setVerticalSpacing(down)
        self._grid.setContentsMargins(0, 0, 0, 6)
        self._grid.setColumnStretch(1, 1)

    def show_pairs(self, pairs: tuple[tuple[str, str], ...]) -> None:
        """Show labels and values; none at all where there are none."""
        self.setVisible(bool(pairs))
        for row in range(len(self.rows), len(pairs)):
            self.rows.append((Label(role="secondary"), Label(weight=self._weight)))
            self.rows[row][0].setWordWrap(False)
            for column, label in enumerate(self.rows[row]):
                self._grid.addWidget(label, row, column)
        for at, row_labels in enumerate(self.rows):
            for label, text in zip(row_labels, pairs[at] if at < len(pairs) else ("", ""), strict=True):
                label.setText(text)
                label.setVisible(at < len(pairs))


class CallCard(Themed, QFrame):
    """One tool call: its name and how it went, the arguments, and what the voice was told."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("callCard")
        self.head, self.result = Label(weight=QFont.Weight.DemiBold), Label()
        self.arguments = Label(role="secondary", size=11)
        upright(self.head, self.arguments, self.result, within=self, margins=(10, 7, 10, 8), spacing=3)
        self._restyle()

    def show_call(self, figure: CallFigure) -> None:
        went = self.tr("refused") if figure.error else self.tr("done")
        self.head.setText(f"{'✕' if figure.error else '✓'} {figure.name} · {went}")
        self.arguments.setText(figure.arguments)
        self.result.setText(figure.text)
        self.setAccessibleName(f"{figure.name}, {went}: {figure.text}")
        self.head.set_role("bad" if figure.error else "good")

    def _restyle(self) -> None:
        self.setStyleSheet(f"#callCard {{ background: {self.theme.raised}; border: none; border-radius: 6px; }}")


class NoteBlock(QWidget):
    """One note: a heading, a text, pairs and a tool call, as far as they are there."""

    def __init__(self) -> None:
        super().__init__()
        self.heading, self.text = Label(weight=QFont.Weight.DemiBold), Label(role="secondary")
        self.pairs, self.call = PairGrid(), CallCard()
        upright(self.heading, self.text, self.pairs, self.call, within=self, margins=0, spacing=6)

    def show_note(self, note: NoteFigure) -> None:
        self.heading.set_size(13 if note.large else 12)
        self.heading.show_text(note.heading)
        self.text.set_size(11 if note.small else 12)
        self.text.show_text(note.text)
        self.pairs.show_pairs(note.pairs)
        if note.call is not None:
            self.call.show_call(note.call)
        self.call.setVisible(note.call is not None)


class NotesPane(ColumnPane):
    """How a turn came about, as the run's mode tells it."""

    def __init__(self) -> None:
        super().__init__()
        self.blocks: list[NoteBlock] = []

    def show_figure(self, figure: InspectorFigure) -> None:
        show_each(self.blocks, figure.notes, lambda: self.add(NoteBlock()), NoteBlock.show_note)
