"""The story so far: cards of people, places, things and promises, to be written on in place."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QPushButton, QWidget

from parley.core.base.line import capped
from parley.core.modes.story.cards import OWN
from parley.core.modes.story.events import CARD_TEXT, CARD_TITLE
from parley.desktop.docks import QT_TRANSLATE_NOOP
from parley.desktop.modes.story.figures import CardFigure
from parley.desktop.modes.story.view.section import Section
from parley.desktop.widgets.language import labelled
from parley.desktop.widgets.layouts import STRETCH, across, upright
from parley.desktop.widgets.plain import tooltip

SIGNS = {
    "person": "ph.user", "place": "ph.map-pin", "thing": "ph.package", "promise": "ph.hand-palm", "note": "ph.note",
}  # fmt: skip
COLOURS = {"person": "blue", "place": "green", "thing": "pink", "promise": "amber"}
"""The members' colours that the kinds are told apart by, beside their signs and words."""
MOST = 6
"""Cards that are shown at first."""
LONGEST = 140
"""Characters of a card that are shown; all of it stands in its tip."""
NEW = ""
"""What stands for the id of a card that is being made."""


class Writing(QFrame):
    """A card that is being written on: its text, of a new one its title too. Return saves, Escape closes.

    `own`: it is one of the player's, which says nothing without a text; any other has the rules' text then.

    Signals: `saved(title, text)`; `closed()`; `forgotten()`.
    """

    saved = Signal(str, str)
    closed = Signal()
    forgotten = Signal()

    def __init__(self, text: str, *, new: bool, own: bool) -> None:
        super().__init__()
        self.setObjectName("Handing")
        self._new, self._own = new, own
        self.save, self.cancel = QPushButton(self.tr("Save")), QPushButton(self.tr("Cancel"))
        self.forget = QPushButton(self.tr("Forget"))
        remembered = self.tr("What is to be remembered")
        self.title = self._build_line_field(self.tr("Title"), self.tr("Title"), CARD_TITLE)
        self.title.setVisible(new)
        hint = remembered if own else self.tr("Empty: what the story tells of it")
        self.text = self._build_line_field(remembered, hint, CARD_TEXT)
        self.text.setText(text)
        self.forget.setVisible(not new)
        self.save.setProperty("primary", True)
        self.save.clicked.connect(self._save)
        self.cancel.clicked.connect(self.closed)
        self.forget.clicked.connect(self.forgotten)
        self.buttons = QWidget()
        across(self.save, self.cancel, self.forget, STRETCH, within=self.buttons, margins=0, spacing=6)
        upright(self.title, self.text, self.buttons, within=self, margins=0, spacing=5)
        self._look()

    def _build_line_field(self, name: str, hint: str, longest: int) -> QLineEdit:
        field = QLineEdit()
        field.setAccessibleName(name)
        field.setPlaceholderText(hint)
        field.setMaxLength(longest)
        field.returnPressed.connect(self._save)
        field.textChanged.connect(self._look)
        return field

    def stops(self) -> list[QWidget]:
        """Return what the keys reach, from above."""
        return [self.title, self.text, self.save, self.cancel, self.forget]

    def _look(self) -> None:
        titled, worded = not self._new or self.title.text().strip(), not self._own or self.text.text().strip()
        self.save.setEnabled(bool(titled and worded))

    def _save(self) -> None:
        if self.save.isEnabled():
            self.saved.emit(self.title.text(), self.text.text())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)


