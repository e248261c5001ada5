"""Who is here: what they think of the player, how they are, and what one can do with them."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QAbstractButton, QWidget

from core.modes.story.shown import ItemStack
from desktop.modes.story.figures import PersonFigure
from desktop.modes.story.view.meters import HealthBar, TrustBar
from desktop.modes.story.view.section import Entry, Section
from desktop.modes.story.view.wording import archetype_word, lasting
from desktop.widgets.layouts import upright

MOST_PEOPLE = 12
"""People who are shown at first."""


class PeoplePart(Section):
    """The characters who are present. The part is (people, the player's things, whether there is a talk)."""

    def __init__(self) -> None:
        super().__init__("")
        self.title.setText(self.tr("Present").upper())
        self.setAccessibleName(self.tr("Present"))
        self.list.setSpacing(12)
        self._carried: tuple[ItemStack, ...] = ()

    def fill(self, part: tuple[tuple[PersonFigure, ...], tuple[ItemStack, ...], bool]) -> None:
        """Somebody after the other."""
        people, self._carried, talking = part
        if not people:
            self.entry("nobody", lambda: self.place(self.words(self.tr("Nobody but you."), "faint")))
        for person in self.some(people, MOST_PEOPLE):
            shows = (person, talking, person.partner and bool(self._carried))
            self.entry(shows, partial(self._person, person, talking))
        self.rest(len(people), MOST_PEOPLE)

    def _person(self, person: PersonFigure, talking: bool) -> None:
        card = QWidget()
        column = upright(self.words(person.name, "strong"), within=card, margins=0, spacing=1)
        what = person.role or archetype_word(person.archetype)
        if person.partner:
            what = self.tr("{0} · talks with you").format(what)
        column.addWidget(self.words(what, "small"))
        trust = TrustBar()
        trust.set_trust(person.trust)
        column.addWidget(trust)
        if 0 < person.most != person.health:
            health = HealthBar()
            health.set_health(person.health, person.most)
            column.addWidget(health)
        self.row(self.face(person.id, person.name, person.initial, person.colour), card, stretch=1)
        chips = [self.chip(lasting(*each), "•") for each in person.statuses]
        if person.following:
            chips.insert(0, self.chip(self.tr("goes with you"), "→", "accent"))
        if chips:
            self.flow(*chips)
        buttons = self._buttons(person, talking)
        if buttons:
            self.flow(*buttons)

    def _buttons(self, person: PersonFigure, talking: bool) -> list[QAbstractButton]:
        if talking and not person.partner:
            return []
        if not person.partner:
            talk = self.button(self.tr("Talk"), "ph.chat-circle-dots", self.tr("Talk with {0}").format(person.name))
            talk.clicked.connect(partial(self._do, "talk", person.id))
            return [talk, *self._following(person)]
        found, below = [], self.made
        if self._carried:
            give = self.button(self.tr("Give…"), "ph.arrow-right", self.tr("Give {0} something").format(person.name))
            give.clicked.connect(partial(self._give, person.id, below))
            found.append(give)
        if person.items:
            tip = self.tr("Take something of {0}").format(person.name)
            take = self.button(self.tr("Take…"), "ph.arrow-left", tip)
            take.clicked.connect(partial(self._take, person, below))
            found.append(take)
        follow = self._following(person)
        part = self.button(self.tr("Say goodbye"), "ph.hand-palm", self.tr("Say goodbye to {0}").format(person.name))
        part.clicked.connect(partial(self._do, "part", person.id))
        return [*found, *follow, part]

    def _following(self, person: PersonFigure) -> list[QAbstractButton]:
        if person.following:
            word, tip = self.tr("Ask to stay"), self.tr("Ask {0} to stay").format(person.name)
        elif person.archetype == "companion" or person.partner:
            word, tip = self.tr("Ask along"), self.tr("Ask {0} to go with you").format(person.name)
        else:
            return []
        made = self.button(word, "ph.users", tip)
        made.clicked.connect(partial(self._do, "follow", person.id))
        return [made]

    def _do(self, what: str, person: str, _checked: bool = False) -> None:
        self.did.emit(what, person, "", 1)

    def _give(self, person: str, below: Entry, _checked: bool = False) -> None:
        self.ask(self.tr("Give"), self._carried, "give", person, below)

    def _take(self, person: PersonFigure, below: Entry, _checked: bool = False) -> None:
        self.ask(self.tr("Take"), person.items, "take", person.id, below)
