"""The pane that says how a turn of a story came about."""

from __future__ import annotations

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QWidget

from desktop.inspector.view.pane import Column, Label, Pane
from desktop.inspector.view.scene import PairGrid
from desktop.run.figures import CallFigure, InspectorFigure
from desktop.widgets.layouts import upright
from desktop.widgets.themed import Themed


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


class StoryPane(Pane):
    """Who was to answer and why, the tools that were offered and called, and how the speaker stood."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.column = Column()
        self.empty = Label(
            self.tr("In a story, this page says who answered and why, and which tools were called."), "secondary"
        )
        self.reason = Label(size=13, weight=QFont.Weight.DemiBold)
        self.routing = PairGrid()
        self.calls_heading, self.offered = Label(weight=QFont.Weight.DemiBold), Label(role="secondary", size=11)
        self.world_heading = Label(weight=QFont.Weight.DemiBold)
        self.world = PairGrid()
        for widget in (
            self.empty, self.reason, self.routing, self.calls_heading, self.offered, self.world_heading, self.world,
        ):  # fmt: skip
            self.column.box.addWidget(widget)
        self.column.box.addStretch(1)
        self.cards: list[CallCard] = []
        upright(self.column, within=self, margins=0)

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
            card = CallCard()
            box.insertWidget(box.indexOf(self.offered) + 1 + len(self.cards), card)
            self.cards.append(card)
        for at, card in enumerate(self.cards):
            card.setVisible(at < len(calls))
            if at < len(calls):
                card.show_call(calls[at])
