"""The story so far: cards of people, places, things and promises, to be written on in place."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QFrame, QLineEdit, QPushButton, QSizePolicy, QWidget

from parley.core.base.line import capped
from parley.core.modes.story.cards import OWN
from parley.core.modes.story.events import CARD_TEXT, CARD_TITLE
from parley.desktop.docks import QT_TRANSLATE_NOOP
from parley.desktop.modes.story.figures import CardFigure
from parley.desktop.modes.story.view.section import Section
from parley.desktop.widgets.elided import ElidedCombo
from parley.desktop.widgets.flow import FlowLayout
from parley.desktop.widgets.forms.editors import TextBox
from parley.desktop.widgets.language import labelled
from parley.desktop.widgets.layouts import upright
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


class CardText(TextBox):
    """What a card says, as high as it is long, up to a card's length. Signal: `submitted()`, by Return."""

    submitted = Signal()

    def __init__(self, text: str) -> None:
        super().__init__()
        self.setPlainText(text)
        self.moveCursor(QTextCursor.MoveOperation.End)
        self.textChanged.connect(self._bound)

    def _bound(self) -> None:
        if len(self.toPlainText()) > CARD_TEXT:
            cursor = self.textCursor()
            cursor.setPosition(CARD_TEXT)
            cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
            cursor.removeSelectedText()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return is done: a card has no paragraphs."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.submitted.emit()
        else:
            super().keyPressEvent(event)


class Writing(QFrame):
    """A card that is being written on: its text, of a new one its kind and title too. Return saves, Escape closes.

    `own`: it is one of the player's, which says nothing without a text; any other has the rules' text then.

    Signals: `saved(kind, title, text)`; `closed()`.
    """

    saved = Signal(str, str, str)
    closed = Signal()

    def __init__(self, text: str, *, new: bool, own: bool) -> None:
        super().__init__()
        self.setObjectName("Handing")
        self.kind = ElidedCombo()
        self.kind.setAccessibleName(self.tr("Kind"))
        for kind in ("note", "person", "place", "thing", "promise"):
            word = labelled("card", kind)
            self.kind.addItem(word[:1].upper() + word[1:], kind)
        self.title, self.text = QLineEdit(), CardText(text)
        self.title.setMaxLength(CARD_TITLE)
        self.title.setPlaceholderText(self.tr("Title"))
        self.title.setAccessibleName(self.tr("Title"))
        remembered = self.tr("What is to be remembered")
        self.text.setPlaceholderText(remembered if own else self.tr("Empty: what the story tells of it"))
        self.text.setAccessibleName(remembered)
        self.save, self.cancel = QPushButton(self.tr("Save")), QPushButton(self.tr("Cancel"))
        self.save.setProperty("primary", True)
        self.save.clicked.connect(self._save)
        self.cancel.clicked.connect(self.closed)
        self.title.returnPressed.connect(self._save)
        self.text.submitted.connect(self._save)
        for field in (self.title, self.text):
            field.textChanged.connect(self._look)
        self._new, self._own = new, own
        self.kind.setVisible(new)
        self.title.setVisible(new)
        self.buttons = QWidget()
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.buttons.setSizePolicy(policy)
        line = FlowLayout(self.buttons)
        line.addWidget(self.save)
        line.addWidget(self.cancel)
        upright(self.kind, self.title, self.text, self.buttons, within=self, margins=0, spacing=5)
        self._look()

    def stops(self) -> list[QWidget]:
        """What the keys reach, from above."""
        return [*((self.kind, self.title) if self._new else ()), self.text, self.save, self.cancel]

    def _look(self) -> None:
        titled, worded = not self._new or self.title.text().strip(), not self._own or self.text.toPlainText().strip()
        self.save.setEnabled(bool(titled and worded))

    def _save(self) -> None:
        if self.save.isEnabled():
            self.saved.emit(self.kind.currentData(), self.title.text(), self.text.toPlainText())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)


