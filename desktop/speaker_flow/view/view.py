"""The speaker flow: who spoke when, for how long and to whom."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from parley.desktop.speaker_flow.figures import FlowFigure
from parley.desktop.speaker_flow.view.names import LaneNames
from parley.desktop.speaker_flow.view.score import ScoreSurface
from parley.desktop.widgets.counts import format_span, format_turns, format_words
from parley.desktop.widgets.layouts import hbox


class SpeakerFlowView(QWidget):
    """Who spoke when, for how long and to whom.

    Attributes: `surface`, the score; `names`, those of its lanes.
    Signals: `turn_chosen(number)`, `member_chosen(id)`, `span_chosen(first, last)`, `span_cleared()`,
    `verb_chosen(name)` of what shall be done with the span ("compare", "fork"), `caption_changed(text)`.
    """

    turn_chosen = Signal(int)
    member_chosen = Signal(str)
    span_chosen = Signal(int, int)
    span_cleared = Signal()
    verb_chosen = Signal(str)
    caption_changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure = FlowFigure()
        self.setAccessibleName(self.tr("Speaker flow"))
        self.surface, self.names = ScoreSurface(self), LaneNames(self)
        self.surface.setMinimumHeight(40)
        hbox(self.names, (self.surface, 1), within=self, margins=(14, 2, 14, 8), spacing=0)
        for name in ("turn_chosen", "span_chosen", "span_cleared", "verb_chosen"):
            getattr(self.surface, name).connect(getattr(self, name))
        self.names.member_chosen.connect(self.member_chosen)
        self.surface.moved.connect(self._show_lanes)  # Emitted after a resize too, which may change the lanes' height

    def show_figure(self, figure: FlowFigure) -> None:
        """Show a figure; each part draws itself again only where it differs."""
        if figure is self._figure:
            return
        self._figure = figure
        self.names.setVisible(bool(figure.members))
        self.surface.show_figure(figure)
        self._show_lanes()
        self.caption_changed.emit(self.caption())

    def caption(self) -> str:
        """Return what stands right in the title: "turn 14 of 22", or what is selected: "Turns 4 to 9 · 120 words"."""
        figure, number, span = self._figure, self.locale().toString, self._figure.span
        if span:
            return f"{format_span(span)} · {format_words(sum(figure.words[span.start - 1 : span.stop - 1]))}"
        if not figure.lanes:
            return self.tr("{turns} planned").format(turns=format_turns(figure.planned)) if figure.planned else ""
        last = max(figure.planned, len(figure.lanes))
        return self.tr("turn {turn} of {last}").format(turn=number(figure.shown), last=number(last))

    def select_member(self, member_id: str) -> None:
        """Mark a member's lane."""
        self.surface.select_member(member_id)
        self._show_lanes()

    def _show_lanes(self) -> None:
        self.names.show_lanes(self.surface.score.look)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk through the members by Up and Down, wherever the focus is."""
        if event.key() in {Qt.Key.Key_Up, Qt.Key.Key_Down}:
            self.names.keyPressEvent(event)  # The score leaves Up and Down to its parent
        else:
            super().keyPressEvent(event)
