"""The pane of what a mode has to say of a turn."""

from __future__ import annotations

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QGridLayout, QWidget

from desktop.inspector.figures import CallFigure, InspectorFigure, NoteFigure
from desktop.inspector.view.pane import ColumnPane, Label
from desktop.widgets.layouts import upright
from desktop.widgets.themed import Themed


class PairGrid(QWidget):
    """Labels and values in two columns."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[tuple[Label, Label]] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 6)
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(3)
        self._grid.setColumnStretch(1, 1)

    def show_pairs(self, pairs: tuple[tuple[str, str], ...]) -> None:
        """Show labels and values."""
        while len(self._rows) < len(pairs):
            label, value = Label(role="secondary"), Label()
            label.setWordWrap(False)
            at = len(self._rows)
            self._grid.addWidget(label, at, 0)
            self._grid.addWidget(value, at, 1)
            self._rows.append((label, value))
        for at, (label, value) in enumerate(self._rows):
            there = at < len(pairs)
            label.setVisible(there)
            value.setVisible(there)
            if there:
                label.setText(pairs[at][0])
                value.setText(pairs[at][1])


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
        """Show a call."""
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
        """Show a note."""
        for label, text, size in (
            (self.heading, note.heading, 13 if note.large else 12), (self.text, note.text, 11 if note.small else 12),
        ):  # fmt: skip
            label.set_size(size)
            label.setText(text)
            label.setVisible(bool(text))
        self.pairs.show_pairs(note.pairs)
        self.pairs.setVisible(bool(note.pairs))
        if note.call is not None:
            self.call.show_call(note.call)
        self.call.setVisible(note.call is not None)


class NotesPane(ColumnPane):
    """How a turn came about, as the run's mode tells it."""

    def __init__(self) -> None:
        super().__init__()
        self.blocks: list[NoteBlock] = []

    def show_figure(self, figure: InspectorFigure) -> None:
        """Show the notes of the turn."""
        while len(self.blocks) < len(figure.notes):
            block = NoteBlock()
            self.add(block)
            self.blocks.append(block)
        for at, block in enumerate(self.blocks):
            block.setVisible(at < len(figure.notes))
            if at < len(figure.notes):
                block.show_note(figure.notes[at])
