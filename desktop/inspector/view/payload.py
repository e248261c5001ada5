"""The pane that shows what was sent, as that member saw it, the cached part shaded."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QFont, QGuiApplication
from PySide6.QtWidgets import QWidget

from desktop.inspector.figures import InspectorFigure
from desktop.inspector.view.pane import Label, Pane, TextButton, typeface
from desktop.inspector.view.payload_rows import PayloadRows
from desktop.widgets.layouts import across, upright
from desktop.widgets.plain import tooltip


class PayloadPane(Pane):
    """The payload, how much of it came from the cache, and whether it is proven to be what was sent."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = PayloadRows()
        self.empty = Label(
            self.tr(
                "Nothing was sent to a voice for this turn. Where a voice speaks, the exact text it was sent is here."
            ),
            "secondary",
        )
        self.proof = Label(role="secondary", size=11, weight=QFont.Weight.DemiBold)
        self.proof.setAlignment(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        self.foot = Label(role="secondary", size=11, weight=QFont.Weight.Medium)
        self.whole = TextButton(self.tr("Whole text"))
        self.whole.setToolTip(self.tr("Unfold every row; a click on a role unfolds one"))
        self.whole.setCheckable(True)
        self.whole.toggled.connect(self._on_whole)
        self.copy = TextButton(self.tr("Copy all"))
        self.copy.setToolTip(self.tr("Copy the whole payload"))
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.text.whole()))
        self.text.unfolded_changed.connect(self._on_unfolded)
        foot = across((self.proof, 1), self.whole, self.copy, margins=(2, 0, 6, 2), spacing=4)
        upright(self.empty, (self.text, 1), self.foot, foot, within=self, margins=(12, 4, 2, 2), spacing=4)
        self._restyle()

    def show_figure(self, figure: InspectorFigure) -> None:
        sent = bool(figure.payload)
        self.text.show_rows(figure.payload)
        if self.whole.isChecked():
            self.text.unfold(frozenset(range(len(figure.payload))))
        for widget in (self.text, self.whole, self.copy):
            widget.setVisible(sent)
        self.empty.setVisible(not sent)
        short, long = {
            "proven": (self.tr("✓ proven"), self.tr("Its hash is the one that was logged when it was sent.")),
            "unrecorded": (
                self.tr("not recorded"),
                self.tr("Nothing was logged of what was sent: this is what it would be today."),
            ),
            "differs": (
                self.tr("! differs"),
                self.tr("Its hash is not the logged one: this is not quite what was sent."),
            ),
        }.get(figure.proven, (figure.proven, ""))
        self.proof.set_role({"proven": "good", "differs": "bad"}.get(figure.proven, "secondary"))
        self.proof.setText(short)
        self.proof.setToolTip(tooltip(long))
        self.proof.setAccessibleDescription(long)
        self.foot.setText(self._spent(figure))
        self.foot.setVisible(bool(self.foot.text()))

    def _restyle(self) -> None:
        self.text.set_fonts(typeface(12), typeface(11, QFont.Weight.DemiBold))

    def _spent(self, figure: InspectorFigure) -> str:
        fresh, read, written, _ = figure.usage
        whole = fresh + read + written
        locale, parts = self.locale(), []
        if whole:
            said = self.tr("{cached} of {whole} input tokens from cache")
            parts.append(said.format(cached=locale.toString(read), whole=locale.toString(whole)))
        if figure.latency:
            parts.append(self.tr("{seconds} s").format(seconds=locale.toString(float(figure.latency), "f", 1)))
        return "  ·  ".join(parts)

    def _on_whole(self, on: bool) -> None:
        self.text.unfold(frozenset(range(len(self.text.rows))) if on else frozenset())

    def _on_unfolded(self) -> None:
        everything = len(self.text.unfolded) == len(self.text.rows) > 0
        with QSignalBlocker(self.whole):
            self.whole.setChecked(everything)
