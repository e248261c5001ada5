"""The pane that says how a turn of a story came about."""

from __future__ import annotations

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from desktop.inspector.view.pane import Column, Label, Pane
from desktop.inspector.view.scene import PairGrid
from desktop.run.figures import CallFigure, InspectorFigure


class CallCard(QFrame):
    """One tool call: its name and how it went, the arguments, and what the voice was told."""

    def __init__(self, pane: Pane) -> None:
        super().__init__()
        self._pane = pane
        self._figure = CallFigure("", "")
        self.setObjectName("callCard")
        self.head, self.arguments, self.result = Label(), Label(role="secondary"), Label()
        box = QVBoxLayout(self)
        box.setContentsMargins(10, 7, 10, 8)
        box.setSpacing(3)
        for label in (self.head, self.arguments, self.result):
            box.addWidget(label)

    def show_call(self, figure: CallFigure) -> None:
        """Show a call."""
        self._figure = figure
        went = self.tr("refused") if figure.error else self.tr("done")
        self.head.setText(f"{'✕' if figure.error else '✓'} {figure.name} · {went}")
        self.arguments.setText(figure.arguments)
        self.result.setText(figure.text)
        self.setAccessibleName(f"{figure.name}, {went}: {figure.text}")
        self.dress()

    def dress(self) -> None:
        """Take the pane's look."""
        theme = self._pane.theme
        self.head.role = "bad" if self._figure.error else "good"
        self.head.dress(self._pane, 12, QFont.Weight.DemiBold)
        self.arguments.dress(self._pane, 11)
        self.result.dress(self._pane, 12)
        self.setStyleSheet(f"#callCard {{ background: {theme.raised}; border: none; border-radius: 6px; }}")


class StoryPane(Pane):
    """Who was to answer and why, the tools that were offered and called, and how the speaker stood."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.column = Column()
        self.empty = Label(self.tr("In a story, this page says who answered and why, and which tools were called."))
        self.empty.role = "secondary"
        self.reason = Label()
        self.routing = PairGrid(self)
        self.calls_heading, self.offered = Label(), Label(role="secondary")
        self.world_heading = Label()
        self.world = PairGrid(self)
        for widget in (
            self.empty, self.reason, self.routing, self.calls_heading, self.offered, self.world_heading, self.world,
        ):  # fmt: skip
            self.column.box.addWidget(widget)
        self.column.box.addStretch(1)
        self.cards: list[CallCard] = []
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.column)
        self.dress()

    def show_figure(self, figure: InspectorFigure) -> None:
        """Show how the turn came about."""
        notes = figure.story
        self.empty.setVisible(notes is None)
        for widget in (self.calls_heading, self.world_heading, self.world):
            widget.setVisible(notes is not None)
        self.reason.setVisible(notes is not None and bool(notes.reason))
        self.routing.setVisible(notes is not None and bool(notes.routing))
        self.offered.setVisible(notes is not None and bool(notes.offered))
        self._show_calls(notes.calls if notes is not None else ())
        if notes is None:
            return
        self.reason.setText(notes.reason)
        self.routing.show_pairs(notes.routing)
        count = len(notes.calls)
        self.calls_heading.setText(
            self.tr("No tool was called") if not count
            else self.tr("One tool call") if count == 1
            else self.tr("{count} tool calls").format(count=count)
        )  # fmt: skip
        self.offered.setText(self.tr("Offered: {names}").format(names=", ".join(notes.offered)))
        self.world_heading.setText(self.tr("How it stood after this turn"))
        self.world.show_pairs(notes.world)

    def _show_calls(self, calls: tuple[CallFigure, ...]) -> None:
        box = self.column.box
        while len(self.cards) < len(calls):
            card = CallCard(self)
            box.insertWidget(box.indexOf(self.offered) + 1 + len(self.cards), card)
            self.cards.append(card)
        for at, card in enumerate(self.cards):
            card.setVisible(at < len(calls))
            if at < len(calls):
                card.show_call(calls[at])

    def dress(self) -> None:
        """Put colours and fonts on the pane."""
        self.empty.dress(self, 12)
        self.reason.dress(self, 13, QFont.Weight.DemiBold)
        self.offered.dress(self, 11)
        for label in (self.calls_heading, self.world_heading):
            label.dress(self, 12, QFont.Weight.DemiBold)
        self.routing.dress()
        self.world.dress()
        for card in self.cards:
            card.dress()
