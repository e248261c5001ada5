"""The story so far: cards of people, places, things and promises, to be written on in place."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QFrame, QLineEdit, QPushButton, QSizePolicy, QWidget

from core.base.line import capped
from core.modes.story.events import CARD_TEXT, CARD_TITLE
from desktop.docks import QT_TRANSLATE_NOOP
from desktop.modes.story.figures import CardFigure
from desktop.modes.story.view.section import Section
from desktop.widgets.flow import FlowLayout
from desktop.widgets.language import labelled
from desktop.widgets.layouts import upright
from desktop.widgets.plain import tooltip

SIGNS = {
    "person": "ph.user", "place": "ph.map-pin", "thing": "ph.package", "promise": "ph.hand-palm", "note": "ph.note",
}  # fmt: skip
MOST = 6
"""Cards that are shown at first."""
LONGEST = 140
"""Characters of a card that are shown; all of it stands in its tip."""
NEW = ""
"""What stands for the id of a card that is being made."""


class Writing(QFrame):
    """A card that is being written on: its text, of a new one its kind and title too. Escape closes.

    Signals: `saved(kind, title, text)`; `closed()`.
    """

    saved = Signal(str, str, str)
    closed = Signal()

    def __init__(self, text: str, *, new: bool) -> None:
        super().__init__()
        self.setObjectName("Handing")
        self.kind = QComboBox()
        self.kind.setAccessibleName(self.tr("Kind"))
        for kind in ("note", "person", "place", "thing", "promise"):
            self.kind.addItem(labelled("card", kind), kind)
        self.title, self.text = QLineEdit(), QLineEdit(text)
        self.title.setMaxLength(CARD_TITLE)
        self.title.setPlaceholderText(self.tr("Title"))
        self.title.setAccessibleName(self.tr("Title"))
        self.text.setMaxLength(CARD_TEXT)
        self.text.setPlaceholderText(self.tr("What is to be remembered"))
        self.text.setAccessibleName(self.tr("What is to be remembered"))
        self.save, self.cancel = QPushButton(self.tr("Save")), QPushButton(self.tr("Cancel"))
        self.save.setProperty("primary", True)
        self.save.clicked.connect(self._save)
        self.cancel.clicked.connect(self.closed)
        for field in (self.title, self.text):
            field.returnPressed.connect(self._save)
            field.textChanged.connect(self._look)
        self._new = new
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
        self.save.setEnabled(not self._new or bool(self.title.text().strip() and self.text.text().strip()))

    def _save(self) -> None:
        if self.save.isEnabled():
            self.saved.emit(self.kind.currentData(), self.title.text(), self.text.text())

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
        self._head(card, may=may)
        if card.text:
            words = self.words(capped(card.text, LONGEST), "faint" if card.forgotten or card.over else "small")
            words.setToolTip(tooltip(card.text))
            self.place(words)

    def _head(self, card: CardFigure, *, may: bool = False) -> None:
        role = "faint" if card.forgotten else "accent" if card.used else "secondary"
        sign = self.sign(SIGNS.get(card.kind, "ph.note"), role)
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
            head()
            self.place(self._form(card))

        self.entry(shows, make)
        found = self.entries[shows].findChild(Writing)
        self.writing = found if isinstance(found, Writing) else None

    def _form(self, card: str) -> Writing:
        title, text = self._draft
        form = Writing(text, new=card == NEW)
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
        self._draft = (form.title.text(), form.text.text())

    def _change(self, card: str, changes: dict[str, bool]) -> None:
        self._close()
        self.card_changed.emit(card, changes)

    def _close(self) -> None:
        card, self._edited = self._edited, None
        self.discard(("writing", card))
        self._again()
