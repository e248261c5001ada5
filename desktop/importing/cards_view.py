"""What is asked before cards are taken over: who comes, what is to be known of them, and into which cast."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtWidgets import QCheckBox, QWidget

from parley.desktop.importing.figures import CardFigure
from parley.desktop.widgets.elided import ElidedCombo
from parley.desktop.widgets.forms.editors import labelled, named, narrow
from parley.desktop.widgets.layouts import Gap, across, upright
from parley.desktop.widgets.parts import scrolled, worded
from parley.desktop.widgets.plain import literal, one_line, tooltip
from parley.desktop.widgets.tab_order import Dialog

LONGEST, NOTES = 54, 280
"""Characters of a name, and of what its maker notes, that are shown."""


class CardsDialog(Dialog):
    """A box for each card, and a choice of casts: `casts` are (id, title) of those that can be changed.

    Accepted: `chosen()` are to go into `into()`, empty for a new cast.
    """

    def __init__(
        self, cards: Sequence[CardFigure], casts: Sequence[tuple[str, str]], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Take over characters"))
        self.setModal(True)
        self.resize(580, min(560, 240 + 84 * len(cards)))
        self._cards = cards
        self.boxes: list[QCheckBox] = []
        rows = QWidget()
        column = upright(within=rows, margins=(0, 0, 8, 0), spacing=3)
        for card in cards:
            box = QCheckBox(literal(one_line(card.name, LONGEST)))
            box.setToolTip(tooltip(card.file))
            box.setChecked(True)
            box.toggled.connect(partial(self._follow))
            self.boxes.append(box)
            column.addWidget(box)
            told = self._told(card)
            box.setAccessibleDescription(told)
            notes = one_line(card.notes, NOTES)
            for text in (told, notes, *(f"△ {warning}" for warning in card.warnings)):
                if text:
                    note = worded(text, "small")
                    note.setContentsMargins(24, 0, 0, 0)
                    column.addWidget(note)
            column.addSpacing(6)
        column.addStretch(1)
        self.casts, title = ElidedCombo(), labelled(self.tr("Into"), wraps=False)
        named(self.casts, self.tr("Into which cast"))
        narrow(self.casts, 24)
        title.setBuddy(self.casts)
        self.casts.addItem("", "")
        for id_, name in casts:
            self.casts.addItem(one_line(name, LONGEST), id_)
        self.casts.currentIndexChanged.connect(self._follow)
        self.problem = worded("", "small")
        about = self.tr("Nothing is begun, and no server is asked. The cards are kept, and can be written again.")
        buttons, self.take = self.cancel_or(self.tr("Take over"))
        into = across(title, (self.casts, 1), spacing=10)
        upright(
            worded(about), (scrolled(rows), 1), into, self.problem, Gap(2), buttons,
            within=self, margins=(20, 18, 20, 16), spacing=10,
        )  # fmt: skip
        self._follow()

    def chosen(self) -> list[int]:
        """Return the places of those that are checked."""
        return [at for at, box in enumerate(self.boxes) if box.isChecked()]

    def into(self) -> str:
        """Return the id of the cast; empty for a new one."""
        return str(self.casts.currentData())

    def _follow(self, *_changed: object) -> None:
        chosen = [self._cards[at] for at in self.chosen()]
        named_after = next((card.name for card in chosen if card.kind != "book"), "")
        self.casts.setItemText(0, self.tr("A new cast: {0}").format(one_line(named_after, LONGEST) or "–"))
        books = bool(chosen) and not named_after and not self.into()
        self.problem.setText(self.tr("A lore book alone makes no cast: choose one of yours.") if books else "")
        self.problem.setVisible(books)
        self.take.setEnabled(bool(chosen) and not books)

    def _told(self, card: CardFigure) -> str:
        """Return what a card holds."""
        kind = {
            "card": self.tr("character card"), "book": self.tr("lore book"), "group": self.tr("group"),
        }[card.kind]  # fmt: skip
        parts = [kind, self.tr("by {0}").format(one_line(card.maker, LONGEST)) if card.maker else ""]
        counts = (
            (card.people, self.tr("one member"), self.tr("{0} members")),
            (card.greetings, self.tr("one greeting"), self.tr("{0} greetings")),
            (card.entries, self.tr("one lore entry"), self.tr("{0} lore entries")),
        )
        parts += [(one if count == 1 else many).format(count) for count, one, many in counts if count]
        return " · ".join(part for part in parts if part)