class CardsPart(Section):
    """What is remembered. The part is (cards, whether they may be written on).

    Signals: `card_changed(id, changes)`, with what `StoryDirector.edit_card` takes; `card_added(kind, title, text)`.
    """

    heading = QT_TRANSLATE_NOOP("CardsPart", "The story so far")

    card_changed = Signal(str, object)
    card_added = Signal(str, str, str)

    def __init__(self) -> None:
        super().__init__()
        self.list.setSpacing(6)
        self.writing: Writing | None = None
        self._edited: str | None = None
        self._draft = ("", "")

    def fill(self, part: tuple[tuple[CardFigure, ...], bool]) -> None:
        """How many there are, a card each, and a button for one of one's own."""
        cards, may = part
        self.writing = None
        if self._edited is not None and (
            not may or (self._edited != NEW and self._edited not in [card.id for card in cards])
        ):
            # The run was wound back, or it has ended.
            self._edited = None
        self.entry(("counts", len(cards), sum(card.used for card in cards), may), partial(self._counts, cards, may))
        if self._edited == NEW:
            self._write(NEW, ("writing", NEW), lambda: None)
        for card in self.some(cards, MOST):
            if card.id == self._edited:
                self._write(card.id, ("writing", card.id), partial(self._head, card))
            else:
                self.entry((card, may), partial(self._card, card, may))
        self.rest(len(cards), MOST)

    def edit(self, card: str) -> None:
        """Write on a card, or on a new one."""
        cards: tuple[CardFigure, ...] = self._shown[0] if self._shown else ()
        self._draft = ("", next((each.text for each in cards if each.id == card), ""))
        self._edited = card
        self._again()
        if self.writing is not None:
            (self.writing.title if card == NEW else self.writing.text).setFocus()

    def _counts(self, cards: tuple[CardFigure, ...], may: bool) -> None:
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

    def _card(self, card: CardFigure, may: bool) -> None:
        # A card's words are nearer to its title than to the next card's.
        self._made.column.setSpacing(0)
        self.tile()
        self._head(card, may=may)
        if card.text:
            words = self.words(capped(card.text, LONGEST), "faint" if card.forgotten or card.over else "small")
            words.setToolTip(tooltip(card.text))
            self.place(words)

    def _head(self, card: CardFigure, *, may: bool = False) -> None:
        colour = COLOURS.get(card.kind, "")
        sign = self.sign(SIGNS.get(card.kind, "ph.note"), "faint" if card.forgotten else "secondary", member=colour)
        sign.setToolTip(labelled("card", card.kind))
        title = self.words(card.title, "faint" if card.forgotten else "strong")
        widgets: list[QWidget] = [sign, title]
        if card.pinned:
            widgets.append(self.sign("ph.push-pin-fill", "accent", 12))
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

    def _write(self, card: str, shows: Hashable, head: Any) -> None:
        """The entry of a card that is being written on; what was typed stays when the story goes on."""

        def make() -> None:
            self.tile()
            head()
            self.place(self._form(card))

        self.entry(shows, make)
        found = self.entries[shows].findChild(Writing)
        self.writing = found if isinstance(found, Writing) else None

    def _form(self, card: str) -> Writing:
        title, text = self._draft
        form = Writing(text, new=card == NEW, own=card == NEW or card.startswith(OWN))
        form.title.setText(title)
        form.title.textChanged.connect(lambda: self._keep(form))
        form.text.textChanged.connect(lambda: self._keep(form))
        form.closed.connect(self._close)

        def saved(kind: str, title: str, text: str) -> None:
            self._close()
            if card == NEW:
                self.card_added.emit(kind, title, text)
            else:
                self.card_changed.emit(card, {"text": text})

        form.saved.connect(saved)
        line = form.buttons.layout()
        now = next((each for each in self._shown[0] if each.id == card), None)
        if line is not None and now is not None:
            for word, changes in (
                (self.tr("Unpin") if now.pinned else self.tr("Pin"), {"pinned": not now.pinned}),
                (self.tr("Forget"), {"forgotten": True, "pinned": False}),
            ):
                button = QPushButton(word)
                button.clicked.connect(partial(self._change, card, changes))
                line.addWidget(button)
        self._made.stops += form.stops()
        return form

    def _keep(self, form: Writing) -> None:
        self._draft = (form.title.text(), form.text.toPlainText())

    def _change(self, card: str, changes: dict[str, bool]) -> None:
        self._close()
        self.card_changed.emit(card, changes)

    def _close(self) -> None:
        card, self._edited = self._edited, None
        focused = self.window().focusWidget()
        within = self.writing is not None and focused is not None and self.writing.isAncestorOf(focused)
        self.discard(("writing", card))
        self._again()
        for shows, entry in self.entries.items() if within else ():
            if isinstance(shows, tuple) and getattr(shows[0], "id", NEW if shows[0] == "counts" else None) == card:
                # Where the card was opened; else the keys would be nowhere.
                entry.stops[-1].setFocus()
