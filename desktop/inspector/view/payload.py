"""The page that shows what was sent, as that member saw it."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, QSize, Qt
from PySide6.QtGui import QFont, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QWidget

from parley.desktop.inspector.figures import InspectorFigure, SentFigure
from parley.desktop.inspector.view.pane import Label, Pane, TextButton, typeface
from parley.desktop.inspector.view.payload_rows import PayloadRows
from parley.desktop.inspector.view.sent import Answer, SentHead
from parley.desktop.widgets.layouts import across, upright
from parley.desktop.widgets.plain import tooltip

LOW, LEAST_HEAD, SHORT, TALL = 70, 150, 300, 300
"""Pixels of a page of the payload, at a text scale of 1: what it has at least; from which it has a head, from which the
head has all of its lines, and from which the answer stands below the rows."""


class PayloadPane(Pane):
    """The payload of a side, how much of it came from the cache, what was answered, and whether it is proven to be what
    was sent."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure = InspectorFigure()
        self._side = ""
        self.head, self.text, self.answer = SentHead(), PayloadRows(), Answer()
        self.head.side_chosen.connect(self._on_side)
        self.empty = Label(
            self.tr(
                "Nothing was sent to a voice for this turn. Where a voice speaks, the exact text it was sent is here."
            ),
            "secondary",
        )
        self.proof = Label(role="secondary", size=11, weight=QFont.Weight.DemiBold)
        self.proof.setAlignment(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        self.whole = TextButton(self.tr("Whole text"))
        self.whole.setToolTip(self.tr("Unfold every row; a click on a role unfolds one"))
        self.whole.setCheckable(True)
        self.whole.toggled.connect(self._show_whole)
        self.copy = TextButton(self.tr("Copy all"))
        self.copy.setToolTip(self.tr("Copy the whole payload"))
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.text.whole()))
        self.text.unfolded_changed.connect(self._on_unfolded)
        foot = across((self.proof, 1), self.whole, self.copy, margins=(2, 0, 6, 2), spacing=4)
        upright(self.head, self.empty, (self.text, 1), self.answer, foot, within=self, margins=(12, 4, 2, 2), spacing=4)
        self._restyle()

    def show_figure(self, figure: InspectorFigure) -> None:
        self._figure = figure
        self._show()

    def minimumSizeHint(self) -> QSize:
        """No higher than its rows need: what stands around them gives way."""
        return QSize(0, round(LOW * self.scale))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Above and below the rows stands what leaves room for them."""
        self.head.set_low(self.height() < SHORT * self.scale)
        self.head.setVisible(bool(self.text.rows) and self.height() >= LEAST_HEAD * self.scale)
        self.answer.setVisible(self.answer.there and self.height() >= TALL * self.scale)

    def _on_side(self, place: int) -> None:
        member = self._list_sent_sides()[place].member
        self._side = member.id if member else ""
        self._show()

    def _list_sent_sides(self) -> list[SentFigure]:
        """Return what was sent to each side, in the order of the members."""
        figure, order = self._figure, [member.id for member in self._figure.members]
        sides = [figure.sent, *figure.others]
        return sorted(sides, key=lambda side: order.index(side.member.id) if side.member in figure.members else -1)

    def _show(self) -> None:
        sides = self._list_sent_sides()
        # Whose side was chosen stays in sight from turn to turn; else it is the speaker's.
        ids = [side.member.id if side.member else "" for side in sides]
        speaker = self._figure.member.id if self._figure.member else ""
        place = ids.index(self._side) if self._side in ids else ids.index(speaker) if speaker in ids else 0
        shown = sides[place]
        sent = bool(shown.rows)
        others = [side.member.colour for side in sides if side is not shown and side.member is not None]
        mine = shown.member.colour if shown.member is not None else "slate"
        self.text.set_speakers({"assistant": mine, "user": others[0] if others else ""})
        self.text.show_rows(shown.rows)
        if self.whole.isChecked():
            self._show_whole(True)
        for widget in (self.text, self.copy):
            widget.setVisible(sent)
        self.empty.setVisible(not sent)
        self.head.show_sent(sides, place)
        self.answer.show_answer(shown if sent else replace(shown, answer=""))
        self._fit()
        self._on_unfolded()
        short, long = {
            "proven": (self.tr("✓ proven"), self.tr("Its hash is the one that was logged when it was sent.")),
            "unrecorded": (
                self.tr("not recorded"),
                self.tr("Nothing was logged of what was sent: this is what it would be today."),
            ),
            "unsent": (self.tr("not sent"), self.tr("Nothing was sent: all of the line is the rules'.")),
            "differs": (
                self.tr("! differs"),
                self.tr("Its hash is not the logged one: this is not quite what was sent."),
            ),
        }.get(shown.proven, (shown.proven, ""))
        self.proof.set_role({"proven": "good", "differs": "bad"}.get(shown.proven, "secondary"))
        self.proof.setText(short)
        self.proof.setToolTip(tooltip(long))
        self.proof.setAccessibleDescription(long)

    def _restyle(self) -> None:
        self.text.set_fonts(typeface(12), typeface(11, QFont.Weight.DemiBold))

    def _show_whole(self, on: bool) -> None:
        """Every row in full, also those that were sent before, or in one line each."""
        self.text.open_earlier(on)
        self.text.unfold(frozenset(range(len(self.text.shown) if on else 0)))

    def _on_unfolded(self) -> None:
        self.whole.setVisible(bool(self.text.rows) and not self.text.roomy)
        everything = len(self.text.unfolded) == len(self.text.shown) > 0 and not self.text.roomy
        with QSignalBlocker(self.whole):
            self.whole.setChecked(everything)
