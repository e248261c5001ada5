"""What is asked before definitions from elsewhere are taken over: what each is, where it goes, what it replaces."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QWidget

from parley.desktop.importing.figures import OfferFigure
from parley.desktop.widgets.layouts import Gap, upright
from parley.desktop.widgets.parts import scrolled, worded
from parley.desktop.widgets.plain import literal, one_line, tooltip
from parley.desktop.widgets.tab_order import Dialog

BESIDE = 110
"""Pixels of the dialog beside a line of text: margins, the box, a scroll bar."""
LONGEST = 54
"""Characters of a name that are shown."""


class TakingDialog(Dialog):
    """A box for each definition; those are checked that replace nothing, of several for the same file one at most.
    Accepted: `chosen()` may be taken over."""

    def __init__(self, offers: Sequence[OfferFigure], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Take over"))
        self.setModal(True)
        self.resize(560, min(520, 170 + 58 * len(offers)))
        self.boxes: list[QCheckBox] = []
        self._targets = [offer.target for offer in offers]
        rows = QWidget()
        column = upright(within=rows, margins=(0, 0, 8, 0), spacing=3)
        for offer in offers:
            box = QCheckBox(literal(self._elide_to_line(f"{offer.kind}: {one_line(offer.name, LONGEST) or offer.id}")))
            box.setToolTip(tooltip(offer.name))
            at = len(self.boxes)
            box.setChecked(offer.standing == "new" and offer.target not in self._targets[:at])
            box.setEnabled(offer.standing != "same")
            told = self._told(offer)
            box.setAccessibleDescription(told)
            box.toggled.connect(partial(self._follow, at))
            self.boxes.append(box)
            note = worded(told, "small")
            note.setMinimumWidth(1)
            note.setContentsMargins(24, 0, 0, 6)
            column.addWidget(box)
            column.addWidget(note)
        column.addStretch(1)
        about = self.tr("They are put among your own. Nothing in them is begun, and no server that they name is asked.")
        buttons, self.take = self.cancel_or(self.tr("Take over"))
        upright(
            worded(about), (scrolled(rows), 1), Gap(2), buttons,
            within=self, margins=(20, 18, 20, 16), spacing=10,
        )  # fmt: skip
        self._follow()

    def chosen(self) -> list[int]:
        """Return the places of those that are checked."""
        return [at for at, box in enumerate(self.boxes) if box.isChecked()]

    def _follow(self, changed: int = -1, on: bool = False) -> None:
        for at, box in enumerate(self.boxes):
            if on and at != changed and self._targets[at] == self._targets[changed]:
                box.setChecked(False)
        self.take.setEnabled(bool(self.chosen()))

    def _told(self, offer: OfferFigure) -> str:
        standing = {
            "new": self.tr("new"),
            "same": self.tr("you have the very same already"),
            "own": self.tr("replaces yours of this id, which is kept beside it as .bak"),
            "shipped": self.tr("is used instead of the one of this id that ships with Parley"),
        }
        file, target = (self._elide_to_line(each) for each in (one_line(offer.file, LONGEST), offer.target))
        return f"{file} → {target} · {standing[offer.standing]}"

    def _elide_to_line(self, text: str) -> str:
        """As much of it as a line has room for."""
        return self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, self.width() - BESIDE)
