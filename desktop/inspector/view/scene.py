"""The pane that says how a turn came about in its scene."""

from __future__ import annotations

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QGridLayout, QWidget

from desktop.inspector.view.pane import Column, Label, Pane
from desktop.run.figures import InspectorFigure
from desktop.widgets.layouts import upright


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


class ScenePane(Pane):
    """The scene, its exchange and weave, and the state in which the member was."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.column = Column()
        self.empty = Label(
            self.tr("In the office, each turn belongs to a scene: how it came about is here."), "secondary"
        )
        self.heading, self.where = Label(size=13, weight=QFont.Weight.DemiBold), Label(role="secondary")
        self.notes = PairGrid()
        self.rejected_heading = Label(self.tr("Weaves that could not be used"), weight=QFont.Weight.DemiBold)
        self.rejected = Label(role="secondary")
        self.doing_heading = Label(weight=QFont.Weight.DemiBold)
        self.doing = PairGrid()
        for widget in (
            self.empty, self.heading, self.where, self.notes, self.rejected_heading, self.rejected, self.doing_heading,
            self.doing,
        ):  # fmt: skip
            self.column.box.addWidget(widget)
        self.column.box.addStretch(1)
        upright(self.column, within=self, margins=0)

    def show_figure(self, figure: InspectorFigure) -> None:
        """Show the scene of the turn."""
        notes = figure.scene
        self.empty.setVisible(notes is None)
        for widget in (self.heading, self.where, self.notes):
            widget.setVisible(notes is not None)
        doing = notes.doing if notes is not None else ()
        rejected = notes.rejected if notes is not None else ()
        if notes is not None:
            scene = notes.scene
            head = self.tr("Scene {number} · {type} · {clock}")
            number = self.locale().toString(scene.number)
            self.heading.setText(head.format(number=number, type=scene.what, clock=scene.clock))
            told = (scene.room, ", ".join(scene.names), scene.topic)
            self.where.setText("\n".join(part for part in told if part))
            self.notes.show_pairs(notes.notes)
        self.rejected.setText("\n".join(f"• {reason}" for reason in rejected))
        for label in (self.rejected_heading, self.rejected):
            label.setVisible(bool(rejected))
        name = figure.member.name if figure.member else ""
        self.doing_heading.setText(self.tr("{name} at this turn").format(name=name))
        self.doing.show_pairs(doing)
        for widget in (self.doing_heading, self.doing):
            widget.setVisible(bool(doing))
