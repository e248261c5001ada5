"""The pane that says why this speaker."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QFont

from desktop.inspector.candidates import WhyBars
from desktop.inspector.figures import InspectorFigure
from desktop.inspector.view.pane import ColumnPane, Label
from desktop.run.words import word


class WhyPane(ColumnPane):
    """The selection's heading and reason, the bars, and the lines that were drawn again.

    Signals: `member_chosen(id)`.
    """

    member_chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.column.setAccessibleName(self.tr("Why this speaker"))
        self.heading = Label(size=13, weight=QFont.Weight.DemiBold)
        self.reason = Label(role="secondary")
        self.bars = WhyBars()
        self.bars.whole = True  # the column scrolls, so everybody has room
        self.bars.member_chosen.connect(self.member_chosen)
        self.redrawn_heading = Label(self.tr("Said otherwise before"), weight=QFont.Weight.DemiBold)
        self.redrawn = Label(role="secondary")
        self.add(self.heading, self.reason, self.bars, self.redrawn_heading, self.redrawn)

    def show_figure(self, figure: InspectorFigure) -> None:
        self.bars.show_figure(figure.why, figure.members)
        why = figure.why
        self.heading.show_text(self.bars.heading())
        reason = figure.unselected if why is None else ""
        if why is not None and why.bars:
            policy = self.tr("policy {name}").format(name=word(why.policy)) if why.policy else ""
            # A topology of two gives its own name as the reason.
            told = why.reason if why.reason != word(why.policy) else ""
            reason = " · ".join(part for part in (policy, told, self.bars.draw_text()) if part)
        self.reason.show_text(reason)
        self.redrawn.show_text("\n".join(f"“{text}” ({cause})" for text, cause in figure.redrawn))
        self.redrawn_heading.setVisible(bool(figure.redrawn))