class CardsPart(Section):
    """What is remembered. The part is (cards, whether they may be written on).

    Signals: `card_changed(id, changes)`, with what `StoryDirector.edit_card` takes; `card_added(title, text)`;
    `opened()`: one is written on from now on.
    """

    heading = QT_TRANSLATE_NOOP("CardsPart", "The story so far")

    card_changed = Signal(str, object)
    card_added = Signal(str, str)
    opened = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.list.setSpacing(6)
        self.writing: Writing | None = None
        self._edited: str | None = None

    def show_part(self, part: Any, *, may_act: bool) -> bool:
        """Show other cards; while one is written on they wait until that is done."""
        cards, may = part or ((), False)
        if self.writing is not None and may and self._edited in {NEW, *(card.id for card in cards)}:
            self._shown = part
            return False
        # The run was wound back, or it has ended.
        self._edited = None
        return super().show_part(part, may_act=may_act)

    def _restyle(self) -> None:
        # What is being written would be lost.
        if self.writing is None:
            super()._restyle()

    def fill(self, part: tuple[tuple[CardFigure, ...], bool]) -> None:
        """How many there are, a card each, and a button for one of one's own."""
        cards, may = part
        self.writing = None
        self.entry(partial(self._show_card_counts, cards, may))
        if self._edited == NEW:
            self.entry(partial(self._write, None))
        for card in self.some(cards, MOST):
            if card.id == self._edited:
                self.entry(partial(self._write, card))
            else:
                self.entry(partial(self._show_card, card, may))
        self.rest(len(cards), MOST)

    def edit(self, card: str) -> None:
        """Write on a card, or on a new one."""
        self._edited = card
        self._again()
        if self.writing is not None:
            (self.writing.title if card == NEW else self.writing.text).setFocus()
            self.opened.emit()

    def _show_card_counts(self, cards: tuple[CardFigure, ...], may: bool) -> None:
        used = sum(card.used for card in cards)
        if cards:
            number = self.locale().toString
            words = self.tr("{0} remembered · {1} told now").format(number(len(cards)), number(used))
        else:
            words = self.tr("Nothing is remembered yet: people, places, things and promises come here.")
        label = self.words(words, "faint")
        label.setToolTip(self.tr("Told to whoever answers, before they do"))
        widgets: list[QWidget] = [label]
        if may:
            tip = self.tr("Add a card of your own")
            widgets.append(self.button("", "ph.plus", tip, partial(self.edit, NEW), always=True))
        self.row(*widgets, stretch=0)

    def _show_card(self, card: CardFigure, may: bool) -> None:
        # A card's words are nearer to its title than to the next card's.
        self._made.column.setSpacing(0)
        self.tile()
        self._show_card_head(card, may=may)
        if card.text:
            words = self.words(capped(card.text, LONGEST), "faint" if card.forgotten or card.over else "small")
            words.setToolTip(tooltip(card.text))
            self.place(words)

    def _show_card_head(self, card: CardFigure, *, may: bool = False) -> None:
        colour = COLOURS.get(card.kind, "")
        sign = self.sign(SIGNS.get(card.kind, "ph.note"), "faint" if card.forgotten else "secondary", member=colour)
        sign.setToolTip(labelled("card", card.kind))
        title = self.words(card.title, "faint" if card.forgotten else "strong")
        widgets: list[QWidget] = [sign, title]
        if card.turn:
            tip = self.tr("Go to turn {0}").format(card.turn)
            go = partial(self.turn_chosen.emit, card.turn)
            widgets.append(self.button(str(card.turn), "", tip, go, always=True))
        if may:
            if card.forgotten:
                back = partial(self.card_changed.emit, card.id, {"forgotten": False})
                tip = self.tr("Remember {0} again").format(card.title)
                widgets.append(self.button("", "ph.arrow-counter-clockwise", tip, back, always=True))
            else:
                tip = self.tr("Write on {0}").format(card.title)
                widgets.append(self.button("", "ph.pencil-simple", tip, partial(self.edit, card.id), always=True))
        self.row(*widgets, stretch=1)

    def _write(self, card: CardFigure | None) -> None:
        """Show the form for writing on a card; None is a new card."""
        self.tile()
        if card is not None:
            self._show_card_head(card)
        own = card is None or card.id.startswith(OWN)
        form = self.writing = Writing(card.text if card else "", new=card is None, own=own)
        form.closed.connect(self._close)
        form.saved.connect(partial(self._save, card))
        form.forgotten.connect(lambda: self._save(card, "", "", forgotten=True))
        self._made.stops += form.stops()
        self.place(form)

    def _save(self, card: CardFigure | None, title: str, text: str, *, forgotten: bool = False) -> None:
        self._close()
        if card is None:
            self.card_added.emit(title, text)
        else:
            self.card_changed.emit(card.id, {"forgotten": True} if forgotten else {"text": text})

    def _close(self) -> None:
        self._edited = None
        self._again()
